"""The legal actions of a position, as a lazy view."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, TypeVar, overload

from . import engine
from .actions import META_ACTIONS, Action, Offer, read
from .errors import IllegalAction, InvalidAction
from .model.table import Table

Kind = TypeVar("Kind", bound=Action)


class LegalActions:
    """What may be done now: iterate it, ask `in` without listing, draw from it, or have a refusal explained."""

    __slots__ = ("_rows", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: tuple[Action, ...] | None = None

    def _all(self) -> tuple[Action, ...]:
        if self._rows is None:
            self._rows = engine.listed(self._table)
        return self._rows

    def __iter__(self) -> Iterator[Action]:
        if self._rows is not None:
            return iter(self._rows)
        return engine.legal_actions(self._table)

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        return self._all()[index]

    def __contains__(self, action: object) -> bool:
        try:
            return self._refusal(action) is None
        except InvalidAction:
            return False

    def _refusal(self, action: object) -> IllegalAction | None:
        record, _ = read(action)
        if isinstance(record, META_ACTIONS):
            return self._table.refuse("not_a_decision", f"{record.type} is accepted, but no decision of the game")
        try:
            engine.resolve(self._table, record)
        except IllegalAction as error:
            return error
        return None

    def explain(self, action: Action | Mapping[str, Any]) -> IllegalAction | None:
        """Why an action is not legal, with the numbers and the rule; None if it is.

        Raises InvalidAction for malformed input or unknown ids.
        """
        return self._refusal(action)

    def of(self, kind: type[Kind], **fields: object) -> list[Kind]:
        """The legal actions of a type whose fields have these values."""
        return [
            action
            for action in self
            if isinstance(action, kind) and all(getattr(action, name) == value for name, value in fields.items())
        ]

    def sample(self, rng: random.Random) -> Action:
        """One legal action, each as likely as any other; a free amount is drawn, too. Raises IndexError if there is
        none."""
        rows = self._all()
        if not rows:
            raise IndexError("there is no legal action")
        return with_amount(rows[rng.randrange(len(rows))], rng)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a view of legal actions holds the whole position and stays in its process; send list(view)")

    def __repr__(self) -> str:
        return f"<LegalActions: {len(self)}>"


def with_amount(action: Action, rng: random.Random) -> Action:
    """The action with its free amount drawn from its range."""
    if isinstance(action, Offer) and action.range is not None:
        steps = (action.range.high - action.range.low) // action.range.step
        return action.at(action.range.low + action.range.step * rng.randint(0, steps))
    return action
