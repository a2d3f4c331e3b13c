"""Positions of random games of every title, for properties that hold everywhere."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING

import open18xx
from open18xx import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A title, a number of players and a ruleset.
Setting = tuple[str, int, str]


def settings() -> list[Setting]:
    """Every title with every number of players and every ruleset."""
    return [
        (name, players, ruleset)
        for name, title in open18xx.titles().items()
        for players in range(title.players[0], title.players[1] + 1)
        for ruleset in title.rulesets
    ]


def walk(setting: Setting, seed: int, most: int = 5_000) -> Iterator[Game]:
    """The positions of a random game, the first one before any action; the game moves on by itself.

    Now and then, one type of action is preferred for a while, so that rare ones are met.
    """
    name, players, ruleset = setting
    rng = random.Random(f"{setting} {seed}")
    game = open18xx.new_game(name, players, seed=seed, ruleset=ruleset)
    liked = ""
    for _ in range(most):
        yield game
        if game.outcome is not None:
            return
        actions = game.legal_actions
        if rng.random() < 0.1:
            liked = rng.choice(sorted({action.type for action in actions}))
        preferred = [action for action in actions if action.type == liked]
        game.apply(rng.choice(preferred) if preferred and rng.random() < 0.5 else actions.sample(rng))


def play_on(game: Game, seed: int) -> Game:
    """Ten more actions, in whatever process."""
    rng = random.Random(seed)
    for _ in range(10):
        game.apply(game.legal_actions.sample(rng))
    return game


@functools.cache
def collection(every: int, chosen: tuple[Setting, ...] | None = None) -> tuple[Game, ...]:
    """Positions of one game of every setting (or these), each `every` actions apart, without what led to them."""
    found: list[Game] = []
    for number, setting in enumerate(chosen or settings()):
        for index, game in enumerate(walk(setting, seed=number)):
            if index % every == number % every and game.outcome is None:
                found.append(game.copy(history=False))
    return tuple(found)
