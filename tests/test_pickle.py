"""Pickles: equal games and positions, maps and rules shared, in this process and in a new one (invariants 5 and 9)."""

from __future__ import annotations

import copy
import copyreg
import pickle
import subprocess
import sys

import pytest

import open18xx
from open18xx import Game
from open18xx._core import Board
from open18xx.sim import play_one


@pytest.fixture(scope="module")
def game() -> Game:
    return play_one("1846", "random", 3, players=3, max_actions=150)


def test_a_game_comes_back_equal_with_its_history(game: Game) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert twin.log == game.log
    assert twin.version == game.version
    twin.undo()
    assert twin != game
    twin.redo()
    assert twin == game


def test_rules_and_map_are_shared(game: Game) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert twin.rules is game.rules
    assert twin.state.board.map is game.state.board.map
    assert copy.deepcopy(game).rules is game.rules


def test_a_board_is_pickled_without_its_map(game: Game) -> None:
    assert len(pickle.dumps(game.state.board)) < 2_000


def test_a_new_process_finds_the_map_by_itself(game: Game) -> None:
    program = (
        "import pickle, sys; state = pickle.load(sys.stdin.buffer);"
        "sys.stdout.buffer.write(pickle.dumps((state, len(state.board.laid()))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(game.state), capture_output=True, check=True
    )
    state, laid = pickle.loads(done.stdout)
    assert state == game.state
    assert laid == len(game.state.board.laid()) > 0


def test_options_and_optional_rules_come_back() -> None:
    game = open18xx.new_game(
        "1846", 4, ruleset="18xx.games", options={"boomtown_price": 60}, optional_rules=["first_ed"]
    )
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert twin.options["boomtown_price"] == 60
    assert twin.optional_rules == ("first_ed",)


def test_an_unknown_map_and_broken_bytes_are_refused(game: Game) -> None:
    reduced = copyreg.dispatch_table[Board](game.state.board)
    assert isinstance(reduced, tuple)
    restore, (digest, data, *files) = reduced[0], reduced[1]
    assert restore(digest, data, *files) == game.state.board
    with pytest.raises(ValueError, match="no title has a map with the digest 12345"):
        restore(12345, data)
    with pytest.raises(ValueError, match=r"\w"):
        restore(digest, data[: len(data) // 2])
