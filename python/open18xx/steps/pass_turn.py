"""Passing in a stock turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, Pass
from ..model.table import Table
from .base import expect_seat
from .sell_shares import SellShareBlock


@dataclass(frozen=True)
class PassStockTurn:
    """End one's stock turn; not possible while one is above a limit and can sell (1846 17.9)."""

    selling: SellShareBlock
    handles: tuple[type[Action], ...] = (Pass,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return False

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        if not self.selling.must_sell(table, seat):
            yield Pass(entity=table.player_id(seat), entity_type="player")

    def resolve(self, table: Table, action: Pass) -> int:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        if self.selling.must_sell(table, seat):
            name = table.player_name(seat)
            count, limit = table.certificate_count(seat), table.certificate_limit()
            raise table.refuse(
                "must_sell", f"{name} cannot pass above a limit ({count} certificates, limit {limit}): sell first"
            )
        return seat

    def play(self, table: Table, move: int) -> None:
        table.state.turn = replace(table.state.turn, step=1)
