"""1846, edge cases 49 to 61: powers of privates, Michigan Southern and Big 4."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import Assign, Pass
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    assign,
    buy_private,
    buy_train,
    cash,
    dividend,
    end_turn,
    lay,
    recorded,
    refused,
    route,
    run,
    skip,
    step,
    yielded,
)


def marker(game: Game, private: str) -> tuple[str | None, str | None]:
    """The marked hex and the company that benefits."""
    row = game.state.markers[private]
    return row.hex, row.company


def ids(game: Game, sym: str) -> list[str]:
    return [train.id for train in game.table().company(sym).trains]


def steamboat_at_start() -> Game:
    return (
        Scenario("1846")
        .launched("GT", president=2, cash=100, trains=["2"])
        .private("SC", owner=1)
        .begins("Operating", 2)
    )


def test_case_049_port_and_beneficiary_once_each() -> None:
    game = steamboat_at_start()
    assert asked(game) == "SC"
    accepted(game, assign("SC", "D14"))
    refused(game, assign("SC", "G19"), "marker_moved")
    accepted(game, assign("SC", "GT"))
    assert marker(game, "SC") == ("D14", "GT")
    assert asked(game) == "GT"


def test_case_049_in_the_other_order() -> None:
    game = steamboat_at_start()
    accepted(game, assign("SC", "GT"))
    refused(game, assign("SC", "GT"), "marker_moved")
    accepted(game, assign("SC", "G19"))
    assert marker(game, "SC") == ("G19", "GT")
    assert asked(game) == "GT"


def test_case_049_a_pass_drops_the_choices_left() -> None:
    game = steamboat_at_start()
    accepted(game, assign("SC", "I1"))
    accepted(game, skip("SC"))
    assert marker(game, "SC") == ("I1", None)
    assert asked(game) == "GT"
    refused(game, assign("SC", "GT"), "power_not_owned")


def test_case_050_michigan_southern_benefits() -> None:
    # Detroit 40 through C13 (edges 4 and 5) to Toledo 20, and the marker 20.
    game = (
        Scenario("1846")
        .private("MS", owner=2)
        .private("SC", owner=1, hex="D14", company="MS")
        .lay("C13", "7", 4)
        .lay("D14", "57", 2)
        .operating("MS", "run")
    )
    assert game.best_run("MS").revenue == 80
    accepted(game, run("MS", route("2-0", "C15 C13 D14", revenue=80)))
    assert cash(game, "MS") == 60 + 40
    assert cash(game, 2) == 400 + 40


def bought_steamboat() -> Scenario:
    return (
        Scenario("1846")
        .launched("B&O", president=1, cash=300, trains=["2"], holdings={1: 60})
        .launched("PRR", president=2, cash=300, trains=["2"], holdings={2: 60})
        .private("SC", owner=1, hex="G19", company="PRR")
    )


def test_case_051_a_corporation_that_buys_the_steamboat_moves_the_port() -> None:
    game = bought_steamboat().operating("B&O")
    refused(game, assign("SC", "D14"), "power_not_owned")
    accepted(game, buy_private("B&O", "SC", 40))
    assert marker(game, "SC") == ("G19", "B&O")
    refused(game, assign("SC", "G19"), "marker_unchanged")
    refused(game, assign("SC", "PRR"), "marker_company")
    accepted(game, assign("SC", "I1"))
    refused(game, assign("SC", "D14"), "marker_moved")
    pass_until(game, 2, "B&O")
    accepted(game, assign("SC", "D14"))
    assert marker(game, "SC") == ("D14", "B&O")


def pass_until(game: Game, number: int, sym: str) -> None:
    while (game.state.round.number, asked(game)) != (number, sym):
        end_turn(game)


def test_case_051_not_at_train_buying() -> None:
    game = bought_steamboat().operating("B&O", "trains")
    accepted(game, buy_private("B&O", "SC", 40))
    refused(game, assign("SC", "I1"), "marker_after_run")


def test_case_051_up_to_the_run_step() -> None:
    game = (
        Scenario("1846")
        .launched("ERIE", president=1, cash=300, trains=["2"])
        .private("SC", owner="ERIE", hex="G19")
        .operating("ERIE", "run")
    )
    assert step(game) == "run"
    accepted(game, assign("SC", "D14"))


@pytest.mark.parametrize("owner", [1, "PRR"])
def test_case_052_the_steamboat_marker_in_later_phases(owner: int | str) -> None:
    position = (
        Scenario("1846")
        .launched("PRR", president=1, cash=1300, trains=["3/5"])
        .launched("GT", president=2, cash=2000, price=50, trains=["3/5"])
        .private("SC", owner=owner, hex="D14", company="PRR")
        .depot(next="5")
    )
    game = position.operating("PRR", "trains")
    accepted(game, buy_train("PRR", "5-0", 450, "4/6"))
    assert game.state.privates["SC"].closed
    assert marker(game, "SC") == ((None, None) if owner == 1 else ("D14", "PRR"))


def test_case_052_the_bonus_lasts_until_the_first_6() -> None:
    position = (
        Scenario("1846")
        .launched("PRR", president=1, cash=900, trains=["4/6"])
        .launched("GT", president=2, price=90, cash=100, trains=["4/6"], tokens=["C15"])
        .private("SC", owner="GT", hex="D14")
        .lay("C13", "7", 4)
        .lay("D14", "57", 2)
        .depot(next="6")
    )
    game = position.operating("PRR", "trains")
    # Detroit 40, Toledo 20, marker 20; no other stop is joined.
    assert game.best_run("GT").revenue == 80
    accepted(game, buy_train("PRR", "6-0", 800, "6"))
    assert marker(game, "SC") == (None, None)
    assert game.best_run("GT").revenue == 60


def test_case_053_boomtown_has_to_be_assigned() -> None:
    # Dayton 20 and Cincinnati 40 side by side: edge 0 of G13 is edge 3 of H12.
    game = (
        Scenario("1846")
        .launched("B&O", president=1, holdings={1: 20}, market=20, tokens=["H12"], trains=["2"])
        .private("BT", owner="B&O")
        .lay("H12", "293", 0)
        .lay("G13", "57", 0)
        .operating("B&O", "run")
    )
    assert game.best_run("B&O").revenue == 60
    twin = game.copy()
    accepted(twin, assign("BT", "H12"))
    assert twin.best_run("B&O").revenue == 80
    accepted(game, run("B&O", route(ids(game, "B&O")[0], "H12 G13")))
    accepted(game, dividend("B&O", "payout"))
    assert (asked(game), step(game)) == ("B&O", "last")
    assert [type(action) for action in yielded(game, Pass, Assign)] == [Assign, Pass]
    accepted(game, skip("B&O"))
    assert game.state.round.number == 2


def michigan_central() -> Scenario:
    return (
        Scenario("1846")
        .launched("GT", president=1, cash=100, trains=["2"], tokens=["C15"])
        .private("MC", owner="GT")
        .private("LSL", owner=2)
    )


def test_case_054_michigan_central_lays_two_tiles_that_meet() -> None:
    game = michigan_central().operating("GT")
    accepted(game, lay("MC", "B10", "9-0", 1))
    assert asked(game) == "MC"
    # Edge 1 of B12 is edge 4 of B10: tile 7 turned by five has 5 and 0, tile 9 turned by one has 1 and 4.
    refused(game, lay("GT", "C13", "7-0", 4), "second_lay_first")
    refused(game, lay("MC", "B12", "7-0", 5), "lays_not_joined")
    refused(game, lay("MC", "B10", "8-0", 1), "second_lay_same_hex")
    accepted(game, lay("MC", "B12", "9-1", 1))
    assert cash(game, "GT") == 100
    assert (asked(game), game.state.turn.lays) == ("GT", 0)
    refused(game, lay("MC", "B12", "9-2", 1), "power_used")


def test_case_054_another_purchase_forfeits_the_second_lay() -> None:
    game = michigan_central().operating("GT")
    accepted(game, lay("MC", "B10", "9-0", 1))
    accepted(game, buy_private("GT", "LSL", 1))
    assert asked(game) == "GT"
    refused(game, lay("MC", "B12", "9-1", 1), "power_used")


def test_case_054_the_private_passes() -> None:
    game = michigan_central().operating("GT")
    accepted(game, lay("MC", "B10", "9-0", 1))
    accepted(game, skip("MC"))
    assert asked(game) == "GT"
    refused(game, skip("MC"), "out_of_turn")


def test_case_055_an_unused_power_does_not_hold_up_the_track_step() -> None:
    # Port Huron with edges 0 and 1, and C13: 20 each, nothing left for a token, nothing to issue.
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=40, market=20, trains=["2"], tokens=["C15"])
        .private("MC", owner="GT")
        .operating("GT")
    )
    accepted(game, lay("GT", "B16", "5-0", 0))
    accepted(game, lay("GT", "C13", "7-0", 4))
    assert (asked(game), step(game)) == ("GT", "run")
    assert lay("MC", "B10", "9-0", 1) in game.legal_actions
    accepted(game, run("GT", route(ids(game, "GT")[0], "B16 C15")))
    accepted(game, dividend("GT", "payout"))
    # The treasury keeps 6 x 6 of the 60: too little for a train.
    assert (asked(game), step(game)) == ("GT", "last")
    accepted(game, lay("MC", "B10", "9-0", 1))


@pytest.mark.parametrize("used", [(), ("lay",)])
def test_a_free_lay_is_waited_for_without_money(used: tuple[str, ...]) -> None:
    # 17.2: Michigan Central's tiles cost nothing; GT has no money and nothing to issue.
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=0, market=20, trains=["2"], tokens=["C15"])
        .private("MC", owner="GT", used=used)
        .lay("B16", "5", 0)
        .operating("GT")
    )
    assert (asked(game), step(game)) == ("GT", "run" if used else "track")


def test_case_055_in_a_recorded_game() -> None:
    game = recorded("fixtures/1846/10264", until=260)
    assert (asked(game), step(game)) == ("IC", "dividend")
    row = game.state.privates["MC"]
    assert (row.owner, row.used) == ("IC", ())


def lake_shore(phase: str, tile: str | None) -> Game:
    position = Scenario("1846").launched("GT", president=1, cash=0, trains=["2"]).private("LSL", owner="GT")
    if tile is not None:
        position.lay("D14", tile, 2)
    return position.phase(phase).operating("GT")


def test_case_056_lake_shore_line_waits_for_green() -> None:
    game = lake_shore("I", "57")
    refused(game, lay("LSL", "D14", "619-0", 2), "colour_not_available")
    game = lake_shore("II", None)
    refused(game, lay("LSL", "D14", "619-0", 2), "wrong_colour")
    game = lake_shore("II", "57")
    # Tile 619 turned by two has exits 2, 4, 5 and 0, but edge 4 of D14 is the lake; turned by five 5, 1, 2 and 3.
    refused(game, lay("LSL", "D14", "619-0", 2), "exit_off_map")
    accepted(game, lay("LSL", "D14", "619-0", 5))
    assert cash(game, "GT") == 0


def little_miami(*lays: tuple[str, str, int], phase: str = "I") -> Game:
    position = Scenario("1846").launched("PRR", president=1, cash=100, trains=["2"]).private("LM", owner="PRR")
    for before in lays:
        position.lay(*before)
    return position.phase(phase).operating("PRR")


def test_case_057_little_miami_only_joins_what_is_apart() -> None:
    # Dayton (G13) has Cincinnati (H12) at edge 0, which is edge 3 of Cincinnati.
    game = little_miami(("H12", "293", 0), ("G13", "57", 0), phase="II")
    refused(game, lay("LM", "H12", "294-0", 0), "already_joined")


def test_case_057_one_tile_that_joins_and_a_pass() -> None:
    game = little_miami(("G13", "57", 0))
    accepted(game, lay("LM", "H12", "293-0", 0))
    assert asked(game) == "LM"
    accepted(game, skip("LM"))
    assert (asked(game), cash(game, "PRR")) == ("PRR", 100)


def test_case_057_not_twice_in_a_hex() -> None:
    game = little_miami(phase="II")
    accepted(game, lay("LM", "H12", "293-0", 0))
    refused(game, lay("LM", "H12", "294-0", 0), "second_lay_same_hex")
    refused(game, skip("LM"), "cities_not_joined")
    accepted(game, lay("LM", "G13", "57-0", 0))
    assert cash(game, "PRR") == 100
    assert game.state.turn.lays == 0


@pytest.mark.parametrize("sym", ["GT", "PRR"])
def test_case_058_michigan_southern_bought(sym: str) -> None:
    game = (
        Scenario("1846")
        .launched(sym, president=1, cash=100, trains=["2"], tokens=["C15"] if sym == "GT" else [])
        .private("MS", owner=1, cash=35)
        .operating(sym)
    )
    left, there = game.state.corporations[sym].tokens_left, game.state.board.city_tokens("C15", 0)
    assert there == ["MS", "GT" if sym == "GT" else None]
    accepted(game, buy_private(sym, "MS", 60))
    assert cash(game, sym) == 100 - 60 + 35
    assert cash(game, 1) == 400 + 60
    assert "2-0" in ids(game, sym)
    assert game.state.corporations[sym].tokens_left == left
    assert game.state.board.city_tokens("C15", 0) == ([None, "GT"] if sym == "GT" else ["PRR", None])
    assert game.state.minors["MS"].closed


def test_case_059_the_minors_train_runs_once_a_round() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=100, tokens=["C15"], trains=["2"])
        .private("MS", owner=1)
        .lay("B16", "5", 0)
        .operating("MS", "run")
    )
    accepted(game, run("MS", route("2-0", "C15 B16")))
    assert asked(game) == "GT"
    accepted(game, buy_private("GT", "MS", 1))
    accepted(game, skip("GT"))
    assert step(game) == "run"
    refused(game, run("GT", route("2-0", "C15 B16")), "train_has_run")
    accepted(game, run("GT", route(ids(game, "GT")[0], "C15 B16")))
    accepted(game, dividend("GT", "withhold"))
    pass_until(game, 2, "GT")
    accepted(game, skip("GT"))
    accepted(game, run("GT", route("2-0", "C15 B16", revenue=60)))


@pytest.mark.parametrize("trains", [3, 4])
def test_case_060_the_minors_train_needs_room(trains: int) -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, cash=100, trains=["2", "2", "3/5", "4"][:trains])
        .private("BIG4", owner=1)
        .phase("II")
        .operating("GT")
    )
    if trains == 4:
        refused(game, buy_private("GT", "BIG4", 40), "train_limit")
    else:
        accepted(game, buy_private("GT", "BIG4", 40))


def test_case_061_a_minor_splits_with_its_owner() -> None:
    # Detroit 40 through C13 to green Toledo 30.
    game = (
        Scenario("1846")
        .private("MS", owner=3)
        .lay("C13", "7", 4)
        .lay("D14", "15", 0)
        .phase("II")
        .operating("MS", "run")
    )
    accepted(game, run("MS", route("2-0", "C15 C13 D14", revenue=70)))
    assert cash(game, "MS") == 60 + 35
    assert cash(game, 3) == 400 + 35
