"""18Dixie, edge cases 17 to 37 and 153: what comes for sale when, sales and purchases, limits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game
from open18xx.actions import BuyShares, BuyTrain, SellShares
from open18xx.model.table import Table
from tests.rules.acts import asked, cash, percent, price, yielded
from tests.rules.dixie import (
    accepted,
    bid,
    box,
    buy,
    first_auctions,
    idle_until,
    merge,
    new,
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
    train,
    turn_of,
    two,
    where,
)
from tests.scenario import Scenario


def round_of(kind: str, turn: int, *privates: str, players: int = 4) -> Game:
    """A new game in which all pass from the first auctions to this round."""
    game = new(players)
    first_auctions(game, *(privates or ("P1", "P2", "P3", "P4")[:players]))
    while where(game)[:2] != (kind, turn):
        who = asked(game)
        assert who is not None
        accepted(game, skip(who))
    return game


# What comes for sale when


def test_case_017_unsold_2_trains_are_in_the_pool_from_round_2() -> None:
    game = round_of("Stock", 2)
    depot = game.state.depot
    assert [card.id for card in depot.discarded] == ["2-0", "2-1", "2-2", "2-3", "2-4"]
    assert depot.upcoming[0].rank == "3"


def bank_2(next_rank: str = "3") -> Game:
    """CoG buys trains while 2-trains lie in the pool; no train was ever bought from the offering."""
    game = scenario().launched("CoG", president=1, par=65, cash=400, operated=False).operating("CoG")
    table = Table(game.rules, game.state)
    depot = table.state.depot
    rest = tuple(card for card in depot.upcoming if card.rank != "2")
    assert rest[0].rank == next_rank
    table.state.depot = replace(depot, upcoming=rest, discarded=depot.upcoming[:5])
    accepted(game, skip("CoG"))
    return game


def test_case_018_a_2_train_of_the_pool_begins_no_phase() -> None:
    game = bank_2()
    assert [action.variant for action in game.legal_actions.of(BuyTrain)] == ["3", "2"]
    accepted(game, train("CoG", "2-0", 80))
    assert game.table().phase.name == "1"
    game = bank_2()
    accepted(game, train("CoG", "3-0", 180))
    assert game.table().phase.name == "3"


def test_case_019_one_player_may_win_several_late_privates() -> None:
    game = round_of("Stock", 2)
    first = asked(game)
    assert isinstance(first, int)
    before = cash(game, first)
    second, third, fourth = (1 + (first + step - 1) % 4 for step in (1, 2, 3))
    accepted(game, bid(first, "P8", 50), skip(second), skip(third), skip(fourth))
    turn_of(game, second)
    turn_of(game, first)
    accepted(game, bid(first, "P9", 110), skip(second), skip(third), skip(fourth))
    assert (owner(game, "P8"), owner(game, "P9"), cash(game, first)) == (first, first, before - 160)
    pass_round(game)
    assert not game.state.privates["P10"].closed
    idle_until(game, "Stock", 3)
    buyer = asked(game)
    assert isinstance(buyer, int)
    assert take(buyer, "P10", 150) in game.legal_actions
    refused(game, par(buyer, "WRA", 65), "Table 3")
    pass_round(game)
    assert game.state.privates["P10"].closed
    idle_until(game, "Stock", 4)
    buyer = asked(game)
    assert isinstance(buyer, int)
    assert par(buyer, "WRA", 65) in game.legal_actions


def test_case_020_no_bid_at_the_certificate_limit() -> None:
    game = at_limit((3, 2)).private("P8", 2).stock(2)
    table = Table(game.rules, game.state)
    table.state.put_private(replace(table.state.privates["P8"], owner=None))
    assert game.table().certificate_count(0) == 12
    accepted(game, bid(2, "P8", 50))
    bidders = set()
    while game.state.pending:
        who = asked(game)
        assert isinstance(who, int)
        bidders.add(who)
        accepted(game, skip(who))
    assert bidders == {3, 4, 5}


def test_case_021_a_bidder_on_anothers_turn_has_not_acted() -> None:
    game = round_of("Stock", 2)
    first = asked(game)
    assert isinstance(first, int)
    second, third, fourth = (1 + (first + step - 1) % 4 for step in (1, 2, 3))
    accepted(game, bid(first, "P8", 50), skip(second), bid(third, "P8", 60), skip(fourth), skip(first))
    assert owner(game, "P8") == third
    pass_round(game)
    assert game.state.priority == second - 1


def test_case_022_wra_waits_for_p10_but_its_preferred_shares_do_not() -> None:
    game = round_of("Stock", 2)
    first = asked(game)
    assert isinstance(first, int)
    refused(game, par(first, "WRA", 65), "Table 3")
    accepted(game, take(first, " 4", 80))
    idle_until(game, "Merger", 2)
    minor = cash(game, " 4")
    accepted(game, merge(" 4", "WRA"))
    assert (percent(game, "WRA", first), box(game, "WRA"), cash(game, "WRA")) == (10, 10, minor)
    assert game.state.board.tokens("WRA") == [("J10", 0)]
    assert not game.state.corporations["WRA"].floated


def test_case_023_an_unsold_minor_leaves_after_round_3() -> None:
    game = round_of("Stock", 3)
    assert "D12" in {hex_id for _, hex_id, _, _ in game.state.board.reservations()}
    pass_round(game)
    reserved = {hex_id for _, hex_id, _, _ in game.state.board.reservations()}
    assert game.state.minors[" 9"].closed
    assert not {"D12", "E15"} & reserved


def test_case_024_an_unsold_minor_of_the_first_group_leaves_after_or_3() -> None:
    game = round_of("Stock", 3)
    assert game.state.minors[" 1"].closed
    assert box(game, "SR") == 20
    assert "K17" not in {hex_id for _, hex_id, _, _ in game.state.board.reservations()}


# Turns


def test_case_025_sell_buy_sell() -> None:
    game = two().stock(1)
    accepted(game, sell(1, "CoG_1"), sell(1, "CoG_2"), buy(1, "IC_5"))
    assert asked(game) == 2
    game = two().stock(1)
    accepted(game, buy(1, "IC_5"), sell(1, "CoG_1"), sell(1, "CoG_2"))
    game = two().private("P2", 1).stock(1)
    accepted(game, sell(1, "CoG_1"), buy(1, "IC_5"))
    assert asked(game) == 1
    refused(game, sell(1, "CoG_2"), "3")


def test_case_026_what_was_sold_is_not_bought_in_the_round() -> None:
    game = two().stock(1)
    accepted(game, sell(1, "IC_1"), skip(1))
    turn_of(game, 1)
    refused(game, buy(1, "IC_1"), "3.2")
    refused(game, buy(1, "IC_5"), "3.2")
    assert not game.legal_actions.of(BuyShares, shares=("IC_5",))


def test_case_027_buy_and_sell_in_one_turn() -> None:
    game = two().stock(1)
    accepted(game, buy(1, "IC_5"), sell(1, "IC_5"))


def test_case_028_nothing_is_sold_before_it_has_operated() -> None:
    game = scenario().launched("CoG", president=1, par=70, holdings={1: 40, 2: 30}, operated=False).stock(1)
    refused(game, sell(1, "CoG_1"), "3.1")
    assert not yielded(game, SellShares)


def test_case_029_one_price_for_all_then_down_a_row_each() -> None:
    game = scenario().launched("IC", president=1, par=70, price=(0, 6), holdings={1: 60, 2: 20}).stock(1)
    before = cash(game, 1)
    accepted(game, sell(1, "IC_1", "IC_2", "IC_3"))
    assert (cash(game, 1), place(game, "IC"), price(game, "IC")) == (before + 300, (3, 6), 75)


@pytest.mark.parametrize(("cell", "amount"), [((6, 4), 50), ((4, 8), 80)])
def test_case_030_no_cell_below(cell: tuple[int, int], amount: int) -> None:
    game = scenario().launched("IC", president=1, par=70, price=cell, holdings={1: 40, 2: 20}).stock(1)
    accepted(game, sell(1, "IC_1"))
    assert (place(game, "IC"), price(game, "IC")) == (cell, amount)


def test_case_031_half_of_a_corporation_in_the_pool() -> None:
    game = scenario().launched("IC", president=1, par=70, holdings={1: 40, 2: 20}, market=40).stock(1)
    refused(game, sell(1, "IC_1", "IC_2"), "3.1")
    accepted(game, sell(1, "IC_1"))
    held = scenario().launched("IC", president=1, par=70, holdings={1: 20, 2: 20}, market=(3, 4, 5, 6, 7, 8))
    game = held.stock(2)
    assert pool(game, "IC") == 60
    refused(game, sell(2, "IC_1"), "3.1")
    assert buy(2, "IC_7") in game.legal_actions


# Limits


def test_case_032_preferred_shares_beyond_60_percent() -> None:
    held = scenario(3).launched("L&N", president=1, par=65, holdings={1: (0, 1, 2, 3, 4)}, market=(5, 6, 7, 8))
    game = held.stock(1)
    assert percent(game, "L&N", 1) == 60
    refused(game, buy(1, "L&N_5"), "3.4a")
    for index in (6, 7, 8):
        accepted(game, buy(1, f"L&N_{index}"), skip(1))
        turn_of(game, 1)
        refused(game, buy(1, "L&N_5"), "3.4a")
    assert percent(game, "L&N", 1) == 90


def test_case_033_only_the_preferred_share_can_be_bought() -> None:
    game = scenario(3).launched("Fr", president=1, par=65, holdings={1: (0, 1, 2, 3, 4, 7)}, market=(5, 8)).stock(1)
    assert percent(game, "Fr", 1) == 70
    assert {action.shares for action in game.legal_actions.of(BuyShares)} == {("Fr_8",)}


def test_case_034_either_kind_may_be_sold() -> None:
    held = scenario(3).launched("L&N", president=1, par=65, holdings={1: (0, 1, 2, 3, 4, 6), 2: (7,)})
    for share in ("L&N_1", "L&N_6"):
        game = held.stock(1)
        accepted(game, sell(1, share))
        assert not [buy for buy in game.legal_actions.of(BuyShares) if buy.shares[0].startswith("L&N")]


def at_limit(cell: tuple[int, int], *, more: int = 0) -> Scenario:
    """Five players; player 1 holds 12 certificates that count, and `more` percent of SAL, which stands in this cell."""
    return (
        scenario(5)
        .launched("CoG", president=1, par=90, holdings={1: 60, 2: 20})
        .launched("IC", president=1, par=90, holdings={1: 50, 2: 20})
        .launched("Fr", president=1, par=90, holdings={1: 40, 2: 20})
        .launched("SAL", president=2, par=65, price=cell, holdings={2: 40, 1: more} if more else {2: 40})
        .cash({1: 500})
    )


def test_case_035_at_the_limit_only_yellow_shares() -> None:
    game = at_limit((3, 1)).stock(1)
    assert game.table().certificate_count(0) == game.table().certificate_limit() == 12
    accepted(game, buy(1, "SAL_3"))
    refused(at_limit((3, 2)).stock(1), buy(1, "SAL_3"), "3.4b")


def test_case_036_over_the_limit() -> None:
    game = at_limit((3, 2), more=10).stock(1)
    assert game.table().certificate_count(0) == 13
    refused(game, skip(1), "3.4b")
    refused(game, par(1, "ACL", 65), "3.4b")
    accepted(game, sell(1, "CoG_1"))
    assert skip(1) in game.legal_actions
    game = at_limit((3, 1), more=30).stock(1)
    assert game.table().certificate_count(0) == 12


def test_case_036_back_into_the_yellow_zone() -> None:
    game = at_limit((2, 1), more=20).stock(1)
    assert (game.table().certificate_count(0), price(game, "SAL")) == (14, 55)
    accepted(game, game.legal_actions.of(SellShares, percent=10)[-1])
    assert (price(game, "SAL"), place(game, "SAL")) == (50, (3, 1))
    assert game.table().certificate_count(0) == 12
    assert skip(1) in game.legal_actions


def test_case_037_a_purchase_that_would_reduce_the_count() -> None:
    game = (
        scenario(5)
        .launched("CoG", president=1, par=90, holdings={1: 60, 2: 20})
        .launched("IC", president=1, par=90, holdings={1: 50, 2: 20})
        .launched("Fr", president=2, par=90, holdings={2: 30, 1: 30})
        .cash({1: 500})
        .stock(1)
    )
    assert game.table().certificate_count(0) == 12
    refused(game, buy(1, "Fr_6"), "3.4b")


def test_case_153_yellow_first_then_the_cure() -> None:
    game = at_limit((3, 1), more=10).launched("ACL", president=2, par=65, holdings={2: 40, 1: 10}).stock(1)
    assert game.table().certificate_count(0) == 13
    accepted(game, buy(1, "SAL_5"))
    refused(game, skip(1), "3.4b")
    accepted(game, sell(1, "CoG_1"))
