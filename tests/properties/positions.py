"""Positions of random games of every title, for properties that hold everywhere."""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import TYPE_CHECKING

import open18xx
from open18xx import Game
from open18xx.legal import with_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from open18xx import Action

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
    """The positions of a random game, the first one before any action; the game moves on by itself."""
    return (game for game, _ in walk_with_actions(setting, seed, most))


def walk_with_actions(setting: Setting, seed: int, most: int = 5_000) -> Iterator[tuple[Game, tuple[Action, ...]]]:
    """The positions of a random game with their legal actions.

    Now and then, one sort of action is preferred for a while, so that rare ones are met.
    """
    name, players, ruleset = setting
    rng = random.Random(f"{setting} {seed}")
    game = open18xx.new_game(name, players, seed=seed, ruleset=ruleset)
    liked = ("", "")
    for _ in range(most):
        actions = tuple(game.legal_actions)
        yield game, actions
        if game.outcome is not None:
            return
        if rng.random() < 0.1:
            liked = rng.choice(sorted(sorts(actions)))
        preferred = [action for action in actions if (action.type, action.entity_type) == liked]
        action = rng.choice(preferred if preferred and rng.random() < 0.5 else actions)
        game.apply(with_amount(action, rng))


def sorts(actions: Iterable[Action]) -> set[tuple[str, str]]:
    """Types of actions with the sort of entity that takes them."""
    return {(action.type, action.entity_type) for action in actions}


def play_on(game: Game, seed: int) -> Game:
    """Ten more actions, in whatever process."""
    rng = random.Random(seed)
    for _ in range(10):
        game.apply(game.legal_actions.sample(rng))
    return game


#: Positions in which a sort of action is possible that are kept whenever they come.
RARE = 3


@functools.cache
def collection(every: int, chosen: tuple[Setting, ...] | None = None, most: int = 5_000) -> tuple[Game, ...]:
    """Positions of one game of every setting (or these), of `most` actions, without what led to them: each `every`
    actions apart, and the first ones with any sort of action."""
    found: list[Game] = []
    met: Counter[tuple[str, str, str]] = Counter()
    for number, setting in enumerate(chosen or settings()):
        for index, (game, actions) in enumerate(walk_with_actions(setting, number, most)):
            here = [(setting[0], *sort) for sort in sorts(actions)]
            if game.outcome is None and (index % every == number % every or any(met[sort] < RARE for sort in here)):
                found.append(game.copy(history=False))
                met.update(here)
    return tuple(found)
