"""How privates and minors are sold in 18Dixie: nominations, auctions, and what comes with a private (18Dixie 3.2a,
3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ...actions import Action, Bid, BuyCompany, Par, Pass, Range
from ...model.market import Cell
from ...model.plan import Actor, Step
from ...model.power import MinorPower, PresidencyPower, TokenPower
from ...model.state import MARKET, UNSOLD, Interrupt, Turn
from ...model.table import Table
from ...model.verbs import close_private, float_if_sold, launch, move_certificates, place_token, sell_private
from ...steps.base import expect_seat
from ...steps.buy_shares import named_par_cell, note_purchase, turn_obstacle
from ...steps.sell_shares import SellShareBlock

#: A bid is at least so many dollars above the one before; an opening bid is the list price and a multiple of it.
RAISE = 5
#: The interrupts of the bidders for one private, and of the buyer of a presidency who sets its par price.
LOT, PRESIDENCY = "nominated", "presidency"
#: Privates that are auctioned in stock round 2, and from the next one on sold like the others (18Dixie 3.3.2).
LATE, LATE_ROUND = ("P8", "P9", "P10"), 2
#: Stock round after which nothing is left to be had (18Dixie 3.3.3).
LAST_ROUND = 3


def offered(table: Table, sym: str) -> bool:
    """Whether a private or minor belongs to nobody and may be had in this stock round."""
    row = table.state.privates[sym]
    return row.owner is None and not row.closed and table.rules.privates[sym].offered <= table.state.round.turn


def nominees(table: Table) -> list[str]:
    """The privates that may be nominated in this stock round."""
    where = table.state.round
    if where.kind == "Auction":
        return [sym for sym in table.state.privates if table.power_of(sym, MinorPower) is None and offered(table, sym)]
    return [sym for sym in LATE if offered(table, sym)] if where.turn == LATE_ROUND else []


def has_room(table: Table, seat: int) -> bool:
    """Whether a player may take one more certificate that counts."""
    return table.certificate_count(seat) < table.certificate_limit()


def take(table: Table, sym: str, seat: int, price: int) -> None:
    """A player pays for a private or minor and gets what comes with it."""
    state = table.state
    sell_private(table, sym, seat, price)
    power = table.power_of(sym, TokenPower)
    if power is not None and power.placeholder:
        place_token(table, sym, power.hex, power.city, 0)
    if table.power_of(sym, PresidencyPower) is not None:
        state.pending = (*state.pending, Interrupt(PRESIDENCY, sym, (seat,)))


def open_lot(table: Table, sym: str, seat: int, price: int, bidders: tuple[int, ...]) -> None:
    """Ask the bidders in this order, or sell at once if nobody is left."""
    state = table.state
    while bidders and table.player(bidders[0]).cash < price + RAISE:
        bidders = bidders[1:]
    if bidders:
        state.pending = (*state.pending, Interrupt(LOT, sym, (seat, price, bidders)))
        return
    if state.round.kind == "Auction":
        state.round = replace(state.round, won=(*state.round.won, seat))
    take(table, sym, seat, price)


@dataclass(frozen=True)
class Nominate:
    """Put a private up and open with its list price or more: the turn of the first auctions, or a purchase of a stock
    turn.

    Who is the last without a private in the first auctions buys one for its list price (18Dixie 3.3.1).
    """

    selling: SellShareBlock | None = None
    handles: tuple[type[Action], ...] = (Bid,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _bidders(self, table: Table, seat: int) -> tuple[int, ...]:
        """Who may bid against the nominator, from its left."""
        others = [other for other in table.seats_from(seat + 1) if other != seat]
        if self.selling is None:
            return tuple(other for other in others if other not in table.state.round.won)
        return tuple(other for other in others if has_room(table, other))

    def obstacle(self, table: Table, seat: int) -> tuple[str, str] | None:
        """Why the player may nominate nothing: reason and message, or None."""
        if self.selling is None:
            return None
        problem = turn_obstacle(table, seat, self.selling)
        if problem is None and not has_room(table, seat):
            name, limit = table.player_name(seat), table.certificate_limit()
            return "certificate_limit", f"{name} has {table.certificate_count(seat)} certificates; the limit is {limit}"
        return problem

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def prices(self, table: Table, seat: int, sym: str) -> Range:
        """What the nominator may open with, in dollars."""
        low, cash = table.rules.privates[sym].price, table.player(seat).cash
        if self.selling is None and not self._bidders(table, seat):
            return Range(low, min(low, cash))
        return Range(low, low + (cash - low) // RAISE * RAISE, RAISE)

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        if self.obstacle(table, seat) is not None:
            return
        for sym in nominees(table):
            prices = self.prices(table, seat, sym)
            if prices.low <= prices.high:
                yield Bid(
                    entity=table.player_id(seat),
                    entity_type="player",
                    company=sym,
                    price=prices.low,
                    range=prices if prices.low < prices.high else None,
                )

    def resolve(self, table: Table, action: Bid) -> tuple[str, int]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        row = table.find_private(action.company)
        if row.sym not in nominees(table):
            raise table.refuse("not_offered", f"{row.sym} cannot be nominated now")
        problem = self.obstacle(table, seat)
        if problem is not None:
            raise table.refuse(*problem)
        prices = self.prices(table, seat, row.sym)
        if action.price > table.player(seat).cash:
            raise table.refuse(
                "bid_above_cash", f"{table.player_name(seat)} has ${table.player(seat).cash}, less than ${action.price}"
            )
        if action.price not in prices:
            raise table.refuse(
                "opening_bid",
                f"{row.sym} opens at ${prices.low} or a multiple of ${RAISE} more, not at ${action.price}",
            )
        return row.sym, action.price

    def play(self, table: Table, move: tuple[str, int]) -> None:
        sym, price = move
        state = table.state
        seat = state.turn.entity
        assert isinstance(seat, int)
        bidders = self._bidders(table, seat)
        if self.selling is None:
            state.turn = replace(state.turn, step=1)
        else:
            note_purchase(table, seat)
        open_lot(table, sym, seat, price, bidders)


@dataclass(frozen=True)
class BidForLot:
    """Bidders raise or pass for good, clockwise, until one is left (18Dixie 3.2a)."""

    handles: tuple[type[Action], ...] = (Bid, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def asked(self, table: Table) -> Actor | None:
        return "player", table.state.pending[-1].data[2][0]

    def open(self, table: Table) -> bool:
        return True

    def actions(self, table: Table) -> Iterator[Action]:
        top = table.state.pending[-1]
        _, price, bidders = top.data
        player = table.player_id(bidders[0])
        yield Pass(entity=player, entity_type="player")
        prices = Range(price + RAISE, table.player(bidders[0]).cash)
        yield Bid(entity=player, entity_type="player", company=top.subject, price=prices.low, range=prices)

    def resolve(self, table: Table, action: Bid | Pass) -> int | None:
        top = table.state.pending[-1]
        _, price, bidders = top.data
        expect_seat(table, action, bidders[0])
        if isinstance(action, Pass):
            return None
        if table.find_private(action.company).sym != top.subject:
            raise table.refuse("not_offered", f"the auction is for {top.subject}, not for {action.company}")
        cash = table.player(bidders[0]).cash
        if action.price < price + RAISE:
            raise table.refuse("bid_too_low", f"a bid is at least ${price + RAISE}, not ${action.price}")
        if action.price > cash:
            raise table.refuse(
                "bid_above_cash", f"{table.player_name(bidders[0])} has ${cash}, less than ${action.price}"
            )
        return action.price

    def play(self, table: Table, move: int | None) -> None:
        state = table.state
        top = state.pending[-1]
        state.pending = state.pending[:-1]
        high, price, bidders = top.data
        if move is None:
            open_lot(table, top.subject, high, price, bidders[1:])
        else:
            open_lot(table, top.subject, bidders[0], move, (*bidders[1:], high))


@dataclass(frozen=True)
class SetPar:
    """Whoever buys a presidency with a private sets its par price; the private is used up (18Dixie Table 3 P6)."""

    handles: tuple[type[Action], ...] = (Par,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _power(self, table: Table) -> PresidencyPower:
        power = table.power_of(table.state.pending[-1].subject, PresidencyPower)
        assert power is not None
        return power

    def _seat(self, table: Table) -> int:
        seat: int = table.state.pending[-1].data[0]
        return seat

    def asked(self, table: Table) -> Actor | None:
        return "player", self._seat(table)

    def open(self, table: Table) -> bool:
        return True

    def actions(self, table: Table) -> Iterator[Action]:
        sym = self._power(table).corporation
        for price, (row, column) in reversed(table.rules.market.par_cells.items()):
            yield Par(
                entity=table.player_id(self._seat(table)),
                entity_type="player",
                corporation=sym,
                share_price=f"{price},{row},{column}",
            )

    def resolve(self, table: Table, action: Par) -> Cell:
        expect_seat(table, action, self._seat(table))
        sym = self._power(table).corporation
        if table.find_corporation(action.corporation).sym != sym:
            raise table.refuse("other_corporation", f"the par price of {sym} is to be set, not of {action.corporation}")
        return named_par_cell(table, action.share_price)

    def play(self, table: Table, move: Cell) -> None:
        power, seat = self._power(table), self._seat(table)
        private = table.state.pending[-1].subject
        table.state.pending = table.state.pending[:-1]
        sym = power.corporation
        facts = table.rules.corporations[sym]
        launch(table, sym, seat, move)
        regular = [index for index in table.certificates(sym, UNSOLD) if facts.kind(index) == "regular"]
        move_certificates(table, sym, regular[: power.market], UNSOLD, MARKET)
        close_private(table, private)
        float_if_sold(table, sym)


@dataclass(frozen=True)
class FirstAuctions:
    """Players without a private nominate in turn until each has won one (18Dixie 3.3.1)."""

    nominating: Nominate
    kind: str = "Auction"

    def begin(self, table: Table) -> None:
        table.state.turn = Turn(entity=table.state.priority)

    def asked(self, table: Table) -> Actor | None:
        entity = table.state.turn.entity
        return None if entity is None else ("player", entity)

    def steps(self, table: Table) -> tuple[Step, ...]:
        return (self.nominating,)

    def advance(self, table: Table) -> None:
        state = table.state
        if state.round.over or state.pending or not state.turn.step:
            return
        seat = state.turn.entity
        assert isinstance(seat, int)
        following = next((other for other in table.seats_from(seat + 1) if other not in state.round.won), None)
        if following is not None:
            state.turn = Turn(entity=following)
            return
        self._end(table)

    def _end(self, table: Table) -> None:
        """The lowest private gives the priority deal, even if nobody buys in the rest of the round (U38); the highest
        unsold one leaves the game."""
        state = table.state
        unsold = nominees(table)
        first = next(sym for sym in state.privates if sym not in unsold)
        state.priority = self._winner(table, first)
        close_private(table, unsold[-1])
        state.round = replace(state.round, over=True)
        state.turn = Turn()

    def _winner(self, table: Table, sym: str) -> int:
        """Who won a private; one that brought a presidency has closed, and made its buyer president."""
        owner = table.state.privates[sym].owner
        if isinstance(owner, int):
            return owner
        power = table.power_of(sym, PresidencyPower)
        assert power is not None
        president = table.corporation(power.corporation).president
        assert president is not None
        return president


@dataclass(frozen=True)
class BuyFromBank:
    """Buy a private or minor that nobody has for its list price, as the purchase of a stock turn (18Dixie 3.2b,
    3.2c3)."""

    selling: SellShareBlock
    handles: tuple[type[Action], ...] = (BuyCompany,)

    def claims(self, table: Table, action: Action) -> bool:
        assert isinstance(action, BuyCompany)
        row = table.state.privates.get(action.company)
        return row is not None and row.owner is None and not row.closed

    def obstacle(self, table: Table, seat: int, sym: str) -> tuple[str, str] | None:
        """Why a player cannot buy this now: reason and message, or None."""
        if not offered(table, sym) or sym in nominees(table):
            return "not_offered", f"{sym} is not for sale at its list price in this stock round"
        return turn_obstacle(table, seat, self.selling) or self._cannot_take(table, seat, sym)

    def _cannot_take(self, table: Table, seat: int, sym: str) -> tuple[str, str] | None:
        name, cash, price = table.player_name(seat), table.player(seat).cash, table.rules.privates[sym].price
        if not has_room(table, seat):
            limit = table.certificate_limit()
            return "certificate_limit", f"{name} has {table.certificate_count(seat)} certificates; the limit is {limit}"
        if cash < price:
            return "not_enough_cash", f"{name} has ${cash}; {sym} costs ${price}"
        return None

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        on_sale = [sym for sym in table.state.privates if offered(table, sym)]
        if not on_sale or turn_obstacle(table, seat, self.selling) is not None:
            return
        apart = nominees(table)
        for sym in on_sale:
            if sym not in apart and self._cannot_take(table, seat, sym) is None:
                price = table.rules.privates[sym].price
                yield BuyCompany(entity=table.player_id(seat), entity_type="player", company=sym, price=price)

    def resolve(self, table: Table, action: BuyCompany) -> str:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        sym = action.company
        problem = self.obstacle(table, seat, sym)
        if problem is not None:
            raise table.refuse(*problem)
        price = table.rules.privates[sym].price
        if action.price != price:
            raise table.refuse("private_price", f"{sym} costs ${price}, not ${action.price}")
        return sym

    def play(self, table: Table, move: str) -> None:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        note_purchase(table, seat)
        take(table, move, seat, table.rules.privates[move].price)


def reserved_presidency(table: Table, sym: str) -> tuple[str, str] | None:
    """A corporation whose presidency comes with a private that may still be bought is launched by that alone."""
    for name, power in table.rules.with_power(PresidencyPower):
        if power.corporation == sym and not table.state.privates[name].closed:
            return "reserved_presidency", f"the president's certificate of {sym} comes with {name}"
    return None
