"""What a company could bring up, which decides at which steps the game waits (1846 17.2)."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.table import Table
from .issue import IssueOrRedeem


@dataclass(frozen=True)
class BuyingPower:
    """Cash, the largest issue still possible, and what buying minors could bring."""

    issue: IssueOrRedeem | None = None

    def affords_track(self, table: Table, sym: str, price: int) -> bool:
        """Whether a company could lay out so many dollars for track and tokens."""
        missing = price - table.company(sym).cash
        if missing <= 0 or sym in table.state.minors:
            return missing <= 0
        if self.issue is not None:
            missing -= self.issue.best_proceeds(table, sym)
        return missing <= 0 or missing <= self._minors(table, sym, most=3, least=0)

    def affords_train(self, table: Table, sym: str, price: int) -> bool:
        """Whether a corporation could lay out so many dollars for a train."""
        missing = price - table.company(sym).cash
        return missing <= 0 or missing <= self._minors(table, sym, most=2, least=1)

    def _minors(self, table: Table, sym: str, most: int, least: int) -> int:
        """What the treasuries of player-owned minors would add, each bought for $1."""
        row = table.company(sym)
        if row.cash <= 0 or not least <= len(row.trains) <= most or not table.phase.buy_privates:
            return 0
        total = 0
        for minor, name in table.rules.minor_privates.items():
            private = table.state.privates.get(name)
            if private is not None and not private.closed and isinstance(private.owner, int):
                total += max(0, table.state.minors[minor].cash - 1)
        return total
