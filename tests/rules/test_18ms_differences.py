"""18MS, section 9, rows M1 to M15: each in both profiles, and its option set against the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from open18xx.actions import BuyCompany, SellShares
from open18xx.titles import find
from tests.rules.acts import cash, president, sell, shown, yielded
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    alone,
    both,
    buy_private,
    buy_train,
    coast,
    debt,
    idle,
    new,
    owner,
    pass_round,
    position,
    refused,
    tile,
    ways,
    where,
)
from tests.rules.test_18ms_forced import poor, share
from tests.rules.test_18ms_trains import pair

if TYPE_CHECKING:
    pass


def test_every_row_with_a_star_is_an_option() -> None:
    rows = {option.meaning.split(":")[0]: option for option in find("18MS").options}
    numbers = {int(part.strip().removeprefix("M")) for row in rows for part in row.split(",") if part.startswith("M")}
    starred = {1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21, 26, 28, 29, 30, 31}
    assert starred <= numbers
    for option in rows.values():
        if option.rulebook == option.site:
            assert option.name in ("loans", "strict_routes")


def test_m01_incomes() -> None:
    for ruleset, options, first in ways("private_incomes"):
        held = position(ruleset, options=options).cash({1: 0, 2: 0, 3: 0, 4: 0})
        for number, private in enumerate(("AGS", "BS", "M&M", "MC"), 1):
            held.private(private, number)
        game = alone(held).begins("Operating", 1, 1)
        assert [cash(game, number) for number in (1, 2, 3, 4)] == [10, 10, 10, 5] if first else [15, 10, 15, 5]


def test_m02_the_cost_of_the_extra_tile() -> None:
    for ruleset, options, first in ways("ags_cost"):
        held = coast(position(ruleset, options=options), west=False).lay("H4", "4", 1).private("AGS", "GMO")
        game = alone(held, cash=39).operating("GMO", turn=2)
        lay = tile(game, "AGS", "H2", "8", 4)
        if first:
            refused(game, lay, "4.2.1f")
        else:
            accepted(game, lay)
            assert cash(game, "GMO") == 39


def test_m03_the_discount() -> None:
    for ruleset, options, first in ways("mo_discount"):
        held = position(ruleset, options=options).private("M&O", "GMO").depot("3+")
        game = alone(held).operating("GMO", "trains", turn=2)
        accepted(game, buy_train("M&O", "3+-0", 90 if first else 80, "3+"))
        assert cash(game, "GMO") == (410 if first else 420)


def test_m04_what_the_special_train_is() -> None:
    for ruleset, options, first in ways("mc_purchase"):
        held = pair(
            ruleset, [], ["2+"], options={"private_window": "or_1", "bank_trains_per_turn": 1, **options}
        ).private("MC", 1)
        game = held.operating("GMO", "trains", turn=1, number=2)
        if first:
            refused(game, buy_private("GMO", "MC", 60), "10.III.4")
        game = held.operating("GMO", "trains", turn=2, number=2)
        accepted(game, buy_train("GMO", "2+-1", 80))
        if first:
            refused(game, buy_private("GMO", "MC", 60), "10.III.4")
            game = held.operating("GMO", "trains", turn=2, number=2)
        accepted(game, buy_private("GMO", "MC", 60))
        special = game.state.corporations["GMO"].trains[-1]
        assert (special.id, special.bound) == ("2+-4", not first)
        count, before = len(shown(game, "GMO")), cash(game, "GMO")
        pass_round(game)
        assert cash(game, "GMO") - before == 20 * (count - first)


def test_m05_when_privates_are_sold() -> None:
    for ruleset, options, first in ways("private_window"):
        for turn, number, low, high in ((1, 1, 30, 30), (1, 2, 15, 45), (2, 1, 15, 45)):
            held = pair(ruleset, ["2+"], [], options=options).private("AGS", 3).private("M&M", 3)
            game = held.operating("GMO", turn=turn, number=number)
            ranges = {action.company: action.range for action in game.legal_actions.of(BuyCompany)}
            if first and turn == 1:
                assert ranges == {}
                refused(game, buy_private("GMO", "AGS", 30), "4.2g")
                continue
            offered = ranges["AGS"]
            assert offered is not None
            assert (offered.low, offered.high) == (low, high)
            assert ("M&M" in ranges) is ((turn, number) != (1, 1))
            accepted(game, buy_private("GMO", "AGS", high))
            assert owner(game, "AGS") == "GMO"


def test_m06_green_tiles() -> None:
    for ruleset, options, first in ways("green"):
        game = pair(ruleset, ["2+"], [], options=options).begins("Operating", 1, 1)
        assert game.table().phase.colours == ("yellow",)
        pass_round(game)
        assert where(game) == ("Operating", 1, 2)
        assert ("green" in game.table().phase.colours) is not first
        game = pair(ruleset, ["2+"], [], options=options).depot("3+").operating("GMO", "trains", turn=1)
        accepted(game, buy_train("GMO", "3+-0", 180))
        assert ("green" in game.table().phase.colours) is first


@both
def test_m07_brown_and_gray(ruleset: str) -> None:
    game = alone(position(ruleset).depot("6"), cash=2000, trains=["5"]).operating("GMO", "trains", turn=4)
    assert game.table().phase.colours == (("yellow",) if ruleset == SITE else ("yellow", "green"))
    accepted(game, buy_train("GMO", "6-0", 550))
    assert game.table().phase.colours == ("yellow", "green", "brown")
    for ident, price, face in (("2D-0", 500, "2D"), ("2D-0", 750, "4D"), ("5D-0", 850, "5D")):
        game = alone(position(ruleset).phase("6"), cash=2000, trains=["5"]).operating("GMO", "trains", turn=5)
        accepted(game, buy_train("GMO", ident, price, face))
        assert game.table().phase.colours == ("yellow", "green", "brown", "gray")


def test_m08_trains_a_turn() -> None:
    for ruleset, options, first in ways("bank_trains_per_turn"):
        game = pair(ruleset, [], ["2+"], options=options).operating("GMO", "trains", turn=1)
        accepted(game, buy_train("GMO", "2+-1", 80))
        if first:
            refused(game, buy_train("GMO", "2+-2", 80), "4.2.5f")
        else:
            accepted(game, buy_train("GMO", "2+-2", 80))


def test_m09_a_president_assists() -> None:
    for ruleset, options, first in ways("president_assist"):
        held = coast(position(ruleset, options=options)).cash({1: 325}).depot("6")
        held.launched("IC", president=2, par=90, holdings={2: 60}, trains=["5"])
        game = alone(held, cash=275, trains=["3+"]).operating("GMO", "trains", turn=3)
        if first:
            refused(game, buy_train("GMO", "6-0", 550), "4.2.5c")
            refused(game, buy_train("GMO", "5-0", 300), "4.2.5d")
        else:
            accepted(game.copy(), buy_train("GMO", "5-0", 300))
            accepted(game, buy_train("GMO", "6-0", 550))
            assert (cash(game, 1), cash(game, "GMO")) == (0, 0)


def test_m09_what_a_president_does_not_assist_with() -> None:
    for face, ident, price in (("3+", "3+-1", 180), ("4+", "4+-0", 300)):
        held = coast(position(SITE)).cash({1: 500}).depot(face)
        game = alone(held, cash=170, trains=["3+"] if face == "3+" else ["2+"]).operating("GMO", "trains", turn=3)
        refused(game, buy_train("GMO", ident, price), None)
    # A forced purchase knows no fee.
    game = poor(SITE, 275, 325).depot("6").operating("GMO", "trains", turn=3)
    accepted(game, buy_train("GMO", "6-0", 550))
    assert (cash(game, 1), cash(game, "GMO")) == (50, 0)


def test_m10_presidencies_in_forced_sales() -> None:
    for ruleset, options, first in ways("ebuy_presidencies"):
        held = coast(position(ruleset, options={"president_split": "any", **options})).cash({1: 0})
        held.launched("GMO", president=1, par=90, holdings={1: 30, 2: 20}, price=(1, 2))
        held.launched("IC", president=1, par=90, holdings={1: 30, 3: 20}, price=(1, 4))
        game = held.depot("3+").operating("GMO", "trains", turn=3)
        action = sell(1, share(game, "IC", 1), share(game, "IC", 0), percent=20)
        if first:
            accepted(game, action)
            assert president(game, "IC") == 3
        else:
            refused(game, action, "4.2.5.2d")


def test_m11_sales_beyond_need() -> None:
    for ruleset, options, first in ways("ebuy_oversell"):
        held = poor(ruleset, 50, 30, {"IC": (100, 10), "L&N": (80, 10)}, options=options)
        game = held.operating("GMO", "trains", turn=1)
        # The treasury of 50 and 30 of the president pay the 2-Train.
        if first:
            refused(game, sell(1, share(game, "IC")), "4.2.5.2d")
            assert not yielded(game, SellShares)
        else:
            accepted(game, sell(1, share(game, "IC")))
        accepted(game, buy_train("GMO", "2+-0", 80))


def test_m12_presidents_money_for_a_train_of_a_major() -> None:
    for ruleset, options, first in ways("ebuy_from_majors"):
        held = poor(ruleset, 50, 300, options=options).depot("4+")
        held.launched("IC", president=2, par=70, holdings={2: 60}, trains=["3+"], price=(2, 2))
        game = held.operating("GMO", "trains", turn=3)
        refused(game, buy_train("GMO", "3+-0", 181), "4.2.5.2a")
        if first:
            refused(game, buy_train("GMO", "3+-0", 180), "4.2.5.2a")
            accepted(game, buy_train("GMO", "3+-0", 50))
        else:
            accepted(game, buy_train("GMO", "3+-0", 180))
            assert (cash(game, 1), cash(game, "GMO")) == (170, 0)


def test_m12_after_a_sale_the_price_has_a_floor() -> None:
    held = poor(SITE, 50, 20, {"L&N": (100, 10)}).depot("4+")
    held.launched("IC", president=2, par=70, holdings={2: 60}, trains=["3+"], price=(2, 2))
    game = held.operating("GMO", "trains", turn=3)
    accepted(game, sell(1, share(game, "L&N")))
    # 50 and 120, less 100 for the share sold last: more than 70.
    refused(game, buy_train("GMO", "3+-0", 70), None)
    accepted(game, buy_train("GMO", "3+-0", 71))


def test_m13_help_where_the_treasury_will_do() -> None:
    for ruleset, options, first in ways("ebuy_when_affordable"):
        game = poor(ruleset, 500, 500, options=options).phase("6").operating("GMO", "trains", turn=5)
        if first:
            refused(game, buy_train("GMO", "2D-0", 750, "4D"), "4.2.5.2a")
        else:
            accepted(game, buy_train("GMO", "2D-0", 750, "4D"))


@both
def test_m14_loans(ruleset: str) -> None:
    for loans, start, later in (("rulebook", 101 + 50, 151 + 75), ("18xx", 101 + 50, 151 + 76)):
        held = poor(ruleset, 50, 29, options={"loans": loans}).depot("3+")
        game = held.operating("GMO", "trains", turn=1, number=2)
        accepted(game, buy_train("GMO", "3+-0", 180))
        assert debt(game, 1) == start
        while where(game)[0] == "Stock" or where(game)[1] == 1:
            idle(game)
        assert debt(game, 1) == later
    assert new(ruleset).options["loans"] == "rulebook"


def test_m15_credit_for_any_train() -> None:
    for loans in ("rulebook", "18xx"):
        game = poor(RULEBOOK, 400, 100, options={"loans": loans}).depot("2D").sold_out("5D").operating("GMO", "trains")
        if loans == "rulebook":
            accepted(game, buy_train("GMO", "2D-0", 750, "4D"))
            assert debt(game, 1) == 250 + 125
        else:
            refused(game, buy_train("GMO", "2D-0", 750, "4D"), "4.2.5.2a")
