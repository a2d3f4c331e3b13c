"""The draft of privates."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, Bid, Program
from ..model.plan import Actor, Step
from ..model.state import State, Turn
from ..model.table import Table
from ..steps.draft import ChoosePrivate, price_of, take
from .hands import TRIES, imagined_deal


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
        if self.choosing.each is not None:
            return all(self.choosing.done(table, seat) for seat in range(len(table.state.seats)))
        few = len(deck) < len(table.state.seats) + 2
        return not deck or (few and all(table.rules.privates[sym].blank for sym in deck))

    def _settle(self, table: Table) -> None:
        """All cards are revealed and paid; the discount of the last card holds for that one. Others leave the game."""
        state = table.state
        discount = state.round.discount
        picks = state.round.picks
        for number, (seat, sym) in enumerate(picks, 1):
            state.round = replace(state.round, discount=discount if number == len(picks) else 0)
            take(table, sym, seat, price_of(table, sym))
        for sym in state.deck if self.choosing.each is not None else ():
            state.drop_private(sym)
        state.deck = ()
        state.round = replace(state.round, over=True, picks=(), discount=0)
        state.turn = Turn()

    # Secrets (1846 4.1.4)

    def hidden(self, table: Table, seat: int | None) -> frozenset[str]:
        """The deck and what others have kept; the cards offered are known to the player in turn, the last one to
        all."""
        if not self.choosing.hidden:
            return frozenset()
        state = table.state
        unknown = {sym for owner, sym in state.round.picks if owner != seat}
        if self.choosing.last(table) is None:
            unknown.update(state.deck)
            if seat is not None and seat == state.turn.entity:
                unknown.difference_update(self.choosing.offer(table))
        return frozenset(unknown)

    def secret(self, table: Table, action: Action) -> bool:
        """Which card is kept, and orders to keep one; what becomes of the last one is done in the open."""
        return self.choosing.hidden and self.choosing.last(table) is None and isinstance(action, Bid | Program)

    def imagine(self, table: Table, seat: int | None, past: Sequence[State], rng: random.Random) -> None:
        """Draw a deal that fits all the seat has seen, in which everybody can pay and the draft is not over."""
        state = table.state
        blanks = frozenset(sym for sym, facts in table.rules.privates.items() if facts.blank)
        size = len(state.seats) + 2
        for attempt in range(TRIES):
            states = (*past, state) if attempt < TRIES // 2 else (state,)
            deal = imagined_deal(states, seat, size, blanks, rng)
            if deal is None or (len(deal.deck) < size and blanks.issuperset(deal.deck)):
                continue
            trial = Table(table.rules, state.copy())
            trial.state.deck = deal.deck
            trial.state.round = replace(state.round, picks=deal.picks)
            if all(self.choosing.committed(trial, other) <= row.cash for other, row in enumerate(state.players)):
                state.deck, state.round = trial.state.deck, trial.state.round
                return
        raise AssertionError("no deal fits what a player has seen")
