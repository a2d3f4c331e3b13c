"""Rules of 18GA that are not parameters of shared steps."""

from __future__ import annotations

from ... import _core
from ...model.table import Table
from ...steps.lay_track import UNTESTED
from ...steps.sell_shares import not_in_first_round

#: What the site does not check when it loads a file (18GA D11).
CHECKED_ON_LOADING = UNTESTED | {"token_not_connected"}


def operating_order(table: Table) -> list[str]:
    """Floated majors by market value, farther right, upper token (18GA 4b)."""
    return table.operating_order()


def run_rules(table: Table, sym: str) -> _core.RunRules:
    """What a run pays: the values of the phase (18GA 4.2.3.1)."""
    cache: dict[object, _core.RunRules] = table.rules.caches.setdefault("run", {})
    found = cache.get(table.state.phase)
    if found is None:
        found = cache[table.state.phase] = _core.RunRules(colours=table.phase.colours)
    return found


def no_sales_before_operating(table: Table) -> tuple[str, str] | None:
    """No sales in a stock round before the first operating round; set 1 has none before it (18GA D22)."""
    return not_in_first_round(table)
