"""18GA, edge cases 27 to 38, 69, 77 and 78: home stations, tiles, stations, powers of privates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from open18xx.actions import LayTile, PlaceToken
from tests.rules.acts import asked, buy_private, cash, price, yielded
from tests.rules.ga import (
    PORT,
    RULEBOOK,
    SITE,
    accepted,
    albany_macon,
    atlanta_macon,
    both,
    macon,
    new,
    place,
    refused,
    skip,
    step,
    tile,
    token,
    tokens_left,
)
from tests.rules.ga import scenario as position

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario


@both
def test_case_027_a_first_turn_without_train(ruleset: str) -> None:
    held = position(ruleset).launched("CoG", president=1, par=110, holdings={1: 60}, operated=False)
    game = held.operating("CoG", "home")
    accepted(game, tile(game, "CoG", "F6", "57", 0))
    # No train and no money: nothing else is asked, no revenue, one step left.
    assert (place(game, "CoG"), price(game, "CoG")) == ((0, 4), 100)
    assert game.state.corporations["CoG"].operated


@both
def test_case_028_order_of_operation(ruleset: str) -> None:
    held = position(ruleset)
    for sym, cell in (("CoG", (1, 5)), ("GA", (0, 4)), ("SAL", (1, 5)), ("ACL", (2, 6))):
        held.launched(sym, president=1, par=90, holdings={1: 60}, price=cell)
    game = held.begins("Operating", 2)
    # All four at $100: the farther right goes first, and in a space the one that came first.
    assert {price(game, sym) for sym in ("ACL", "CoG", "SAL", "GA")} == {100}
    assert game.state.round.order == ("ACL", "CoG", "SAL", "GA")


@both
def test_case_029_two_home_stations_of_the_georgia_railroad(ruleset: str) -> None:
    rules = PORT[ruleset]
    held = position(ruleset, optional_rules=rules).lay("D10", "57", 2).lay("E11", "8", 2)
    game = held.launched("GA", president=1, par=90, holdings={1: 60}, cash=300, operated=False).operating("GA", "home")
    assert sorted(game.state.board.tokens("GA")) == [("D10", 0), ("E15", 0)]
    assert (cash(game, "GA"), tokens_left(game, "GA")) == (300, 2)
    assert game.rules.corporations["GA"].tokens == (0, 0, 40, 100)


@both
def test_case_029_what_further_stations_cost(ruleset: str) -> None:
    for stations, amount in (([], 40), (["I9"], 100)):
        held = position(ruleset, optional_rules=PORT[ruleset]).lay("E13", "9", 1).lay("E11", "8", 2).lay("D10", "57", 2)
        held = held.lay("F14", "9", 0)
        held.launched("GA", president=1, par=90, holdings={1: 60}, cash=300, tokens=stations)
        game = held.operating("GA", "station")
        accepted(game, token(game, "GA", "G13"))
        assert cash(game, "GA") == 300 - amount


@both
def test_case_030_hexes_of_privates(ruleset: str) -> None:
    # Macon's edge 5 leads to G7.
    held = position(ruleset).phase("3").lay("F6", "57", 2).private("OSR", 2).private("W&SR", 2)
    held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=300, tokens=["I9"])
    game = held.operating("CoG")
    refused(game, tile(game, "CoG", "G7", "8", 2), "4.2.1k")
    accepted(game.copy(), tile(game, "CoG", "I9", "57", 2))
    accepted(game, buy_private("CoG", "OSR", 50), tile(game, "CoG", "G7", "8", 2))
    assert cash(game, "CoG") == 250


def midland(ruleset: str, f12: tuple[str, int] | None = None, **more: Any) -> Scenario:
    """CoG owns the unused Midland in phase 3; F12 with a tile or bare."""
    held = position(ruleset, **more).phase("3").private("MRC", "CoG")
    if f12 is not None:
        held = held.lay("F12", *f12)
    return held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=300)


@both
@pytest.mark.parametrize("first", ["normal", "midland"])
def test_case_031_the_free_tile_of_the_midland(ruleset: str, first: str) -> None:
    game = midland(ruleset).operating("CoG")
    free, normal = tile(game, "MRC", "F12", "9", 2), tile(game, "CoG", "F6", "57", 0)
    accepted(game, *((normal, free) if first == "normal" else (free, normal)))
    # Bare Macon and the swamp: nothing to pay for either.
    assert cash(game, "CoG") == 300
    assert game.state.board.tile("F12") == ("9", 0, 2)
    game = midland(ruleset).operating("CoG")
    accepted(game, free)
    refused(game, tile(game, "MRC", "F12", "8", 0), "12.III.2")
    refused(game, tile(game, "MRC", "G7", "8", 0), "12.III.2")
    accepted(game, skip("CoG"))
    refused(game, tile(game, "MRC", "F12", "8", 0), "12.III.2")


@both
def test_case_031_the_midland_lays_while_its_owner_does(ruleset: str) -> None:
    game = midland(ruleset).operating("CoG", "trains")
    refused(game, tile(game, "MRC", "F12", "9", 2), "12.III.2")
    # All else of a lay holds: no edge off the map, colours of the phase, no other hex.
    game = midland(ruleset).operating("CoG")
    refused(game, tile(game, "MRC", "E11", "9", 0), "12.III.2")
    refused(game, tile(game, "CoG", "F12", "9", 2), "4.2.1j")


@both
def test_case_032_new_track_or_a_city_is_reached(ruleset: str) -> None:
    held = position(ruleset).phase("3").lay("F6", "57", 1).lay("F8", "8", 1)
    game = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=300).operating("CoG")
    # Macon's edge 4 leads to edge 1 of F8, whose curve goes to edge 3. A 23 in rotation 3 adds 3 - 0 only.
    refused(game, tile(game, "CoG", "F8", "23", 3), "4.2.1j")
    # A 24 in rotation 1 keeps 1 - 3 and adds 1 - 4, which begins at the reached side.
    accepted(game, tile(game, "CoG", "F8", "24", 1))
    # A reached city is enough, whatever becomes of its new track.
    game = held.operating("CoG")
    accepted(game, tile(game, "CoG", "F6", "14", 1))


@both
def test_case_033_tiles_of_one_city(ruleset: str) -> None:
    held = position(ruleset, optional_rules=PORT[ruleset]).phase("3").lay("D10", "57", 2)
    game = held.launched("GA", president=1, par=90, holdings={1: 60}, cash=300).operating("GA")
    for number in ("14", "15"):
        refused(game, tile(game, "GA", "D10", number, 2), "4.2.1g")
    accepted(game, tile(game, "GA", "D10", "453a", 0))

    held = position(ruleset).lay("I11", "57", 2)
    held = held.launched("SAL", president=1, par=90, holdings={1: 60}, cash=300, tokens=["I11"])
    game = held.phase("3").operating("SAL")
    refused(game, tile(game, "SAL", "I11", "453a", 0), "4.2.1g")
    for number, rotation in (("14", 2), ("15", 5)):
        twin = game.copy()
        accepted(twin, tile(twin, "SAL", "I11", number, rotation))
    held = position(ruleset).phase("5").lay("I11", "57", 2).lay("I11", "14", 2)
    game = held.launched("SAL", president=1, par=90, holdings={1: 60}, cash=300, tokens=["I11"]).operating("SAL")
    for rotation in range(6):
        refused(game, tile(game, "SAL", "I11", "63", rotation), "4.2.1g")
    accepted(game, tile(game, "SAL", "I11", "457a", 1))


@both
def test_case_034_a_home_that_waits(ruleset: str) -> None:
    held = albany_macon(position(ruleset)).launched("G&F", president=1, par=90, holdings={1: 60}, cash=300)
    for floated in (False, True):
        sold = {2: 60} if floated else {2: 20}
        other = albany_macon(position(ruleset)).launched("G&F", president=1, par=90, holdings={1: 60}, cash=300)
        other.launched("CoG", president=2, par=55, holdings=sold, floated=floated, operated=False)
        game = other.operating("G&F", "track")
        accepted(game, skip("G&F"))
        assert step(game) != "station"
        refused(_at_station(other), token(game, "G&F", "F6"), "4.2.2c")
    # After a green tile there is a second circle, which is open to all.
    game = held.lay("F6", "14", 0).phase("3").operating("G&F", "station")
    accepted(game, token(game, "G&F", "F6"))
    assert cash(game, "G&F") == 300 - 40


def _at_station(held: Scenario) -> Game:
    """The station step, which waits because of a free circle in Rome."""
    return held.lay("C3", "57", 0).private("W&SR", "G&F").operating("G&F", "station")


@both
def test_case_035_the_last_city_of_atlanta(ruleset: str) -> None:
    held = atlanta_macon(position(ruleset)).lay("D4", "451a", 0).private("W&SR", "CoG")
    held = held.launched("GA", president=1, par=90, holdings={1: 60}, tokens=[("D4", 0)])
    held = held.launched("SAL", president=2, par=90, holdings={2: 60}, tokens=[("D4", 1)])
    held = held.launched("CoG", president=3, par=90, holdings={3: 60}, cash=300)
    game = held.operating("CoG", "station")
    assert game.state.board.reaches("CoG", "D4", 2)
    refused(game, token(game, "CoG", "D4", 2), "4.2.2c")


@both
def test_case_036_the_free_station_in_waycross(ruleset: str) -> None:
    held = atlanta_macon(position(ruleset)).lay("D4", "451a", 0)
    held = held.private("W&SR", "CoG").launched("CoG", president=1, par=90, holdings={1: 60}, cash=200)
    game = held.operating("CoG", "station")
    accepted(game, token(game, "W&SR", "I9"))
    assert (cash(game, "CoG"), tokens_left(game, "CoG"), step(game)) == (200, 2, "trains")
    refused(game, token(game, "CoG", "D4", 2), "4.2.2")
    # It was the first station besides the home, so the next one costs $100.
    game = _with_waycross(ruleset).operating("CoG", "station")
    accepted(game, token(game, "CoG", "D4", 2))
    assert cash(game, "CoG") == 100
    game = _with_waycross(ruleset).operating("CoG", "station")
    refused(game, token(game, "W&SR", "I9"), "12.III.3")


def _with_waycross(ruleset: str) -> Scenario:
    held = atlanta_macon(position(ruleset)).lay("D4", "451a", 0).private("W&SR", "CoG", used=("station",))
    return held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=200, tokens=["I9"])


@both
def test_case_036_it_needs_no_money_and_may_be_left(ruleset: str) -> None:
    held = macon(position(ruleset)).private("W&SR", "CoG")
    held = held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["2"])
    game = held.operating("CoG", "station")
    assert step(game) == "station"
    assert [action.entity for action in yielded(game, PlaceToken)] == ["W&SR"]
    accepted(game, skip("CoG"))
    refused(game, token(game, "W&SR", "I9"), "12.III.3")


@both
def test_case_037_waycross_without_tile(ruleset: str) -> None:
    held = macon(position(ruleset)).private("W&SR", "CoG")
    held = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=50, trains=["2"])
    game = held.operating("CoG")
    refused(game, tile(game, "CoG", "I9", "57", 2), "4.2.1j")
    refused(game, token(game, "W&SR", "I9"), "12.III.3")
    accepted(game, skip("CoG"), token(game, "W&SR", "I9"))
    refused(game, tile(game, "CoG", "I9", "57", 2), "4.2.1")
    held = position(ruleset).private("W&SR", "CoG", used=("station",))
    held = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=50, tokens=["I9"])
    game = held.operating("CoG")
    accepted(game, tile(game, "CoG", "I9", "57", 2))


@both
def test_case_038_who_lays_atlanta_chooses_for_the_station_there(ruleset: str) -> None:
    held = atlanta_macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=300)
    held = held.launched("W&A", president=2, par=70, holdings={2: 60})
    for city in range(3):
        game = held.operating("CoG")
        accepted(game, tile(game, "CoG", "D4", "451a", 0))
        assert asked(game) == "CoG"
        assert len(game.legal_actions) == 3
        refused(game, skip("CoG"), "4.2")
        refused(game, token(game, "CoG", "D4", city, tokener="CoG"), "4.2.1h")
        accepted(game, token(game, "CoG", "D4", city, tokener="W&A"))
        assert game.state.board.tokens("W&A") == [("D4", city)]
        assert tokens_left(game, "W&A") == 1
        free = [other for other in range(3) if game.state.board.slot_for("CoG", "D4", other) is not None]
        assert free == [other for other in range(3) if other != city]


@both
def test_case_038_the_western_and_atlantic_chooses_its_city(ruleset: str) -> None:
    held = position(ruleset).phase("3").lay("D4", "451a", 0).private("W&SR", 2)
    held = held.launched("W&A", president=1, par=70, holdings={1: 60}, cash=200, operated=False)
    game = held.operating("W&A", "home")
    assert (asked(game), step(game), len(yielded(game, PlaceToken))) == ("W&A", "home", 3)
    # Its home comes first, the free station in the station step.
    accepted(game, buy_private("W&A", "W&SR", 35))
    refused(game, token(game, "W&SR", "I9"), "12.III.3")
    accepted(game, token(game, "W&A", "D4", 1, tokener="W&A"))
    assert (game.state.board.tokens("W&A"), step(game), cash(game, "W&A")) == ([("D4", 1)], "track", 165)


def test_case_069_the_midland_upgrades_in_the_rulebook() -> None:
    for ruleset in (RULEBOOK, SITE):
        game = midland(ruleset, ("9", 2)).operating("CoG")
        # In rotation 2 a 23 has 2 - 5 and 2 - 0.
        upgrade = tile(game, "MRC", "F12", "23", 2)
        if ruleset == SITE:
            refused(game, upgrade, "12.III.2")
            assert not [action for action in yielded(game, LayTile) if action.entity == "MRC"]
            continue
        accepted(game, upgrade, tile(game, "CoG", "F6", "57", 0))
        assert cash(game, "CoG") == 300
        game = midland(ruleset, ("9", 2), optional_rules=()).operating("CoG")
        refused(game, tile(game, "MRC", "F12", "23", 0), "4.2.1h")


def cost_of(game: Game, hex_id: str) -> int:
    terrain = game.rules.map.terrain(hex_id)
    return 0 if terrain is None else terrain[1]


def test_case_077_what_columbus_costs() -> None:
    book, old = new(RULEBOOK), new(RULEBOOK, optional_rules=("edition_v1",))
    assert [cost_of(book, hex_id) for hex_id in ("G3", "E3", "F14")] == [20, 20, 20]
    assert (cost_of(old, "G3"), cost_of(old, "E3")) == (40, 40)
    for rules in ((), ("cotton_port",)):
        assert cost_of(new(SITE, optional_rules=rules), "G3") == 0
    for ruleset, rules, amount in ((RULEBOOK, (), 20), (RULEBOOK, ("edition_v1",), 40), (SITE, (), 0)):
        held = position(ruleset, optional_rules=rules).lay("H4", "57", 2)
        game = held.launched("G&F", president=1, par=90, holdings={1: 60}, cash=100).operating("G&F")
        # Albany's edge 2 leads to edge 5 of Columbus.
        accepted(game, tile(game, "G&F", "G3", "57", 2))
        assert cash(game, "G&F") == 100 - amount


@both
def test_case_078_charleston_is_for_the_georgia_railroad(ruleset: str) -> None:
    for operated, section in ((False, "4.2.2c"), (True, "4.2.2")):
        held = position(ruleset, optional_rules=PORT[ruleset]).lay("F14", "9", 0).private("W&SR", "SAL")
        held = held.launched("SAL", president=1, par=90, holdings={1: 60}, cash=300)
        held = held.launched("GA", president=2, par=90, holdings={2: 60}, operated=operated)
        game = held.operating("SAL", "station")
        assert game.state.board.reaches("SAL", "E15", 0)
        refused(game, token(game, "SAL", "E15"), section)
