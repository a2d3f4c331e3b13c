"""Best runs of demanding recorded positions, against optima that were proved by other means."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from open18xx import errors
from open18xx._core import Board, Map, RunRules, Train
from open18xx.model.events import Ran

from .record_positions import POSITIONS, TABLE, before

#: The collection of recorded games, where it is at hand.
COLLECTION = Path(os.environ.get("OPEN18XX_CONFORMANCE", Path(__file__).parents[3] / "shared" / "conformance"))
FIXTURES = COLLECTION / "fixtures"
needs_collection = pytest.mark.skipif(
    not FIXTURES.is_dir(), reason="the collection of recorded games is not here; OPEN18XX_CONFORMANCE names its folder"
)

DATA: dict[str, Any] = json.loads(POSITIONS.read_text())


@cache
def track() -> Map:
    """The map and tiles of 1846."""
    return Map((Path(errors.__file__).parent / "titles" / "t1846" / "track.json").read_text())


def train(face: dict[str, Any]) -> Train:
    """A train as the core takes it."""
    limits, pay = ([(kinds, number) for kinds, number in face.get(key, ())] for key in ("limits", "pay"))
    return Train(limits=limits, pay=pay, counted_token=face.get("counted_token", False))


def made_routes(row: dict[str, Any]) -> list[tuple[int, list[list[str]], list[tuple[str, int]] | None]]:
    """The recorded routes of a stored position as the core takes them."""
    return [
        (index, links, None if nodes is None else [(hex_id, part) for hex_id, part in nodes])
        for index, links, nodes in row["routes"]
    ]


def stand(row: dict[str, Any]) -> tuple[Board, list[Train], RunRules]:
    """The board, the trains and what runs pay of a stored position."""
    board = Board(track())
    for hex_id, tile, rotation in row["laid"]:
        copy = board.free_copy(tile)
        assert copy is not None
        board.lay(hex_id, tile, copy, rotation)
    for company, hex_id, city, slot in row["tokens"]:
        board.place_token(company, hex_id, city, slot)
    trains = [train(DATA["faces"][face]) for face in row["trains"]]
    rules = RunRules(
        colours=row["colours"],
        once=[((hex_id,), amount) for hex_id, amount in row["once"]],
        pairs=[tuple(DATA["east_west"])],
        fleet=("cot", row["mail"]) if row["mail"] else None,
    )
    return board, trains, rules


def label(row: dict[str, Any]) -> str:
    """Game and action of a stored position."""
    return f"{row['game'].rpartition('/')[2]}-{row['action']}"


def test_the_stored_positions_are_those_of_the_table() -> None:
    """Every line of the table has its position, with the same figures."""
    figures = ("action", "company", "recorded", "optimum")
    stored = [(*row["game"].split("/"), *(row[figure] for figure in figures)) for row in DATA["positions"]]
    assert stored == list(TABLE)


@pytest.mark.parametrize("row", DATA["positions"], ids=label)
def test_optimum_of_a_stored_position(row: dict[str, Any]) -> None:
    """The best run pays what was proved, says that it is proved, and is a legal run of this value."""
    board, trains, rules = stand(row)
    run = board.best_run(row["company"], trains, rules)
    assert (run.revenue, run.optimal, run.upper_bound) == (row["optimum"], True, row["optimum"])
    routes = [(route.train, route.connections, [(stop[0], stop[3]) for stop in route.stops]) for route in run.routes]
    assert board.check_run(row["company"], trains, routes, rules).revenue == row["optimum"]


@pytest.mark.parametrize("row", DATA["positions"], ids=label)
def test_the_run_that_was_made(row: dict[str, Any]) -> None:
    """The recorded routes earn what the table says."""
    board, trains, rules = stand(row)
    run = board.check_run(row["company"], trains, made_routes(row), rules)
    assert run.revenue == row["recorded"]


@pytest.mark.skipif(
    not FIXTURES.is_dir(), reason="the collection of recorded games is not here; OPEN18XX_CONFORMANCE names its folder"
)
@pytest.mark.parametrize("line", TABLE, ids=lambda line: f"{line[1]}-{line[2]}")
def test_optimum_in_a_recorded_game(line: tuple[str, str, int, str, int, int]) -> None:
    """The same through a game that is replayed up to the run, and the run that the game then lets pass."""
    folder, name, action_id, company, recorded, optimum = line
    game, action = before(FIXTURES, folder, name, action_id)
    assert (action["type"], action["entity"]) == ("run_routes", company)
    best = game.best_run(company)
    assert (best.revenue, best.optimal, best.upper_bound) == (optimum, True, optimum)
    for routes, revenue in ((action["routes"], recorded), (best.action.to_dict()["routes"], optimum)):
        plain = [{key: route[key] for key in ("train", "connections", "nodes") if key in route} for route in routes]
        events = game.copy().apply(
            {"type": "run_routes", "entity": company, "entity_type": "corporation", "routes": plain}
        )
        assert [event.revenue for event in events if isinstance(event, Ran)] == [revenue]
