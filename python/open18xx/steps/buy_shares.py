"""Buying a certificate in a stock turn, and launching a corporation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, BuyShares, Par
from ..errors import InvalidAction
from ..model.market import Cell
from ..model.state import MARKET, PREFERRED_BOX, UNSOLD, Holder, Row
from ..model.table import Table
from ..model.verbs import BANK, float_if_sold, launch, pay, transfer
from ..model.verbs.shares import PRESIDENT
from .base import expect_seat, share_ids, share_text
from .sell_shares import SellShareBlock


class Purchase(Row, frozen=True, gc=False):
    """A certificate to be bought for `amount` dollars; `percent` 10 of the president's is half of it."""

    sym: str
    index: int
    source: Holder
    percent: int
    amount: int


class Launch(Row, frozen=True, gc=False):
    """A corporation to be launched in a par cell."""

    sym: str
    cell: Cell
    amount: int


def note_purchase(table: Table, seat: int) -> None:
    """Note that the player acted: the turn's purchase is made."""
    state = table.state
    turn = state.turn
    state.turn = replace(turn, bought=turn.bought + 1, sold_first=turn.sold_first or bool(turn.sold))
    state.round = replace(state.round, last_to_act=seat, last_trader=None, passes=0)


def payee(table: Table, sym: str, source: Holder) -> str:
    """Who is paid for certificates: the corporation for its treasury's, else the bank."""
    return sym if source == UNSOLD and table.rules.capital == "incremental" else BANK


class Buyer(Row, frozen=True, gc=False):
    """What a player can take on: cash in dollars, certificates that count, and their limit."""

    seat: int
    name: str
    cash: int
    count: int
    limit: int

    def obstacle(
        self, table: Table, sym: str, percent: int, amount: int, preferred: bool = False
    ) -> tuple[str, str] | None:
        """Why the player may not take one more certificate of a corporation at this amount in dollars."""
        problem = self.no_room(table, sym, percent, preferred)
        if problem is None and self.cash < amount:
            return "not_enough_cash", f"{self.name} has ${self.cash}; {percent} % of {sym} costs ${amount}"
        return problem

    def no_room(self, table: Table, sym: str, percent: int, preferred: bool = False) -> tuple[str, str] | None:
        """Why the player may not take one more certificate of a corporation whatever it costs."""
        if self.count + 1 > self.limit and not _uncounted(table, sym):
            return "certificate_limit", f"{self.name} has {self.count} certificates; the limit is {self.limit}"
        held, most = table.limited_percent(sym, self.seat), table.rules.holding_limit
        if not preferred and held + percent > most:
            return (
                "holding_limit",
                f"{self.name} holds {held} % of {sym}; {percent} % more would exceed the limit of {most} %",
            )
        return None


def buyer(table: Table, seat: int) -> Buyer:
    """A player as buyer of certificates."""
    return Buyer(
        seat,
        table.player_name(seat),
        table.player(seat).cash,
        table.certificate_count(seat),
        table.certificate_limit(),
    )


def turn_obstacle(table: Table, seat: int, selling: SellShareBlock) -> tuple[str, str] | None:
    """Why a player may buy nothing at all in this turn: reason and message, or None."""
    if table.state.turn.bought:
        return "second_purchase", f"{table.player_name(seat)} has already bought this turn"
    debt = table.player(seat).debt
    if debt:
        return "in_debt", f"{table.player_name(seat)} owes the bank ${debt} and buys nothing until it is repaid"
    if selling.must_sell(table, seat):
        return "must_sell", f"{table.player_name(seat)} is above a limit and must sell first"
    return None


def _uncounted(table: Table, sym: str) -> bool:
    """Whether shares of a corporation do not count for the certificate limit, because of its cell."""
    cell = table.corporation(sym).cell
    return cell is not None and "free" in table.rules.market.flags[cell]


@dataclass(frozen=True)
class BuyCertificate:
    """Buy one certificate of the unsold ones or of the market (1846 5.4, 18GA 3.2c).

    `unsold_at`: unsold certificates cost the share price, or the par price. `uncounted_first`: who is above a limit
    may buy a certificate that does not count, and sells after it.
    """

    selling: SellShareBlock
    unsold_at: Literal["price", "par"] = "price"
    uncounted_first: bool = False
    handles: tuple[type[Action], ...] = (BuyShares,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "player"

    def obstacle(self, table: Table, player: Buyer, buy: Purchase) -> tuple[str, str] | None:
        """Why this purchase is not legal for a player who may buy: reason and message, or None."""
        if (player.seat, buy.sym) in table.state.round.sales:
            return (
                "bought_after_selling",
                f"{player.name} sold {buy.sym} in this stock round and cannot buy it before the next",
            )
        preferred = buy.index in table.rules.corporations[buy.sym].preferred
        return player.obstacle(table, buy.sym, buy.percent, buy.amount, preferred)

    def turn_obstacle(self, table: Table, seat: int, sym: str | None) -> tuple[str, str] | None:
        """Why a player may buy nothing of a corporation (None: of any) in this turn: reason and message, or None."""
        problem = turn_obstacle(table, seat, self.selling)
        if problem is None or problem[0] != "must_sell" or not self.uncounted_first or table.state.turn.sold:
            return problem
        return None if sym is None or _uncounted(table, sym) else problem

    def price(self, table: Table, sym: str, source: Holder) -> int:
        """Dollars for 10 %."""
        par = table.corporation(sym).par
        return par if source == UNSOLD and self.unsold_at == "par" and par is not None else table.price(sym)

    def purchases(self, table: Table, seat: int) -> Iterator[Purchase]:
        """The legal purchases: the first certificate of each kind in each treasury and in the market, and half a
        president's."""
        if self.turn_obstacle(table, seat, None) is not None:
            return
        player = buyer(table, seat)
        above = table.over_limit(seat)
        for sym, row in table.state.corporations.items():
            if row.cell is None or (above and self.turn_obstacle(table, seat, sym) is not None):
                continue
            for buy in self.offers(table, sym):
                if buy.amount <= player.cash and self.obstacle(table, player, buy) is None:
                    yield buy
            if row.president is None and table.percent(sym, seat) == 10:
                buy = Purchase(sym, PRESIDENT, MARKET, 10, table.price(sym))
                if PRESIDENT in table.certificates(sym, MARKET) and self.obstacle(table, player, buy) is None:
                    yield buy

    def offers(self, table: Table, sym: str) -> tuple[Purchase, ...]:
        """What is for sale of a launched corporation, half a president's certificate aside."""
        row, holders = table.corporation(sym), table.state.certificates[sym]
        parts = self, holders, row.cell, row.par
        return table.state.memo.recall(("offers", sym), parts, lambda: tuple(self._offers(table, sym)))

    def _offers(self, table: Table, sym: str) -> Iterator[Purchase]:
        facts = table.rules.corporations[sym]
        for source in (UNSOLD, MARKET):
            first: dict[str, int] = {}
            for index in table.certificates(sym, source):
                if index != PRESIDENT:
                    first.setdefault(facts.kind(index), index)
            for index in first.values():
                percent = table.certificate_percent(sym, index)
                yield Purchase(sym, index, source, percent, percent // 10 * self.price(table, sym, source))

    def open(self, table: Table) -> bool:
        seat = table.state.turn.entity
        return isinstance(seat, int) and next(self.purchases(table, seat), None) is not None

    def actions(self, table: Table) -> list[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        entity, facts = table.player_id(seat), table.rules.corporations
        return [
            BuyShares(
                entity=entity,
                entity_type="player",
                shares=share_text(buy.sym, (buy.index,)),
                percent=facts[buy.sym].certificates[buy.index],
            )
            for buy in self.purchases(table, seat)
        ]

    def resolve(self, table: Table, action: BuyShares) -> Purchase:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        sym, indexes = share_ids(table, action.shares)
        if len(indexes) != 1:
            raise table.refuse("one_certificate", f"one certificate a turn may be bought, not {len(indexes)}")
        index = indexes[0]
        row = table.corporation(sym)
        if row.cell is None:
            raise table.refuse("not_launched", f"{sym} has not been launched")
        holders = table.state.certificates[sym]
        source = next(holder for holder, held in holders.items() if index in held)
        if source == PREFERRED_BOX:
            raise table.refuse("preferred_box", f"{sym}_{index} is a preferred share that nobody can buy yet")
        if source not in (UNSOLD, MARKET):
            raise table.refuse(
                "held_by_player",
                f"{sym}_{index} belongs to {table.player_name(source)}; players sell to the market only",
            )
        percent = table.certificate_percent(sym, index)
        if index == PRESIDENT:
            if table.percent(sym, seat) != 10 or action.percent not in (None, 10, percent):
                raise table.refuse(
                    "half_certificate",
                    f"half of the president's certificate of {sym} may be bought by a player with exactly one share;"
                    f" {table.player_name(seat)} holds {table.percent(sym, seat)} %",
                )
            percent = 10
        elif action.percent not in (None, percent):
            raise InvalidAction(f"{sym}_{index} is a certificate of {percent} %, not {action.percent} %", "percent")
        price = self.price(table, sym, source)
        amount = percent // 10 * price
        if action.share_price is not None and action.share_price != price:
            table.lenient("share_price", f"{sym} costs ${price} a share, not ${action.share_price}")
            amount = percent // 10 * action.share_price
        buy = Purchase(sym, index, source, percent, amount)
        problem = self.turn_obstacle(table, seat, sym) or self.obstacle(table, buyer(table, seat), buy)
        if problem is not None:
            raise table.refuse(*problem)
        return buy

    def play(self, table: Table, move: Purchase) -> None:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        pay(table, seat, payee(table, move.sym, move.source), move.amount, "shares")
        transfer(table, move.sym, (move.index,), move.source, seat, move.percent)
        float_if_sold(table, move.sym)
        note_purchase(table, seat)


def named_par_cell(table: Table, text: str) -> Cell:
    """The par cell that the wire names `price,row,column`."""
    cells = {name: cell for cell, name in table.rules.market.par_texts.items()}
    cell = cells.get(text)
    if cell is None:
        values = ", ".join(str(price) for price in reversed(table.rules.market.par_cells))
        raise table.refuse("not_a_par_price", f"{text!r:.40} is no par cell; par values are {values}")
    return cell


def never_reserved(table: Table, sym: str) -> tuple[str, str] | None:
    """Every corporation may be launched by whoever pays."""
    return None


@dataclass(frozen=True)
class LaunchCorporation:
    """Launch a corporation: choose its par price and take the president's certificate (1846 5.5).

    `reserved`: why a corporation cannot be launched so.
    """

    selling: SellShareBlock
    reserved: Callable[[Table, str], tuple[str, str] | None] = never_reserved
    handles: tuple[type[Action], ...] = (Par,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def obstacle(self, table: Table, player: Buyer, start: Launch) -> tuple[str, str] | None:
        """Why this launch is not legal for a player who may buy: reason and message, or None."""
        return player.obstacle(table, start.sym, table.certificate_percent(start.sym, PRESIDENT), start.amount)

    def launches(self, table: Table, seat: int) -> Iterator[Launch]:
        """The legal launches, lowest par first: a dearer one is not legal where a cheaper one is not."""
        if all(row.par is not None or row.closed for row in table.state.corporations.values()):
            return
        if turn_obstacle(table, seat, self.selling) is not None:
            return
        player = buyer(table, seat)
        for sym, row in table.state.corporations.items():
            if row.par is not None or row.closed or self.reserved(table, sym) is not None:
                continue
            percent = table.certificate_percent(sym, PRESIDENT)
            if player.no_room(table, sym, percent) is not None:
                continue
            for price, cell in reversed(table.rules.market.par_cells.items()):
                if percent // 10 * price > player.cash:
                    break
                yield Launch(sym, cell, percent // 10 * price)

    def open(self, table: Table) -> bool:
        seat = table.state.turn.entity
        return isinstance(seat, int) and next(self.launches(table, seat), None) is not None

    def actions(self, table: Table) -> list[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        entity, texts = table.player_id(seat), table.rules.market.par_texts
        return [
            Par(entity=entity, entity_type="player", corporation=start.sym, share_price=texts[start.cell])
            for start in self.launches(table, seat)
        ]

    def resolve(self, table: Table, action: Par) -> Launch:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        row = table.find_corporation(action.corporation)
        if row.closed:
            raise table.refuse("closed", f"{row.sym} is closed and never comes back")
        if row.par is not None:
            raise table.refuse("already_launched", f"{row.sym} has been launched at ${row.par}")
        problem = self.reserved(table, row.sym)
        if problem is not None:
            raise table.refuse(*problem)
        cell = named_par_cell(table, action.share_price)
        shares = table.certificate_percent(row.sym, PRESIDENT) // 10
        start = Launch(row.sym, cell, shares * table.rules.market.prices[cell])
        problem = turn_obstacle(table, seat, self.selling) or self.obstacle(table, buyer(table, seat), start)
        if problem is not None:
            raise table.refuse(*problem)
        return start

    def play(self, table: Table, move: Launch) -> None:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        facts = table.rules.corporations[move.sym]
        pay(table, seat, payee(table, move.sym, UNSOLD), move.amount, "shares")
        launch(table, move.sym, seat, move.cell)
        subsidy = facts.par_subsidy * table.rules.market.prices[move.cell]
        pay(table, BANK, move.sym, subsidy, "subsidy")
        float_if_sold(table, move.sym)
        note_purchase(table, seat)
