"""The stock round."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from ..model.plan import Actor, Step
from ..model.state import MARKET, Turn
from ..model.table import Table
from ..model.verbs import move_price
from ..steps.buy_shares import BuyCertificate, LaunchCorporation
from ..steps.pass_turn import PassStockTurn
from ..steps.sell_shares import SellShareBlock


@dataclass(frozen=True)
class StockRound:
    """Players sell, then buy one certificate or launch a corporation, until all pass in succession (1846 5)."""

    selling: SellShareBlock
    buying: BuyCertificate
    launching: LaunchCorporation
    passing: PassStockTurn
    kind: str = "Stock"

    def begin(self, table: Table) -> None:
        state = table.state
        first = next(seat for seat in table.seats_from(state.priority) if not state.players[seat].bankrupt)
        state.turn = Turn(entity=first)

    def asked(self, table: Table) -> Actor | None:
        entity = table.state.turn.entity
        return None if entity is None else ("player", entity)

    def steps(self, table: Table) -> tuple[Step, ...]:
        return self.selling, self.buying, self.launching, self.passing

    def advance(self, table: Table) -> None:
        """Ask the player to move if there is something to do; a turn without any choice passes by itself."""
        state = table.state
        while not state.round.over:
            turn = state.turn
            seat = turn.entity
            assert isinstance(seat, int)
            if not turn.bought and not turn.step and self._has_choice(table, seat):
                return
            acted = bool(turn.bought or turn.sold)
            passes = 0 if acted else state.round.passes + 1
            state.round = replace(state.round, passes=passes)
            if passes >= len(table.solvent()):
                self._end(table)
            else:
                state.turn = Turn(entity=table.seat_after(seat))

    def _has_choice(self, table: Table, seat: int) -> bool:
        return (
            self.buying.open(table)
            or self.selling.open(table)
            or self.launching.open(table)
            or self.selling.might_sell(table, seat)
        )

    def _end(self, table: Table) -> None:
        """Sold-out corporations rise, those with shares in the market fall, in operating order (1846 5.8)."""
        state = table.state
        market = table.rules.market
        for sym in table.operating_order():
            if table.player_percent(sym) == 100:
                move_price(table, sym, market.right(table.cell(sym)), "sold out")
            elif table.percent(sym, MARKET):
                move_price(table, sym, market.left(table.cell(sym)), "shares in the market")
        state.priority = priority_after(table)
        state.round = replace(state.round, over=True)
        state.turn = Turn()


def priority_after(table: Table) -> int:
    """The seat that would begin the next stock round if everybody passed from now on (1846 5.9)."""
    state = table.state
    last = state.round.last_to_act
    if last is not None:
        return table.seat_after(last)
    return next(seat for seat in table.seats_from(state.priority) if not state.players[seat].bankrupt)


def stock_round() -> StockRound:
    """The stock round in which one sells, then buys or launches."""
    selling = SellShareBlock()
    return StockRound(selling, BuyCertificate(selling), LaunchCorporation(selling), PassStockTurn(selling))
