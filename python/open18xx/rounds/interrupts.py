"""What has to be settled before a round goes on."""

from __future__ import annotations

from ..model.table import Table


def interrupted(table: Table) -> bool:
    """Whether an interrupt asks somebody; those on top that have nothing to ask are taken off."""
    state = table.state
    while state.pending:
        if table.rules.interrupts[state.pending[-1].kind].open(table):
            return True
        state.pending = state.pending[:-1]
    return False
