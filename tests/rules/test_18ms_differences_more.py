"""18MS, section 9, rows M16 to M33: each in both profiles, and its option set against the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import open18xx
from open18xx.actions import BuyCompany, SellShares
from open18xx.titles import find
from tests.rules import acts
from tests.rules.acts import asked, cash, dividend, president, route, run, sell, yielded
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    alone,
    both,
    buy_train,
    chattanooga_gate,
    choose,
    coast,
    idle,
    jackson_meridian,
    new,
    owner,
    position,
    refused,
    revenue,
    skip,
    step,
    tile,
    token,
    trade,
    until,
    ways,
)
from tests.rules.test_18ms_forced import share
from tests.rules.test_18ms_trains import pair

if TYPE_CHECKING:
    from open18xx import Game


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
