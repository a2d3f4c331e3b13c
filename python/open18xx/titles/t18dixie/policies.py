"""Rules of 18Dixie that are not parameters of shared steps, and the values chosen where no source settles one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ... import _core
from ...model.state import Train
from ...model.table import Table
from ..title import load_data

_PACKAGE = __package__ or ""

#: The private whose marker raises the value of a place, and by how many dollars; a D train doubles it (U18).
RAISED, RAISED_BY = "P2", 10
#: The train that a system neither buys nor sells (18Dixie Table 4 P9).
NOT_FOR_SYSTEMS = "1D+1"


def dividend_moves(paid: int, price: int) -> int:
    """One step right for revenue paid out, else one left (18Dixie 4.5)."""
    return 1 if paid else -1


def operating_order(table: Table) -> list[str]:
    """Owned minors by number, then corporations by price, farther right, upper token (18Dixie 4)."""
    minors = [sym for sym in table.state.minors if table.minor_owner(sym) is not None]
    return minors + table.operating_order()


def discard_order(table: Table) -> list[str]:
    """The acting corporation first, then the operating order (U20)."""
    acting = table.state.turn.entity
    first = [acting] if isinstance(acting, str) and acting in table.state.corporations else []
    return first + [sym for sym in table.operating_order() if sym not in first]


def run_rules(table: Table, sym: str) -> _core.RunRules:
    """What a run pays: the values of the phase, and the raised value of one place (18Dixie 4.4.1)."""
    marker = table.state.markers.get(RAISED)
    hex_id = marker.hex if marker is not None and marker.company == sym else None
    tile = None if hex_id is None else table.state.board.tile(hex_id)
    key = (table.state.phase, hex_id, None if tile is None else tile[0])
    cache: dict[object, _core.RunRules] = table.rules.caches.setdefault("run", {})
    found = cache.get(key)
    if found is None:
        values: dict[str, int] = {}
        if hex_id is not None:
            values[hex_id] = RAISED_BY + stop_value(table, hex_id if tile is None else tile[0])
        found = cache[key] = _core.RunRules(colours=table.phase.colours, values=values)
    return found


def stop_value(table: Table, face: str) -> int:
    """What the only stop on a tile or printed hex is worth in this phase, in dollars."""
    data = load_data(_PACKAGE, "track.json")
    row: Mapping[str, Any] = next(row for key in ("hexes", "tiles") for row in data[key] if row["id"] == face)
    stops: list[dict[str, Any]] = [*row.get("cities", ()), *row.get("towns", ())]
    revenue: int | dict[str, int] = stops[0]["revenue"]
    if isinstance(revenue, int):
        return revenue
    return next(revenue[colour] for colour in reversed(table.phase.colours) if colour in revenue)


def no_sales_in_first_round(table: Table) -> tuple[str, str] | None:
    """No sales in the first stock round of the game (18Dixie 3.1)."""
    if table.state.round.turn == 1:
        return "no_sale_yet", "nothing may be sold in the first stock round"
    return None


def is_system(table: Table, sym: str) -> bool:
    """Whether a corporation was formed by a merger."""
    return bool(table.rules.corporations[sym].formed_from)


def at_face_value(table: Table, sym: str, source: str) -> bool:
    """A system buys and sells trains at their face value (18Dixie 5.4i)."""
    return is_system(table, sym) or is_system(table, source)


def not_for_systems(table: Table, train: Train) -> tuple[str, str] | None:
    """One train is never sold to a system, nor by it (18Dixie Table 4 P9)."""
    buyer = table.state.turn.entity
    if train.rank != NOT_FOR_SYSTEMS:
        return None
    owner = next((sym for sym, row in table.state.corporations.items() if train in row.trains), None)
    if any(isinstance(sym, str) and is_system(table, sym) for sym in (buyer, owner)):
        return "not_for_systems", f"a {train.face} is not sold to or by a system"
    return None


def home_blocks(table: Table, sym: str, hex_id: str) -> tuple[str, str] | None:
    """Nobody places a token in the home city of a company that has not placed its own (18Dixie 4.3c)."""
    for company, where, _, _ in table.state.board.reservations():
        if where == hex_id and company != sym and company not in KEEPS_CIRCLE:
            return "home_reserved", f"{company} has not placed its home token in {hex_id}"
    return None


#: Privates that keep a circle of a city, not the whole of it (U17).
KEEPS_CIRCLE = ("P3",)


def everywhere(table: Table, sym: str, hex_id: str) -> tuple[str, str] | None:
    """Corporations go everywhere."""
    return None


def service_areas(areas: Mapping[str, Any]) -> Callable[[Table, str, str], tuple[str, str] | None]:
    """Corporations have tokens only in the areas that they served (18Dixie 7b)."""

    def outside(table: Table, sym: str, hex_id: str) -> tuple[str, str] | None:
        area = areas.get(sym)
        if area is None:
            return None
        row, column = hex_id[0], int(hex_id[1:])
        inside = (
            row > area["below"] if area["axis"] == "row" else area.get("above", 0) < column < area.get("under", 100)
        )
        return None if inside else ("service_area", f"{hex_id} is outside the area of {sym}")

    return outside


def both(
    first: Callable[[Table, str, str], tuple[str, str] | None],
    second: Callable[[Table, str, str], tuple[str, str] | None],
) -> Callable[[Table, str, str], tuple[str, str] | None]:
    """Two reasons for which a hex can be closed to a company."""
    return lambda table, sym, hex_id: first(table, sym, hex_id) or second(table, sym, hex_id)
