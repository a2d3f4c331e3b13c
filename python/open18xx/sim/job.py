"""What a worker of a simulation does: a chunk of games, their records, and the statistics of the chunk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..games18xx import dump, new_game
from .bots import Spec, name_of
from .play import play, record_of, seat_bots
from .stats import Record, Statistic, StatisticFactory

#: A record, and the file of its game if it is to be kept.
Played: TypeAlias = tuple[Record, bytes | None]
#: Seeds of games are below this; it keeps them exact in JSON.
SEEDS = 2**48
#: Games of a chunk, and chunks that there should be at least.
LARGEST_CHUNK, FEWEST_CHUNKS = 8, 64


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
    stats: StatisticFactory | None


@dataclass(frozen=True)
class Part:
    """Games that are done; `statistic` is that of a whole chunk, None for games that come one by one."""

    games: tuple[Played, ...]
    statistic: Statistic | None = None


def game_seed(seed: int, index: int) -> int:
    """The seed of the game with this index: it depends on nothing else than the seed of the simulation."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{index}".encode(), digest_size=8).digest()) % SEEDS


def chunks(games: int) -> list[range]:
    """The games in chunks; these do not depend on the workers, so that sums of fractions come out alike anywhere."""
    size = chunk_size(games)
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def chunk_size(games: int) -> int:
    """How many games a chunk has."""
    return max(1, min(LARGEST_CHUNK, games // FEWEST_CHUNKS))


def run_chunk(job: Job, indexes: range) -> Part:
    """Play these games. Raises GameFailed."""
    statistic = None if job.stats is None else job.stats()
    games = []
    for index in indexes:
        games.append(run(job, index))
        if statistic is not None:
            statistic.add(games[-1][0])
    return Part(tuple(games), statistic)


def run_one(job: Job, index: int, attempt: int) -> Part:
    """Play one game, its record to be counted by whoever asked; `attempt` keeps a scheduler from reusing a failure."""
    return Part((run(job, index),))


def run(job: Job, index: int) -> Played:
    """Play one game; bots change seats from game to game, so that none of them always sits in the same place."""
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
