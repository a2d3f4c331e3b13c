"""What follows what in 18Dixie, and when it ends (18Dixie 1.1, 3.3, 5.2, 6)."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from ...model.table import Table
from ...model.verbs import close_private
from ...rounds.operating import start_round
from .auction import LAST_ROUND
from .minors import is_minor_card, remove_unsold, rounds_so_far

#: Operating rounds, counted through the game, after which minors close (18Dixie 5.2).
CLOSINGS = (3, 4, 5)
#: Start of the set in which the unsold trains of a rank go to the market (18Dixie 3.3.2).
TRAINS_RELEASED = {2: "2"}


@dataclass(frozen=True)
class CalendarWithClosings:
    """Auctions, then sets of a stock round and two operating rounds, some of which minors' closings follow.

    The game ends after the operating round in which the bank broke or a price reached the end of the chart, or that
    follows a stock round in which it broke; at once when a player is bankrupt. A bank with exactly $0 has not broken
    (U27), and equal scores share the win (U28). `early`: minors may close before each stock round.
    """

    early: bool = False

    def begin(self, table: Table) -> None:
        start_round(table, "Auction", 1, 1)

    def after_action(self, table: Table) -> str | None:
        if len(table.solvent()) < len(table.state.players):
            return "bankrupt"
        return None

    def after_round(self, table: Table) -> str | None:
        state = table.state
        done = state.round
        if done.kind == "Auction" or (done.kind == "Merger" and not done.number):
            self._trade(table, done.turn)
            return None
        if done.kind == "Stock":
            if done.turn == LAST_ROUND:
                remove_leftovers(table)
            self._operate(table, done.turn, 1)
            return None
        if done.kind == "Operating" and rounds_so_far(table) in CLOSINGS:
            start_round(table, "Merger", done.turn, done.number)
            return None
        if any("end" in table.rules.market.flags[cell] for cell in state.stacks):
            return "stock_market"
        if state.broken:
            return "bank"
        if done.number == 1:
            self._operate(table, done.turn, 2)
        elif self.early:
            start_round(table, "Merger", done.turn + 1, 0)
        else:
            self._trade(table, done.turn + 1)
        return None

    def _trade(self, table: Table, turn: int) -> None:
        rank = TRAINS_RELEASED.get(turn)
        depot = table.state.depot
        released = tuple(train for train in depot.upcoming if train.rank == rank)
        if released:
            rest = tuple(train for train in depot.upcoming if train.rank != rank)
            table.state.depot = replace(depot, upcoming=rest, discarded=(*depot.discarded, *released))
        start_round(table, "Stock", turn, 1)

    def _operate(self, table: Table, turn: int, number: int) -> None:
        start_round(table, "Operating", turn, number)
        table.state.round = replace(table.state.round, rounds=2)


def remove_leftovers(table: Table) -> None:
    """What nobody has bought by now leaves the game (18Dixie 3.3.3)."""
    for row in list(table.state.privates.values()):
        if row.owner is None and not row.closed:
            if is_minor_card(table, row.sym):
                remove_unsold(table, row.sym)
            else:
                close_private(table, row.sym)
