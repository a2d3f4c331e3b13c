"""How a title lets players sell shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .market import Cell, Market


def left_if_president(market: Market, cell: Cell, percent: int, president: bool) -> Cell:
    """One step left for any sale of the president, none for others (1846 5.3)."""
    return market.left(cell) if president else cell


def down_per_share(market: Market, cell: Cell, percent: int, president: bool) -> Cell:
    """One step down for each 10 % sold, to the lowest cell of the column (18GA 3.2a)."""
    for _ in range(percent // 10):
        cell = market.down(cell)
    return cell


@dataclass(frozen=True)
class SaleRules:
    """What holds for every sale of shares.

    `after_operating`: others than the president, `president_too`: and the president, sell only once the corporation has
    operated. `move`: the cell after a sale. `split`: whether half of the president's certificate may be sold with
    others ("any") or by itself only ("bare").
    """

    after_operating: bool
    move: Callable[[Market, Cell, int, bool], Cell]
    split: Literal["any", "bare"] = "any"
    president_too: bool = False
