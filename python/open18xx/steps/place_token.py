"""Placing tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, Pass, PlaceToken
from ..errors import InvalidAction
from ..model.events import TokenPlaced
from ..model.facts import Spot
from ..model.power import TokenDiscountPower, TokenPower
from ..model.state import Marker, Private, Row
from ..model.table import Table
from ..model.verbs import close_private, place_token
from .base import at_step, expect_company, piece
from .means import BuyingPower


class TokenMove(Row, frozen=True, gc=False):
    """A token to be placed, and what it costs in dollars; `power` names the private whose token it is, `discount` the
    one that has made it cheaper."""

    company: str
    hex: str
    city: int
    cost: int
    power: str | None = None
    discount: str | None = None


def find_city(table: Table, text: str) -> tuple[str, int]:
    """Hex and index of a city named `piece-part`; raises InvalidAction if no such city is on the map."""
    head, _, part_text = text.rpartition("-")
    if not head or not part_text.isascii() or not part_text.isdigit() or len(part_text) > 3:
        raise InvalidAction(f"{text!r:.80} is no city like 57-0-0", "city")
    rules, board = table.rules, table.state.board
    hex_id = printed_hexes(table).get(head)
    source = hex_id
    if hex_id is None or board.tile(hex_id) is not None:
        tile, copy = piece(head, "city")
        hex_id = board.place_of(tile, copy)
        source = tile
    if hex_id is None or source is None:
        raise InvalidAction(f"{head!r:.80} is not on the map", "city")
    parts = rules.map.city_parts(source)
    if int(part_text) not in parts:
        raise InvalidAction(f"{head} has no city at part {part_text}", "city")
    return hex_id, parts.index(int(part_text))


def printed_hexes(table: Table) -> dict[str, str]:
    """Hexes by the id of their printed tile on the wire."""
    cache: dict[str, str] | None = table.rules.caches.get("printed")
    if cache is None:
        cache = table.rules.caches["printed"] = {table.rules.map.wire_id(name): name for name in table.rules.map.hexes}
    return cache


def city_text(table: Table, hex_id: str, city: int) -> str:
    """A city as the wire names it."""
    laid = table.state.board.tile(hex_id)
    if laid is None:
        return f"{table.rules.map.wire_id(hex_id)}-{table.rules.map.city_parts(hex_id)[city]}"
    return f"{laid[0]}-{laid[1]}-{table.rules.map.city_parts(laid[0])[city]}"


def has_token(table: Table, company: str, hex_id: str) -> bool:
    """Whether a company has a token in a hex."""
    return table.state.board.has_token(company, hex_id)


@dataclass(frozen=True)
class TokenPrices:
    """What a token costs (1846 8.3): the price on the charter; less in a spot of one's own, even unconnected.

    `spot_for_others`: what another company pays for the very slot that was reserved, once that is over (1846 D5).
    """

    spot_for_others: int | None = None

    def next_price(self, table: Table, sym: str) -> int:
        """The charter's price of the next token."""
        facts = table.rules.minors[sym] if table.is_minor(sym) else table.rules.corporations[sym]
        return facts.tokens[len(facts.tokens) - table.company(sym).tokens_left]

    def own_spots(self, table: Table, sym: str) -> list[Spot]:
        """Spots of a corporation whose price is not used up."""
        if table.is_minor(sym):
            return []
        return [spot for spot in table.rules.corporations[sym].spots if not has_token(table, sym, spot.hex)]

    def cost(self, table: Table, sym: str, hex_id: str, city: int, connected: bool) -> int | None:
        """Dollars for a token in this city; None if the company must be connected and is not."""
        for spot in self.own_spots(table, sym):
            if (spot.hex, spot.city) == (hex_id, city):
                return spot.price if connected else spot.unconnected_price
        if not connected:
            return None
        opened = self._opened_spot(table, sym, hex_id, city)
        return self.next_price(table, sym) if opened is None else opened

    def _opened_spot(self, table: Table, sym: str, hex_id: str, city: int) -> int | None:
        """The price of a slot that was kept for somebody else until its phase began."""
        if self.spot_for_others is None:
            return None
        state = table.state
        for other, row in state.corporations.items():
            for spot in table.rules.corporations[other].spots:
                if other == sym or (spot.hex, spot.city) != (hex_id, city) or spot.until is None:
                    continue
                over = state.phase >= table.rules.phase_index[spot.until]
                if over and not row.closed and state.board.slot_for(sym, hex_id, city) == spot.slot:
                    return self.spot_for_others
        return None

    def cheapest(self, table: Table, sym: str) -> int:
        """The least that a token could cost, wherever it is (1846 17.2)."""
        prices = [self.next_price(table, sym)]
        prices.extend(spot.price for spot in self.own_spots(table, sym))
        if self.spot_for_others is not None and any(
            self._opened_spot(table, sym, spot.hex, spot.city) is not None
            for other in table.state.corporations
            for spot in table.rules.corporations[other].spots
        ):
            prices.append(self.spot_for_others)
        if any(not power.placeholder for _, power in unused_stations(table, sym)):
            prices.append(0)
        percents = [power.percent for _, power in unused_discounts(table, sym)]
        return min(prices) * min(percents, default=100) // 100


def unused_stations(table: Table, sym: str) -> Iterator[tuple[Private, TokenPower]]:
    """The unused token powers of a corporation's privates."""
    for row, power in table.powers(sym, TokenPower):
        if power.name not in row.used:
            yield row, power


def unused_discounts(table: Table, sym: str) -> Iterator[tuple[Private, TokenDiscountPower]]:
    """The unused discounts on a token of a corporation's privates."""
    for row, power in table.powers(sym, TokenDiscountPower):
        if power.name not in row.used:
            yield row, power


def power_obstacle(table: Table, sym: str, power: TokenPower) -> tuple[str, str] | None:
    """Why a private's token cannot be placed: reason and message, or None (1846 10.11)."""
    if has_token(table, sym, power.hex):
        return "second_token", f"{sym} already has a token in {power.hex}"
    if not power.extra and not table.corporation(sym).tokens_left:
        return "no_token_left", f"{sym} has no token left"
    if not power.extra and table.state.turn.tokened:
        return "second_token_of_turn", f"{sym} has already placed a token this turn"
    # Where a home token is placed nobody may pass.
    if power.window == "token" and not (at_step(table, PlaceToken) and at_step(table, Pass)):
        return "power_window", f"this token is placed only when {sym} places tokens"
    if not power.placeholder and table.state.board.slot_for(sym, power.hex, power.city) is None:
        return "no_slot", f"city {power.city} of {power.hex} has no free slot"
    return None


def use_station(table: Table, sym: str, private: str, power: TokenPower) -> None:
    """Place the token of a private, where its placeholder stands if it has one."""
    if power.placeholder:
        table.state.edit_board().replace_token(private, sym, power.hex, power.city)
        table.state.put_marker(private, Marker(private, sym, power.hex))
        table.events.append(TokenPlaced(sym, power.hex, power.city, 0))
    else:
        place_token(table, sym, power.hex, power.city, power.price, extra=power.extra)
    row = table.state.privates[private]
    table.state.put_private(replace(row, used=(*row.used, power.name)))
    if power.closes:
        close_private(table, private)


def nowhere_forbidden(table: Table, sym: str, hex_id: str) -> tuple[str, str] | None:
    """Nothing but slots keeps companies out of a city."""
    return None


@dataclass(frozen=True)
class PlaceOneToken:
    """One token a turn in a reached city with a usable slot (1846 8.3).

    `forbidden`: why a company may place none in a hex at all.
    """

    means: BuyingPower
    prices: TokenPrices
    forbidden: Callable[[Table, str, str], tuple[str, str] | None] = nowhere_forbidden
    handles: tuple[type[Action], ...] = (PlaceToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type in ("corporation", "minor")

    def open(self, table: Table) -> bool:
        """Whether to wait for a token: the least price could be paid and some city has a usable slot (1846 17.2)."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if table.controller(sym) is None or table.state.turn.tokened or not table.company(sym).tokens_left:
            return False
        if not self.means.affords_track(table, sym, self.prices.cheapest(table, sym)):
            return False
        board = table.state.board
        for _, power in unused_stations(table, sym):
            if power.window != "token" or has_token(table, sym, power.hex):
                continue
            if board.slot_for(sym, power.hex, power.city) is not None:
                return True
        for spot in self.prices.own_spots(table, sym):
            if spot.unconnected_price is not None and board.slot_for(sym, spot.hex, spot.city) is not None:
                return True
        return any(self.forbidden(table, sym, hex_id) is None for hex_id, _ in board.token_cities(sym))

    def places(self, table: Table, sym: str, percent: int = 100) -> Iterator[TokenMove]:
        """The legal tokens at a part of their price, in map order, then the unconnected ones."""
        row = table.company(sym)
        if table.controller(sym) is None or table.state.turn.tokened or not row.tokens_left:
            return
        board = table.state.board
        reached = [place for place in board.token_cities(sym) if self.forbidden(table, sym, place[0]) is None]
        stations = [
            (private.sym, power)
            for private, power in unused_stations(table, sym)
            if power.extra and not power.placeholder
        ]
        for hex_id, city in reached:
            if any((power.hex, power.city) == (hex_id, city) for _, power in stations):
                continue
            cost = self.prices.cost(table, sym, hex_id, city, connected=True)
            if cost is not None and cost * percent // 100 <= row.cash:
                yield TokenMove(sym, hex_id, city, cost * percent // 100)
        for spot in self.prices.own_spots(table, sym):
            cost = spot.unconnected_price
            if cost is None or cost > row.cash or (spot.hex, spot.city) in reached:
                continue
            if board.slot_for(sym, spot.hex, spot.city) is not None:
                yield TokenMove(sym, spot.hex, spot.city, cost)
        for private, power in stations:
            if power_obstacle(table, sym, power) is None:
                yield TokenMove(sym, power.hex, power.city, power.price, private)

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        if not isinstance(sym, str) or (table.is_minor(sym) and not table.company(sym).tokens_left):
            return
        kind: Literal["minor", "corporation"] = "minor" if table.is_minor(sym) else "corporation"
        for move in self.places(table, sym):
            text = city_text(table, move.hex, move.city)
            slot = table.state.board.slot_for(sym, move.hex, move.city)
            yield PlaceToken(entity=sym, entity_type=kind, city=text, slot=slot)

    def resolve(self, table: Table, action: PlaceToken) -> TokenMove:
        return self.resolve_for(table, expect_company(table, action, ("corporation", "minor")), action.city)

    def resolve_for(self, table: Table, sym: str, text: str, percent: int = 100) -> TokenMove:
        """The token of a corporation in the city that the wire names so, at a part of its price."""
        row = table.company(sym)
        if table.controller(sym) is None:
            raise table.refuse("no_president", f"{sym} has no president and places no token")
        if table.state.turn.tokened:
            raise table.refuse("second_token_of_turn", f"{sym} has already placed a token this turn")
        hex_id, city = find_city(table, text)
        for private, power in unused_stations(table, sym):
            if power.extra and not power.placeholder and (power.hex, power.city) == (hex_id, city):
                problem = power_obstacle(table, sym, power)
                if problem is not None:
                    raise table.refuse(*problem)
                return TokenMove(sym, hex_id, city, power.price, private.sym)
        if not row.tokens_left:
            raise table.refuse("no_token_left", f"{sym} has no token left")
        board = table.state.board
        if has_token(table, sym, hex_id):
            raise table.refuse("second_token", f"{sym} already has a token in {hex_id}")
        problem = self.forbidden(table, sym, hex_id)
        if problem is not None:
            raise table.refuse(*problem)
        if board.slot_for(sym, hex_id, city) is None:
            kept = "kept" if None in board.city_tokens(hex_id, city) else None
            raise table.refuse("no_slot", f"city {city} of {hex_id} has no slot that {sym} may take", kept)
        connected = board.reaches(sym, hex_id, city)
        cost = self.prices.cost(table, sym, hex_id, city, connected)
        if cost is None:
            table.lenient("token_not_connected", f"{sym} does not reach city {city} of {hex_id}")
            cost = self.prices.next_price(table, sym)
        cost = cost * percent // 100
        if cost > row.cash:
            raise table.refuse("token_too_expensive", f"{sym} has ${row.cash}; a token in {hex_id} costs ${cost}")
        return TokenMove(sym, hex_id, city, cost)

    def play(self, table: Table, move: TokenMove) -> None:
        if move.power is not None:
            power = table.rules.privates[move.power].power(TokenPower)
            assert power is not None
            use_station(table, move.company, move.power, power)
        else:
            place_token(table, move.company, move.hex, move.city, move.cost)
            if table.rules.after_token is not None:
                table.rules.after_token(table, move.company, move.hex, move.discount)
        table.state.turn = replace(table.state.turn, tokened=True, begun=True)


@dataclass(frozen=True)
class UseStation:
    """Place a private's token besides the normal one, at any time in the owner's turn (1846 10.11).

    `forbidden`: why a company may place none in a hex at all.
    """

    forbidden: Callable[[Table, str, str], tuple[str, str] | None] = nowhere_forbidden
    handles: tuple[type[Action], ...] = (PlaceToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "company"

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        if not isinstance(sym, str) or table.is_minor(sym) or table.ownerless(sym):
            return
        for private, power in unused_stations(table, sym):
            if power_obstacle(table, sym, power) is None and self.forbidden(table, sym, power.hex) is None:
                text = city_text(table, power.hex, power.city)
                slot = table.state.board.slot_for(sym, power.hex, power.city)
                yield PlaceToken(entity=private.sym, entity_type="company", city=text, slot=slot)

    def resolve(self, table: Table, action: PlaceToken) -> TokenMove:
        row = table.find_private(action.entity, "entity")
        power = table.rules.privates[row.sym].power(TokenPower)
        sym = table.state.turn.entity
        if power is None:
            raise table.refuse("no_such_power", f"{row.sym} places no token")
        if not isinstance(sym, str) or not table.serves(row, sym):
            raise table.refuse(
                "power_not_owned", f"{row.sym} serves the corporation that owns it, in its own turn", row.sym
            )
        if table.ownerless(sym):
            raise table.refuse("no_president", f"{sym} has no president and uses no power")
        if power.name in row.used:
            raise table.refuse("power_used", f"the token of {row.sym} has been placed", row.sym)
        hex_id, city = find_city(table, action.city)
        if (hex_id, city) != (power.hex, power.city):
            raise table.refuse(
                "power_elsewhere",
                f"the token of {row.sym} goes to city {power.city} of {power.hex}, not {city} of {hex_id}",
                row.sym,
            )
        problem = power_obstacle(table, sym, power) or self.forbidden(table, sym, hex_id)
        if problem is not None:
            raise table.refuse(*problem, row.sym)
        return TokenMove(sym, hex_id, city, power.price, row.sym)

    def play(self, table: Table, move: TokenMove) -> None:
        assert move.power is not None
        power = table.rules.privates[move.power].power(TokenPower)
        assert power is not None
        use_station(table, move.company, move.power, power)
        turn = table.state.turn
        table.state.turn = replace(turn, begun=True, tokened=turn.tokened or not power.extra)
