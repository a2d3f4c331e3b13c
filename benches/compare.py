"""Two checkouts against each other: the same benchmark in each, by turns, and the ratio of every figure.

Each checkout is a folder with `python` (the compiled core in it) and, unless --benches names another, its own
`benches`. It runs in an interpreter of its own, with its own folder as the path of modules:

    python -m benches.compare ../before . --bench legal --bench replay --rounds 5
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

#: A number of a line of results, with thousands apart or not.
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Checkout:
    """A folder, the interpreter that runs it, and the folder that its benchmarks are taken from."""

    folder: Path
    interpreter: str
    benches: Path

    def run(self, bench: str, arguments: Sequence[str]) -> str:
        """What a benchmark prints. Raises RuntimeError, with its last words, where it fails."""
        path = os.pathsep.join((str(self.folder / "python"), str(self.benches.parent)))
        done = subprocess.run(
            [self.interpreter, "-m", f"benches.{bench}", *arguments],
            cwd=self.benches.parent,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{bench} failed in {self.folder}:\n{done.stderr.strip()[-2000:]}")
        return done.stdout


def figures(text: str) -> dict[str, list[float]]:
    """The numbers of each line, by what the line says apart from them; lines that say the same, one after another."""
    found: dict[str, list[float]] = {}
    for line in text.splitlines():
        measured = line.partition("goal:")[0]
        numbers = [float(number.replace(",", "")) for number in NUMBER.findall(measured)]
        label = " ".join(NUMBER.sub("#", measured).split())
        if numbers:
            found.setdefault(label, []).extend(numbers)
    return found


def lines(first: Sequence[dict[str, list[float]]], second: Sequence[dict[str, list[float]]]) -> list[str]:
    """A line for each figure: its medians in both checkouts, and their ratio with the spread over the rounds."""
    rows = []
    for label, numbers in first[0].items():
        if not all(len(run.get(label, ())) == len(numbers) for run in (*first, *second)):
            rows.append(f"{label[:70]:70} not in both")
            continue
        for place in range(len(numbers)):
            old, new = ([run[label][place] for run in runs] for runs in (first, second))
            if len({*old, *new}) == 1 or not all(old):
                continue
            ratios = sorted(after / before for before, after in zip(old, new, strict=True))
            name = label if len(numbers) == 1 else f"{label} [{place + 1}]"
            rows.append(
                f"{name[:70]:70} {statistics.median(old):12.4g} {statistics.median(new):12.4g}"
                f"   x {statistics.median(ratios):6.3f}  ({ratios[0]:.3f} to {ratios[-1]:.3f})"
            )
    return rows


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the checkout that is the measure")
    parser.add_argument("after", type=Path, help="the checkout that is compared with it")
    parser.add_argument("--bench", action="append", required=True, help="a script of benches, by name")
    parser.add_argument("--rounds", type=int, default=3, help="how often each checkout has its turn")
    parser.add_argument("--benches", type=Path, help="the folder of scripts for both; default: that of each")
    parser.add_argument("--before-python", default=sys.executable, help="the interpreter of the first checkout")
    parser.add_argument("--after-python", default=sys.executable, help="the interpreter of the second checkout")
    parser.add_argument("--arguments", default="", help="arguments for the scripts, in one text")
    args = parser.parse_args()
    checkouts = [
        Checkout(folder.resolve(), interpreter, (args.benches or folder / "benches").resolve())
        for folder, interpreter in ((args.before, args.before_python), (args.after, args.after_python))
    ]
    for bench in args.bench:
        runs: list[list[dict[str, list[float]]]] = [[], []]
        for turn in range(args.rounds):
            # Whoever goes first finds the machine in another mood: the checkouts take turns at it.
            for which in (0, 1) if turn % 2 == 0 else (1, 0):
                runs[which].append(figures(checkouts[which].run(bench, args.arguments.split())))
        print(f"{bench}: {args.before} and {args.after}, medians of {args.rounds} rounds, ratio (lowest to highest)")
        print("\n".join(f"  {row}" for row in lines(runs[0], runs[1]) or ["no figures that differ"]))


if __name__ == "__main__":
    main()
