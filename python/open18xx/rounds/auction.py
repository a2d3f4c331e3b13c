"""The round in which privates are bought and bid for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..model.plan import Actor, Step
from ..model.state import Turn
from ..model.table import Table
from ..model.verbs import BANK, pay
from ..steps.auction import BuyOrBid, price_of, sell_next, take
from .stock import priority_after

#: Dollars by which the first private becomes cheaper when nobody wants it.
CUT = 5


@dataclass(frozen=True)
class AuctionRound:
    """Players buy the cheapest private, bid on others or pass, until all are sold (18GA 3).

    `all_pass`: when everybody passes the round ends ("ends"), or goes on with the first private cheaper, or with a
    payment of income once that is sold ("goes_on").
    """

    buying: BuyOrBid
    all_pass: Literal["ends", "goes_on"]
    kind: str = "Auction"

    def begin(self, table: Table) -> None:
        state = table.state
        first = next(seat for seat in table.seats_from(state.priority) if not state.players[seat].bankrupt)
        state.turn = Turn(entity=first)
        if price_of(table, state.deck[0]) == 0:
            self._give_away(table, first)

    def asked(self, table: Table) -> Actor | None:
        entity = table.state.turn.entity
        return None if entity is None else ("player", entity)

    def steps(self, table: Table) -> tuple[Step, ...]:
        return (self.buying,)

    def advance(self, table: Table) -> None:
        state = table.state
        while not state.round.over:
            if state.pending:
                return
            seat = state.turn.entity
            assert isinstance(seat, int)
            if not state.deck:
                self._end(table)
            elif not state.turn.step:
                return
            elif state.round.passes < len(table.solvent()):
                state.turn = Turn(entity=table.seat_after(seat))
            elif self.all_pass == "ends":
                if self._first_unsold(table):
                    state.price_cut += CUT
                self._end(table)
            else:
                self._go_on(table, seat)

    def _first_unsold(self, table: Table) -> bool:
        return table.state.deck[0] == next(iter(table.rules.privates))

    def _go_on(self, table: Table, seat: int) -> None:
        """Nobody wants anything: the first private becomes cheaper, or the owned ones pay."""
        state = table.state
        state.round = replace(state.round, passes=0)
        state.turn = Turn(entity=table.seat_after(seat))
        if not self._first_unsold(table):
            for row in state.privates.values():
                if row.owner is not None:
                    pay(table, BANK, row.owner, table.rules.privates[row.sym].income, "income")
            return
        state.price_cut += CUT
        if price_of(table, state.deck[0]) == 0:
            self._give_away(table, table.seat_after(seat))

    def _give_away(self, table: Table, seat: int) -> None:
        """The first private has come down to nothing: this player has to take it as its turn (18GA 3.1.2)."""
        state = table.state
        state.round = replace(state.round, last_to_act=seat, passes=0)
        state.turn = Turn(entity=seat, step=1)
        take(table, state.deck[0], seat, 0)
        sell_next(table)

    def _end(self, table: Table) -> None:
        state = table.state
        state.priority = priority_after(table)
        state.round = replace(state.round, over=True)
        state.turn = Turn()
