"""Which certificates change hands when a presidency does."""

from __future__ import annotations

from ..model.state import Interrupt
from ..model.table import Table
from ..model.verbs.shares import smallest_in_market, swap_president, swaps, take_back
from .ask_choice import AskChoice


def _sets(table: Table) -> list[str]:
    """The kinds of certificates that the new president may give, as sets that make up the president's."""
    top = table.state.pending[-1]
    after, sold, _ = top.data
    return [",".join(kinds) for kinds in swaps(table, top.subject, after, sold)]


def _give(table: Table, top: Interrupt, choice: str) -> None:
    after, sold, swap = top.data
    swap_president(table, top.subject, after, choice.split(","), sold, swap)


def _kinds(table: Table) -> list[str]:
    """The kinds of certificates of 10 % that the market has."""
    sym = table.state.pending[-1].subject
    facts = table.rules.corporations[sym]
    return sorted({facts.kind(index) for index in smallest_in_market(table, sym)}, reverse=True)


def _take(table: Table, top: Interrupt, choice: str) -> None:
    take_back(table, top.subject, top.data[0], choice)


#: The new president chooses what it gives for the president's certificate (18Dixie 3.6).
CHOOSE_SWAP = AskChoice(_sets, _give)
#: The old president chooses what it takes back for the half of the certificate that it kept (18Dixie 3.6).
CHOOSE_TAKEN_BACK = AskChoice(_kinds, _take)
