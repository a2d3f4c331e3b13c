"""1846, edge cases 73 to 77: bankruptcy and corporations without president."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import BuyShares, BuyTrain
from open18xx.model.state import MARKET
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    bankrupt,
    buy,
    buy_train,
    cash,
    end_turn,
    percent,
    president,
    price,
    recorded,
    recorded_action,
    refused,
    shown,
    skip,
)


def president_of_two() -> Scenario:
    """Player 1 has 20 % of NYC and of GT, which nobody could take over, and $100."""
    return (
        Scenario("1846")
        .launched("GT", president=1, par=60, market=20, cash=10, trains=["2"])
        .launched("NYC", president=1, par=50, market=20, cash=200)
        .launched("B&O", president=2, par=40, cash=100, trains=["2"])
        .private("MAIL", owner=1)
        .cash({1: 100})
        .depot(next="5")
    )


@pytest.mark.parametrize("money", [30, 100])
def test_case_073_both_lose_their_president_and_the_operating_one_buys(money: int) -> None:
    game = president_of_two().cash({1: money}).operating("NYC", "trains")
    accepted(game, bankrupt("NYC"))
    assert [president(game, sym) for sym in ("GT", "NYC")] == [None, None]
    assert [percent(game, sym, 1) for sym in ("GT", "NYC")] == [0, 0]
    assert [game.table().percent(sym, MARKET) for sym in ("GT", "NYC")] == [40, 40]
    # 200 in the treasury, the player's money, two shares of GT at 60 and two of NYC at 50, less a 4/6 at 450.
    assert cash(game, "NYC") == 200 + money + 120 + 100 - 450
    assert shown(game, "NYC") == ["4/6"]
    assert [price(game, sym) for sym in ("GT", "NYC")] == [60, 50]
    assert (game.state.players[0].bankrupt, cash(game, 1)) == (True, 0)
    assert game.state.privates["MAIL"].closed
    assert game.table().phase.name == "III"
    assert asked(game) == "B&O"


def test_case_073_without_enough_for_a_train_the_turn_ends() -> None:
    position = president_of_two().cash({1: 20})
    game = position.operating("NYC", "trains")
    accepted(game, bankrupt("NYC"))
    assert cash(game, "NYC") == 200 + 20 + 120 + 100
    assert shown(game, "NYC") == []
    assert asked(game) == "B&O"


def without_president(share_price: int, *, phase: str = "III", mail: bool = True) -> Scenario:
    position = (
        Scenario("1846")
        .launched("PRR", president=1, price=100, cash=500, trains=["4/6"])
        .launched("GT", president=None, par=40, price=share_price, holdings={2: 10}, market=40, cash=30)
        .closed("IC")
        .phase(phase)
    )
    return position.private("MAIL", owner="GT") if mail else position


def test_case_074_without_president_and_train_from_20_to_0() -> None:
    game = without_president(20).operating("PRR", "trains")
    assert game.table().certificate_limit() == 10
    assert not game.state.privates["MAIL"].closed
    end_turn(game)
    assert game.state.corporations["GT"].closed
    assert game.state.privates["MAIL"].closed
    assert game.table().certificate_limit() == 8
    assert percent(game, "GT", 2) == 0


def test_case_074_from_30_to_10_it_stays() -> None:
    game = without_president(30).operating("PRR", "trains")
    end_turn(game)
    assert price(game, "GT") == 10


def test_case_074_in_a_recorded_game() -> None:
    name = "fixtures/1846/19962"
    game = recorded(name, until=327)
    assert (game.state.privates["MAIL"].owner, president(game, "ERIE"), price(game, "ERIE")) == ("ERIE", None, 20)
    assert game.table().certificate_limit() == 10
    accepted(game, recorded_action(name, 328))
    assert game.state.corporations["ERIE"].closed
    assert game.state.privates["MAIL"].closed
    assert game.table().certificate_limit() == 8


def test_case_075_trains_of_a_corporation_without_president_are_not_sold() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=200, trains=["2"])
        .launched("GT", president=None, price=60, holdings={2: 10}, market=40, trains=["2"])
        .operating("PRR", "trains")
    )
    refused(game, buy_train("PRR", "2-3", 10), "no_president")
    assert [action.train for action in game.legal_actions.of(BuyTrain)] == ["2-4"]


def half_certificate() -> Game:
    return (
        Scenario("1846").launched("NYC", president=None, par=60, holdings={2: [5]}, market=[0, 1, 2], cash=100).stock(1)
    )


def test_case_076_one_share_buys_the_presidents_certificate() -> None:
    game = half_certificate()
    refused(game, buy(1, "NYC_0"), "half_certificate")
    refused(game, buy(1, "NYC_0", percent=10), "half_certificate")
    accepted(game, skip(1))
    assert ("NYC_0",) in [action.shares for action in game.legal_actions.of(BuyShares)]
    accepted(game, buy(2, "NYC_0", percent=10))
    assert cash(game, 2) == 400 - 60
    assert (president(game, "NYC"), percent(game, "NYC", 2)) == (2, 20)
    # 19.5: the buyer's 5 and 0 go to the market behind 1 and 2, 0 comes back, then the first id, 1, moves to the end.
    holders = game.state.certificates["NYC"]
    assert holders[1] == (0,)
    assert holders[MARKET] == (2, 5, 1)


def test_case_076_a_second_share_makes_a_president_too() -> None:
    game = half_certificate()
    accepted(game, skip(1))
    accepted(game, buy(2, "NYC_1"))
    assert (president(game, "NYC"), percent(game, "NYC", 2)) == (2, 20)
    assert game.state.certificates["NYC"][1] == (0,)


def test_case_077_the_limit_falls_with_closings_and_not_with_a_bankruptcy() -> None:
    game = Scenario("1846").launched("GT", president=1, price=10, cash=0, holdings={1: 40}).stock(1)
    assert game.table().certificate_limit() == 12
    accepted(game, {"type": "sell_shares", "entity": 1, "shares": ["GT_1"], "percent": 10})
    assert game.table().certificate_limit() == 10
    game = president_of_two().closed("IC").operating("NYC", "trains")
    assert game.table().certificate_limit() == 10
    accepted(game, bankrupt("NYC"))
    assert game.table().certificate_limit() == 10
    game = without_president(20).bankrupt(4).operating("PRR", "trains")
    assert game.table().certificate_limit() == 10
    end_turn(game)
    assert game.table().certificate_limit() == 8


def test_case_077_in_a_recorded_game() -> None:
    name = "fixtures/1846/19962"
    for until, limit in ((121, 12), (122, 10), (299, 10), (300, 10), (327, 10), (328, 8)):
        assert recorded(name, until).table().certificate_limit() == limit
