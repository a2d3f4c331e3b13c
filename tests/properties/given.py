"""Values and positions that the tests of hostile input share."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from typing import Any

import pytest

import open18xx
from open18xx import Game


def deep(levels: int) -> list[Any]:
    """Lists in lists."""
    rows: list[Any] = []
    for _ in range(levels):
        rows = [rows]
    return rows


def numbered(values: Iterable[Any]) -> list[Any]:
    """Cases whose names are numbers, since the values are no names."""
    return [pytest.param(value, id=str(index)) for index, value in enumerate(values)]


@functools.cache
def played() -> Game:
    """A game of 1846 in its first operating round."""
    game = open18xx.new_game("1846", 3, seed=4)
    rng = random.Random(4)
    while game.turn is not None and game.turn.round != "Operating":
        game.apply(game.legal_actions.sample(rng))
    return game
