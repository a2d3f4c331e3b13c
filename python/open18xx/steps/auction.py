"""Privates bought in order, with bids set aside and auctions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, Bid, Pass, Range
from ..model.plan import Actor
from ..model.power import SharePower
from ..model.state import UNSOLD, Interrupt
from ..model.table import Table
from ..model.verbs import sell_private, transfer
from .base import expect_seat

#: A bid is at least so many dollars above the one before, or above the price.
RAISE = 5

#: The interrupt by which the bidders of one private are asked.
LOT = "lot"


def price_of(table: Table, sym: str) -> int:
    """What the cheapest private costs in dollars: its price, less what the first one has become cheaper."""
    price = table.rules.privates[sym].price
    return max(0, price - table.state.price_cut) if sym == next(iter(table.rules.privates)) else price


def bids_on(table: Table, sym: str) -> dict[int, int]:
    """Dollars bid on a private by seat."""
    return {seat: amount for private, seat, amount in table.state.bids if private == sym}


def free_cash(table: Table, seat: int, sym: str) -> int:
    """A player's cash less the money set aside on other privates, in dollars."""
    aside = sum(amount for private, owner, amount in table.state.bids if owner == seat and private != sym)
    return table.player(seat).cash - aside


def least_bid(table: Table, sym: str) -> int:
    """The least that may be bid on a private now, in dollars."""
    return max(bids_on(table, sym).values(), default=table.rules.privates[sym].price) + RAISE


def place_bid(table: Table, sym: str, seat: int, amount: int) -> None:
    """Set money aside for a private; a new amount replaces the player's old one on it."""
    rest = tuple(bid for bid in table.state.bids if bid[:2] != (sym, seat))
    table.state.bids = (*rest, (sym, seat, amount))


def take(table: Table, sym: str, seat: int, price: int) -> None:
    """A player pays for a private and gets what comes with it."""
    state = table.state
    state.bids = tuple(bid for bid in state.bids if bid[0] != sym)
    state.deck = tuple(card for card in state.deck if card != sym)
    sell_private(table, sym, seat, price)
    power = table.rules.privates[sym].power(SharePower)
    if power is not None:
        transfer(table, power.corporation, (power.index,), UNSOLD, seat)


def sell_next(table: Table) -> None:
    """Settle the bids on the cheapest private, and on those after it, until one has no bid or several bidders."""
    state = table.state
    while state.deck:
        sym = state.deck[0]
        bids = bids_on(table, sym)
        if len(bids) > 1:
            state.pending = (*state.pending, Interrupt(LOT, sym, (max(bids, key=lambda seat: bids[seat]), ())))
            return
        if not bids:
            return
        [(seat, amount)] = bids.items()
        take(table, sym, seat, amount)


@dataclass(frozen=True)
class BuyOrBid:
    """Buy the cheapest private for its price, bid on another, or pass (18GA 3.1).

    `exact_price`: the cheapest costs exactly its price; otherwise a recorded action may name any price that can be
    paid. `bids_count`: the priority deal goes to the player after the last who bought or bid, not only bought.
    """

    exact_price: bool = True
    bids_count: bool = True
    handles: tuple[type[Action], ...] = (Bid, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return bool(table.state.deck)

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        player = table.player_id(seat)
        yield Pass(entity=player, entity_type="player")
        first, *others = table.state.deck
        price = price_of(table, first)
        if price <= free_cash(table, seat, first):
            yield Bid(entity=player, entity_type="player", company=first, price=price)
        for sym in others:
            low, high = least_bid(table, sym), free_cash(table, seat, sym)
            if low <= high:
                yield Bid(entity=player, entity_type="player", company=sym, price=low, range=Range(low, high))

    def resolve(self, table: Table, action: Bid | Pass) -> tuple[str, int] | None:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        if isinstance(action, Pass):
            return None
        row = table.find_private(action.company)
        if row.sym not in table.state.deck:
            raise table.refuse("not_offered", f"{row.sym} is not for sale any more")
        name = table.player_name(seat)
        free = free_cash(table, seat, row.sym)
        if row.sym != table.state.deck[0]:
            check_bid(table, seat, row.sym, action.price)
        else:
            price = price_of(table, row.sym)
            if action.price != price:
                message = f"{row.sym} is the cheapest private and costs exactly ${price}, not ${action.price}"
                if self.exact_price or action.price < 0:
                    raise table.refuse("private_exact_price", message)
                table.lenient("private_exact_price", message)
            if action.price > free:
                raise table.refuse("not_enough_cash", f"{name} has ${free} free; {row.sym} costs ${action.price}")
        return row.sym, action.price

    def play(self, table: Table, move: tuple[str, int] | None) -> None:
        state = table.state
        seat = state.turn.entity
        assert isinstance(seat, int)
        if move is None:
            state.round = replace(state.round, passes=state.round.passes + 1)
        else:
            sym, price = move
            buys = sym == state.deck[0]
            last = seat if buys or self.bids_count else state.round.last_to_act
            state.round = replace(state.round, passes=0, last_to_act=last)
            if buys:
                take(table, sym, seat, price)
                sell_next(table)
            else:
                place_bid(table, sym, seat, price)
        state.turn = replace(state.turn, step=1)


def check_bid(table: Table, seat: int, sym: str, amount: int, subject: str | None = None) -> None:
    """Refuse a bid that is too low or not covered; `subject` is what the refusal cites the rules for."""
    low, free = least_bid(table, sym), free_cash(table, seat, sym)
    if amount < low:
        raise table.refuse("bid_too_low", f"a bid on {sym} is at least ${low}, not ${amount}", subject)
    if amount > free:
        raise table.refuse(
            "bid_above_cash", f"{table.player_name(seat)} has ${free} free, less than a bid of ${amount}", subject
        )


@dataclass(frozen=True)
class AuctionLot:
    """The bidders of one private raise or pass until one is left (18GA 3.1.1).

    `speaker`: the lowest bidder, whose pass is final; or each in turn clockwise from the maker of the highest bid, who
    may come back after a pass.
    """

    speaker: Literal["lowest_first", "clockwise"]
    handles: tuple[type[Action], ...] = (Bid, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _lot(self, table: Table) -> tuple[str, int, tuple[int, ...]]:
        """The private, the seat that bid or spoke last, and those that have passed since the last bid."""
        top = table.state.pending[-1]
        last, passed = top.data
        return top.subject, last, passed

    def seat(self, table: Table) -> int:
        """Who speaks now."""
        sym, last, _ = self._lot(table)
        bids = bids_on(table, sym)
        if self.speaker == "lowest_first":
            return min(bids, key=lambda seat: bids[seat])
        high = max(bids, key=lambda seat: bids[seat])
        return next(seat for seat in table.seats_from(last + 1) if seat in bids and seat != high)

    def asked(self, table: Table) -> Actor | None:
        return "player", self.seat(table)

    def open(self, table: Table) -> bool:
        return True

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.pending[-1].subject
        seat = self.seat(table)
        player = table.player_id(seat)
        yield Pass(entity=player, entity_type="player")
        low, high = least_bid(table, sym), free_cash(table, seat, sym)
        if low <= high:
            yield Bid(entity=player, entity_type="player", company=sym, price=low, range=Range(low, high))

    def resolve(self, table: Table, action: Bid | Pass) -> int | None:
        seat = self.seat(table)
        expect_seat(table, action, seat)
        if isinstance(action, Pass):
            return None
        row = table.find_private(action.company)
        sym = table.state.pending[-1].subject
        if row.sym != sym:
            raise table.refuse("not_offered", f"the auction is for {sym}, not for {row.sym}")
        check_bid(table, seat, sym, action.price, LOT)
        return action.price

    def play(self, table: Table, move: int | None) -> None:
        state = table.state
        sym, _, passed = self._lot(table)
        seat = self.seat(table)
        rest = state.pending[:-1]
        if move is not None:
            place_bid(table, sym, seat, move)
            state.pending = (*rest, Interrupt(LOT, sym, (seat, ())))
            return
        bids = bids_on(table, sym)
        if self.speaker == "lowest_first":
            state.bids = tuple(bid for bid in state.bids if bid[:2] != (sym, seat))
            bids = bids_on(table, sym)
        silent = (*passed, seat)
        high = max(bids, key=lambda other: bids[other])
        if all(other == high or other in silent for other in bids):
            state.pending = rest
            take(table, sym, high, bids[high])
            sell_next(table)
        else:
            state.pending = (*rest, Interrupt(LOT, sym, (seat, silent)))
