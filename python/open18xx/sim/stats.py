"""What simulated games came to: a record a game, and statistics that add up in any order and from any worker."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One game.

    `bots` and `scores` go by seat; a score is the final value in dollars, for a truncated game the value when it was
    stopped. `winners` are the seats with the highest score, none in a truncated game. `reason` says how the game ended,
    None if it was truncated. `turn` is the number of the last set of rounds.
    """

    index: int
    seed: int
    players: tuple[int | str, ...]
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    turn: int
    reason: str | None
    truncated: bool

    @property
    def winner(self) -> int | str | None:
        """The id of the player who won alone; None if the first place is shared or the game was truncated."""
        return self.players[self.winners[0]] if len(self.winners) == 1 else None

    def row(self) -> dict[str, Any]:
        """The record as plain data, for a table."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return {**data, "winner": self.winner}


class Statistic(Protocol):
    """What `simulate` can count beside the records: it takes games one by one, and the counts of other workers."""

    def add(self, record: Record, /) -> object:
        """Count one more game."""
        ...

    def merge(self, other: Any, /) -> object:
        """Count the games of another statistic of the same make, which came later in order."""
        ...


#: Makes an empty statistic: a class, or a function that workers can import.
StatisticFactory: TypeAlias = Callable[[], Statistic]


class Gathering:
    """Merges the statistics of chunks in order, whenever they come, and keeps no more of them than it has to."""

    def __init__(self, factory: StatisticFactory) -> None:
        self.factory = factory
        self._total = factory()
        self._next = 0
        self._waiting: dict[int, Statistic] = {}
        self._open: dict[int, Statistic] = {}

    def put(self, chunk: int, statistic: Statistic) -> None:
        """Take the statistic of a whole chunk."""
        self._waiting[chunk] = statistic
        while self._next in self._waiting:
            self._total.merge(self._waiting.pop(self._next))
            self._next += 1

    def count(self, chunk: int, record: Record, *, complete: bool) -> None:
        """Count one game of a chunk whose games come one by one; `complete`: it is the last one."""
        statistic = self._open.setdefault(chunk, self.factory())
        statistic.add(record)
        if complete:
            self.put(chunk, self._open.pop(chunk))

    def total(self) -> Statistic:
        """The statistic of all that came, the gaps left out; this ends the gathering."""
        rest = {**self._waiting, **self._open}
        self._waiting, self._open = {}, {}
        for chunk in sorted(rest):
            self._total.merge(rest[chunk])
        return self._total


@dataclass(slots=True)
class Tally:
    """Count, sum, sum of squares, lowest and highest of whole numbers: exact, so that the order is no matter."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int | None = None
    high: int | None = None

    def add(self, value: int) -> None:
        """Count one more value."""
        self.merge(Tally(1, value, value * value, value, value))

    def merge(self, other: Tally) -> None:
        """Count the values of another tally, too."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.low = min((low for low in (self.low, other.low) if low is not None), default=None)
        self.high = max((high for high in (self.high, other.high) if high is not None), default=None)

    @property
    def mean(self) -> float:
        """The mean; not a number if there is no value."""
        return self.total / self.count if self.count else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation of the sample; not a number below two values."""
        if self.count < 2:
            return math.nan
        return math.sqrt((self.squares - Fraction(self.total * self.total, self.count)) / (self.count - 1))


@dataclass(slots=True)
class Standing:
    """How a bot, or a seat, did in finished games: seats taken, wins (a shared one in parts), final values."""

    seats: int = 0
    wins: Fraction = field(default_factory=Fraction)
    values: Tally = field(default_factory=Tally)

    def add(self, value: int, win: Fraction) -> None:
        """Count one seat of a finished game."""
        self.seats += 1
        self.wins += win
        self.values.add(value)

    def merge(self, other: Standing) -> None:
        """Count the seats of another standing, too."""
        self.seats += other.seats
        self.wins += other.wins
        self.values.merge(other.values)

    @property
    def win_rate(self) -> float:
        """Wins for each seat taken; not a number if there is none."""
        return float(self.wins / self.seats) if self.seats else math.nan


@dataclass(slots=True)
class Summary:
    """Statistics of games; `bots` and `seats` (index of the seat) count finished games only."""

    games: int = 0
    truncated: int = 0
    actions: Tally = field(default_factory=Tally)
    turns: Tally = field(default_factory=Tally)
    reasons: Counter[str] = field(default_factory=Counter)
    bots: dict[str, Standing] = field(default_factory=dict)
    seats: dict[int, Standing] = field(default_factory=dict)

    @classmethod
    def of(cls, records: Iterable[Record]) -> Summary:
        """The statistics of these games."""
        summary = cls()
        for record in records:
            summary.add(record)
        return summary

    def add(self, record: Record) -> None:
        """Count one more game."""
        self.games += 1
        self.actions.add(record.actions)
        self.turns.add(record.turn)
        if record.truncated or record.reason is None:
            self.truncated += 1
            return
        self.reasons[record.reason] += 1
        share = Fraction(1, len(record.winners))
        for seat, (bot, score) in enumerate(zip(record.bots, record.scores, strict=True)):
            win = share if seat in record.winners else Fraction()
            self.bots.setdefault(bot, Standing()).add(score, win)
            self.seats.setdefault(seat, Standing()).add(score, win)

    def merge(self, other: Summary) -> None:
        """Count the games of another summary, too."""
        self.games += other.games
        self.truncated += other.truncated
        self.actions.merge(other.actions)
        self.turns.merge(other.turns)
        self.reasons += other.reasons
        for bot, standing in other.bots.items():
            self.bots.setdefault(bot, Standing()).merge(standing)
        for seat, standing in other.seats.items():
            self.seats.setdefault(seat, Standing()).merge(standing)

    def __add__(self, other: Summary) -> Summary:
        both = Summary()
        both.merge(self)
        both.merge(other)
        return both
