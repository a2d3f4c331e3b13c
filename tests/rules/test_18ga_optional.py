"""18GA, section 12: the optional rules and version 1."""

from __future__ import annotations

import pytest

from open18xx.actions import LayTile
from tests.rules.acts import buy_train, route, run, shown
from tests.rules.ga import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    coast,
    listed,
    macon,
    new,
    refused,
    step,
    tile,
    where,
)
from tests.rules.ga import scenario as position


@both
@pytest.mark.parametrize("rule", ["two_tiles_first_turn", "double_yellow_first_or"])
def test_two_yellow_tiles_in_the_first_turn(ruleset: str, rule: str) -> None:
    held = position(ruleset, optional_rules=(rule,)).phase("3").lay("F8", "8", 1)
    held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=300, operated=False)
    game = held.operating("CoG", "home")
    accepted(game, tile(game, "CoG", "F6", "57", 1))
    # The second may be no upgrade, though F8 is reached.
    assert step(game) == "track"
    refused(game, tile(game, "CoG", "F8", "24", 1), "7a")
    assert all(game.state.board.colour(action.hex) == "white" for action in listed(game, LayTile))
    accepted(game, tile(game, "CoG", "E9", "8", 0))
    assert step(game) != "track"
    # A first upgrade is the only lay.
    game = held.lay("F6", "57", 1).operating("CoG", "home")
    accepted(game, tile(game, "CoG", "F6", "14", 1))
    assert step(game) != "track"
    # From the second turn on one tile.
    held = position(ruleset, optional_rules=(rule,))
    game = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=300).operating("CoG")
    accepted(game, tile(game, "CoG", "F6", "57", 1))
    assert step(game) != "track"


@both
def test_one_tile_in_the_first_turn_without_that_rule(ruleset: str) -> None:
    held = position(ruleset).launched("CoG", president=1, par=90, holdings={1: 60}, cash=300, operated=False)
    game = held.operating("CoG", "home")
    accepted(game, tile(game, "CoG", "F6", "57", 1))
    assert where(game)[0] != "Operating" or step(game) != "track"


@both
@pytest.mark.parametrize("rule", ["gf_home_columbus", "new_georgia_florida_home"])
def test_the_georgia_and_florida_in_columbus(ruleset: str, rule: str) -> None:
    for rules, home, free in (((rule,), "G3", "H4"), ((), "H4", "G3")):
        held = position(ruleset, optional_rules=rules)
        held.launched("G&F", president=1, par=90, holdings={1: 60}, cash=300, operated=False)
        game = held.operating("G&F", "home")
        assert game.state.board.tokens("G&F") == [(home, 0)]
        fresh = new(ruleset, optional_rules=rules).state.board
        assert fresh.slot_for("CoG", home, 0) is None
        assert fresh.slot_for("CoG", free, 0) is not None


@both
def test_three_stations_of_the_central_of_georgia(ruleset: str) -> None:
    assert new(ruleset, optional_rules=("remove_cog_token",)).rules.corporations["CoG"].tokens == (0, 40, 100)
    assert new(ruleset).rules.corporations["CoG"].tokens == (0, 40, 100, 100)


def test_hard_and_soft_rust() -> None:
    kept = {
        (RULEBOOK, ()): True,
        (RULEBOOK, ("hard_rust_4",)): False,
        (RULEBOOK, ("edition_v1",)): False,
        (SITE, ()): False,
        (SITE, ("soft_rust_4t",)): True,
    }
    for (ruleset, rules), soft in kept.items():
        held = macon(position(ruleset, optional_rules=rules))
        held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["5"], cash=800)
        held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["4"])
        game = held.depot("8").operating("CoG", "trains")
        accepted(game, buy_train("CoG", "8-0", 800))
        assert shown(game, "GA") == (["4"] if soft else [])


@both
def test_version_1(ruleset: str) -> None:
    rules = new(ruleset, optional_rules=("edition_v1",)).rules
    assert not {"E13", "F14", "E15"} & set(rules.map.hexes)
    assert [home.hex for home in rules.corporations["GA"].home] == ["D10"]
    assert rules.corporations["GA"].tokens == (0, 40, 100, 100)
    assert (rules.map.colour("G13"), rules.map.terrain("G13")) == ("white", None)
    # Jacksonville is an end for ACL, too.
    held = coast(position(ruleset, optional_rules=("edition_v1",)))
    held.launched("ACL", president=1, par=90, holdings={1: 60}, trains=["3"], cash=100)
    game = held.operating("ACL", "run")
    refused(game, run("ACL", route("3-0", "I11 J12", "J12 J10 I9")), "4.2.3h")
    accepted(game, run("ACL", route("3-0", "I11 J12")))
    # SAL's Savannah takes yellow tiles, then its own.
    held = position(ruleset, optional_rules=("edition_v1",)).lay("G13", "5", 0).phase("3")
    game = held.launched("SAL", president=1, par=90, holdings={1: 60}, cash=100).operating("SAL")
    refused(game, tile(game, "SAL", "G13", "14", 0), "4.2.1g")
    accepted(game, tile(game, "SAL", "G13", "454a", 1))


@both
def test_optional_rules_go_together(ruleset: str) -> None:
    rules = ("cotton_port", "remove_cog_token", "soft_rust_4t", "new_georgia_florida_home", "double_yellow_first_or")
    game = new(ruleset, optional_rules=rules)
    assert game.optional_rules == rules
    assert "E15" in game.rules.map.hexes
    with pytest.raises(ValueError, match="optional rule"):
        new(ruleset, optional_rules=("moon",))
