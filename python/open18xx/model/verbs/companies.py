"""Corporations, minors and privates: launched, floated, sold, closed."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import Closed, Floated, Launched, PresidencyChanged, PrivateSold
from ..market import Cell
from ..power import ReservationPower
from ..state import PREFERRED_BOX, UNSOLD, Marker, Owner
from ..table import Table
from .map import place_token
from .money import BANK, pay
from .prices import lift_from_market, place_on_market
from .shares import PRESIDENT, follow_presidency, transfer
from .trains import remove_trains


def launch(table: Table, sym: str, seat: int, cell: Cell) -> None:
    """Give a corporation its par price and first president, who takes the president's certificate (unpaid here)."""
    par = table.rules.market.prices[cell]
    place_on_market(table, sym, cell)
    transfer(table, sym, (PRESIDENT,), UNSOLD, seat)
    row = table.state.corporations[sym]
    table.state.put_corporation(replace(row, par=par, president=seat))
    table.events.append(Launched(sym, par))
    table.events.append(PresidencyChanged(sym, seat))
    follow_presidency(table, sym)


def float_if_sold(table: Table, sym: str) -> None:
    """Float a launched corporation once enough of it is sold."""
    row = table.state.corporations[sym]
    needed = table.rules.corporations[sym].float_percent
    sold = 100 - table.percent(sym, UNSOLD) - table.percent(sym, PREFERRED_BOX)
    if row.par is not None and not row.floated and sold >= needed:
        float_(table, sym)


def float_(table: Table, sym: str) -> None:
    """Let a corporation operate from now on; it gets full capital and places its home tokens if the title has it so."""
    row = table.state.corporations[sym]
    table.state.put_corporation(replace(row, floated=True))
    table.events.append(Floated(sym))
    if table.rules.capital == "full":
        assert row.par is not None
        pay(table, BANK, sym, 10 * row.par, "capital")
    if table.rules.home_at != "float":
        return
    for home in table.rules.corporations[sym].home:
        place_token(table, sym, home.hex, home.city or 0, 0)


def sell_private(table: Table, sym: str, buyer: Owner, price: int) -> None:
    """Give a private a new owner, who pays the former one or the bank."""
    row = table.state.privates[sym]
    pay(table, buyer, BANK if row.owner is None else row.owner, price, "private")
    table.state.put_private(replace(row, owner=buyer))
    if isinstance(buyer, str):
        _release_reservation(table, sym)
    table.events.append(PrivateSold(sym, buyer, price))


def close_private(table: Table, sym: str) -> None:
    """Take a private out of the game; its reservation ends, its markers stay."""
    row = table.state.privates[sym]
    if row.closed:
        return
    table.state.put_private(replace(row, owner=None, closed=True))
    _release_reservation(table, sym)
    if not table.rules.privates[sym].blank:
        table.events.append(Closed(sym))


def close_privates(table: Table) -> None:
    """All privates close."""
    for sym in list(table.state.privates):
        close_private(table, sym)


def _release_reservation(table: Table, sym: str) -> None:
    if table.rules.privates[sym].power(ReservationPower) is not None:
        table.state.edit_board().unreserve(sym)


def close_minor(table: Table, sym: str) -> None:
    """Take a minor out of the game: its token leaves the map, its trains the game, its cash goes to the bank."""
    row = table.state.minors[sym]
    if row.closed:
        return
    table.state.edit_board().remove_tokens(sym)
    remove_trains(table, row.trains)
    pay(table, sym, BANK, row.cash, "closed")
    table.state.put_minor(replace(table.state.minors[sym], closed=True, trains=()))
    table.events.append(Closed(sym))


def close_corporation(table: Table, sym: str) -> None:
    """Close a corporation: shares vanish unpaid, tokens and reservations leave the map, trains the game, cash goes to
    the bank, its privates close (1846 13.2)."""
    state = table.state
    for private in table.held_privates(sym):
        close_private(table, private.sym)
    remove_trains(table, state.corporations[sym].trains)
    state.edit_board().remove_tokens(sym)
    state.edit_board().unreserve(sym)
    lift_from_market(table, sym)
    pay(table, sym, BANK, state.corporations[sym].cash, "closed")
    for private_sym, marker in state.markers.items():
        if marker.company == sym:
            state.put_marker(private_sym, Marker(private_sym, None, marker.hex))
    row = state.corporations[sym]
    state.put_corporation(replace(row, closed=True, president=None, trains=(), floated=False, tokens_left=0))
    # Last: the limits that were worked out before belong to the certificates as they were.
    state.put_certificates(sym, {})
    table.events.append(Closed(sym))
