"""What follows what in 18GA, and when it ends (18GA 1.3, 5, 11)."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from ...model.table import Table
from ...rounds.operating import start_round


@dataclass(frozen=True)
class CalendarWithAuction:
    """Privates are sold first; then sets of a stock round and as many operating rounds as the phase had at its end.

    The game ends after the operating round in which the bank broke or a price reached the end of the chart, and at once
    when a player goes bankrupt.
    """

    def begin(self, table: Table) -> None:
        start_round(table, "Auction", 1, 1)

    def after_action(self, table: Table) -> str | None:
        if len(table.solvent()) < len(table.state.players):
            return "bankrupt"
        return None

    def after_round(self, table: Table) -> str | None:
        state = table.state
        done = state.round
        if done.kind == "Auction" and not state.deck:
            start_round(table, "Stock", done.turn, 1)
        elif done.kind in ("Auction", "Stock"):
            self._operate(table, done.turn, 1, table.phase.operating_rounds)
        elif any("end" in table.rules.market.flags[cell] for cell in state.stacks):
            return "stock_market"
        elif state.broken:
            return "bank"
        elif done.number < done.rounds:
            self._operate(table, done.turn, done.number + 1, done.rounds)
        elif state.deck:
            start_round(table, "Auction", done.turn + 1, 1)
        else:
            start_round(table, "Stock", done.turn + 1, 1)
        return None

    def _operate(self, table: Table, turn: int, number: int, rounds: int) -> None:
        start_round(table, "Operating", turn, number)
        table.state.round = replace(table.state.round, rounds=rounds)
