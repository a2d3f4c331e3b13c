"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from .. import _core
from ..actions import Action, LayTile
from ..errors import IllegalAction
from ..model.power import BlockPower, DiscountPower, LayPower
from ..model.state import Private, Row
from ..model.table import Table
from ..model.verbs import lay
from .base import expect_company, piece
from .buy_private import BuyPrivates
from .means import BuyingPower

#: Refusals of the track core that the site does not test when it loads a file.
UNTESTED = frozenset(("hex_blocked", "not_connected", "no_new_track_reached", "exit_off_map", "colour_not_available"))


#: Lays of a company that are kept as actions; a game meets about a thousand.
MOST_KNOWN = 4_000


class LayMove(Row, frozen=True, gc=False):
    """A piece of a tile to be laid, and what it costs in dollars."""

    company: str
    hex: str
    tile: str
    copy: int
    rotation: int
    cost: int
    upgrade: bool


def blocked_hexes(table: Table) -> tuple[str, ...]:
    """Hexes that are closed to all while a player owns a private."""
    blocked: tuple[str, ...] = ()
    for sym, power in table.rules.with_power(BlockPower):
        row = table.state.privates.get(sym)
        if row is not None and isinstance(row.owner, int) and not row.closed:
            blocked += power.hexes
    return blocked


def discounts(table: Table, sym: str) -> dict[str, int]:
    """Dollars off each kind of terrain for a company."""
    found: dict[str, int] = {}
    for _, power in table.powers(sym, DiscountPower):
        found[power.terrain] = found.get(power.terrain, 0) + power.amount
    return found


def lays_left(table: Table, row: Private, power: LayPower) -> int:
    """How often a power may still lay; the further lays of one occasion are here only those that nothing joins."""
    if power.name not in row.used:
        return power.lays
    made = table.state.turn.power_lays.count(row.sym)
    return power.lays - made if made and power.joined is None else 0


def checked_lay(
    table: Table,
    company: str,
    rules: Callable[[bool], _core.LayRules],
    action: LayTile,
    untested: frozenset[str],
    connected: str | None,
) -> LayMove:
    """The lay that an action names, refused by the core or by the company's cash; recorded ones may pass untested.

    `rules` with True are those of what is tested in any case, which the first fault that passes must not hide.
    """
    board = table.state.board
    tile, copy = piece(action.tile, "tile")
    try:
        cost = board.check_lay(connected, rules(False), action.hex, tile, action.rotation)
    except IllegalAction as error:
        if not (table.recorded and error.reason in untested):
            raise table.refuse(error.reason, error.message) from None
        table.lenient(error.reason, error.message)
        try:
            board.check_lay(None, rules(True), action.hex, tile, action.rotation)
        except IllegalAction as other:
            if other.reason not in untested:
                raise table.refuse(other.reason, other.message) from None
        cost = board.lay_cost(rules(False), action.hex, tile, action.rotation)
    if not board.is_free(tile, copy):
        raise table.refuse("no_tile_left", f"piece {action.tile} is not in the supply")
    cash = table.company(company).cash
    if cost > cash:
        raise table.refuse(
            "too_expensive", f"{company} has ${cash}; tile {tile} at {action.hex} costs ${cost} with its terrain"
        )
    upgrade = board.colour(action.hex) != "white"
    return LayMove(company, action.hex, tile, copy, action.rotation, cost, upgrade)


def carry_out(table: Table, move: LayMove) -> None:
    """Lay the tile and whatever the title lets follow."""
    lay(table, move.company, move.hex, move.tile, move.copy, move.rotation, move.cost)
    if table.rules.after_lay is not None:
        table.rules.after_lay(table, move.hex)


def _lays(table: Table, sym: str, rules: _core.LayRules) -> tuple[LayTile, ...]:
    """Every lay that a company could make by these rules of the core."""
    lays = table.state.board.lays(sym, rules)
    codes = lays.codes()
    known: dict[int, LayTile] = table.rules.caches.setdefault(("lays", sym), {})
    try:
        return tuple(map(known.__getitem__, codes))
    except KeyError:
        kind: Literal["minor", "corporation"] = "minor" if table.is_minor(sym) else "corporation"
        found = {
            code: known.get(code)
            or LayTile(entity=sym, entity_type=kind, hex=hex_id, tile=f"{tile}-{copy}", rotation=rotation)
            for code, (hex_id, tile, copy, rotation, _) in zip(codes, lays, strict=True)
        }
    if len(known) > MOST_KNOWN:
        table.rules.caches["lays", sym] = found
    else:
        known.update(found)
    return tuple(found.values())


@dataclass(frozen=True)
class LayTrack:
    """Up to `lays` lays a turn, at most one of them an upgrade (1846 8.2).

    `first_turn_lays`: another number in a corporation's first turn; `minor_lays`: another number for minors;
    `first_turn_yellow`: further lays of new tiles in the first turn of both. `upgrades`: one of the lays may be an
    upgrade, or all but those further ones. `order`: any, or "yellow_first": an upgrade ends
    the lays of the turn, or "upgrade_alone": it is the only lay of the turn. After the last lay the step waits for a
    private's power that works in it, if the corporation owns it, or could buy it in the way `buying`.
    """

    means: BuyingPower
    lays: int = 2
    first_turn_lays: int | None = None
    minor_lays: int | None = None
    first_turn_yellow: int = 0
    upgrades: Literal["one", "all"] = "one"
    order: Literal["any", "yellow_first", "upgrade_alone"] = "any"
    buying: BuyPrivates | None = None
    connection: Literal["track", "track_or_city"] = "track"
    handles: tuple[type[Action], ...] = (LayTile,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type in ("corporation", "minor")

    def left(self, table: Table) -> bool:
        """Whether the turn's allowance is not used up."""
        turn = table.state.turn
        return turn.lays < self.allowed(table) and not (turn.upgraded and self.order != "any")

    def allowed(self, table: Table) -> int:
        """Lays in this turn."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        row = table.company(sym)
        minor = table.is_minor(sym)
        if self.first_turn_lays is not None and not minor and not row.operated:
            return self.first_turn_lays
        return self.any_colour(table) + (0 if row.operated else self.first_turn_yellow)

    def any_colour(self, table: Table) -> int:
        """Lays in this turn that may be upgrades, but for a limit of one."""
        sym = table.state.turn.entity
        return self.minor_lays if self.minor_lays is not None and sym in table.state.minors else self.lays

    def may_upgrade(self, table: Table) -> bool:
        """Whether the next lay may be an upgrade."""
        turn = table.state.turn
        if self.upgrades == "all":
            return turn.upgrades < self.any_colour(table)
        return not turn.upgraded and not (turn.lays and self.order == "upgrade_alone")

    def open(self, table: Table) -> bool:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if table.ownerless(sym):
            return False
        if not self.left(table):
            return self._waits_for_power(table, sym)
        return self.means.affords_track(table, sym, table.rules.tile_cost) or self._free_lay(table, sym)

    def _waits_for_power(self, table: Table, sym: str) -> bool:
        """Whether a private's lay in this step is still to come, or to be had."""
        row = table.state.corporations.get(sym)
        if row is None:
            return False
        for name, power in table.rules.with_power(LayPower):
            private = table.state.privates.get(name)
            if private is None or power.window == "turn" or private.closed:
                continue
            if not lays_left(table, private, power):
                continue
            if private.owner == sym or (self.buying is not None and self.buying.awaited(table, row, private)):
                return True
        return False

    def _free_lay(self, table: Table, sym: str) -> bool:
        """Whether a lay without cost seems possible; no place is searched for (1846 17.2)."""
        board = table.state.board
        facts = table.rules.corporations.get(sym)
        if facts is None:
            return False
        if facts.hex_discount is not None and any(board.tile(hex_id) is None for hex_id in facts.hex_discount.hexes):
            return True
        return any(
            power.window == "turn"
            and power.name not in row.used
            and any(board.tile(hex_id) is None for hex_id in power.hexes or ())
            for row, power in table.powers(sym, LayPower)
        )

    def rules(self, table: Table, sym: str, budget: int | None, *, always: bool = False) -> _core.LayRules:
        """What the core needs to know for this company's next lay; `always`: what is tested of recorded ones, too."""
        facts = table.rules.corporations.get(sym)
        discount = facts.hex_discount if facts is not None else None
        key = (
            table.state.phase,
            self.may_upgrade(table),
            blocked_hexes(table),
            tuple(sorted(discounts(table, sym).items())),
            sym if discount is not None else None,
            budget,
            self.connection,
            always,
        )
        cache: dict[object, _core.LayRules] = table.rules.caches.setdefault("lay", {})
        found = cache.get(key)
        if found is None:
            if len(cache) > 5000:
                cache.clear()
            found = cache[key] = _core.LayRules(
                colours=table.rules.phases[-1].colours if always else table.phase.colours,
                upgrades=key[1],
                blocked=() if always else key[2],
                connection="none" if always else self.connection,
                base_cost=table.rules.tile_cost,
                discounts=dict(key[3]),
                hex_discounts=[(discount.hexes, discount.tiles, discount.amount)] if discount is not None else [],
                budget=budget,
            )
        return found

    def actions(self, table: Table) -> tuple[LayTile, ...]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if table.ownerless(sym) or not self.left(table):
            return ()
        board, rules = table.state.board, self.rules(table, sym, table.company(sym).cash)
        return table.state.memo.recall(("lays", sym), (board, rules), lambda: _lays(table, sym, rules))

    def resolve(self, table: Table, action: LayTile) -> LayMove:
        sym = expect_company(table, action, ("corporation", "minor"))
        turn = table.state.turn
        if table.ownerless(sym):
            raise table.refuse("no_president", f"{sym} has no president and lays no track")
        if turn.lays >= self.allowed(table):
            raise table.refuse("no_lay_left", f"{sym} has made its {self.allowed(table)} lays of this turn")
        if not self.left(table):
            raise table.refuse("lay_after_upgrade", f"{sym} has upgraded this turn; no lay may follow")
        try:
            return checked_lay(
                table, sym, lambda always: self.rules(table, sym, None, always=always), action, UNTESTED, sym
            )
        except IllegalAction as error:
            if error.reason == "upgrade_not_allowed":
                done = "upgraded" if turn.upgraded else "laid track"
                raise table.refuse("second_upgrade", f"{sym} has already {done} this turn: {error.message}") from None
            raise

    def play(self, table: Table, move: LayMove) -> None:
        carry_out(table, move)
        turn = table.state.turn
        table.state.turn = replace(
            turn,
            lays=turn.lays + 1,
            upgraded=turn.upgraded or move.upgrade,
            upgrades=turn.upgrades + move.upgrade,
            begun=True,
        )
