"""Share prices: markers on the chart and their stacks."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import PriceMoved
from ..market import Cell
from ..table import Table


def place_on_market(table: Table, sym: str, cell: Cell) -> None:
    """Put a marker at the end of a cell's stack."""
    state = table.state
    state.stacks[cell] = (*state.stacks.get(cell, ()), sym)
    state.corporations[sym] = replace(state.corporations[sym], cell=cell)


def lift_from_market(table: Table, sym: str) -> None:
    """Take a marker off the chart."""
    state = table.state
    row = state.corporations[sym]
    if row.cell is None:
        return
    rest = tuple(other for other in state.stacks[row.cell] if other != sym)
    if rest:
        state.stacks[row.cell] = rest
    else:
        del state.stacks[row.cell]
    state.corporations[sym] = replace(row, cell=None)


def move_price(table: Table, sym: str, cell: Cell, reason: str) -> None:
    """Move a marker; one that does not change its cell keeps its place in the stack."""
    before = table.cell(sym)
    if cell == before:
        return
    lift_from_market(table, sym)
    place_on_market(table, sym, cell)
    prices = table.rules.market.prices
    table.events.append(PriceMoved(sym, prices[before], prices[cell], reason))
