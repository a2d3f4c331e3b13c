"""The stock round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from ..model.market import Cell, Market
from ..model.plan import Actor, Step
from ..model.state import MARKET, Turn
from ..model.table import Table
from ..model.verbs import move_price
from ..steps.buy_shares import BuyCertificate, LaunchCorporation
from ..steps.pass_turn import PassStockTurn
from ..steps.sell_shares import SellShareBlock
from .interrupts import interrupted


@dataclass(frozen=True)
class StockRound:
    """Players sell, and buy one certificate or launch a corporation, until all pass in succession (1846 5).

    `choices` are the steps of a turn; a player is asked while one of them is open. `sold_out`: the cell of a
    corporation all in players' hands; `pool_drop`: the cell of one with shares in the market.
    """

    selling: SellShareBlock
    choices: tuple[Step, ...]
    passing: PassStockTurn
    sold_out: Callable[[Market, Cell], Cell]
    pool_drop: Callable[[Market, Cell], Cell] | None = None
    kind: str = "Stock"

    def begin(self, table: Table) -> None:
        state = table.state
        first = next(seat for seat in table.seats_from(state.priority) if not state.players[seat].bankrupt)
        state.turn = Turn(entity=first)

    def asked(self, table: Table) -> Actor | None:
        entity = table.state.turn.entity
        return None if entity is None else ("player", entity)

    def steps(self, table: Table) -> tuple[Step, ...]:
        return self._menu

    @cached_property
    def _menu(self) -> tuple[Step, ...]:
        return (*self.choices, self.passing)

    def advance(self, table: Table) -> None:
        """Ask the player to move if there is something to do; a turn without any choice passes by itself."""
        state = table.state
        while not state.round.over:
            if interrupted(table):
                return
            turn = state.turn
            seat = turn.entity
            assert isinstance(seat, int)
            if not turn.step and self._has_choice(table, seat):
                return
            acted = bool(turn.bought or turn.sold or turn.traded)
            passes = 0 if acted else state.round.passes + 1
            state.round = replace(state.round, passes=passes)
            if passes >= len(table.solvent()):
                self._end(table)
            else:
                state.turn = Turn(entity=table.seat_after(seat))

    def _has_choice(self, table: Table, seat: int) -> bool:
        if any(step.open(table) for step in self.choices):
            return True
        return not table.state.turn.bought and self.selling.might_sell(table, seat)

    def _end(self, table: Table) -> None:
        """Sold-out corporations rise, those with shares in the market may fall, in operating order (1846 5.8)."""
        state = table.state
        market = table.rules.market
        for sym in table.operating_order():
            if table.player_percent(sym) == 100:
                move_price(table, sym, self.sold_out(market, table.cell(sym)), "sold out")
            elif self.pool_drop is not None and table.percent(sym, MARKET):
                move_price(table, sym, self.pool_drop(market, table.cell(sym)), "shares in the market")
        trader = state.round.last_trader
        state.priority = priority_after(table) if trader is None else table.seat_after(trader)
        state.round = replace(state.round, over=True)
        state.turn = Turn()


def priority_after(table: Table) -> int:
    """The seat that would begin the next stock round if everybody passed from now on (1846 5.9)."""
    state = table.state
    last = state.round.last_to_act
    if last is not None:
        return table.seat_after(last)
    return next(seat for seat in table.seats_from(state.priority) if not state.players[seat].bankrupt)


def sell_then_buy() -> StockRound:
    """The round in which sales come before the purchase, and prices move left or right (1846 5)."""
    selling = SellShareBlock()
    choices = BuyCertificate(selling), selling, LaunchCorporation(selling)
    return StockRound(selling, choices, PassStockTurn(selling), Market.right, Market.left)
