"""Rules met in 1846 only, each a small function with the rulebook's section."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ... import _core
from ...model.power import FleetPower, MarkerPower, SurvivesPower
from ...model.state import Marker
from ...model.table import Table
from ...model.verbs import close_minor, close_private

#: Stops of a route as the core gives them.
Stops = list[tuple[str, str, int, int, int]]


def dividend_moves(paid: int, price: int) -> int:
    """Steps right of the share price for dollars paid out (1846 6)."""
    if 2 * paid < price:
        return -1
    if paid < price:
        return 0
    if paid >= 3 * price and price >= 165:
        return 3
    return 2 if paid >= 2 * price else 1


def operating_order(table: Table) -> list[str]:
    """Minors, then corporations by descending price; in the first operating round of the game ascending (1846 7.2).

    In the rounds of set 0, which the draft for two is interrupted by, only minors operate.
    """
    state = table.state
    minors = [sym for sym in state.minors if table.minor_owner(sym) is not None]
    if state.round.turn == 0:
        return minors
    if (state.round.turn, state.round.number) == (1, 1):
        cells = sorted(state.stacks, key=table.rules.market.price)
        return minors + [sym for cell in cells for sym in state.stacks[cell] if state.corporations[sym].floated]
    return minors + table.operating_order()


def close_minors(table: Table) -> None:
    """Minors that no corporation has bought close (1846 11.6)."""
    for sym, row in list(table.state.minors.items()):
        if not row.closed:
            close_minor(table, sym)


def drop_players_markers(table: Table) -> None:
    """A moving marker that a player owns goes (1846 10.5)."""
    for private, marker in list(table.state.markers.items()):
        power = table.rules.privates[private].power(MarkerPower)
        owned = isinstance(table.state.privates[private].owner, int)
        if owned and power is not None and power.lost_with_player_in == table.phase.name:
            table.state.put_marker(private, Marker(marker.private))


def close_privates(table: Table) -> None:
    """Privates close, except one that outlives the phase in a corporation's hands (1846 9.4)."""
    for sym, row in list(table.state.privates.items()):
        if row.closed:
            continue
        survives = table.rules.privates[sym].power(SurvivesPower) is not None and isinstance(row.owner, str)
        if not survives:
            close_private(table, sym)


def drop_markers(table: Table) -> None:
    """All markers go (1846 9)."""
    for private in list(table.state.markers):
        table.state.put_marker(private, Marker(private))


def run_rules(
    east: Mapping[str, int], west: Mapping[str, int], mail_kinds: str
) -> Callable[[Table, str], _core.RunRules]:
    """What a company's run pays: values of the phase, markers, east to west, the Mail Contract (1846 8.4)."""

    def rules(table: Table, sym: str) -> _core.RunRules:
        markers = tuple(
            (marker.hex, _marker_amount(table, marker))
            for marker in table.state.markers.values()
            if marker.company == sym and marker.hex is not None
        )
        fleet = sum(power.amount for _, power in table.powers(sym, FleetPower))
        key = table.state.phase, markers, fleet
        cache: dict[object, _core.RunRules] = table.rules.caches.setdefault("run", {})
        found = cache.get(key)
        if found is None:
            found = cache[key] = _core.RunRules(
                colours=table.phase.colours,
                once=[((hex_id,), amount) for hex_id, amount in markers if amount],
                pairs=[(east, west)],
                fleet=(mail_kinds, fleet) if fleet else None,
            )
        return found

    return rules


def _marker_amount(table: Table, marker: Marker) -> int:
    """Dollars of a marker; one that a recorded action put elsewhere counts only if it does not belong to ports."""
    power = table.rules.privates[marker.private].power(MarkerPower)
    assert power is not None and marker.hex is not None
    return power.hexes.get(marker.hex, 0 if power.moves else max(power.hexes.values()))


def mail_train(kinds: str) -> Callable[[list[tuple[str, Stops]]], str]:
    """The train that carries the mail: most stops of these kinds visited, then the id that sorts last (1846 8.4.9)."""

    def choose(routes: list[tuple[str, Stops]]) -> str:
        return max(routes, key=lambda route: (sum(stop[1] in kinds for stop in route[1]), route[0]))[0]

    return choose


def second_tokens(hexes: Mapping[str, str]) -> Callable[[Table, str], None]:
    """A removed corporation's second token appears when its hex first turns green (1846 2.6)."""

    def after_lay(table: Table, hex_id: str) -> None:
        board = table.state.board
        if board.colour(hex_id) != "green":
            return
        for sym, place in hexes.items():
            if place == hex_id and sym not in table.state.corporations:
                if board.has_token(sym, hex_id):
                    continue
                slots = board.city_tokens(hex_id, 0)
                if None in slots:
                    table.state.edit_board().place_token(sym, hex_id, 0, slots.index(None))

    return after_lay
