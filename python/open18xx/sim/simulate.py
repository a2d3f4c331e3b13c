"""Many games at once, in this process, in a pool, or wherever an executor of the user's takes them."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games18xx import new_game
from ..titles import find
from .bots import Spec, make, seeded, split
from .job import GameFailed, Job, Part, chunk_size, chunks, run
from .play import MAX_ACTIONS
from .stats import Gathering, Record, Statistic, StatisticFactory, Summary
from .workers import GamesLost, Loss, Workers

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Simulation:
    """The games of a simulation: records by index, statistics, seconds it took, and whether it was interrupted.

    `stats` is the statistic that was asked for, None without one. `lost` tells of workers that died; their games were
    played again.
    """

    records: tuple[Record, ...]
    summary: Summary
    seconds: float = field(compare=False)
    interrupted: bool = False
    stats: Any = None
    lost: tuple[Loss, ...] = field(default=(), compare=False)

    def to_arrow(self) -> pa.Table:
        """The records as a table, one row a game. Raises ModuleNotFoundError without the extra `arrow`."""
        from .arrow import table

        return table(self.records)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the table of the records to a file. Raises ModuleNotFoundError without the extra `arrow`, OSError."""
        from .arrow import write

        write(self.records, path)


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
    stats: StatisticFactory | None = None,
) -> Simulation:
    """Play `games` games between bots and return their records and statistics.

    `bots`: a comma list of short codes, or a sequence of codes and factories; they are dealt to the seats in turn, one
    seat further each game. `players`: their number (default: as many as bots if the title is for so many, else the
    smallest number of the title). The same seed gives the same games, wherever they run: in this process, in `jobs`
    processes, or in an `executor` of concurrent.futures, such as Dask's `client.get_executor()` or `RayExecutor`
    (`jobs` then says how many workers it has, so that no more is sent there than it needs). A game is given up after
    `max_actions`. `progress` is called with the record of each finished game, `keep` names a folder for their files.
    `stats` makes an empty statistic (see `Statistic`): each chunk of games fills one where it is played, and they are
    merged in order. An interruption (KeyboardInterrupt) ends the simulation; what is finished is returned. Games whose
    worker died are played again. Raises ValueError for what the title or the bots do not have, GameFailed where a bot
    or the engine fails, GamesLost for games that kill their workers again and again.
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
        stats,
    )
    _check(job, games, jobs)
    here = executor is None and jobs in (None, 1)
    if isinstance(executor, ProcessPoolExecutor) or (executor is None and not here):
        _check_travels(job)
    harvest = Harvest(job, games, None if keep is None else Path(keep), progress)
    started = time.perf_counter()
    interrupted = False
    workers = Workers(job, executor, jobs)
    source = _here(job, games) if here else workers.play(chunks(games))
    try:
        for part in source:
            harvest.take(part)
    except KeyboardInterrupt:
        interrupted = True
    except (GameFailed, GamesLost) as failure:
        failure.finished = harvest.done
        raise
    finally:
        source.close()
    done = harvest.done
    seconds = time.perf_counter() - started
    return Simulation(done, Summary.of(done), seconds, interrupted, harvest.statistic, tuple(workers.losses))


def _check(job: Job, games: int, jobs: int | None) -> None:
    """Refuse at once what would fail in every game."""
    if isinstance(job.seed, bool) or not isinstance(job.seed, int):
        raise ValueError(f"seed is a whole number, not {type(job.seed).__name__}")
    if games < 0:
        raise ValueError(f"games is not below 0, as {games} is")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is at least 1, not {jobs}")
    if job.max_actions < 1:
        raise ValueError(f"max_actions is at least 1, not {job.max_actions}")
    if job.stats is not None:
        made = job.stats()
        for name in ("add", "merge"):
            if not callable(getattr(made, name, None)):
                raise ValueError(f"a statistic has add and merge; {type(made).__name__} has no {name}")
    new_game(
        job.title, job.players, seed=0, ruleset=job.ruleset, options=job.options, optional_rules=job.optional_rules
    )
    for spec in job.bots:
        make(spec, seeded(0, 0))


def _check_travels(job: Job) -> None:
    """Refuse what cannot be sent to other processes before any is started: a pool could wait for ever."""
    try:
        pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        message = "bots and stats for other processes are codes, or functions and classes of a module"
        raise ValueError(f"{message}: {error}") from error


def _here(job: Job, games: int) -> Generator[Part]:
    for index in range(games):
        yield Part((run(job, index),))


class Harvest:
    """What comes back from the games: records, files, and the statistic that was asked for."""

    def __init__(self, job: Job, games: int, folder: Path | None, progress: Callable[[Record], object] | None) -> None:
        self.records: list[Record] = []
        self.folder = folder
        self.progress = progress
        self.size = chunk_size(games)
        self.games = games
        self.gathering = None if job.stats is None else Gathering(job.stats)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def take(self, part: Part) -> None:
        """Keep games that are done."""
        if part.statistic is not None and self.gathering is not None:
            self.gathering.put(self._chunk(part.games[0][0]), part.statistic)
        for record, file in part.games:
            if self.folder is not None and file is not None:
                (self.folder / f"game-{record.index:06}.json").write_bytes(file)
            self.records.append(record)
            if part.statistic is None and self.gathering is not None:
                self._count(record, self.gathering)
            if self.progress is not None:
                self.progress(record)

    def _chunk(self, record: Record) -> int:
        return record.index // self.size

    def _count(self, record: Record, gathering: Gathering) -> None:
        """Count a game that came by itself: games of a chunk come in order then."""
        chunk = self._chunk(record)
        last = min((chunk + 1) * self.size, self.games) - 1
        gathering.count(chunk, record, complete=record.index == last)

    @property
    def done(self) -> tuple[Record, ...]:
        """The records in order."""
        return tuple(sorted(self.records, key=lambda record: record.index))

    @property
    def statistic(self) -> Statistic | None:
        """The statistic of all games that are done."""
        return None if self.gathering is None else self.gathering.total()
