"""18Dixie, edge cases 1 to 16, 46 to 48, 150 and 174: the box, the first auctions, the first stock round."""

from __future__ import annotations

import pytest

import open18xx
from open18xx.actions import Bid, BuyCompany, OfferPrivate, Par, SellShares
from tests.rules.acts import asked, cash, president, price, yielded
from tests.rules.dixie import (
    accepted,
    bid,
    box,
    first_auctions,
    ipo,
    new,
    offer,
    owner,
    par,
    pass_round,
    place,
    pool,
    refused,
    scenario,
    sell,
    skip,
    take,
    where,
)


@pytest.mark.parametrize(("players", "each", "bank"), [(3, 700, 9900), (4, 525, 9900), (5, 425, 9875), (6, 375, 9750)])
def test_case_001_money(players: int, each: int, bank: int) -> None:
    game = new(players)
    assert [player.cash for player in game.state.players] == [each] * players
    assert game.state.bank == bank == 12_000 - players * each
    assert where(game) == ("Auction", 1, 1)


@pytest.mark.parametrize("players", [2, 7])
def test_case_001_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="3 to 6"):
        open18xx.new_game("18Dixie", players)


def test_case_002_the_highest_unsold_private_leaves() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P7")
    assert where(game) == ("Stock", 1, 1)
    assert game.state.privates["P6"].closed
    assert game.state.priority == 0
    assert asked(game) == 1
    offered = {action.company: action.price for action in game.legal_actions.of(BuyCompany)}
    assert {sym: offered[sym] for sym in offered if sym.startswith("P")} == {"P3": 50, "P4": 50, "P5": 80}


def test_case_003_a_removed_p6_frees_sr() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P7")
    accepted(game, par(1, "SR", 65))
    assert not game.state.corporations["SR"].floated
    assert cash(game, 1) == 700 - 20 - 130


def test_case_004_with_six_players_the_pool_is_empty() -> None:
    game = new(6)
    first_auctions(game, "P1", "P2", "P3", "P4", "P5", "P6")
    assert game.state.privates["P7"].closed
    assert not [action for action in game.legal_actions.of(BuyCompany) if action.company.startswith("P")]


def test_case_005_opening_bids_and_raises() -> None:
    game = new(4)
    refused(game, bid(1, "P6", 142), "3.2a")
    for amount in (140, 145, 150):
        assert bid(1, "P6", amount) in game.legal_actions
    accepted(game, bid(1, "P6", 145))
    refused(game, bid(2, "P6", 149), "3.2a")
    assert bid(2, "P6", 150) in game.legal_actions
    assert bid(2, "P6", 151) in game.legal_actions


def test_case_006_bids_within_cash_and_a_pass_is_final() -> None:
    game = new(4)
    refused(game, bid(1, "P6", 530), "3.2a")
    accepted(game, bid(1, "P6", 140))
    refused(game, bid(2, "P6", 526), "3.2a")
    accepted(game, skip(2), bid(3, "P6", 150), skip(4))
    assert asked(game) == 1
    accepted(game, bid(1, "P6", 155))
    assert asked(game) == 3
    refused(game, bid(2, "P6", 200), "3")


def test_case_007_the_next_nominator_is_left_of_the_nominator() -> None:
    game = new(3)
    accepted(game, bid(1, "P3", 50), bid(2, "P3", 55), skip(3), skip(1))
    assert owner(game, "P3") == 2
    assert asked(game) == 3
    accepted(game, bid(3, "P1", 20), skip(1))
    assert asked(game) == 1
    accepted(game, bid(1, "P2", 30))
    assert where(game) == ("Stock", 1, 1)


def test_case_008_a_player_with_a_private_is_not_asked() -> None:
    game = new(3)
    accepted(game, bid(1, "P1", 20), skip(2), skip(3))
    accepted(game, bid(2, "P2", 30))
    assert asked(game) == 3
    refused(game, bid(1, "P2", 40), "3")
    accepted(game, skip(3))
    assert owner(game, "P2") == 2


def test_case_009_the_last_player_pays_the_printed_price() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2")
    assert asked(game) == 3
    refused(game, bid(3, "P7", 105), "3.2a")
    (only,) = game.legal_actions.of(Bid, company="P7")
    assert (only.price, only.range) == (100, None)
    accepted(game, bid(3, "P7", 100))
    assert (owner(game, "P7"), cash(game, 3)) == (3, 600)


def test_case_010_p6_brings_the_presidency_of_sr() -> None:
    game = new(4)
    accepted(game, bid(1, "P6", 150), skip(2), skip(3), skip(4))
    assert asked(game) == 1
    accepted(game, par(1, "SR", 90))
    sr = game.state.corporations["SR"]
    assert (cash(game, 1), sr.cash, sr.floated, place(game, "SR")) == (525 - 150, 900, True, (0, 5))
    assert (ipo(game, "SR"), pool(game, "SR"), box(game, "SR")) == (30, 30, 20)
    assert president(game, "SR") == 1
    assert game.state.privates["P6"].closed
    assert game.table().certificate_count(0) == 1


def test_case_011_par_values() -> None:
    game = new(4)
    accepted(game, bid(1, "P6", 140), skip(2), skip(3), skip(4))
    refused(game, par(1, "SR", 85), "3.2c1")


def test_case_012_p6_in_the_pool() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P3")
    assert game.state.privates["P7"].closed
    refused(game, par(1, "SR", 65), "Table 3")
    assert not game.legal_actions.of(Par, corporation="SR")
    accepted(game, take(1, "P6", 140), par(1, "SR", 90))
    assert (cash(game, 1), pool(game, "SR"), price(game, "SR")) == (700 - 20 - 140, 30, 90)
    assert asked(game) == 2


def test_case_013_the_placeholder_of_p3() -> None:
    game = new(4)
    accepted(game, bid(1, "P3", 50), skip(2), skip(3), skip(4))
    assert game.state.board.city_tokens("G17", 0) == [None, None, "P3"]
    assert not [token for token in new(4).state.board.all_tokens() if token[0] == "P3"]


def test_case_013_p3_removed_unsold_leaves_no_placeholder() -> None:
    game = scenario().stock(1, turn=2)
    assert game.state.privates["P3"].closed
    assert game.state.board.city_tokens("G17", 0) == [None, None, None]


def test_case_014_the_first_stock_round() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P6")
    assert not yielded(game, SellShares, OfferPrivate)
    refused(game, offer(1, "P1", 20), "3.1")
    refused(game, take(1, "P2", 20), "3.1")
    refused(game, take(1, "13", 140), "3.3")
    prices = {action.company: action.price for action in game.legal_actions.of(BuyCompany)}
    minors = {sym: amount for sym, amount in prices.items() if not sym.startswith("P")}
    assert minors == dict(
        zip(
            (" 1", " 2", " 3", " 4", " 5", " 6", " 7", " 8", " 9", "10", "11", "12"),
            (90, 120, 90, 80, 100, 100, 100, 100, 120, 120, 120, 120),
            strict=True,
        )
    )
    accepted(game, skip(1), skip(2))
    refused(game, sell(3, "SR_0", percent=10), "3.1")


def test_case_015_the_priority_deal_stays_when_nobody_buys() -> None:
    game = new(3)
    first_auctions(game, "P4", "P3", "P5")
    assert (asked(game), game.state.priority) == (2, 1)
    pass_round(game)
    assert game.state.priority == 1


def test_case_016_a_minor_starts_without_money() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P3")
    bank = game.state.bank
    accepted(game, take(1, " 4", 80))
    assert game.state.bank == bank + 80
    assert (cash(game, " 4"), owner(game, " 4")) == (0, 1)


def test_case_150_the_winner_of_p6_takes_no_further_part() -> None:
    game = new(4)
    accepted(game, bid(1, "P1", 20), skip(2), skip(3), skip(4))
    accepted(game, bid(2, "P6", 140), skip(3), skip(4), par(2, "SR", 80))
    assert game.state.privates["P6"].closed
    accepted(game, bid(3, "P2", 30))
    assert asked(game) == 4
    accepted(game, skip(4), bid(4, "P3", 50))
    assert where(game) == ("Stock", 1, 1)


def test_case_174_the_charters() -> None:
    rules = new(4).rules
    preferred = {"ACL": 1, "CoG": 2, "Fr": 2, "IC": 2, "L&N": 3, "SAL": 1, "SR": 2, "WRA": 2}
    for sym, facts in rules.corporations.items():
        assert sum(facts.certificates) == 100
        assert len(facts.preferred) == preferred.get(sym, 0)
        assert len(facts.certificates) == (8 if facts.formed_from else 9)
    assert sum(preferred.values()) == 15
