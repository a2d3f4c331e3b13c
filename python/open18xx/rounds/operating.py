"""The operating round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from ..model.events import RoundBegan
from ..model.plan import Actor, Step, TurnStep
from ..model.power import MarkerPower
from ..model.state import Interrupt, Round, Turn
from ..model.table import Table
from ..model.verbs import BANK, pay
from ..model.verbs.trains import rest_trains
from ..steps.assign import MARKER_AT_START
from ..steps.order import recompute_order
from .interrupts import interrupted


def nothing_left(table: Table) -> bool:
    """A turn leaves nothing to be settled."""
    return False


@dataclass(frozen=True)
class OperatingRound:
    """Privates pay, then companies take their turns step by step (1846 7).

    `turn_steps` are asked in this order; `powers` may be used at any time of the turn; `order` gives who operates.
    `follow_prices`: the order is found anew after each turn. `after_turn`: what a turn leaves to be settled; whether
    there was anything.
    """

    turn_steps: tuple[TurnStep, ...]
    powers: tuple[Step, ...]
    order: Callable[[Table], list[str]]
    follow_prices: bool = False
    after_turn: Callable[[Table], bool] = nothing_left
    kind: str = "Operating"

    def begin(self, table: Table) -> None:
        state = table.state
        for private in list(state.privates.values()):
            if private.used_now:
                state.put_private(replace(private, used_now=()))
            income = table.rules.privates[private.sym].income
            if income and private.owner is not None and not private.closed:
                pay(table, BANK, private.owner, income, "income")
        order = tuple(self.order(table))
        for sym in order:
            rest_trains(table, sym)
        state.round = replace(state.round, order=order, index=-1)
        state.turn = Turn()
        for name, power in table.rules.with_power(MarkerPower):
            row = state.privates.get(name)
            if row is not None and power.moves and isinstance(row.owner, int) and not row.closed:
                state.pending = (*state.pending, Interrupt(MARKER_AT_START, row.sym))

    def asked(self, table: Table) -> Actor | None:
        sym = table.state.turn.entity
        if not isinstance(sym, str):
            return None
        return ("minor" if table.is_minor(sym) else "corporation"), sym

    def steps(self, table: Table) -> tuple[Step, ...]:
        turn = table.state.turn
        if turn.entity is None or turn.step >= len(self.turn_steps):
            return ()
        return self._menus[turn.step]

    @cached_property
    def _menus(self) -> tuple[tuple[Step, ...], ...]:
        """The steps that may be answered while each step of the turn is open."""
        return tuple((*self.powers, step) for step in self.turn_steps)

    def advance(self, table: Table) -> None:
        """Go on until somebody is asked: interrupts first, then the steps of the turn, then the next company."""
        state = table.state
        while not state.round.over:
            if interrupted(table):
                return
            if not self._in_turn(table):
                if state.turn.entity is not None and self.after_turn(table):
                    continue
                if self.follow_prices and state.turn.entity is not None:
                    recompute_order(table)
                self._next(table)
                continue
            step = self.turn_steps[state.turn.step]
            if step.open(table):
                return
            step.skip(table)
            state.turn = replace(state.turn, step=state.turn.step + 1)

    def _in_turn(self, table: Table) -> bool:
        """Whether the company at turn still has steps to take."""
        turn = table.state.turn
        sym = turn.entity
        return isinstance(sym, str) and turn.step < len(self.turn_steps) and not table.company(sym).closed

    def _next(self, table: Table) -> None:
        state = table.state
        index = state.round.index + 1
        order = state.round.order
        while index < len(order) and self._gone(table, order[index]):
            index += 1
        if index < len(order):
            state.round = replace(state.round, index=index)
            state.turn = Turn(entity=order[index])
        else:
            state.round = replace(state.round, index=index, over=True)
            state.turn = Turn()

    def _gone(self, table: Table, sym: object) -> bool:
        assert isinstance(sym, str)
        if table.company(sym).closed:
            return True
        return table.is_minor(sym) and table.minor_owner(sym) is None


def start_round(table: Table, kind: str, turn: int, number: int) -> None:
    """Begin a round of this kind, number `number` of set `turn`."""
    table.state.round = Round(kind=kind, turn=turn, number=number)
    table.events.append(RoundBegan(kind, turn, number))
    table.rules.plans[kind].begin(table)
