"""Certificates and presidencies."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..events import PresidencyChanged, SharesMoved
from ..state import MARKET, Holder
from ..table import Table

#: Index of the president's certificate.
PRESIDENT = 0


def move_certificates(table: Table, sym: str, indexes: Sequence[int], source: Holder, target: Holder) -> None:
    """Move certificates from one list to the end of another, in this order."""
    holders = dict(table.state.certificates[sym])
    left = tuple(index for index in holders.get(source, ()) if index not in indexes)
    if left:
        holders[source] = left
    else:
        holders.pop(source, None)
    holders[target] = (*holders.get(target, ()), *indexes)
    table.state.certificates[sym] = holders


def transfer(
    table: Table, sym: str, indexes: Sequence[int], source: Holder, target: Holder, percent: int | None = None
) -> None:
    """Move certificates and let the presidency follow (1846 5.7, 19.5).

    `percent` below the sum of the certificates means that part of the president's certificate stays with the source.
    """
    full = sum(table.certificate_percent(sym, index) for index in indexes)
    kept = 0 if percent is None else full - percent
    move_certificates(table, sym, indexes, source, target)
    table.events.append(SharesMoved(sym, source, target, full - kept))
    row = table.state.corporations[sym]
    if row.par is None:
        return
    tally = {seat: table.percent(sym, seat) for seat in table.solvent()}
    for holder, part in ((source, kept), (target, -kept)):
        if holder in tally:
            tally[holder] += part
    before = row.president
    after = _president(table, sym, tally, before)
    if after != before:
        table.state.corporations[sym] = replace(row, president=after)
        table.events.append(PresidencyChanged(sym, after))
        if after is not None:
            _swap(table, sym, before, after, tally)
    _return_part(table, sym, source, kept)


def _president(table: Table, sym: str, tally: dict[int, int], before: int | None) -> int | None:
    """Who is president now: the old one on a tie, else the first leader to the left with enough shares."""
    most = max(tally.values(), default=0)
    if before is not None and tally.get(before) == most and PRESIDENT not in table.certificates(sym, MARKET):
        return before
    needed = table.certificate_percent(sym, PRESIDENT)
    start = 0 if before is None else before
    for seat in table.seats_from(start + 1):
        if tally.get(seat) == most and most >= needed:
            return seat
    return None if PRESIDENT in table.certificates(sym, MARKET) else before


def _swap(table: Table, sym: str, before: int | None, after: int, tally: dict[int, int]) -> None:
    """The new president gives ordinary certificates for the president's: to the old one if that player still holds
    as much, otherwise to the market."""
    percents = table.rules.corporations[sym].certificates
    needed = percents[PRESIDENT]
    given = table.certificates(sym, after)[: needed // min(percents)]
    taker = before if before is not None and tally.get(before, 0) >= needed else MARKET
    move_certificates(table, sym, given, after, taker)
    place = next(holder for holder, held in table.state.certificates[sym].items() if PRESIDENT in held)
    move_certificates(table, sym, (PRESIDENT,), place, after)


def _return_part(table: Table, sym: str, source: Holder, kept: int) -> None:
    """Ordinary certificates go back for the part of the president's certificate that was kept."""
    while kept > 0:
        index = next(iter(table.certificates(sym, MARKET)))
        move_certificates(table, sym, (index,), MARKET, source)
        kept -= table.certificate_percent(sym, index)
