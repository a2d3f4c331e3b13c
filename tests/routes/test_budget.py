"""Answers under a budget: honest bounds, and the same answer every time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from open18xx._core import Board, RunRules, Train

from . import boards
from .boards import COMPANY, Position, real_map, turned
from .oracle import COLOURS

RULES = RunRules(colours=("yellow", "green", "brown", "gray"), fleet=("co", 10))
ALL_STOPS = "cot"


def finished_board(seed: int) -> Board:
    """Every hex that takes tiles under the last tile left for it that joins most track; five dear cities tokened."""
    data, track = real_map()
    chance = Random(seed)
    board = Board(track)
    faces = {tile["id"]: tile for tile in data["tiles"]}
    around: dict[str, Sequence[str]] = {printed["id"]: printed.get("paths", ()) for printed in data["hexes"]}
    hexes = [printed for printed in data["hexes"] if printed["colour"] not in ("gray", "red", "blue")]
    for printed in chance.sample(hexes, len(hexes)):
        name, cities = printed["id"], len(printed.get("cities", ()))
        special = {"D6": ["300"], "C15": ["290", "297"], "E17": ["297"], "H12": ["297"]}.get(name)
        plain = [tile for tile in faces if len(faces[tile].get("cities", ())) == cities and "label" not in faces[tile]]
        left = [tile for tile in special or plain if board.free_copy(tile) is not None]
        last = max((COLOURS.index(faces[tile]["colour"]) for tile in left), default=0)
        kinds = [tile for tile in left if COLOURS.index(faces[tile]["colour"]) == last]
        lays = [(kind, rotation) for kind in kinds for rotation in range(1 if name == "D6" else 6)]
        chance.shuffle(lays)
        tile, rotation = max(lays, key=lambda lay: boards.meeting(turned(faces[lay[0]]["paths"], lay[1]), name, around))
        board.lay(name, tile, board.free_copy(tile) or 0, rotation)
        around[name] = turned(faces[tile]["paths"], rotation)
    for name, city in (("D6", 3), ("C15", 0), ("H12", 0), ("E17", 0), ("G19", 0)):
        board.place_token(COMPANY, name, city)
    return board


def fleet(seed: int) -> list[Train]:
    """Two or three trains of late phases."""
    chance = Random(seed)
    kinds = [
        Train(limits=[(ALL_STOPS, 8)], pay=[(ALL_STOPS, 7)], counted_token=True),
        Train(limits=[(ALL_STOPS, 6)]),
        Train(limits=[(ALL_STOPS, 6)], pay=[(ALL_STOPS, 4)], counted_token=True),
        Train(limits=[(ALL_STOPS, 5)]),
    ]
    return [chance.choice(kinds) for _ in range(chance.randint(2, 3))]


def check(board: Board, trains: list[Train], rules: RunRules, optimum: int, budget: int) -> None:
    """What must hold for every budget."""
    run = board.best_run(COMPANY, trains, rules, budget)
    assert run.revenue <= optimum <= run.upper_bound
    if run.optimal:
        assert run.revenue == optimum == run.upper_bound
    again = board.copy().best_run(COMPANY, trains, rules, budget=budget)
    assert (again.revenue, again.upper_bound, again.optimal, again.work) == (
        run.revenue,
        run.upper_bound,
        run.optimal,
        run.work,
    )
    assert [route.stops for route in again.routes] == [route.stops for route in run.routes]
    assert board.check_run(COMPANY, trains, boards.given_routes(run), rules).revenue == run.revenue


@boards.examples(100)
@given(st.data())
def test_any_budget_on_small_boards(data: Any) -> None:
    """The bound holds wherever the search is cut."""
    position: Position = data.draw(boards.positions())
    specs = data.draw(st.lists(boards.trains(), min_size=1, max_size=4))
    trains = [boards.core_train(spec) for spec in specs]
    rules = boards.core_rules(data.draw(boards.rules(position)))
    full = position.board.best_run(COMPANY, trains, rules)
    budgets = data.draw(st.lists(st.integers(0, full.work + 1), min_size=1, max_size=4))
    for budget in budgets:
        check(position.board, trains, rules, full.revenue, budget)
    # As much as the full search needs is enough for it.
    enough = position.board.best_run(COMPANY, trains, rules, full.work)
    assert (enough.revenue, enough.optimal, enough.work) == (full.revenue, True, full.work)


def test_budgets_on_finished_boards() -> None:
    """Here they bite: with less work the answer is often not proved, and the bound is above the best."""
    proved = cut = 0
    for seed in range(6):
        board, trains = finished_board(seed), fleet(seed)
        full = board.best_run(COMPANY, trains, RULES)
        assert full.optimal
        for share in (0.02, 0.2, 0.5, 0.9):
            budget = int(full.work * share)
            check(board, trains, RULES, full.revenue, budget)
            run = board.best_run(COMPANY, trains, RULES, budget)
            proved += run.optimal
            cut += not run.optimal
            assert run.work <= full.work
    assert cut > 12, (cut, proved)


def test_a_budget_does_not_depend_on_what_is_known() -> None:
    """The links of a board are kept; an answer with too small a budget for them is the same before and after."""
    fresh = finished_board(3)
    trains = fleet(3)
    before = fresh.best_run(COMPANY, trains, RULES, 5)
    fresh.best_run(COMPANY, trains, RULES)
    after = fresh.best_run(COMPANY, trains, RULES, 5)
    assert (before.revenue, before.upper_bound, before.optimal) == (0, after.upper_bound, False)
    assert before.work == after.work
