"""The shape of the rules code: steps, kinds of rounds, and the calendar that strings them together."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

from ..actions import Action, EntityType

if TYPE_CHECKING:
    from .state import Owner, State
    from .table import Table

#: Who is asked: the kind ("player", "corporation", "minor", "company") and the seat or symbol.
Actor: TypeAlias = "tuple[EntityType, Owner]"


class Step(Protocol):
    """One kind of thing that may be done; it keeps no state."""

    @property
    def handles(self) -> tuple[type[Action], ...]:
        """The types of action that may answer it."""

    def claims(self, table: Table, action: Any) -> bool:
        """Whether an action of one of these types is meant for it."""

    def open(self, table: Table) -> bool:
        """Whether there is something to decide here for the entity to move."""

    def actions(self, table: Table) -> Iterable[Action]:
        """The legal actions, cheapest to make first."""

    def resolve(self, table: Table, action: Any) -> Any:
        """The fully resolved move; raises IllegalAction or InvalidAction and changes nothing."""

    def play(self, table: Table, move: Any) -> None:
        """Carry a resolved move out; cannot fail."""


class TurnStep(Step, Protocol):
    """A step that stands in the sequence of an operating turn."""

    def skip(self, table: Table) -> None:
        """What happens by itself when the step has nothing to ask."""


class InterruptStep(Step, Protocol):
    """A step that settles an interrupt, whoever is to move otherwise."""

    def asked(self, table: Table) -> Actor | None:
        """Who decides now."""


@runtime_checkable
class SoftStep(InterruptStep, Protocol):
    """A step that other actions may answer, too, by giving it up."""

    def may_give_up(self, table: Table) -> bool:
        """Whether it may be given up at all."""

    def excludes(self, action: Action) -> bool:
        """Whether an action is refused while this is waited for."""

    def give_up(self, table: Table) -> None:
        """Refuse to give it up where the rules do; changes nothing."""


@runtime_checkable
class AnytimeStep(Step, Protocol):
    """A step that may also be answered while an interrupt is settled."""

    @property
    def anytime(self) -> Literal[True]:
        """What tells it from others."""


@runtime_checkable
class CompletingStep(Step, Protocol):
    """A step that writes down what an action leaves out and a reader of the file would miss."""

    def completed(self, table: Table, action: Any) -> Action:
        """The action with all of it, on the table as it was before."""


class Plan(Protocol):
    """A kind of round."""

    @property
    def kind(self) -> str:
        """Its name in snapshots."""

    def begin(self, table: Table) -> None:
        """Set the round up."""

    def asked(self, table: Table) -> Actor | None:
        """Who decides now."""

    def steps(self, table: Table) -> tuple[Step, ...]:
        """The steps that may be answered now, powers first, the one that blocks last."""

    def advance(self, table: Table) -> None:
        """Settle what is forced until somebody is asked or the round is over."""


@runtime_checkable
class SecretPlan(Plan, Protocol):
    """A kind of round that knows secrets; other plans have none of these three."""

    def hidden(self, table: Table, seat: int | None) -> frozenset[str]:
        """The cards whose place a seat (None: a visitor) does not know now."""

    def secret(self, table: Table, action: Action) -> bool:
        """Whether others may only know that this action was taken, as long as the round lasts."""

    def imagine(self, table: Table, seat: int | None, past: Sequence[State], rng: random.Random) -> None:
        """Lay the hidden cards at random, so that they fit what the seat saw in the states `past` of the round and now.

        `past` holds the states before each action of the round that counts; without it only the present is fitted.
        """


class Calendar(Protocol):
    """What comes after what."""

    def begin(self, table: Table) -> None:
        """Start the first round."""

    def after_action(self, table: Table) -> str | None:
        """The reason for which the game ends at once, if it does."""

    def after_round(self, table: Table) -> str | None:
        """Start the next round, or name the reason for which the game ends now."""


@runtime_checkable
class FixedCalendar(Calendar, Protocol):
    """A calendar that says from the start when the game ends."""

    @property
    def last(self) -> int:
        """The operating round that ends the game, counted through it."""
