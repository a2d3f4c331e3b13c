"""18GA, edge cases 59 to 63, 71 to 75: forced purchases and bankruptcy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from open18xx.actions import Bankrupt, BuyCompany, BuyTrain, Pass, SellShares
from tests.rules.acts import asked, bankrupt, buy_train, cash, percent, president, price, shown, yielded
from tests.rules.ga import RULEBOOK, SITE, accepted, both, listed, macon, place, refused, sell, span, step
from tests.rules.ga import scenario as position

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario

#: Spaces of the chart by price, in one column each, from which sales go down.
CELLS = {135: (0, 7), 80: (1, 3), 70: (2, 3), 60: (3, 3), 110: (0, 5), 90: (1, 4)}


def poor(
    ruleset: str,
    treasury: int,
    money: int,
    shares: dict[str, tuple[int, int]] | None = None,
    **more: Any,
) -> Scenario:
    """CoG without a train and with a legal run; player 1, its president, also has 10 % parts of majors of others.

    `shares`: major to its price and percent. Nobody else could be president of the CoG.
    """
    held = macon(position(ruleset, **more)).cash({1: money})
    held.launched("CoG", president=1, par=110, holdings={1: 20, 2: 10}, market=30, price=(0, 8), cash=treasury)
    for number, (sym, (value, part)) in enumerate((shares or {}).items(), 2):
        held.launched(sym, president=number, par=90, holdings={number: 60, 1: part}, price=CELLS[value])
    return held


def share(game: Game, sym: str, number: int = 0) -> str:
    """A certificate of player 1."""
    return f"{sym}_{game.state.certificates[sym][0][number]}"


def test_case_059_no_help_for_a_train_of_another_major() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = poor(ruleset, 100, 500)
        held.launched("GA", president=2, par=90, holdings={2: 60}, trains=["3"])
        game = held.depot("6").operating("CoG", "trains")
        if ruleset == RULEBOOK:
            refused(game, buy_train("CoG", "3-0", 150), "4.2.5.1a")
            accepted(game, buy_train("CoG", "3-0", 100))
            assert cash(game, 1) == 500
        else:
            refused(game, buy_train("CoG", "3-0", 181), "4.2.5.1a")
            accepted(game, buy_train("CoG", "3-0", 150))
            assert (cash(game, "CoG"), cash(game, 1), cash(game, "GA")) == (0, 450, 150)


@both
def test_case_060_help_for_the_cheapest_train_only(ruleset: str) -> None:
    game = poor(ruleset, 100, 1000).depot("6", discarded=["4"]).operating("CoG", "trains")
    refused(game, buy_train("CoG", "6-0", 630), "4.2.5.1a")
    refused(game, Pass(entity="CoG", entity_type="corporation"), "4.2.5.1")
    accepted(game, buy_train("CoG", "4-0", 300))
    assert (cash(game, "CoG"), cash(game, 1), shown(game, "CoG")) == (0, 800, ["4"])


@both
def test_case_061_no_sale_once_there_is_enough(ruleset: str) -> None:
    game = poor(ruleset, 50, 0, {"GA": (70, 40)}).phase("3").operating("CoG", "trains")
    accepted(game, sell(1, share(game, "GA")))
    assert (cash(game, 1), price(game, "GA")) == (70, 60)
    accepted(game, sell(1, share(game, "GA")))
    assert cash(game, 1) == 130
    assert not yielded(game, SellShares)
    refused(game, sell(1, share(game, "GA")), "4.2.5.1d")
    accepted(game, buy_train("CoG", "3-1", 180))
    assert (cash(game, 1), cash(game, "CoG")) == (0, 0)


@both
def test_case_062_the_operating_major_keeps_its_president(ruleset: str) -> None:
    held = macon(position(ruleset)).cash({1: 0})
    held.launched("CoG", president=1, par=110, holdings={1: 30, 2: 30})
    held.launched("GA", president=1, par=90, holdings={1: 20, 2: 20, 3: 20})
    game = held.phase("3").operating("CoG", "trains")
    refused(game, sell(1, share(game, "CoG", 1)), "4.2.5.1d")
    accepted(game, sell(1, "GA_0", percent=10))
    assert (president(game, "GA"), president(game, "CoG"), cash(game, 1)) == (2, 1, 90)
    assert asked(game) == "CoG"


@both
def test_case_063_bankruptcy_ends_the_game(ruleset: str) -> None:
    game = poor(ruleset, 20, 30, {"GA": (60, 10)}).phase("3").private("LTR", 1).operating("CoG", "trains")
    # 20 + 30 + 60 = 110 of 180.
    assert {type(action) for action in game.legal_actions} == {SellShares, Bankrupt, BuyCompany}
    bank = game.state.bank
    accepted(game, bankrupt("CoG"))
    assert game.outcome is not None
    assert game.outcome.reason == "bankrupt"
    # The share was sold, then the cash is forfeited; CoG's 20 % at $150 and the private count.
    assert (cash(game, 1), percent(game, "GA", 1), percent(game, "CoG", 1)) == (0, 0, 20)
    assert game.outcome.scores[1] == 2 * 150 + 20
    assert game.state.bank == bank + 30
    assert game.turn is None
    assert not game.legal_actions


@both
def test_case_071_a_forced_sale_in_the_first_operating_round(ruleset: str) -> None:
    held = poor(ruleset, 0, 30, {"GA": (70, 20)})
    game = held.operating("CoG", "trains", turn=1)
    refused(game, Pass(entity="CoG", entity_type="corporation"), "4.2.5.1")
    accepted(game, sell(1, share(game, "GA")), buy_train("CoG", "2-0", 100))
    assert (cash(game, 1), cash(game, "CoG")) == (0, 0)


def test_case_072_only_as_much_as_is_needed() -> None:
    # The chart has no $140: 135 stands for it. Needed are 130, so 135 alone leaves 5.
    for ruleset in (RULEBOOK, SITE):
        held = poor(ruleset, 50, 0, {"GA": (60, 10), "SAL": (135, 10)}).phase("3")
        game = held.operating("CoG", "trains")
        accepted(game, sell(1, share(game, "SAL")))
        assert cash(game, 1) == 135
        # After the 60 it would leave 65, no less than the 60, but nothing else is open.
        game = held.operating("CoG", "trains")
        accepted(game, sell(1, share(game, "GA")))
        assert len(yielded(game, SellShares)) == 1
        accepted(game, sell(1, share(game, "SAL")))
        assert cash(game, 1) == 195
        accepted(game, buy_train("CoG", "3-1", 180))
        assert cash(game, 1) == 65


def test_case_072_another_sale_leaves_less() -> None:
    for ruleset in (RULEBOOK, SITE):
        shares = {"GA": (60, 10), "SAL": (135, 10), "ACL": (80, 10)}
        game = poor(ruleset, 50, 0, shares).phase("3").operating("CoG", "trains")
        accepted(game, sell(1, share(game, "GA")))
        if ruleset == RULEBOOK:
            # 80 leaves 10.
            refused(game, sell(1, share(game, "SAL")), "4.2.5.1d")
            assert [action.shares for action in listed(game, SellShares)] == [(share(game, "ACL"),)]
            accepted(game, sell(1, share(game, "ACL")))
        else:
            accepted(game, sell(1, share(game, "SAL")))


def test_case_073_a_train_of_another_major_above_the_treasury() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = poor(ruleset, 190, 50)
        held.launched("GA", president=2, par=90, holdings={2: 60}, trains=["4"])
        game = held.depot("4", discarded=["3"]).operating("CoG", "trains")
        if ruleset == RULEBOOK:
            refused(game, buy_train("CoG", "4-0", 200), "4.2.5.1a")
            refused(game, buy_train("CoG", "4-0", 0), "4.2.5d")
            assert [span(action) for action in listed(game, BuyTrain) if action.range] == [(1, 190)]
        else:
            accepted(game, buy_train("CoG", "4-0", 200))
            assert (cash(game, "CoG"), cash(game, 1), cash(game, "GA")) == (0, 40, 200)


@both
@pytest.mark.parametrize("money", [30, 31])
def test_case_074_no_bankruptcy_while_sales_would_do(ruleset: str, money: int) -> None:
    # 20 + money + 70 + 60 against 180: 180 with 30, but 181 with 31.
    game = poor(ruleset, 20, money, {"GA": (70, 20)}).phase("3").operating("CoG", "trains")
    refused(game, bankrupt("CoG"), "5c")
    game = poor(ruleset, 20, 19, {"GA": (70, 20)}).phase("3").operating("CoG", "trains")
    # Sold together, 20 % bring 140: 179 of 180.
    assert bankrupt("CoG") in game.legal_actions


@both
def test_case_074_a_major_that_can_pay_or_need_not(ruleset: str) -> None:
    game = poor(ruleset, 180, 0).phase("3").operating("CoG", "trains")
    refused(game, bankrupt("CoG"), "4.2.5.1")
    assert not yielded(game, Bankrupt)


@both
def test_case_075_the_sales_of_a_bankruptcy_move_the_prices(ruleset: str) -> None:
    game = poor(ruleset, 0, 0, {"GA": (70, 20), "SAL": (60, 10)}).phase("5").operating("CoG", "trains")
    accepted(game, bankrupt("CoG"))
    # Two steps down from 70 (row 2, column 3), one from 60 (row 3, column 3).
    assert (place(game, "GA"), price(game, "GA")) == ((4, 3), 55)
    assert (place(game, "SAL"), price(game, "SAL")) == ((4, 3), 55)
    assert game.outcome is not None
    assert game.outcome.scores == {1: 2 * 150, 2: 450 + 6 * 55 + 150, 3: 450 + 6 * 55, 4: 450}


@both
def test_case_075_shares_of_a_major_that_has_not_floated_are_sold_as_well(ruleset: str) -> None:
    held = poor(ruleset, 0, 0)
    held.launched("GA", president=2, par=70, holdings={2: 30, 1: 20}, floated=False, operated=False)
    game = held.phase("5").operating("CoG", "trains")
    accepted(game, bankrupt("CoG"))
    assert (percent(game, "GA", 1), price(game, "GA")) == (0, 55)
    # With enough of them there is no bankruptcy.
    held = poor(ruleset, 40, 0)
    held.launched("GA", president=2, par=70, holdings={2: 30, 1: 20}, floated=False, operated=False)
    refused(held.phase("3").operating("CoG", "trains"), bankrupt("CoG"), "5c")


@both
def test_a_forced_sale_changes_who_operates_next(ruleset: str) -> None:
    """5: the next to go is looked up afresh each time."""
    held = macon(position(ruleset)).cash({1: 40})
    held.launched("CoG", president=1, par=110, holdings={1: 60}, price=(0, 8))
    held.launched("GA", president=2, par=90, holdings={2: 60, 1: 10}, price=(1, 5))
    held.launched("SAL", president=3, par=90, holdings={3: 60}, price=(0, 4))
    game = held.private("MRC", 4).operating("CoG", "trains")
    assert game.state.round.order == ("CoG", "GA", "SAL")
    accepted(game, sell(1, share(game, "GA")))
    assert game.state.round.order == ("CoG", "SAL", "GA")
    accepted(game, buy_train("CoG", "2-0", 100))
    assert (asked(game), step(game)) == ("SAL", "track")
