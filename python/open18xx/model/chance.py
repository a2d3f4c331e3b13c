"""Chance: the generator of 18xx.games, so that its seeds give the same games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

Card = TypeVar("Card")
#: State of the generator; a float for the few old files whose seed is one.
Seed = int | float

#: Seeds of old files go up to some 10^38.
LARGEST_SEED = 10**100

_FACTOR, _STEP, _MODULUS = 1103515245, 12345, 2**31


def start(seed: Seed) -> Seed:
    """The first state for a seed (1846 3.1)."""
    return seed % _MODULUS


def draw(state: Seed) -> Seed:
    """The next state, which is also the number drawn."""
    return (_FACTOR * state + _STEP) % _MODULUS


def shuffle(cards: Sequence[Card], state: Seed) -> tuple[tuple[Card, ...], Seed]:
    """Shuffle: one draw a card, in order, then sort by the numbers drawn. Returns the new state, too."""
    numbers = []
    for _ in cards:
        state = draw(state)
        numbers.append(state)
    order = sorted(range(len(cards)), key=numbers.__getitem__)
    return tuple(cards[index] for index in order), state


def is_seed(value: object) -> bool:
    """Whether a value can be a seed: a number of reasonable size."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST_SEED


def seed_of(seed: object, game_id: object) -> Seed | None:
    """The seed of a game file: `settings.seed`, else the first digits of the game's id; None if there are none.

    Raises ValueError for a number that is no seed.
    """
    if isinstance(seed, int | float) and not isinstance(seed, bool):
        if not is_seed(seed):
            raise ValueError("the seed is a finite number of at most 100 digits")
        return seed
    if isinstance(seed, str) and re.fullmatch(r"-?\d{1,40}", seed):
        return int(seed)
    digits = re.search(r"\d{1,40}", str(game_id)) if isinstance(game_id, int | str) else None
    return int(digits.group()) if digits else None
