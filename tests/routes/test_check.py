"""Given routes on the 1846 map: readings, refusals, and the value of known runs (rules/1846.md 8.4, 19.6, 20)."""

from __future__ import annotations

import json

import pytest

from open18xx._core import Board, Map, Run, RunRules, Train
from open18xx.errors import IllegalAction, InvalidAction

from .boards import real_map

GREEN = ("yellow", "green")
EAST = {"B18": 20, "C17": 30, "C21": 30, "D22": 30, "E23": 30, "I17": 20, "F22": 20, "G21": 20, "H20": 30}
WEST = {"C5": 50, "I1": 20}
TWO = Train(limits=[("cot", 2)])
SIX = Train(limits=[("cot", 6)])
THREE_OF_FIVE = Train(limits=[("cot", 5)], pay=[("cot", 3)], counted_token=True)

Route = tuple[int, list[list[str]], list[tuple[str, int]] | None]


def rules(colours: tuple[str, ...] = GREEN, once: tuple[tuple[tuple[str, ...], int], ...] = ()) -> RunRules:
    """The rules of 1846 with some markers."""
    return RunRules(colours=colours, once=once, pairs=[(EAST, WEST)])


def lay(board: Board, hex: str, tile: str, rotation: int) -> None:
    """Lays any free copy."""
    copy = board.free_copy(tile)
    assert copy is not None
    board.lay(hex, tile, copy, rotation)


@pytest.fixture
def lake() -> Board:
    """Chicago (green) - South Bend - Detroit (green) - Windsor, as in case 78, and Toledo south of Detroit."""
    board = Board(real_map()[1])
    lay(board, "D6", "298", 0)
    lay(board, "D8", "8", 1)  # edges 1 and 3: to D6 and C9
    lay(board, "C9", "14", 0)  # edges 0, 1, 3, 4
    lay(board, "C11", "9", 1)
    lay(board, "C13", "9", 1)
    lay(board, "C15", "294", 0)  # edges 0, 1, 3, 4: D14, C13, B16, C17
    lay(board, "D14", "57", 0)  # edges 0 and 3: E13 and C15
    board.place_token("GT", "C15", 0)
    return board


CITY = [["C5", "D6"], ["D6", "D8", "C9"], ["C9", "C11", "C13", "C15"], ["C15", "C17"]]
"""C5 - D6 - C9 - C15 - C17."""


def run(board: Board, trains: list[Train], routes: list[Route], paid: RunRules | None = None) -> Run:
    """Checks a run of GT."""
    return board.check_run("GT", trains, routes, paid or rules())


def refused(board: Board, trains: list[Train], routes: list[Route], paid: RunRules | None = None) -> str:
    """The reason for which a run of GT is refused."""
    with pytest.raises(IllegalAction) as caught:
        run(board, trains, routes, paid)
    assert "route " in caught.value.message
    return caught.value.reason


def test_case_78(lake: Board) -> None:
    """3/5 train over five stops: C5, C15 and C17 count, both ends of east-west, the marker at C5."""
    marked = rules(once=((("C5",), 20),))
    done = run(lake, [THREE_OF_FIVE], [(0, CITY, None)], marked)
    assert done.revenue == 20 + 50 + 40 + (50 + 30) + 20 == 210
    assert sorted((stop[0], stop[4]) for stop in done.routes[0].stops) == [
        ("C15", 50),
        ("C17", 40),
        ("C5", 20),
        ("C9", 0),
        ("D6", 0),
    ]
    assert lake.best_run("GT", [THREE_OF_FIVE], marked).revenue == 210


def test_case_79_a_token_must_count() -> None:
    """The best two stops hold no token: the token takes the place of the second."""
    board = Board(real_map()[1])
    lay(board, "C15", "294", 0)
    lay(board, "D14", "57", 0)
    board.place_token("GT", "D14", 0)
    one_of_three = Train(limits=[("cot", 3)], pay=[("cot", 1)], counted_token=True)
    line = [["D14", "C15"], ["C15", "C17"]]
    assert run(board, [one_of_three], [(0, line, None)]).revenue == 20
    free = Train(limits=[("cot", 3)], pay=[("cot", 1)])
    assert run(board, [free], [(0, line, None)]).revenue == 50


def test_case_80_both_ends_must_count(lake: Board) -> None:
    """With two counted stops one end of east-west counts at most, beside the token: no bonus."""
    two_of_five = Train(limits=[("cot", 5)], pay=[("cot", 2)], counted_token=True)
    # Detroit 50 and Windsor 40, against 20 + 40 + 80 for both ends, which leave no place for the token.
    assert run(lake, [two_of_five], [(0, CITY, None)]).revenue == 90
    any_two = Train(limits=[("cot", 5)], pay=[("cot", 2)])
    assert run(lake, [any_two], [(0, CITY, None)]).revenue == 140


def test_case_81_two_cities_of_chicago(lake: Board) -> None:
    """Round from city 3 over E7 and D8 to city 2."""
    lay(lake, "E7", "7", 2)
    lay(lake, "D8", "7", 0)
    lake.place_token("GT", "D6", 3)
    loop = [["D6", "E7", "D8", "D6"]]
    assert refused(lake, [SIX], [(0, loop, None)]) == "route_group_twice"
    for route in lake.best_run("GT", [SIX, SIX], rules()).routes:
        assert sum(stop[0] == "D6" for stop in route.stops) <= 1


def test_case_81_two_east_areas(lake: Board) -> None:
    """Windsor and Sarnia."""
    lay(lake, "B16", "6", 4)
    line = [["C17", "C15"], ["C15", "B16"], ["B16", "B18"]]
    assert refused(lake, [SIX], [(0, line, None)]) == "route_group_twice"
    assert run(lake, [SIX], [(0, line[:2], None)]).revenue == 40 + 50 + 20


def test_case_81_through_an_area() -> None:
    """Louisville has two sides and is an end on each."""
    board = Board(real_map()[1])
    lay(board, "I9", "57", 2)
    lay(board, "I11", "57", 0)
    board.place_token("GT", "I9", 0)
    line = [["I9", "J10"], ["J10", "I11"]]
    assert refused(board, [SIX], [(0, line, None)]) == "route_through_offboard"
    assert run(board, [SIX], [(0, line[:1], None)]).revenue == 20 + 50


def test_segments_in_any_order_and_direction(lake: Board) -> None:
    """The connections may be listed in any order, each from either end."""
    plain = run(lake, [SIX], [(0, CITY, None)])
    turned = [CITY[2][::-1], CITY[0], CITY[3][::-1], CITY[1]]
    assert run(lake, [SIX], [(0, turned, None)]).routes[0].stops == plain.routes[0].stops
    assert {stop[0] for stop in plain.routes[0].stops} == {"C5", "D6", "C9", "C15", "C17"}


def test_chicago_is_read_by_what_chains(lake: Board) -> None:
    """C5-D6 fits four cities; the next connection says which."""
    stops = run(lake, [SIX], [(0, CITY, None)]).routes[0].stops
    assert [stop[2] for stop in stops if stop[0] == "D6"] == [2]


def test_chicago_alone_is_read_by_token_or_nodes(lake: Board) -> None:
    """One connection: the first city with a token; stops that are named come first."""
    lake.place_token("IC", "D6", 1)
    lake.place_token("PRR", "D6", 3)
    one = [(0, [["D6", "C5"]], None)]
    for company, city in (("IC", 1), ("PRR", 3)):
        done = lake.check_run(company, [TWO], one, rules())
        assert [stop[2] for stop in done.routes[0].stops if stop[0] == "D6"] == [city]
    named = [(0, [["D6", "C5"]], [("D6", 0), ("C5", 0)])]
    assert [s[2] for s in lake.check_run("IC", [TWO], named, rules()).routes[0].stops if s[0] == "D6"] == [1]
    assert refused(lake, [TWO], [(0, [["D6", "C5"]], None)]) == "route_no_token"


def test_case_82_one_train_on_the_shared_edge(lake: Board) -> None:
    """Two trains over the D6-C5 edge are refused; a route takes its track from those after it."""
    lake.place_token("IC", "D6", 1)
    both: list[Route] = [(0, [["D6", "C5"]], None), (1, [["C5", "D6"]], None)]
    with pytest.raises(IllegalAction) as caught:
        lake.check_run("IC", [TWO, TWO], both, rules())
    assert caught.value.reason == "track_used_twice"
    assert "D6" in caught.value.message


def test_case_83_mail_is_for_visits(lake: Board) -> None:
    """Five stops visited, three counted: $50 on top."""
    mail = RunRules(colours=GREEN, pairs=[(EAST, WEST)], fleet=("co", 10))
    plain = run(lake, [THREE_OF_FIVE], [(0, CITY, None)])
    done = run(lake, [THREE_OF_FIVE], [(0, CITY, None)], mail)
    assert (done.revenue, done.bonus) == (plain.revenue + 50, 50)
    assert done.routes[0].revenue == plain.routes[0].revenue


def test_case_84_a_marker_counts_for_each_train(lake: Board) -> None:
    """Two trains that both count Detroit both get its marker."""
    routes: list[Route] = [(0, [["C15", "C17"]], None), (1, [["C15", "D14"]], None)]
    plain = run(lake, [TWO, TWO], routes).revenue
    assert run(lake, [TWO, TWO], routes, rules(once=((("C15",), 20),))).revenue == plain + 40


def test_blocked_city(lake: Board) -> None:
    """A city full of others' tokens may be an end, not passed."""
    for other in ("IC", "PRR"):
        lake.place_token(other, "C9", 0)
    assert run(lake, [SIX], [(0, CITY[2:], None)]).revenue > 0
    assert refused(lake, [SIX], [(0, CITY, None)]) == "route_blocked"


def test_terminal_track() -> None:
    """Track marked as the end of routes: its city can be an end, and passed only by other track."""
    city = [{"slots": 1, "revenue": 10, "part": 0}]
    hexes = [
        {"id": "A1", "wire": "A1-0", "colour": "gray", "cities": city, "paths": ["c0-4"]},
        {"id": "A3", "wire": "A3-0", "colour": "gray", "cities": city, "paths": ["1-c0!", "c0-4", "c0-5"]},
        {"id": "A5", "wire": "A5-0", "colour": "gray", "cities": city, "paths": ["1-c0"]},
        {"id": "B4", "wire": "B4-0", "colour": "gray", "cities": city, "paths": ["2-c0"]},
    ]
    board = Board(Map(json.dumps({"layout": "pointy", "companies": ["GT"], "hexes": hexes, "tiles": []})))
    board.place_token("GT", "A3", 0)
    plain = RunRules(colours=GREEN)
    over: list[list[str]] = [["A1", "A3"], ["A3", "A5"]]
    assert refused(board, [SIX], [(0, over, None)], plain) == "route_through_offboard"
    assert run(board, [SIX], [(0, over[:1], None)], plain).revenue == 20
    assert run(board, [SIX], [(0, [["A5", "A3"], ["A3", "B4"]], None)], plain).revenue == 30
    assert board.best_run("GT", [SIX], plain).revenue == 30
    assert board.best_run("GT", [SIX, SIX], plain).revenue == 50


def test_other_refusals(lake: Board) -> None:
    """Each rule has its code."""
    assert refused(lake, [TWO], [(0, CITY, None)]) == "route_too_long"
    assert refused(lake, [SIX], [(0, [["C15", "D16"]], None)]) == "route_unknown_track"
    assert refused(lake, [SIX], [(0, [["C15", "C17"], ["D6", "D8", "C9"]], None)]) == "route_unknown_track"
    assert refused(lake, [SIX], [(0, [], None)]) == "route_too_short"
    assert refused(lake, [SIX], [(0, [["C15", "C17"], ["C17", "C15"]], None)]) == "track_used_twice"
    assert refused(lake, [SIX], [(0, [["C15", "C17"], ["C15", "D14"], CITY[2]], None)]) == "route_stop_twice"
    assert refused(lake, [SIX, SIX], [(0, CITY[2:3], None), (0, CITY[3:], None)]) == "train_used_twice"
    assert refused(lake, [TWO], [(0, [["C5", "D6"]], None)]) == "route_no_token"


def test_bad_arguments(lake: Board) -> None:
    """Unknown names and numbers are errors of the input."""
    with pytest.raises(InvalidAction):
        run(lake, [TWO], [(1, [["C15", "C17"]], None)])
    with pytest.raises(InvalidAction):
        run(lake, [TWO], [(-1, [["C15", "C17"]], None)])
    with pytest.raises(InvalidAction):
        run(lake, [TWO], [(0, [["C15", "Z99"]], None)])
    with pytest.raises(InvalidAction):
        lake.best_run("XX", [TWO], rules())
    with pytest.raises(InvalidAction):
        lake.best_run("GT", [TWO], rules(), -1)
    with pytest.raises(InvalidAction):
        lake.best_run("GT", [TWO], RunRules(colours=GREEN, values={"Z99": 10}))
    with pytest.raises(InvalidAction):
        RunRules(colours=("pink",))
    with pytest.raises(InvalidAction):
        Train(limits=[("x", 2)])
    with pytest.raises(InvalidAction):
        Train(limits=[("c", -2)])
    with pytest.raises(InvalidAction):
        Train(limits=[("cot", 5)], pay=[("co", 2), ("ot", 2)])
    with pytest.raises(InvalidAction):
        lake.best_run("GT", [TWO], RunRules(colours=GREEN, values={"C15": 5_000_000}))
    thousandfold = Train(limits=[("c", 2)], multiplier=1000)
    with pytest.raises(InvalidAction):
        lake.best_run("GT", [thousandfold], RunRules(colours=GREEN, values={"C15": 1_000_000}))


def test_no_train_no_route(lake: Board) -> None:
    """Nothing to run is a run of 0."""
    for done in (lake.best_run("GT", [], rules()), lake.best_run("NYC", [TWO], rules()), run(lake, [TWO], [])):
        assert (done.revenue, done.routes) == (0, [])
    assert lake.best_run("GT", [], rules()).optimal
    assert not lake.legal_route("NYC")
    assert lake.legal_route("GT", [TWO])
    assert not lake.legal_route("GT", [Train(limits=[("cot", 1)])])
    assert not lake.legal_route("GT", [])


def test_trains_are_values() -> None:
    """Equal trains are equal, whatever the spelling."""
    assert Train(limits=[("oc", 3)]) == Train(limits=(("co", 3),))
    assert hash(Train(limits=[("oc", 3)])) == hash(Train(limits=(("co", 3),)))
    assert Train(limits=[("co", 3)]) != Train(limits=[("co", 3)], constant=20)
    assert Train(limits=[("c", 1)], multiplier={"c": 2, "ot": 2}) == Train(limits=[("c", 1)], multiplier=2)
