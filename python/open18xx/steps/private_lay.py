"""Extra track laid through a private."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from .. import _core
from ..actions import Action, LayTile, Pass
from ..errors import IllegalAction
from ..model.plan import Actor
from ..model.power import LayPower
from ..model.state import Interrupt, Private, Row
from ..model.table import Table
from ..model.verbs import close_private
from .base import at_step
from .lay_track import UNTESTED, LayMove, blocked_hexes, carry_out, checked_lay, discounts, lays_left

#: What the site does not test in addition when a private lays.
UNTESTED_THROUGH_PRIVATE = UNTESTED | {"wrong_label", "wrong_cities"}

#: The interrupt that waits for the second lay.
SECOND_LAY = "second_lay"


class PrivateLay(Row, frozen=True, gc=False):
    """A lay through a private."""

    private: str
    power: LayPower
    lay: LayMove


def lay_rules(
    table: Table, sym: str, power: LayPower, hexes: tuple[str, ...] | None, budget: int | None, *, always: bool = False
) -> _core.LayRules:
    """What the core needs to know for a lay of this power in these hexes; `always`: what is tested of recorded ones,
    too."""
    phase = table.rules.phases[-1] if always else table.phase
    colours = [colour for colour in phase.colours if power.colours is None or colour in power.colours]
    return _core.LayRules(
        colours=colours,
        new=power.new,
        upgrades=power.upgrades,
        hexes=hexes,
        tiles=power.tiles,
        blocked=() if always else blocked_hexes(table),
        check_labels=not always,
        connection="none" if always else power.connection,
        base_cost=table.rules.tile_cost,
        discounts=discounts(table, sym),
        hex_discounts=[(power.hexes, None, power.waives)] if power.waives and power.hexes is not None else [],
        free=power.free,
        budget=budget,
    )


def ends_of(power: LayPower) -> tuple[str, str]:
    """The two hexes of a power whose cities are to be joined."""
    assert power.hexes is not None
    first, second = power.hexes
    return first, second


def with_lay(table: Table, move: LayMove) -> _core.Board:
    """The board as a lay would leave it."""
    board = table.state.board.copy()
    board.lay(move.hex, move.tile, move.copy, move.rotation)
    return board


def meet(table: Table, board: _core.Board, first: str, second: str) -> bool:
    """Whether the tiles of two neighbouring hexes have track to their common side."""
    for edge in range(6):
        if table.rules.map.neighbour(first, edge) == second:
            mine, other = board.tile(first), board.tile(second)
            if mine is None or other is None:
                return False
            back = (edge + 3) % 6
            return edge in table.rules.map.exits(mine[0], mine[2]) and back in table.rules.map.exits(other[0], other[2])
    return False


def connected(sym: str, power: LayPower) -> str | None:
    """The company whose network a lay of a power must be connected to, if it must."""
    return None if power.connection == "none" else sym


def continues_track(table: Table, move: LayMove) -> bool:
    """Whether a new tile continues track that the company reaches without a token on the bare hex itself."""
    board = table.state.board.copy()
    for hex_id, city in board.tokens(move.company):
        if hex_id == move.hex:
            board.remove_token(move.company, hex_id, city)
    exits = table.rules.map.exits(move.tile, move.rotation)
    return any(edge in exits for edge in board.reached_edges(move.company, move.hex))


def listed(table: Table, sym: str, power: LayPower, hexes: tuple[str, ...] | None) -> Iterator[LayMove]:
    """The lays that the core finds for a power in these hexes and the corporation can pay."""
    board = table.state.board
    for hex_id, tile, copy, rotation, cost in board.lays(
        connected(sym, power), lay_rules(table, sym, power, hexes, table.company(sym).cash)
    ):
        yield LayMove(sym, hex_id, tile, copy, rotation, cost, board.colour(hex_id) != "white")


def wire(private: str, move: LayMove) -> LayTile:
    """The action of a lay through a private."""
    return LayTile(
        entity=private, entity_type="company", hex=move.hex, tile=f"{move.tile}-{move.copy}", rotation=move.rotation
    )


def second_problem(
    table: Table, power: LayPower, first: str, base: _core.Board, move: LayMove
) -> tuple[str, str] | None:
    """Why a second lay does not fit the first: reason and message, or None (1846 10.3, 10.4)."""
    board = with_lay(table, move)
    if power.joined == "adjacent" and not meet(table, board, first, move.hex):
        return "lays_not_joined", f"the tiles in {first} and {move.hex} must connect to each other"
    if power.joined == "cities" and not board.joined_using(*ends_of(power), base):
        ends = " and ".join(ends_of(power))
        return "cities_not_joined", f"{ends} must be joined, and each tile must add track to the line that joins them"
    return None


def second_lays(table: Table, sym: str, power: LayPower, first: str, base: _core.Board) -> Iterator[LayMove]:
    """The legal second lays of a power."""
    rest = tuple(hex_id for hex_id in power.hexes or () if hex_id != first)
    for move in listed(table, sym, power, rest):
        if second_problem(table, power, first, base, move) is None:
            yield move


@dataclass(frozen=True)
class LayThroughPrivate:
    """The first or only lay of a private's power, at any time of the owning corporation's turn (1846 10.2-10.4)."""

    handles: tuple[type[Action], ...] = (LayTile,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "company"

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def first_problem(self, table: Table, sym: str, power: LayPower, move: LayMove) -> tuple[str, str] | None:
        """Why a first lay does not serve the power: reason and message, or None.

        A first tile that does not join the cities is legal only if some second tile can join them (1846 10.4).
        """
        if power.continues and not continues_track(table, move):
            return "track_not_continued", f"the tile in {move.hex} must continue track that {sym} reaches"
        if power.joined != "cities":
            return None
        ends = ends_of(power)
        base, after = table.state.board, with_lay(table, move)
        if after.joined_using(*ends, base):
            return None
        rest = tuple(hex_id for hex_id in power.hexes or () if hex_id != move.hex)
        rules = lay_rules(table, sym, power, rest, table.company(sym).cash - move.cost)
        if after.joinable(*ends, base, connected(sym, power), rules):
            return None
        return "cannot_join", f"after this tile in {move.hex} no second tile could join {' and '.join(ends)}"

    def ready(self, table: Table, sym: str, private: str, power: LayPower) -> tuple[str, str] | None:
        """Why the power cannot be used at all: reason and message, or None."""
        row = table.state.privates[private]
        if not table.serves(row, sym):
            return "power_not_owned", f"{private} serves the corporation that owns it, in its own turn"
        if table.ownerless(sym):
            return "no_president", f"{sym} has no president and uses no power"
        if not lays_left(table, row, power):
            return "power_used", f"the lay of {private} has been used"
        if power.window == "track" and not at_step(table, LayTile):
            return "power_window", f"{private} lays track only while {sym} does"
        if power.joined == "cities" and table.state.board.joined(*ends_of(power)):
            return "already_joined", f"{' and '.join(ends_of(power))} are already joined"
        return None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        if not isinstance(sym, str) or table.is_minor(sym):
            return
        for row, power in table.powers(sym, LayPower):
            if self.ready(table, sym, row.sym, power) is not None:
                continue
            state = table.state
            parts = state.board, state.privates, state.turn.power_lays, table.company(sym).cash, state.phase
            make = partial(self._first_lays, table, sym, row, power)
            yield from state.memo.recall(("power lays", sym, row.sym), parts, make)

    def _first_lays(self, table: Table, sym: str, row: Private, power: LayPower) -> tuple[LayTile, ...]:
        return tuple(
            wire(row.sym, move)
            for move in listed(table, sym, power, power.hexes)
            if self.first_problem(table, sym, power, move) is None
        )

    def resolve(self, table: Table, action: LayTile) -> PrivateLay:
        row = table.find_private(action.entity, "entity")
        power = table.rules.privates[row.sym].power(LayPower)
        sym = table.state.turn.entity
        if power is None:
            raise table.refuse("no_such_power", f"{row.sym} lays no track")
        if not isinstance(sym, str) or table.is_minor(sym):
            raise table.refuse("power_not_owned", f"{row.sym} serves the corporation that owns it in its turn", row.sym)
        problem = self.ready(table, sym, row.sym, power)
        if problem is not None and problem[0] == "already_joined":
            table.lenient(*problem)
        elif problem is not None:
            raise table.refuse(*problem, row.sym)
        try:
            move = checked_lay(
                table,
                sym,
                lambda always: lay_rules(table, sym, power, power.hexes, None, always=always),
                action,
                UNTESTED_THROUGH_PRIVATE,
                connected(sym, power),
            )
        except IllegalAction as error:
            raise table.refuse(error.reason, error.message, row.sym) from None
        problem = self.first_problem(table, sym, power, move)
        if problem is not None:
            table.lenient(*problem, row.sym)
        return PrivateLay(row.sym, power, move)

    def play(self, table: Table, move: PrivateLay) -> None:
        state = table.state
        base = state.board
        carry_out(table, move.lay)
        row = state.privates[move.private]
        if move.power.name not in row.used:
            state.put_private(replace(row, used=(*row.used, move.power.name)))
        turn = state.turn
        state.turn = replace(turn, begun=True, power_lays=(*turn.power_lays, move.private))
        if move.power.closes:
            close_private(table, move.private)
        if move.power.lays > 1 and move.power.joined is not None:
            state.pending = (*state.pending, Interrupt(SECOND_LAY, move.private, (move.lay.hex, base)))


@dataclass(frozen=True)
class SecondLay:
    """The second lay of a private's power, or its pass; another action than a lay of the corporation gives it up
    (1846 10.3.1)."""

    handles: tuple[type[Action], ...] = (LayTile, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "company" and action.entity == self._private(table)

    def _private(self, table: Table) -> str:
        return table.state.pending[-1].subject

    def _power(self, table: Table) -> LayPower:
        power = table.rules.privates[self._private(table)].power(LayPower)
        assert power is not None
        return power

    def asked(self, table: Table) -> Actor | None:
        return "company", self._private(table)

    def open(self, table: Table) -> bool:
        return True

    def give_up(self, table: Table) -> None:
        """Refuse to give the lay up while it leaves the cities apart; a recorded action may."""
        power = self._power(table)
        if power.joined == "cities" and not table.state.board.joined(*ends_of(power)):
            ends = " and ".join(ends_of(power))
            table.lenient(
                "cities_not_joined", f"{self._private(table)} has laid one tile, and {ends} are not joined yet"
            )

    def may_give_up(self, table: Table) -> bool:
        """Whether the second lay may be given up."""
        power = self._power(table)
        return power.joined != "cities" or table.state.board.joined(*ends_of(power))

    def excludes(self, action: Action) -> bool:
        """Whether an action of somebody else is refused while the second lay is waited for."""
        return isinstance(action, LayTile) and action.entity_type == "corporation"

    def actions(self, table: Table) -> Iterator[Action]:
        private = self._private(table)
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if self.may_give_up(table):
            yield Pass(entity=private, entity_type="company")
        first, base = table.state.pending[-1].data
        for move in second_lays(table, sym, self._power(table), first, base):
            yield wire(private, move)

    def resolve(self, table: Table, action: LayTile | Pass) -> PrivateLay | None:
        private = self._private(table)
        power = self._power(table)
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        first, base = table.state.pending[-1].data
        if isinstance(action, Pass):
            if not self.may_give_up(table):
                ends = " and ".join(ends_of(power))
                raise table.refuse("cities_not_joined", f"{private} has laid one tile, and {ends} are not joined yet")
            return None
        if action.hex == first:
            raise table.refuse(
                "second_lay_same_hex", f"{private} has laid its first tile in {first}; the second goes elsewhere"
            )
        move = checked_lay(
            table,
            sym,
            lambda always: lay_rules(table, sym, power, power.hexes, None, always=always),
            action,
            UNTESTED_THROUGH_PRIVATE,
            None,
        )
        problem = second_problem(table, power, first, base, move)
        if problem is not None:
            table.lenient(*problem)
        return PrivateLay(private, power, move)

    def play(self, table: Table, move: PrivateLay | None) -> None:
        state = table.state
        state.pending = state.pending[:-1]
        if move is not None:
            carry_out(table, move.lay)
