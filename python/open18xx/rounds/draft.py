"""The draft of privates."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from ..model.plan import Actor, Step
from ..model.table import Table
from ..model.state import Turn
from ..steps.draft import ChoosePrivate, price_of, take


@dataclass(frozen=True)
class DraftRound:
    """Players choose privates counter-clockwise, the last seat first, until nothing but blanks is left (1846 4)."""

    choosing: ChoosePrivate
    kind: str = "Draft"

    def begin(self, table: Table) -> None:
        table.state.turn = Turn(entity=len(table.state.seats) - 1)

    def asked(self, table: Table) -> Actor | None:
        entity = table.state.turn.entity
        return None if entity is None else ("player", entity)

    def steps(self, table: Table) -> tuple[Step, ...]:
        return (self.choosing,)

    def advance(self, table: Table) -> None:
        state = table.state
        if state.round.over or not state.turn.step:
            return
        seat = state.turn.entity
        assert isinstance(seat, int)
        if self._done(table):
            self._settle(table)
        elif not self.choosing.hidden and state.round.passes >= len(state.seats):
            state.round = replace(state.round, over=True)
            state.turn = Turn()
        else:
            state.turn = Turn(entity=(seat - 1) % len(state.seats))

    def _done(self, table: Table) -> bool:
        deck = table.state.deck
        few = len(deck) < len(table.state.seats) + 2
        return not deck or (few and all(table.rules.privates[sym].blank for sym in deck))

    def _settle(self, table: Table) -> None:
        """All cards are revealed and paid; the discount of the last card holds for that one."""
        state = table.state
        discount = state.round.discount
        picks = state.round.picks
        for number, (seat, sym) in enumerate(picks, 1):
            state.round = replace(state.round, discount=discount if number == len(picks) else 0)
            take(table, sym, seat, price_of(table, sym))
        state.deck = ()
        state.round = replace(state.round, over=True, picks=(), discount=0)
        state.turn = Turn()
