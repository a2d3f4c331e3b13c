"""What a company could bring up, which decides at which steps the game waits (1846 17.2)."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.table import Table
from .issue import IssueOrRedeem


@dataclass(frozen=True)
class BuyingPower:
    """Cash, the largest issue still possible, and what buying minors could bring."""

    issue: IssueOrRedeem | None = None

    def for_track(self, table: Table, sym: str) -> int:
        """Dollars that a company could lay out for track and tokens."""
        row = table.company(sym)
        if sym in table.state.minors:
            return row.cash
        issue = 0 if self.issue is None else self.issue.best_proceeds(table, sym)
        return row.cash + issue + self._minors(table, sym, most=3, least=0)

    def for_trains(self, table: Table, sym: str) -> int:
        """Dollars that a corporation could lay out for a train."""
        return table.company(sym).cash + self._minors(table, sym, most=2, least=1)

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
