"""1846, edge cases 12 to 25: the stock round."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import SellShares
from open18xx.model.state import MARKET, UNSOLD
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    buy,
    cash,
    par,
    pass_until_round,
    percent,
    president,
    price,
    recorded,
    recorded_action,
    refused,
    sell,
    skip,
    yielded,
)


def market(game: Game, sym: str) -> int:
    return game.table().percent(sym, MARKET)


def test_case_012_illinois_central_launched_at_60_holds_180() -> None:
    game = Scenario("1846").needs("IC", "NYC").stock(1, turn=1)
    bank = game.state.bank
    accepted(game, par(1, "IC", 60))
    assert cash(game, 1) == 400 - 120
    assert cash(game, "IC") == 120 + 60
    assert game.state.bank == bank - 60
    accepted(game, par(2, "NYC", 60))
    assert cash(game, "NYC") == 120


def test_case_013_a_launch_costs_twice_the_par_value() -> None:
    game = Scenario("1846").needs("NYC").cash({1: 300}).stock(1, turn=1)
    accepted(game, par(1, "NYC", 150))
    assert cash(game, 1) == 0
    game = Scenario("1846").needs("NYC").cash({1: 299}).stock(1, turn=1)
    refused(game, par(1, "NYC", 150), "not_enough_cash")
    accepted(game, par(1, "NYC", 137))
    assert cash(game, 1) == 299 - 274


def test_case_014_only_the_president_sells_before_the_corporation_has_operated() -> None:
    position = Scenario("1846").launched("NYC", president=1, par=60, holdings={1: 40, 2: 10}, operated=False)
    game = position.stock(1, turn=1)
    accepted(game, sell(1, "NYC_1"))
    assert price(game, "NYC") == 50
    assert cash(game, 1) == 400 + 60
    accepted(game, skip(1))
    refused(game, sell(2, "NYC_3"), "sale_before_operating")


def test_case_015_one_block_a_corporation_and_turn() -> None:
    position = Scenario("1846").launched("NYC", president=1, par=60, holdings={1: 60, 2: 10})
    game = position.stock(1)
    accepted(game, sell(1, "NYC_1", "NYC_2", "NYC_3"))
    assert price(game, "NYC") == 50
    assert cash(game, 1) == 400 + 3 * 60
    game = position.stock(1)
    accepted(game, sell(1, "NYC_1"))
    refused(game, sell(1, "NYC_2"), "second_block")
    assert price(game, "NYC") == 50


def test_case_016_nobody_buys_in_a_round_what_was_sold_in_it() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, holdings={1: 40, 2: 20, 3: 20}, cash=100, trains=["2"])
        .stock(1)
    )
    accepted(game, sell(1, "NYC_1"))
    refused(game, buy(1, "NYC_7"), "bought_after_selling")
    for player in (1, 2, 3, 4):
        accepted(game, skip(player))
    refused(game, buy(1, "NYC_7"), "bought_after_selling")
    refused(game, buy(1, "NYC_1"), "bought_after_selling")
    pass_until_round(game, "Operating")
    pass_until_round(game, "Stock")
    assert game.state.round.turn == 3
    while asked(game) != 1:
        accepted(game, skip(int(str(asked(game)))))
    accepted(game, buy(1, "NYC_7"))


def test_case_017_others_sell_without_a_move_until_the_end_of_the_round() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, holdings={1: 50, 2: 50}, cash=100).stock(2)
    accepted(game, sell(2, "NYC_4", "NYC_5", "NYC_6", "NYC_7", "NYC_8"))
    assert price(game, "NYC") == 60
    assert cash(game, 2) == 400 + 5 * 60
    pass_until_round(game, "Operating")
    assert price(game, "NYC") == 50


def test_case_018_the_market_holds_half_at_most() -> None:
    game = Scenario("1846").launched("NYC", president=1, holdings={1: 30, 2: 20}, market=40).stock(2)
    refused(game, sell(2, "NYC_2", "NYC_3"), "market_limit")
    accepted(game, sell(2, "NYC_2"))
    assert market(game, "NYC") == 50


def test_case_019_the_end_of_a_round_moves_prices() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, holdings={1: 60, 2: 40}, cash=100)
        .launched("GT", president=2, par=80, holdings={2: 60, 1: 30}, cash=100)
        .launched("B&O", president=3, par=100, holdings={3: 60}, market=10, cash=100)
        .stock(4)
    )
    pass_until_round(game, "Operating")
    assert [price(game, sym) for sym in ("NYC", "GT", "B&O")] == [70, 80, 90]


def test_case_020_part_of_the_presidents_certificate_is_sold() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, holdings={1: [0], 2: [3, 5]}).stock(1)
    accepted(game, sell(1, "NYC_0", percent=10))
    assert president(game, "NYC") == 2
    assert [percent(game, "NYC", player) for player in (1, 2)] == [10, 20]
    assert market(game, "NYC") == 10
    assert cash(game, 1) == 400 + 60
    assert price(game, "NYC") == 50
    # The new president gives its first two ids to the market, whose first id makes up the tenth that was kept.
    holders = game.state.certificates["NYC"]
    assert (holders[0], holders[1], holders[MARKET]) == ((3,), (0,), (5,))
    assert holders[UNSOLD] == (1, 2, 4, 6, 7, 8)


def test_case_020_nobody_else_with_20_percent() -> None:
    game = Scenario("1846").launched("NYC", president=1, holdings={1: 20, 2: 10, 3: 10}).stock(1)
    refused(game, sell(1, "NYC_0", percent=10), "president_certificate")
    refused(game, sell(1, "NYC_0"), "president_certificate")
    assert yielded(game, SellShares) == []


def test_case_021_the_president_stays_on_a_tie() -> None:
    game = Scenario("1846").launched("NYC", president=1, holdings={1: 40, 2: 30}).stock(2)
    accepted(game, buy(2, "NYC_6"))
    assert [percent(game, "NYC", player) for player in (1, 2)] == [40, 40]
    assert president(game, "NYC") == 1


def test_case_021_of_two_challengers_the_nearest_to_the_left_takes_over() -> None:
    game = Scenario("1846").launched("NYC", president=2, holdings={2: 40, 1: 30, 4: 30}).stock(2)
    accepted(game, sell(2, "NYC_1", "NYC_2"))
    assert [percent(game, "NYC", player) for player in (1, 2, 4)] == [30, 20, 30]
    assert president(game, "NYC") == 4


def test_case_022_above_a_lowered_limit_one_must_sell() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, holdings={1: 60})
        .launched("B&O", president=1, par=60, holdings={1: 60})
        .launched("IC", president=2, par=60, holdings={2: 20, 1: 10})
        .closed("GT")
        .stock(1)
    )
    # President's certificates count one: 5 + 5 + 1 = 11, and the limit for five corporations is 10.
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (11, 10)
    refused(game, skip(1), "must_sell")
    refused(game, buy(1, "IC_2"), "must_sell")
    refused(game, par(1, "PRR", 40), "must_sell")
    assert {type(action) for action in game.legal_actions} == {SellShares}
    accepted(game, sell(1, "IC_1"))
    accepted(game, skip(1))


def test_case_022_a_change_of_presidency_may_lift_a_player_above_the_limit() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, holdings={1: 30, 2: 30})
        .launched("B&O", president=1, par=60, holdings={1: 60})
        .launched("IC", president=1, par=60, holdings={1: 60})
        .stock(2)
    )
    # NYC counts 2 certificates, B&O and IC 5 each; the president's certificate comes back as two of 10 %.
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (12, 12)
    accepted(game, buy(2, "NYC_5"))
    assert president(game, "NYC") == 2
    assert game.table().certificate_count(0) == 13
    accepted(game, skip(3))
    accepted(game, skip(4))
    refused(game, skip(1), "must_sell")
    accepted(game, sell(1, "NYC_1"))
    accepted(game, skip(1))


def test_case_022_above_the_limit_with_nothing_to_sell_play_goes_on() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=2, par=60, holdings={2: 50, 1: 50}, operated=False)
        .launched("B&O", president=2, par=60, holdings={2: 50, 1: 50}, operated=False)
        .closed("IC", "GT")
        .stock(4)
    )
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (10, 8)
    accepted(game, skip(4))
    assert asked(game) == 2


def test_case_023_a_corporation_closes_at_the_end_of_the_round() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, par=40, price=20, holdings={1: 40, 2: 10}, market=20, cash=70)
        .launched("B&O", president=3, cash=100)
        .stock(1)
    )
    limit = game.table().certificate_limit()
    accepted(game, sell(1, "GT_1"))
    assert price(game, "GT") == 10
    pass_until_round(game, "Operating")
    row = game.state.corporations["GT"]
    assert (row.closed, row.cash, row.cell) == (True, 0, None)
    assert percent(game, "GT", 1) == percent(game, "GT", 2) == 0
    assert cash(game, 1) == 400 + 20
    assert (limit, game.table().certificate_limit()) == (12, 10)
    assert game.state.board.tokens("GT") == []


def test_case_024_a_player_left_without_anything_to_do_is_passed_over() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, par=40, price=10, holdings={1: 40, 2: 10})
        .cash({1: 0, 2: 30})
        .stock(1)
    )
    accepted(game, sell(1, "GT_1"))
    assert game.state.corporations["GT"].closed
    assert cash(game, 1) == 10
    assert asked(game) == 3


def test_case_024_in_a_recorded_game() -> None:
    name = "fixtures/1846/hs_wwhjwjvo_1716866882"
    game = recorded(name, until=73)
    assert asked(game) == 1
    accepted(game, recorded_action(name, 74))
    assert game.state.corporations["IC"].closed
    assert cash(game, 1) == 20
    assert asked(game) == 3


@pytest.mark.parametrize("what", ["buy", "sell", "launch"])
def test_case_025_the_seat_after_the_last_to_act_has_the_priority_deal(what: str) -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, holdings={1: 30, 2: 30}, cash=100).stock(1)
    accepted(game, skip(1))
    accepted(game, {"buy": buy(2, "NYC_6"), "sell": sell(2, "NYC_2"), "launch": par(2, "IC", 60)}[what])
    pass_until_round(game, "Operating")
    assert game.state.priority == 3 - 1
    assert game.snapshot()["priority"] == "3"


def test_case_025_without_an_act_the_priority_deal_stays() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, cash=100).priority(4).stock(4)
    pass_until_round(game, "Operating")
    assert game.state.priority == 4 - 1
