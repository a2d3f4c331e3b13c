"""18MS, edge cases 30 to 40: routes and what they earn."""

from __future__ import annotations

from typing import Any

from tests.rules.acts import asked, route, run
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    buy_train,
    coast,
    jackson_meridian,
    memphis,
    pass_round,
    position,
    refused,
    revenue,
    skip,
    token,
    until,
)
from tests.scenario import Scenario

#: New Orleans 50 - Gulfport 10 - Mobile 20 - Pensacola 10 - Tallahassee 30.
COAST = ("I1 H2 H4", "H4 H6", "H6 H8", "H8 H10")
#: The town behind New Orleans.
TOWN = "I1"


def major(made: Scenario, sym: str, train: str | list[str], **more: Any) -> Scenario:
    trains = [train] if isinstance(train, str) else train
    return made.launched(sym, president=1, par=70, holdings={1: 60}, cash=500, trains=trains, **more)


@both
def test_case_030_the_coast(ruleset: str) -> None:
    held = major(coast(position(ruleset)), "GMO", "3+")
    game = held.operating("GMO", "run", turn=2)
    assert revenue(game, run("GMO", route("3+-0", *COAST))) == 120
    game = held.operating("GMO", "station", turn=2)
    accepted(game, token(game, "GMO", "I1"))
    assert revenue(game, run("GMO", route("3+-0", *COAST))) == 130
    if ruleset == SITE:
        assert revenue(game, run("GMO", route("3+-0", TOWN, *COAST))) == 140
        game = held.operating("GMO", "run", turn=2)
        assert revenue(game, run("GMO", route("3+-0", TOWN, *COAST))) == 130
    else:
        refused(game, run("GMO", route("3+-0", TOWN, *COAST)), "4.2.3a")
        assert game.best_run("GMO").revenue == 130


@both
def test_the_bonus_is_paid_for_each_route_to_new_orleans(ruleset: str) -> None:
    """Green Mobile has one way west; two trains would need two ways into New Orleans, and it has one track."""
    held = major(coast(position(ruleset)), "GMO", ["2+", "3+"], tokens=["I1"])
    game = held.operating("GMO", "run", turn=2)
    both_there = route("2+-0", *COAST[:2]), route("3+-0", *COAST)
    refused(game, run("GMO", *both_there), "4.2.3k")
    if ruleset == SITE:
        # The town by itself is a second route that includes New Orleans: 50 + 10.
        assert revenue(game, run("GMO", route("2+-0", TOWN), route("3+-0", *COAST))) == 60 + 120
        game = held.operating("GMO", "station", turn=2)
        held = major(coast(position(ruleset)), "GMO", ["2+", "3+"])
        game = held.operating("GMO", "station", turn=2)
        accepted(game, token(game, "GMO", "I1"))
        assert revenue(game, run("GMO", route("2+-0", TOWN), route("3+-0", *COAST))) == 60 + 10 + 120 + 10


def test_case_031_new_orleans_ends_a_route() -> None:
    game = major(coast(position(RULEBOOK)), "GMO", "4+").operating("GMO", "run", turn=2)
    refused(game, run("GMO", route("4+-0", "H4 H2 I1", "I1 H2 H4")), "4.2.3h")
    refused(game, run("GMO", route("4+-0", "H6 H4", "H4 H2 I1", "I1 H2 H4")), "4.2.3h")
    # Memphis, in contrast, is passed.
    held = major(memphis(position(RULEBOOK)), "IC", "4+")
    game = held.operating("IC", "run", turn=2)
    assert revenue(game, run("IC", route("4+-0", "B2 A1", "A1 A3 B4 C5"))) == 10 + 40 + 10


@both
def test_case_032_towns_count_for_later_trains(ruleset: str) -> None:
    game = major(coast(position(ruleset)), "GMO", "5").operating("GMO", "run", turn=4)
    assert revenue(game, run("GMO", route("5-0", *COAST))) == 120
    game = major(coast(position(ruleset)), "GMO", "4D").operating("GMO", "run", turn=5)
    refused(game, run("GMO", route("2D-0", *COAST)), "4.2.3i")
    # Without New Orleans: 10 + 20 + 10 + 50, doubled.
    assert revenue(game, run("GMO", route("2D-0", *COAST[1:]))) == 180
    game = major(coast(position(ruleset)), "GMO", "5D").operating("GMO", "run", turn=5)
    assert revenue(game, run("GMO", route("5D-0", *COAST))) == 2 * (80 + 10 + 20 + 10 + 50)


@both
def test_case_033_a_diesel_doubles_every_stop(ruleset: str) -> None:
    held = position(ruleset).lay("E3", "9", 1).lay("E5", "63", 0)
    game = major(held, "Fr", "2D").operating("Fr", "run", turn=5)
    assert revenue(game, run("Fr", route("2D-0", "E1 E3 E5"))) == 2 * (60 + 40)


@both
def test_case_034_memphis_may_be_passed(ruleset: str) -> None:
    through = "C7 C5", "C5 B4 A3 A1", "A1 B2"
    held = major(memphis(position(ruleset)), "WRA", "3+", tokens=["C7"])
    game = held.operating("WRA", "run", turn=2)
    # Tuscaloosa 20, Starkville 10, Memphis 40, Grenada 10.
    assert revenue(game, run("WRA", route("3+-0", *through))) == 80
    held.launched("IC", president=2, par=70, holdings={2: 60}, trains=["3+"])
    game = held.operating("WRA", "run", turn=2)
    refused(game, run("WRA", route("3+-0", *through)), "4.2.3e")
    assert revenue(game, run("WRA", route("3+-0", *through[:2]))) == 70
    pass_until(held, "IC")


def pass_until(held: Scenario, sym: str) -> None:
    """The holder of Memphis passes it; Tuscaloosa, which the WRA fills, is an end."""
    game = held.operating(sym, "run", turn=2)
    assert revenue(game, run("IC", route("3+-1", "C7 C5", "C5 B4 A3 A1", "A1 B2"))) == 80


@both
def test_case_035_one_train_to_atlanta(ruleset: str) -> None:
    held = position(ruleset).lay("E11", "5", 3)
    game = major(held, "WRA", ["2+", "2+"]).operating("WRA", "run", turn=2)
    straight, north = route("2+-0", "E11 E13 E15"), route("2+-1", "E11 D12 E13 E15")
    assert revenue(game, run("WRA", straight)) == revenue(game, run("WRA", north)) == 60
    refused(game, run("WRA", straight, north), "4.2.3g")
    assert game.best_run("WRA").revenue == 60


@both
def test_case_036_red_areas_are_ends(ruleset: str) -> None:
    held = position(ruleset).lay("E11", "5", 3)
    game = major(held, "WRA", "4+").operating("WRA", "run", turn=2)
    refused(game, run("WRA", route("4+-0", "E11 E13 E15", "E15 E13 D12 E11")), "4.2.3h")
    held = position(ruleset).lay("C9", "57", 0).lay("B10", "8", 4)
    game = major(held, "L&N", "4+").operating("L&N", "run", turn=2)
    refused(game, run("L&N", route("4+-0", "C9 B10 B12", "B12 B10 C9")), "4.2.3h")
    assert revenue(game, run("L&N", route("4+-0", "C9 B10 B12"))) == 20 + 40


@both
def test_case_037_a_city_and_a_town(ruleset: str) -> None:
    held = position(ruleset).lay("E5", "57", 0).lay("D6", "4", 0)
    game = major(held, "Fr", "2+", tokens=["E5"]).operating("Fr", "run", turn=1)
    assert revenue(game, run("Fr", route("2+-0", "E5 D6"))) == 30


@both
def test_case_038_no_route_without_a_station_or_with_one_stop(ruleset: str) -> None:
    held = position(ruleset).lay("E5", "57", 0).lay("D6", "58", 0).lay("C5", "4", 2)
    game = major(held, "Fr", "2+", tokens=["E5"]).operating("Fr", "run", turn=1)
    refused(game, run("Fr", route("2+-0", "D6 C5")), "4.2.3f")
    refused(game, run("Fr", route("2+-0", nodes=["E5-0"])), "4.2.3j")
    refused(game, run("Fr", route("2+-0", "E5")), None)
    assert revenue(game, run("Fr", route("2+-0", "E5 D6", "D6 C5"))) == 40


@both
def test_case_039_towns_are_free_for_early_trains(ruleset: str) -> None:
    links = "B2 A1", "A1 A3 B4 C5", "C5 C7", "C7 C9", "C9 B10 B12"
    for train, ident, legal in (("4+", "4+-0", True), ("3+", "3+-0", False), ("5", "5-0", False), ("6", "6-0", True)):
        held = position(ruleset).lay("C7", "57", 1).lay("C5", "58", 2).lay("B4", "9", 2).lay("B2", "4", 2)
        held.lay("C9", "6", 1).lay("B10", "8", 4)
        game = major(held, "IC", train).operating("IC", "run", turn=4)
        action = run("IC", route(ident, *links))
        if legal:
            high = train == "6"
            ends = (50 + 60) if high else (40 + 40)
            assert revenue(game, action) == 10 + 10 + 20 + 20 + ends
        else:
            refused(game, action, "4.2.3i")
    # A fifth city is one too many for a 4-Train.
    held = position(ruleset).lay("C7", "57", 1).lay("C5", "58", 2).lay("B4", "9", 2).lay("B2", "4", 2)
    held.lay("C9", "6", 1).lay("B10", "8", 4)
    game = major(held, "IC", "5").operating("IC", "run", turn=4)
    assert revenue(game, run("IC", route("5-0", *links[:4]))) == 10 + 40 + 10 + 20 + 20


@both
def test_case_040_high_values_at_once(ruleset: str) -> None:
    held = jackson_meridian(position(ruleset).depot("6"))
    held.launched("IC", president=2, par=90, holdings={2: 60}, cash=600)
    game = major(held, "Fr", "4+").operating("IC", "trains", turn=4)
    low, high = 30 + 20, 60 + 20
    twin = held.operating("Fr", "run", turn=4)
    assert revenue(twin, run("Fr", route("4+-0", "E1 E3 E5"))) == low
    accepted(game, buy_train("IC", "6-0", 550))
    while asked(game) != "Fr":
        accepted(game, skip("IC"))
    until(game, "run")
    assert revenue(game, run("Fr", route("4+-0", "E1 E3 E5"))) == high


@both
def test_a_run_is_best_by_far(ruleset: str) -> None:
    """The engine finds the whole coast by itself."""
    game = major(coast(position(ruleset)), "GMO", "3+").operating("GMO", "run", turn=2)
    best = game.best_run("GMO")
    assert best.optimal
    assert best.revenue == (120 if ruleset == RULEBOOK else 130)
    pass_round(game)
