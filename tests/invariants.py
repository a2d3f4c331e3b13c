"""What holds in every position of every game, as tests assert it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from open18xx.sim import check

if TYPE_CHECKING:
    from open18xx import Game


def assert_consistent(game: Game) -> None:
    """Money, certificates, trains, tokens and tiles add up, presidents hold the most, and somebody can act."""
    check(game)
