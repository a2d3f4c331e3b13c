"""Field reports about tiles and privates that lay them: F35 to F42 and F96."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import open18xx
from open18xx import IllegalAction
from open18xx._core import Board, LayRules, Map
from tests.field.tools import both, paid_for, refused, tile
from tests.rules.acts import accepted, booked, buy_private, cash, lay, skip
from tests.scenario import Scenario


@both
@pytest.mark.parametrize("blasting", [False, True])
def test_f035_two_costs_on_one_upgrade(ruleset: str, blasting: bool) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("II").launched("GT", president=1, cash=300, tokens=["C15"])
    if blasting:
        scenario.private("TBC", "GT")
    game = scenario.operating("GT")
    # Printed water 40 and the mountain side to Windsor 60, which Tunnel Blasting makes 40.
    assert paid_for(game, "GT", tile(game, "GT", "C15", "294", 0)) == 40 + (40 if blasting else 60)
    scenario = Scenario("1846", 4, ruleset).phase("III").lay("C15", "294", 0)
    game = scenario.launched("GT", president=1, cash=300, tokens=["C15"]).operating("GT")
    assert paid_for(game, "GT", tile(game, "GT", "C15", "297", 0)) == 20


@both
def test_f036_tunnel_blasting_and_bridges(ruleset: str) -> None:
    # Wheeling has track towards G17 and F18; a token in Dayton reaches Cincinnati, where I11 waits beyond the river.
    scenario = Scenario("1846", 4, ruleset).phase("II").lay("G19", "15", 5).lay("G13", "57", 0).lay("I11", "9", 0)
    scenario.launched("B&O", president=1, cash=500, tokens=["G13"])
    for blasting, costs in ((True, (40, 60, 60)), (False, (60, 80, 60))):
        if blasting:
            scenario.private("TBC", "B&O")
        else:
            scenario.private("TBC", 2)
        game = scenario.operating("B&O")
        lays = (("G17", "9", 1), ("F18", "9", 2), ("H12", "293", 0))
        for (hex_id, number, rotation), cost in zip(lays, costs, strict=True):
            assert paid_for(game.copy(), "B&O", tile(game, "B&O", hex_id, number, rotation)) == cost


@both
def test_f037_yellow_tile_and_its_upgrade_in_one_turn(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("II").lay("G13", "57", 1)
    game = scenario.launched("B&O", president=1, cash=100, tokens=["G13"]).operating("B&O")
    assert paid_for(game, "B&O", tile(game, "B&O", "G15", "57", 1)) == 20
    assert paid_for(game, "B&O", tile(game, "B&O", "G15", "14", 0)) == 20
    assert game.state.board.tile("G15") == ("14", 0, 0)


@both
def test_f038_upgrade_that_adds_only_unreached_track(ruleset: str) -> None:
    # From Toledo GT runs along D12, D10, D8 into Chicago, from which no other track comes back.
    scenario = Scenario("1846", 4, ruleset).phase("II")
    scenario.lay("D14", "5", 0).lay("D12", "9", 1).lay("D10", "9", 1).lay("D8", "9", 1)
    game = scenario.launched("GT", president=1, cash=300, tokens=["D14"]).operating("GT")
    # 23 turned once: 4-1 as before, and 1-5, which starts from the side of Chicago; 20 turned once: 4-1 and 2-5 apart.
    refused(game, tile(game, "GT", "D8", "23", 1), "no_new_track_reached")
    refused(game, tile(game, "GT", "D8", "20", 1), "no_new_track_reached")
    # 23 turned four times: 1-4, and 4-2 from the side GT comes from.
    accepted(game.copy(), tile(game, "GT", "D8", "23", 4))
    # The city that is reached may be upgraded whatever it adds.
    accepted(game, tile(game, "GT", "D14", "15", 0))


def towards_columbus(ruleset: str) -> Scenario:
    """Player 1's B&O stands in Columbus, from where its track meets F16."""
    scenario = Scenario("1846", 4, ruleset).lay("G15", "57", 0)
    return scenario.launched("B&O", president=1, cash=200, tokens=["G15"])


@both
def test_f039_blocked_hex(ruleset: str) -> None:
    game = towards_columbus(ruleset).private("O&I", 1).operating("B&O")
    wanted = tile(game, "B&O", "F16", "9", 0)
    refused(game, wanted, "hex_blocked")
    accepted(game, buy_private("B&O", "O&I", 1))
    assert paid_for(game, "B&O", wanted) == 20
    # Another corporation may lay there as well once a corporation owns the private.
    scenario = towards_columbus(ruleset).private("O&I", "GT").launched("GT", president=2)
    assert paid_for(scenario.operating("B&O"), "B&O", wanted) == 20
    # Closed, or out of the game from the start.
    assert paid_for(towards_columbus(ruleset).needs("O&I").operating("B&O"), "B&O", wanted) == 20
    assert paid_for(towards_columbus(ruleset).removed("O&I").operating("B&O"), "B&O", wanted) == 20


@both
def test_f040_the_two_tiles_of_one_private_join(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).private("MC", "GT").launched("GT", president=1, cash=100)
    game = scenario.operating("GT")
    assert paid_for(game, "GT", lay("MC", "B10", "9-0", 1)) == 0
    refused(game, lay("MC", "B12", "7-0", 5), "lays_not_joined")
    # A single tile alone is legal; then the power is used up.
    alone = game.copy()
    accepted(alone, skip("MC"))
    refused(alone, lay("MC", "B12", "9-1", 1), "power_used")
    assert paid_for(game, "GT", lay("MC", "B12", "9-1", 1)) == 0
    assert cash(game, "GT") == 100
    assert game.state.turn.lays == 0


@both
def test_f041_lake_shore_line_and_the_wrong_kind_of_tile(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("II").lay("E17", "293", 1).lay("D14", "57", 2)
    scenario.private("LSL", "GT").launched("GT", president=1, cash=100)
    game = scenario.operating("GT")
    refused(game, lay("LSL", "E17", "14-0", 0), "wrong_label")
    refused(game, lay("LSL", "D14", "294-0", 2), "wrong_label")
    for hex_id, number, rotation in (("E17", "295", 4), ("D14", "619", 5)):
        twin = game.copy()
        assert paid_for(twin, "GT", lay("LSL", hex_id, f"{number}-0", rotation)) == 0
        assert (twin.state.turn.lays, twin.state.turn.upgraded) == (0, False)
    for hex_id, number, rotation in (("E17", "14", 0), ("D14", "294", 2)):
        twin = game.copy()
        booked(twin, lay("LSL", hex_id, f"{number}-0", rotation))
        assert twin.state.board.tile(hex_id) == (number, 0, rotation)


@both
def test_f042_a_power_used_without_being_used_up(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).lay("B16", "5", 0).lay("B14", "9", 1).lay("B12", "9", 1)
    game = scenario.private("MC", "GT").launched("GT", president=1, cash=100).operating("GT")
    assert paid_for(game, "GT", tile(game, "GT", "B10", "9", 1)) == 20
    assert (game.state.turn.lays, game.state.privates["MC"].used) == (1, ())
    # Through the private: free, extra, and then it is used up.
    scenario = Scenario("1846", 4, ruleset).private("MC", "GT").launched("GT", president=1, cash=100)
    game = scenario.operating("GT")
    assert paid_for(game, "GT", lay("MC", "B10", "9-0", 1)) == 0
    assert game.state.turn.lays == 0
    assert game.state.privates["MC"].used != ()


# F96: every pair of tiles

EDGES = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
NEXT_COLOUR = {"yellow": "green", "green": "brown"}


@cache
def box() -> tuple[dict[str, Any], Map]:
    """The map and tiles of 1846 as data, and as the core has them with plenty of each tile."""
    text = (Path(open18xx.__file__).parent / "titles" / "t1846" / "track.json").read_text(encoding="utf-8")
    data = json.loads(text)
    plenty = [{**piece, "count": None} for piece in data["tiles"]]
    return data, Map(json.dumps({**data, "tiles": plenty}))


def connections(piece: dict[str, Any], rotation: int) -> set[frozenset[str]]:
    """What a turned tile joins, pair by pair: edges, and cities by their number."""

    def turned(end: str) -> str:
        return end if end.startswith("c") else str((int(end) + rotation) % 6)

    return {frozenset(turned(end) for end in path.split("-")) for path in piece["paths"]}


def bare_exits(hex_id: str) -> set[int]:
    """Edges of a hex to which no track may lead: off the map, into water, or against a blank side."""
    data, _ = box()
    printed = {row["id"]: row for row in data["hexes"]}
    found = set()
    for edge, (down, right) in enumerate(EDGES):
        other = printed.get(f"{chr(ord(hex_id[0]) + down)}{int(hex_id[1:]) + right}")
        facing = str((edge + 3) % 6)
        fixed = other is not None and other["colour"] in ("gray", "red", "blue")
        if other is None or (fixed and not any(facing in path.split("-") for path in other.get("paths", ()))):
            found.add(edge)
    return found


def fits(old: dict[str, Any], turn: int, new: dict[str, Any], rotation: int, hex_id: str) -> bool:
    """The rules in plain words: label and cities of the hex, all old connections kept, no track to nowhere."""
    if old.get("label") != new.get("label") or len(old.get("cities", ())) != len(new.get("cities", ())):
        return False
    kept = connections(new, rotation)
    exits = {int(end) for pair in kept for end in pair if end.isdigit()}
    return connections(old, turn) <= kept and not exits & bare_exits(hex_id)


def sites(piece: dict[str, Any]) -> tuple[str, ...]:
    """Hexes on which a tile may lie: all with its label, or one in the middle of the map."""
    if piece.get("label") is not None:
        return {"Z": ("C15", "E17", "H12"), "Chi": ("D6",)}[piece["label"]]
    return ("G9",) if piece.get("cities") else ("F10",)


def test_f096_upgrades_that_lose_track() -> None:
    """Every pair from yellow to green and from green to brown, in all rotations, against the plain rules."""
    data, track = box()
    rules = LayRules(colours=("yellow", "green", "brown"), connection="none")
    legal = tried = 0
    for old in data["tiles"]:
        if old["colour"] not in NEXT_COLOUR:
            continue
        for hex_id in sites(old):
            for turn in range(6):
                board = Board(track)
                board.lay(hex_id, old["id"], 0, turn)
                found = set()
                for name, number, _, rotation, _ in board.lays(None, rules):
                    if name == hex_id:
                        found.add((number, rotation))
                wanted = {
                    (new["id"], rotation)
                    for new in data["tiles"]
                    if new["colour"] == NEXT_COLOUR[old["colour"]]
                    for rotation in range(6)
                    if fits(old, turn, new, rotation, hex_id)
                }
                # A tile that looks the same after a turn is listed in one of its rotations only.
                seen = {(number, frozenset(connections(by_id(number), rotation))) for number, rotation in found}
                assert seen == {(n, frozenset(connections(by_id(n), r))) for n, r in wanted}, (hex_id, old["id"], turn)
                for new in data["tiles"]:
                    if new["colour"] == NEXT_COLOUR[old["colour"]]:
                        for rotation in range(6):
                            tried += 1
                            legal += may_lay(board, rules, hex_id, new["id"], rotation)
                            assert may_lay(board, rules, hex_id, new["id"], rotation) == (
                                (new["id"], rotation) in wanted
                            ), (hex_id, old["id"], turn, new["id"], rotation)
    assert tried > 10_000 and legal > 500, (tried, legal)


@cache
def by_id(number: str) -> dict[str, Any]:
    """A tile's data."""
    found: dict[str, Any] = next(piece for piece in box()[0]["tiles"] if piece["id"] == number)
    return found


def may_lay(board: Board, rules: LayRules, hex_id: str, number: str, rotation: int) -> bool:
    """Whether the core takes a lay."""
    try:
        board.check_lay(None, rules, hex_id, number, rotation)
    except IllegalAction:
        return False
    return True
