"""Where track leads: how far companies are from stops that they do not reach yet."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .. import _core
    from ..model.rules import Rules
    from ..model.table import Table

#: Hexes over which a company looks out for stops.
FARTHEST = 5
#: What a stop is worth that lies one hex farther.
FADING = 0.6
#: Dollars of a stop, and of a town.
STOP, TOWN = 30.0, 10.0
#: Boards whose survey is remembered.
MEMORY = 20_000


class Survey:
    """Surveys boards; it remembers those that it has seen."""

    def __init__(self) -> None:
        self._known: dict[object, float] = {}

    def promise(self, table: Table, sym: str, board: _core.Board) -> float:
        """Dollars of the stop that lies nearest to the ends of a company's track: in the hex that track leads into, or
        farther on, which counts less."""
        key = board.position_hash, sym
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MEMORY:
                self._known.clear()
            known = self._known[key] = self._look(table.rules, sym, board)
        return known

    def access(self, table: Table, sym: str) -> float:
        """How near a company without a run is to one, from 0 to 1."""
        return self.promise(table, sym, table.state.board) / STOP

    def site(self, table: Table, sym: str) -> float:
        """Dollars of the stops around the home of a corporation that has not been launched, the nearer the more."""
        sights = stops_around(table.rules)
        values = [
            value * FADING**distance
            for home in table.rules.corporations[sym].home
            for distance, value, _ in sights.get(home.hex, ())
            if distance
        ]
        return sum(sorted(values, reverse=True)[:4])

    def _look(self, rules: Rules, sym: str, board: _core.Board) -> float:
        sights = stops_around(rules)
        tokens = {hex_id for hex_id, _ in board.tokens(sym)}
        reached = {hex_id for hex_id, _ in board.reached_cities(sym)} | tokens
        best = 0.0
        for hex_id in rules.map.hexes:
            if board.colour(hex_id) != "white" or not board.reached_edges(sym, hex_id):
                continue
            for distance, value, stop in sights[hex_id]:
                if stop not in reached:
                    best = max(best, value * FADING**distance)
                    break
        return min(best, STOP)


def stops_around(rules: Rules) -> dict[str, list[tuple[int, float, str]]]:
    """By hex: the stops around, as distance in hexes, dollars and hex, the nearest first."""
    known: dict[str, list[tuple[int, float, str]]] | None = rules.caches.get("stops around")
    if known is None:
        stops = {}
        for hex_id in rules.map.hexes:
            cities, towns, areas = rules.map.stop_count(hex_id)
            if cities or areas or towns:
                stops[hex_id] = STOP if cities or areas else TOWN
        known = rules.caches["stops around"] = {hex_id: _around(rules, hex_id, stops) for hex_id in rules.map.hexes}
    return known


def _around(rules: Rules, start: str, stops: dict[str, float]) -> list[tuple[int, float, str]]:
    seen = {start}
    queue = deque([(0, start)])
    found = []
    while queue:
        distance, hex_id = queue.popleft()
        if hex_id in stops:
            found.append((distance, stops[hex_id], hex_id))
        if distance < FARTHEST:
            for edge in range(6):
                other = rules.map.neighbour(hex_id, edge)
                if other is not None and other not in seen:
                    seen.add(other)
                    queue.append((distance + 1, other))
    return found
