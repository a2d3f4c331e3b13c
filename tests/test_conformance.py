"""Recorded games: those of the conformance collection where it is there, and always the repository's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import open18xx
from benches.record import digest

ROOT = Path(__file__).parent.parent
COLLECTION = Path(os.environ.get("OPEN18XX_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
GAMES = sorted((ROOT / "tests" / "games").glob("*.json"))


@pytest.mark.skipif(
    not (COLLECTION / "check.py").exists(),
    reason="the collection of recorded games is not here; OPEN18XX_CONFORMANCE names its folder",
)
def test_the_state_after_every_action_of_every_recorded_game() -> None:
    command = [sys.executable, str(COLLECTION / "check.py"), "--titles", "1846,1846-2p", "--only", "state"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_an_own_recorded_game(path: Path) -> None:
    """It is played live, so every rule is applied, and ends where it ended when it was recorded."""
    data: dict[str, Any] = json.loads(path.read_bytes())
    game = open18xx.load(data | {"actions": []})
    for action in data["actions"]:
        assert action in game.legal_actions
        game.apply(action)
    assert game.outcome is not None
    assert game.outcome.reason == data["game_end_reason"]
    assert {str(player): score for player, score in game.outcome.scores.items()} == data["result"]
    assert digest(game) == data["digest"]
    assert open18xx.load(path) == game
    assert open18xx.load(open18xx.dump(game)) == game


def test_there_are_own_recorded_games_of_every_number_of_players() -> None:
    counts = {len(json.loads(path.read_bytes())["players"]) for path in GAMES}
    assert counts == {2, 3, 4, 5}
