"""Choosing privates from cards offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, Bid, Pass
from ..model.chance import shuffle
from ..model.power import MinorPower
from ..model.state import Row
from ..model.table import Table
from ..model.verbs import BANK, pay, sell_private
from .base import expect_seat

#: What a pass takes off the price of the last card, in dollars.
DISCOUNT = 10


def price_of(table: Table, sym: str) -> int:
    """What a private costs its first owner in dollars: list price and debt, less the discount of the last card."""
    facts = table.rules.privates[sym]
    return facts.price + _debt(table, sym) - table.state.round.discount


def _debt(table: Table, sym: str) -> int:
    power = table.rules.privates[sym].power(MinorPower)
    return 0 if power is None else power.debt


def take(table: Table, sym: str, seat: int, price: int) -> None:
    """A player pays for a private; a minor that it stands for gets its first money from the bank."""
    if table.rules.privates[sym].blank:
        return
    sell_private(table, sym, seat, price)
    power = table.rules.privates[sym].power(MinorPower)
    if power is not None:
        pay(table, BANK, power.minor, table.rules.minors[power.minor].cash, "minor's treasury")


class Choice(Row, frozen=True, gc=False):
    """A card that is kept, and the dollars that it costs if it is paid at once."""

    sym: str
    price: int


@dataclass(frozen=True)
class ChoosePrivate:
    """Keep one of the cards offered; a single last private may be passed on, cheaper each time (1846 4).

    `hidden`: the top (players + 2) cards are offered to one player, the rest of them is shuffled back, all is paid at
    the end. Otherwise all cards lie open and a pick is paid at once. `each`: everybody takes so many, nobody passes,
    and the rest leaves the game. `price`: what the action states is not looked at, has to be the list price, or has to
    be it but in a recorded action, which is paid as it stands.
    """

    hidden: bool
    each: int | None = None
    price: Literal["unchecked", "list", "recorded"] = "unchecked"
    handles: tuple[type[Action], ...] = (Bid, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return bool(table.state.deck)

    def offer(self, table: Table) -> tuple[str, ...]:
        """The cards that may be chosen now."""
        deck = table.state.deck
        return deck[: len(table.state.seats) + 2] if self.hidden else deck

    def last(self, table: Table) -> str | None:
        """The single last private, if it has come to that."""
        deck = table.state.deck
        if self.each is not None:
            return None
        return deck[0] if len(deck) == 1 and not table.rules.privates[deck[0]].blank else None

    def committed(self, table: Table, seat: int) -> int:
        """Dollars that a player owes for the cards kept so far."""
        picks = table.state.round.picks
        return sum(table.rules.privates[sym].price + _debt(table, sym) for owner, sym in picks if owner == seat)

    def affordable(self, table: Table, seat: int, sym: str) -> bool:
        """Whether a player could pay this card besides those kept."""
        return self.committed(table, seat) + price_of(table, sym) <= table.player(seat).cash

    def may_pass(self, table: Table) -> tuple[str, str] | None:
        """Why passing is refused, or None."""
        if self.last(table) is not None:
            return None
        if self.each is not None:
            return "draft_pass", "everybody has to choose a private"
        if self.hidden:
            return "draft_pass", "a card must be kept; only a single last private may be passed on"
        if not any(row.owner is not None for row in table.state.privates.values()):
            return "draft_first_pass", "nobody may pass before the first private is bought"
        return None

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        player = table.player_id(seat)
        offered = self.offer(table)
        if self.hidden:
            # The order of the deck is hidden, also where its top is not.
            offered = tuple(sorted(offered, key=list(table.rules.privates).index))
        for sym in offered:
            if self.affordable(table, seat, sym):
                price = table.rules.privates[sym].price - table.state.round.discount
                yield Bid(entity=player, entity_type="player", company=sym, price=max(0, price))
        if self.may_pass(table) is None:
            yield Pass(entity=player, entity_type="player")

    def done(self, table: Table, seat: int) -> bool:
        """Whether a player has all the privates that each may choose."""
        return self.each is not None and len(table.held_privates(seat)) >= self.each

    def resolve(self, table: Table, action: Bid | Pass) -> Choice | None:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        if action.entity_type == "player" and self.done(table, table.seat_of(action.entity)):
            raise table.refuse(
                "private_chosen", f"{table.player_name(table.seat_of(action.entity))} has chosen a private already"
            )
        expect_seat(table, action, seat)
        if isinstance(action, Pass):
            problem = self.may_pass(table)
            if problem is not None:
                raise table.refuse(*problem)
            return None
        row = table.find_private(action.company)
        if row.sym not in self.offer(table):
            raise table.refuse("not_offered", f"{row.sym} is not offered to {table.player_name(seat)}")
        if not self.affordable(table, seat, row.sym):
            raise table.refuse(
                "not_enough_cash",
                f"{table.player_name(seat)} has ${table.player(seat).cash} and owes ${self.committed(table, seat)};"
                f" {row.sym} costs ${price_of(table, row.sym)}",
            )
        return Choice(row.sym, self._price(table, seat, row.sym, action.price))

    def _price(self, table: Table, seat: int, sym: str, stated: int) -> int:
        """What is paid for a card that is paid at once, in dollars."""
        price = price_of(table, sym)
        if self.price != "unchecked" and stated != price:
            problem = "draft_price", f"{sym} costs its list price of ${price}, not ${stated}"
            if self.price == "list" or not 0 <= stated <= table.player(seat).cash:
                raise table.refuse(*problem)
            table.lenient(*problem)
            price = stated
        return price

    def play(self, table: Table, move: Choice | None) -> None:
        if move is None:
            self._pass(table)
        else:
            self._choose(table, move)

    def _choose(self, table: Table, move: Choice) -> None:
        sym = move.sym
        state = table.state
        seat = state.turn.entity
        assert isinstance(seat, int)
        if self.hidden:
            offered = self.offer(table)
            rest: tuple[str, ...] = ()
            if len(offered) > 1:
                mixed, state.rng = shuffle(offered, state.rng)
                rest = tuple(card for card in mixed if card != sym)
            state.deck = state.deck[len(offered) :] + rest
            state.round = replace(state.round, picks=(*state.round.picks, (seat, sym)), passes=0)
        else:
            take(table, sym, seat, move.price)
            state.deck = tuple(card for card in state.deck if card != sym)
            state.round = replace(state.round, passes=0)
        state.turn = replace(state.turn, step=1)

    def _pass(self, table: Table) -> None:
        """Pass the last card on; at its floor the next player gets it without being asked."""
        state = table.state
        last = self.last(table)
        if last is None:
            state.round = replace(state.round, passes=state.round.passes + 1)
            state.turn = replace(state.turn, step=1)
            return
        state.round = replace(state.round, discount=state.round.discount + DISCOUNT)
        seat = state.turn.entity
        assert isinstance(seat, int)
        if state.round.discount >= table.rules.privates[last].price:
            state.turn = replace(state.turn, entity=(seat - 1) % len(state.seats))
            self._choose(table, Choice(last, price_of(table, last)))
        else:
            state.turn = replace(state.turn, step=1)
