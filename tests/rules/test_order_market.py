"""1846, edge cases 26 to 30: operating order, dividends and prices."""

from __future__ import annotations

import pytest

from open18xx import Game
from tests.scenario import Scenario

from .acts import accepted, asked, buy_train, cash, dividend, end_turn, par, price, route, run, skip


def no_route_turn(game: Game, sym: str) -> None:
    """A turn without track that ends with the purchase of a 2-train."""
    assert asked(game) == sym
    accepted(game, skip(sym))
    train = game.state.depot.upcoming[0]
    accepted(game, buy_train(sym, train.id, 80))
    if asked(game) == sym and game.state.round.number == 1:
        end_turn(game)


def test_case_026_ascending_in_the_first_operating_round_only() -> None:
    game = Scenario("1846").needs("NYC", "GT", "B&O").stock(1, turn=1)
    for player, sym, value in ((1, "NYC", 50), (2, "GT", 50), (3, "B&O", 60)):
        accepted(game, par(player, sym, value))
    accepted(game, skip(4))
    for player in (1, 2, 3):
        accepted(game, skip(player))
    assert game.state.round.order == ("NYC", "GT", "B&O")
    for sym in ("NYC", "GT", "B&O"):
        no_route_turn(game, sym)
    # None ran, so each fell by one: NYC and GT to 40 in this order, B&O to 50.
    assert [price(game, sym) for sym in ("NYC", "GT", "B&O")] == [40, 40, 50]
    assert (game.state.round.turn, game.state.round.number) == (1, 2)
    assert game.state.round.order == ("B&O", "NYC", "GT")


def test_case_027_the_first_to_arrive_operates_first() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=40, trains=["2"], cash=0)
        .launched("ERIE", president=2, par=60, trains=["2"], cash=0)
        .operating("ERIE", "run", turn=2, number=1)
    )
    assert game.state.round.order == ("ERIE", "NYC")
    # Salamanca 10 to Binghamton 20, withheld: 60 to 50. Then Erie 10 to Buffalo 30 pays 40 at 40: to 50.
    accepted(game, run("ERIE", route(ids(game, "ERIE")[0], "E21 E23")))
    accepted(game, dividend("ERIE", "withhold"))
    end_turn(game)
    accepted(game, skip("NYC"))
    accepted(game, run("NYC", route(ids(game, "NYC")[0], "D20 C21")))
    accepted(game, dividend("NYC", "payout"))
    assert [price(game, sym) for sym in ("NYC", "ERIE")] == [50, 50]
    end_turn(game)
    assert game.state.round.order == ("ERIE", "NYC")


def ids(game: Game, sym: str) -> list[str]:
    return [train.id for train in game.state.corporations[sym].trains]


@pytest.mark.parametrize(
    ("start", "paid", "after"),
    [
        *((112, 50, 100), (112, 56, 112), (112, 110, 112), (112, 112, 124), (112, 230, 137)),
        *((150, 450, 180), (165, 490, 195), (165, 500, 212)),
        *((137, 60, 124), (137, 70, 137)),
    ],
)
def test_case_028_the_price_follows_what_was_paid(start: int, paid: int, after: int) -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, price=start, trains=["2"])
        .operating("NYC", "dividend", revenue=paid)
    )
    accepted(game, dividend("NYC", "payout"))
    assert price(game, "NYC") == after


def test_case_028_withholding_at_10_closes() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=40, price=10, trains=["2"])
        .operating("NYC", "dividend", revenue=40)
    )
    accepted(game, dividend("NYC", "withhold"))
    assert game.state.corporations["NYC"].closed


@pytest.mark.parametrize(
    ("revenue", "kept", "paid", "after"),
    # At 60: 10 and less than 30 move left, 30 to 59 not at all, 120 and more two right.
    [(50, 20, 30, 60), (90, 40, 50, 60), (10, 0, 10, 50), (410, 200, 210, 80)],
)
def test_case_029_half_pay(revenue: int, kept: int, paid: int, after: int) -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, holdings={1: 60, 2: 40}, trains=["2"])
        .operating("NYC", "dividend", revenue=revenue)
    )
    accepted(game, dividend("NYC", "half"))
    assert cash(game, "NYC") == kept
    assert cash(game, 1) == 400 + 6 * paid // 10
    assert cash(game, 2) == 400 + 4 * paid // 10
    assert price(game, "NYC") == after


def test_case_030_the_market_receives_nothing_and_the_treasury_its_share() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, holdings={1: 20, 2: 10}, market=30, trains=["2"], cash=5)
        .operating("NYC", "dividend", revenue=100)
    )
    bank = game.state.bank
    accepted(game, dividend("NYC", "payout"))
    assert cash(game, 1) == 400 + 20
    assert cash(game, 2) == 400 + 10
    assert cash(game, "NYC") == 5 + 40
    assert game.state.bank == bank - 70
