"""18GA, edge cases 1 to 13: privates, bids and auctions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import Bid
from open18xx.model.state import MARKET
from tests.rules.acts import asked, buy, cash, percent, president, price
from tests.rules.ga import (
    RULEBOOK,
    SITE,
    accepted,
    bid,
    both,
    new,
    owner,
    par,
    pass_round,
    refused,
    sell,
    skip,
    span,
    where,
)
from tests.rules.ga import scenario as position

if TYPE_CHECKING:
    from open18xx import Game


@both
def test_case_001_a_bid_is_five_dollars_above_the_last(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "MRC", 45))
    refused(game, bid(2, "MRC", 49), "3.1b")
    accepted(game, bid(2, "MRC", 50))
    assert cash(game, 2) == 600


@both
def test_case_002_a_first_bid_is_five_dollars_above_par(ruleset: str) -> None:
    game = new(ruleset, 3)
    refused(game, bid(1, "M&BR", 154), "3.1b")
    accepted(game, bid(1, "M&BR", 155))


@both
def test_case_003_money_set_aside(ruleset: str) -> None:
    game = new(ruleset, 5)
    accepted(game, bid(1, "M&BR", 200), *(skip(player) for player in (2, 3, 4, 5)))
    refused(game, bid(1, "OSR", 165), "3.1b")
    assert span(game.legal_actions.of(Bid, company="OSR")[0]) == (105, 360 - 200)
    accepted(game, bid(1, "OSR", 160))
    # Nothing is free any more, not even for the cheapest private.
    accepted(game, *(skip(player) for player in (2, 3, 4, 5)))
    refused(game, bid(1, "LTR", 20), "3.1a")


@both
def test_case_004_raising_ones_own_bid(ruleset: str) -> None:
    game = new(ruleset, 5)
    accepted(game, bid(1, "M&BR", 200), *(skip(player) for player in (2, 3, 4, 5)))
    accepted(game, bid(1, "M&BR", 360))
    assert game.state.bids == (("M&BR", 0, 360),)


def test_case_005_the_cheapest_private_has_its_price() -> None:
    for amount in (21, 5):
        refused(new(RULEBOOK), bid(1, "LTR", amount), "3.1a")
        refused(new(SITE), bid(1, "LTR", amount), "3.1a")
        # A file of the site may name another price, which is paid.
        game = new(SITE)
        game.apply(bid(1, "LTR", amount), recorded=True)
        assert (owner(game, "LTR"), cash(game, 1), len(game.report)) == (1, 450 - amount, 1)
        book = new(RULEBOOK)
        with pytest.raises(ValueError, match=r"18GA 3.1a"):
            book.apply(bid(1, "LTR", amount), recorded=True)
    game = new(SITE)
    with pytest.raises(ValueError, match=r"3.1a"):
        game.apply(bid(1, "LTR", 451), recorded=True)


@both
def test_case_006_a_single_bidder_pays_at_once(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "MRC", 45), bid(2, "LTR", 20))
    assert (owner(game, "LTR"), owner(game, "MRC"), owner(game, "W&SR")) == (2, 1, None)
    assert [cash(game, player) for player in (1, 2, 3)] == [600 - 45, 600 - 20, 600]
    assert asked(game) == 3


@both
def test_case_007_two_bidders(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "MRC", 45), bid(2, "MRC", 50), bid(3, "LTR", 20))
    assert asked(game) == 1
    refused(game, bid(2, "MRC", 60), "3.1")
    refused(game, bid(1, "MRC", 54), "3.1.1")
    accepted(game, skip(1))
    assert (owner(game, "MRC"), cash(game, 2), cash(game, 1)) == (2, 600 - 50, 600)
    # The turn goes to the player after the one who bought, not after the winner.
    assert asked(game) == 1


def three_bidders(ruleset: str) -> Game:
    """Players 1 to 3 bid 45, 50 and 55 for the Midland, then 4 buys the Lexington Terminal."""
    game = new(ruleset)
    accepted(game, bid(1, "MRC", 45), bid(2, "MRC", 50), bid(3, "MRC", 55), bid(4, "LTR", 20))
    return game


def test_case_008_three_bidders_by_the_rulebook() -> None:
    game = three_bidders(RULEBOOK)
    assert asked(game) == 1
    accepted(game, skip(1))
    assert asked(game) == 2
    accepted(game, bid(2, "MRC", 60), skip(3))
    assert asked(game) == 1
    accepted(game, bid(1, "MRC", 65))
    assert asked(game) == 2
    accepted(game, skip(2), skip(3))
    assert (owner(game, "MRC"), cash(game, 1), asked(game)) == (1, 450 - 65, 1)


def test_case_008_three_bidders_on_the_site() -> None:
    game = three_bidders(SITE)
    assert asked(game) == 1
    accepted(game, skip(1))
    assert asked(game) == 2
    accepted(game, bid(2, "MRC", 60))
    assert asked(game) == 3
    accepted(game, skip(3))
    assert (owner(game, "MRC"), cash(game, 2), cash(game, 1)) == (2, 450 - 60, 450)


def test_case_009_nobody_wants_the_lexington_terminal_by_the_rulebook() -> None:
    game = new(RULEBOOK, 3)
    for number, amount in enumerate((20, 15, 10, 5), 1):
        assert where(game) == ("Auction", number, 1)
        assert game.legal_actions.of(Bid, company="LTR")[0].price == amount
        pass_round(game)
        assert [cash(game, player) for player in (1, 2, 3)] == [600] * 3
    # The fourth operating round is over, too; player 1 still has the priority deal.
    assert where(game) == ("Auction", 5, 1)
    assert (owner(game, "LTR"), cash(game, 1), asked(game)) == (1, 600, 2)
    assert game.state.bank == 8000 - 3 * 600


def test_case_009_bids_settle_when_the_first_private_is_given_away() -> None:
    game = new(RULEBOOK, 3)
    accepted(game, bid(1, "MRC", 50))
    for _ in range(4):
        pass_round(game)
    # Player 2 has had the priority deal since player 1 bid last.
    assert (owner(game, "LTR"), owner(game, "MRC"), asked(game)) == (2, 1, 3)
    assert (cash(game, 1), cash(game, 2)) == (550, 600)


def test_case_009_nobody_wants_the_lexington_terminal_on_the_site() -> None:
    game = new(SITE, 3)
    for amount in (20, 15, 10, 5):
        assert game.legal_actions.of(Bid, company="LTR")[0].price == amount
        accepted(game, skip(1), skip(2), skip(3))
    assert where(game) == ("Auction", 1, 1)
    assert (owner(game, "LTR"), cash(game, 1), asked(game)) == (1, 600, 2)


@both
def test_case_010_owned_privates_pay_when_all_pass(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "LTR", 20), skip(2), skip(3), skip(1))
    assert cash(game, 1) == 600 - 20 + 5
    assert [cash(game, player) for player in (2, 3)] == [600, 600]
    # The rulebook has a new stock round, begun by the player after the buyer; on the site the round goes on.
    assert (where(game), asked(game)) == ((("Auction", 2, 1) if ruleset == RULEBOOK else ("Auction", 1, 1)), 2)


@both
def test_case_011_all_five_bought_in_turn(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "LTR", 20), bid(2, "MRC", 40), bid(3, "W&SR", 70), bid(1, "OSR", 100), bid(2, "M&BR", 150))
    assert (where(game), asked(game)) == (("Stock", 1, 1), 3)
    assert [cash(game, player) for player in (1, 2, 3)] == [480, 410, 530]
    # Nothing of the regular turn is possible in the turn that buys the last one; passes before do not count.
    accepted(game, skip(3), skip(1))
    assert where(game) == ("Stock", 1, 1)
    accepted(game, par(2, "W&A", 70))


def with_share(ruleset: str) -> Game:
    """Player 2 owns the M&BR with its share of the CoG; a stock round in which shares may be sold."""
    return position(ruleset).private("M&BR", 2).stock(1)


@both
def test_case_012_the_free_share(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "LTR", 20), bid(2, "MRC", 40), bid(3, "W&SR", 70), bid(1, "OSR", 100))
    assert percent(game, "CoG", 2) == 0
    accepted(game, bid(2, "M&BR", 150))
    assert (percent(game, "CoG", 2), price(game, "CoG"), president(game, "CoG")) == (10, 0, None)
    assert game.state.certificates["CoG"][1] == (1,)

    game = with_share(ruleset)
    table = game.table()
    assert table.worth(1) == 450 + 150
    assert table.certificate_count(1) == 2
    accepted(game, skip(1))
    refused(game, sell(2, "CoG_1"), "12.III.5")
    refused(game, buy(2, "CoG_2"), "3.2c2")
    accepted(game, skip(2), par(3, "CoG", 90))
    assert (game.table().worth(1), president(game, "CoG")) == (450 + 150 + 90, 3)
    while asked(game) != 2:
        accepted(game, skip(int(str(asked(game)))))
    accepted(game, sell(2, "CoG_1"))
    assert (cash(game, 2), game.table().percent("CoG", MARKET), price(game, "CoG")) == (540, 10, 80)


@both
def test_case_013_the_free_share_counts_for_the_float(ruleset: str) -> None:
    game = position(ruleset).private("M&BR", 2).cash({1: 1000, 3: 1000}).stock(1)
    accepted(game, par(1, "CoG", 90))
    for player, share in ((2, 2), (3, 3)):
        accepted(game, buy(player, f"CoG_{share}"))
        while asked(game) != player % 4 + 1:
            accepted(game, skip(player))
        assert not game.state.corporations["CoG"].floated
    bank = game.state.bank
    accepted(game, buy(4, "CoG_4"))
    assert game.state.corporations["CoG"].floated
    assert cash(game, "CoG") == 10 * 90
    assert game.state.bank == bank + 90 - 900
