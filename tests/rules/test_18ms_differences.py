"""18MS, section 9: each row in both profiles, and its option set against the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import open18xx
from open18xx.actions import BuyCompany, SellShares
from open18xx.titles import find
from tests.rules import acts
from tests.rules.acts import asked, cash, dividend, president, route, run, sell, shown, yielded
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    buy_private,
    buy_train,
    chattanooga_gate,
    choose,
    coast,
    debt,
    idle,
    jackson_meridian,
    new,
    owner,
    pass_round,
    position,
    refused,
    revenue,
    skip,
    step,
    tile,
    token,
    trade,
    until,
    where,
)
from tests.rules.test_18ms_forced import poor, share
from tests.rules.test_18ms_trains import pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open18xx import Game
    from tests.scenario import Scenario


def ways(name: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Profile, options, and whether the rule of 2015 holds: each profile as it is, and with the option turned."""
    option = next(option for option in find("18MS").options if option.name == name)
    assert option.values == tuple(dict.fromkeys((option.rulebook, option.site)))
    for ruleset in (RULEBOOK, SITE):
        yield ruleset, {}, ruleset == RULEBOOK
        yield ruleset, {name: option.site if ruleset == RULEBOOK else option.rulebook}, ruleset == SITE


def alone(made: Scenario, sym: str = "GMO", cash: int = 500, **more: Any) -> Scenario:
    return made.launched(sym, president=1, par=90, holdings={1: 60}, cash=cash, **more)


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


def test_m16_new_orleans() -> None:
    for ruleset, options, first in ways("new_orleans"):
        game = alone(coast(position(ruleset, options=options)), trains=["2+"]).operating("GMO", "run", turn=2)
        links = "I1", "I1 H2 H4", "H4 H6"
        assert revenue(game, run("GMO", route("2+-0", *links[1:]))) == 80
        if first:
            refused(game, run("GMO", route("2+-0", *links)), "4.2.3a")
        else:
            assert revenue(game, run("GMO", route("2+-0", *links))) == 90


def test_m17_tiles() -> None:
    for ruleset, options, first in ways("tile_set"):
        board = new(ruleset, **options)
        tiles = board.rules.map
        if first:
            counts = {"3": 5, "8": 29, "9": 30, "57": 10, "63": 12, "442": 1, "443": 1, "X21": 1, "X31": 1, "446": 1}
            assert (tiles.label("446"), tiles.label("X33"), "X31b" in tiles.tiles) == ("Bhm", "Mgm", False)
        else:
            counts = {"3": 3, "8": 10, "9": 10, "57": 3, "63": 4, "204": 2, "X31b": 1, "446": 1, "143": 2}
            assert (tiles.label("446"), tiles.label("X31b"), "442" in tiles.tiles) == ("BM", "Mob", False)
        assert {number: tiles.count(number) for number in counts} == counts


def test_m18_the_hex_of_chattanooga() -> None:
    for ruleset, options, first in ways("chattanooga_hex"):
        # B10 lies already; the tile in Birmingham makes the connection.
        held = position(ruleset, options=options).lay("B10", "8", 4)
        held.launched("L&N", president=1, par=80, holdings={1: 60}, cash=0, operated=False)
        game = held.operating("L&N", "home", turn=1)
        accepted(game, tile(game, "L&N", "C9", "57", 0))
        assert cash(game, "L&N") == (50 if first else 0)
        held = chattanooga_gate(position(ruleset, options=options))
        game = alone(held, "L&N", cash=0).operating("L&N", turn=2)
        accepted(game, tile(game, "L&N", "B10", "8", 4))
        assert cash(game, "L&N") == 50


def test_m19_trades_between_players() -> None:
    for ruleset, options, first in ways("private_trade"):
        game = position(ruleset, options=options).private("MC", 2).private("AGS", 1).stock(1)
        if not first:
            assert not yielded(game, BuyCompany)
            refused(game, trade(1, "MC", 10), None)
            continue
        accepted(game, trade(3, "AGS", 45))
        accepted(game, trade(1, "MC", 10))
        assert (owner(game, "AGS"), owner(game, "MC")) == (3, 1)


def test_m20_trains_that_did_not_run() -> None:
    for ruleset, options, first in ways("late_trade"):
        # The GMO has no route, so its train stays where it is through its run step.
        held = pair(ruleset, ["2+"], [], options=options)
        game = held.operating("GMO", "track", turn=2, number=2)
        while not (asked(game) == "IC" and step(game) == "trains"):
            idle(game)
        action = buy_train("IC", "2+-0", 10)
        if first:
            refused(game, action, "4.2.5.1")
        else:
            accepted(game, action)


def test_m21_recorded_lays_and_stations() -> None:
    for ruleset, options, first in ways("lenient_replay"):
        game = alone(coast(position(ruleset, options=options))).operating("GMO", turn=2)
        stray = tile(game, "GMO", "C3", "8", 0).to_dict()
        refused(game, stray, "4.2.1j")
        if first:
            with pytest.raises(open18xx.IllegalAction):
                game.apply(stray, recorded=True)
        else:
            acts.booked(game, stray)
            assert game.report


@both
def test_m22_the_bank(ruleset: str) -> None:
    assert new(ruleset).rules.bank == (12000 if ruleset == RULEBOOK else 10000)


@both
def test_m23_names(ruleset: str) -> None:
    assert list(new(ruleset).rules.trains) == ["2+", "3+", "4+", "5", "6", "2D", "5D"]


@both
def test_m24_the_first_turn(ruleset: str) -> None:
    held = jackson_meridian(position(ruleset).phase("3").depot("4+"))
    held.launched("Fr", president=1, par=90, holdings={1: 60}, cash=500, operated=False, tokens=["E5"])
    game = held.operating("Fr", "track", turn=2)
    accepted(game, tile(game, "Fr", "E5", "14", 0))
    accepted(game, tile(game, "Fr", "D2", "9", 0))
    assert step(game) != "track"


def test_m25_splitting_the_presidents_certificate() -> None:
    for ruleset, options, first in ways("president_split"):
        held = position(ruleset, options=options)
        held.launched("IC", president=1, par=90, holdings={1: 30, 3: 20}, price=(1, 4))
        game = held.stock(1)
        action = sell(1, share(game, "IC", 1), share(game, "IC", 0), percent=20)
        if first:
            refused(game, action, "3.2a3")
        else:
            accepted(game, action)
        held = position(ruleset, options=options)
        game = held.launched("IC", president=1, par=90, holdings={1: 20, 3: 20}, price=(1, 4)).stock(1)
        accepted(game, sell(1, "IC_0", percent=10))
        assert (president(game, "IC"), acts.percent(game, "IC", 1)) == (3, 10)


def test_m26_the_price_of_the_selection() -> None:
    for ruleset, options, first in ways("draft_price"):
        game = new(ruleset, **options)
        wrong = choose(3, "AGS", 25)
        refused(game, wrong, "3.1")
        if first:
            with pytest.raises(open18xx.IllegalAction):
                game.apply(wrong, recorded=True)
        else:
            game.apply(wrong, recorded=True)
            assert (cash(game, 3), len(game.report)) == (600, 1)


@both
def test_m27_no_bonus_for_routes_late(ruleset: str) -> None:
    game = alone(coast(position(ruleset).phase("6")), cash=40, trains=["5"]).operating("GMO", "station", turn=4)
    accepted(game, token(game, "GMO", "I1"))
    assert cash(game, "GMO") == 100
    until(game, "run")
    assert revenue(game, run("GMO", route("5-0", "I1 H2 H4", "H4 H6"))) == 80 + 10 + 20


def test_m28_half_price_stations_in_new_orleans() -> None:
    for ruleset, options, first in ways("mm_new_orleans"):
        held = coast(position(ruleset, options=options)).private("M&M", "GMO")
        game = alone(held, cash=20, trains=["2+"]).operating("GMO", "station", turn=2)
        accepted(game, token(game, "M&M", "I1"))
        assert cash(game, "GMO") == (100 if first else 0)
        assert revenue(game, run("GMO", route("2+-0", "I1 H2 H4", "H4 H6"))) == (90 if first else 80)


def test_m29_colours_of_extra_tiles() -> None:
    for ruleset, options, first in ways("extra_tile_colours"):
        held = jackson_meridian(position(ruleset, options=options).phase("3").depot("4+"))
        game = alone(held.private("AGS", "Fr"), "Fr").operating("Fr", turn=3)
        green = tile(game, "AGS", "E5", "14", 0)
        if first:
            refused(game, green, "10.III.1")
        else:
            accepted(game, green)


def test_m30_where_extra_tiles_go() -> None:
    for ruleset, options, first in ways("extra_tile_connection"):
        held = position(ruleset, options=options).private("BS", "L&N")
        held.launched("L&N", president=1, par=90, holdings={1: 60}, operated=False)
        game = held.operating("L&N", "home", turn=3)
        bare = tile(game, "BS", "C9", "57", 0)
        if first:
            refused(game, bare, "10.III.2")
        else:
            accepted(game, bare)
        # Far from the network neither edition lays.
        refused(game, tile(game, "BS", "G9", "8", 0), "10.III.2")


def test_m31_when_the_birmingham_southern_lays() -> None:
    for ruleset, options, first in ways("bs_timing"):
        held = coast(position(ruleset, options=options), west=False).private("BS", "GMO")
        game = alone(held, trains=["2+"]).operating("GMO", "dividend", turn=2, revenue=50)
        lay = tile(game, "BS", "H4", "4", 1)
        if first:
            accepted(game, lay)
            accepted(game, dividend("GMO", "withhold"), tile(game, "BS", "H2", "8", 4))
        else:
            refused(game, lay, "10.III.2")


@both
def test_m32_stations(ruleset: str) -> None:
    stations = {sym: facts.tokens for sym, facts in new(ruleset).rules.corporations.items()}
    three = (0, 40, 100)
    assert stations == {"GMO": (0, 40, 100, 100), "IC": three, "L&N": three, "Fr": three, "WRA": three}


@both
def test_m33_no_sales_outside_of_forced_purchases(ruleset: str) -> None:
    held = pair(ruleset, ["2+"], []).cash({1: 0})
    held.launched("Fr", president=3, par=70, holdings={3: 60, 1: 10})
    game = held.operating("GMO", "trains", turn=3)
    assert not yielded(game, SellShares)
    refused(game, sell(1, share(game, "Fr")), None)
    refused(game, skip("IC"), None)


def test_loading_a_file_takes_the_second_edition() -> None:
    data = {"title": "18MS", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}], "actions": []}
    game: Game = open18xx.load(data)
    assert game.ruleset == SITE
    assert game.options == {option.name: option.site for option in find("18MS").options}
