"""Copies are independent, whoever makes them, and go to other processes (invariants 5 and 9)."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

import open18xx
from open18xx import Game
from open18xx.model.state import Marker
from open18xx.titles import title as title_module
from tests.properties.positions import play_on, settings, walk

COPIERS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "own": lambda thing: thing.copy(),
}


def played(actions: int = 60) -> Game:
    """A random game with its history."""
    return list(walk(("1846", 3, "rulebook"), 8, actions))[-1]


@pytest.mark.parametrize("copier", COPIERS)
def test_a_copy_of_a_game_is_independent(copier: str) -> None:
    game = played()
    before, actions = game.snapshot(), game.actions
    twin = COPIERS[copier](game)
    assert twin == game
    assert (twin.version, twin.log, twin.seed, twin.meta) == (game.version, game.log, game.seed, game.meta)
    twin.undo()
    twin.apply(twin.legal_actions.sample(random.Random(1)))
    twin.apply({"type": "message", "entity": 1, "entity_type": "player", "message": "hello"})
    assert (game.snapshot(), game.actions) == (before, actions)
    assert len(twin.log) == len(game.log) + 3
    game.undo()
    game.redo()
    assert (game.snapshot(), game.actions) == (before, actions)


@pytest.mark.parametrize("copier", COPIERS)
def test_a_copy_of_a_state_is_independent(copier: str) -> None:
    state = played().state
    twin = COPIERS[copier](state)
    assert twin == state
    twin.put_player(0, replace(twin.players[0], cash=0))
    twin.put_marker("MC", Marker("MC", "B&O"))
    twin.edit_board().lay("D6", "298", 0, 0)
    assert twin != state
    assert state == played().state


@pytest.mark.parametrize("copier", COPIERS)
def test_a_copy_of_a_board_is_independent(copier: str) -> None:
    board = played().state.board
    twin = COPIERS[copier](board)
    assert twin == board
    assert twin.map is board.map
    assert twin.position_hash == board.position_hash
    twin.lay("D6", "298", 0, 0)
    assert twin != board


def test_a_copy_keeps_what_can_be_redone_and_what_is_secret() -> None:
    game = open18xx.new_game("1846", 3, seed=2)
    game.apply(game.legal_actions[0])
    game.apply(game.legal_actions[1])
    game.undo()
    for copier in COPIERS.values():
        twin = copier(game)
        assert twin.log_for(1) == game.log_for(1)
        assert twin.log_for(1)[1]["hidden"] is True
        twin.redo()
        assert len(twin.actions) == 2


def test_games_of_rules_that_were_configured_anew_are_equal() -> None:
    game = played()
    title_module._configured.cache_clear()
    again = played()
    assert again.rules is not game.rules
    assert again == game
    assert open18xx.new_game("1846", 3, options={"boomtown_price": 40}) != open18xx.new_game("1846", 3)


def every_map() -> dict[int, Game]:
    """A new game on each map that an option or an optional rule of a title leads to, by the digest of the map."""
    found: dict[int, Game] = {}
    for name, players, ruleset in settings():
        title = open18xx.titles()[name]
        changes: list[dict[str, Any]] = [{}, *({"optional_rules": [rule]} for rule in title.optional_rules)]
        changes += [{"options": {option.name: value}} for option in title.options for value in option.values]
        for change in changes:
            try:
                game = open18xx.new_game(name, players, ruleset=ruleset, **change)
            except ValueError:
                continue  # not with this number of players
            found.setdefault(game.rules.map.digest, game)
    return found


READ_ALL = """
import pickle, sys
count = pickle.load(sys.stdin.buffer)
for _ in range(count):
    alone = pickle.loads(pickle.load(sys.stdin.buffer))
    print(alone.board.position_hash if hasattr(alone, "board") else alone.state.board.position_hash)
"""


@pytest.mark.parametrize("kind", ["state", "game"])
def test_another_process_finds_every_map(kind: str) -> None:
    """Also one that only an option leads to, and that a plain game never loads."""
    games = list(every_map().values())
    assert len(games) > len({game.title for game in games})
    parts = [pickle.dumps(len(games))]
    parts += [pickle.dumps(pickle.dumps(game if kind == "game" else game.state)) for game in games]
    done = subprocess.run([sys.executable, "-c", READ_ALL], input=b"".join(parts), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert [int(line) for line in done.stdout.split()] == [game.state.board.position_hash for game in games]


def test_spawned_processes_play_on() -> None:
    game = played()
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(play_on, game, 3).result()
    assert there == play_on(game.copy(), 3)
    assert len(there.actions) == len(game.actions) + 10
