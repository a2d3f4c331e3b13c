"""18GA, edge cases 39 to 48: routes and what they earn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import RunRoutes
from tests.rules.acts import accepted as done
from tests.rules.acts import asked, buy_train, cash, dividend, route, run
from tests.rules.ga import (
    PORT,
    RULEBOOK,
    SITE,
    accepted,
    both,
    coast,
    macon,
    refused,
    revenue,
    skip,
    west,
)
from tests.rules.ga import scenario as position

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario


def rome(ruleset: str, trains: list[str], *, blocked: bool = False, token: bool = True) -> Scenario:
    """W&A in Atlanta and Rome with the track of the west; GA instead in the one circle of Rome if `blocked`."""
    held = west(position(ruleset))
    stations: list[str | tuple[str, int]] = [("D4", 0)]
    if token and not blocked:
        stations.append("C3")
    held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=trains, tokens=stations)
    if blocked:
        held.launched("GA", president=2, par=70, holdings={2: 60}, tokens=["C3"])
    return held


ROME_MONTGOMERY = ("C3 D2 E1",)
MONTGOMERY_ATLANTA = ("E1 E3 D4",)


@both
def test_case_039_two_cities_or_a_city_and_a_town(ruleset: str) -> None:
    # Atlanta's second city (edge 2) meets edge 5 of Rome.
    held = position(ruleset).lay("D4", "451a", 0).lay("C3", "57", 2)
    held = held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=["2"], tokens=[("D4", 1)])
    game = held.operating("W&A", "run")
    assert revenue(game, run("W&A", route("2-0", "D4 C3"))) == 30 + 20
    held = macon(position(ruleset)).launched("CoG", president=1, par=70, holdings={1: 60}, trains=["2"])
    game = held.operating("CoG", "run")
    assert revenue(game, run("CoG", route("2-0", "F6 E7"))) == 20 + 10


@both
def test_case_040_towns_do_not_count_for_the_length(ruleset: str) -> None:
    held = position(ruleset).lay("H4", "57", 1).lay("H6", "8", 5).lay("I7", "58", 2).lay("I9", "57", 1)
    held = held.launched("G&F", president=1, par=70, holdings={1: 60}, trains=["2"])
    game = held.operating("G&F", "run")
    assert revenue(game, run("G&F", route("2-0", "H4 H6 I7", "I7 I9"))) == 20 + 10 + 20
    # A third city is one too many: Brunswick's edge 1 meets edge 4 of Waycross.
    game = held.lay("I11", "57", 1).operating("G&F", "run")
    refused(game, run("G&F", route("2-0", "H4 H6 I7", "I7 I9", "I9 I11")), "4.2.3i")


@both
def test_case_041_a_route_of_towns_only(ruleset: str) -> None:
    held = macon(position(ruleset))
    held.lay("G11", "4", 0).lay("H10", "8", 1).lay("H8", "8", 4).lay("I7", "4", 0)
    game = held.launched("CoG", president=1, par=70, holdings={1: 60}, trains=["2"]).operating("CoG", "run")
    refused(game, run("CoG", route("2-0", "G11 H10 H8 I7")), "4.2.3f")
    accepted(game, run("CoG", route("2-0", "F6 E7")))


@both
def test_case_042_three_times_atlanta(ruleset: str) -> None:
    held = position(ruleset).phase("5").lay("D4", "455a", 0)
    # E5 joins edges 1, 2 and E3 edges 3, 4; C5 joins edges 5, 0 and D6 edges 1, 2.
    held.lay("E5", "7", 1).lay("E3", "7", 3).lay("C5", "7", 5).lay("D6", "7", 1)
    held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=["3"], tokens=[("D4", 1)])
    game = held.operating("W&A", "run")
    # The parts of Atlanta's tile are its three cities.
    laps = route("3-0", "D4 E5 E3 D4", "D4 C5 D6 D4", nodes=["D4-1", "D4-0", "D4-2"])
    assert revenue(game, run("W&A", laps)) == 3 * 70
    assert game.best_run("W&A").revenue == 210


def jacksonville(ruleset: str, sym: str, *, floated: bool = True, **options: str) -> Game:
    """SAL with a station in Brunswick, or ACL, runs a 3-Train on the coast."""
    held = coast(position(ruleset, options=options))
    if sym == "SAL":
        held.launched("SAL", president=1, par=90, holdings={1: 60}, trains=["3"], tokens=["I11"])
        if floated:
            held.launched("ACL", president=2, par=70, holdings={2: 60}, operated=False)
    else:
        held.launched("ACL", president=2, par=70, holdings={2: 60}, trains=["3"])
    return held.operating(sym, "run")


@both
@pytest.mark.parametrize("floated", [True, False])
def test_case_043_jacksonville_is_passed_by_one_only(ruleset: str, floated: bool) -> None:
    game = jacksonville(ruleset, "SAL", floated=floated)
    through = ("I11 J12", "J12 J10 I9")
    refused(game, run("SAL", route("3-0", *through)), "4.2.3i")
    assert revenue(game, run("SAL", route("3-0", "I11 J12"))) == 20 + 30
    game = jacksonville(ruleset, "ACL")
    assert revenue(game, run("ACL", route("3-0", *through))) == 20 + 30 + 20


@both
def test_case_043_jacksonville_in_files_before_2026(ruleset: str) -> None:
    game = jacksonville(ruleset, "SAL", floated=False, jacksonville="open")
    assert revenue(game, run("SAL", route("3-0", "I11 J12", "J12 J10 I9"))) == 20 + 30 + 20


@both
def test_case_043_tracks_and_stations_beyond_jacksonville(ruleset: str) -> None:
    held = coast(position(ruleset)).launched("SAL", president=1, par=90, holdings={1: 60}, tokens=["I11"], cash=200)
    game = held.operating("SAL", "station")
    assert game.state.board.reaches("SAL", "J12", 0)
    assert not game.state.board.reaches("SAL", "I9", 0)
    held = coast(position(ruleset)).launched("ACL", president=1, par=90, holdings={1: 60}, cash=200)
    game = held.operating("ACL", "station")
    assert {("I9", 0), ("I11", 0)} <= set(game.state.board.token_cities("ACL"))


@both
def test_case_044_charleston_is_an_end_even_with_a_station(ruleset: str) -> None:
    held = position(ruleset, optional_rules=PORT[ruleset])
    held.lay("D10", "57", 2).lay("E11", "8", 2).lay("E13", "9", 1).lay("F14", "9", 0)
    held.launched("GA", president=1, par=90, holdings={1: 60}, trains=["3"])
    game = held.operating("GA", "run")
    refused(game, run("GA", route("3-0", "D10 E11 E13 E15", "E15 F14 G13")), "4.2.3h")
    assert revenue(game, run("GA", route("3-0", "D10 E11 E13 E15"))) == 20 + 30
    assert revenue(game, run("GA", route("3-0", "E15 F14 G13"))) == 30 + 30


@both
def test_case_045_montgomery_may_be_passed(ruleset: str) -> None:
    game = rome(ruleset, ["3"]).operating("W&A", "run")
    assert revenue(game, run("W&A", route("3-0", *ROME_MONTGOMERY, *MONTGOMERY_ATLANTA))) == 20 + 30 + 30
    # It is a city: with a 2-Train the way through is too long.
    game = rome(ruleset, ["2"]).operating("W&A", "run")
    refused(game, run("W&A", route("2-0", *ROME_MONTGOMERY, *MONTGOMERY_ATLANTA)), "4.2.3i")


@both
def test_case_046_two_trains_to_montgomery(ruleset: str) -> None:
    game = rome(ruleset, ["2", "3"]).operating("W&A", "run")
    apart = run("W&A", route("2-0", *ROME_MONTGOMERY), route("3-0", *MONTGOMERY_ATLANTA))
    assert revenue(game, apart) == (20 + 30) + (30 + 30)
    shared = run("W&A", route("2-0", *ROME_MONTGOMERY), route("3-0", *ROME_MONTGOMERY, *MONTGOMERY_ATLANTA))
    refused(game, shared, "4.2.3j")
    # One route that uses a piece of track twice by itself.
    back = run("W&A", route("3-0", *ROME_MONTGOMERY, "E1 D2 C3"))
    refused(game, back, "4.2.3b")


@both
def test_case_047_a_city_full_of_others(ruleset: str) -> None:
    # Rome's edge 3 leads by B4 (8: 0, 2) to Chattanooga.
    game = rome(ruleset, ["4"], blocked=True).lay("B4", "8", 0).operating("W&A", "run")
    to_rome = ("D4 E3 E1", "E1 D2 C3")
    refused(game, run("W&A", route("4-0", *to_rome, "C3 B4 A3")), "4.2.3e")
    assert revenue(game, run("W&A", route("4-0", *to_rome))) == 30 + 30 + 20


@both
def test_case_048_high_values_from_the_first_five_train_on(ruleset: str) -> None:
    held = rome(ruleset, ["4"]).lay("B4", "8", 0)
    held.launched("CoG", president=2, par=90, holdings={2: 60}, cash=450)
    held.depot("5").phase("4")
    game = held.operating("CoG", "trains")
    chattanooga = run("W&A", route("4-0", "C3 B4 A3"))
    assert game.best_run("W&A").revenue == 30 + 20 + 30 + 30
    accepted(game, buy_train("CoG", "5-0", 450))
    while asked(game) != "W&A" or not game.legal_actions.of(RunRoutes):
        accepted(game, skip(str(asked(game))))
    assert game.state.round.number == 1
    # Rome 20, Chattanooga 60; Montgomery 40 by now.
    assert revenue(game, chattanooga) == 20 + 60
    assert game.best_run("W&A").revenue == 60 + 20 + 40 + 30
    done(game, chattanooga)
    done(game, dividend("W&A", "payout"))
    # 60 % of $80.
    assert cash(game, 1) == 450 + 48


def test_the_profiles_agree_on_what_a_run_pays() -> None:
    assert [rome(ruleset, ["3"]).operating("W&A", "run").best_run("W&A").revenue for ruleset in (RULEBOOK, SITE)] == [
        80,
        80,
    ]
