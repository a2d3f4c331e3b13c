"""Which certificates change hands when a presidency does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..actions import Action, Choose
from ..model.plan import Actor
from ..model.table import Table
from ..model.verbs.shares import smallest_in_market, swap_president, swaps, take_back
from .base import expect_seat


@dataclass(frozen=True)
class ChooseSwap:
    """The new president chooses what it gives for the president's certificate (18Dixie 3.6)."""

    handles: tuple[type[Action], ...] = (Choose,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _seat(self, table: Table) -> int:
        seat: int = table.state.pending[-1].data[0]
        return seat

    def asked(self, table: Table) -> Actor | None:
        return "player", self._seat(table)

    def open(self, table: Table) -> bool:
        return True

    def offers(self, table: Table) -> dict[str, tuple[str, ...]]:
        """The choices, by their names."""
        top = table.state.pending[-1]
        after, sold, _ = top.data
        return {",".join(kinds): kinds for kinds in swaps(table, top.subject, after, sold)}

    def actions(self, table: Table) -> Iterator[Action]:
        player = table.player_id(self._seat(table))
        for name in self.offers(table):
            yield Choose(entity=player, entity_type="player", choice=name)

    def resolve(self, table: Table, action: Choose) -> tuple[str, ...]:
        expect_seat(table, action, self._seat(table))
        offers = self.offers(table)
        if action.choice not in offers:
            raise table.refuse(
                "no_such_choice", f"the choice is one of {' / '.join(offers)}, not {action.choice!r:.40}"
            )
        return offers[action.choice]

    def play(self, table: Table, move: tuple[str, ...]) -> None:
        top = table.state.pending[-1]
        table.state.pending = table.state.pending[:-1]
        after, sold, swap = top.data
        swap_president(table, top.subject, after, move, sold, swap)


@dataclass(frozen=True)
class ChooseTakenBack:
    """The old president chooses what it takes back for the half of the certificate that it kept (18Dixie 3.6)."""

    handles: tuple[type[Action], ...] = (Choose,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _seat(self, table: Table) -> int:
        seat: int = table.state.pending[-1].data[0]
        return seat

    def asked(self, table: Table) -> Actor | None:
        return "player", self._seat(table)

    def open(self, table: Table) -> bool:
        return True

    def kinds(self, table: Table) -> list[str]:
        """The kinds of certificates that the market has."""
        sym = table.state.pending[-1].subject
        facts = table.rules.corporations[sym]
        return sorted({facts.kind(index) for index in smallest_in_market(table, sym)}, reverse=True)

    def actions(self, table: Table) -> Iterator[Action]:
        player = table.player_id(self._seat(table))
        for kind in self.kinds(table):
            yield Choose(entity=player, entity_type="player", choice=kind)

    def resolve(self, table: Table, action: Choose) -> str:
        expect_seat(table, action, self._seat(table))
        kinds = self.kinds(table)
        if action.choice not in kinds:
            raise table.refuse("no_such_choice", f"the choice is one of {' / '.join(kinds)}, not {action.choice!r:.40}")
        return action.choice

    def play(self, table: Table, move: str) -> None:
        top = table.state.pending[-1]
        table.state.pending = table.state.pending[:-1]
        take_back(table, top.subject, top.data[0], move)
