"""Giving up trains above the limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..actions import Action, DiscardTrain
from ..model.plan import Actor
from ..model.state import Train
from ..model.table import Table
from ..model.verbs import discard_train, remove_trains
from .base import owner_of_train


@dataclass(frozen=True)
class DiscardTrains:
    """Each corporation above the train limit discards at once, in the order of the title (1846 8.7).

    `order`: who discards first.
    """

    order: Callable[[Table], Iterable[str]] = lambda table: table.state.corporations
    handles: tuple[type[Action], ...] = (DiscardTrain,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def crowded(self, table: Table) -> str | None:
        """The first corporation above the limit."""
        for sym in self.order(table):
            limit = table.train_limit(sym)
            if len(table.company(sym).trains) > limit and len(table.counted_trains(sym)) > limit:
                return sym
        return None

    def asked(self, table: Table) -> Actor | None:
        sym = self.crowded(table)
        return None if sym is None else ("corporation", sym)

    def open(self, table: Table) -> bool:
        return self.crowded(table) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = self.crowded(table)
        assert sym is not None
        for train in table.current_trains(sym):
            yield DiscardTrain(entity=sym, entity_type="corporation", train=train.id)

    def resolve(self, table: Table, action: DiscardTrain) -> tuple[str, Train, bool]:
        sym = self.crowded(table)
        assert sym is not None
        if action.entity_type != "corporation" or action.entity != sym:
            raise table.refuse("out_of_turn", f"{sym} has too many trains and discards first")
        owner, train = owner_of_train(table, action.train)
        if owner != sym:
            raise table.refuse("not_its_train", f"train {train.id} does not belong to {sym}")
        if train.obsolete:
            table.lenient("discard_obsolete", f"train {train.id} is phased out and does not count for the limit")
        return sym, train, train.obsolete

    def play(self, table: Table, move: tuple[str, Train, bool]) -> None:
        sym, train, obsolete = move
        if obsolete:
            remove_trains(table, [train])
        else:
            discard_train(table, sym, train)
