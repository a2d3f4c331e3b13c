"""Chunks of games in an executor or a pool of processes; those of a worker that dies are played again."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures import CancelledError as Cancelled
from dataclasses import dataclass
from typing import TypeVar

from .job import Job, Part, game_seed, run_chunk, run_one
from .stats import Record

#: Chunks that are on their way at once: for each process, and in an executor with who knows how many workers.
PER_PROCESS, IN_EXECUTOR = 2, 512
#: How often a game may take its worker with it when it is played by itself, before it is given up.
TRIES = 2

T = TypeVar("T")


class GamesLost(RuntimeError):
    """Games that killed their workers again and again, each of them played by itself at last.

    `games` are their indexes, `seeds` their seeds, `finished` the records of the games that were done.
    """

    def __init__(self, games: Sequence[int], seeds: Sequence[int], cause: str) -> None:
        named = ", ".join(f"{index} (seed {seed})" for index, seed in zip(games, seeds, strict=True))
        super().__init__(f"the worker died each time it played game {named}: {cause}")
        self.games = tuple(games)
        self.seeds = tuple(seeds)
        self.cause = cause
        self.finished: tuple[Record, ...] = ()

    def __reduce__(self) -> tuple[type, tuple[tuple[int, ...], tuple[int, ...], str]]:
        return type(self), (self.games, self.seeds, self.cause)


@dataclass(frozen=True)
class Loss:
    """The death of a worker: the games that were on their way then, by index, and what was said of it."""

    games: tuple[int, ...]
    cause: str


class Workers:
    """Plays chunks of games in `executor`, or in a pool of `jobs` processes; `losses` tells of workers that died."""

    def __init__(self, job: Job, executor: Executor | None, jobs: int | None) -> None:
        self.job = job
        self.executor = executor
        self.jobs = jobs or 1
        self.window = IN_EXECUTOR if executor is not None and jobs is None else PER_PROCESS * self.jobs
        self.losses: list[Loss] = []

    def play(self, chunks: Iterable[range]) -> Generator[Part]:
        """The games as they are done. Raises GameFailed, and GamesLost when all others are done."""
        queue = deque(chunks)
        suspects: list[range] = []
        if self.executor is not None:
            lost = yield from self._round(self.executor, queue, stop=False)
            if not lost and not queue:
                return
            if _takes_work(self.executor):
                yield from self._alone(lost, self.executor)
                return
            queue.extend(lost)
        while queue:
            pool = _pool(self.jobs)
            try:
                suspects += yield from self._round(pool, queue, stop=True)
            finally:
                pool.shutdown(cancel_futures=True)
        yield from self._alone(suspects, None)

    def _round(self, pool: Executor, queue: deque[range], *, stop: bool) -> Generator[Part, None, list[range]]:
        """Play until the queue is empty or the pool is broken (`stop`: or any worker dies); the chunks lost."""
        pending: dict[Future[Part], range] = {}
        lost: list[range] = []
        cause = ""
        try:
            while (queue and not (stop and lost)) or pending:
                while queue and len(pending) < self.window and not (stop and lost):
                    future = _submitted(pool, run_chunk, self.job, queue[0])
                    if future is None:
                        break
                    pending[future] = queue.popleft()
                if not pending:
                    break
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    chunk = pending.pop(future)
                    death = _death(future)
                    if death is None:
                        yield future.result()
                    else:
                        lost.append(chunk)
                        cause = death
        finally:
            for future in pending:
                future.cancel()
            if lost:
                self.losses.append(Loss(tuple(sorted(index for chunk in lost for index in chunk)), cause))
        return lost

    def _alone(self, chunks: Sequence[range], executor: Executor | None) -> Generator[Part]:
        """Play games one by one, so that one which kills its worker is found out."""
        fatal: list[int] = []
        pool = executor
        try:
            for index in sorted(index for chunk in chunks for index in chunk):
                for attempt in range(TRIES):
                    pool = pool or _pool(1)
                    future = _submitted(pool, run_one, self.job, index, attempt)
                    death = "it takes no more work" if future is None else _death(future)
                    if future is not None and death is None:
                        yield future.result()
                        break
                    self.losses.append(Loss((index,), str(death)))
                    if executor is None:
                        pool.shutdown()
                        pool = None
                else:
                    fatal.append(index)
        finally:
            if executor is None and pool is not None:
                pool.shutdown(cancel_futures=True)
        if fatal:
            raise GamesLost(fatal, [game_seed(self.job.seed, index) for index in fatal], self.losses[-1].cause)


def _submitted(pool: Executor, call: Callable[..., T], *arguments: object) -> Future[T] | None:
    """The future of a call; None if the pool is broken."""
    try:
        return pool.submit(call, *arguments)
    except BrokenExecutor:
        return None


def _takes_work(pool: Executor) -> bool:
    return _submitted(pool, int) is not None


def _death(future: Future[Part]) -> str | None:
    """What is said of the death of the worker that had this call; None if the call came to its end."""
    try:
        error = future.exception()
    except Cancelled:
        return "its call was cancelled"
    distributed = sys.modules.get("distributed")
    killed = () if distributed is None else (distributed.KilledWorker,)
    return str(error) if isinstance(error, (BrokenExecutor, *killed)) else None


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, initializer=_deaf)


def _deaf() -> None:
    """A worker leaves the interrupt key to the process that it works for."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
