"""Who operates in which order."""

from __future__ import annotations

from msgspec.structs import replace

from ..model.table import Table


def recompute_order(table: Table) -> None:
    """Put those still to operate in the order of their present prices (1846 7.4)."""
    state = table.state
    done = state.round.order[: state.round.index + 1]
    rest = state.round.order[state.round.index + 1 :]
    by_price = [sym for sym in table.operating_order() if sym in rest]
    minors = tuple(sym for sym in rest if sym in state.minors)
    others = tuple(sym for sym in rest if sym not in minors and sym not in by_price)
    state.round = replace(state.round, order=(*done, *minors, *by_price, *others))
