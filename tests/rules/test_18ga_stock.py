"""18GA, edge cases 14 to 26, 65, 68, 70 and 76: the stock round and the chart."""

from __future__ import annotations

import pytest

from open18xx.actions import BuyShares, Par, Pass, SellShares
from open18xx.model.state import MARKET
from tests.rules.acts import asked, buy, cash, dividend, pass_until_round, percent, president, price, yielded
from tests.rules.ga import (
    RULEBOOK,
    SITE,
    accepted,
    bid,
    both,
    macon,
    new,
    par,
    pass_round,
    place,
    refused,
    sell,
    skip,
    trade,
    turn_of,
    where,
)
from tests.rules.ga import scenario as position


@both
def test_case_014_no_sale_in_the_first_stock_round(ruleset: str) -> None:
    held = position(ruleset).launched("CoG", president=1, par=70, holdings={1: 60, 2: 20})
    game = held.stock(1, turn=1)
    assert not yielded(game, SellShares)
    refused(game, sell(1, "CoG_1"), "3.2a1")
    game = held.stock(1, turn=2)
    accepted(game, sell(1, "CoG_1"))
    game = held.stock(3, turn=2)
    accepted(game, buy(3, "CoG_7"), sell(3, "CoG_7"))
    assert (cash(game, 3), price(game, "CoG"), game.table().percent("CoG", MARKET)) == (450, 60, 10)


@both
def test_case_014_a_new_game_is_in_its_first_stock_round(ruleset: str) -> None:
    game = new(ruleset, 3)
    accepted(game, bid(1, "LTR", 20), bid(2, "MRC", 40), bid(3, "W&SR", 70), bid(1, "OSR", 100), bid(2, "M&BR", 150))
    accepted(game, par(3, "GA", 55))
    turn_of(game, 3)
    assert not yielded(game, SellShares)
    refused(game, sell(3, "GA_0"), "3.2a1")


@both
def test_case_015_no_sale_before_and_after_the_purchase(ruleset: str) -> None:
    held = (
        position(ruleset)
        .launched("CoG", president=1, par=70, holdings={1: 40, 2: 20})
        .launched("GA", president=2, par=90, holdings={1: 20, 2: 40})
    )
    game = held.stock(1)
    accepted(game, sell(1, "CoG_1"), buy(1, "GA_5"))
    # There is nothing left to do for player 1, whose turn is over.
    assert asked(game) == 2
    refused(game, sell(1, "CoG_2"), "3.2")
    game = held.private("MRC", 1).stock(1)
    accepted(game, sell(1, "CoG_1"), buy(1, "GA_5"))
    refused(game, sell(1, "CoG_2"), "3.2")
    # Buying first, any number of sales may follow.
    game = held.stock(1)
    accepted(game, buy(1, "GA_5"), sell(1, "CoG_1"), sell(1, "CoG_2"))
    assert cash(game, 1) == 450 - 90 + 70 + 60


def test_case_015_a_private_sold_to_a_player_is_a_sale_in_the_rulebook() -> None:
    held = position(RULEBOOK).launched("CoG", president=1, par=70, holdings={1: 40, 2: 20})
    held = held.private("MRC", 1).private("W&SR", 1)
    game = held.stock(1)
    accepted(game, trade(2, "MRC", 40), buy(1, "CoG_5"))
    assert asked(game) == 2
    game = held.stock(1)
    accepted(game, buy(1, "CoG_5"), trade(2, "MRC", 40), trade(3, "W&SR", 70), sell(1, "CoG_1"), skip(1))
    assert cash(game, 1) == 450 - 70 + 40 + 70 + 70


@both
def test_case_016_no_purchase_after_a_sale_in_the_round(ruleset: str) -> None:
    held = position(ruleset).launched("CoG", president=2, par=70, holdings={2: 40, 1: [3, 4]})
    game = held.stock(1)
    accepted(game, sell(1, "CoG_3"))
    refused(game, buy(1, "CoG_7"), "3.2c")
    turn_of(game, 1)
    refused(game, buy(1, "CoG_7"), "3.2c")
    refused(game, buy(1, "CoG_3"), "3.2c")
    turn_of(game, 2)
    accepted(game, buy(2, "CoG_7"))
    accepted(game, sell(2, "CoG_7"))
    assert game.table().percent("CoG", MARKET) == 20


@both
def test_case_017_the_market_holds_half(ruleset: str) -> None:
    held = position(ruleset).launched("CoG", president=1, par=70, holdings={1: 30, 2: 30}, market=30)
    game = held.stock(2)
    refused(game, sell(2, "CoG_2", "CoG_3", "CoG_4"), "3.2a2")
    accepted(game, sell(2, "CoG_2", "CoG_3"))
    assert game.table().percent("CoG", MARKET) == 50
    # Unsold shares do not count: with 40 % of them the market may still take 50 %.
    game = position(ruleset).launched("CoG", president=1, par=70, holdings={1: 20, 2: 20}, market=30).stock(2)
    accepted(game, sell(2, "CoG_1", "CoG_2"))
    assert game.table().percent("CoG", MARKET) == 50


@both
def test_case_018_four_shares_at_once_or_one_by_one(ruleset: str) -> None:
    held = position(ruleset).launched("GA", president=1, par=110, holdings={1: 50, 3: 40})
    game = held.stock(3)
    shares = [f"GA_{index}" for index in game.state.certificates["GA"][2]]
    accepted(game, sell(3, *shares))
    assert (cash(game, 3), place(game, "GA"), price(game, "GA")) == (450 + 440, (4, 5), 70)
    game = held.stock(3)
    accepted(game, *(sell(3, share) for share in shares))
    assert (cash(game, 3), place(game, "GA")) == (450 + 110 + 100 + 90 + 80, (4, 5))


@both
def test_case_019_the_lowest_space_of_a_column(ruleset: str) -> None:
    held = position(ruleset).launched("GA", president=1, par=110, holdings={1: 40, 2: 20}, price=(4, 7))
    game = held.stock(2)
    accepted(game, sell(2, *(f"GA_{index}" for index in game.state.certificates["GA"][1])))
    assert (cash(game, 2), place(game, "GA"), price(game, "GA")) == (450 + 180, (4, 7), 90)


@both
def test_case_020_half_of_the_presidents_certificate(ruleset: str) -> None:
    held = position(ruleset).launched("GA", president=1, par=90, holdings={1: 20, 2: 20, 3: 20})
    game = held.stock(1)
    accepted(game, sell(1, "GA_0", percent=10))
    assert (percent(game, "GA", 1), president(game, "GA"), cash(game, 1)) == (10, 2, 450 + 90)
    assert game.state.certificates["GA"][1] == (0,)
    assert (game.table().percent("GA", MARKET), price(game, "GA")) == (10, 80)
    alone = position(ruleset).launched("GA", president=1, par=90, holdings={1: 20, 2: 10, 3: 10, 4: 10}, market=10)
    game = alone.stock(1)
    refused(game, sell(1, "GA_0", percent=10), "3.2a3")
    refused(game, sell(1, "GA_0"), "3.2a3")


@both
def test_case_021_sixty_percent(ruleset: str) -> None:
    held = position(ruleset).launched("GA", president=1, par=90, holdings={1: 60}, market=10)
    game = held.stock(1)
    refused(game, buy(1, "GA_6"), "3.3a")
    refused(game, buy(1, "GA_5"), "3.3a")


def crowded(ruleset: str, private: bool = True) -> object:
    """Player 1 has 12 certificates at a limit of 12: 4 of CoG, 5 of GA, 2 of SAL, a private; ACL is for sale."""
    held = (
        position(ruleset, 4)
        .launched("CoG", president=1, par=90, holdings={1: 50, 2: 10})
        .launched("GA", president=1, par=90, holdings={1: 60})
        .launched("SAL", president=2, par=70, holdings={1: 20, 2: 40})
        .launched("ACL", president=2, par=70, holdings={2: 20}, market=40, price=(4, 3))
        .launched("G&F", president=3, par=55, holdings={3: 20}, market=40, price=(3, 1))
    )
    return held.private("MRC", 1) if private else held


@both
def test_case_022_the_certificate_limit_and_yellow_shares(ruleset: str) -> None:
    held = crowded(ruleset)
    game = held.stock(1)  # type: ignore[attr-defined]
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (12, 12)
    assert (price(game, "ACL"), price(game, "G&F")) == (55, 50)
    refused(game, buy(1, "ACL_1"), "3.3c")
    refused(game, par(1, "W&A", 55), "3.3c")
    accepted(game, buy(1, "G&F_1"))
    assert game.table().certificate_count(0) == 12
    # At par, too: what counts is the present value.
    game = held.stock(1)  # type: ignore[attr-defined]
    accepted(game, buy(1, "G&F_5"))
    assert cash(game, 1) == 450 - 55


@both
def test_case_023_above_the_limit_only_sales_are_offered(ruleset: str) -> None:
    held = (
        position(ruleset, 4)
        .launched("CoG", president=1, par=90, holdings={1: 50, 2: 10})
        .launched("GA", president=1, par=90, holdings={1: 60})
        .launched("SAL", president=2, par=70, holdings={1: 30, 2: 50})
        .private("MRC", 1)
    )
    game = held.stock(1)
    assert game.table().certificate_count(0) == 13
    kinds = (SellShares,) if ruleset == SITE else (SellShares, type(trade(2, "MRC", 1)))
    assert {type(action) for action in game.legal_actions} == set(kinds)
    refused(game, skip(1), "3.3d")
    refused(game, buy(1, "CoG_5"), "3.3d")
    accepted(game, sell(1, "SAL_1"))
    assert game.table().certificate_count(0) == 12
    assert {Pass, SellShares} <= {type(action) for action in game.legal_actions}
    # The rulebook counts a private sold to another player as well.
    game = held.stock(1)
    if ruleset == RULEBOOK:
        accepted(game, trade(2, "MRC", 10), skip(1))
    else:
        refused(game, trade(2, "MRC", 10), "3.2")


@both
def test_case_023_an_excess_that_cannot_be_sold_stays(ruleset: str) -> None:
    held = (
        position(ruleset, 5)
        .launched("CoG", president=1, par=90, holdings={1: 50}, market=50)
        .launched("GA", president=1, par=90, holdings={1: 50}, market=50)
        .launched("SAL", president=1, par=90, holdings={1: 30, 2: 20}, market=50)
        .private("MRC", 1)
    )
    game = held.stock(1)
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (4 + 4 + 2 + 1, 10)
    if ruleset == RULEBOOK:
        # A private could be sold, but that takes another player's consent.
        assert not yielded(game, SellShares, BuyShares, Par)
        accepted(game, skip(1))
    # Without any choice the turn passes by itself.
    assert asked(game) == 2
    assert game.table().certificate_count(0) == 11


@both
def test_case_024_sold_out_majors_rise(ruleset: str) -> None:
    held = (
        position(ruleset)
        .launched("GA", president=1, par=110, holdings={1: 60, 2: 40})
        .launched("CoG", president=2, par=90, holdings={2: 60, 3: 40})
        .launched("SAL", president=3, par=70, holdings={3: 60, 4: 30}, market=10)
    )
    game = held.stock(1)
    pass_until_round(game, "Operating")
    assert (place(game, "GA"), price(game, "GA")) == ((0, 5), 110)
    assert (place(game, "CoG"), price(game, "CoG")) == ((0, 4), 100)
    assert place(game, "SAL") == (2, 3)


@both
def test_case_025_a_tie_for_the_presidency(ruleset: str) -> None:
    for seller, first in ((1, 3), (3, 4)):
        others = {player: 20 for player in (1, 3, 4) if player != seller}
        if seller == 3:
            others = {4: 20, 1: 20}
        held = position(ruleset).launched("GA", president=seller, par=90, holdings={seller: 30} | others)
        game = held.stock(seller)
        ordinary = next(index for index in game.state.certificates["GA"][seller - 1] if index)
        accepted(game, sell(seller, f"GA_{ordinary}"))
        assert president(game, "GA") == seller
        accepted(game, sell(seller, "GA_0", percent=10))
        assert president(game, "GA") == first


def test_case_026_a_private_at_the_certificate_limit() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = crowded(ruleset)
        game = held.private("LTR", 2).stock(1)  # type: ignore[attr-defined]
        if ruleset == RULEBOOK:
            refused(game, trade(1, "LTR", 20), "3.3c")
        else:
            accepted(game, trade(1, "LTR", 20))
            assert game.table().certificate_count(0) == 13


@both
def test_case_065_the_bank_breaks_in_a_stock_round(ruleset: str) -> None:
    held = macon(position(ruleset))
    held = held.launched("CoG", president=1, par=90, holdings={1: 40, 2: 20}, operated=False, cash=500)
    held = held.launched("GA", president=2, par=70, holdings={2: 40, 3: 10}, floated=False, operated=False)
    game = held.cash({1: 200, 2: 200, 3: 200}).bank(100, rest_to=4).stock(1)
    accepted(game, buy(1, "GA_4"))
    assert game.state.corporations["GA"].floated
    assert game.state.bank == 100 + 70 - 700
    assert (game.state.broken, game.outcome) == (True, None)
    # The stock round goes on, then there is one operating round.
    assert where(game) == ("Stock", 2, 1)
    while game.outcome is None:
        assert where(game) in {("Stock", 2, 1), ("Operating", 2, 1)}
        who = asked(game)
        choices = [action for action in game.legal_actions if isinstance(action, Pass)]
        accepted(game, choices[0] if choices else game.legal_actions[0])
        assert who is not None
    assert game.outcome.reason == "bank"


def test_case_068_part_of_the_presidents_certificate_with_others() -> None:
    for ruleset in (RULEBOOK, SITE):
        game = position(ruleset).launched("GA", president=1, par=90, holdings={1: 30, 2: 20, 3: 10}).stock(1)
        if ruleset == RULEBOOK:
            refused(game, sell(1, "GA_1", "GA_0", percent=20), "3.2a4")
            refused(game, sell(1, "GA_0"), "3.2a4")
            accepted(game, sell(1, "GA_1"), sell(1, "GA_0", percent=10))
            assert cash(game, 1) == 450 + 90 + 80
        else:
            accepted(game, sell(1, "GA_1", "GA_0", percent=20))
            assert cash(game, 1) == 450 + 2 * 90
        assert (percent(game, "GA", 1), president(game, "GA"), price(game, "GA")) == (10, 2, 70)


def test_case_070_the_last_private_sold_in_the_second_stock_round() -> None:
    game = new(RULEBOOK, 3)
    pass_round(game)
    assert where(game) == ("Auction", 2, 1)
    accepted(game, bid(1, "LTR", 15), bid(2, "MRC", 40), bid(3, "W&SR", 70), bid(1, "OSR", 100), bid(2, "M&BR", 150))
    assert where(game) == ("Stock", 2, 1)
    accepted(game, par(3, "GA", 55))
    turn_of(game, 1)
    turn_of(game, 3)
    accepted(game, buy(3, "GA_1"), sell(3, "GA_1"))
    # On the site the auction goes on in set 1, before the first operating round.
    game = new(SITE, 3)
    accepted(game, skip(1), skip(2), skip(3))
    accepted(game, bid(1, "LTR", 15), bid(2, "MRC", 40), bid(3, "W&SR", 70), bid(1, "OSR", 100), bid(2, "M&BR", 150))
    assert where(game) == ("Stock", 1, 1)
    accepted(game, par(3, "GA", 55), skip(1), skip(2), buy(3, "GA_1"), skip(1), skip(2))
    assert asked(game) == 3
    refused(game, sell(3, "GA_1"), "3.2a1")


@both
def test_case_076_a_token_that_cannot_move_keeps_its_place(ruleset: str) -> None:
    held = macon(position(ruleset)).phase("3")
    held = held.launched("CoG", president=1, par=90, holdings={1: 60}, price=(6, 0), trains=["3"], cash=100)
    held = held.launched("GA", president=2, par=90, holdings={2: 60}, price=(6, 0), cash=100)
    game = held.operating("CoG", "dividend", revenue=30)
    accepted(game, dividend("CoG", "withhold"))
    assert game.state.stacks[6, 0] == ("CoG", "GA")


@both
@pytest.mark.parametrize("moves", [True, False])
def test_case_076_a_sale_in_the_lowest_space(ruleset: str, moves: bool) -> None:
    cell = (5, 4) if moves else (6, 4)
    held = position(ruleset).launched("CoG", president=1, par=90, holdings={1: 40, 3: 20}, price=cell)
    held = held.launched("GA", president=2, par=90, holdings={2: 60}, price=(6, 4))
    game = held.stock(3)
    accepted(game, sell(3, "CoG_3"))
    assert game.state.stacks[6, 4] == (("GA", "CoG") if moves else ("CoG", "GA"))


@both
def test_case_076_a_payment_on_the_last_space(ruleset: str) -> None:
    held = macon(position(ruleset)).phase("3")
    held = held.launched("CoG", president=1, par=90, holdings={1: 60}, price=(0, 15), trains=["3"], cash=100)
    game = held.operating("CoG", "dividend", revenue=30)
    accepted(game, dividend("CoG", "payout"))
    assert (place(game, "CoG"), price(game, "CoG")) == ((0, 15), 300)
