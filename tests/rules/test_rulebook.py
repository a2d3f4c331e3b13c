"""1846, edge cases 118 to 124: the profile of the rulebook."""

from __future__ import annotations

import pytest

import open18xx
from open18xx import Game
from open18xx.actions import LayTile, SellShares
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    assign,
    buy_private,
    buy_train,
    cash,
    end_turn,
    faces,
    issue,
    lay,
    price,
    refused,
    route,
    run,
    token,
    yielded,
)

BOOK = "rulebook"


@pytest.mark.parametrize(("shares", "money", "after"), [((1,), 50, 50), ((1, 2), 50 + 40, 40)])
def test_case_118_shares_are_issued_one_by_one(shares: tuple[int, ...], money: int, after: int) -> None:
    game = Scenario("1846", ruleset=BOOK).launched("NYC", president=1, par=60, cash=100).operating("NYC")
    accepted(game, issue("NYC", *shares))
    assert cash(game, "NYC") == 100 + money
    assert price(game, "NYC") == after


@pytest.mark.parametrize(("at", "most"), [(30, 2), (20, 1), (10, 0)])
def test_case_118_no_share_is_issued_for_nothing(at: int, most: int) -> None:
    game = (
        Scenario("1846", ruleset=BOOK)
        .launched("NYC", president=1, par=40, price=at, holdings={1: 30}, cash=100)
        .operating("NYC")
    )
    assert [len(action.shares) for action in game.legal_actions.of(SellShares)] == list(range(1, most + 1))
    refused(game, issue("NYC", *range(2, most + 3)), "issue_for_nothing")
    if most:
        accepted(game, issue("NYC", *range(2, most + 2)))
        assert price(game, "NYC") == 10


def columbus() -> Game:
    """NYC in Detroit and Columbus, whose tile 57 runs from Dayton (edge 1), open for a token, to G17 (edge 4)."""
    return (
        Scenario("1846", ruleset=BOOK)
        .launched("NYC", president=1, par=60, cash=500, trains=["2"], tokens=["C15", "G15"])
        .lay("G15", "57", 1)
        .lay("G13", "57", 1)
        .phase("II")
        .operating("NYC")
    )


def test_case_119_issue_first() -> None:
    game = columbus()
    accepted(game, lay("NYC", "G17", "9-0", 1))
    refused(game, issue("NYC", 1), "issue_not_first")


def test_case_119_yellow_before_the_upgrade() -> None:
    game = columbus()
    accepted(game, lay("NYC", "C15", "294-0", 0))
    refused(game, lay("NYC", "G17", "9-0", 1), "lay_after_upgrade")
    assert yielded(game, LayTile) == []
    game = columbus()
    accepted(game, lay("NYC", "G17", "9-0", 1))
    # Tile 24 turned by one has 1-4 and 1-3.
    accepted(game, lay("NYC", "G17", "24-0", 1))


def test_case_120_the_money_of_a_forced_issue() -> None:
    game = (
        Scenario("1846", ruleset=BOOK)
        .launched("PRR", president=1, price=112, cash=799)
        .depot(next="6")
        .operating("PRR", "trains")
    )
    twin = game.copy()
    accepted(twin, issue("PRR", 1))
    assert (cash(twin, "PRR"), price(twin, "PRR"), faces(twin)) == (799 + 100, 100, {"6"})
    refused(twin, buy_train("PRR", "6-0", 900, "7/8"), "train_too_expensive")
    accepted(game, issue("PRR", 1, 2))
    assert (cash(game, "PRR"), price(game, "PRR"), faces(game)) == (799 + 100 + 90, 90, {"7/8"})
    # A smaller issue would have brought 899: the face must cost more.
    refused(game, buy_train("PRR", "6-0", 800, "6"), "smaller_issue")


def fort_wayne(first: str, second: str) -> Game:
    """Two corporations in green Cleveland, with track through E15 and E13 to green Fort Wayne; phase IV."""
    position = (
        Scenario("1846", ruleset=BOOK)
        .needs("PRR")
        .lay("E17", "294", 0)
        .lay("E15", "9", 1)
        .lay("E13", "9", 1)
        .lay("E11", "14", 0)
        .launched(first, president=1, price=100, cash=500, trains=["4/6"], tokens=["E17"])
        .launched(second, president=2, price=90, cash=500, trains=["4/6"], tokens=["E17"])
    )
    return position.phase("IV").operating(first)


@pytest.mark.parametrize(("first", "second"), [("GT", "B&O"), ("PRR", "GT")])
def test_case_121_fort_wayne_once_its_reservation_is_over(first: str, second: str) -> None:
    game = fort_wayne(first, second)
    accepted(game, token(game, first, "E11"))
    assert cash(game, first) == 500 - 40
    end_turn(game)
    assert asked(game) == second
    accepted(game, token(game, second, "E11"))
    assert cash(game, second) == 500 - 80
    assert game.state.board.city_tokens("E11", 0) == [first, second]


def test_case_122_three_players_draft_eight_privates() -> None:
    game = open18xx.new_game("1846", 3, seed=1)
    assert game.ruleset == BOOK
    blanks = [card for card in game.state.deck if game.rules.privates[card].blank]
    assert (len(game.state.deck), len(blanks)) == (8 + 3, 3)
    for group, left in (
        (("LSL", "MC", "O&I", "LM"), 2),
        (("SC", "MPC", "TBC", "BT"), 2),
        (("C&O", "ERIE", "PRR"), 1),
    ):
        assert sum(sym in game.state.privates or sym in game.state.corporations for sym in group) == left


def test_case_123_a_bought_steamboat_keeps_its_port() -> None:
    game = (
        Scenario("1846", ruleset=BOOK)
        .launched("B&O", president=1, cash=300, trains=["2"])
        .private("SC", owner=1, hex="G19", company="B&O")
        .operating("B&O")
    )
    accepted(game, buy_private("B&O", "SC", 40))
    refused(game, assign("SC", "D14"), "marker_fixed")
    assert game.state.markers["SC"].hex == "G19"


def test_case_123_a_port_that_was_never_set_is_chosen_once() -> None:
    game = (
        Scenario("1846", ruleset=BOOK)
        .launched("B&O", president=1, cash=300, trains=["2"])
        .private("SC", owner=1)
        .operating("B&O")
    )
    accepted(game, buy_private("B&O", "SC", 40))
    accepted(game, assign("SC", "D14"))
    refused(game, assign("SC", "G19"), "marker_fixed")
    end_turn(game)
    assert (asked(game), game.state.round.number) == ("B&O", 2)
    refused(game, assign("SC", "G19"), "marker_fixed")


@pytest.mark.parametrize(("ruleset", "mail"), [(BOOK, 20), ("18xx.games", 40)])
def test_case_124_the_mail_contract_counts_cities(ruleset: str, mail: int) -> None:
    # Chicago's city 2 leads over D8, D10 (edges 1 and 4), D12 (1 and 3) and C13 (0 and 4) to Detroit.
    position = Scenario("1846", ruleset=ruleset).launched("GT", president=1, trains=["3/5"], tokens=["C15"])
    position.lay("D6", "298", 0).lay("D8", "9", 1).lay("D10", "9", 1).lay("D12", "8", 1).lay("C13", "8", 4)
    game = position.lay("C15", "294", 0).private("MAIL", owner="GT").phase("II").operating("GT", "run")
    train = game.state.corporations["GT"].trains[0].id
    earned = 20 + 50 + 40 + (50 + 30)
    line = route(train, "C5 D6", "D6 D8 D10 D12 C13 C15", "C15 C17", revenue=earned + mail)
    assert game.best_run("GT").revenue == earned + mail
    accepted(game, run("GT", line))
