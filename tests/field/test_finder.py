"""Field reports about finding the best routes: F99, F104, F107 and F109."""

from __future__ import annotations

import itertools
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from open18xx import IllegalAction
from open18xx._core import Board, Map, RunRules, Train
from tests.routes.test_budget import finished_board
from tests.routes.test_recorded import DATA, label, stand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from open18xx._core import Run


def answer(run: Run) -> tuple[Any, ...]:
    """All that a search says."""
    routes = [(route.train, route.revenue, route.stops, route.connections) for route in run.routes]
    return run.revenue, run.bonus, run.optimal, run.upper_bound, run.work, routes


@pytest.mark.parametrize("row", DATA["positions"], ids=label)
def test_f099_best_run_is_the_best_every_time(row: dict[str, Any]) -> None:
    board, trains, rules = stand(row)
    company = row["company"]
    alone = answer(board.best_run(company, trains, rules))
    assert alone[0] == row["optimum"]
    assert alone[2]
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(board.copy().best_run, company, trains, rules) for _ in range(8)]
        assert all(answer(call.result()) == alone for call in calls)
    # Where a limit is hit the answer is the best so far, with a bound, and is not called the best.
    cut = 0
    for share in (0.01, 0.1, 0.3, 0.6):
        limited = board.best_run(company, trains, rules, int(alone[4] * share))
        assert limited.revenue <= row["optimum"] <= limited.upper_bound
        assert limited.optimal == (limited.upper_bound == limited.revenue)
        cut += not limited.optimal
    assert cut > 0


#: The longest trains of 1846, and all that a run can earn besides.
LONG = [Train(limits=[("cot", 8)], pay=[("cot", 7)], counted_token=True)] * 2 + [Train(limits=[("cot", 6)])] * 2
RULES = RunRules(colours=("yellow", "green", "brown", "gray"), fleet=("cot", 10))


@pytest.mark.parametrize("seed", range(3))
def test_f104_limits_are_looked_at_often(seed: int) -> None:
    """A limit counts work, so no clock matters; at most as much again is done beyond it, and a bound comes with it."""
    board = finished_board(seed)
    full = board.best_run("PRR", LONG, RULES)
    assert full.optimal
    assert full.work > 200_000
    for share in (40, 10, 3):
        limit = full.work // share
        run = board.best_run("PRR", LONG, RULES, limit)
        assert run.work <= 2 * limit
        assert not run.optimal
        assert run.revenue <= full.revenue <= run.upper_bound


def test_f104_a_search_does_not_hold_up_its_caller() -> None:
    """A long search leaves the interpreter to others, who go on and may stop waiting for it."""
    board = finished_board(2)
    rounds = 0
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(board.best_run, "PRR", LONG, RULES)
        while not call.done():
            rounds += 1
            time.sleep(0)
    assert call.result().optimal
    assert rounds > 100


def routes_of(board: Board, links: list[list[str]], train: Train, rules: RunRules) -> Iterable[Any]:
    """Every legal route made of these links, by trying all sets of them: value and links."""
    for count in range(1, len(links) + 1):
        for chosen in itertools.combinations(links, count):
            try:
                way = tuple(tuple(link) for link in chosen)
                yield board.check_run("PRR", [train], [(0, chosen, None)], rules).revenue, way
            except IllegalAction:
                continue


def trunk() -> tuple[Board, list[list[str]]]:
    """X 20 - A 40 - B 50 - C 50 - Y 30 in a line, D 10 and E 40 on a branch of B; PRR stands in A, B and C."""
    stops: dict[str, tuple[int, tuple[int, ...]]] = {
        "B2": (20, (4,)),
        "B4": (40, (1, 4)),
        "B6": (50, (1, 4, 3)),
        "B8": (50, (1, 4)),
        "B10": (30, (1,)),
        "A7": (10, (0, 4)),
        "A9": (40, (1,)),
    }
    hexes = [
        {
            "id": name,
            "wire": f"{name}-0",
            "colour": "gray",
            "cities": [{"slots": 1, "revenue": value, "part": 0}],
            "paths": [f"{edge}-c0" for edge in edges],
        }
        for name, (value, edges) in stops.items()
    ]
    board = Board(Map(json.dumps({"layout": "pointy", "companies": ["PRR"], "hexes": hexes, "tiles": []})))
    for name in ("B4", "B6", "B8"):
        board.place_token("PRR", name, 0)
    pairs = (("B2", "B4"), ("B4", "B6"), ("B6", "B8"), ("B8", "B10"), ("B6", "A7"), ("A7", "A9"))
    return board, [list(pair) for pair in pairs]


def test_f107_the_best_pair_has_no_best_single_route() -> None:
    """Alone the 5 runs X-A-B-C-Y for 190 and the 2 runs B-C for 100; both want the trunk.

    The 5 first: 190 and B-D 60. The 2 first: 100 and X-A-B-D-E 160. Neither first: Y-C-B-D-E 180 and A-B 90.
    """
    board, links = trunk()
    rules = RunRules(colours=("yellow",))
    two, five = Train(limits=[("cot", 2)]), Train(limits=[("cot", 5)])
    short = {way: value for value, way in routes_of(board, links, two, rules)}
    long = {way: value for value, way in routes_of(board, links, five, rules)}
    assert (max(short.values()), max(long.values())) == (100, 190)
    pairs = {}
    for first, second in itertools.product(short, long):
        try:
            run = board.check_run("PRR", [two, five], [(0, list(first), None), (1, list(second), None)], rules)
        except IllegalAction:
            continue
        assert run.revenue == short[first] + long[second]
        pairs[first, second] = run.revenue
    assert max(total for (_, second), total in pairs.items() if long[second] == 190) == 190 + 60
    assert max(total for (first, _), total in pairs.items() if short[first] == 100) == 100 + 160
    assert max(pairs.values()) == 180 + 90
    for trains in ([two, five], [five, two]):
        run = board.best_run("PRR", trains, rules)
        assert (run.revenue, run.optimal) == (270, True)


def road(cities: int, towns: int) -> tuple[Board, list[list[str]]]:
    """A straight line of cities, then towns; PRR stands in the first city (or town's neighbour)."""
    hexes = []
    names = [f"A{2 * index + 1}" for index in range(cities + towns)]
    for index, name in enumerate(names):
        stop = {"revenue": 10, "part": 0}
        kind = "c0" if index < cities else "t0"
        row: dict[str, Any] = {"id": name, "wire": f"{name}-0", "colour": "gray", "paths": [f"1-{kind}", f"4-{kind}"]}
        if index < cities:
            row["cities"] = [{**stop, "slots": 1}]
        else:
            row["towns"] = [stop]
        hexes.append(row)
    board = Board(Map(json.dumps({"layout": "pointy", "companies": ["PRR"], "hexes": hexes, "tiles": []})))
    board.place_token("PRR", names[0], 0)
    return board, [[one, other] for one, other in itertools.pairwise(names)]


@pytest.mark.parametrize(
    ("n", "m", "cities", "towns", "legal"),
    [
        (6, 1, 5, 2, True),
        (6, 1, 4, 3, True),
        (6, 1, 7, 0, False),
        (6, 1, 6, 2, False),
        (7, 3, 4, 6, True),
        (7, 3, 8, 0, False),
    ],
)
def test_f109_trains_that_count_cities_and_towns_together(n: int, m: int, cities: int, towns: int, legal: bool) -> None:
    """n cities at most, n + m stops at most: a town may take a city's place, not the other way round."""
    train = Train(limits=[("co", n), ("cot", n + m)])
    board, links = road(cities, towns)
    rules = RunRules(colours=("yellow",))
    if legal:
        assert board.check_run("PRR", [train], [(0, links, None)], rules).revenue == 10 * (cities + towns)
        assert board.best_run("PRR", [train], rules).revenue == 10 * (cities + towns)
    else:
        with pytest.raises(IllegalAction) as caught:
            board.check_run("PRR", [train], [(0, links, None)], rules)
        assert caught.value.reason == "route_too_long"
        assert board.best_run("PRR", [train], rules).revenue < 10 * (cities + towns)
