"""Share prices: markers on the chart and their stacks."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import PriceMoved
from ..market import Cell
from ..table import Table


def place_on_market(table: Table, sym: str, cell: Cell) -> None:
    """Put a marker at the end of a cell's stack, or where the title has it so, under those that have not operated."""
    state = table.state
    stack = state.stacks.get(cell, ())
    place = len(stack)
    if table.rules.stacking == "unoperated_first" and state.round.kind == "Operating":
        done = state.round.order[: state.round.index + 1]
        while sym not in done and place and stack[place - 1] in done:
            place -= 1
    state.put_stack(cell, (*stack[:place], sym, *stack[place:]))
    state.put_corporation(replace(state.corporations[sym], cell=cell))


def lift_from_market(table: Table, sym: str) -> None:
    """Take a marker off the chart."""
    state = table.state
    row = state.corporations[sym]
    if row.cell is None:
        return
    state.put_stack(row.cell, tuple(other for other in state.stacks[row.cell] if other != sym))
    state.put_corporation(replace(row, cell=None))


def move_price(table: Table, sym: str, cell: Cell, reason: str) -> None:
    """Move a marker; one that does not change its cell keeps its place in the stack."""
    before = table.cell(sym)
    if cell == before:
        return
    lift_from_market(table, sym)
    place_on_market(table, sym, cell)
    prices = table.rules.market.prices
    table.events.append(PriceMoved(sym, prices[before], prices[cell], reason))
