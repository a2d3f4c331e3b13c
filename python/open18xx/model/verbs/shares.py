"""Certificates and presidencies."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..events import PresidencyChanged, SharesMoved
from ..state import MARKET, Holder, Interrupt
from ..table import Table

#: Index of the president's certificate.
PRESIDENT = 0
#: The interrupts by which a new president chooses the certificates it gives, and an old one those it takes back.
SWAP, TAKE_BACK = "swap", "take_back"


def move_certificates(table: Table, sym: str, indexes: Sequence[int], source: Holder, target: Holder) -> None:
    """Move certificates from one list to the end of another, in this order."""
    holders = dict(table.state.certificates[sym])
    left = tuple(index for index in holders.get(source, ()) if index not in indexes)
    if left:
        holders[source] = left
    else:
        holders.pop(source, None)
    holders[target] = (*holders.get(target, ()), *indexes)
    table.state.put_certificates(sym, holders)


def transfer(
    table: Table,
    sym: str,
    indexes: Sequence[int],
    source: Holder,
    target: Holder,
    percent: int | None = None,
    swap: int | None = None,
) -> None:
    """Move certificates and let the presidency follow (1846 5.7, 19.5).

    `percent` below the sum of the certificates means that part of the president's certificate stays with the source;
    `swap` is the certificate that it takes back for this part, where it has the choice.
    """
    full = sum(table.certificate_percent(sym, index) for index in indexes)
    kept = 0 if percent is None else full - percent
    if table.rules.presidency == "choice":
        broken = PRESIDENT in indexes and source >= 0 and target == MARKET
        moved = [index for index in indexes if index != PRESIDENT] if broken else indexes
        move_certificates(table, sym, moved, source, target)
        table.events.append(SharesMoved(sym, source, target, full - kept))
        sold = table.certificate_percent(sym, PRESIDENT) - kept if broken else 0
        follow_presidency(table, sym, sold, swap)
        return
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
        table.state.put_corporation(replace(row, president=after))
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


# Presidencies with a choice of certificates (18Dixie 3.6)


def follow_presidency(table: Table, sym: str, sold: int = 0, swap: int | None = None) -> None:
    """Let whoever holds more than the president take over, where the new president chooses what it gives.

    `sold` percent of the president's certificate were sold: the certificates given for it go to the market then.
    """
    row = table.state.corporations[sym]
    before = row.president
    if table.rules.presidency != "choice" or row.par is None or before is None:
        return
    tally = {seat: table.percent(sym, seat) for seat in table.solvent()}
    tally[before] = tally.get(before, 0) - sold
    most = max(tally.values())
    if tally[before] == most:
        return
    after = next(seat for seat in table.seats_from(before + 1) if tally.get(seat) == most)
    offers = swaps(table, sym, after, sold)
    if len(offers) == 1:
        swap_president(table, sym, after, offers[0], sold, swap)
    else:
        table.state.pending = (*table.state.pending, Interrupt(SWAP, sym, (after, sold, swap)))


def swaps(table: Table, sym: str, after: Holder, sold: int) -> list[tuple[str, ...]]:
    """The kinds of certificates that a player may give for the president's certificate, as sets that make it up."""
    facts = table.rules.corporations[sym]
    held = [facts.kind(index) for index in table.certificates(sym, after)]
    regular, preferred = held.count("regular"), held.count("preferred")
    offers: list[tuple[str, ...]] = []
    if regular > 1:
        offers.append(("regular", "regular"))
    if regular and preferred:
        offers.append(("regular", "preferred"))
    if preferred > 1:
        offers.append(("preferred", "preferred"))
    if "special" in held and (sold != 10 or smallest_in_market(table, sym)):
        offers.append(("special",))
    return offers


def smallest_in_market(table: Table, sym: str) -> list[int]:
    """The certificates of 10 % in the market."""
    return [index for index in table.certificates(sym, MARKET) if table.certificate_percent(sym, index) == 10]


def swap_president(
    table: Table, sym: str, after: Holder, kinds: Sequence[str], sold: int, swap: int | None = None
) -> None:
    """The new president gives certificates of these kinds; a part of the old certificate that was kept is made good."""
    facts = table.rules.corporations[sym]
    row = table.state.corporations[sym]
    before = row.president
    assert before is not None
    given: list[int] = []
    for kind in kinds:
        held = table.certificates(sym, after)
        given.append(next(index for index in held if index not in given and facts.kind(index) == kind))
    move_certificates(table, sym, given, after, MARKET if sold else before)
    move_certificates(table, sym, (PRESIDENT,), before, after)
    table.state.put_corporation(replace(row, president=after))
    table.events.append(PresidencyChanged(sym, after))
    if not sold or sold == table.certificate_percent(sym, PRESIDENT):
        return
    found = smallest_in_market(table, sym)
    if swap in found:
        assert swap is not None
        move_certificates(table, sym, (swap,), MARKET, before)
    elif len({facts.kind(index) for index in found}) == 1:
        move_certificates(table, sym, found[:1], MARKET, before)
    else:
        table.state.pending = (*table.state.pending, Interrupt(TAKE_BACK, sym, (before,)))


def take_back(table: Table, sym: str, seat: Holder, kind: str) -> None:
    """The old president takes a certificate of this kind from the market for what it kept of the president's."""
    facts = table.rules.corporations[sym]
    index = next(index for index in smallest_in_market(table, sym) if facts.kind(index) == kind)
    move_certificates(table, sym, (index,), MARKET, seat)


def settle_swaps(table: Table) -> None:
    """Make the choices that wait on top by themselves, each the first there is."""
    state = table.state
    while state.pending and state.pending[-1].kind in (SWAP, TAKE_BACK):
        top = state.pending[-1]
        state.pending = state.pending[:-1]
        if top.kind == SWAP:
            after, sold, swap = top.data
            swap_president(table, top.subject, after, swaps(table, top.subject, after, sold)[0], sold, swap)
        else:
            facts = table.rules.corporations[top.subject]
            take_back(table, top.subject, top.data[0], facts.kind(smallest_in_market(table, top.subject)[0]))
