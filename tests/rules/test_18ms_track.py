"""18MS, edge cases 14 to 24, 68 to 71, 78 and 79: tiles, extra tiles, Chattanooga."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.acts import asked, cash, price
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    chattanooga_gate,
    coast,
    idle,
    jackson_meridian,
    pass_round,
    position,
    refused,
    skip,
    step,
    tile,
    until,
    where,
)

if TYPE_CHECKING:
    from open18xx import Game

#: Green tile and rotation that Mobile takes over a yellow 57 with edges 1 and 4.
GREEN_MOBILE = {RULEBOOK: ("X21", 3), SITE: ("15", 1)}


@both
def test_case_014_two_yellow_tiles_in_the_first_turn(ruleset: str) -> None:
    held = position(ruleset).launched("Fr", president=1, cash=700, par=70, holdings={1: 60}, operated=False)
    game = held.operating("Fr", "home", turn=1)
    accepted(game, tile(game, "Fr", "F2", "8", 0))
    assert (cash(game, "Fr"), step(game)) == (680, "track")
    accepted(game, tile(game, "Fr", "G1", "8", 3))
    assert cash(game, "Fr") == 660
    refused(game, tile(game, "Fr", "E3", "9", 1), "4.2b")
    held = position(ruleset).launched("Fr", president=1, cash=700, par=70, holdings={1: 60})
    game = held.operating("Fr", turn=1, number=2)
    accepted(game, tile(game, "Fr", "F2", "8", 0))
    refused(game, tile(game, "Fr", "E3", "9", 1), "4.2b")


@both
def test_case_015_one_upgrade_in_the_first_turn(ruleset: str) -> None:
    green = GREEN_MOBILE[ruleset]
    for yellow_first in (True, False):
        held = coast(position(ruleset).phase("3"), west=False, east=False).lay("H4", "4", 1)
        held.launched("GMO", president=1, cash=700, par=70, holdings={1: 60}, operated=False)
        game = held.operating("GMO", "home", turn=2)
        yellow, upgrade = tile(game, "GMO", "H8", "4", 1), tile(game, "GMO", "H6", *green)
        accepted(game, *((yellow, upgrade) if yellow_first else (upgrade, yellow)))
        assert cash(game, "GMO") == 680
        game = held.operating("GMO", "home", turn=2)
        accepted(game, tile(game, "GMO", "H6", *green))
        refused(game, tile(game, "GMO", "H4", "87", 1), "4.2b")


@both
def test_case_016_the_cost_of_the_extra_tile(ruleset: str) -> None:
    held = coast(position(ruleset), west=False, east=False).lay("H4", "4", 1).private("AGS", "GMO")
    game = held.launched("GMO", president=1, cash=100, par=70, holdings={1: 60}).operating("GMO", turn=2)
    accepted(game, tile(game, "AGS", "H2", "8", 4))
    assert cash(game, "GMO") == (60 if ruleset == RULEBOOK else 100)
    refused(game, tile(game, "AGS", "H8", "4", 1), "10.III.1")
    accepted(game, tile(game, "GMO", "H8", "4", 1))


@both
def test_case_017_two_tiles_around_the_normal_one(ruleset: str) -> None:
    held = coast(position(ruleset), west=False, east=False).private("BS", "GMO")
    game = held.launched("GMO", president=1, cash=100, par=70, holdings={1: 60}).operating("GMO", turn=2)
    twin = game.copy()
    accepted(game, tile(game, "BS", "H4", "4", 1))
    accepted(game, tile(game, "GMO", "H8", "4", 1))
    accepted(game, tile(game, "BS", "H2", "8", 4))
    assert cash(game, "GMO") == 80
    accepted(twin, tile(twin, "BS", "H4", "4", 1))
    pass_round(twin)
    assert (where(twin), asked(twin), step(twin)) == (("Operating", 2, 2), "GMO", "track")
    refused(twin, tile(twin, "BS", "H2", "8", 4), "10.III.2")


@both
def test_case_018_extra_tiles_are_laid_at_ones_own_track(ruleset: str) -> None:
    held = coast(position(ruleset)).private("BS", "GMO").private("AGS", "GMO")
    game = held.launched("GMO", president=1, cash=100, par=70, holdings={1: 60}).operating("GMO", turn=2)
    refused(game, tile(game, "BS", "D2", "8", 0), "10.III.2")
    refused(game, tile(game, "AGS", "G9", "8", 0), "10.III.1")


def gate(ruleset: str, green: bool = False) -> tuple[str, int]:
    """A green tile for Birmingham with exits 0, 1, 3 and 5, or the yellow one."""
    if not green:
        return "57", 0
    return ("442", 1) if ruleset == RULEBOOK else ("619", 3)


@both
def test_case_019_chattanooga_pays_once(ruleset: str) -> None:
    held = position(ruleset).lay("C9", *gate(ruleset, green=True)).lay("E11", "57", 2).private("BS", "L&N")
    held.launched("L&N", president=1, par=90, holdings={1: 60}, cash=100)
    held.launched("WRA", president=2, par=80, holdings={2: 60}, cash=100)
    game = held.operating("L&N", turn=2)
    accepted(game, tile(game, "BS", "B10", "8", 4))
    assert cash(game, "L&N") == 150
    until_asked(game, "WRA")
    accepted(game, tile(game, "WRA", "D10", "9", 2))
    assert game.state.board.reached_edges("WRA", "B12")
    # The L&N has bought a 2-Train meanwhile.
    assert (cash(game, "WRA"), cash(game, "L&N")) == (100, 150 - 80)


def until_asked(game: Game, sym: str) -> None:
    """Everybody is idle until this major is asked."""
    while asked(game) != sym:
        idle(game)


@both
def test_case_020_chattanooga_pays_a_major_without_trains(ruleset: str) -> None:
    held = position(ruleset).launched("L&N", president=1, par=80, holdings={1: 60}, cash=0, operated=False)
    game = held.operating("L&N", "home", turn=1)
    accepted(game, tile(game, "L&N", "C9", "57", 0), tile(game, "L&N", "B10", "8", 4))
    assert (cash(game, "L&N"), price(game, "L&N")) == (50, 75)


def test_case_021_when_green_comes() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = coast(position(ruleset), west=False, east=False)
        held.launched("GMO", president=1, par=70, holdings={1: 60}, cash=100, operated=True)
        game = held.begins("Operating", 1)
        pass_round(game)
        assert where(game) == ("Operating", 1, 2)
        assert game.table().phase.name == ("2" if ruleset == RULEBOOK else "3")
        action = tile(game, "GMO", "H6", *GREEN_MOBILE[ruleset])
        if ruleset == RULEBOOK:
            refused(game, action, "4.2.1a")
        else:
            accepted(game, action)


@both
def test_case_022_printed_hexes_take_no_tiles(ruleset: str) -> None:
    held = position(ruleset).launched("Fr", president=1, cash=700, par=70, holdings={1: 60})
    game = held.operating("Fr", turn=2)
    refused(game, tile(game, "Fr", "E1", "57", 0), "4.2.1c")
    refused(game, tile(game, "Fr", "E13", "9", 1), "4.2.1c")


def test_case_023_labels_of_the_second_edition() -> None:
    held = position(SITE).lay("H6", "15", 1).phase("6")
    held.launched("GMO", president=1, par=70, holdings={1: 60}, cash=100)
    game = held.operating("GMO", turn=4)
    refused(game, tile(game, "GMO", "H6", "63", 0), "4.2.1g")
    accepted(game, tile(game, "GMO", "H6", "X31b", 1))
    held = position(SITE).lay("C9", "63", 0).lay("E11", "63", 0).phase("D")
    held.launched("L&N", president=1, par=90, holdings={1: 60}, cash=100)
    held.launched("WRA", president=2, par=80, holdings={2: 60}, cash=100)
    game = held.operating("L&N", turn=5)
    accepted(game, tile(game, "L&N", "C9", "446", 0))
    until_asked(game, "WRA")
    refused(game, tile(game, "WRA", "E11", "446", 0), "4.2.1b")
    game = held.operating("WRA", turn=5)
    accepted(game, tile(game, "WRA", "E11", "446", 0))


@both
def test_case_024_montgomery_need_not_meet_all_printed_track(ruleset: str) -> None:
    green = ("443", 0) if ruleset == RULEBOOK else ("14", 1)
    held = position(ruleset).lay("E11", "57", 1).phase("3").depot("4+")
    game = held.launched("WRA", president=1, par=70, holdings={1: 60}).operating("WRA", turn=2)
    assert 3 not in game.rules.map.exits(*green)
    accepted(game, tile(game, "WRA", "E11", *green))


def extras(ruleset: str, *privates: str) -> Game:
    """Frisco with Jackson E1 - E3 - Meridian E5 and these privates, green tiles at hand."""
    held = jackson_meridian(position(ruleset).phase("3").depot("4+"))
    for private in privates:
        held.private(private, "Fr")
    return held.launched("Fr", president=1, par=70, holdings={1: 60}, cash=100).operating("Fr", turn=3)


def test_case_068_extra_tiles_of_other_colours() -> None:
    game = extras(SITE, "AGS")
    accepted(game, tile(game, "AGS", "E3", "19", 1), tile(game, "Fr", "E5", "14", 0))
    assert cash(game, "Fr") == 100
    game = extras(RULEBOOK, "AGS", "BS")
    refused(game, tile(game, "AGS", "E3", "24", 1), "10.III.1")
    refused(game, tile(game, "BS", "E3", "24", 1), "10.III.2")


def test_case_069_upgrading_ones_own_extra_tile() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = position(ruleset).lay("F2", "9", 2).phase("3").depot("4+").private("BS", "Fr")
        game = held.launched("Fr", president=1, par=70, holdings={1: 60}, cash=100).operating("Fr", turn=3)
        accepted(game, tile(game, "BS", "G3", "4", 2))
        if ruleset == RULEBOOK:
            refused(game, tile(game, "BS", "G3", "204", 2), "10.III.2")
            accepted(game, tile(game, "Fr", "G3", "204", 2))
        else:
            accepted(game, tile(game, "BS", "G3", "204", 2))
        assert cash(game, "Fr") == 100


def test_case_070_new_track_out_of_reach() -> None:
    held = jackson_meridian(position(SITE).phase("3").depot("4+")).private("BS", "Fr")
    game = held.launched("Fr", president=1, par=70, holdings={1: 60}, cash=100).operating("Fr", turn=3)
    # Track 1 - 4 stays, 3 - 5 is new and leads to nothing.
    refused(game, tile(game, "Fr", "E3", "19", 1), "4.2.1j")
    accepted(game, tile(game, "BS", "E3", "19", 1))


def test_case_071_an_extra_tile_in_a_bare_home() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = position(ruleset).private("BS", "L&N")
        held.launched("L&N", president=1, par=70, holdings={1: 60}, cash=100, operated=False)
        game = held.operating("L&N", "home", turn=3)
        if ruleset == RULEBOOK:
            refused(game, tile(game, "BS", "C9", "57", 0), "10.III.2")
            accepted(game, tile(game, "L&N", "C9", "57", 0))
        else:
            accepted(game, tile(game, "BS", "C9", "57", 0))


@pytest.mark.parametrize("sym", ["IC", "Fr"])
def test_case_078_printed_track_may_be_continued(sym: str) -> None:
    places = [("B2", "4", 2), ("B4", "9", 2)] if sym == "IC" else [("D2", "9", 0), ("E3", "9", 1), ("F2", "9", 2)]
    for hex_id, number, rotation in places:
        held = position(RULEBOOK).private("BS", sym)
        held.launched(sym, president=1, par=70, holdings={1: 60}, cash=100, operated=False)
        game = held.operating(sym, "home", turn=3)
        accepted(game, tile(game, "BS", hex_id, number, rotation))


def test_case_079_labels_of_the_rulebook() -> None:
    held = position(RULEBOOK).lay("C9", "57", 0).lay("E5", "57", 1).lay("E11", "443", 0).phase("D")
    held.launched("L&N", president=1, par=90, holdings={1: 60}, tokens=["E5"])
    held.launched("WRA", president=2, par=80, holdings={2: 60})
    game = held.operating("L&N", turn=5)
    refused(game, tile(game, "L&N", "C9", "14", 0), "4.2.1g")
    accepted(game.copy(), tile(game, "L&N", "C9", "442", 1))
    for number, rotation in (("14", 0), ("15", 1), ("619", 1)):
        accepted(game.copy(), tile(game, "L&N", "E5", number, rotation))
    game = held.operating("WRA", turn=5)
    refused(game, tile(game, "WRA", "E11", "63", 0), "4.2.1g")
    accepted(game, tile(game, "WRA", "E11", "X33", 0))
    for hex_id, number in (("C9", "X32"), ("E11", "X33"), ("E5", "63")):
        held = position(RULEBOOK).lay("C9", "57", 0).lay("E11", "57", 1).lay("E5", "57", 1)
        held.lay(hex_id, number, 0).phase("D").launched("L&N", president=1, par=90, holdings={1: 60}, tokens=["E5"])
        held.launched("WRA", president=2, par=80, holdings={2: 60})
        game = held.operating("WRA" if hex_id == "E11" else "L&N", turn=5)
        lay = tile(game, str(asked(game)), hex_id, "446", 0)
        if hex_id == "C9":
            accepted(game, lay)
        else:
            refused(game, lay, "4.2.1g")


def test_case_072_extra_tiles_after_the_run() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = coast(position(ruleset), west=False).private("BS", "GMO").private("AGS", "GMO")
        held.launched("GMO", president=1, par=70, holdings={1: 60}, cash=500, trains=["2+"])
        game = held.operating("GMO", "dividend", turn=2, revenue=50)
        lay = tile(game, "BS", "H4", "4", 1)
        if ruleset == RULEBOOK:
            accepted(game, lay)
        else:
            refused(game, lay, "10.III.2")
        accepted(
            game, tile(game, "AGS", "H4" if ruleset == SITE else "H2", *(("4", 1) if ruleset == SITE else ("8", 4)))
        )


def test_an_extra_tile_waits_in_the_track_step_and_at_the_end() -> None:
    held = coast(position(SITE), west=False).private("AGS", "GMO")
    held.launched("GMO", president=1, par=70, holdings={1: 60}, cash=30)
    game = held.operating("GMO", turn=2)
    accepted(game, tile(game, "GMO", "H4", "4", 1))
    assert step(game) == "track"
    accepted(game, skip("GMO"))
    until(game, "last")
    accepted(game, tile(game, "AGS", "H2", "8", 4))


def test_the_gate_of_chattanooga() -> None:
    """The first tile of Birmingham alone connects nothing."""
    held = chattanooga_gate(position(RULEBOOK)).launched("L&N", president=1, par=90, holdings={1: 60})
    game = held.operating("L&N", turn=2)
    assert not game.state.board.reached_edges("L&N", "B12")
    accepted(game, tile(game, "L&N", "B10", "8", 4))
    assert cash(game, "L&N") == 50
