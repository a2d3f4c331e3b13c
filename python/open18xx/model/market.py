"""The stock market: cells with prices and the moves between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

#: Row and column, from the top left.
Cell: TypeAlias = tuple[int, int]

_FLAGS = {"p": "par", "c": "close", "e": "end", "y": "free"}


@dataclass(frozen=True)
class Market:
    """The chart. Each row is a text of prices, with p for par, c for closing, e for ending, y for uncounted cells."""

    rows: tuple[str, ...]

    @cached_property
    def prices(self) -> dict[Cell, int]:
        """Dollars by cell."""
        return {
            (row, column): int(text.rstrip("pcey"))
            for row, texts in enumerate(self.rows)
            for column, text in enumerate(texts.split())
            if text != "-"
        }

    @cached_property
    def flags(self) -> dict[Cell, frozenset[str]]:
        """What is special about a cell: par, close, end, free (its shares do not count for the limit)."""
        return {
            (row, column): frozenset(_FLAGS[mark] for mark in text if mark in _FLAGS)
            for row, texts in enumerate(self.rows)
            for column, text in enumerate(texts.split())
            if text != "-"
        }

    @cached_property
    def par_cells(self) -> dict[int, Cell]:
        """The par cells by price, highest first."""
        cells = [cell for cell, flags in self.flags.items() if "par" in flags]
        return {self.prices[cell]: cell for cell in sorted(cells, key=lambda cell: -self.prices[cell])}

    @cached_property
    def par_texts(self) -> dict[Cell, str]:
        """The par cells as the wire names them, `price,row,column`."""
        return {cell: f"{price},{cell[0]},{cell[1]}" for price, cell in self.par_cells.items()}

    def left(self, cell: Cell) -> Cell:
        """One step left; in column 0 one down where the chart has rows, else no step."""
        row, column = cell
        if (row, column - 1) in self.prices:
            return row, column - 1
        return self.down(cell)

    def right(self, cell: Cell) -> Cell:
        """One step right; at the end of a row one up where the chart has rows, else no step."""
        row, column = cell
        if (row, column + 1) in self.prices:
            return row, column + 1
        return self.up(cell)

    def up(self, cell: Cell) -> Cell:
        """One step up, or no step in the top row."""
        above = cell[0] - 1, cell[1]
        return above if above in self.prices else cell

    def down(self, cell: Cell) -> Cell:
        """One step down, or no step in the lowest cell of a column."""
        below = cell[0] + 1, cell[1]
        return below if below in self.prices else cell

    def steps(self, cell: Cell, right: int) -> Cell:
        """The cell after this many steps right (negative: left)."""
        for _ in range(abs(right)):
            cell = self.right(cell) if right > 0 else self.left(cell)
        return cell

    def price(self, cell: Cell) -> int:
        """Dollars of a cell."""
        return self.prices[cell]
