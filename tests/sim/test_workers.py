"""Workers that die: their games are played again, those that kill every worker are named."""

from __future__ import annotations

import functools
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from open18xx.sim import GamesLost, RandomBot, Simulation, Spec, game_seed, simulate
from open18xx.sim.bots import seeded
from tests.sim.faulty import Drift, Fatal

GAMES, SEED, DOOMED = 12, 5, 7


@pytest.fixture(scope="module")
def sound() -> Simulation:
    """The games without any death; the bot of the first seat draws as Fatal does."""
    return simulate("1846", RandomBot, GAMES, SEED, players=3, max_actions=60, stats=Drift)


def fatal(folder: Path, deaths: int) -> Spec:
    doomed = repr(seeded(game_seed(SEED, DOOMED), 0).getstate()[1][:3])
    return functools.partial(Fatal, folder=str(folder), doomed=doomed, deaths=deaths)


def scores(result: Simulation) -> list[tuple[int, ...]]:
    return [record.scores for record in result.records]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_games_of_a_dead_worker_are_played_again(tmp_path: Path, sound: Simulation, jobs: int) -> None:
    executor = ProcessPoolExecutor(1) if jobs == 1 else None
    result = simulate(
        "1846", fatal(tmp_path, 1), GAMES, SEED, players=3, max_actions=60, jobs=jobs, executor=executor, stats=Drift
    )
    assert scores(result) == scores(sound)
    assert result.stats == sound.stats
    (loss,) = result.lost
    assert DOOMED in loss.games
    assert "terminated" in loss.cause
    assert len(list(tmp_path.iterdir())) == 1


def test_a_death_alone_is_forgiven_once(tmp_path: Path, sound: Simulation) -> None:
    result = simulate("1846", fatal(tmp_path, 2), GAMES, SEED, players=3, max_actions=60, jobs=2, stats=Drift)
    assert scores(result) == scores(sound)
    assert result.stats == sound.stats
    assert [DOOMED in loss.games for loss in result.lost] == [True, True]
    assert result.lost[1].games == (DOOMED,)


def test_a_game_that_kills_every_worker_is_named(tmp_path: Path, sound: Simulation) -> None:
    with pytest.raises(GamesLost, match=f"game {DOOMED} .seed {game_seed(SEED, DOOMED)}") as caught:
        simulate("1846", fatal(tmp_path, 99), GAMES, SEED, players=3, max_actions=60, jobs=2)
    failure = caught.value
    assert failure.games == (DOOMED,)
    assert failure.seeds == (game_seed(SEED, DOOMED),)
    assert [record.index for record in failure.finished] == [index for index in range(GAMES) if index != DOOMED]
    assert [record.scores for record in failure.finished] == [
        row for index, row in enumerate(scores(sound)) if index != DOOMED
    ]
    assert len(list(tmp_path.iterdir())) == 3


def test_nothing_is_lost_where_nobody_dies(sound: Simulation) -> None:
    assert sound.lost == ()
    assert simulate("1846", "random", 2, 1, players=3, max_actions=9, jobs=2).lost == ()
