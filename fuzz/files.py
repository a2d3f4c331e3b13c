"""The reader of game files under a fuzzer: every input is read or refused, and what is read is whole.

    python -m fuzz.files [--seconds 60] [--seed 1] [--out folder]      a plain loop of mutations
    python -m fuzz.files corpus/ [options of libFuzzer]                 with atheris, where that is installed

The loop starts from random games of every title; `--corpus folder` writes them out for atheris instead.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.properties.files import mangled, shortened, source
from tests.properties.mutations import Pools
from tests.properties.positions import settings, walk
from tests.properties.trial import try_file

#: Actions of the games to start from.
ACTIONS = 150


def one_input(data: bytes) -> None:
    """The target of a fuzzer: raises AssertionError for what should not have happened."""
    faults = try_file(data).faults
    assert not faults, faults


def sources() -> list[tuple[dict[str, Any], Pools]]:
    """Files of random games, one of every title, number of players and ruleset."""
    games = [list(walk(setting, seed=index, most=ACTIONS))[-1] for index, setting in enumerate(settings())]
    return [(source(game), Pools(game)) for game in games]


def loop(seconds: float, seed: int, out: Path) -> int:
    """Mutate and load until the time is over; the exit code."""
    rng = random.Random(seed)
    games = sources()
    counts: Counter[str] = Counter()
    failed = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data, pools = rng.choice(games)
        broken = mangled(shortened(data, rng), pools, rng)
        trial = try_file(broken)
        counts[trial.result] += 1
        if trial.faults:
            failed += 1
            out.mkdir(parents=True, exist_ok=True)
            path = out / f"file-{seed}-{counts.total()}"
            path.write_bytes(broken if isinstance(broken, bytes) else _text(broken).encode("utf-8", "surrogatepass"))
            print(f"! {path}: {'; '.join(trial.faults)}")
    for result, count in counts.most_common():
        print(f"{count:>9,}  {result}")
    print(f"{failed:>9,}  failed")
    return 1 if failed else 0


def _text(broken: dict[str, Any] | str) -> str:
    return broken if isinstance(broken, str) else json.dumps(broken)


def main() -> int:
    """Hand over to atheris if a corpus is named, else loop."""
    if len(sys.argv) > 1 and not sys.argv[1].startswith("--"):
        if importlib.util.find_spec("atheris") is None:
            print("atheris is not installed; without a corpus the plain loop runs")
            return 2
        atheris = importlib.import_module("atheris")
        atheris.instrument_all()
        atheris.Setup(sys.argv, one_input)
        atheris.Fuzz()
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--corpus", type=Path, help="write the files to start from into this folder and stop")
    args = parser.parse_args()
    if args.corpus is not None:
        args.corpus.mkdir(parents=True, exist_ok=True)
        for index, (data, _) in enumerate(sources()):
            (args.corpus / f"game-{index}.json").write_text(json.dumps(data), encoding="utf-8")
        return 0
    return loop(args.seconds, args.seed, args.out)


if __name__ == "__main__":
    sys.exit(main())
