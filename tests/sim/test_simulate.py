"""Simulation: the same games wherever they run, records and statistics, truncation, interruption, consent."""

from __future__ import annotations

import functools
import json
import random
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import open18xx
from open18xx.sim import GameFailed, RandomBot, Record, Simulation, Summary, game_seed, play_one, simulate
from open18xx.sim.job import chunks
from tests.sim.faulty import Drift, Stubborn


class Reversed(Executor):
    """Carries out in a thread, the last submitted first."""

    def __init__(self) -> None:
        self.calls: list[tuple[Future[Any], Any]] = []
        self.pool = ThreadPoolExecutor(1)

    def submit(self, call: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.calls.append((future, functools.partial(call, *args, **kwargs)))
        self.pool.submit(self._work)
        return future

    def _work(self) -> None:
        future, call = self.calls.pop()
        if future.set_running_or_notify_cancel():
            future.set_result(call())


@pytest.fixture(scope="module")
def serial() -> Simulation:
    return simulate("1846", "random", 6, 5, players=3)


def test_a_record_a_game_in_order(serial: Simulation) -> None:
    assert [record.index for record in serial.records] == list(range(6))
    assert [record.seed for record in serial.records] == [game_seed(5, index) for index in range(6)]
    assert len({record.seed for record in serial.records}) == 6
    for record in serial.records:
        assert record.players == (1, 2, 3)
        assert record.bots == ("random", "random", "random")
        assert record.reason is not None
        assert not record.truncated
        assert all(record.scores[seat] == max(record.scores) for seat in record.winners)
        assert record.row()["winner"] == record.winner


def test_processes_give_the_same_games(serial: Simulation) -> None:
    assert simulate("1846", "random", 6, 5, players=3, jobs=2).records == serial.records


def test_the_number_of_workers_is_no_matter() -> None:
    """80 games are 80 chunks or less of one size, however many workers play them."""
    results = [simulate("18MS", "random", 80, 3, max_actions=8, jobs=jobs, stats=Drift) for jobs in (1, 2, 4)]
    assert results[0] == results[1] == results[2]
    assert results[0].stats.games == 80
    assert results[0].stats.trail == "".join(f"{index} " for index in range(80))


def test_chunks_of_several_games_are_merged_in_order() -> None:
    one, two = (simulate("18MS", "random", 150, 3, max_actions=2, jobs=jobs, stats=Drift) for jobs in (1, 2))
    assert len(chunks(150)[0]) == 2
    assert one == two
    assert one.stats.trail == "".join(f"{index} " for index in range(150))


def test_a_statistic_of_an_interrupted_simulation_is_that_of_its_records() -> None:
    def stop(record: Record) -> None:
        if record.index == 2:
            raise KeyboardInterrupt

    result = simulate("18MS", "random", 300, 3, max_actions=2, stats=Summary, progress=stop)
    assert result.interrupted
    assert len(chunks(300)[0]) == 4
    assert result.stats == result.summary
    assert result.stats.games == 3


def test_any_executor_gives_the_same_games(serial: Simulation) -> None:
    executor = Reversed()
    with executor.pool:
        seen: list[int] = []
        result = simulate(
            "1846", "random", 6, 5, players=3, executor=executor, progress=lambda record: seen.append(record.index)
        )
    assert result.records == serial.records
    assert sorted(seen) == list(range(6))


def test_a_pool_of_the_user_is_left_open(serial: Simulation) -> None:
    with ProcessPoolExecutor(1) as pool:
        assert simulate("1846", "random", 2, 5, players=3, executor=pool).records == serial.records[:2]
        assert pool.submit(int, "7").result() == 7


def test_more_games_begin_with_the_same_ones(serial: Simulation) -> None:
    assert simulate("1846", "random", 2, 5, players=3).records == serial.records[:2]


def test_a_record_can_be_played_again_by_its_seed(serial: Simulation) -> None:
    record = serial.records[1]
    game = play_one("1846", "random", record.seed, players=3)
    assert game.outcome is not None
    assert tuple(game.outcome.scores.values()) == record.scores


def test_another_seed_gives_other_games(serial: Simulation) -> None:
    other = simulate("1846", "random", 1, 6, players=3)
    assert other.records[0].scores != serial.records[0].scores


def test_the_summary_is_that_of_the_records(serial: Simulation) -> None:
    summary = serial.summary
    records = serial.records
    assert summary.games == 6
    assert summary.truncated == 0
    assert sum(summary.reasons.values()) == 6
    standing = summary.bots["random"]
    assert standing.seats == 18
    assert standing.wins == 6
    assert standing.values.mean == pytest.approx(sum(sum(record.scores) for record in records) / 18)
    assert standing.values.low == min(min(record.scores) for record in records)
    assert summary.actions.high == max(record.actions for record in records)
    assert sum(row.wins for row in summary.seats.values()) == 6


def test_a_truncated_game_has_no_winner() -> None:
    result = simulate("1846", "random", 2, 1, players=4, max_actions=50)
    for record in result.records:
        assert record.truncated
        assert record.reason is None
        assert record.winners == ()
        assert record.winner is None
        assert record.actions == 50
        assert len(record.scores) == 4
    assert result.summary.truncated == 2
    assert not result.summary.bots


def test_bots_change_seats() -> None:
    result = simulate("1846", "random,random:passing=1.5", 2, 1, players=3, max_actions=5)
    assert result.records[0].bots == ("random", "random:passing=1.5", "random")
    assert result.records[1].bots == ("random:passing=1.5", "random", "random:passing=1.5")


def test_players_follow_the_bots_where_the_title_allows() -> None:
    assert len(simulate("1846", ["random"] * 4, 1, 1, max_actions=1).records[0].players) == 4
    assert len(simulate("1846", "random", 1, 1, max_actions=1).records[0].players) == 3
    assert len(simulate("1846 2p Variant", "random", 1, 1, max_actions=1).records[0].players) == 2


def test_kept_files_are_the_games(tmp_path: Path) -> None:
    result = simulate("1846", "random", 3, 9, players=3, keep=tmp_path / "games", jobs=2)
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["game-000000.json", "game-000001.json", "game-000002.json"]
    for file, record in zip(files, result.records, strict=True):
        game = open18xx.load(file)
        assert game.outcome is not None
        assert tuple(game.outcome.scores.values()) == record.scores
        assert json.loads(file.read_bytes())["settings"]["seed"] == record.seed


def test_an_interruption_keeps_what_is_finished(tmp_path: Path) -> None:
    def stop_at_the_second(record: Record) -> None:
        if record.index == 1:
            raise KeyboardInterrupt

    result = simulate("1846", "random", 50, 5, players=3, progress=stop_at_the_second, keep=tmp_path)
    assert result.interrupted
    assert [record.index for record in result.records] == [0, 1]
    assert len(list(tmp_path.iterdir())) == 2


def test_an_interruption_stops_the_workers() -> None:
    def stop(_: Record) -> None:
        raise KeyboardInterrupt

    result = simulate("1846", "random", 40, 5, players=3, jobs=2, progress=stop)
    assert result.interrupted
    assert len(result.records) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_is_named_with_its_game(jobs: int) -> None:
    with pytest.raises(GameFailed) as caught:
        simulate("1846", [Stubborn], 1, 3, players=3, jobs=jobs)
    failure = caught.value
    assert failure.seed == game_seed(3, 0)
    assert "Action" in failure.error
    game = open18xx.load(dict(failure.file))
    assert game.outcome is None
    assert len(game.actions) == 6


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"title": "1847"}, "1846"),
        ({"bots": "nobody"}, "greedy"),
        ({"bots": ""}, "bot"),
        ({"bots": "random:speed=2"}, "speed"),
        ({"bots": "random:passing"}, "name=value"),
        ({"players": 6}, "3 to 5"),
        ({"ruleset": "mine"}, "rulebook"),
        ({"options": {"nothing": 1}}, "nothing"),
        ({"optional_rules": ["third_ed"]}, "third_ed"),
        ({"games": -1}, "games"),
        ({"jobs": 0}, "jobs"),
        ({"seed": None}, "seed"),
        ({"stats": set}, "no merge"),
        ({"stats": list}, "no add"),
        ({"seed": "1"}, "seed"),
        ({"bots": "random:passing=-1"}, "passing"),
        ({"max_actions": 0}, "max_actions"),
    ],
)
def test_what_there_is_not_is_refused_at_once(arguments: dict[str, Any], word: str) -> None:
    usual: dict[str, Any] = {"title": "1846", "bots": "random", "games": 1, "seed": 1, "players": 3}
    with pytest.raises(ValueError, match=word):
        simulate(**usual | arguments)


def test_what_cannot_travel_stays_here() -> None:
    """A function without a module goes to no other process, and is refused before one is started."""

    def bot(rng: random.Random) -> RandomBot:
        return RandomBot(rng)

    def tally() -> Summary:
        return Summary()

    with ProcessPoolExecutor(1) as pool:
        for arguments in ({"jobs": 2}, {"executor": pool}):
            with pytest.raises(ValueError, match="other processes"):
                simulate("18MS", bot, 2, 1, **arguments)
            with pytest.raises(ValueError, match="other processes"):
                simulate("18MS", "random", 2, 1, stats=tally, **arguments)
    with ThreadPoolExecutor(2) as threads:
        far = simulate("18MS", bot, 2, 1, max_actions=9, stats=tally, executor=threads)
    assert far.records == simulate("18MS", bot, 2, 1, max_actions=9).records
    assert far.stats == far.summary


def test_no_games_are_no_games() -> None:
    result = simulate("1846", "random", 0, 1, players=3)
    assert result.records == ()
    assert result.summary == Summary()


def test_options_reach_the_games(tmp_path: Path) -> None:
    simulate(
        "1846",
        "random",
        1,
        1,
        players=3,
        ruleset="18xx.games",
        options={"boomtown_price": 60},
        optional_rules=["second_ed_co"],
        max_actions=5,
        keep=tmp_path,
    )
    game = open18xx.load(tmp_path / "game-000000.json")
    assert game.ruleset == "18xx.games"
    assert game.options["boomtown_price"] == 60
    assert game.optional_rules == ("second_ed_co",)
