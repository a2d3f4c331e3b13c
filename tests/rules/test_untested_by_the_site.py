"""1846, table 18.1: what 18xx.games accepts without checking is refused live and booked, with a line, in a replay.

Rows that are edge cases, too: consent (111), the price of a train from the bank (94), emergency issues and trains of a
corporation without president (107), the face of a bought train (110), issues (108), phase colours (109), sales and
bankruptcies that nothing forces (106), the price of a draft bid (7).
"""

from __future__ import annotations

import pytest

from open18xx import Game, IllegalAction, InvalidAction
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    booked,
    buy_private,
    cash,
    dividend,
    lay,
    refused,
    route,
    run,
    token,
)

BOTH = pytest.mark.parametrize("ruleset", ["18xx.games", "rulebook"])


def columbus(ruleset: str, *, phase: str = "I") -> Game:
    """PRR in Columbus, whose tile 57 runs from F14 (edge 2) to H16 (edge 5); player 2 owns Ohio & Indiana."""
    return (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["G15"])
        .private("O&I", owner=2)
        .lay("G15", "57", 2)
        .phase(phase)
        .operating("PRR")
    )


@BOTH
@pytest.mark.parametrize(
    ("hex_id", "tile", "rotation", "reason", "cost"),
    [
        ("F14", "9-0", 2, "hex_blocked", 20),
        ("C11", "9-0", 1, "not_connected", 20),
        # D14 lies beside the lake, which is at its edge 4; H16 ends at G19's side, its edge 3 is G17.
        ("D14", "57-1", 1, "exit_off_map", 20),
    ],
)
def test_a_lay_on_loading(ruleset: str, hex_id: str, tile: str, rotation: int, reason: str, cost: int) -> None:
    game = columbus(ruleset)
    refused(game, lay("PRR", hex_id, tile, rotation), reason)
    if ruleset == "18xx.games":
        booked(game, lay("PRR", hex_id, tile, rotation))
        assert game.state.board.tile(hex_id) is not None
        assert cash(game, "PRR") == 500 - cost
        assert game.state.turn.lays == 1


@BOTH
def test_the_use_of_a_lay_on_loading(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("GT", president=1, cash=500, trains=["2"], tokens=[("D6", 2)])
        .lay("D8", "9", 1)
        .phase("II")
        .operating("GT")
    )
    refused(game, lay("GT", "D8", "20-0", 0), "no_new_track_reached")
    if ruleset == "18xx.games":
        booked(game, lay("GT", "D8", "20-0", 0))
        assert cash(game, "GT") == 480


@pytest.mark.parametrize(
    ("hex_id", "tile", "rotation", "reason"),
    [
        # The colour step, the supply, the label and the track that lies there are tested on loading, too.
        ("F14", "23-0", 2, "wrong_colour"),
        ("C11", "23-0", 1, "wrong_colour"),
        ("E17", "57-1", 1, "wrong_label"),
        ("C11", "5-0", 1, "wrong_cities"),
        ("F14", "9-1000000", 2, None),
    ],
)
def test_what_loading_does_test(hex_id: str, tile: str, rotation: int, reason: str | None) -> None:
    game = columbus("18xx.games", phase="II")
    before = game.copy()
    with pytest.raises((IllegalAction, InvalidAction)) as caught:
        game.apply(lay("PRR", hex_id, tile, rotation), recorded=True)
    assert game == before
    if reason is not None:
        assert getattr(caught.value, "reason", None) == reason


@BOTH
@pytest.mark.parametrize(("sym", "hex_id", "cost"), [("GT", "C9", 80), ("ERIE", "D20", 80), ("IC", "I5", 80)])
def test_the_connection_of_a_token_on_loading(ruleset: str, sym: str, hex_id: str, cost: int) -> None:
    # 8.3.4: ERIE at D20 and IC at I5 pay 40 if connected; a special price needs a hex that is reached.
    game = Scenario("1846", ruleset=ruleset).launched(sym, president=1, cash=500, trains=["2"]).operating(sym)
    refused(game, token(game, sym, hex_id), "token_not_connected")
    if ruleset == "18xx.games":
        booked(game, token(game, sym, hex_id))
        assert cash(game, sym) == 500 - cost


def private_lays(ruleset: str, private: str, *lays: tuple[str, str, int]) -> Game:
    position = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, cash=100, trains=["2"])
        .private(private, owner="PRR")
        .private("MAIL", owner=2)
    )
    for before in lays:
        position.lay(*before)
    return position.operating("PRR")


@BOTH
@pytest.mark.parametrize(
    ("private", "first", "second"),
    [("MC", ("B10", "9-0", 1), ("B12", "7-0", 5)), ("O&I", ("F14", "9-0", 1), ("F16", "9-1", 2))],
)
def test_the_joining_tests_of_two_lays(
    ruleset: str, private: str, first: tuple[str, str, int], second: tuple[str, str, int]
) -> None:
    game = private_lays(ruleset, private)
    accepted(game, lay(private, *first))
    refused(game, lay(private, *second), "lays_not_joined")
    if ruleset == "18xx.games":
        booked(game, lay(private, *second))
        assert game.state.board.tile(second[0]) is not None
        assert (asked(game), cash(game, "PRR")) == ("PRR", 100)


@BOTH
def test_the_joining_tests_of_little_miami(ruleset: str) -> None:
    # Dayton lies at edge 3 of Cincinnati, which lies at its edge 0: tile 57 turned by one has 1 and 4.
    game = private_lays(ruleset, "LM")
    accepted(game, lay("LM", "H12", "293-0", 0))
    refused(game, lay("LM", "G13", "57-0", 1), "cities_not_joined")
    if ruleset == "18xx.games":
        booked(game, lay("LM", "G13", "57-0", 1))
        assert asked(game) == "PRR"
    game = private_lays(ruleset, "LM", ("H12", "293", 0), ("G13", "57", 0))
    refused(game, lay("LM", "H12", "294-0", 0), "already_joined")


def binghamton(ruleset: str, *, mail: bool = False) -> tuple[Game, str]:
    """ERIE with a 2 before its run; Salamanca 10 to Binghamton 20."""
    position = Scenario("1846", ruleset=ruleset).launched("ERIE", president=1, par=60, trains=["2"])
    if mail:
        position.private("MAIL", owner="ERIE")
    game = position.operating("ERIE", "run")
    return game, game.state.corporations["ERIE"].trains[0].id


@BOTH
def test_the_value_of_a_route_with_stated_revenue(ruleset: str) -> None:
    game, train = binghamton(ruleset)
    refused(game, run("ERIE", route(train, "E21 E23", revenue=70)), "stated_revenue")
    if ruleset == "18xx.games":
        booked(game, run("ERIE", route(train, "E21 E23", revenue=70)))
        assert game.state.turn.run is not None
        assert game.state.turn.run.revenue == 70


@BOTH
def test_the_legality_of_a_route_with_stated_revenue(ruleset: str) -> None:
    game, train = binghamton(ruleset)
    far = ("E21 D20", "D20 C21")
    refused(game, run("ERIE", route(train, *far, revenue=50)), "route_unknown_track")
    if ruleset == "18xx.games":
        # Without a stated revenue the site rebuilds the route and tests it, on loading as well.
        with pytest.raises(IllegalAction):
            game.apply(run("ERIE", route(train, *far)), recorded=True)
        booked(game, run("ERIE", route(train, *far, revenue=50)))
        assert game.state.turn.run is not None
        assert game.state.turn.run.revenue == 50


@BOTH
@pytest.mark.parametrize("revenue", [None, 30])
def test_extra_revenue(ruleset: str, revenue: int | None) -> None:
    game, train = binghamton(ruleset)
    action = run("ERIE", route(train, "E21 E23", revenue=revenue)).to_dict() | {"extra_revenue": 40}
    refused(game, action, "extra_revenue")
    if ruleset == "18xx.games":
        booked(game, action)
        assert game.state.turn.run is not None
        assert game.state.turn.run.revenue == 30 + 40
        accepted(game, dividend("ERIE", "withhold"))
        assert cash(game, "ERIE") == 70


@BOTH
def test_the_number_of_cities_through_a_private(ruleset: str) -> None:
    # Toledo's tile 57 turned by two has edges 2 and 5; so has the plain tile 20 turned by two.
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, cash=100, trains=["2"])
        .private("LSL", owner="PRR")
        .lay("D14", "57", 2)
        .phase("II")
        .operating("PRR")
    )
    refused(game, lay("LSL", "D14", "20-0", 2), "wrong_cities")
    if ruleset == "18xx.games":
        booked(game, lay("LSL", "D14", "20-0", 2))
        assert game.state.board.tile("D14") == ("20", 0, 2)


@BOTH
def test_forfeiting_the_second_little_miami_lay(ruleset: str) -> None:
    game = private_lays(ruleset, "LM")
    accepted(game, lay("LM", "G13", "57-0", 0))
    refused(game, buy_private("PRR", "MAIL", 1), "cities_not_joined")
    if ruleset == "18xx.games":
        booked(game, buy_private("PRR", "MAIL", 1))
        assert game.state.board.tile("G13") == ("57", 0, 0)
        assert game.state.privates["MAIL"].owner == "PRR"
        assert asked(game) == "PRR"
