"""1846, edge cases 31 to 34: issuing and redeeming."""

from __future__ import annotations

import pytest

from open18xx.model.state import MARKET, UNSOLD
from tests.scenario import Scenario

from .acts import accepted, asked, cash, dividend, issue, price, redeem, refused, route, run, skip, step


def test_case_031_shares_are_issued_at_the_price_one_left() -> None:
    position = Scenario("1846").launched("NYC", president=1, par=60, cash=100)
    for count, money in ((1, 50), (2, 100)):
        game = position.operating("NYC")
        accepted(game, issue("NYC", *range(1, count + 1), price=50))
        assert cash(game, "NYC") == 100 + money
        assert price(game, "NYC") == 60
        assert game.table().percent("NYC", MARKET) == 10 * count
    game = position.operating("NYC")
    refused(game, issue("NYC", 1, 2, 3, price=50), "issue_limit")
    refused(game, issue("NYC", 1, 2, 3), "issue_limit")


def test_case_031_the_presidents_certificate_and_other_shares_are_not_issued() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, cash=100)
        .launched("GT", president=2, par=50, cash=100)
        .operating("NYC")
    )
    refused(game, issue("NYC", 0), "not_held")
    refused(game, issue("GT", 1), "out_of_turn")
    refused(game, issue("NYC", 1).to_dict() | {"shares": ["GT_1"]}, "own_shares_only")


def test_case_032_once_a_turn_and_not_both() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, holdings={1: 40}, market=10, cash=100).operating("NYC")
    accepted(game, issue("NYC", 4, price=50))
    refused(game, issue("NYC", 5, price=50), "issued_already")
    refused(game, redeem("NYC", 4, price=70), "issued_already")


@pytest.mark.parametrize("money", [329, 430])
def test_case_032_redeeming_costs_the_price_one_right(money: int) -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=150, holdings={1: 20}, market=[3, 5], cash=money)
        .operating("NYC")
    )
    if money < 2 * 165:
        refused(game, redeem("NYC", 3, 5, price=165), "not_enough_cash")
        accepted(game, redeem("NYC", 3, price=165))
    else:
        accepted(game, redeem("NYC", 3, 5, price=165))
        assert game.state.certificates["NYC"][UNSOLD][-2:] == (3, 5)
    assert cash(game, "NYC") == money - 165 * (2 if money == 430 else 1)
    assert price(game, "NYC") == 150
    refused(game, issue("NYC", 1, price=137), "issued_already")


@pytest.mark.parametrize("window", ["before_dividend", "first"])
def test_case_033_issuing_between_run_and_dividend(window: str) -> None:
    game = (
        Scenario("1846", options={"issue_window": window})
        .launched("ERIE", president=1, par=60, trains=["2"])
        .operating("ERIE")
    )
    train = game.state.corporations["ERIE"].trains[0].id
    accepted(game, skip("ERIE"))
    accepted(game, run("ERIE", route(train, "E21 E23")))
    assert step(game) == "dividend"
    if window == "first":
        refused(game, issue("ERIE", 1, price=50), "issue_not_first")
    else:
        accepted(game, issue("ERIE", 1, price=50))
        assert cash(game, "ERIE") == 50


def test_case_033_after_the_dividend_it_is_too_late() -> None:
    game = (
        Scenario("1846")
        .launched("ERIE", president=1, par=60, trains=["2"], cash=100)
        .operating("ERIE", "dividend", revenue=30)
    )
    accepted(game, dividend("ERIE", "payout"))
    assert step(game) == "trains"
    refused(game, issue("ERIE", 1, price=50), "no_forced_issue")
    refused(game, redeem("ERIE", 1, price=70), "wrong_step")


def test_case_034_without_cash_the_track_step_waits_if_shares_can_be_issued() -> None:
    position = Scenario("1846").launched("ERIE", president=1, par=60, trains=["2"])
    game = position.operating("ERIE")
    assert (asked(game), step(game)) == ("ERIE", "track")
    # One share brings 50, enough for a lay of 20.
    accepted(game, issue("ERIE", 1, price=50))
    assert (asked(game), step(game)) == ("ERIE", "track")
    assert cash(game, "ERIE") == 50


def test_case_034_without_shares_to_issue_it_does_not_wait() -> None:
    game = (
        Scenario("1846")
        .launched("ERIE", president=1, par=60, holdings={1: 20}, market=20, trains=["2"])
        .operating("ERIE")
    )
    assert (asked(game), step(game)) == ("ERIE", "run")
