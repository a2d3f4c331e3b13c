"""The command: what it shows, and that what cannot be done is one clear line and exit code 2."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

import open18xx
from open18xx import cli
from open18xx.actions import RunRoutes
from open18xx.commands import _show
from open18xx.sim import Loss, play_one, simulate


@dataclass(frozen=True)
class Said:
    """What a run of the command came to."""

    code: int
    out: str
    err: str

    @property
    def cells(self) -> list[list[str]]:
        """The words of each line of the tables."""
        return [line.split() for line in self.out.splitlines()]


Say: TypeAlias = Callable[..., Said]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    def run(*arguments: str) -> Said:
        code = cli.main(arguments)
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game."""
    path = tmp_path_factory.mktemp("games") / "game.json"
    open18xx.dump(play_one("1846", "random", 1, players=3), path)
    return path


def test_simulate_shows_standings_and_keeps_games(say: Say, tmp_path: Path) -> None:
    said = say(
        "simulate", "1846", "--players", "3", "--games", "3", "--seed", "4", "--jobs", "1", "--out", str(tmp_path)
    )
    assert said.code == 0
    assert "3/3" in said.err
    assert "games/s" in said.err
    assert "3 games: " in said.out
    assert "ended by: " in said.out
    assert "games per second" in said.out
    wins = [float(line[2]) for line in said.cells if line[:1] in (["1"], ["2"], ["3"]) and len(line) == 8]
    assert len(wins) == 3
    assert sum(wins) == 3
    games = [open18xx.load(path) for path in sorted(tmp_path.iterdir())]
    assert len(games) == 3
    assert all(game.outcome is not None for game in games)


def test_simulate_compares_bots(say: Say) -> None:
    said = say("simulate", "1846", "--games", "2", "--bots", "random,random:passing=1.5", "--players", "4")
    assert said.code == 0
    rows = {line[0]: line for line in said.cells if line[:1] in (["random"], ["random:passing=1.5"])}
    assert set(rows) == {"random", "random:passing=1.5"}
    assert sum(float(row[2]) for row in rows.values()) == 2


def test_simulate_tells_of_workers_that_died(capsys: pytest.CaptureFixture[str]) -> None:
    result = simulate("18MS", "random", 2, 1, max_actions=3)
    _show(dataclasses.replace(result, lost=(Loss((0, 1), "killed"),)), 2)
    assert "a worker died, 2 games were played again: killed" in capsys.readouterr().out
    _show(result, 2)
    assert "died" not in capsys.readouterr().out


def test_simulate_gives_long_games_up(say: Say) -> None:
    said = say("simulate", "1846", "--games", "2", "--max-actions", "20")
    assert said.code == 0
    assert "given up 2" in said.out


def test_replay_shows_the_end(say: Say, file: Path) -> None:
    said = say("replay", str(file))
    game = open18xx.load(file)
    assert game.outcome is not None
    assert said.code == 0
    assert f"over: {game.outcome.reason}" in said.out
    for player, score in game.outcome.scores.items():
        line = next(line for line in said.out.splitlines() if f" {game.names[player]} " in line and "$" in line)
        assert f"${score:,}" in line
    assert f"the game is over: {game.outcome.reason}" in said.out.splitlines()[-1]


def test_replay_stops_after_an_action(say: Say, file: Path) -> None:
    game = open18xx.load({**json.loads(file.read_text()), "actions": json.loads(file.read_text())["actions"][:40]})
    said = say("replay", str(file), "--at", "40", "--log", "1")
    assert said.code == 0
    assert "40 actions" in said.out
    state = game.snapshot()
    assert f"phase {state['phase']}" in said.out
    for corporation, row in state["corporations"].items():
        if not row["closed"] and row["price"] is not None:
            assert [corporation, *f"{game.names[int(row['president'])]}".split()] in [line[:3] for line in said.cells]
    assert said.out.splitlines()[-2].strip() == "log"


def test_replay_goes_back_to_the_start(say: Say, file: Path) -> None:
    said = say("replay", str(file), "--at", "0")
    assert said.code == 0
    assert "Draft 1, phase I" in said.out


def test_routes_shows_the_best_run(say: Say, file: Path) -> None:
    data = json.loads(file.read_text())
    at = next(action["id"] for action in data["actions"] if action["type"] == "run_routes")
    game = open18xx.load({**data, "actions": data["actions"][: at - 1]})
    (action,) = game.legal_actions.of(RunRoutes)
    run = game.best_run(str(action.entity))
    said = say("routes", str(file), "--at", str(at))
    assert said.code == 0
    assert f"{action.entity} before action {at}: ${run.revenue}" in said.out
    assert "proved best" in said.out
    for route in run.routes:
        for hex_id, _, _, _, amount in route.stops:
            assert f"{hex_id} ${amount}" in said.out
    named = say("routes", str(file), "--at", str(at), "--company", str(action.entity))
    assert named.out == said.out


def test_routes_says_why_there_are_none(say: Say, file: Path) -> None:
    """Before its launch a corporation has no train; right after its run all its trains have run."""
    actions = json.loads(file.read_text())["actions"]
    launch = next(action for action in actions if action["type"] == "par")
    said = say("routes", str(file), "--at", str(launch["id"]), "--company", launch["corporation"])
    assert (said.code, said.out.split(": ")[1].strip()) == (0, "it has no train")
    paid = next(index for index, action in enumerate(actions) if action["type"] == "dividend")
    said = say("routes", str(file), "--at", str(actions[paid + 1]["id"]), "--company", actions[paid]["entity"])
    assert (said.code, said.out.split(": ")[1].strip()) == (0, "all its trains have run in this operating round")
    assert say("routes", str(file), "--at", str(launch["id"])).code == 2


def test_titles_are_listed(say: Say) -> None:
    said = say("titles")
    assert said.code == 0
    for title in open18xx.titles().values():
        assert title.name in said.out
    options = say("titles", "1846")
    assert options.code == 0
    assert all(option.name in options.out for option in open18xx.titles()["1846"].options)


def test_version(say: Say) -> None:
    assert say("--version").out.strip() == open18xx.__version__


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "1846", "--players", "2"], ["3 to 5 players", '"1846 2p Variant"']),
        (["simulate", "1846", "--players", "9"], ["3 to 5 players", "not 9"]),
        (["simulate", "1847"], ["1847", "1846"]),
        (["simulate"], ["title"]),
        (["simulate", "1846", "--bots", "nobody"], ["nobody", "greedy"]),
        (["simulate", "1846", "--bots", "random:speed=1"], ["speed"]),
        (["simulate", "1846", "--ruleset", "mine"], ["mine", "rulebook"]),
        (["simulate", "1846", "--option", "nothing=1"], ["nothing"]),
        (["simulate", "1846", "--option", "nothing"], ["name=value"]),
        (["simulate", "1846", "--games", "0"], ["games"]),
        (["simulate", "1846", "--games", "many"], ["--games"]),
        (["replay", "nowhere.json"], ["nowhere.json"]),
        (["replay"], ["file"]),
        (["routes", "nowhere.json"], ["--at"]),
        (["titles", "1847"], ["1847"]),
        (["play"], ["play"]),
        (["titles", "--colour"], ["--colour"]),
    ],
)
def test_what_cannot_be_done_is_one_line(say: Say, arguments: list[str], words: list[str]) -> None:
    said = say(*arguments)
    assert said.code == 2
    assert len(said.err.strip().splitlines()) == 1
    assert all(word.lower() in said.err.lower() for word in words)
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "JSON"),
        ("[]", "object"),
        ("{}", "title"),
        ('{"title": "1847", "players": [{"id": 1}]}', "1847"),
        ('{"title": "1846", "players": [{"id": 1}, {"id": 2}, {"id": 3}], "actions": [{"type": "pass"}]}', "entity"),
    ],
)
def test_what_is_no_game_file_is_one_line(say: Say, tmp_path: Path, content: str, word: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(content)
    for command in (["replay", str(path)], ["routes", str(path), "--at", "1"]):
        said = say(*command)
        assert said.code == 2
        assert len(said.err.strip().splitlines()) == 1
        assert "file.json" in said.err
    assert word in say("replay", str(path)).err


def test_an_action_that_is_not_there(say: Say, file: Path) -> None:
    said = say("replay", str(file), "--at", "100000")
    assert said.code == 2
    assert "no action 100000" in said.err


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_the_command_says_which(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from open18xx.cli import main; sys.exit(main(['titles']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip().splitlines() == [f'open18xx needs {missing}: python -m pip install "open18xx[cli]"']


def test_the_module_runs() -> None:
    done = subprocess.run([sys.executable, "-m", "open18xx", "titles"], capture_output=True, text=True, check=True)
    assert "1846 2p Variant" in done.stdout


def test_the_package_imports_nothing_of_the_extra() -> None:
    program = (
        "import sys, open18xx, open18xx.sim;"
        "print([name for name in ('typer', 'rich', 'numpy', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
