"""Field reports about speed, as counted work: F130 and F133. F128, F129 and F132 are scripts under benches/."""

from __future__ import annotations

import datetime as dt
import json
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import open18xx
from open18xx import Game
from tests.field.tools import played, where
from tests.routes.test_recorded import FIXTURES

ROOT = Path(__file__).parents[2]
#: Methods of a board that search the network of a company, and those that search its routes.
NETWORK = ("reached_edges", "reached_cities", "token_cities", "reaches", "lays", "has_lay", "check_lay")
ROUTES = ("legal_route", "best_run", "check_run")
#: What only a choice needs.
CHOICES = ("lays", "has_lay", "best_run")


class Watched:
    """A board that notes which searches it is asked for, by method, company and position; its copies note in the
    same list."""

    def __init__(self, board: Any, notes: list[tuple[str, str, int]]) -> None:
        self.board = board
        self.notes = notes

    def copy(self) -> Watched:
        """An independent board."""
        return Watched(self.board.copy(), self.notes)

    def __eq__(self, other: object) -> bool:
        return bool(self.board == (other.board if isinstance(other, Watched) else other))

    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.board, name)
        if not callable(found):
            return found

        def call(*given: Any, **named: Any) -> Any:
            if name in NETWORK + ROUTES and given[0] is not None:
                self.notes.append((name, given[0], self.board.position_hash))
            return found(*(other.board if isinstance(other, Watched) else other for other in given), **named)

        return call


def game_files() -> list[Path]:
    """The repository's own games, and the recorded ones where they are at hand."""
    own = [path for path in sorted((ROOT / "tests" / "games").glob("*.json")) if path.name.startswith("1846")]
    return own + sorted(path for folder in ("1846", "1846-2p") for path in (FIXTURES / folder).glob("*.json"))


@pytest.mark.parametrize("path", game_files(), ids=lambda path: str(path.stem))
def test_f130_loading_searches_only_what_must_be_checked(path: Path) -> None:
    """One network and one route graph at the start and for each lay, token and run; none that only a choice needs."""
    data = json.loads(path.read_text(encoding="utf-8"))
    start = open18xx.load({key: data[key] for key in ("title", "players", "settings")} | {"actions": []})
    notes: list[tuple[str, str, int]] = []
    state = start.state.copy()
    watched: Any = Watched(state.board, notes)
    state.board = watched
    game = Game(start.rules, state, seed=start.seed)
    kinds: Counter[str] = Counter()
    networks: set[tuple[str, int]] = set()
    graphs: set[int] = set()
    for action in data["actions"]:
        kinds[action["type"]] += 1
        mark, place = len(notes), where(game)
        game.apply(action, recorded=True)
        fresh = notes[mark:]
        assert not {name for name, _, _ in fresh} & set(CHOICES)
        if place[0] in ("Draft", "Stock") and where(game) == place:
            assert not fresh
        # The board keeps what it has found about a company, and about routes, until it changes.
        networks |= {(company, position) for name, company, position in fresh if name in NETWORK}
        graphs |= {position for name, _, position in fresh if name in ROUTES}
    most = kinds["lay_tile"] + kinds["place_token"] + kinds["run_routes"]
    assert len(networks) <= most + 1
    assert len(graphs) <= most + 1
    assert game.snapshot() == open18xx.load(data).snapshot()


def stopped(*_: object, **__: object) -> Any:
    """A clock that must not be looked at."""
    raise AssertionError("the engine looked at a clock")


def test_f133_no_result_depends_on_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def session() -> list[Any]:
        game = played("1846", 4, 12, actions=150)
        again = open18xx.load(open18xx.dump(game))
        return [game.snapshot(), game.log, list(game.legal_actions), again == game]

    free = session()
    with monkeypatch.context() as patch:
        for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"):
            patch.setattr(time, name, stopped)
        patch.setattr(dt, "datetime", None)
        bound = session()
    assert bound == free


@pytest.mark.parametrize(
    ("folder", "suffix", "words"),
    [
        ("rust/core/src", ".rs", r"std::time|Instant|SystemTime"),
        ("rust/py/src", ".rs", r"std::time|Instant|SystemTime"),
        ("python/open18xx/model", ".py", r"^\s*(import|from) (time|datetime)\b"),
        ("python/open18xx/steps", ".py", r"^\s*(import|from) (time|datetime)\b"),
        ("python/open18xx/rounds", ".py", r"^\s*(import|from) (time|datetime)\b"),
        ("python/open18xx/titles", ".py", r"^\s*(import|from) (time|datetime)\b"),
    ],
)
def test_f133_the_rules_know_no_clock(folder: str, suffix: str, words: str) -> None:
    files = list((ROOT / folder).rglob(f"*{suffix}"))
    if not files:
        pytest.skip(f"{folder} is not here: the tests run on an installed package")
    for path in files:
        assert not re.search(words, path.read_text(encoding="utf-8"), re.MULTILINE), path
