"""What a game answers when it is asked: who is to move, how it ended, the best run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .actions import RunRoutes
from .steps.run_trains import Stops


@dataclass(frozen=True, slots=True)
class Turn:
    """Who decides now: kind of entity, its id, the player who decides for it, and the round."""

    kind: str
    entity: int | str
    player: int | str | None
    round: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: final value in dollars by player id, player ids from best to worst, and the reason."""

    scores: Mapping[int | str, int]
    ranking: tuple[int | str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class BestRoute:
    """One route of a best run: train id, dollars, stops as (hex, kind, index, wire part, dollars), hexes of each
    link."""

    train: str
    revenue: int
    stops: Stops
    connections: list[list[str]]


@dataclass(frozen=True, slots=True)
class BestRun:
    """The best set of routes of a company: dollars, whether it is proved, and what was searched.

    `fixed`: the trains whose routes were given; all that is said holds under this condition.
    """

    revenue: int
    routes: tuple[BestRoute, ...]
    optimal: bool
    upper_bound: int
    work: int
    action: RunRoutes
    fixed: tuple[str, ...] = ()
