"""18MS, edge cases 25 to 29 and 67: stations, and the bonuses for New Orleans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.acts import cash, route, run
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    buy_train,
    coast,
    jackson_meridian,
    pass_round,
    position,
    refused,
    revenue,
    skip,
    step,
    token,
    until,
)

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario

#: From New Orleans to Mobile: 50, Gulfport 10, 20.
WEST = ("I1 H2 H4", "H4 H6")


def western(ruleset: str, **more: Any) -> Scenario:
    """Mobile with track to New Orleans."""
    return coast(position(ruleset, **more), east=False)


def gmo(made: Scenario, treasury: int, **more: Any) -> Scenario:
    return made.launched("GMO", president=1, par=70, holdings={1: 60}, cash=treasury, **more)


def west_pays(game: Game, train: str = "2+-0") -> int:
    """What the GMO earns between New Orleans and Mobile."""
    until(game, "run")
    return revenue(game, run("GMO", route(train, *WEST)))


@both
def test_case_025_a_station_in_new_orleans_for_the_last_money(ruleset: str) -> None:
    game = gmo(western(ruleset), 40, trains=["2+"]).operating("GMO", "station", turn=1)
    accepted(game, token(game, "GMO", "I1"))
    assert cash(game, "GMO") == 100
    assert west_pays(game) == 50 + 10 + 20 + 10
    game = gmo(western(ruleset), 39, trains=["2+"]).operating("GMO", "track", turn=1)
    refused(game, token(game, "GMO", "I1"), None)


@both
def test_case_026_no_bonus_for_routes_after_the_first_6_train(ruleset: str) -> None:
    game = gmo(western(ruleset).phase("6"), 40, trains=["4+"]).operating("GMO", "station", turn=4)
    accepted(game, token(game, "GMO", "I1"))
    assert cash(game, "GMO") == 100
    assert west_pays(game, "4+-0") == 80 + 10 + 20


@both
def test_the_bonus_for_routes_ends_with_the_first_6_train(ruleset: str) -> None:
    held = gmo(western(ruleset).depot("6"), 40, trains=["4+"])
    held.launched("IC", president=2, par=90, holdings={2: 60}, cash=600, price=(0, 8))
    game = held.operating("GMO", "station", turn=4)
    accepted(game, token(game, "GMO", "I1"))
    assert west_pays(game, "4+-0") == 50 + 10 + 20 + 10
    pass_round(game)
    while game.turn is not None and game.turn.entity != "IC":
        accepted(game, skip(game.turn.entity))
    until(game, "trains")
    accepted(game, buy_train("IC", "6-0", 550))
    while game.state.turn.entity != "GMO":
        accepted(game, skip("IC"))
    assert west_pays(game, "4+-0") == 80 + 10 + 20


@both
def test_case_027_one_circle_in_new_orleans(ruleset: str) -> None:
    # New Orleans is reached from Jackson by F2, G1 and H2, and is full.
    held = gmo(position(ruleset).lay("F2", "8", 0).lay("G1", "8", 3).lay("H2", "8", 0), 0, tokens=["I1"])
    held.launched("Fr", president=2, par=80, holdings={2: 60}, cash=500).lay("E3", "9", 1).lay("E5", "57", 1)
    game = held.operating("Fr", "station", turn=2)
    assert step(game) == "station"
    refused(game, token(game, "Fr", "I1"), "4.2.2")
    accepted(game, token(game, "Fr", "E5"))


@both
def test_case_028_a_station_at_half_price(ruleset: str) -> None:
    held = jackson_meridian(position(ruleset)).private("M&M", "GMO").lay("H6", "57", 1).lay("C7", "57", 1)
    game = gmo(held, 50, tokens=["E1"]).operating("GMO", "station", turn=2)
    refused(game, token(game, "GMO", "E5"), "4.2.2")
    refused(game, token(game, "M&M", "C7"), "4.2.2")
    accepted(game, token(game, "M&M", "E5"))
    assert cash(game, "GMO") == 0
    assert game.state.corporations["GMO"].tokens_left == 1
    assert not game.state.privates["M&M"].closed
    # Once only, and it was the station of the turn.
    held = jackson_meridian(position(ruleset)).private("M&M", "GMO", used=("station",))
    game = gmo(held.lay("H6", "57", 1), 100, tokens=["E1"]).operating("GMO", "station", turn=2)
    refused(game, token(game, "M&M", "E5"), "10.III.3")


@both
def test_case_029_homes_keep_a_circle(ruleset: str) -> None:
    held = jackson_meridian(coast(position(ruleset)))
    held.launched("Fr", president=2, par=80, holdings={2: 60}, cash=500, tokens=["I1"])
    game = held.operating("Fr", "station", turn=1)
    refused(game, token(game, "Fr", "H6"), "4.2.2c")
    accepted(game, token(game, "Fr", "E5"))
    held = jackson_meridian(position(ruleset)).lay("D2", "9", 0).lay("C3", "57", 0)
    for sym, number, price in (("WRA", 1, 90), ("IC", 2, 80)):
        held.launched(sym, president=number, par=price, holdings={number: 60}, cash=500, tokens=["E5"][number - 1 :])
    game = held.operating("WRA", "station", turn=1)
    accepted(game, token(game, "WRA", "E1"))
    game = other_in_jackson(ruleset)
    refused(game, token(game, "IC", "E1"), "4.2.2c")
    accepted(game, token(game, "IC", "C7"))


def other_in_jackson(ruleset: str) -> Game:
    """The WRA has one circle of Jackson, the other is Frisco's; the IC reaches both from Meridian and has free circles
    there."""
    held = (
        position(ruleset).lay("E3", "9", 1).lay("E5", "14", 0).lay("D6", "58", 0).lay("C5", "3", 4).lay("C7", "57", 1)
    )
    held.launched("WRA", president=1, par=90, holdings={1: 60}, tokens=["E1"])
    held.launched("IC", president=2, par=80, holdings={2: 60}, cash=500, tokens=["E5"])
    return held.operating("IC", "station", turn=2)


def test_case_067_a_half_price_station_in_new_orleans() -> None:
    for ruleset in (RULEBOOK, SITE):
        game = gmo(western(ruleset).private("M&M", "GMO"), 20, trains=["2+"]).operating("GMO", "station", turn=2)
        accepted(game, token(game, "M&M", "I1"))
        bonus = ruleset == RULEBOOK
        assert cash(game, "GMO") == (100 if bonus else 0)
        assert west_pays(game) == 80 + (10 if bonus else 0)
        assert game.state.board.city_tokens("I1", 0) == ["GMO"]
