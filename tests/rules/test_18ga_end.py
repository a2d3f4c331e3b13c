"""18GA, edge cases 64, 66, 67 and 79: the bank, $300, the end, and the number of operating rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import Dividend, EndGame, RunRoutes, SellShares
from tests.rules.acts import asked, buy_train, cash, dividend, pass_until_round, price, yielded
from tests.rules.ga import accepted, both, listed, macon, place, refused, sell, skip, step, where
from tests.rules.ga import scenario as position

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario


def rounds_follow(game: Game) -> list[tuple[str, int, int]]:
    """This operating round and those after it, up to the next stock round or the end, everybody doing the least."""
    found = [where(game)]
    while game.outcome is None and found[-1][0] == "Operating":
        least(game)
        if game.outcome is None and where(game) != found[-1]:
            found.append(where(game))
    return found


def least(game: Game) -> None:
    """Whoever is asked passes, runs or withholds."""
    who = asked(game)
    assert who is not None
    if skip(who) in game.legal_actions:
        accepted(game, skip(who))
    elif runs := yielded(game, RunRoutes):
        accepted(game, runs[0])
    else:
        assert yielded(game, Dividend)
        accepted(game, dividend(str(who), "withhold"))


def paying(ruleset: str) -> Scenario:
    """Phase 5: CoG earns 20 + 10 and pays 60 % of it, $18, to player 1."""
    held = macon(position(ruleset))
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["5"], cash=100)
    return held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["5"], cash=100)


@both
@pytest.mark.parametrize("money", [18, 17])
def test_case_064_an_exact_payment_does_not_break_the_bank(ruleset: str, money: int) -> None:
    game = paying(ruleset).bank(money, rest_to=4).stock(1)
    pass_until_round(game, "Operating")
    assert (where(game), game.state.round.rounds) == (("Operating", 2, 1), 3)
    accepted(game, yielded_run(game), dividend("CoG", "payout"))
    assert (game.state.bank, game.state.broken) == (money - 18, money < 18)
    following = rounds_follow(game)
    if money == 18:
        # What CoG withholds in the next round breaks it.
        assert following == [("Operating", 2, 1), ("Operating", 2, 2)]
    else:
        assert following == [("Operating", 2, 1)]
        assert game.outcome is not None
        assert game.outcome.reason == "bank"


def yielded_run(game: Game) -> RunRoutes:
    while not (runs := listed(game, RunRoutes)):
        accepted(game, skip(str(asked(game))))
    return runs[0]


@both
def test_case_066_three_hundred_ends_the_round(ruleset: str) -> None:
    held = macon(position(ruleset))
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["5"], cash=100, price=(0, 14))
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["5"], cash=100)
    game = held.stock(1)
    pass_until_round(game, "Operating")
    accepted(game, yielded_run(game), dividend("CoG", "payout"))
    assert (place(game, "CoG"), price(game, "CoG"), game.outcome) == ((0, 15), 300, None)
    assert rounds_follow(game) == [("Operating", 2, 1)]
    assert game.outcome is not None
    assert game.outcome.reason == "stock_market"
    assert game.outcome.scores[1] == cash(game, 1) + 6 * 300


@both
def test_case_066_no_sale_brings_the_price_down_again(ruleset: str) -> None:
    # GA has a station in Macon, too, from which it has a legal run.
    held = macon(position(ruleset)).lay("F6", "14", 0).cash({2: 0})
    held.launched("CoG", president=1, par=90, holdings={1: 40, 2: 20}, trains=["5"], cash=100, price=(0, 14))
    held.launched("GA", president=2, par=70, holdings={2: 60}, tokens=["F6"], cash=200)
    game = held.operating("CoG", "dividend", revenue=30)
    accepted(game, dividend("CoG", "payout"))
    assert price(game, "CoG") == 300
    while asked(game) != "GA" or step(game) != "trains":
        accepted(game, skip(str(asked(game))))
    shares = [action.shares for action in listed(game, SellShares) if action.percent == 10]
    accepted(game, sell(2, *next(texts for texts in shares if texts[0].startswith("CoG"))))
    # There is no space below $300.
    assert price(game, "CoG") == 300
    accepted(game, buy_train("GA", "5-1", 450))
    assert rounds_follow(game) == [("Operating", 2, 1)]
    assert game.outcome is not None
    assert game.outcome.reason == "stock_market"


@both
def test_case_067_what_counts_at_the_end(ruleset: str) -> None:
    held = position(ruleset).private("M&BR", 2).private("LTR", 3)
    game = held.launched("GA", president=1, par=70, holdings={1: 60}, price=(1, 4)).stock(1)
    game.apply(EndGame(entity=1, entity_type="player"))
    assert game.outcome is not None
    assert game.outcome.scores == {1: 450 + 6 * 90, 2: 450 + 150, 3: 450 + 20, 4: 450}


@both
def test_case_079_rounds_follow_the_phase_of_the_stock_round(ruleset: str) -> None:
    held = macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=2000)
    held.launched("GA", president=2, par=70, holdings={2: 60}, cash=2000)
    game = held.depot("3").stock(1)
    assert game.table().phase.name == "2"
    to_trains(game)
    assert where(game) == ("Operating", 2, 1)
    accepted(game, buy_train("CoG", "3-0", 180))
    assert rounds_follow(game) == [("Operating", 2, 1), ("Stock", 3, 1)]
    assert play_set(game) == [1, 2]


@both
def test_case_079_the_first_five_train(ruleset: str) -> None:
    held = macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=2000, trains=["4"])
    held.launched("GA", president=2, par=70, holdings={2: 60}, cash=2000)
    game = held.depot("5").stock(1)
    assert game.table().phase.name == "4"
    pass_until_round(game, "Operating")
    assert game.state.round.rounds == 2
    accepted(game, yielded_run(game), dividend("CoG", "withhold"), buy_train("CoG", "5-0", 450))
    assert rounds_follow(game) == [("Operating", 2, 1), ("Operating", 2, 2), ("Stock", 3, 1)]
    assert play_set(game) == [1, 2, 3]


def to_trains(game: Game) -> None:
    pass_until_round(game, "Operating")
    while step(game) != "trains":
        accepted(game, skip(str(asked(game))))


def play_set(game: Game) -> list[int]:
    """The numbers of the operating rounds between this stock round and the next."""
    pass_until_round(game, "Operating")
    return [number for kind, _, number in rounds_follow(game) if kind == "Operating"]


@both
def test_a_broken_bank_pays_on(ruleset: str) -> None:
    game = paying(ruleset).bank(5, rest_to=4).operating("CoG", "dividend", revenue=30)
    accepted(game, dividend("CoG", "payout"))
    assert (game.state.bank, game.state.broken, cash(game, 1)) == (-13, True, 450 + 18)
    refused(game, dividend("CoG", "payout"), "4.2.4")
