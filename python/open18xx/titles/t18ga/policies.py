"""Rules of 18GA that are not parameters of shared steps."""

from __future__ import annotations

from ... import _core
from ...model.table import Table
from ...model.verbs import close_private


def dividend_moves(paid: int, price: int) -> int:
    """One step right for revenue paid out, else one left (18GA 4.2.4)."""
    return 1 if paid else -1


def operating_order(table: Table) -> list[str]:
    """Floated majors by market value, farther right, upper token (18GA 4b)."""
    return table.operating_order()


def close_privates(table: Table) -> None:
    """All privates close (18GA 4.2.1k)."""
    for sym in list(table.state.privates):
        close_private(table, sym)


def run_rules(table: Table, sym: str) -> _core.RunRules:
    """What a run pays: the values of the phase (18GA 4.2.3.1)."""
    cache: dict[object, _core.RunRules] = table.rules.caches.setdefault("run", {})
    found = cache.get(table.state.phase)
    if found is None:
        found = cache[table.state.phase] = _core.RunRules(colours=table.phase.colours)
    return found


def no_sales_in_first_round(table: Table) -> tuple[str, str] | None:
    """No sales in the first stock round of the game (18GA 3.2a1)."""
    if table.state.round.turn == 1:
        return "no_sale_yet", "shares may be sold from the second stock round on"
    return None


def no_sales_before_operating(table: Table) -> tuple[str, str] | None:
    """No sales in a stock round before the first operating round; set 1 has none before it (18GA D22)."""
    return no_sales_in_first_round(table)
