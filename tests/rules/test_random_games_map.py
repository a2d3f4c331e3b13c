"""1846, edge cases found by random games, on the map: 95, 96, 103 to 105, 109."""

from __future__ import annotations

import pytest

from open18xx import Game
from tests.scenario import Scenario

from .acts import accepted, asked, booked, buy_private, cash, lay, recorded, recorded_action, refused, skip


def test_case_095_an_exit_may_end_at_the_blank_side_of_a_laid_gray_tile() -> None:
    # Gray tile 51 turned by one has no track at edge 0 of Fort Wayne, which is edge 3 of F10.
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["4/6"], tokens=["G9"])
        .lay("G9", "57", 0)
        .lay("E11", "51", 1)
        .lay("F10", "8", 2)
        .phase("IV")
        .operating("PRR")
    )
    assert 0 not in game.rules.map.exits("51", 1)
    # Tile 19 adds 0-3 to the 2-4 that lies there; Indianapolis leads to edge 0.
    accepted(game, lay("PRR", "F10", "19-0", 0))


def test_case_095_in_a_recorded_game() -> None:
    name = "selfplay/1846/19"
    game = recorded(name, until=516)
    accepted(game, recorded_action(name, 517))


@pytest.mark.parametrize(
    ("sym", "token", "before", "action"),
    [
        # H4 lies at edge 2 of Centralia; tile 9 turned by two ends there, tile 8 turned by four does not.
        ("IC", "G3", ("G3", "57", 2), ("H4", "9-0", 2)),
        # Wheeling lies at edge 0 of Homewood.
        ("B&O", None, None, ("G19", "619-0", 1)),
        # South Bend has Holland at edge 2, whose only track is at edge 4.
        ("GT", "C9", None, ("C9", "57-0", 2)),
    ],
)
def test_case_095_but_not_at_a_printed_blank_side(
    sym: str, token: str | None, before: tuple[str, str, int] | None, action: tuple[str, str, int]
) -> None:
    position = Scenario("1846").launched(sym, president=1, cash=500, tokens=[token] if token else [])
    if before is not None:
        position.lay(*before)
    game = position.phase("II").operating(sym)
    hex_id, tile, rotation = action
    toward = {"H4": 5, "G19": 3, "C9": 2}[hex_id]
    assert toward in game.rules.map.exits(tile.split("-", maxsplit=1)[0], rotation)
    refused(game, lay(sym, hex_id, tile, rotation), "exit_off_map")


def toledo(*, token: bool, loop: bool) -> Game:
    """PRR in Cleveland, with E15 (edges 4 and 2) up to Toledo; C13 joins Toledo's edge 2 with Detroit's edge 1."""
    position = (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["E17", "C15"] if token else ["E17"])
        .private("MS", owner=2)
        .lay("E17", "293", 1)
        .lay("E15", "8", 2)
        .lay("C13", "7", 4)
        .lay("D14", "619", 5)
    )
    if loop:
        position.lay("C15", "294", 0)
    return position.phase("II").operating("PRR")


@pytest.mark.parametrize("loop", [False, True])
def test_case_096_a_walk_does_not_come_back(loop: bool) -> None:
    # Tile 24 turned by two adds 2-5, which starts at the hexside through which Toledo is reached. With Detroit's edge 0
    # on Toledo's edge 3 a loop over C13 leads back into Toledo, but no walk visits it twice.
    game = toledo(token=False, loop=loop)
    assert ("D14", 0) in game.state.board.reached_cities("PRR")
    refused(game, lay("PRR", "E15", "24-0", 2), "no_new_track_reached")


def test_case_096_a_walk_that_comes_another_way_goes_out_there() -> None:
    accepted(toledo(token=True, loop=False), lay("PRR", "E15", "24-0", 2))


def test_case_096_in_a_recorded_game() -> None:
    name = "selfplay/1846-2p/1"
    game = recorded(name, until=425)
    accepted(game, recorded_action(name, 426))


def half_built(*, note: str | None = None) -> Game:
    """Michigan Central has laid the first of its two tiles; then a note of this type comes."""
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=100, trains=["2"])
        .private("MC", owner="GT")
        .private("LSL", owner=2)
        .operating("GT")
    )
    accepted(game, lay("MC", "B10", "9-0", 1))
    if note is not None:
        game.apply({"type": note, "entity": 2, "entity_type": "player", "message": "-"})
    return game


def test_case_103_a_programmed_order_forfeits_the_second_lay() -> None:
    game = half_built()
    game.apply({"type": "program_share_pass", "entity": 2, "entity_type": "player"})
    assert asked(game) == "GT"
    refused(game, skip("MC"), "out_of_turn")
    refused(game, lay("MC", "B12", "9-1", 1), "power_used")
    game.undo()
    assert asked(game) == "MC"


@pytest.mark.parametrize("note", ["log", "message"])
def test_case_103_a_note_does_not(note: str) -> None:
    game = half_built(note=note)
    assert asked(game) == "MC"
    accepted(game, lay("MC", "B12", "9-1", 1))
    game = half_built(note=note)
    accepted(game, skip("MC"))
    assert asked(game) == "GT"


def little_miami(phase: str = "I") -> Game:
    return (
        Scenario("1846")
        .launched("PRR", president=1, cash=100, trains=["2"])
        .private("LM", owner="PRR")
        .private("MAIL", owner=2)
        .phase(phase)
        .operating("PRR")
    )


def test_case_104_a_first_tile_that_leaves_no_second_one() -> None:
    # Dayton lies at edge 3 of Cincinnati; tile 291 turned by three has exits 3 and 4, not turned 0 and 1.
    game = little_miami()
    refused(game, lay("LM", "H12", "291-0", 0), "cannot_join")
    twin = game.copy()
    booked(twin, lay("LM", "H12", "291-0", 0), dead_end=True)
    assert asked(twin) == "LM"
    assert cash(twin, "PRR") == 100
    accepted(game, lay("LM", "H12", "291-0", 3))


def test_case_105_the_private_does_not_pass_while_the_cities_are_apart() -> None:
    game = little_miami()
    accepted(game, lay("LM", "G13", "57-0", 0))
    refused(game, skip("LM"), "cities_not_joined")
    refused(game, skip("PRR"), "cities_not_joined")
    refused(game, buy_private("PRR", "MAIL", 1), "cities_not_joined")
    accepted(game, lay("LM", "H12", "293-0", 0))
    assert asked(game) == "PRR"


def test_case_109_a_green_tile_before_its_phase() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["G15"])
        .lay("G15", "57", 1)
        .operating("PRR")
    )
    refused(game, lay("PRR", "G15", "14-0", 0), "colour_not_available")
    booked(game, lay("PRR", "G15", "14-0", 0))
    assert game.state.board.tile("G15") == ("14", 0, 0)
    assert cash(game, "PRR") == 480
