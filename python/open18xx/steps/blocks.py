"""Blocks of shares that a player may sell, in stock rounds and to help with a train."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..model.state import MARKET, Row
from ..model.table import Table
from ..model.verbs.shares import PRESIDENT, smallest_in_market, swaps


class Block(Row, frozen=True, gc=False):
    """Certificates of one corporation sold at once; `percent` below their sum keeps part of the president's."""

    sym: str
    indexes: tuple[int, ...]
    percent: int
    amount: int
    #: The certificate taken back for what is kept of the president's, where there is a choice.
    swap: int | None = None


def candidates(table: Table, seat: int, sym: str) -> Iterator[Block]:
    """Every size of block, smallest first: ordinary certificates in list order, the president's last or halved."""
    held = table.certificates(sym, seat)
    price = table.price(sym)
    if table.rules.presidency == "choice":
        yield from _by_kinds(table, seat, sym)
        return
    ordinary = [index for index in held if index != PRESIDENT]
    taken: tuple[int, ...] = ()
    percent = 0
    for index in ordinary:
        taken = (*taken, index)
        percent += table.certificate_percent(sym, index)
        yield Block(sym, taken, percent, percent // 10 * price)
    if PRESIDENT in held:
        full = table.certificate_percent(sym, PRESIDENT)
        if ordinary and table.rules.sale.split == "bare":
            yield Block(sym, (*taken, PRESIDENT), percent + full, (percent + full) // 10 * price)
            return
        for part in range(10, full + 1, 10):
            yield Block(sym, (*taken, PRESIDENT), percent + part, (percent + part) // 10 * price)


def salable(table: Table, seat: int, sym: str) -> tuple[Block, ...]:
    """The blocks of a corporation that could be sold by its rules, whoever asks and whenever."""
    row = table.corporation(sym)
    parts = table.state.certificates[sym], row.cell, row.president, row.operated, row.floated, table.solvent()
    return table.state.memo.recall(("blocks", sym, seat), parts, lambda: tuple(_salable(table, seat, sym)))


def _salable(table: Table, seat: int, sym: str) -> Iterator[Block]:
    for block in candidates(table, seat, sym):
        problem = obstacle(table, seat, sym, block.indexes, block.percent)
        if problem is None:
            yield block
        elif problem[0] != "president_certificate":
            break


def _by_kinds(table: Table, seat: int, sym: str) -> Iterator[Block]:
    """Every mixture of kinds of certificates, smallest first, with none, half or all of the president's certificate."""
    facts = table.rules.corporations[sym]
    price = table.price(sym)
    kinds: dict[str, list[int]] = {"regular": [], "preferred": [], "special": [], "president": []}
    for index in table.certificates(sym, seat):
        kinds[facts.kind(index)].append(index)
    blocks = []
    for regular, preferred, special in itertools.product(
        *(range(len(kinds[kind]) + 1) for kind in ("regular", "preferred", "special"))
    ):
        taken = (*kinds["regular"][:regular], *kinds["preferred"][:preferred], *kinds["special"][:special])
        percent = sum(facts.certificates[index] for index in taken)
        if taken:
            blocks.append(Block(sym, taken, percent, percent // 10 * price))
        if kinds["president"]:
            for part in range(10, facts.certificates[PRESIDENT] + 1, 10):
                sold = percent + part
                blocks.append(Block(sym, (*taken, PRESIDENT), sold, sold // 10 * price))
    yield from sorted(blocks, key=lambda block: (block.percent, PRESIDENT in block.indexes))


def _half_obstacle(table: Table, seat: int, sym: str, indexes: tuple[int, ...], percent: int) -> tuple[str, str] | None:
    """Why half of the president's certificate cannot be sold: there would be nothing to give back for the other
    half."""
    full = sum(table.certificate_percent(sym, index) for index in indexes)
    if percent == full or smallest_in_market(table, sym):
        return None
    if any(table.certificate_percent(sym, index) == 10 for index in indexes):
        return None
    tally = {other: table.percent(sym, other) for other in table.solvent() if other != seat}
    most = max(tally.values(), default=0)
    after = next((other for other in table.seats_from(seat + 1) if tally.get(other) == most), None)
    if after is not None and swaps(table, sym, after, 10):
        return None
    return (
        "president_certificate",
        f"half of the president's certificate of {sym} cannot be sold: no certificate of 10 % could be given back",
    )


def obstacle(table: Table, seat: int, sym: str, indexes: tuple[int, ...], percent: int) -> tuple[str, str] | None:
    """Why a block cannot be sold whoever asks and whenever: reason and message, or None (1846 5.3)."""
    row = table.corporation(sym)
    name = table.player_name(seat)
    held = table.percent(sym, seat)
    if row.floated and row.president is None:
        return "no_president_no_sale", f"{sym} has no president; its shares cannot be sold"
    if table.rules.sale.after_operating and row.president != seat and not row.operated:
        return "sale_before_operating", f"{sym} has not operated yet; only its president may sell its shares"
    if table.rules.sale.president_too and not row.operated:
        return "sale_before_operating", f"{sym} has not operated yet; its shares cannot be sold"
    full = sum(table.certificate_percent(sym, index) for index in indexes)
    if percent < full and len(indexes) > 1 and table.rules.sale.split == "bare":
        return (
            "president_split",
            f"half of the president's certificate of {sym} is sold by itself only, not with others",
        )
    if PRESIDENT in indexes and len(indexes) < len(table.certificates(sym, seat)) and table.rules.sale.split == "bare":
        return "president_split", f"{name} sells the other certificates of {sym} before the president's"
    market = table.percent(sym, MARKET)
    limit = table.rules.market_limit
    if market + percent > limit:
        return (
            "market_limit",
            f"the market holds {market} % of {sym}; {percent} % more would exceed its limit of {limit} %",
        )
    if row.president == seat and (PRESIDENT in indexes or held - percent < table.certificate_percent(sym, PRESIDENT)):
        rest = held - percent
        needed = table.certificate_percent(sym, PRESIDENT)
        best = max((table.percent(sym, other) for other in table.solvent() if other != seat), default=0)
        if best < needed or best <= rest:
            return (
                "president_certificate",
                f"{name} would keep {rest} % of {sym}; nobody else has {needed} % to be president (most: {best} %)",
            )
    if table.rules.presidency == "choice" and PRESIDENT in indexes:
        return _half_obstacle(table, seat, sym, indexes, percent)
    return None
