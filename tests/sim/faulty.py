"""Bots that kill the process they play in, and a statistic whose sums depend on their order."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass
from pathlib import Path

from open18xx.actions import Action, Pass
from open18xx.observe import Observation
from open18xx.sim import RandomBot, Record


class Fatal(RandomBot):
    """Kills the worker in the game that begins with a certain drawn number, as long as a file does not say enough."""

    def __init__(self, rng: random.Random, folder: str, doomed: str, deaths: int) -> None:
        super().__init__(rng)
        self.folder = Path(folder)
        self.fatal = repr(rng.getstate()[1][:3]) == doomed
        self.deaths = deaths

    def choose(self, view: Observation) -> Action:
        if self.fatal and len(list(self.folder.iterdir())) < self.deaths:
            (self.folder / f"{os.getpid()}").touch()
            os._exit(3)
        return super().choose(view)


@dataclass
class Drift:
    """A sum of fractions in floating point: another order, or other parts, would round otherwise."""

    games: int = 0
    total: float = 0.0
    trail: str = ""

    def add(self, record: Record) -> None:
        self.games += 1
        self.total += record.scores[0] / 7 + record.seed / 3
        self.trail += f"{record.index} "

    def merge(self, other: Drift) -> None:
        self.games += other.games
        self.total += other.total
        self.trail += other.trail


class Stubborn(RandomBot):
    """Wants something that is not legal from its third decision on."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.decisions = 0

    def choose(self, view: Observation) -> Action:
        self.decisions += 1
        if self.decisions < 3:
            return super().choose(view)
        return Pass(entity="nobody", entity_type="company")


def die() -> None:
    """Kill the process."""
    os._exit(3)


def nap(go: str, mark: str) -> int:
    """Leave a mark, then wait for a file."""
    Path(mark).touch()
    while not Path(go).exists():
        time.sleep(0.01)
    return 1
