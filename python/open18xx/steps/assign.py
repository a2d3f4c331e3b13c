"""Markers of privates: where they lie and who benefits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, Assign, Pass
from ..errors import InvalidAction
from ..model.events import MarkerMoved
from ..model.plan import Actor
from ..model.power import MarkerPower
from ..model.state import Marker, Private, Row
from ..model.table import Table

#: The interrupt that asks a player for its marker at the start of an operating round.
MARKER_AT_START = "marker_at_start"

#: Names of the choices that a moving marker has each operating round: a player's two, and its corporation's move.
HEX, COMPANY, MOVE = "hex", "company", "move"


class MarkerMove(Row, frozen=True, gc=False):
    """A marker's new hex or company."""

    private: str
    kind: Literal["hex", "company"]
    target: str


def marker_power(table: Table, private: str) -> MarkerPower:
    """The marker power of a private; refused if it has none."""
    power = table.rules.privates[private].power(MarkerPower)
    if power is None:
        raise table.refuse("no_such_power", f"{private} has no marker")
    return power


def check_hex(table: Table, private: str, power: MarkerPower, target: str) -> None:
    """Refuse a hex in which the marker cannot lie; a recorded action may name any hex."""
    if target not in table.rules.map.hexes:
        raise InvalidAction(f"no hex {target!r:.80} on the map", "target")
    if target not in power.hexes:
        table.lenient("marker_hex", f"the marker of {private} goes to {', '.join(power.hexes)}, not to {target}")


def put(table: Table, move: MarkerMove) -> None:
    """Give a marker its new hex or company."""
    state = table.state
    before = state.markers[move.private]
    after = (
        Marker(move.private, before.company, move.target)
        if move.kind == HEX
        else Marker(move.private, move.target, before.hex)
    )
    state.put_marker(move.private, after)
    table.events.append(MarkerMoved(move.private, after.company, after.hex))


@dataclass(frozen=True)
class MarkerAtStart:
    """A player who owns the private may choose hex and company once each before anyone operates (1846 10.5)."""

    handles: tuple[type[Action], ...] = (Assign, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _private(self, table: Table) -> Private:
        return table.state.privates[table.state.pending[-1].subject]

    def asked(self, table: Table) -> Actor | None:
        return "company", table.state.pending[-1].subject

    def companies(self, table: Table) -> list[tuple[Literal["minor", "corporation"], str]]:
        """Who may benefit: minors with an owner and floated corporations, the present one left out."""
        state = table.state
        present = state.markers[state.pending[-1].subject].company
        found: list[tuple[Literal["minor", "corporation"], str]] = [
            ("minor", sym) for sym in state.minors if sym != present and table.minor_owner(sym) is not None
        ]
        found += [("corporation", row.sym) for row in state.corporations.values() if row.floated and row.sym != present]
        return found

    def open(self, table: Table) -> bool:
        """Whether a choice is left (1846 17.1)."""
        row = self._private(table)
        choice = COMPANY not in row.used_now and bool(self.companies(table))
        if choice:
            return True
        return HEX not in row.used_now and table.state.markers[row.sym].company is not None

    def actions(self, table: Table) -> Iterator[Action]:
        row = self._private(table)
        yield Pass(entity=row.sym, entity_type="company")
        if HEX not in row.used_now:
            present = table.state.markers[row.sym].hex
            for hex_id in marker_power(table, row.sym).hexes:
                if hex_id != present:
                    yield Assign(entity=row.sym, entity_type="company", target=hex_id, target_type="hex")
        if COMPANY not in row.used_now:
            for kind, sym in self.companies(table):
                yield Assign(entity=row.sym, entity_type="company", target=sym, target_type=kind)

    def resolve(self, table: Table, action: Assign | Pass) -> MarkerMove | None:
        row = self._private(table)
        if action.entity_type != "company" or action.entity != row.sym:
            raise table.refuse("out_of_turn", f"{row.sym} is to be assigned first, or passes")
        if isinstance(action, Pass):
            return None
        marker = table.state.markers[row.sym]
        if action.target_type == "hex":
            if HEX in row.used_now:
                raise table.refuse("marker_moved", f"{row.sym} has chosen its hex in this operating round")
            check_hex(table, row.sym, marker_power(table, row.sym), action.target)
            if action.target == marker.hex:
                raise table.refuse("marker_unchanged", f"the marker of {row.sym} lies in {marker.hex} already")
            return MarkerMove(row.sym, "hex", action.target)
        if COMPANY in row.used_now:
            raise table.refuse("marker_moved", f"{row.sym} has chosen its company in this operating round")
        known = table.state.minors if action.target_type == "minor" else table.state.corporations
        if action.target not in known:
            raise InvalidAction(f"no {action.target_type} {action.target!r:.80} in this game", "target")
        if action.target == marker.company:
            raise table.refuse("marker_unchanged", f"{row.sym} benefits {marker.company} already")
        if (action.target_type, action.target) not in self.companies(table):
            raise table.refuse("marker_company", f"{action.target} is not floated or has no owner; it cannot benefit")
        return MarkerMove(row.sym, "company", action.target)

    def play(self, table: Table, move: MarkerMove | None) -> None:
        state = table.state
        if move is None:
            state.pending = state.pending[:-1]
            return
        put(table, move)
        row = state.privates[move.private]
        state.put_private(replace(row, used_now=(*row.used_now, move.kind)))


@dataclass(frozen=True)
class AssignMarker:
    """The owning corporation places a marker once, or moves a moving one once a round up to its run (1846 10.5-10.7).

    `fixed_when_bought`: a moving marker stays where it lay when a corporation bought it; an unset one may be set once.
    """

    fixed_when_bought: bool = False
    handles: tuple[type[Action], ...] = (Assign,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def ready(self, table: Table, sym: str, row: Private, power: MarkerPower) -> tuple[str, str] | None:
        """Why the marker cannot be put down: reason and message, or None."""
        if row.closed or row.owner != sym:
            return "power_not_owned", f"{row.sym} serves the corporation that owns it, in its own turn"
        if table.ownerless(sym):
            return "no_president", f"{sym} has no president and uses no power"
        if power.name in row.used:
            return "power_used", f"the marker of {row.sym} has been placed"
        if power.moves and self.fixed_when_bought and table.state.markers[row.sym].hex is not None:
            return "marker_fixed", f"the marker of {row.sym} stays in {table.state.markers[row.sym].hex}"
        if power.moves and MOVE in row.used_now:
            return "marker_moved", f"{row.sym} has moved its marker in this operating round"
        if power.moves and table.state.turn.run is not None:
            return "marker_after_run", f"{sym} may move the marker of {row.sym} only up to its run"
        return None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        if not isinstance(sym, str) or table.is_minor(sym):
            return
        for row, power in table.powers(sym, MarkerPower):
            if self.ready(table, sym, row, power) is None:
                present = table.state.markers[row.sym].hex
                for hex_id in power.hexes:
                    if hex_id != present:
                        yield Assign(entity=row.sym, entity_type="company", target=hex_id, target_type="hex")

    def resolve(self, table: Table, action: Assign) -> MarkerMove:
        if action.entity_type != "company":
            raise InvalidAction(f"a marker is assigned by a private, not by {action.entity_type}", "entity_type")
        row = table.find_private(action.entity, "entity")
        power = marker_power(table, row.sym)
        sym = table.state.turn.entity
        if not isinstance(sym, str) or table.is_minor(sym):
            raise table.refuse("power_not_owned", f"{row.sym} serves the corporation that owns it, in its own turn")
        problem = self.ready(table, sym, row, power)
        if problem is not None:
            raise table.refuse(*problem)
        if action.target_type != "hex":
            raise table.refuse("marker_company", f"{row.sym} benefits the corporation that owns it, nobody else")
        check_hex(table, row.sym, power, action.target)
        present = table.state.markers[row.sym].hex
        if action.target == present:
            raise table.refuse("marker_unchanged", f"the marker of {row.sym} lies in {present} already")
        return MarkerMove(row.sym, "hex", action.target)

    def play(self, table: Table, move: MarkerMove) -> None:
        put(table, move)
        state = table.state
        row = state.privates[move.private]
        power = marker_power(table, move.private)
        if power.moves:
            state.put_private(replace(row, used_now=(*row.used_now, MOVE)))
        else:
            state.put_private(replace(row, used=(*row.used, power.name)))
        state.turn = replace(state.turn, begun=True)
