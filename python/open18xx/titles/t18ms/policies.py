"""Rules of 18MS that are not parameters of shared steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ... import _core
from ...model.state import Marker, Private, Train
from ...model.table import Table
from ...model.verbs import BANK, pay
from .calendar import leaving_rank, or_number

NEW_ORLEANS = "I1"
CHATTANOOGA = "B12"
#: Where the site looks for the connection with Chattanooga.
CHATTANOOGA_GATE = "B10"
#: Dollars for the first station in New Orleans and, until the first 6-Train, for each of its owner's routes there.
STATION_BONUS, ROUTE_BONUS = 100, 10
#: Dollars for the first connection with Chattanooga.
CONNECTION_BONUS = 50
#: The private that is exchanged for a train, and the last operating round in which it is.
EXCHANGED, LAST_EXCHANGE = "MC", 4
#: The privates that the site sells in the first operating round, at their list price.
EARLY = ("AGS", "BS")


def operating_order(table: Table) -> list[str]:
    """Floated majors by market value, farther right, upper token (18MS 4a)."""
    return table.operating_order()


def run_rules(table: Table, sym: str) -> _core.RunRules:
    """What a run pays: the values of the phase, and the bonus for New Orleans once a route (18MS 4.2.2.1, 4.2.3.1)."""
    marker = table.state.markers.get(NEW_ORLEANS)
    bonus = marker is not None and marker.company == sym
    cache: dict[object, _core.RunRules] = table.rules.caches.setdefault("run", {})
    key = table.state.phase, bonus
    found = cache.get(key)
    if found is None:
        found = cache[key] = _core.RunRules(
            colours=table.phase.colours, once=[((NEW_ORLEANS,), ROUTE_BONUS)] if bonus else []
        )
    return found


def end_route_bonus(table: Table) -> None:
    """The bonus for routes to New Orleans ends (18MS 4.2.2.1)."""
    table.state.put_marker(NEW_ORLEANS, None)


def new_orleans_bonus(halved_earns: bool, until: str) -> Callable[[Table, str, str, str | None], None]:
    """The bonuses of the first station in New Orleans; `halved_earns`: also at half price (M28); `until`: the phase
    that ends the bonus for routes."""

    def after_token(table: Table, sym: str, hex_id: str, private: str | None) -> None:
        if hex_id != NEW_ORLEANS or (private is not None and not halved_earns):
            return
        pay(table, BANK, sym, STATION_BONUS, "New Orleans")
        if table.state.phase < table.rules.phase_index[until]:
            table.state.put_marker(NEW_ORLEANS, Marker(NEW_ORLEANS, sym, NEW_ORLEANS))

    return after_token


def chattanooga_bonus(hex_id: str | None) -> Callable[[Table, str], None]:
    """The bonus for the first tile that connects a station with Chattanooga; in this hex, if one is given (M18)."""

    def after_lay(table: Table, laid: str) -> None:
        sym = table.state.turn.entity
        if CHATTANOOGA in table.state.markers or not isinstance(sym, str) or hex_id not in (None, laid):
            return
        if table.state.board.reached_edges(sym, CHATTANOOGA):
            table.state.put_marker(CHATTANOOGA, Marker(CHATTANOOGA, sym, CHATTANOOGA))
            pay(table, BANK, sym, CONNECTION_BONUS, "Chattanooga")

    return after_lay


def late_trade(table: Table, train: Train) -> tuple[str, str] | None:
    """A train that has run in the last operating round of its rank is not bought by others any more (18MS 4.2.5.1)."""
    if train.ran and train.rank == leaving_rank(table):
        return "late_trade", f"train {train.id} has operated in this round, after which its rank leaves the game"
    return None


@dataclass(frozen=True)
class PrivateWindow:
    """When majors buy privates: from operating round `first` on at half to one and a half times the list price;
    `early`: some at the list price before (M5); `exchange_from`: the first round for the one exchanged (M4)."""

    first: int
    early: tuple[str, ...]
    exchange_from: int

    def closed(self, table: Table) -> tuple[str, str] | None:
        number = or_number(table)
        if number < self.first and not self.early:
            return "private_window", f"privates are sold from operating round {self.first} on; this is round {number}"
        return None

    def problem(self, table: Table, private: Private) -> tuple[str, str] | None:
        number = or_number(table)
        if number < self.first and private.sym not in self.early:
            return "private_window", f"{private.sym} is sold from operating round {self.first} on, not in {number}"
        if private.sym == EXCHANGED and not self.exchange_from <= number <= LAST_EXCHANGE:
            return (
                "private_window",
                f"{private.sym} is sold in operating rounds {self.exchange_from} to {LAST_EXCHANGE}, not in {number}",
            )
        return None

    def prices(self, table: Table, private: Private) -> tuple[int, int]:
        facts = table.rules.privates[private.sym]
        return facts.resale if or_number(table) >= self.first else (facts.price, facts.price)

    def waits(self, table: Table) -> bool:
        return or_number(table) >= self.first
