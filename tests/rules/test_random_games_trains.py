"""1846, edge cases found by random games, at the buying of trains: 97, 98, 100 to 102, 106, 107, 110, 112."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import BuyTrain
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    bankrupt,
    booked,
    buy_train,
    cash,
    end_turn,
    faces,
    issue,
    president,
    price,
    recorded,
    recorded_action,
    refused,
    route,
    run,
    sell,
    shown,
)


def ids(game: Game, sym: str) -> list[str]:
    return [train.id for train in game.state.corporations[sym].trains]


def test_case_097_without_president_it_runs_loses_its_trains_and_buys() -> None:
    # Homewood 10 to Pittsburgh 70 on two sides, and over E19 (edges 5 and 1) to green Cleveland 50.
    game = (
        Scenario("1846")
        .launched("PRR", president=None, price=90, market=40, cash=300, trains=["2", "2", "2"])
        .lay("E19", "8", 5)
        .lay("E17", "294", 0)
        .phase("III")
        .operating("PRR", "run")
    )
    first, second, third = ids(game, "PRR")
    routes = (route(first, "F20 F22"), route(second, "F20 E19 E17"), route(third, "F20 G21"))
    accepted(game, run("PRR", *routes))
    assert price(game, "PRR") == 80
    assert cash(game, "PRR") == 300 + (80 + 60 + 80) - 450
    assert shown(game, "PRR") == ["4/6"]


def test_case_097_without_a_route_two_steps() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=100, cash=500, trains=["4/6"])
        .launched("GT", president=None, price=90, market=40, cash=440, trains=["2", "2", "2"])
        .operating("PRR", "trains")
    )
    assert asked(game) == "PRR"
    end_turn(game)
    assert price(game, "GT") == 70
    assert shown(game, "GT") == []
    assert cash(game, "GT") == 440


def test_case_097_in_a_recorded_game() -> None:
    name = "selfplay/1846/30"
    game = recorded(name, until=177)
    assert (president(game, "PRR"), price(game, "PRR"), shown(game, "PRR")) == (None, 90, ["2", "2", "2"])
    before = cash(game, "PRR")
    accepted(game, recorded_action(name, 178))
    assert (price(game, "PRR"), shown(game, "PRR")) == (80, ["4/6"])
    assert cash(game, "PRR") == before + 220 - 450


def test_case_098_a_purchase_before_the_closing() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=100, cash=500, trains=["3/5"])
        .launched("GT", president=None, price=10, market=40, holdings={2: 10}, cash=640)
        .private("TBC", owner=2)
        .depot(next="5")
        .operating("PRR", "trains")
    )
    assert (asked(game), game.table().phase.name) == ("PRR", "II")
    end_turn(game)
    assert game.state.corporations["GT"].closed
    assert game.table().phase.name == "III"
    assert game.state.privates["TBC"].closed
    assert ids(game, "PRR") == ["4-0"]
    assert "5-0" in {train.id for train in game.state.depot.gone}
    # The train cost 450; the other 190 of the 640 go back to the bank, too.
    assert cash(game, "GT") == 0


def helped(rank: str, treasury: int, player: int, share: int) -> Game:
    """PRR without train or anything to issue; its president has one share of GT at this price to sell."""
    return (
        Scenario("1846")
        .launched("PRR", president=1, price=112, market=20, cash=treasury)
        .launched("GT", president=3, price=share, par=40, holdings={3: 30, 1: 10}, trains=["4"])
        .cash({1: player})
        .depot(next=rank)
        .operating("PRR", "trains")
    )


@pytest.mark.parametrize(
    ("rank", "treasury", "player", "share", "opened"),
    [
        ("5", 51, 400, 20, {"4/6"}),
        ("6", 412, 400, 70, {"6"}),
        ("6", 442, 400, 100, {"7/8"}),
        ("5", 66, 400, 50, {"5"}),
    ],
    ids=["471", "882", "942", "516"],
)
def test_case_100_the_last_share_must_have_been_needed(
    rank: str, treasury: int, player: int, share: int, opened: set[str]
) -> None:
    game = helped(rank, treasury, player, share)
    accepted(game, sell(1, "GT_2"))
    assert cash(game, "PRR") + cash(game, 1) == treasury + player + share
    assert faces(game) == opened
    closed = {"5": {"5": 500, "4/6": 450}, "6": {"6": 800, "7/8": 900}}[rank]
    total = treasury + player + share
    for face, cost in closed.items():
        if face not in opened:
            reason = "train_too_expensive" if cost > total else "last_share_not_needed"
            refused(game, buy_train("PRR", f"{rank}-0", cost, face), reason)


@pytest.mark.parametrize("shares", [(1,), (1, 2)])
def test_case_101_two_issues_that_bring_the_same(shares: tuple[int, ...]) -> None:
    # At 40 one share brings 20 (two left), two bring 10 each (three left).
    game = Scenario("1846").launched("PRR", president=1, par=40, cash=150).depot(next="4").operating("PRR", "trains")
    accepted(game, issue("PRR", *shares, price=20 if len(shares) == 1 else 10))
    assert cash(game, "PRR") == 170
    assert faces(game) == {"3/5"}
    accepted(game, buy_train("PRR", "4-0", 160, "3/5"))


def test_case_102_an_emergency_issue_names_its_certificates_and_price() -> None:
    game = Scenario("1846").launched("PRR", president=1, price=90, cash=380).depot(next="5").operating("PRR", "trains")
    # One share brings 70, two bring 60 each.
    refused(game, issue("PRR", 2, price=70), "forced_issue_shares")
    refused(game, issue("PRR", 2, 1, price=60), "forced_issue_shares")
    refused(game, issue("PRR", 1, price=80), "forced_issue_price")
    refused(game, issue("PRR", 1, 2, price=70), "forced_issue_price")
    with pytest.raises(ValueError, match="70"):
        game.apply(issue("PRR", 1, price=80), recorded=True)
    accepted(game, issue("PRR", 1, price=70))


def rich_enough(money: int, trains: list[str]) -> Game:
    return (
        Scenario("1846")
        .launched("PRR", president=1, price=112, market=20, cash=money, trains=trains)
        .launched("GT", president=3, price=70, holdings={3: 30, 1: 10}, trains=["2"])
        .cash({1: 0})
        .depot(next="4")
        .operating("PRR", "trains")
    )


@pytest.mark.parametrize(("money", "trains"), [(10, ["2"]), (160, [])])
def test_case_106_a_sale_that_no_forced_purchase_asks_for(money: int, trains: list[str]) -> None:
    game = rich_enough(money, trains)
    refused(game, sell(1, "GT_2"), "not_forced")
    booked(game, sell(1, "GT_2"))
    assert cash(game, 1) == 70
    assert price(game, "GT") == 70
    # The treasury can still pay what it could pay before.
    assert faces(game) == ({"3/5"} if money == 160 else set())


def test_case_106_a_bankruptcy_that_no_forced_purchase_asks_for() -> None:
    game = rich_enough(10, ["2"])
    refused(game, bankrupt("PRR"), "not_forced")
    booked(game, bankrupt("PRR"))
    assert game.state.players[0].bankrupt
    # 10, the two shares of PRR at 112 and the one of GT at 70.
    assert cash(game, "PRR") == 10 + 2 * 112 + 70
    # With $160 the cheapest train can be paid: the sum of 12.7 is tested in a replay, too.
    game = rich_enough(160, [])
    refused(game, bankrupt("PRR"), "not_insolvent")
    with pytest.raises(ValueError, match="160"):
        game.apply(bankrupt("PRR"), recorded=True)


def test_case_107_after_emergency_issuing_only_the_bank_sells() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=90, cash=100)
        .launched("GT", president=2, price=80, trains=["3/5"])
        .depot(next="4")
        .operating("PRR", "trains")
    )
    assert buy_train("PRR", "4-0", 100, "3/5") in game.legal_actions
    accepted(game, issue("PRR", 1, price=70))
    refused(game, buy_train("PRR", "4-0", 100, "3/5"), "bank_only")
    booked(game, buy_train("PRR", "4-0", 100, "3/5"))
    assert (shown(game, "PRR"), shown(game, "GT")) == (["3/5"], [])
    assert (cash(game, "PRR"), cash(game, "GT")) == (70, 100)


def test_case_107_a_train_of_a_corporation_without_president() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=90, cash=200, trains=["2"])
        .launched("GT", president=None, price=80, market=30, trains=["3/5"])
        .operating("PRR", "trains")
    )
    refused(game, buy_train("PRR", "4-0", 100, "3/5"), "no_president")
    booked(game, buy_train("PRR", "4-0", 100, "3/5"))
    assert (shown(game, "PRR"), shown(game, "GT")) == (["2", "3/5"], [])


def test_case_110_a_bought_train_keeps_its_face() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=90, cash=200, trains=["2"])
        .launched("GT", president=2, price=80, trains=["3/5"])
        .operating("PRR", "trains")
    )
    refused(game, buy_train("PRR", "4-0", 7, "4"), "train_face")
    accepted(game, buy_train("PRR", "4-0", 7))
    assert shown(game, "PRR") == ["2", "3/5"]
    assert (cash(game, "PRR"), cash(game, "GT")) == (193, 7)


def test_case_112_of_equal_discards_the_first_is_for_sale() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=90, cash=800, trains=["4"])
        .depot(next="6", discarded=["4/6", "4/6", "5"])
        .operating("PRR", "trains")
    )
    assert [train.id for train in game.state.depot.discarded] == ["5-0", "5-1", "5-2"]
    offered = {str(action.train) for action in game.legal_actions.of(BuyTrain)}
    assert offered == {"6-0", "5-0", "5-2"}
    refused(game, buy_train("PRR", "5-1", 450, "4/6"), "train_not_for_sale")
    accepted(game, buy_train("PRR", "5-2", 450, "4/6"))
