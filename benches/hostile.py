"""Hostile input: actions and files that are a little wrong, what was said to them, and what should not have happened.

    python -m benches.hostile                                         20,000 actions and 2,000 files, a few minutes
    python -m benches.hostile --actions 1000000 --files 100000 --jobs 2

Every action is tried in a position of a random game of any title, every file is a random game's with something done to
it. The last four lines have to be 0; the exit code is 1 if they are not.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

from tests.properties.files import mangled, shortened, source
from tests.properties.mutations import Pools, mutated
from tests.properties.positions import collection, settings, walk
from tests.properties.trial import try_action, try_file

if TYPE_CHECKING:
    from open18xx import Game

#: Actions tried in one position before another one is taken.
EACH = 25
#: How often an action comes from another position, and how often one is changed.
FOREIGN, MUTATED = 0.3, 0.9
#: Words in a fault, and the line of the summary that counts it.
SUMS = {
    "outside the named errors": "errors outside the named ones",
    "changed the game": "states changed by a refusal",
    "accepted": "illegal actions accepted",
    "": "anything else",
}


def actions(number: int, seed: int, every: int) -> tuple[Counter[str], list[str]]:
    """What came of so many actions, and the faults, each with its action."""
    rng = random.Random(seed)
    positions = collection(every)
    counts: Counter[str] = Counter()
    faults: list[str] = []
    while counts.total() < number:
        game = rng.choice(positions)
        pools = Pools(game)
        yielded = tuple(game.legal_actions)
        for _ in range(min(EACH, number - counts.total())):
            wire = rng.choice(yielded).to_dict()
            if rng.random() < FOREIGN:
                wire = elsewhere(game, positions, rng) | {key: wire[key] for key in ("entity", "entity_type")}
            if rng.random() < MUTATED:
                wire = mutated(wire, pools, rng)
            trial = try_action(game, wire, yielded)
            counts[trial.result] += 1
            faults += [f"{fault} | {game!r} | {wire!r:.1000}" for fault in trial.faults]
    return counts, faults


def elsewhere(game: Game, positions: Sequence[Game], rng: random.Random) -> dict[str, Any]:
    """A legal action of another moment of a game of the same title."""
    other = rng.choice([position for position in positions if position.title == game.title])
    return other.legal_actions.sample(rng).to_dict()


def files(number: int, seed: int) -> tuple[Counter[str], list[str]]:
    """What came of so many files, and the faults, each with its file."""
    rng = random.Random(seed)
    games = [list(walk(setting, seed=index, most=150))[-1] for index, setting in enumerate(settings())]
    sources = [(source(game), Pools(game)) for game in games]
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for _ in range(number):
        data, pools = rng.choice(sources)
        broken = mangled(shortened(data, rng), pools, rng)
        trial = try_file(broken)
        counts[trial.result] += 1
        text = json.dumps(broken) if isinstance(broken, dict) else repr(broken)
        faults += [f"{fault} | {text}" for fault in trial.faults]
    return counts, faults


def summary(kind: str, counts: Counter[str]) -> None:
    """A line for each result."""
    print(f"{counts.total():,} {kind}")
    for result, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        print(f"  {count:>9,}  {result}")


def main() -> int:
    """Run everything and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=15, help="positions are so many actions apart")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    jobs = max(1, args.jobs)
    tried: dict[str, Counter[str]] = {"actions": Counter(), "files": Counter()}
    faults: list[str] = []
    with ProcessPoolExecutor(jobs) as pool:
        work = [
            *(
                ("actions", pool.submit(actions, args.actions // jobs, args.seed + job, args.every))
                for job in range(jobs)
            ),
            *(("files", pool.submit(files, args.files // jobs, args.seed + job)) for job in range(jobs)),
        ]
        for kind, future in work:
            counts, found = future.result()
            tried[kind] += counts
            faults += found
    for kind, counts in tried.items():
        summary(kind, counts)
    for fault in faults[:50]:
        print(f"! {fault:.2000}")
    sums = Counter(next(line for words, line in SUMS.items() if words in fault.partition("|")[0]) for fault in faults)
    print(f"{time.perf_counter() - began:,.0f} s")
    for line in SUMS.values():
        print(f"{sums[line]:>11,}  {line}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
