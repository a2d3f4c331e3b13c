"""What the privates of 18Dixie can do beyond the shared powers (18Dixie Tables 3, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec.structs import replace

from ...actions import Action, Assign, BuyTrain, ChooseAbility
from ...errors import InvalidAction
from ...model.events import MarkerMoved
from ...model.plan import Actor
from ...model.power import (
    Kind,
    MarkerPower,
    PartsPower,
    PhaseTrainPower,
    Power,
    PriorityPower,
    TrainBonusPower,
    TrainDiscountPower,
)
from ...model.state import Interrupt, Marker, Private, Train, Turn
from ...model.table import Table
from ...model.verbs import BANK, close_private, give_set_aside, pay, remove_trains
from ...model.verbs.trains import replace_train
from ...steps.base import at_step, find_train, operating_corporation, owner_of_train
from ...steps.buy_trains import BuyTrains, TrainMove
from ...steps.train_discount import discounted, through_private
from .minors import is_minor_card

#: The interrupt by which the owner of a private says who gets its train.
PHASE_TRAIN = "phase_train"
#: Names of choices.
TAKE, DECLINE = "priority_deal", "decline"
#: Reason and message of a refusal.
Problem: TypeAlias = "tuple[str, str]"


def private_with(table: Table, action: Action, kind: type[Kind]) -> tuple[Private, Kind]:
    """The private that an action names, with its power of this kind."""
    if action.entity_type != "company":
        raise InvalidAction(f"a power is used by a private, not by a {action.entity_type}", "entity_type")
    row = table.find_private(action.entity, "entity")
    power = table.power_of(row.sym, kind)
    if power is None:
        raise table.refuse("no_such_power", f"{row.sym} cannot {action.type}")
    return row, power


def names_power(table: Table, action: Action, kind: type[Power]) -> bool:
    """Whether an action is of a private with a power of this kind."""
    if action.entity_type != "company" or action.entity not in table.state.privates:
        return False
    return table.power_of(str(action.entity), kind) is not None


@dataclass(frozen=True)
class RaiseValue:
    """Put a marker on a city or town for the operating corporation, once and for all (18Dixie Table 3 P2)."""

    handles: tuple[type[Action], ...] = (Assign,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        row = operating_corporation(table)
        if row is None:
            return
        for private, power in table.powers(row.sym, MarkerPower):
            for hex_id in power.hexes:
                yield Assign(entity=private.sym, entity_type="company", target=hex_id, target_type="hex")

    def resolve(self, table: Table, action: Assign) -> tuple[str, str, str]:
        private, power = private_with(table, action, MarkerPower)
        row = operating_corporation(table)
        if row is None or not table.serves(private, row.sym):
            raise table.refuse("power_not_owned", f"{private.sym} serves a corporation of its owner, in its turn")
        if action.target_type != "hex" or action.target not in power.hexes:
            places = ", ".join(power.hexes)
            raise table.refuse("marker_hex", f"{private.sym} goes to one of {places}, not to {action.target!r:.40}")
        return private.sym, row.sym, action.target

    def play(self, table: Table, move: tuple[str, str, str]) -> None:
        private, sym, hex_id = move
        table.state.put_marker(private, Marker(private, sym, hex_id))
        table.events.append(MarkerMoved(private, sym, hex_id))
        close_private(table, private)


@dataclass(frozen=True)
class TakePriority:
    """The owner takes the priority deal: in any company's turn, or before the first act of a stock round (18Dixie
    Table 3 P4)."""

    handles: tuple[type[Action], ...] = (ChooseAbility,)
    #: May be used while something else is asked.
    anytime: Literal[True] = True

    def claims(self, table: Table, action: Action) -> bool:
        return names_power(table, action, PriorityPower)

    def open(self, table: Table) -> bool:
        """Nobody waits for it."""
        return False

    def obstacle(self, table: Table, row: Private) -> Problem | None:
        """Why it cannot be used now: reason and message, or None."""
        state = table.state
        if row.closed or not isinstance(row.owner, int):
            return "power_not_owned", f"{row.sym} does not belong to a player"
        if state.round.kind == "Operating" and state.turn.entity is not None:
            return None
        first_auctions = state.round.turn == 1
        if state.round.kind == "Stock" and state.round.last_to_act is None and not state.pending and not first_auctions:
            return None
        return "power_window", f"{row.sym} serves in a company's turn, or before the first act of a stock round"

    def actions(self, table: Table) -> Iterator[Action]:
        for row in table.state.privates.values():
            if table.power_of(row.sym, PriorityPower) is not None and self.obstacle(table, row) is None:
                yield ChooseAbility(entity=row.sym, entity_type="company", choice=TAKE)

    def resolve(self, table: Table, action: ChooseAbility) -> str:
        row, _ = private_with(table, action, PriorityPower)
        problem = self.obstacle(table, row)
        if problem is not None:
            raise table.refuse(*problem, row.sym)
        if action.choice != TAKE:
            raise table.refuse("no_such_choice", f"{row.sym} can {TAKE}, not {action.choice!r:.40}")
        return row.sym

    def play(self, table: Table, move: str) -> None:
        state = table.state
        owner = state.privates[move].owner
        power = table.power_of(move, PriorityPower)
        assert isinstance(owner, int) and power is not None
        state.priority = owner
        pay(table, BANK, owner, power.amount, "priority deal")
        close_private(table, move)
        if state.round.kind == "Stock" and not state.round.passes:
            state.turn = Turn(entity=owner)


@dataclass(frozen=True)
class AddParts:
    """Spare parts for one or two trains of the operating corporation (18Dixie Table 3 P7).

    The choice names a train for each part.
    """

    handles: tuple[type[Action], ...] = (ChooseAbility,)

    def claims(self, table: Table, action: Action) -> bool:
        return names_power(table, action, PartsPower)

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def trains(self, table: Table, sym: str) -> list[Train]:
        """The trains of a corporation that leave the game one day."""
        return [train for train in table.company(sym).trains if table.rules.trains[train.rank].rusts_on is not None]

    def actions(self, table: Table) -> Iterator[Action]:
        row = operating_corporation(table)
        if row is None:
            return
        for private, power in table.powers(row.sym, PartsPower):
            ids = [train.id for train in self.trains(table, row.sym)]
            choices = [*ids, *(f"{ids[a]},{ids[b]}" for a in range(len(ids)) for b in range(a, len(ids)))]
            for choice in choices if power.number > 1 else ids:
                yield ChooseAbility(entity=private.sym, entity_type="company", choice=choice)

    def resolve(self, table: Table, action: ChooseAbility) -> tuple[str, str, list[str]]:
        private, power = private_with(table, action, PartsPower)
        row = operating_corporation(table)
        if row is None or not table.serves(private, row.sym):
            raise table.refuse("power_not_owned", f"{private.sym} serves a corporation of its owner, in its turn")
        ids = action.choice.split(",", power.number)
        if len(ids) > power.number:
            raise table.refuse("no_such_choice", f"{private.sym} has {power.number} parts, not one for each of {ids}")
        fitting = self.trains(table, row.sym)
        for text in ids:
            if find_train(table, text, fitting) is None:
                raise table.refuse(
                    "not_its_train", f"{row.sym} has no train {text!r:.40} that a part serves", private.sym
                )
        return private.sym, row.sym, ids

    def play(self, table: Table, move: tuple[str, str, list[str]]) -> None:
        private, sym, ids = move
        for text in ids:
            train = find_train(table, text, table.company(sym).trains)
            assert train is not None
            replace_train(table, sym, replace(train, parts=train.parts + 1, bound=True))
        close_private(table, private)


@dataclass(frozen=True)
class MarkTrain:
    """A marker on a train of a corporation over which the owner presides, at any time of an operating round and the
    closings after it (18Dixie Table 4 P8, U23)."""

    handles: tuple[type[Action], ...] = (ChooseAbility,)
    #: May be used while something else is asked.
    anytime: Literal[True] = True

    def claims(self, table: Table, action: Action) -> bool:
        return names_power(table, action, TrainBonusPower)

    def open(self, table: Table) -> bool:
        """Nobody waits for it."""
        return False

    def obstacle(self, table: Table, row: Private) -> Problem | None:
        """Why it cannot be used now: reason and message, or None."""
        if row.closed or not isinstance(row.owner, int):
            return "power_not_owned", f"{row.sym} does not belong to a player"
        here = table.state.round
        if here.kind == "Operating" or (here.kind == "Merger" and here.number):
            return None
        return "power_window", f"{row.sym} serves in operating rounds"

    def actions(self, table: Table) -> Iterator[Action]:
        for row in table.state.privates.values():
            if table.power_of(row.sym, TrainBonusPower) is None or self.obstacle(table, row) is not None:
                continue
            for corporation in table.state.corporations.values():
                if corporation.president == row.owner:
                    for train in corporation.trains:
                        yield ChooseAbility(entity=row.sym, entity_type="company", choice=train.id)

    def resolve(self, table: Table, action: ChooseAbility) -> tuple[str, str, Train]:
        row, _ = private_with(table, action, TrainBonusPower)
        problem = self.obstacle(table, row)
        if problem is not None:
            raise table.refuse(*problem, row.sym)
        sym, train = owner_of_train(table, action.choice)
        if sym is None or table.is_minor(sym) or table.corporation(sym).president != row.owner:
            raise table.refuse(
                "not_its_train", f"{row.sym} marks a train of a corporation of its owner, not {train.id}", row.sym
            )
        return row.sym, sym, train

    def play(self, table: Table, move: tuple[str, str, Train]) -> None:
        private, sym, train = move
        power = table.power_of(private, TrainBonusPower)
        assert power is not None
        # The side of the marker is chosen once: a system that inherits the train earns the same (U32).
        replace_train(table, sym, replace(train, bonus=power.amounts.get(sym, power.amount), bound=True))
        close_private(table, private)


@dataclass(frozen=True)
class BuyThroughPrivate:
    """A train at half its price at any time of the corporation's turn, out of its treasury (18Dixie Table 3 P5).

    When the corporation buys trains that step takes it.
    """

    buying: BuyTrains
    handles: tuple[type[Action], ...] = (BuyTrain,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "company" and not at_step(table, BuyTrain)

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        row = operating_corporation(table)
        if row is None or at_step(table, BuyTrain):
            return
        for action in discounted(table, self.buying, row.sym):
            if isinstance(action, BuyTrain) and action.price <= row.cash:
                yield action

    def resolve(self, table: Table, action: BuyTrain) -> TrainMove:
        row = operating_corporation(table)
        private = table.find_private(action.entity, "entity")
        if row is None or not any(other.sym == private.sym for other, _ in table.powers(row.sym, TrainDiscountPower)):
            raise table.refuse("power_not_owned", f"{private.sym} serves a corporation of its owner, in its turn")
        move = through_private(table, self.buying, action)
        if move.funds.help:
            raise table.refuse("train_too_expensive", f"{row.sym} has ${row.cash}; the train costs ${move.price}")
        return move

    def play(self, table: Table, move: TrainMove) -> None:
        step = table.state.turn.step
        self.buying.buy(table, move)
        table.state.turn = replace(table.state.turn, step=step, begun=True)


def close_for_phase(table: Table) -> None:
    """Phase 6: all privates close, also those still on sale (U39), a placeholder goes, and a train that was set aside
    finds its owner (18Dixie Tables 3, 4)."""
    state = table.state
    for row in list(state.privates.values()):
        if row.closed or is_minor_card(table, row.sym):
            continue
        power = table.power_of(row.sym, PhaseTrainPower)
        if power is not None:
            if isinstance(row.owner, int) and any(
                other.president == row.owner for other in state.corporations.values()
            ):
                state.pending = (*state.pending, Interrupt(PHASE_TRAIN, row.sym))
                continue
            drop_train(table, power)
        if state.board.tokens(row.sym) if row.sym in state.board.map.companies else False:
            state.edit_board().remove_tokens(row.sym)
        close_private(table, row.sym)


def drop_train(table: Table, power: PhaseTrainPower) -> None:
    """The train that was set aside leaves the game."""
    remove_trains(table, [train for train in table.state.depot.aside if train.id == power.train])


@dataclass(frozen=True)
class GivePhaseTrain:
    """The owner gives the train to a corporation over which it presides, or nobody gets it (18Dixie Table 4 P9)."""

    handles: tuple[type[Action], ...] = (ChooseAbility,)

    def claims(self, table: Table, action: Action) -> bool:
        return not names_power(table, action, TrainBonusPower) and not names_power(table, action, PriorityPower)

    def _private(self, table: Table) -> Private:
        return table.state.privates[table.state.pending[-1].subject]

    def asked(self, table: Table) -> Actor | None:
        return "company", self._private(table).sym

    def open(self, table: Table) -> bool:
        return True

    def companies(self, table: Table) -> list[str]:
        """Who may get the train."""
        owner = self._private(table).owner
        return [sym for sym, row in table.state.corporations.items() if row.president == owner and not row.closed]

    def actions(self, table: Table) -> Iterator[Action]:
        for choice in (*self.companies(table), DECLINE):
            yield ChooseAbility(entity=self._private(table).sym, entity_type="company", choice=choice)

    def resolve(self, table: Table, action: ChooseAbility) -> str:
        row = self._private(table)
        if action.entity_type != "company" or action.entity != row.sym:
            raise table.refuse("out_of_turn", f"{row.sym} is asked who gets its train")
        if action.choice not in (*self.companies(table), DECLINE):
            names = ", ".join(self.companies(table))
            raise table.refuse("no_such_choice", f"the train goes to one of {names}, not to {action.choice!r:.40}")
        return action.choice

    def play(self, table: Table, move: str) -> None:
        row = self._private(table)
        table.state.pending = table.state.pending[:-1]
        power = table.power_of(row.sym, PhaseTrainPower)
        assert power is not None
        if move == DECLINE:
            drop_train(table, power)
        else:
            train = next(train for train in table.state.depot.aside if train.id == power.train)
            give_set_aside(table, move, train)
        close_private(table, row.sym)
