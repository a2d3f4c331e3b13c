"""A question with named answers that has to be settled before play goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..actions import Action, Choose
from ..model.plan import Actor
from ..model.state import Interrupt
from ..model.table import Table
from .base import expect_seat


def player_asked(table: Table) -> Actor:
    """The player whose seat comes first in the data of the interrupt."""
    return "player", table.state.pending[-1].data[0]


@dataclass(frozen=True)
class AskChoice:
    """An interrupt that one of several answers settles.

    `choices`: the names of the answers; `settle`: carries one out, with the interrupt already taken off; it is handed
    over. `asks`: who decides.
    """

    choices: Callable[[Table], Sequence[str]]
    settle: Callable[[Table, Interrupt, str], None]
    asks: Callable[[Table], Actor] = player_asked
    handles: tuple[type[Action], ...] = (Choose,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def asked(self, table: Table) -> Actor:
        return self.asks(table)

    def open(self, table: Table) -> bool:
        return True

    def actions(self, table: Table) -> Iterator[Action]:
        kind, who = self.asks(table)
        entity = table.player_id(who) if isinstance(who, int) else who
        for choice in self.choices(table):
            yield Choose(entity=entity, entity_type=kind, choice=choice)

    def resolve(self, table: Table, action: Choose) -> str:
        kind, who = self.asks(table)
        if isinstance(who, int):
            expect_seat(table, action, who)
        elif (action.entity_type, action.entity) != (kind, who):
            raise table.refuse("out_of_turn", f"{kind} {who} is asked, not {action.entity_type} {action.entity}")
        choices = self.choices(table)
        if action.choice not in choices:
            raise table.refuse(
                "no_such_choice", f"the choice is one of {' / '.join(choices)}, not {action.choice!r:.40}"
            )
        return action.choice

    def play(self, table: Table, move: str) -> None:
        top = table.state.pending[-1]
        table.state.pending = table.state.pending[:-1]
        self.settle(table, top, move)
