"""1846, edge cases 78 to 84: what routes are legal and what they earn."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import Route
from tests.scenario import Scenario

from .acts import accepted, refused, route, run

#: Chicago green; its city 1 leads over C7 (edges 0 and 5) and D8 (2 and 3) to South Bend (edges 0 and 4), and on over
#: C11 and C13 (1 and 4) to Detroit green (0, 1, 3, 4), whose edge 4 meets Windsor.
LINE = (("D6", "298", 0), ("D8", "7", 2), ("C9", "6", 4), ("C11", "9", 1), ("C13", "9", 1), ("C15", "294", 0))
LINKS = ("C5 D6", "D6 C7 D8 C9", "C9 C11 C13 C15", "C15 C17")


def line(token: str, *trains: str, port: str | None = None, mail: bool = False) -> Game:
    position = Scenario("1846").launched("GT", president=1, trains=trains, tokens=[token])
    for before in LINE:
        position.lay(*before)
    if port is not None:
        position.private("SC", owner="GT", hex=port)
    if mail:
        position.private("MAIL", owner="GT")
    return position.phase("II").operating("GT", "run")


def ids(game: Game, sym: str) -> list[str]:
    return [train.id for train in game.state.corporations[sym].trains]


def values(game: Game) -> dict[str, int]:
    """What each train has earned in the present turn."""
    assert game.state.turn.run is not None
    return {train: value for train, value, _ in game.state.turn.run.routes}


def test_case_078_three_of_five_stops_with_both_ends() -> None:
    game = line("C15", "3/5", port="C5")
    train = ids(game, "GT")[0]
    # Chicago Connections 20, Detroit 50, Windsor 40, 50 + 30 from west to east, Steamboat 20.
    earned = 20 + 50 + 40 + 80 + 20
    assert earned == 210
    assert game.best_run("GT").revenue == earned
    refused(game, run("GT", route(train, *LINKS, revenue=earned + 10)), "stated_revenue")
    accepted(game, run("GT", route(train, *LINKS, revenue=earned)))


def test_case_079_the_best_set_with_a_token_counts() -> None:
    # The token stands in South Bend, 20. Without it 20 + 50 + 40 + 80 would be the best three.
    game = line("C9", "3/5")
    train = ids(game, "GT")[0]
    accepted(game, run("GT", route(train, *LINKS, revenue=20 + 20 + 40 + 80)))


@pytest.mark.parametrize("boomtown", [False, True])
def test_case_080_no_bonus_for_an_end_that_is_not_counted(boomtown: bool) -> None:
    # Charleston 20 - Huntington 20 (token) - Cincinnati 50 - St. Louis 50, bonus 20 + 20.
    position = Scenario("1846").launched("C&O", president=1, trains=["3/5"])
    position.lay("H14", "8", 5).lay("H12", "294", 0).lay("H2", "8", 4)
    for hex_id in ("H10", "H8", "H6", "H4"):
        position.lay(hex_id, "9", 1)
    if boomtown:
        position.private("BT", owner="C&O", hex="H12")
    game = position.phase("II").operating("C&O", "run")
    links = ("I17 I15", "I15 H14 H12", "H12 H10 H8 H6 H4 H2 I1")
    with_both_ends = 20 + 20 + 50 + 20 + 20
    without_the_east = 20 + (50 + 20) + 50
    assert with_both_ends < without_the_east
    earned = without_the_east if boomtown else with_both_ends
    accepted(game, run("C&O", route(ids(game, "C&O")[0], *links, revenue=earned)))


def test_case_081_two_east_areas() -> None:
    # Port Huron with edges 4 and 0 lies between Sarnia and Detroit.
    game = (
        Scenario("1846")
        .launched("GT", president=1, trains=["4"], tokens=["C15"])
        .lay("B16", "6", 4)
        .lay("C15", "294", 0)
        .operating("GT", "run")
    )
    train = ids(game, "GT")[0]
    refused(game, run("GT", route(train, "B18 B16", "B16 C15", "C15 C17")), "route_group_twice")
    accepted(game, run("GT", route(train, "B18 B16", "B16 C15", revenue=30 + 20 + 50)))


def test_case_081_two_chicago_cities() -> None:
    # D8 with edges 1 and 2 joins Chicago's city 2 with its city 1 over C7.
    game = (
        Scenario("1846")
        .launched("GT", president=1, trains=["4"], tokens=[("D6", 2)])
        .lay("D6", "298", 0)
        .lay("D8", "7", 1)
        .phase("II")
        .operating("GT", "run")
    )
    loop = route(ids(game, "GT")[0], "D6 D8 C7 D6", nodes=("D6-2", "D6-1"))
    refused(game, run("GT", loop), "route_group_twice")


def test_case_081_through_an_off_board_area() -> None:
    # Centralia - I3 - St. Louis - H2 - H4 - Springfield.
    game = (
        Scenario("1846")
        .launched("IC", president=1, trains=["4"], tokens=["I5"])
        .lay("I3", "9", 1)
        .lay("H2", "8", 4)
        .lay("H4", "7", 1)
        .lay("G3", "57", 2)
        .operating("IC", "run")
    )
    train = ids(game, "IC")[0]
    refused(game, run("IC", route(train, "I5 I3 I1", "I1 H2 H4 G3")), "route_through_offboard")
    accepted(game, run("IC", route(train, "I5 I3 I1", revenue=10 + 50)))


def test_case_082_one_train_between_chicago_and_its_connections() -> None:
    position = Scenario("1846").launched("GT", president=1, trains=["2", "4"], tokens=["C9", ("D6", 3)])
    for before in LINE:
        position.lay(*before)
    game = position.operating("GT", "run")
    short, long = ids(game, "GT")
    first = route(short, "C5 D6", nodes=("C5-0", "D6-3"))
    second = route(long, "C5 D6", "D6 C7 D8 C9", nodes=("C5-0", "D6-1", "C9-0"))
    refused(game, run("GT", first, second), "track_used_twice")
    for single in (first, second):
        assert run("GT", single) in game.legal_actions
    accepted(game, run("GT", first, route(long, "D6 C7 D8 C9", nodes=("D6-1", "C9-0"))))


def test_case_083_the_mail_counts_all_stops_of_one_train() -> None:
    game = line("C15", "2", "3/5", mail=True)
    short, long = ids(game, "GT")
    # Four stops: Chicago Connections 20, Chicago 40, South Bend 20, Detroit 50; the best three are 20 + 40 + 50.
    accepted(game, run("GT", route(short, "C15 C17"), route(long, *LINKS[:3])))
    assert values(game) == {short: 50 + 40, long: 110 + 40}


def test_case_083_of_equal_routes_the_later_train_carries_the_mail() -> None:
    game = line("C15", "2", "2", mail=True)
    first, second = ids(game, "GT")
    assert first < second
    routes: tuple[Route, Route] = (route(second, "C9 C11 C13 C15"), route(first, "C15 C17"))
    accepted(game, run("GT", *routes))
    assert values(game) == {second: 20 + 50 + 20, first: 50 + 40}


def test_case_084_a_marker_pays_for_each_train_that_counts_it() -> None:
    # Cincinnati green with Dayton at edge 3 and, over H14, Huntington at edge 4; Boomtown adds 20 to it.
    game = (
        Scenario("1846")
        .launched("B&O", president=1, trains=["2", "2"], tokens=["H12"])
        .private("BT", owner="B&O", hex="H12")
        .lay("H12", "294", 0)
        .lay("G13", "57", 0)
        .lay("H14", "8", 5)
        .phase("II")
        .operating("B&O", "run")
    )
    first, second = ids(game, "B&O")
    accepted(game, run("B&O", route(first, "H12 G13"), route(second, "H12 H14 I15")))
    assert values(game) == {first: 50 + 20 + 20, second: 50 + 20 + 20}
    assert game.state.turn.run is not None
    assert game.state.turn.run.revenue == 180
