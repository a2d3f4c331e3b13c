"""18Dixie, edge cases 49 to 68, 143, 164 and 170: order, track, stations."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import LayTile, PlaceToken
from open18xx.model.table import Table
from open18xx.model.verbs import place_token, sell_private
from tests.rules.acts import asked, cash, route, yielded
from tests.rules.dixie import accepted, assign, new, refused, revenue, run, scenario, skip, tile, token, train, where
from tests.scenario import Scenario


def test_case_049_the_highest_price_operates_first() -> None:
    game = (
        scenario()
        .launched("IC", president=1, par=65, operated=False)
        .launched("CoG", president=2, par=90, operated=False)
        .begins("Operating", 1)
    )
    assert game.state.round.order == ("CoG", "IC")
    game = (
        scenario()
        .launched("IC", president=1, par=65, price=(0, 6))
        .launched("CoG", president=2, par=65, price=(2, 8))
        .launched("Fr", president=3, par=65, price=(1, 7))
        .begins("Operating", 4)
    )
    assert game.state.round.order == ("CoG", "Fr", "IC")


def test_case_050_the_earlier_arrival_first() -> None:
    for syms in (("IC", "CoG"), ("CoG", "IC")):
        held = scenario()
        for sym in syms:
            held.launched(sym, president=1, par=65)
        assert held.begins("Operating", 4).state.round.order == syms


def minor_game(sym: str, turn: int = 1) -> Game:
    """The operating round of this set begins with a minor of player 1."""
    return scenario().private(sym, 1).begins("Operating", turn)


def test_case_051_a_minor_on_its_first_turn() -> None:
    game = minor_game(" 4")
    assert game.state.board.tokens(" 4") == [("J10", 0)]
    accepted(game, tile(game, " 4", "J10", "57", 1))
    # J8 is a river for $20, and the minor has nothing.
    refused(game, tile(game, " 4", "J8", "9", 1), "4.2d")
    hexes = {action.hex for action in game.legal_actions.of(LayTile)}
    assert hexes
    accepted(game, game.legal_actions.of(LayTile)[0])
    assert not yielded(game, LayTile)


def test_case_051_one_tile_in_later_turns() -> None:
    game = minor_game(" 4")
    while where(game)[2] != 2 or asked(game) != " 4":
        who = asked(game)
        assert who is not None
        accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])
    accepted(game, tile(game, " 4", "J10", "57", 1))
    assert not yielded(game, LayTile)


def green(sym: str = "CoG", *, operated: bool) -> Scenario:
    """Phase 3; CoG in Macon (57: 0, 3), H20 (58: 0 to 2) in the north-east, J18 (9) in the south-west."""
    return (
        scenario()
        .launched(sym, president=1, par=70, cash=500, operated=operated)
        .launched("IC", president=2, par=65, trains=["3"])
        .lay("I19", "57", 0)
        .lay("J18", "8", 3)
        .lay("H20", "4", 0)
    )


def lays(game: Game, *, yellow: bool) -> list[LayTile]:
    board = game.state.board
    return [action for action in game.legal_actions.of(LayTile) if (board.colour(action.hex) == "white") == yellow]


def first_turn() -> Game:
    game = green(operated=False).begins("Operating", 3)
    while asked(game) != "CoG":
        who = asked(game)
        assert who is not None
        accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])
    return game


def test_case_052_three_yellow_lays_in_the_first_turn() -> None:
    game = first_turn()
    for _ in range(3):
        accepted(game, lays(game, yellow=True)[0])
    assert asked(game) != "CoG" or not yielded(game, LayTile)


def test_case_052_two_upgrades_and_one_yellow() -> None:
    game = first_turn()
    accepted(game, lays(game, yellow=False)[0], lays(game, yellow=False)[-1])
    assert not lays(game, yellow=False)
    upgrade = next(
        action
        for action in green(operated=True).operating("CoG").legal_actions.of(LayTile)
        if game.state.board.colour(action.hex) == "yellow"
    )
    assert upgrade not in game.legal_actions
    accepted(game, lays(game, yellow=True)[0])
    assert not yielded(game, LayTile)


def test_case_052_a_tile_laid_in_the_turn_may_be_upgraded() -> None:
    game = green(operated=True).operating("CoG")
    lay = next(action for action in lays(game, yellow=True) if action.tile.startswith("9-") or action.tile[0] == "8")
    accepted(game, lay)
    assert any(action.hex == lay.hex for action in lays(game, yellow=False))


def test_case_053_later_turns() -> None:
    game = green(operated=True).operating("CoG")
    accepted(game, lays(game, yellow=False)[0], lays(game, yellow=False)[-1])
    assert not yielded(game, LayTile)
    assert game.state.turn.upgrades == 2


def test_case_055_a_city_in_reach_may_be_upgraded() -> None:
    game = green(operated=True).operating("CoG")
    # 57 in Macon leads to 0 and 3; 14 keeps both.
    assert any(action.hex == "I19" for action in lays(game, yellow=False))


def test_case_056_terrain_is_paid_once() -> None:
    game = scenario().launched("SR", president=1, par=70, cash=500).operating("SR")
    before = cash(game, "SR")
    accepted(game, tile(game, "SR", "C17", "57", 0))
    assert cash(game, "SR") == before - 40
    rules = game.rules.map
    assert rules.terrain("E15") is None
    assert rules.terrain("J12") is None
    assert rules.terrain("C9") == ("river", 40)


def test_case_057_augusta_and_macon() -> None:
    game = (
        scenario()
        .launched("CoG", president=1, par=70, cash=500, tokens=["G23"])
        .lay("G23", "57", 2)
        .lay("I19", "57", 0)
        .phase("3")
        .operating("CoG")
    )
    tiles = {(action.hex, action.tile.split("-")[0]) for action in game.legal_actions.of(LayTile)}
    assert {number for hex_id, number in tiles if hex_id == "G23"} == {"453"}
    refused(game, tile(game, "CoG", "G23", "14", 0), "4.2e")
    assert {number for hex_id, number in tiles if hex_id == "I19"} == {"14", "15", "619"}


def test_case_057_brown() -> None:
    game = (
        scenario()
        .launched("CoG", president=1, par=70, cash=500, tokens=["G23"])
        .lay("G23", "57", 2)
        .lay("G23", "453", 1)
        .lay("I19", "57", 0)
        .lay("I19", "14", 0)
        .phase("6")
        .operating("CoG")
    )
    tiles = {(action.hex, action.tile.split("-")[0]) for action in game.legal_actions.of(LayTile)}
    assert {number for hex_id, number in tiles if hex_id == "G23"} == {"456"}
    assert {number for hex_id, number in tiles if hex_id == "I19"} == {"458"}
    refused(game, tile(game, "CoG", "I19", "63", 0), "4.2e")


def test_case_058_places_of_170() -> None:
    game = (
        scenario()
        .launched("SR", president=1, par=70, cash=500, tokens=["C11", "E3", "E15"])
        .lay("C17", "57", 0)
        .lay("C17", "14", 0)
        .lay("C11", "57", 1)
        .lay("C11", "598", 0)
        .lay("E3", "57", 1)
        .lay("E3", "X22", 0)
        .lay("E15", "599", 1)
        .phase("6")
        .operating("SR")
    )
    found: dict[str, set[str]] = {}
    for action in game.legal_actions.of(LayTile):
        found.setdefault(action.hex, set()).add(action.tile.split("-")[0])
    assert found["C17"] == {"63"}
    assert found["C11"] == found["E3"] == found["E15"] == {"170"}
    refused(game, tile(game, "SR", "C17", "170", 0), "4.2e")
    refused(game, tile(game, "SR", "C11", "63", 0), "4.2e")
    assert game.rules.map.count("X44") == 1


@pytest.mark.parametrize("hex_id", ["M17", "J26", "A13", "N2"])
def test_case_060_no_tile_on_red_or_gray(hex_id: str) -> None:
    game = green(operated=True).operating("CoG")
    refused(game, tile(game, "CoG", hex_id, "57", 0), "4.2")


def test_case_060_track_into_tallahassee() -> None:
    game = scenario().launched("SAL", president=1, par=70, cash=500, tokens=["M17"]).operating("SAL")
    # L18 lies at edge 3 of M17, whose neighbour's edge is 0.
    assert game.rules.map.neighbour("M17", 3) == "L18"
    assert any(action.hex == "L18" for action in game.legal_actions.of(LayTile))


def savannah(*, operated: bool) -> Game:
    """CoG in Brunswick L24 (6: 1, 3) reaches Waycross L22, and by K25 (9: 0, 3) Savannah J26."""
    return (
        scenario()
        .launched("CoG", president=1, par=70, cash=500, tokens=["L24"])
        .launched("SAL", president=2, par=65, operated=operated, floated=operated)
        .lay("L24", "6", 1)
        .lay("L22", "57", 1)
        .lay("K25", "9", 0)
        .operating("CoG")
    )


def test_case_061_home_of_a_corporation_that_has_not_operated() -> None:
    game = savannah(operated=False)
    accepted(game, skip("CoG"))
    assert ("J26", 0) in game.state.board.reached_cities("CoG")
    refused(game, token(game, "CoG", "J26"), "4.3c")
    game = savannah(operated=True)
    accepted(game, skip("CoG"))
    accepted(game, token(game, "CoG", "J26"))


def test_case_062_atlanta_before_minor_7() -> None:
    game = new(4)
    assert (" 7", "G17", 0, 0) in game.state.board.reservations()
    # Macon I19 (57: 2, 5) - H18 (9: 2, 5) - Atlanta G17 (X10: 3, 4, 5); Columbus J16 - Albany K17 (57: 2, 5).
    held = scenario().launched("CoG", president=1, par=70, cash=500, tokens=["J16"])
    held.lay("I19", "57", 2).lay("H18", "9", 2).lay("G17", "X10", 3).lay("J16", "57", 2).lay("K17", "57", 2)
    game = held.operating("CoG")
    accepted(game, skip("CoG"))
    # Minor 7 has left play.
    assert token(game, "CoG", "G17") in game.legal_actions
    held = held.private(" 7", 2)
    game = held.operating("CoG")
    accepted(game, skip("CoG"))
    refused(game, token(game, "CoG", "G17"), "4.3c")


def test_case_063_minor_9_chooses_its_home() -> None:
    game = minor_game(" 9")
    assert {action.city for action in game.legal_actions.of(PlaceToken)} == {"D12-0-0", "E15-0-0"}
    kept = {hex_id for _, hex_id, _, _ in game.state.board.reservations()}
    assert {"D12", "E15"} <= kept
    accepted(game, token(game, " 9", "E15"))
    assert game.state.board.tokens(" 9") == [("E15", 0)]
    kept = {hex_id for _, hex_id, _, _ in game.state.board.reservations()}
    assert not {"D12", "E15"} & kept


def test_case_064_prices_of_tokens() -> None:
    rules = new(4).rules
    assert rules.corporations["ACL"].tokens == (0, 40, 100, 100)
    assert rules.corporations["L&N"].tokens == (0, 40)
    game = scenario().launched("L&N", president=1, par=70, cash=500).lay("C11", "57", 1).operating("L&N")
    table = Table(game.rules, game.state)
    place_token(table, "L&N", "G17", 0, 0, extra=True)
    assert table.corporation("L&N").tokens_left == 1


def atlanta_private(sym: str, *, inherited: bool = False) -> Game:
    """A corporation of player 1, who owns P3; its token may stand in Atlanta already."""
    game = scenario().launched(sym, president=1, par=70, cash=100).private("P3", 1).operating(sym)
    table = Table(game.rules, game.state)
    place_token(table, "P3", "G17", 0, 0)
    if inherited:
        place_token(table, sym, "G17", 0, 0, extra=True)
    return game


def test_case_065_the_token_of_p3() -> None:
    refused(atlanta_private("L&N", inherited=True), token(atlanta_private("L&N"), "P3", "G17"), "4.3b")
    game = atlanta_private("ACL")
    left = game.state.corporations["ACL"].tokens_left
    accepted(game, token(game, "P3", "G17"))
    assert game.state.board.city_tokens("G17", 0)[2] == "ACL"
    assert game.state.corporations["ACL"].tokens_left == left
    assert game.state.privates["P3"].closed
    assert cash(game, "ACL") == 100


def test_case_066_the_placeholder_blocks() -> None:
    """Macon I19 (57: 2, 5) - H18 (9: 2, 5) - Atlanta G17 (X20: all but 0) - Rome F16; IC and SR stand in Atlanta."""
    game = (
        scenario()
        .launched("CoG", president=1, par=70, cash=500, trains=["4"])
        .launched("IC", president=2, par=65, tokens=["G17"])
        .launched("SR", president=2, par=65, tokens=["G17"])
        .lay("I19", "57", 2)
        .lay("H18", "9", 2)
        .lay("G17", "X10", 3)
        .lay("G17", "X20", 3)
        .operating("CoG", "run")
    )
    through = run("CoG", route("4-0", "I19 H18 G17", "G17 F16"))
    assert revenue(game, through) == 20 + 20 + 10
    place_token(Table(game.rules, game.state), "P3", "G17", 0, 0)
    refused(game, through, "4.4e")
    game.state.edit_board().remove_tokens("P3")
    assert revenue(game, through) == 50


def test_case_066_it_goes_at_phase_6() -> None:
    game = scenario().private("P3", 1).launched("CoG", president=1, par=70, cash=600, trains=["5"]).depot("6+1")
    started = game.phase("5").operating("CoG", "trains")
    table = Table(started.rules, started.state)
    place_token(table, "P3", "G17", 0, 0)
    accepted(started, train("CoG", "6+1-0", 600))
    assert "P3" not in started.state.board.city_tokens("G17", 0)
    assert started.state.privates["P3"].closed


def test_case_067_p1_lays_a_river_tile_for_nothing() -> None:
    game = scenario().launched("SR", president=1, par=70, cash=0).private("P1", 1).operating("SR")
    assert asked(game) == "SR"
    accepted(game, tile(game, "P1", "C17", "57", 0))
    assert (cash(game, "SR"), game.state.privates["P1"].closed, game.state.turn.lays) == (0, True, 0)


def test_case_067_not_on_a_mountain() -> None:
    game = scenario().launched("SR", president=1, par=70, cash=0).private("P1", 1).operating("SR")
    refused(game, tile(game, "P1", "E13", "9", 0), "Table 3")


def test_case_068_p2_within_four_hexes_of_dothan() -> None:
    game = scenario().launched("ACL", president=1, par=70).private("P2", 1).operating("ACL")
    refused(game, assign("P2", "G17"), "Table 3")
    accepted(game, assign("P2", "H10"))
    assert (game.state.markers["P2"].company, game.state.markers["P2"].hex) == ("ACL", "H10")
    assert game.state.privates["P2"].closed


def test_case_143_the_other_home_is_free_at_once() -> None:
    game = minor_game(" 9")
    accepted(game, token(game, " 9", "E15"))
    assert game.state.board.slot_for("CoG", "D12", 0) == 0


def test_case_164_a_minor_in_phase_3() -> None:
    game = (
        scenario()
        .launched("IC", president=2, par=65)
        .private(" 4", 1)
        .lay("J10", "57", 1)
        .phase("3")
        .begins("Operating", 2)
    )
    upgrades = lays(game, yellow=False)
    assert "J10" in {action.hex for action in upgrades}
    accepted(game, upgrades[0])
    assert not lays(game, yellow=False)
    accepted(game, lays(game, yellow=True)[0])
    assert not yielded(game, LayTile)


@pytest.mark.parametrize("sym", ["WRA", "IC", "Fr", "SR", "L&N", "CoG", "ACL", "SAL"])
def test_case_170_service_areas_bind_p3(sym: str) -> None:
    held = scenario(4, ("historical_service_areas",)).launched(sym, president=1, par=70, cash=100).private("P3", 1)
    game = held.operating(sym)
    table = Table(game.rules, game.state)
    sell_private(table, "P3", 0, 0)
    place_token(table, "P3", "G17", 0, 0)
    if sym in ("WRA", "IC", "Fr"):
        refused(game, token(game, "P3", "G17"), "7b")
    else:
        accepted(game, token(game, "P3", "G17"))
