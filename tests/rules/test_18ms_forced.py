"""18MS, edge cases 55 to 63 and 74 to 77: forced purchases, loans, a president's assistance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from open18xx.actions import BuyTrain, SellShares
from tests.rules.acts import cash, dividend, faces, president, price, sell, shown, yielded
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    buy_train,
    coast,
    debt,
    pass_round,
    place,
    position,
    refused,
    skip,
    where,
)

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario

#: Spaces of the chart by price from which sales go down.
CELLS = {300: (0, 13), 230: (0, 11), 200: (0, 10), 150: (0, 8), 100: (0, 5), 80: (1, 4), 65: (0, 0)}


def poor(
    ruleset: str, treasury: int, money: int, shares: dict[str, tuple[int, int]] | None = None, **more: Any
) -> Scenario:
    """GMO without a train and with a legal run; player 1, its president, also has 10 % parts of majors of others.

    `shares`: major to its price and percent. Nobody else could be president of the GMO.
    """
    held = coast(position(ruleset, **more)).cash({1: money})
    held.launched("GMO", president=1, par=90, holdings={1: 20, 2: 10}, market=40, price=(1, 2), cash=treasury)
    for number, (sym, (value, part)) in enumerate((shares or {}).items(), 2):
        held.launched(sym, president=number, par=90, holdings={number: 40, 1: part}, price=CELLS[value])
    return held


def share(game: Game, sym: str, number: int = 0) -> str:
    """A certificate of player 1."""
    return f"{sym}_{game.state.certificates[sym][0][number]}"


def test_case_055_no_help_where_the_treasury_will_do() -> None:
    held = poor(RULEBOOK, 100, 500)
    held.launched("IC", president=2, par=90, holdings={2: 60}, trains=["2+"])
    game = held.operating("GMO", "trains", turn=1)
    refused(game, skip("GMO"), "4.2.5.2")
    refused(game, buy_train("GMO", "2+-0", 101), "4.2.5.2a")
    assert not yielded(game, SellShares)
    accepted(game, buy_train("GMO", "2+-1", 80))
    assert (cash(game, 1), cash(game, "GMO")) == (500, 20)
    # Where several trains are on sale: 500 pay the 2D, so nothing dearer is helped with; the site does not look (M13).
    for ruleset in (RULEBOOK, SITE):
        game = poor(ruleset, 500, 500).phase("6").operating("GMO", "trains", turn=5)
        if ruleset == RULEBOOK:
            refused(game, buy_train("GMO", "2D-0", 750, "4D"), "4.2.5.2a")
            accepted(game, buy_train("GMO", "2D-0", 500, "2D"))
        else:
            accepted(game, buy_train("GMO", "2D-0", 750, "4D"))
            assert (cash(game, 1), cash(game, "GMO")) == (250, 0)


def test_case_056_help_for_any_train_on_sale() -> None:
    for face, ident, amount in (("6", "6-1", 550), ("2D", "2D-0", 500), ("4D", "2D-0", 750), ("5D", "5D-0", 850)):
        game = poor(RULEBOOK, 300, 600).phase("6").operating("GMO", "trains", turn=5)
        assert faces(game) == {"6", "2D", "4D", "5D"}
        accepted(game, buy_train("GMO", ident, amount, face))
        assert (cash(game, 1), cash(game, "GMO"), shown(game, "GMO")) == (600 - (amount - 300), 0, [face])


def test_case_057_only_as_many_sales_as_needed() -> None:
    shares = {"IC": (200, 10), "L&N": (150, 10), "Fr": (100, 10)}
    for ruleset in (RULEBOOK, SITE):
        held = poor(ruleset, 300, 0, shares).depot("6", left=1).sold_out("5D")
        held.launched("WRA", president=2, par=90, holdings={2: 60, 1: 10}, price=CELLS[80])
        game = held.operating("GMO", "trains", turn=5)
        assert faces(game) <= {"6", "2D", "4D"}
        for sym, purse in (("IC", 200), ("L&N", 350), ("Fr", 450)):
            accepted(game, sell(1, share(game, sym)))
            assert cash(game, 1) == purse
        if ruleset == RULEBOOK:
            refused(game, sell(1, share(game, "WRA")), "4.2.5.2d")
        else:
            accepted(game.copy(), sell(1, share(game, "WRA")))
        accepted(game, buy_train("GMO", "2D-0", 750, "4D"))
        assert (cash(game, 1), cash(game, "GMO")) == (0, 0)


@both
def test_case_058_presidencies_in_a_forced_sale(ruleset: str) -> None:
    held = coast(position(ruleset)).cash({1: 0})
    held.launched("GMO", president=1, par=90, holdings={1: 30, 2: 20}, price=(1, 2))
    held.launched("IC", president=1, par=90, holdings={1: 30, 3: 20}, price=CELLS[80])
    game = held.depot("3+").operating("GMO", "trains", turn=3)
    handing_over = sell(1, share(game, "GMO", 1), share(game, "GMO", 0), percent=30)
    refused(game, handing_over, "4.2.5.2d")
    accepted(game.copy(), sell(1, share(game, "GMO", 1)))
    other = sell(1, share(game, "IC", 1), share(game, "IC", 0), percent=20)
    if ruleset == RULEBOOK:
        refused(game, other, "3.2a3")
        whole = sell(1, share(game, "IC", 1), share(game, "IC", 0), percent=30)
        accepted(game, whole)
        assert president(game, "IC") == 3
    else:
        refused(game, other, "4.2.5.2d")


def indebted(ruleset: str = RULEBOOK, **more: Any) -> Game:
    """Player 1 has bought a 3-Train for the GMO with a treasury of 50, 29 of his own, and 101 borrowed."""
    game = poor(ruleset, 50, 29, **more).depot("3+").operating("GMO", "trains", turn=2, number=2)
    assert not yielded(game, SellShares)
    accepted(game, buy_train("GMO", "3+-0", 180))
    return game


@both
def test_case_059_the_bank_lends_the_rest(ruleset: str) -> None:
    game = indebted(ruleset)
    assert (debt(game, 1), cash(game, 1), cash(game, "GMO"), shown(game, "GMO")) == (151, 0, 0, ["3+"])
    assert game.snapshot()["players"]["1"]["debt"] == 151


@both
def test_case_060_a_debt_is_paid_off_and_grows(ruleset: str) -> None:
    held = position(ruleset).cash({1: 0}).debt({1: 151})
    held.launched("IC", president=2, par=90, holdings={2: 60, 1: 10}, price=(1, 3), cash=500, trains=["5"])
    game = held.operating("IC", "dividend", turn=2, number=2, revenue=600)
    accepted(game, dividend("IC", "payout"))
    assert (cash(game, 1), debt(game, 1)) == (0, 91)
    while where(game) != ("Operating", 3, 1):
        assert debt(game, 1) == 91
        pass_round(game)
    assert debt(game, 1) == 91 + 45


def test_case_061_a_debt_lowers_the_score() -> None:
    held = position(RULEBOOK).cash({1: 0}).debt({1: 136}).launched("GMO", president=1, par=90, holdings={1: 20})
    game = held.stock(1)
    assert game.table().worth(0) == 2 * 90 - 136
    held = position(RULEBOOK).cash({1: 0}).debt({1: 136})
    game = held.begins("Operating", 5, 2)
    assert game.outcome is not None
    assert game.outcome.scores[1] == -136
    assert game.outcome.ranking[-1] == 1


@both
def test_case_062_no_duty_without_run_or_trains(ruleset: str) -> None:
    held = position(ruleset).launched("GMO", president=1, par=90, holdings={1: 60}, cash=100)
    game = held.operating("GMO", "trains", turn=1)
    accepted(game, skip("GMO"))
    held = poor(ruleset, 100, 0).sold_out("6", "2D", "5D", "5", "4+", "3+", "2+")
    held.launched("IC", president=2, par=90, holdings={2: 60}, trains=["6"])
    game = held.operating("GMO", "trains", turn=5)
    assert not game.table().bank_trains()
    accepted(game, skip("GMO"))


def assisted(treasury: int, money: int, **more: Any) -> Game:
    """A site game: GMO with a 3-Train, and another major with a 5-Train."""
    held = coast(position(SITE, **more)).cash({1: money}).depot("6")
    held.launched("GMO", president=1, par=90, holdings={1: 20}, price=(1, 2), cash=treasury, trains=["3+"])
    held.launched("IC", president=2, par=90, holdings={2: 60}, trains=["5"])
    return held.operating("GMO", "trains", turn=3)


def test_case_063_a_president_assists() -> None:
    game = assisted(275, 325)
    before = game.state.bank
    accepted(game, buy_train("GMO", "6-0", 550))
    assert (cash(game, 1), cash(game, "GMO"), shown(game, "GMO")) == (0, 0, ["3+", "6"])
    assert game.state.bank == before + 550 + 50
    for treasury, money in ((274, 1000), (275, 324)):
        game = assisted(treasury, money)
        refused(game, buy_train("GMO", "6-0", 550), "4.2.5c")
        assert not yielded(game, SellShares)
    game = assisted(275, 325, options={"president_assist": False})
    refused(game, buy_train("GMO", "6-0", 550), "4.2.5c")


def test_case_074_the_purchase_must_fit_the_sales() -> None:
    # The chart has no 250: 20 in the treasury and 230 stand for it.
    held = poor(RULEBOOK, 20, 0, {"IC": (300, 10), "L&N": (230, 10)}).depot("2D").sold_out("5D")
    game = held.operating("GMO", "trains", turn=5)
    assert {face.price for _, face in game.table().bank_trains()} == {500, 750}
    accepted(game, sell(1, share(game, "IC")), sell(1, share(game, "L&N")))
    accepted(game.copy(), buy_train("GMO", "2D-0", 500, "2D"))
    # 200 are missing for the 4D, and there is nothing left to sell.
    accepted(game, buy_train("GMO", "2D-0", 750, "4D"))
    assert debt(game, 1) == 200 + 100
    held = poor(RULEBOOK, 20, 0, {"IC": (300, 10), "L&N": (230, 10), "Fr": (200, 10)}).depot("2D").sold_out("5D")
    game = held.operating("GMO", "trains", turn=5)
    accepted(game, sell(1, share(game, "IC")), sell(1, share(game, "L&N")))
    # Something is left to sell, so the bank does not lend.
    refused(game, buy_train("GMO", "2D-0", 750, "4D"), "4.2.5.2a")
    accepted(game, sell(1, share(game, "Fr")))
    refused(game, buy_train("GMO", "2D-0", 500, "2D"), "4.2.5.2d")
    accepted(game, buy_train("GMO", "2D-0", 750, "4D"))
    assert (cash(game, 1), debt(game, 1)) == (0, 0)


def test_case_075_discount_and_help() -> None:
    for treasury in (100, 50):
        held = poor(RULEBOOK, treasury, 200).private("M&O", "GMO").depot("3+")
        held.launched("IC", president=2, par=70, holdings={2: 60})
        game = held.operating("GMO", "trains", turn=2)
        twin = game.copy()
        accepted(game, buy_train("M&O", "3+-0", 90, "3+"))
        assert (cash(game, "GMO"), cash(game, 1)) == (max(0, treasury - 90), 200 - max(0, 90 - treasury))
        accepted(twin, buy_train("GMO", "3+-0", 180))
        assert (cash(twin, "GMO"), cash(twin, 1)) == (0, 200 - (180 - treasury))


def test_case_076_assistance_for_a_train_of_another_major() -> None:
    game = assisted(200, 250)
    accepted(game, buy_train("GMO", "5-0", 400))
    assert (cash(game, 1), cash(game, "GMO"), cash(game, "IC")) == (0, 0, 400)
    refused(assisted(199, 1000), buy_train("GMO", "5-0", 400), "4.2.5d")
    assert 399 in next(action.range for action in assisted(199, 1000).legal_actions.of(BuyTrain) if action.range)


@both
def test_case_077_forced_sales_in_the_first_round(ruleset: str) -> None:
    game = poor(ruleset, 10, 0, {"IC": (80, 10)}).operating("GMO", "trains", turn=1)
    refused(game, skip("GMO"), "4.2.5.2")
    accepted(game, sell(1, share(game, "IC")))
    assert (cash(game, 1), price(game, "IC"), place(game, "IC")) == (80, 75, (2, 4))
    accepted(game, buy_train("GMO", "2+-0", 80))
    assert (cash(game, 1), debt(game, 1)) == (10, 0)


def test_an_old_debt_waits_for_the_train() -> None:
    """What a debtor raises for a train goes into it first, and what is left into the debt."""
    held = poor(RULEBOOK, 10, 0, {"IC": (100, 10)}).debt({1: 100})
    game = held.operating("GMO", "trains", turn=1)
    accepted(game, sell(1, share(game, "IC")))
    assert (cash(game, 1), debt(game, 1)) == (100, 100)
    accepted(game, buy_train("GMO", "2+-0", 80))
    assert (cash(game, 1), debt(game, 1)) == (0, 70)


def test_loans_as_the_site_means_them() -> None:
    game = indebted(SITE, options={"loans": "18xx"})
    assert debt(game, 1) == 101 + 50
    # Treasury and cash pay the 2D, so there is no credit for the 4D.
    for loans in ("18xx", "rulebook"):
        held = poor(RULEBOOK, 400, 100, options={"loans": loans}).depot("2D").sold_out("5D")
        game = held.operating("GMO", "trains", turn=5)
        action = buy_train("GMO", "2D-0", 750, "4D")
        if loans == "18xx":
            refused(game, action, "4.2.5.2a")
        else:
            accepted(game, action)
            assert debt(game, 1) == 250 + 125
