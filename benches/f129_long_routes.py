"""F129: checking a given route, by its number of stops, on one board.

The time has to grow about linearly: the last column, time per stop against the route of two stops, does not grow.
"""

from __future__ import annotations

import itertools
import json

from benches.common import arguments, seconds
from open18xx._core import Board, Map, RunRules, Train

STOPS = 20
CALLS = 50


def road() -> tuple[Board, list[list[str]]]:
    """Cities in a line, each with a switch between it and the next that could also lead elsewhere."""
    names = [f"B{2 * number}" for number in range(1, STOPS + 1)]
    city = {"slots": 1, "revenue": 10, "part": 0}
    hexes = [
        {"id": name, "wire": f"{name}-0", "colour": "gray", "cities": [city], "paths": ["1-c0", "4-c0", "0-c0", "5-c0"]}
        for name in names
    ]
    below = [f"C{2 * number + 1}" for number in range(1, STOPS)]
    hexes += [{"id": name, "wire": f"{name}-0", "colour": "gray", "paths": ["2-3"]} for name in below]
    board = Board(Map(json.dumps({"layout": "pointy", "companies": ["PRR"], "hexes": hexes, "tiles": []})))
    board.place_token("PRR", names[0], 0)
    return board, [[one, other] for one, other in itertools.pairwise(names)]


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    board, links = road()
    train, rules = Train(limits=[("cot", STOPS)]), RunRules(colours=("yellow",))
    base = 0.0
    for stops in range(2, STOPS + 1):
        route = [(0, links[: stops - 1], None)]
        assert board.check_run("PRR", [train], route, rules).revenue == 10 * stops

        def check(route: list[tuple[int, list[list[str]], None]] = route) -> None:
            for _ in range(CALLS):
                board.check_run("PRR", [train], route, rules)

        taken = seconds(check, args.repeat) / CALLS
        base = base or taken / stops
        print(f"{stops:3} stops {1e6 * taken:8.2f} us {taken / stops / base:6.2f} x a stop")


if __name__ == "__main__":
    main()
