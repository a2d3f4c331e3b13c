"""The same games on Dask and on Ray, on clusters of this machine that the tests start."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from pathlib import Path
from typing import Any

import pytest

from open18xx.sim import GameFailed, RandomBot, RayExecutor, Record, Simulation, game_seed, simulate
from open18xx.sim.bots import seeded
from tests.sim.faulty import Drift, Fatal, Stubborn, die, nap

GAMES, SEED, DOOMED = 10, 5, 4


@pytest.fixture(scope="module")
def serial() -> Simulation:
    return simulate("1846", "random", GAMES, SEED, players=3, max_actions=60, stats=Drift)


@pytest.fixture(scope="module")
def dask() -> Iterator[Executor]:
    """Two workers, each a process, that listen on loopback only."""
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.fixture(scope="module")
def ray() -> Iterator[Executor]:
    """Two workers on loopback."""
    ray: Any = pytest.importorskip("ray", reason="the extra ray is not installed")
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        _node_ip_address="127.0.0.1",
        log_to_driver=False,
        configure_logging=False,
    )
    yield RayExecutor(num_cpus=1)
    ray.shutdown()


@pytest.fixture(params=["dask", "ray"])
def cluster(request: pytest.FixtureRequest) -> Executor:
    executor: Executor = request.getfixturevalue(request.param)
    return executor


def test_a_cluster_gives_the_same_games(cluster: Executor, serial: Simulation, tmp_path: Path) -> None:
    seen: list[int] = []
    result = simulate(
        "1846",
        "random",
        GAMES,
        SEED,
        players=3,
        max_actions=60,
        executor=cluster,
        stats=Drift,
        keep=tmp_path,
        progress=lambda record: seen.append(record.index),
    )
    assert result == serial
    assert sorted(seen) == list(range(GAMES))
    assert len(list(tmp_path.iterdir())) == GAMES


def test_an_interruption_leaves_the_cluster_at_work(cluster: Executor) -> None:
    def stop(_: Record) -> None:
        raise KeyboardInterrupt

    result = simulate("1846", "random", 40, SEED, players=3, executor=cluster, progress=stop)
    assert result.interrupted
    assert len(result.records) == 1
    assert cluster.submit(int, "7").result() == 7


def test_a_bot_that_fails_is_named_with_its_game(cluster: Executor) -> None:
    with pytest.raises(GameFailed) as caught:
        simulate("1846", [Stubborn], 1, 3, players=3, executor=cluster)
    assert caught.value.seed == game_seed(3, 0)
    assert caught.value.file["title"] == "1846"


def test_a_worker_that_dies_is_replaced(cluster: Executor, tmp_path: Path) -> None:
    sound = simulate("1846", RandomBot, GAMES, SEED, players=3, max_actions=60)
    doomed = repr(seeded(game_seed(SEED, DOOMED), 0).getstate()[1][:3])
    bot = functools.partial(Fatal, folder=str(tmp_path), doomed=doomed, deaths=1)
    result = simulate("1846", bot, GAMES, SEED, players=3, max_actions=60, executor=cluster)
    assert [record.scores for record in result.records] == [record.scores for record in sound.records]
    assert DOOMED in result.lost[0].games


def test_a_call_on_ray_can_be_cancelled(ray: Executor, tmp_path: Path) -> None:
    """More calls than workers: the last ones wait until they are cancelled, and then never run."""
    go = tmp_path / "go"
    calls = [ray.submit(nap, str(go), str(tmp_path / f"ran-{number}")) for number in range(4)]
    assert calls[3].cancel()
    go.touch()
    assert [call.result(timeout=60) for call in calls[:3]] == [1, 1, 1]
    with pytest.raises(CancelledError):
        calls[3].result(timeout=60)
    assert not (tmp_path / "ran-3").exists()


@pytest.mark.usefixtures("ray")
def test_an_executor_on_ray_is_shut_down_alone() -> None:
    import ray

    executor = RayExecutor(num_cpus=1)
    with executor:
        call = executor.submit(pow, 2, 5)
        failing = executor.submit(int, "seven")
    assert call.result() == 32
    with pytest.raises(ValueError, match="seven"):
        failing.result()
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(int)
    assert ray.is_initialized()


def test_a_dead_worker_of_ray_breaks_its_call_only(ray: Executor) -> None:
    with pytest.raises(BrokenExecutor, match="Worker"):
        ray.submit(die).result(timeout=60)
    assert ray.submit(int, "7").result(timeout=60) == 7
