"""From an action to a state: which step takes it, and what follows by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeGuard

from .actions import Action
from .errors import IllegalAction
from .model.events import GameEnded
from .model.plan import Actor, AnytimeStep, CompletingStep, SoftStep, Step
from .model.rules import Rules
from .model.state import Ending, State
from .model.table import Table
from .model.verbs import close_corporation


def asked(table: Table) -> Actor | None:
    """Who decides now: kind and seat or symbol; None when the game is over."""
    state = table.state
    if state.ending is not None:
        return None
    if state.pending:
        return table.rules.interrupts[state.pending[-1].kind].asked(table)
    return table.rules.plans[state.round.kind].asked(table)


def soft_interrupt(table: Table) -> SoftStep | None:
    """The step of an interrupt that other actions may answer by giving it up."""
    pending = table.state.pending
    return table.rules.soft_steps.get(pending[-1].kind) if pending else None


def steps_now(table: Table) -> tuple[Step, ...]:
    """The steps that may be answered now."""
    state = table.state
    if state.ending is not None:
        return ()
    usual = table.rules.plans[state.round.kind].steps(table)
    if not state.pending:
        return usual
    step = table.rules.interrupts[state.pending[-1].kind]
    if state.pending[-1].kind in table.rules.soft_steps:
        return (step, *usual)
    return (step, *(other for other in usual if isinstance(other, AnytimeStep)))


def listed(table: Table) -> tuple[Action, ...]:
    """Every legal action, all at once."""
    return tuple(legal_actions(table))


def legal_actions(table: Table) -> Iterator[Action]:
    """Every legal action, free numbers at their lowest."""
    soft = soft_interrupt(table)
    if soft is None:
        return chain.from_iterable(step.actions(table) for step in steps_now(table))
    return _beside(table, soft)


def _beside(table: Table, soft: SoftStep) -> Iterator[Action]:
    """What may be done while a step is waited for that others may give up."""
    for step in steps_now(table):
        if step is soft:
            yield from step.actions(table)
        elif soft.may_give_up(table):
            for action in step.actions(table):
                if not soft.excludes(action):
                    yield action


def resolve(table: Table, action: Action) -> tuple[Step, Any]:
    """The step that takes an action, and the resolved move; raises IllegalAction or InvalidAction."""
    soft = soft_interrupt(table)
    for step in steps_now(table):
        if isinstance(action, step.handles) and step.claims(table, action):
            if soft is not None and step is not soft:
                if soft.excludes(action):
                    raise table.refuse("second_lay_first", f"{asked(table)} may lay a second tile or pass first")
                soft.give_up(table)
            return step, step.resolve(table, action)
    raise _not_now(table, action)


def completed(table: Table, step: Step, action: Action) -> Action:
    """The action with what the step that takes it fills in where it is left out."""
    return step.completed(table, action) if _completes(step) else action


#: By class of a step, whether it completes actions: to ask a protocol takes longer than most steps.
_COMPLETING: dict[type, bool] = {}


def _completes(step: Step) -> TypeGuard[CompletingStep]:
    known = _COMPLETING.get(type(step))
    if known is None:
        known = _COMPLETING[type(step)] = isinstance(step, CompletingStep)
    return known


def _not_now(table: Table, action: Action) -> IllegalAction:
    actor = asked(table)
    if actor is None:
        return table.refuse("game_over", f"the game is over; {action.type} is not possible")
    kind, who = actor
    name = table.player_name(who) if isinstance(who, int) else who
    entity = table.player_id(who) if isinstance(who, int) else who
    if (action.entity_type, action.entity) != (kind, entity):
        if action.entity_type == "player":
            table.seat_of(action.entity)
        return table.refuse(
            "out_of_turn",
            f"{action.entity_type} {action.entity} cannot {action.type} now; {kind} {name} is asked",
        )
    wanted = sorted({choice.type for choice in legal_actions(table)})
    message = f"{kind} {name} cannot {action.type} now; it is asked for {', '.join(wanted)}"
    return table.refuse("wrong_step", message, action.type)


def play(table: Table, step: Step, move: Any) -> None:
    """Carry a resolved move out, and all that follows from it by itself."""
    soft = soft_interrupt(table)
    if soft is not None and step is not soft:
        table.state.pending = table.state.pending[:-1]
    step.play(table, move)
    settle(table)


def settle(table: Table) -> None:
    """Go on until somebody is asked or the game is over: steps, closings, ends, rounds (1846 13.1, 14.8)."""
    state = table.state
    rules = table.rules
    while True:
        rules.plans[state.round.kind].advance(table)
        closed = _close_worthless(table)
        reason = rules.calendar.after_action(table)
        if reason is None and not closed and state.round.over:
            reason = rules.calendar.after_round(table)
        elif reason is None and not closed:
            return
        if reason is not None:
            end(table, reason)
            return


def end(table: Table, reason: str) -> None:
    """End the game."""
    table.state.ending = Ending(reason)
    table.state.pending = ()
    table.events.append(GameEnded(reason))


def _close_worthless(table: Table) -> bool:
    """Close corporations whose price has reached a closing cell."""
    worthless = table.ladder.worthless
    for sym in worthless:
        close_corporation(table, sym)
    return bool(worthless)


def start(rules: Rules, state: State) -> Table:
    """Begin the first round."""
    table = Table(rules, state)
    rules.calendar.begin(table)
    settle(table)
    return table
