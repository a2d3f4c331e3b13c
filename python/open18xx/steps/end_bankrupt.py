"""A bankruptcy that ends the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, Bankrupt
from ..model.events import WentBankrupt
from ..model.table import Table
from ..model.verbs import BANK, pay
from ..model.verbs.shares import settle_swaps
from .base import expect_company
from .forced_issue import must_buy
from .forced_sale import ForcedSale
from .sell_shares import sell


@dataclass(frozen=True)
class EndBankrupt:
    """The president cannot pay the cheapest train; all that may be sold is sold, and the game ends (18GA 5c, 10.4)."""

    sale: ForcedSale
    handles: tuple[type[Action], ...] = (Bankrupt,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def shortfall(self, table: Table, sym: str) -> tuple[str, str] | None:
        """Why bankruptcy is refused: reason and message, or None."""
        problem = self.sale.helped(table, sym)
        if problem is not None:
            return problem
        price = table.cheapest_price() or 0
        trial = Table(table.rules, table.state.copy())
        self._sell_all(trial, sym)
        total = self.sale.purse(trial, sym)
        if total >= price:
            return "not_insolvent", f"treasury, cash and sales reach ${total}; the cheapest train costs ${price}"
        return None

    def open(self, table: Table) -> bool:
        sym = table.state.turn.entity
        return isinstance(sym, str) and must_buy(table, sym) and self.shortfall(table, sym) is None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if self.open(table):
            yield Bankrupt(entity=sym, entity_type="corporation")

    def resolve(self, table: Table, action: Bankrupt) -> str:
        sym = expect_company(table, action)
        problem = self.shortfall(table, sym)
        if problem is not None:
            raise table.refuse(*problem)
        return sym

    def _sell_all(self, table: Table, sym: str) -> None:
        """Corporations in the order of the market, of each the dearest block allowed, again until none is left."""
        seat = table.corporation(sym).president
        assert seat is not None
        while True:
            sold = False
            for other in table.market_order():
                blocks = [block for block in self.sale.possible(table, sym) if block.sym == other]
                if blocks:
                    sell(table, seat, max(blocks, key=lambda block: block.amount), "bankruptcy")
                    settle_swaps(table)
                    sold = True
            if not sold:
                return

    def play(self, table: Table, move: str) -> None:
        state = table.state
        seat = table.corporation(move).president
        assert seat is not None
        self._sell_all(table, move)
        pay(table, seat, BANK, table.player(seat).cash, "bankruptcy")
        state.put_player(seat, replace(state.players[seat], bankrupt=True))
        table.events.append(WentBankrupt(seat))
