"""What follows what in 1846, and when it ends (1846 7.1, 14)."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.table import Table
from ...rounds.operating import start_round

#: A game ends when a round of this set is over.
LAST_TURN = 100


@dataclass(frozen=True)
class Calendar1846:
    """Draft, then sets of a stock round and operating rounds.

    `draft_turn`: number of the set in which the draft stands. `last_train`: when the bank is out of trains the game
    ends with the next set.
    """

    draft_turn: int = 1
    last_train: bool = False

    def begin(self, table: Table) -> None:
        start_round(table, "Draft", self.draft_turn, 1)

    def after_action(self, table: Table) -> str | None:
        state = table.state
        if len(table.solvent()) <= 1:
            return "bankrupt"
        if all(row.closed for row in state.corporations.values()) and all(
            row.closed for row in state.privates.values()
        ):
            return "all_closed"
        if self.last_train and state.last_turn is None and not table.bank_trains():
            state.last_turn = state.round.turn + 1
        return None

    def after_round(self, table: Table) -> str | None:
        state = table.state
        done = state.round
        if done.turn >= LAST_TURN:
            return "dnf"
        if done.kind == "Draft":
            if state.deck:
                start_round(table, "Operating", done.turn, 1)
            else:
                start_round(table, "Stock", 1, 1)
        elif done.kind == "Stock":
            start_round(table, "Operating", done.turn, 1)
        elif done.number < table.phase.operating_rounds:
            start_round(table, "Operating", done.turn, done.number + 1)
        elif state.broken:
            return "bank"
        elif state.last_turn is not None and done.turn >= state.last_turn:
            return "final_train"
        elif done.turn == 0 and state.deck:
            start_round(table, "Draft", 0, 1)
        else:
            start_round(table, "Stock", done.turn + 1, 1)
        return None
