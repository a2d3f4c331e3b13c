"""The best run on finished boards, every hex full of track, against the same call on boards with a third of the tiles.

Five tokens in the dearest cities, nothing blocked, and trains of the last phases. Work is exact and the same on every
machine; times are the best of some runs.
"""

from __future__ import annotations

import json
import statistics
from functools import cache, partial

from benches.common import arguments, seconds
from open18xx._core import Board, Run, RunRules, Train
from tests.routes.dense import TITLES, finished_board

ALL_STOPS = "cot"
TRAINS = {
    "4": Train(limits=[(ALL_STOPS, 4)]),
    "5": Train(limits=[(ALL_STOPS, 5)]),
    "6": Train(limits=[(ALL_STOPS, 6)]),
    "8": Train(limits=[(ALL_STOPS, 8)]),
    "3/5": Train(limits=[(ALL_STOPS, 5)], pay=[(ALL_STOPS, 3)], counted_token=True),
    "7/8": Train(limits=[(ALL_STOPS, 8)], pay=[(ALL_STOPS, 7)], counted_token=True),
    "7+3": Train(limits=[("co", 7), (ALL_STOPS, 10)]),
    "5D": Train(limits=[(ALL_STOPS, 5)], multiplier=2),
}
#: Trains, and the bonus a stop on one of them.
FLEETS = (("7/8 7/8", 0), ("3/5 5 7/8", 0), ("7/8 6 4 4", 10), ("8 8", 0), ("6 8 8", 0), ("7+3 5D", 0))
COMPANIES = {"t1846": "PRR", "t18dixie": "L&N"}
BOARDS = 12
#: The share of the tiles on the smaller boards.
PART = 1 / 3


@cache
def board(title: str, seed: int, share: float) -> Board:
    """A board, built once."""
    return finished_board(title, COMPANIES[title], seed, share=share)


def rules(title: str, fleet: int) -> RunRules:
    """What runs pay in the last phase."""
    both = json.loads((TITLES / title / "components.json").read_text()).get("east_west")
    return RunRules(
        colours=("yellow", "green", "brown", "gray"),
        pairs=[(both["east"], both["west"])] if both else (),
        fleet=(ALL_STOPS, fleet) if fleet else None,
    )


def ask(title: str, seed: int, share: float, trains: list[Train], pay: RunRules) -> Run:
    """The call that is measured."""
    return board(title, seed, share).best_run(COMPANIES[title], trains, pay)


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    print(f"{BOARDS} boards a line; work in thousands, times in ms; x: times the board with a third of the tiles")
    for title in COMPANIES:
        for names, fleet in FLEETS:
            trains, pay = [TRAINS[name] for name in names.split()], rules(title, fleet)
            work: dict[float, list[float]] = {}
            times: dict[float, list[float]] = {}
            for share in (PART, 1):
                runs = [ask(title, seed, share, trains, pay) for seed in range(BOARDS)]
                assert all(run.optimal for run in runs), (title, names)
                work[share] = [run.work / 1e3 for run in runs]
                calls = [partial(ask, title, seed, share, trains, pay) for seed in range(BOARDS)]
                times[share] = [1e3 * seconds(call, args.repeat) for call in calls]
            more, longer = (statistics.median(of[1]) / statistics.median(of[PART]) for of in (work, times))
            print(
                f"{title:9} {names:10} {'+ mail' if fleet else '':7}"
                f" work {statistics.median(work[1]):7.0f} worst {max(work[1]):7.0f} {more:6.1f} x"
                f"   time {statistics.median(times[1]):7.2f} worst {max(times[1]):7.2f} {longer:6.1f} x"
            )


if __name__ == "__main__":
    main()
