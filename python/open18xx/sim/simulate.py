"""Many games at once, in this process, in a pool, or wherever an executor of the user's takes them."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ..games18xx import dump, new_game
from ..titles import find
from .bots import Spec, make, name_of, seeded, split
from .play import MAX_ACTIONS, play, record_of, seat_bots
from .stats import Record, Summary

#: A record, and the file of its game if it is to be kept.
Played: TypeAlias = tuple[Record, bytes | None]
#: Seeds of games are below this; it keeps them exact in JSON.
SEEDS = 2**48


class GameFailed(RuntimeError):
    """A game of a simulation could not be played on.

    `seed` is that of the game, `error` names the cause with its traceback, `file` is the game so far, `finished` the
    records of the games that were done.
    """

    def __init__(self, seed: int, error: str, file: Mapping[str, Any]) -> None:
        super().__init__(f"the game with seed {seed} stopped: {error}")
        self.seed = seed
        self.error = error
        self.file = file
        self.finished: tuple[Record, ...] = ()

    def __reduce__(self) -> tuple[type, tuple[int, str, Mapping[str, Any]]]:
        return type(self), (self.seed, self.error, self.file)


@dataclass(frozen=True)
class Job:
    """What all games of a simulation have in common; it travels to the workers."""

    title: str
    bots: tuple[Spec, ...]
    seed: int
    players: int
    ruleset: str
    options: Mapping[str, Any]
    optional_rules: tuple[str, ...]
    max_actions: int
    keep: bool


@dataclass(frozen=True)
class Simulation:
    """The games of a simulation: records by index, statistics, seconds it took, and whether it was interrupted."""

    records: tuple[Record, ...]
    summary: Summary
    seconds: float = field(compare=False)
    interrupted: bool = False


def game_seed(seed: int, index: int) -> int:
    """The seed of the game with this index: it depends on nothing else than the seed of the simulation."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{index}".encode(), digest_size=8).digest()) % SEEDS


def run_games(job: Job, indexes: range) -> list[Played]:
    """Play these games; each record with the game's file if it is to be kept. Raises GameFailed."""
    return [_run(job, index) for index in indexes]


def _run(job: Job, index: int) -> Played:
    """Bots change seats from game to game, so that none of them always sits in the same place."""
    seed = game_seed(job.seed, index)
    shift = index % len(job.bots)
    bots = job.bots[shift:] + job.bots[:shift]
    game = new_game(
        job.title,
        job.players,
        seed=seed,
        ruleset=job.ruleset,
        options=job.options,
        optional_rules=job.optional_rules,
    )
    names = [name_of(bots[seat % len(bots)]) for seat in range(job.players)]
    try:
        actions = play(game, seat_bots(game, bots, seed), max_actions=job.max_actions)
    except Exception as error:
        raise GameFailed(seed, f"{type(error).__name__}: {error}", dump(game)) from error
    record = record_of(game, index, seed, names, actions)
    file = json.dumps(dump(game), ensure_ascii=False, separators=(",", ":")).encode() if job.keep else None
    return record, file


def simulate(
    title: str,
    bots: Spec | Sequence[Spec],
    games: int,
    seed: int,
    *,
    players: int | None = None,
    executor: Executor | None = None,
    jobs: int | None = None,
    ruleset: str = "rulebook",
    options: Mapping[str, Any] | None = None,
    optional_rules: Sequence[str] = (),
    max_actions: int = MAX_ACTIONS,
    progress: Callable[[Record], object] | None = None,
    keep: str | os.PathLike[str] | None = None,
) -> Simulation:
    """Play `games` games between bots and return their records and statistics.

    `bots`: a comma list of short codes, or a sequence of codes and factories; they are dealt to the seats in turn, one
    seat further each game. `players`: their number (default: as many as bots if the title is for so many, else the
    smallest number of the title). The same seed gives the same games, wherever they run: in this process, in `jobs`
    processes, or in an `executor`. A game is given up after `max_actions`. `progress` is called with the record of
    each finished game, `keep` names a folder for their files. An interruption (KeyboardInterrupt) ends the simulation;
    what is finished is returned. Raises ValueError for what the title or the bots do not have, GameFailed where a bot
    or the engine fails.
    """
    specs = split(bots)
    low, high = find(title).players
    count = players if players is not None else len(specs) if low <= len(specs) <= high else low
    job = Job(
        title,
        specs,
        seed,
        count,
        ruleset,
        dict(options or {}),
        tuple(optional_rules),
        max_actions,
        keep is not None,
    )
    _check(job, games, jobs)
    folder = None if keep is None else Path(keep)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    records: list[Record] = []
    started = time.perf_counter()
    interrupted = False
    source = (
        _here(job, games) if executor is None and jobs in (None, 1) else _elsewhere(job, games, executor, jobs or 1)
    )
    try:
        for record, file in source:
            if folder is not None and file is not None:
                (folder / f"game-{record.index:06}.json").write_bytes(file)
            records.append(record)
            if progress is not None:
                progress(record)
    except KeyboardInterrupt:
        interrupted = True
    except GameFailed as failure:
        failure.finished = _sorted(records)
        raise
    finally:
        source.close()
    done = _sorted(records)
    return Simulation(done, Summary.of(done), time.perf_counter() - started, interrupted)


def _sorted(records: list[Record]) -> tuple[Record, ...]:
    return tuple(sorted(records, key=lambda record: record.index))


def _check(job: Job, games: int, jobs: int | None) -> None:
    """Refuse at once what would fail in every game."""
    if games < 0:
        raise ValueError(f"games is not below 0, as {games} is")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is at least 1, not {jobs}")
    if job.max_actions < 1:
        raise ValueError(f"max_actions is at least 1, not {job.max_actions}")
    new_game(
        job.title, job.players, seed=0, ruleset=job.ruleset, options=job.options, optional_rules=job.optional_rules
    )
    for spec in job.bots:
        make(spec, seeded(0, 0))


def _here(job: Job, games: int) -> Generator[Played]:
    for index in range(games):
        yield _run(job, index)


def _elsewhere(job: Job, games: int, executor: Executor | None, jobs: int) -> Generator[Played]:
    """Games from an executor, or from a pool of processes, chunk by chunk as they are done."""
    pool = ProcessPoolExecutor(jobs, initializer=_deaf) if executor is None else None
    chosen = executor or pool
    assert chosen is not None
    size = max(1, min(8, games // (16 * jobs)))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    pending: list[Future[list[Played]]] = []
    try:
        pending = [chosen.submit(run_games, job, chunk) for chunk in chunks]
        for future in as_completed(pending):
            yield from future.result()
    finally:
        for future in pending:
            future.cancel()
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """A worker leaves the interrupt key to the process that it works for."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
