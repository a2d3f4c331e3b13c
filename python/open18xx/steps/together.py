"""Several steps that are open at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from ..actions import Action, Pass
from ..model.plan import Step
from ..model.table import Table
from .base import expect_company


@dataclass(frozen=True)
class Together:
    """Steps in any order and mixture, until none has anything left or the company passes."""

    parts: tuple[Step, ...]

    @cached_property
    def handles(self) -> tuple[type[Action], ...]:
        return (Pass, *(kind for part in self.parts for kind in part.handles))

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type in ("corporation", "minor")

    def open(self, table: Table) -> bool:
        return any(part.open(table) for part in self.parts)

    def actions(self, table: Table) -> list[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        rows: list[Action] = [Pass(entity=sym, entity_type="minor" if table.is_minor(sym) else "corporation")]
        for part in self.parts:
            rows += part.actions(table)
        return rows

    def resolve(self, table: Table, action: Action) -> tuple[Step | None, Any]:
        if isinstance(action, Pass):
            expect_company(table, action, ("corporation", "minor"))
            return None, None
        part = next(part for part in self.parts if isinstance(action, part.handles))
        return part, part.resolve(table, action)

    def play(self, table: Table, move: tuple[Step | None, Any]) -> None:
        part, resolved = move
        if part is None:
            turn = table.state.turn
            table.state.turn = replace(turn, step=turn.step + 1, begun=True)
        else:
            part.play(table, resolved)

    def skip(self, table: Table) -> None:
        """Nothing to settle."""
