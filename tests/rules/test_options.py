"""1846, section 18: each difference that is an option, alone in both profiles."""

from __future__ import annotations

from typing import Any

import pytest

import open18xx
from open18xx import Game
from open18xx.actions import Bid
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    assign,
    buy_private,
    cash,
    end_turn,
    issue,
    lay,
    price,
    redeem,
    refused,
    route,
    run,
    token,
)

SITE, BOOK = "18xx.games", "rulebook"
#: Option by row of section 18: what the card says, what the site does.
ROWS: dict[str, tuple[str, Any, Any]] = {
    "D1": ("removal_counts", "card", "site"),
    "D2": ("boomtown_price", 60, 40),
    "D3": ("issue_moves_price", True, False),
    "D4": ("issue_window", "first", "before_dividend"),
    "D5": ("reserved_spot_price", "card", "site"),
    "D6": ("steamboat_fixed_when_bought", True, False),
    "D7": ("track_order", "yellow_first", "any"),
    "D8": ("mail_counts", "cities", "stops"),
    "D22": ("forced_issue", "one_by_one", "bundle"),
}


def cases(row: str) -> pytest.MarkDecorator:
    """The profile, the option alone, and whether the card is played: as is and turned round, in both profiles."""
    name, card, site = ROWS[row]
    return pytest.mark.parametrize(
        ("ruleset", "options", "card"),
        [(SITE, {}, False), (SITE, {name: card}, True), (BOOK, {}, True), (BOOK, {name: site}, False)],
        ids=["site", "site-card", "book", "book-site"],
    )


def test_every_option_has_its_row_and_its_defaults() -> None:
    for title, players in (("1846", 3), ("1846 2p Variant", 2)):
        book = open18xx.new_game(title, players, ruleset=BOOK).options
        site = open18xx.new_game(title, players, ruleset=SITE).options
        rows = {name: (card, other) for name, card, other in ROWS.values()}
        # D11 is played alike by both profiles, and strict routes are no difference of the sources.
        rows |= {"ownerless_drop": (2, 2), "strict_routes": (False, False)}
        assert {name: (book[name], site[name]) for name in book} == rows


@cases("D1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_d1_privates_removed(ruleset: str, options: dict[str, Any], card: bool, players: int) -> None:
    title = "1846" if players > 2 else "1846 2p Variant"
    game = open18xx.new_game(title, players, seed=5, ruleset=ruleset, options=options)
    removed = {2: 2, 3: 2 if card else 3, 4: 1 if card else 2, 5: 0 if card else 1}[players]
    for group in (("LSL", "MC", "O&I", "LM"), ("SC", "MPC", "TBC", "BT")):
        assert sum(sym in game.state.privates for sym in group) == 4 - removed
    assert len(game.state.corporations) == {2: 5, 3: 5, 4: 6, 5: 7}[players]


@cases("D2")
def test_d2_price_of_boomtown(ruleset: str, options: dict[str, Any], card: bool) -> None:
    listed = 60 if card else 40
    game = Scenario("1846", players=3, ruleset=ruleset, options=options).draft(["BT"], turn_of=3)
    accepted(game, Bid(entity=3, company="BT", price=listed))
    assert cash(game, 3) == 400 - listed
    assert game.snapshot()["privates"]["BT"]["value"] == listed


@cases("D3")
def test_d3_price_of_an_issue(ruleset: str, options: dict[str, Any], card: bool) -> None:
    position = Scenario("1846", ruleset=ruleset, options=options).launched(
        "NYC", president=1, par=60, holdings={1: 30}, market=[8], cash=100
    )
    game = position.operating("NYC")
    accepted(game, issue("NYC", 2, 3))
    assert (cash(game, "NYC"), price(game, "NYC")) == ((100 + 50 + 40, 40) if card else (100 + 2 * 50, 60))
    game = position.operating("NYC")
    accepted(game, redeem("NYC", 8))
    assert (cash(game, "NYC"), price(game, "NYC")) == (100 - 70, 60)


@cases("D3")
def test_d3_an_issue_for_nothing(ruleset: str, options: dict[str, Any], card: bool) -> None:
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("NYC", president=1, par=40, price=10, cash=100)
        .operating("NYC")
    )
    if card:
        refused(game, issue("NYC", 1), "issue_for_nothing")
    else:
        accepted(game, issue("NYC", 1, price=0))
        assert (cash(game, "NYC"), price(game, "NYC")) == (100, 10)


@cases("D4")
@pytest.mark.parametrize("before", ["lay", "buy", "token", "run"])
def test_d4_time_of_an_issue(ruleset: str, options: dict[str, Any], card: bool, before: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("ERIE", president=1, par=60, cash=300, trains=["2"], tokens=["G15"])
        .private("MAIL", owner=2)
        .lay("G15", "57", 1)
        .lay("G13", "57", 1)
        .operating("ERIE", "run" if before == "run" else "track")
    )
    train = game.state.corporations["ERIE"].trains[0].id
    action = {
        "lay": lay("ERIE", "G17", "9-0", 1),
        "buy": buy_private("ERIE", "MAIL", 1),
        "token": token(game, "ERIE", "G13"),
        "run": run("ERIE", route(train, "E21 E23")),
    }[before]
    if before != "run":
        assert issue("ERIE", 1) in game.legal_actions
    accepted(game, action)
    if card:
        refused(game, issue("ERIE", 1), "issue_not_first")
    else:
        accepted(game, issue("ERIE", 1))


def fort_wayne(ruleset: str, options: dict[str, Any], phase: str, *, closed: bool = False) -> Game:
    position = (
        Scenario("1846", ruleset=ruleset, options=options)
        .needs("PRR")
        .lay("E17", "293", 1)
        .lay("E15", "9", 1)
        .lay("E13", "9", 1)
        .lay("E11", "14", 0)
        .launched("GT", president=1, cash=500, trains=["4/6"], tokens=["E17"])
    )
    if closed:
        position.closed("PRR")
    return position.phase(phase).operating("GT")


@cases("D5")
def test_d5_price_of_a_spot_once_reserved(ruleset: str, options: dict[str, Any], card: bool) -> None:
    for phase, closed, cost, slot in (
        ("IV", False, 40 if card else 80, 0),
        ("III", False, 80, 1),
        ("IV", True, 80, 0),
    ):
        game = fort_wayne(ruleset, options, phase, closed=closed)
        accepted(game, token(game, "GT", "E11"))
        assert cash(game, "GT") == 500 - cost
        assert game.state.board.city_tokens("E11", 0)[slot] == "GT"


@cases("D6")
@pytest.mark.parametrize("port", ["G19", None])
def test_d6_steamboat_of_a_corporation(ruleset: str, options: dict[str, Any], card: bool, port: str | None) -> None:
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("B&O", president=1, cash=300, trains=["2"])
        .private("SC", owner=1, hex=port)
        .operating("B&O")
    )
    accepted(game, buy_private("B&O", "SC", 40))
    assert game.state.markers["SC"].company == "B&O"
    if card and port is not None:
        refused(game, assign("SC", "D14"), "marker_fixed")
        return
    accepted(game, assign("SC", "D14"))
    end_turn(game)
    assert asked(game) == "B&O"
    if card:
        refused(game, assign("SC", "I1"), "marker_fixed")
    else:
        accepted(game, assign("SC", "I1"))


@cases("D7")
def test_d7_order_of_lays(ruleset: str, options: dict[str, Any], card: bool) -> None:
    position = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["C15", "G15"])
        .private("MC", owner="PRR")
        .lay("G15", "57", 1)
        .phase("II")
    )
    game = position.operating("PRR")
    accepted(game, lay("PRR", "C15", "294-0", 0))
    if card:
        refused(game, lay("PRR", "G13", "57-1", 1), "lay_after_upgrade")
    else:
        accepted(game.copy(), lay("PRR", "G13", "57-1", 1))
    # Extra lays of privates do not count.
    accepted(game, lay("MC", "B10", "9-0", 1))
    for second in (lay("PRR", "C15", "294-0", 0), lay("PRR", "G13", "14-0", 0), lay("PRR", "G17", "9-0", 1)):
        game = position.operating("PRR")
        accepted(game, lay("PRR", "G13", "57-1", 1))
        accepted(game, second)


@cases("D8")
def test_d8_what_the_mail_counts(ruleset: str, options: dict[str, Any], card: bool) -> None:
    # Salamanca 10 and Binghamton 20: one city, two stops.
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("ERIE", president=1, trains=["2"])
        .private("MAIL", owner="ERIE")
        .operating("ERIE", "run")
    )
    assert game.best_run("ERIE").revenue == 30 + (10 if card else 20)


@pytest.mark.parametrize("ruleset", [SITE, BOOK])
@pytest.mark.parametrize(("options", "after"), [({}, 70), ({"ownerless_drop": 2}, 70), ({"ownerless_drop": 1}, 80)])
def test_d11_steps_of_a_corporation_without_president(ruleset: str, options: dict[str, Any], after: int) -> None:
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("PRR", president=1, price=100, cash=500, trains=["4/6"])
        .launched("GT", president=None, par=90, market=40)
        .operating("PRR", "trains")
    )
    assert price(game, "GT") == 90
    end_turn(game)
    assert price(game, "GT") == after


@cases("D22")
@pytest.mark.parametrize(("shares", "bundle", "each"), [((1,), 70, 80), ((1, 2), 120, 80 + 70)])
def test_d22_money_of_a_forced_issue(
    ruleset: str, options: dict[str, Any], card: bool, shares: tuple[int, ...], bundle: int, each: int
) -> None:
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("PRR", president=1, price=90, cash=380)
        .depot(next="5")
        .operating("PRR", "trains")
    )
    before = cash(game, "PRR")
    accepted(game, issue("PRR", *shares))
    assert cash(game, "PRR") == before + (each if card else bundle)
    assert price(game, "PRR") == (80 if len(shares) == 1 else 70)


@cases("D22")
def test_d22_which_options_exist(ruleset: str, options: dict[str, Any], card: bool) -> None:
    # At 20 one share brings P(1) = 10, or P(2) = 0.
    game = (
        Scenario("1846", ruleset=ruleset, options=options)
        .launched("PRR", president=1, par=40, price=20, holdings={1: 30}, cash=75)
        .operating("PRR", "trains")
    )
    if card:
        refused(game, issue("PRR", 2, 3), "forced_issue_size")
        accepted(game, issue("PRR", 2))
        assert cash(game, "PRR") == 85
    else:
        refused(game, issue("PRR", 2), "no_forced_issue")
