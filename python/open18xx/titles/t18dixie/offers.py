"""Privates offered to the other players on the seller's turn (18Dixie 3.1b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ...actions import Action, OfferPrivate, Range, Respond
from ...model.plan import Actor
from ...model.state import Interrupt
from ...model.table import Table
from ...model.verbs import sell_private
from ...steps.base import expect_seat
from .auction import has_room
from .minors import is_minor_card

#: The interrupt of those who may take an offer.
OFFER = "offer"


def buyers(table: Table, seat: int, price: int) -> tuple[int, ...]:
    """Who could pay for a private of this player and has room for it, clockwise."""
    others = (other for other in table.seats_from(seat + 1) if other != seat)
    return tuple(other for other in others if table.player(other).cash >= price and has_room(table, other))


@dataclass(frozen=True)
class OfferToPlayers:
    """Name a price for a private; the others answer clockwise. Each private is offered once a turn.

    `ban`: why nothing may be sold in this round at all.
    """

    ban: Callable[[Table], tuple[str, str] | None]
    handles: tuple[type[Action], ...] = (OfferPrivate,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def obstacle(self, table: Table, seat: int, sym: str) -> tuple[str, str] | None:
        """Why a player may not offer this private: reason and message, or None."""
        problem = self.ban(table)
        if problem is not None:
            return problem
        row = table.state.privates[sym]
        if row.closed or row.owner != seat or is_minor_card(table, sym):
            return "private_not_for_sale", f"{sym} is no private of {table.player_name(seat)}"
        if sym in table.state.turn.offered:
            return "offered_already", f"{sym} has been offered in this turn"
        return None

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        for sym in table.state.privates:
            if self.obstacle(table, seat, sym) is None:
                most = max((table.player(other).cash for other in buyers(table, seat, 1)), default=0)
                if most:
                    yield OfferPrivate(
                        entity=table.player_id(seat), entity_type="player", company=sym, price=1, range=Range(1, most)
                    )

    def resolve(self, table: Table, action: OfferPrivate) -> tuple[str, int]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        sym = table.find_private(action.company).sym
        problem = self.obstacle(table, seat, sym)
        if problem is not None:
            raise table.refuse(*problem)
        if action.price < 1:
            raise table.refuse("private_price", f"{sym} costs at least $1, not ${action.price}")
        if not buyers(table, seat, action.price):
            raise table.refuse("no_buyer", f"nobody has ${action.price} and room for {sym}")
        return sym, action.price

    def play(self, table: Table, move: tuple[str, int]) -> None:
        sym, price = move
        state = table.state
        seat = state.turn.entity
        assert isinstance(seat, int)
        state.turn = replace(state.turn, offered=(*state.turn.offered, sym))
        state.pending = (*state.pending, Interrupt(OFFER, sym, (seat, price, buyers(table, seat, price))))


@dataclass(frozen=True)
class AnswerOffer:
    """Take the private or leave it to the next."""

    handles: tuple[type[Action], ...] = (Respond,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _buyer(self, table: Table) -> int:
        seat: int = table.state.pending[-1].data[2][0]
        return seat

    def asked(self, table: Table) -> Actor | None:
        return "player", self._buyer(table)

    def open(self, table: Table) -> bool:
        return True

    def actions(self, table: Table) -> Iterator[Action]:
        player = table.player_id(self._buyer(table))
        for accept in (True, False):
            yield Respond(entity=player, entity_type="player", company=table.state.pending[-1].subject, accept=accept)

    def resolve(self, table: Table, action: Respond) -> bool:
        expect_seat(table, action, self._buyer(table))
        if action.company != table.state.pending[-1].subject:
            raise table.refuse(
                "not_offered", f"{table.state.pending[-1].subject} is offered, not {action.company!r:.40}"
            )
        return action.accept

    def play(self, table: Table, move: bool) -> None:
        state = table.state
        top = state.pending[-1]
        state.pending = state.pending[:-1]
        seller, price, asked = top.data
        if move:
            sell_private(table, top.subject, asked[0], price)
            state.turn = replace(state.turn, traded=True)
            state.round = replace(state.round, last_to_act=seller, passes=0)
        elif len(asked) > 1:
            state.pending = (*state.pending, replace(top, data=(seller, price, asked[1:])))
