"""1846, edge cases 62 to 72: trains, forced purchases, emergency issues, the president's help."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import BuyCompany, DiscardTrain, SellShares
from open18xx.model.state import MARKET
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    bankrupt,
    buy_private,
    buy_train,
    cash,
    discard,
    dividend,
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
    skip,
    step,
    yielded,
)


def issues(game: Game) -> dict[int, int]:
    """The emergency issues on offer: number of shares and what they raise."""
    found = {}
    for action in game.legal_actions.of(SellShares, entity_type="corporation"):
        twin = game.copy()
        accepted(twin, action)
        sym = str(action.entity)
        found[len(action.shares)] = cash(twin, sym) - cash(game, sym)
    return found


def test_case_062_phased_out_trains_run_once_more() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=100, cash=900, trains=["3/5"])
        .launched("ERIE", president=2, price=90, trains=["2"], cash=500)
        .launched("GT", president=3, price=80, trains=["2"], cash=100)
        .depot(next="5")
        .operating("PRR", "trains")
    )
    accepted(game, buy_train("PRR", "5-0", 500, "5"))
    assert asked(game) == "ERIE"
    assert [train.obsolete for train in game.state.corporations["GT"].trains] == [True]
    accepted(game, skip("ERIE"))
    # Salamanca 10 and, in the values of phase III, Binghamton 50.
    train = game.state.corporations["ERIE"].trains[0].id
    accepted(game, run("ERIE", route(train, "E21 E23", revenue=60)))
    assert shown(game, "ERIE") == ["2"]
    accepted(game, dividend("ERIE", "payout"))
    assert shown(game, "ERIE") == []
    assert train in {gone.id for gone in game.state.depot.gone}
    # GT has no route; its train leaves at the skipped dividend step all the same.
    accepted(game, buy_train("ERIE", "5-1", 450, "4/6"))
    end_turn(game)
    assert (asked(game), shown(game, "GT")) == ("GT", ["2"])
    accepted(game, skip("GT"))
    assert (step(game), shown(game, "GT")) == ("trains", [])


def test_case_062_the_first_6_removes_the_2s_at_once() -> None:
    position = (
        Scenario("1846")
        .launched("PRR", president=1, price=100, cash=900, trains=["4/6"])
        .launched("GT", president=3, price=80, trains=["2"], cash=100)
        .depot(next="6")
    )
    game = position.operating("PRR", "trains")
    assert shown(game, "GT") == ["2"]
    accepted(game, buy_train("PRR", "6-0", 800, "6"))
    assert shown(game, "GT") == []
    assert "2-2" in {gone.id for gone in game.state.depot.gone}


@pytest.mark.parametrize("current", [3, 4])
def test_case_063_phased_out_trains_do_not_count(current: int) -> None:
    trains = ["2", "4", "4", "3/5"] if current == 3 else ["3/5", "4", "4", "4"]
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=100, cash=900, trains=["2"])
        .launched("GT", president=2, price=80, trains=trains, cash=100)
        .depot(next="5")
        .operating("PRR", "trains")
    )
    accepted(game, buy_train("PRR", "5-0", 500, "5"))
    if current == 3:
        assert asked(game) == "PRR"
        assert shown(game, "GT") == trains
    else:
        assert asked(game) == "GT"
        assert {type(action) for action in game.legal_actions} == {DiscardTrain}
        accepted(game, discard("GT", "4-1"))
        assert [train.id for train in game.state.depot.discarded] == ["4-1"]
        assert asked(game) == "PRR"


@pytest.mark.parametrize(("face", "cost"), [("4", 180), ("3/5", 160)])
def test_case_064_a_discarded_train_has_both_faces(face: str, cost: int) -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=180, trains=["4/6"])
        .depot(next="5", discarded=["3/5"])
        .operating("PRR", "trains")
    )
    assert faces(game) == {"3/5", "4"}
    train = game.state.depot.discarded[0].id
    refused(game, buy_train("PRR", train, 170, face), "train_price")
    accepted(game, buy_train("PRR", train, cost, face))
    assert cash(game, "PRR") == 180 - cost
    assert shown(game, "PRR") == ["4/6", face]


def forced(money: int, share_price: int, rank: str, *, market: int = 0, player: int = 400) -> Game:
    """PRR without train, two shares with its president, before a train of this rank."""
    return (
        Scenario("1846")
        .launched("PRR", president=1, price=share_price, market=market, cash=money)
        .cash({1: player})
        .depot(next=rank)
        .operating("PRR", "trains")
    )


def test_case_065_the_issue_that_opens_the_dearer_face_is_optional() -> None:
    game = forced(800, 112, "6")
    assert faces(game) == {"6"}
    refused(game, buy_train("PRR", "6-0", 900, "7/8"), "train_too_expensive")
    # One share at 90 makes 890; two at 80 make 960.
    assert issues(game) == {1: 90, 2: 160}
    accepted(game, issue("PRR", 1, 2, price=80))
    assert faces(game) == {"7/8"}


def test_case_066_each_issue_opens_one_face() -> None:
    game = forced(799, 112, "6")
    assert faces(game) == set()
    assert issues(game) == {1: 90, 2: 160}
    twin = game.copy()
    accepted(twin, issue("PRR", 1, price=90))
    assert (cash(twin, "PRR"), price(twin, "PRR"), faces(twin)) == (889, 100, {"6"})
    accepted(game, issue("PRR", 1, 2, price=80))
    assert (cash(game, "PRR"), price(game, "PRR"), faces(game)) == (959, 90, {"7/8"})
    refused(game, buy_train("PRR", "6-0", 800, "6"), "smaller_issue")


@pytest.mark.parametrize(
    ("money", "options"),
    [
        *((40, {2: 120}), (300, {2: 120}), (360, {2: 120})),
        *((380, {1: 70, 2: 120}), (420, {1: 70, 2: 120})),
        *((449, {1: 70}), (450, {1: 70}), (499, {1: 70}), (500, {})),
    ],
)
def test_case_067_which_issues_are_allowed(money: int, options: dict[int, int]) -> None:
    game = forced(money, 90, "5")
    assert issues(game) == options
    for count in {1, 2} - set(options):
        refused(
            game, issue("PRR", *range(1, count + 1), price={1: 70, 2: 60}[count]),
            "forced_issue_size" if options else "no_forced_issue",
        )  # fmt: skip


def test_case_068_the_president_adds_what_is_missing() -> None:
    game = forced(799, 112, "6", market=20)
    assert issues(game) == {}
    assert faces(game) == {"6", "7/8"}
    twin = game.copy()
    accepted(twin, buy_train("PRR", "6-0", 800, "6"))
    assert (cash(twin, "PRR"), cash(twin, 1)) == (0, 400 - 1)
    accepted(game, buy_train("PRR", "6-0", 900, "7/8"))
    assert (cash(game, "PRR"), cash(game, 1)) == (0, 400 - 101)


def test_case_069_help_that_reaches_the_cheaper_face_only() -> None:
    game = forced(100, 112, "6", market=20, player=750)
    assert faces(game) == {"6"}
    refused(game, buy_train("PRR", "6-0", 900, "7/8"), "train_too_expensive")
    accepted(game, buy_train("PRR", "6-0", 800, "6"))
    assert (cash(game, "PRR"), cash(game, 1)) == (0, 50)


def test_case_070_sales_that_the_operating_corporation_forbids() -> None:
    position = (
        Scenario("1846")
        .launched("PRR", president=1, price=10, par=40, holdings={1: 40, 2: 20}, market=10)
        .launched("GT", president=1, price=70, holdings={1: 30, 3: 30})
        .cash({1: 0})
        .depot(next="2")
    )
    game = position.operating("PRR", "trains")
    refused(game, sell(1, "PRR_1"), "sale_at_least_price")
    # GT may change hands.
    accepted(game, sell(1, "GT_1"))
    assert president(game, "GT") == 3
    assert cash(game, 1) == 70
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=60, holdings={1: 40, 2: 30}, market=30)
        .cash({1: 0})
        .depot(next="5")
        .operating("PRR", "trains")
    )
    # 40 % against 30 %: one share ties, and the president stays; two would make the other president.
    refused(game, sell(1, "PRR_1", "PRR_2"), "sale_loses_presidency")
    accepted(game, sell(1, "PRR_1"))
    assert president(game, "PRR") == 1


@pytest.mark.parametrize("shares", [10, 20])
def test_a_president_who_has_nothing_left_to_sell_is_not_left_without_an_answer(shares: int) -> None:
    # 12.6: the share makes 620, without it there would be 520 for the discarded train at 450 or 500; a 6 costs 800.
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=112, market=20, cash=0)
        .launched("GT", president=3, price=100, holdings={3: 30, 1: shares}, trains=["4"])
        .launched("IC", president=3, price=60, holdings={3: 30, 1: 10}, market=50 if shares == 10 else 40, trains=["4"])
        .cash({1: 520})
        .depot(next="6", discarded=["4/6"])
        .operating("PRR", "trains")
    )
    accepted(game, sell(1, "GT_2"))
    if shares == 10:
        # The market takes no more of IC.
        assert faces(game) == {"4/6", "5"}
    else:
        assert faces(game) == set()
        refused(game, buy_train("PRR", "5-0", 500, "5"), "last_share_not_needed")
        assert [action.shares for action in game.legal_actions.of(SellShares)] == [("IC_2",)]


def test_case_071_after_emergency_issuing_the_train_comes_first() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, price=90, holdings={1: 40}, cash=100)
        .launched("PRR", president=1, price=60, cash=0, trains=["3/5"])
        .private("BIG4", owner=1)
        .private("MAIL", owner=2)
        .operating("GT", "trains")
    )
    assert buy_private("GT", "MAIL", 1) in game.legal_actions
    # One share brings 70, so 170 pays for the 3/5 at 160; two bring 120 and pay for the 4.
    accepted(game, issue("GT", 3, 4, price=60))
    for private in ("BIG4", "MAIL"):
        refused(game, buy_private("GT", private, 1), "train_first")
    refused(game, buy_train("GT", "4-0", 100), "bank_only")
    assert yielded(game, BuyCompany) == []
    accepted(game, buy_train("GT", "4-1", 180, "4"))
    accepted(game, buy_private("GT", "BIG4", 1))
    accepted(game, buy_private("GT", "MAIL", 1))


def test_case_071_in_a_recorded_game() -> None:
    name = "fixtures/1846/222264"
    game = recorded(name, until=95)
    private = recorded_action(name, 98)
    accepted(game, recorded_action(name, 96))
    refused(game, private, "train_first")
    accepted(game, recorded_action(name, 97))
    accepted(game, private)


@pytest.mark.parametrize("money", [60, 70])
def test_case_072_no_bankruptcy_while_an_issue_suffices(money: int) -> None:
    # One share brings 20 at a price of 40: two steps left of it. A 2 costs 80.
    game = (
        Scenario("1846")
        .launched("GT", president=1, par=40, holdings={1: 20}, market=10, cash=money)
        .cash({1: 0})
        .operating("GT", "trains")
    )
    refused(game, bankrupt("GT"), "not_insolvent")
    assert {type(action) for action in game.legal_actions} == {SellShares}
    accepted(game, issue("GT", 2, price=20))
    accepted(game, buy_train("GT", "2-2", 80))


def test_case_072_but_when_nothing_suffices() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, par=40, price=30, holdings={1: 20}, market=10, cash=69)
        .launched("B&O", president=2, par=40, price=20, cash=100, trains=["2"])
        .cash({1: 0})
        .operating("GT", "trains")
    )
    # The share brings 10, and the president can sell nothing: 79.
    accepted(game, bankrupt("GT"))
    assert game.state.players[0].bankrupt
    # It is issued first (12.8), which leaves 20 for each of the president's; then GT buys a 2 by itself.
    assert game.table().percent("GT", MARKET) == 10 + 10 + 20
    assert price(game, "GT") == 20
    assert (cash(game, "GT"), shown(game, "GT")) == (69 + 10 + 2 * 20 - 80, ["2"])


def test_case_072_in_a_recorded_game() -> None:
    game = recorded("fixtures/1846/20381", until=306)
    assert (asked(game), step(game)) == ("PRR", "trains")
    error = refused(game, bankrupt("PRR"), "not_insolvent")
    assert cash(game, "PRR") == 317
    options = issues(game)
    assert max(options.values(), default=0) == 10, (options, str(error))
