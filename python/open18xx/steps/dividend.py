"""Dividends and what they do to the share price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from msgspec.structs import replace

from ..actions import Action, Dividend
from ..model.events import DividendPaid
from ..model.state import UNSOLD, Holder
from ..model.table import Table
from ..model.verbs import BANK, drop_obsolete, mark_run, move_price, pay
from .base import expect_company


class PriceMove(Protocol):
    """Steps to the right (negative: left) for dollars paid out at a share price."""

    def __call__(self, paid: int, price: int) -> int: ...


def right_if_paid(paid: int, price: int) -> int:
    """One step right for revenue paid out, else one left (18GA 4.2.4)."""
    return 1 if paid else -1


@dataclass(frozen=True)
class PayDividend:
    """Pay, pay half, or withhold (1846 8.5). A minor splits with its owner; without president all is withheld.

    `moves`: how the share price follows what was paid; `ownerless_drop`: steps left in all for a corporation without
    president that did not run and has no train left; `treasury`: the holder whose shares pay the corporation.
    `idle_run`: trains count as run also if no route was made.
    """

    moves: PriceMove
    ownerless_drop: int = 2
    kinds: tuple[Literal["payout", "withhold", "half"], ...] = ("payout", "withhold", "half")
    treasury: Holder = UNSOLD
    idle_run: bool = True
    handles: tuple[type[Action], ...] = (Dividend,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        turn = table.state.turn
        sym = turn.entity
        assert isinstance(sym, str)
        run = turn.run
        return run is not None and run.revenue > 0 and not table.is_minor(sym) and not table.ownerless(sym)

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        for kind in self.kinds:
            yield Dividend(entity=sym, entity_type="corporation", kind=kind)

    def resolve(self, table: Table, action: Dividend) -> str:
        sym = expect_company(table, action)
        if action.kind not in self.kinds:
            raise table.refuse("no_such_dividend", f"{sym} may choose {', '.join(self.kinds)}, not {action.kind}")
        return action.kind

    def play(self, table: Table, move: str) -> None:
        turn = table.state.turn
        sym = turn.entity
        assert isinstance(sym, str) and turn.run is not None
        revenue = turn.run.revenue
        kept = {"payout": 0, "withhold": revenue, "half": revenue // 20 * 10}[move]
        self._distribute(table, sym, move, revenue - kept, kept)
        self._finish(table, sym)
        table.state.turn = replace(table.state.turn, step=turn.step + 1)

    def skip(self, table: Table) -> None:
        turn = table.state.turn
        sym = turn.entity
        assert isinstance(sym, str)
        revenue = turn.run.revenue if turn.run is not None else 0
        if table.is_minor(sym):
            self._split(table, sym, revenue)
            mark_run(table, sym)
            drop_obsolete(table, sym)
            table.state.put_minor(replace(table.state.minors[sym], operated=True))
            table.state.turn = replace(table.state.turn, paid=True)
            return
        self._distribute(table, sym, "withhold", 0, revenue)
        self._finish(table, sym)
        if table.ownerless(sym) and not revenue and not table.company(sym).trains:
            for _ in range(self.ownerless_drop - 1):
                move_price(table, sym, table.rules.market.left(table.cell(sym)), "no train")

    def _split(self, table: Table, sym: str, revenue: int) -> None:
        owner = table.minor_owner(sym)
        if not revenue or owner is None:
            return
        pay(table, BANK, sym, revenue - revenue // 2, "half")
        pay(table, BANK, owner, revenue // 2, "half")
        table.events.append(DividendPaid(sym, "half", revenue // 2, revenue - revenue // 2))

    def _distribute(self, table: Table, sym: str, kind: str, paid: int, kept: int) -> None:
        """Shares in players' hands and in the treasury are paid; the market is not (1846 8.5.2)."""
        pay(table, BANK, sym, kept, "withheld")
        per_share = paid // 10
        if per_share:
            for seat in table.solvent():
                pay(table, BANK, seat, table.percent(sym, seat) // 10 * per_share, "dividend")
            pay(table, BANK, sym, table.percent(sym, self.treasury) // 10 * per_share, "dividend")
        table.events.append(DividendPaid(sym, kind, paid, kept))
        steps = self.moves(paid, table.price(sym))
        if steps:
            move_price(table, sym, table.rules.market.steps(table.cell(sym), steps), "dividend")

    def _finish(self, table: Table, sym: str) -> None:
        """All trains have run, phased-out ones leave; the corporation has operated (1846 8.5.5, 5.3)."""
        run = table.state.turn.run
        if self.idle_run or (run is not None and run.routes):
            mark_run(table, sym)
        drop_obsolete(table, sym)
        state = table.state
        state.put_corporation(replace(state.corporations[sym], operated=True))
        state.turn = replace(state.turn, paid=True, begun=True)
