"""F128: what a company reaches on boards that fill up, from a few laid hexes to all of them.

The work has to grow with the number of track pieces, not with the number of ways through them: the last column, time
per reached edge against the emptiest board, stays small. Every call sees a board that has not been asked before.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import open18xx
from benches.common import arguments, seconds
from open18xx._core import Board, LayRules, Map

COMPANY = "PRR"
RULES = LayRules(colours=("yellow", "green", "brown", "gray"))
#: Row and column to the hex beyond each edge.
BEYOND = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


def exits(paths: list[str], rotation: int) -> set[int]:
    """Edges with track after a turn."""
    return {(int(end) + rotation) % 6 for path in paths for end in path.split("-") if end.isdigit()}


def boards(seed: int, shares: tuple[float, ...]) -> list[tuple[Board, int]]:
    """Boards with such shares of the hexes under brown and gray tiles, those around Cleveland first, and the number of
    edges that a company there reaches."""
    data: dict[str, Any] = json.loads(
        (Path(open18xx.__file__).parent / "titles" / "t1846" / "track.json").read_text(encoding="utf-8")
    )
    tiles = [{**tile, "count": None} for tile in data["tiles"]]
    track = Map(json.dumps({**data, "tiles": tiles}))
    dense = [tile for tile in tiles if tile["colour"] in ("brown", "gray")]
    chance = random.Random(seed)
    laid = {row["id"]: exits(row.get("paths", []), 0) for row in data["hexes"]}
    open_hexes = [row for row in data["hexes"] if row["colour"] not in ("gray", "red", "blue")]
    open_hexes.sort(key=lambda row: abs(ord(row["id"][0]) - ord("E")) + abs(int(row["id"][1:]) - 17) / 2)
    board, found = Board(track), []
    for number, row in enumerate(open_hexes, 1):
        cities, label = len(row.get("cities", ())), row.get("label")
        fitting = [tile for tile in dense if len(tile.get("cities", ())) == cities and tile.get("label") == label]

        def joined(lay: tuple[dict[str, Any], int], name: str = row["id"]) -> tuple[int, float]:
            mine, score = exits(lay[0]["paths"], lay[1]), 0
            for edge, (down, right) in enumerate(BEYOND):
                other = laid.get(f"{chr(ord(name[0]) + down)}{int(name[1:]) + right}")
                score += edge in mine and other is not None and (edge + 3) % 6 in other
            return score, chance.random()

        tile, rotation = max(
            ((tile, turn) for tile in fitting for turn in range(1 if label == "Chi" else 6)), key=joined
        )
        board.lay(row["id"], tile["id"], board.free_copy(tile["id"]) or 0, rotation)
        laid[row["id"]] = exits(tile["paths"], rotation)
        if any(number == round(share * len(open_hexes)) for share in shares):
            full = board.copy()
            full.place_token(COMPANY, "E17", 0)
            found.append((full, sum(len(full.reached_edges(COMPANY, name)) for name in track.hexes)))
    return found


def measured(board: Board, question: Callable[[Board], object], repeat: int) -> float:
    """Seconds of a question to a board without any answer at hand."""
    twins = [Board.from_state(board.map, board.state()) for _ in range(repeat)]
    return min(seconds(lambda twin=twin: question(twin), 1) for twin in twins)  # type: ignore[misc]


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    questions: dict[str, Callable[[Board], object]] = {
        "reached cities": lambda board: board.reached_cities(COMPANY),
        "cities for tokens": lambda board: board.token_cities(COMPANY),
        "all legal lays": lambda board: len(board.lays(COMPANY, RULES)),
    }
    filled = boards(1, (0.1, 0.25, 0.5, 0.75, 1.0))
    for name, question in questions.items():
        base = 0.0
        for board, edges in filled:
            taken = measured(board, question, 3 * args.repeat)
            base = base or taken / edges
            print(f"{name:20} {edges:4} edges {1e6 * taken:9.1f} us {taken / edges / base:7.2f} x an edge")


if __name__ == "__main__":
    main()
