"""Field reports that 18MS answers: F65 to F75, F127; its part of F42, F93, F97, F108."""

from __future__ import annotations

import pytest

import open18xx
from open18xx import ReplayError
from open18xx.actions import SellShares
from tests.field.tools import RULEBOOK, SITE, both, refused
from tests.rules.acts import asked, buy, cash, dividend, percent, president, route, run, sell, shown, yielded
from tests.rules.ms import (
    accepted,
    buy_train,
    chattanooga_gate,
    coast,
    debt,
    idle,
    jackson_meridian,
    pass_round,
    position,
    revenue,
    skip,
    step,
    tile,
    token,
    where,
)
from tests.rules.test_18ms_forced import assisted, poor, share
from tests.rules.test_18ms_track import GREEN_MOBILE
from tests.rules.test_18ms_trains import pair


@both
def test_f042_a_normal_lay_leaves_the_power_alone(ruleset: str) -> None:
    held = coast(position(ruleset), west=False, east=False).lay("H4", "4", 1).private("BS", "GMO")
    game = held.launched("GMO", president=1, par=70, holdings={1: 60}, cash=100).operating("GMO", turn=2)
    accepted(game, tile(game, "GMO", "H8", "4", 1))
    assert (cash(game, "GMO"), game.state.privates["BS"].used) == (80, ())
    accepted(game, tile(game, "BS", "H2", "8", 4))
    assert (cash(game, "GMO"), game.state.privates["BS"].used) == (80, ("lay",))


@both
@pytest.mark.parametrize("private", ["BS", "AGS"])
def test_f065_chattanooga_pays_for_extra_tiles(ruleset: str, private: str) -> None:
    held = chattanooga_gate(position(ruleset)).private(private, "L&N")
    game = held.launched("L&N", president=1, par=90, holdings={1: 60}, cash=0, trains=["2+"]).operating("L&N", turn=2)
    before = game.state.corporations["L&N"].cell
    accepted(game, tile(game, private, "B10", "8", 4))
    assert (cash(game, "L&N"), game.state.corporations["L&N"].cell, game.state.turn.run) == (50, before, None)


@both
def test_f066_the_bonus_comes_once_a_route(ruleset: str) -> None:
    held = coast(position(ruleset)).launched("GMO", president=1, par=70, holdings={1: 60}, cash=40, trains=["3+"])
    game = held.operating("GMO", "station", turn=2)
    accepted(game, token(game, "GMO", "I1"))
    links = "I1 H2 H4", "H4 H6", "H6 H8", "H8 H10"
    assert revenue(game, run("GMO", route("3+-0", *links))) == 130
    assert game.best_run("GMO").revenue == (130 if ruleset == RULEBOOK else 140)


@both
def test_f067_a_full_city_is_an_end(ruleset: str) -> None:
    held = position(ruleset).lay("F2", "8", 0).lay("G1", "8", 3).lay("H2", "8", 0)
    held.launched("IC", president=1, par=90, holdings={1: 60}, trains=["3+"], tokens=["E1"])
    held.launched("Fr", president=2, par=80, holdings={2: 60}, tokens=["I1"])
    game = held.operating("IC", "run", turn=2)
    assert revenue(game, run("IC", route("3+-0", "E1 F2 G1 H2 I1"))) == 30 + 50
    through = run("IC", route("3+-0", "E1 F2 G1 H2 I1", "I1"))
    # The rulebook's New Orleans has no town behind it.
    refused(game, through, "route_blocked" if ruleset == SITE else "route_unknown_track")


@both
def test_f068_the_discount_is_given(ruleset: str) -> None:
    for train, price in (("3+", 180), ("4+", 300)):
        paid = price - (90 if ruleset == RULEBOOK else 100)
        game = pair(ruleset, ["2+"], [], paid).private("M&O", "GMO").depot(train).operating("GMO", "trains", turn=2)
        accepted(game, buy_train("M&O", f"{train}-0", paid, train))
        assert (cash(game, "GMO"), shown(game, "GMO")) == (0, ["2+", train])
        assert game.state.privates["M&O"].closed
    game = pair(ruleset, ["2+"], []).private("M&O", "GMO").depot("5").operating("GMO", "trains", turn=4)
    refused(game, buy_train("M&O", "5-0", 400, "5"), "power_elsewhere")


@both
def test_f069_two_extra_tiles_in_one_turn(ruleset: str) -> None:
    held = coast(position(ruleset), west=False, east=False).private("BS", "GMO")
    game = held.launched("GMO", president=1, par=70, holdings={1: 60}, cash=20).operating("GMO", turn=2)
    accepted(game, tile(game, "BS", "H4", "4", 1))
    twin = game.copy()
    accepted(game, tile(game, "GMO", "H8", "4", 1))
    accepted(game, tile(game, "BS", "H2", "8", 4))
    assert cash(game, "GMO") == 0
    pass_round(twin)
    assert where(twin) == ("Operating", 2, 2)
    refused(twin, tile(twin, "BS", "H2", "8", 4), "power_used")


@both
def test_f070_the_first_turn(ruleset: str) -> None:
    green = GREEN_MOBILE[ruleset]
    held = coast(position(ruleset).phase("3"), west=False, east=False).lay("H4", "4", 1)
    held.launched("GMO", president=1, cash=700, par=70, holdings={1: 60}, operated=False)
    for upgrade_first in (True, False):
        game = held.operating("GMO", "home", turn=2)
        lays = tile(game, "GMO", "H6", *green), tile(game, "GMO", "H8", "4", 1)
        for lay in lays if upgrade_first else reversed(lays):
            accepted(game, lay)
        refused(game, tile(game, "GMO", "H2", "8", 4), "no_lay_left", "wrong_step")
    game = held.operating("GMO", "home", turn=2)
    accepted(game, tile(game, "GMO", "H6", *green))
    refused(game, tile(game, "GMO", "H4", "87", 1), "second_upgrade")


@both
def test_f071_everything_is_on_sale_at_once(ruleset: str) -> None:
    held = pair(ruleset, ["5"], [], 3000).depot("6")
    game = held.operating("GMO", "trains", turn=5)
    assert {train.id for train, _ in game.table().bank_trains()} == {"6-0"}
    accepted(game, buy_train("GMO", "6-0", 550))
    assert {train.id for train, _ in game.table().bank_trains()} == {"6-1", "2D-0", "5D-0"}
    if ruleset == SITE:
        accepted(game, buy_train("GMO", "5D-0", 850))
    else:
        refused(game, buy_train("GMO", "5D-0", 850), "one_train_a_turn", "wrong_step", "out_of_turn")
    while not (asked(game) == "IC" and step(game) == "trains"):
        idle(game)
    accepted(game, buy_train("IC", "2D-0", 500, "2D"))


@both
def test_f072_trains_that_have_operated(ruleset: str) -> None:
    for optional in ((), ("allow_buy_rusting",)):
        held = coast(pair(ruleset, ["2+", "2+"], [], optional_rules=optional), west=False)
        held.launched("Fr", president=3, par=70, holdings={3: 60}, trains=["2+"])
        game = held.operating("GMO", "run", turn=2, number=2)
        # One of the two trains has a route.
        accepted(game, run("GMO", route("2+-0", "H6 H8", "H8 H10")), dividend("GMO", "withhold"))
        accepted(game, buy_train("GMO", "2+-3", 80))
        while not (asked(game) == "IC" and step(game) == "trains"):
            idle(game)
        for number, operated in ((1, True), (2, False), (3, False)):
            action = buy_train("IC", f"2+-{number}", 1)
            if operated and not optional:
                refused(game, action, "late_trade")
            else:
                accepted(game.copy(), action)


@both
def test_f073_a_debt(ruleset: str) -> None:
    held = poor(ruleset, 50, 29).depot("3+")
    game = held.operating("GMO", "trains", turn=2, number=2)
    accepted(game, buy_train("GMO", "3+-0", 180))
    assert (debt(game, 1), cash(game, 1), shown(game, "GMO")) == (151, 0, ["3+"])
    held = position(ruleset).cash({1: 0}).debt({1: 151})
    held.launched("IC", president=2, par=90, holdings={2: 60, 1: 10}, price=(1, 3), trains=["5"])
    game = held.operating("IC", "dividend", turn=2, number=2, revenue=600)
    accepted(game, dividend("IC", "payout"))
    assert (debt(game, 1), cash(game, 1)) == (91, 0)
    while where(game)[0] == "Operating":
        idle(game)
    while asked(game) != 1:
        idle(game)
    refused(game, buy(1, f"IC_{game.state.certificates['IC'][-1][0]}"), "in_debt")
    before = game.table().worth(0)
    assert before == game.table().price("IC") - 91
    pass_round(game)
    assert debt(game, 1) == 136


def test_f074_assistance() -> None:
    game = assisted(275, 325)
    accepted(game, buy_train("GMO", "6-0", 550))
    assert (cash(game, 1), cash(game, "GMO")) == (0, 0)
    for treasury, money in ((274, 326), (275, 324)):
        refused(assisted(treasury, money), buy_train("GMO", "6-0", 550), "train_too_expensive")
    held = coast(position(RULEBOOK)).cash({1: 325}).depot("6")
    held.launched("IC", president=2, par=90, holdings={2: 60}, trains=["5"])
    held.launched("GMO", president=1, par=90, holdings={1: 20}, price=(1, 2), cash=275, trains=["3+"])
    game = held.operating("GMO", "trains", turn=3)
    refused(game, buy_train("GMO", "6-0", 550), "train_too_expensive")


@both
def test_f075_seventy_percent(ruleset: str) -> None:
    game = position(ruleset).launched("GMO", president=1, par=70, holdings={1: 60}).stock(1)
    accepted(game, buy(1, "GMO_5"))
    assert percent(game, "GMO", 1) == 70
    while asked(game) == 1:
        accepted(game, skip(1))
    while asked(game) != 1:
        accepted(game, skip(int(asked(game) or 0)))
    refused(game, buy(1, "GMO_6"), "holding_limit")


def test_f093_presidencies_of_others() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = coast(position(ruleset)).cash({1: 0})
        held.launched("GMO", president=1, par=90, holdings={1: 30, 2: 20}, price=(1, 2))
        held.launched("IC", president=1, par=90, holdings={1: 30, 3: 20}, price=(1, 4))
        game = held.depot("3+").operating("GMO", "trains", turn=3)
        both_certificates = [share(game, "IC", 1), share(game, "IC", 0)]
        if ruleset == SITE:
            refused(game, sell(1, *both_certificates, percent=30), "sale_loses_presidency")
        else:
            accepted(game, sell(1, *both_certificates, percent=30))
            assert president(game, "IC") == 3
        own = [share(game, "GMO", 1), share(game, "GMO", 0)]
        refused(game, sell(1, *own, percent=30), "sale_loses_presidency")


@both
def test_f097_a_loan_at_once(ruleset: str) -> None:
    # Player 1 has the president's certificate alone, and the market is full.
    held = coast(position(ruleset)).cash({1: 0})
    held.launched("GMO", president=1, par=90, holdings={1: 20, 2: 10}, market=50, price=(1, 2))
    game = held.operating("GMO", "trains", turn=1)
    assert not yielded(game, SellShares)
    accepted(game, buy_train("GMO", "2+-0", 80))
    assert debt(game, 1) == 80 + 40


@both
def test_f108_the_best_run_on_demand(ruleset: str) -> None:
    for strict in (False, True):
        held = jackson_meridian(position(ruleset, options={"strict_routes": strict})).lay("D2", "9", 0)
        held.launched("Fr", president=1, par=70, holdings={1: 60}, trains=["3+"])
        held = held.lay("D6", "4", 0).lay("E7", "9", 1).lay("E9", "57", 1)
        game = held.operating("Fr", "run", turn=2)
        best = game.best_run("Fr").revenue
        poorer = run("Fr", route("3+-0", "E1 E3 E5"))
        # Selma adds 20.
        assert best == 30 + 20 + 20
        if strict:
            error = refused(game, poorer, "not_the_best_run")
            assert f"${best}" in error.message
        else:
            accepted(game, poorer)


def test_f127_trains_that_do_not_exist() -> None:
    head = {"title": "18MS", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}], "settings": {"seed": 1}}
    wrong = buy_train("GMO", "4+-3", 300).to_dict() | {"id": 1}
    with pytest.raises(ReplayError) as caught:
        open18xx.load(head | {"actions": [wrong]})
    assert caught.value.index == 0
    game = pair(SITE, ["2+"], []).depot("4+").operating("GMO", "trains", turn=3)
    for train, variant in (("4+-3", "4+"), ("4+-0", "4D")):
        wrong = buy_train("GMO", train, 300, variant).to_dict()
        assert wrong not in game.legal_actions
        with pytest.raises((open18xx.IllegalAction, open18xx.InvalidAction), match=r"4\+-3|4D"):
            game.apply(wrong, recorded=True)
    assert sum(train.rank == "4+" for train in game.state.depot.upcoming) == 3
    accepted(game, buy_train("GMO", "4+-0", 300))
