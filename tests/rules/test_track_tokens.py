"""1846, edge cases 35 to 48: track and tokens."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import LayTile, PlaceToken
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    booked,
    buy_private,
    buy_train,
    cash,
    end_turn,
    lay,
    par,
    recorded,
    recorded_action,
    refused,
    step,
    token,
    yielded,
)

#: The worked costs of 8.2: who lays what where, what lies there already, cost, cost with Tunnel Blasting.
#: C15 has edge 4 towards C17; G19 edges 1, 2, 4 towards G17, F18, G21; H12 edge 0 towards I11; J4 edge 4 towards J6.
GREEN_G19 = ("G19", "14", 1)
COSTS = {
    "C15 towards C17": ("PRR", ("C15",), (), ("C15", "294-0", 0), 40 + 60, 40 + 40 - 20 + 60 - 20 - 20),
    "C15 again": ("PRR", ("C15",), (("C15", "294", 0),), ("C15", "297-0", 0), 20, 20),
    "G19 towards G21": ("B&O", (), (), ("G19", "14-0", 1), 20 + 20, 20 + 0),
    "G17 alone": ("PRR", ("G15",), (("G15", "57", 1),), ("G17", "8-0", 1), 40, 40 - 20),
    "G17 towards G19": ("B&O", (), (GREEN_G19,), ("G17", "9-0", 1), 40 + 20, 40 - 20 + 20),
    "F18 towards G19": ("B&O", (), (GREEN_G19,), ("F18", "9-0", 2), 40 + 40, 40 - 20 + 40),
    "G19 towards G17 and G21": ("B&O", (), (("G17", "9", 1),), ("G19", "14-0", 1), 20 + 20 + 20, 20 + 20 + 0),
    "H14": ("C&O", (), (), ("H14", "9-0", 2), 60, 60 - 20),
    "H12 towards I11": ("PRR", ("G13",), (("G13", "57", 0), ("I11", "9", 0)), ("H12", "293-0", 0), 20 + 40, 20 + 40),
    "J4 towards J6": ("IC", (), (("J6", "9", 1),), ("J4", "8-0", 4), 0 + 40, 0 + 40),
}


@pytest.mark.parametrize("discount", [False, True])
@pytest.mark.parametrize("name", COSTS)
def test_case_035_costs(name: str, discount: bool) -> None:
    sym, tokens, lays, (hex_id, tile, rotation), plain, reduced = COSTS[name]
    position = Scenario("1846").launched(sym, president=1, cash=500, trains=["2"], tokens=tokens)
    if discount:
        position.private("TBC", owner=sym)
    for before in lays:
        position.lay(*before)
    game = position.phase("III" if name == "C15 again" else "II").operating(sym)
    accepted(game, lay(sym, hex_id, tile, rotation))
    assert 500 - cash(game, sym) == (reduced if discount else plain)


def chicago_and_columbus() -> Scenario:
    """PRR in Detroit and Columbus, whose tile 57 runs from Dayton (edge 1) to G17 (edge 4)."""
    return (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["C15", "G15"])
        .lay("G15", "57", 1)
        .phase("II")
    )


def test_case_036_one_upgrade_a_turn() -> None:
    game = chicago_and_columbus().operating("PRR")
    accepted(game, lay("PRR", "C15", "294-0", 0))
    refused(game, lay("PRR", "G15", "14-0", 0), "second_upgrade")
    accepted(game, lay("PRR", "G17", "9-0", 1))
    refused(game, lay("PRR", "G13", "57-1", 1), "no_lay_left")


def test_case_036_yellow_then_its_upgrade() -> None:
    game = chicago_and_columbus().operating("PRR")
    accepted(game, lay("PRR", "G13", "57-1", 1))
    accepted(game, lay("PRR", "G13", "14-0", 0))
    assert cash(game, "PRR") == 500 - 20 - 20


@pytest.mark.parametrize("owner", [1, 2, "PRR", "GT", None])
def test_case_037_hexes_blocked_by_a_private(owner: int | str | None) -> None:
    position = (
        Scenario("1846")
        .needs("O&I")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["G15"])
        .launched("GT", president=2, cash=100, trains=["2"])
        .lay("G15", "57", 2)
    )
    if owner is not None:
        position.private("O&I", owner=owner)
    game = position.operating("PRR")
    # Columbus has F14 at its edge 2, and F14 Columbus at edge 5.
    if isinstance(owner, int):
        refused(game, lay("PRR", "F14", "9-0", 2), "hex_blocked")
        assert all(action.hex not in ("F14", "F16") for action in yielded(game, LayTile) if isinstance(action, LayTile))
        accepted(game, buy_private("PRR", "O&I", 1))
    accepted(game, lay("PRR", "F14", "9-0", 2))


def test_case_038_new_track_must_be_reached() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=500, trains=["2"], tokens=[("D6", 2)])
        .lay("D8", "9", 1)
        .phase("II")
        .operating("GT")
    )
    # Chicago's city 2 leads through edge 1 of D8 to edge 4. Tile 20 adds 0-3, which nothing of GT's meets.
    refused(game, lay("GT", "D8", "20-0", 0), "no_new_track_reached")
    # Tile 23 turned by one has 1-4 and 1-5.
    accepted(game, lay("GT", "D8", "23-0", 1))


def test_case_038_a_city_that_blocks_may_be_upgraded() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["G13"])
        .launched("B&O", president=2, cash=0, trains=["2"], tokens=["G15"])
        .lay("G13", "57", 1)
        .lay("G15", "57", 1)
        .phase("II")
        .operating("PRR")
    )
    assert game.state.board.city_tokens("G15", 0) == ["B&O"]
    accepted(game, lay("PRR", "G15", "14-0", 1))


def test_case_039_a_labelled_hex_takes_its_label() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["E17"])
        .private("LSL", owner="PRR")
        .lay("E17", "293", 1)
        .phase("II")
        .operating("PRR")
    )
    refused(game, lay("PRR", "E17", "14-0", 0), "wrong_label")
    refused(game, lay("LSL", "E17", "14-0", 0), "wrong_label")
    booked(game, lay("LSL", "E17", "14-0", 0))
    assert game.state.board.tile("E17") == ("14", 0, 0)


def test_case_039_tile_5_on_cincinnati_through_little_miami() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["2"])
        .private("LM", owner="PRR")
        .lay("G13", "57", 0)
        .operating("PRR")
    )
    # Cincinnati has Dayton at edge 3; tile 5 turned by two has exits 2 and 3.
    refused(game, lay("LM", "H12", "5-0", 2), "wrong_label")
    booked(game, lay("LM", "H12", "5-0", 2))
    assert game.state.board.tile("H12") == ("5", 0, 2)
    assert cash(game, "PRR") == 500


def fort_wayne(phase: str, green: bool) -> Game:
    """GT in Cleveland, with track through E15 and E13 to Fort Wayne."""
    position = Scenario("1846").needs("PRR").launched("GT", president=1, cash=500, tokens=["E17"])
    position.lay("E17", "293", 1).lay("E15", "9", 1).lay("E13", "9", 1).lay("E11", "57", 1)
    if green:
        position.lay("E11", "14", 0)
    return position.phase(phase).operating("GT")


def test_case_040_fort_wayne_is_kept_for_pennsylvania() -> None:
    refused(game := fort_wayne("III", green=False), token(game, "GT", "E11"), "no_slot")
    for phase, green, slot in (("III", True, 1), ("IV", False, 0)):
        game = fort_wayne(phase, green)
        accepted(game, token(game, "GT", "E11"))
        assert cash(game, "GT") == 500 - 80
        assert game.state.board.city_tokens("E11", 0)[slot] == "GT"


@pytest.mark.parametrize("phase", ["I", "IV"])
@pytest.mark.parametrize("connected", [False, True])
def test_case_041_pennsylvania_at_fort_wayne(phase: str, connected: bool) -> None:
    position = Scenario("1846").launched("PRR", president=1, cash=500, tokens=["E17"] if connected else [])
    position.lay("E17", "293", 1).lay("E15", "9", 1).lay("E13", "9", 1).lay("E11", "57", 1)
    game = position.phase(phase).operating("PRR")
    accepted(game, token(game, "PRR", "E11"))
    assert cash(game, "PRR") == 500 - (40 if connected else 60)


def test_case_042_erie_in_its_reserved_slot() -> None:
    # Salamanca has Erie at edge 2, and Erie Salamanca at edge 5: tile 619 turned by three has exits 3, 5, 0, 1.
    game = (
        Scenario("1846")
        .launched("ERIE", president=1, cash=500)
        .launched("NYC", president=2, cash=500)
        .lay("D20", "619", 3)
        .phase("II")
        .operating("ERIE")
    )
    accepted(game, token(game, "ERIE", "D20"))
    assert cash(game, "ERIE") == 500 - 40
    assert game.state.board.city_tokens("D20", 0) == ["NYC", "ERIE"]


def test_case_042_erie_without_connection() -> None:
    game = Scenario("1846").launched("ERIE", president=1, cash=500).operating("ERIE")
    refused(game, token(game, "ERIE", "D20"), "token_not_connected")


def test_case_042_new_york_central_comes_later() -> None:
    game = (
        Scenario("1846").needs("NYC").launched("ERIE", president=1, tokens=["D20"]).lay("D20", "619", 3).phase("II")
    ).stock(2)
    assert game.state.board.city_tokens("D20", 0) == [None, "ERIE"]
    accepted(game, par(2, "NYC", 60))
    assert game.state.board.city_tokens("D20", 0) == ["NYC", "ERIE"]


def test_case_042_in_a_recorded_game_for_two() -> None:
    name = "fixtures/1846-2p/11098"
    game = recorded(name, until=23)
    assert cash(game, "ERIE") == 220
    accepted(game, recorded_action(name, 24))
    assert cash(game, "ERIE") == 220 - 40
    assert game.state.board.city_tokens("D20", 0) == ["NYC", "ERIE"]


def test_case_043_one_token_in_chicago() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=500, tokens=[("D6", 0)])
        .private("C&WI", owner="GT")
        .operating("GT")
    )
    for city in (1, 2, 3):
        refused(game, token(game, "GT", "D6", city), "second_token")
    refused(game, token(game, "C&WI", "D6", 3), "second_token")


@pytest.mark.parametrize("green", [False, True])
def test_case_044_the_free_token_goes_to_city_3_only(green: bool) -> None:
    position = (
        Scenario("1846")
        .launched("GT", president=1, cash=500, tokens=["G15"])
        .private("C&WI", owner="GT")
        .lay("G15", "57", 1)
        .lay("G13", "57", 1)
        .phase("II")
    )
    if green:
        position.lay("D6", "298", 0)
    game = position.operating("GT")
    left = game.state.corporations["GT"].tokens_left
    for city in (0, 1, 2):
        refused(game, token(game, "C&WI", "D6", city), "power_elsewhere")
    accepted(game, token(game, "C&WI", "D6", 3))
    assert cash(game, "GT") == 500
    assert game.state.corporations["GT"].tokens_left == left
    accepted(game, token(game, "GT", "G13"))
    assert cash(game, "GT") == 500 - 80
    assert set(game.state.board.tokens("GT")) == {("B16", 0), ("G15", 0), ("D6", 3), ("G13", 0)}


def fort_wayne_to_chicago(owner: int | str) -> Scenario:
    """PRR at Fort Wayne with track through E9 and E7 to Chicago's city 3 (edge 5, which is edge 2 of E7)."""
    return (
        Scenario("1846")
        .launched("PRR", president=1, cash=600, trains=["3/5"], tokens=["E11"])
        .launched("GT", president=2, cash=500, trains=["3/5"])
        .private("C&WI", owner=owner)
        .lay("E11", "57", 1)
        .lay("E9", "9", 1)
        .lay("E7", "8", 2)
    )


def test_case_045_another_company_may_come_before_the_owner() -> None:
    game = fort_wayne_to_chicago("GT").operating("PRR")
    accepted(game, token(game, "PRR", "D6", 3))
    assert cash(game, "PRR") == 600 - 80
    end_turn(game)
    assert asked(game) == "GT"
    refused(game, token(game, "C&WI", "D6", 3), "no_slot")
    game = fort_wayne_to_chicago(3).operating("PRR")
    refused(game, token(game, "PRR", "D6", 3), "no_slot")


def test_case_046_the_reservation_ends_with_the_first_5() -> None:
    game = fort_wayne_to_chicago(3).depot(next="5").operating("PRR", "trains")
    assert ("C&WI", "D6", 3, 0) in game.state.board.reservations()
    accepted(game, buy_train("PRR", "5-0", 450, "4/6"))
    assert game.state.privates["C&WI"].closed
    assert all(company != "C&WI" for company, *_ in game.state.board.reservations())
    assert game.state.board.slot_for("PRR", "D6", 3) == 0


def test_case_047_the_normal_token_uses_the_free_one() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=500, tokens=["G15"])
        .private("C&WI", owner="GT")
        .lay("G15", "57", 1)
        .lay("G13", "57", 1)
        .operating("GT")
    )
    left = game.state.corporations["GT"].tokens_left
    accepted(game, token(game, "GT", "D6", 3))
    assert cash(game, "GT") == 500
    assert game.state.corporations["GT"].tokens_left == left
    refused(game, token(game, "GT", "G13"), "second_token_of_turn")
    refused(game, token(game, "C&WI", "D6", 3), "power_used")
    assert yielded(game, PlaceToken) == []


def test_case_048_illinois_central_without_money() -> None:
    position = Scenario("1846").launched("IC", president=1, holdings={1: 20}, market=20, trains=["2"])
    game = position.operating("IC")
    assert (asked(game), step(game)) == ("IC", "track")
    accepted(game, lay("IC", "J4", "8-0", 4))
    assert cash(game, "IC") == 0
    game = position.lay("J6", "9", 1).operating("IC")
    refused(game, lay("IC", "J4", "8-0", 4), "too_expensive")


def test_case_048_in_a_recorded_game() -> None:
    name = "fixtures/1846/19962"
    game = recorded(name, until=64)
    assert cash(game, "IC") == 280
    accepted(game, recorded_action(name, 65))
    assert cash(game, "IC") == 280
