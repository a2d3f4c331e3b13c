"""A game: apply actions, list what is legal, undo, copy, look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import engine
from .actions import (
    LARGEST,
    META_ACTIONS,
    Action,
    EndGame,
    Message,
    Program,
    Redo,
    Route,
    RunRoutes,
    Undo,
    decode,
    read,
)
from .answers import BestRoute, BestRun, Outcome, Turn
from .errors import InvalidAction, StaleVersion
from .history import MARKS, Entry, History, Live, RoundKey, Secret
from .legal import LegalActions
from .model.events import Event
from .model.plan import Actor
from .model.rules import Rules
from .model.state import State
from .model.table import Table
from .observe import Observation
from .snapshot import snapshot
from .steps.run_trains import best_run, ready_trains, route_values, run_action
from .view import hidden_cards, seat_of, view

#: An action carries at most so many automatic ones.
MOST_AUTOMATIC = 100


class Game:
    """One play of a title: its rules, its state, and the actions so far.

    Threads may read one game together; while one changes it no other may use it. Copies are independent.
    """

    __slots__ = ("_history", "_rules", "_state", "_turn", "_version", "meta", "seed")

    def __init__(self, rules: Rules, state: State, *, seed: int | float, meta: Mapping[str, Any] | None = None) -> None:
        self._rules = rules
        self._state = state
        self._history = History()
        self._turn: tuple[State | None, Turn | None] = (None, None)
        self._version = 0
        self.seed = seed
        #: What a game file says besides players, settings and actions.
        self.meta: Mapping[str, Any] = dict(meta or {})

    # What the game is

    @property
    def title(self) -> str:
        """The name of the title."""
        return self._rules.title

    @property
    def ruleset(self) -> str:
        """The profile: "rulebook" or "18xx.games"."""
        return self._rules.ruleset

    @property
    def options(self) -> dict[str, Any]:
        """Every named option of the title with the value that this game plays."""
        return dict(self._rules.options)

    @property
    def optional_rules(self) -> tuple[str, ...]:
        """The optional rules in force."""
        return self._rules.optional_rules

    @property
    def players(self) -> tuple[int | str, ...]:
        """Player ids in seat order."""
        return tuple(seat.id for seat in self._state.seats)

    @property
    def names(self) -> dict[int | str, str]:
        """Player names by id, in seat order."""
        return {seat.id: seat.name for seat in self._state.seats}

    @property
    def rules(self) -> Rules:
        """The title as configured for this game."""
        return self._rules

    @property
    def state(self) -> State:
        """The present state; treat it as frozen."""
        return self._state

    def table(self) -> Table:
        """Rules and state, to be read."""
        return Table(self._rules, self._state)

    @property
    def version(self) -> int:
        """A number that grows with every change of the game."""
        return self._version

    # Doing

    def apply(
        self, action: Action | Mapping[str, Any], *, recorded: bool = False, version: int | None = None
    ) -> tuple[Event, ...]:
        """Apply an action, or its JSON form, and return what happened.

        `recorded`: the action comes from a file of 18xx.games, so what the site lets pass there passes, with a line in
        the report. `version`: refuse if the game has changed since. Raises IllegalAction, InvalidAction or
        StaleVersion, and then nothing has changed.
        """
        if version is not None and version != self._version:
            message = f"the game is at version {self._version}, the action was meant for {version}"
            raise StaleVersion(message, self._version)
        record, wire = read(action)
        number = self._number(wire)
        history = self._history
        events: tuple[Event, ...] = ()
        meta = isinstance(record, META_ACTIONS)
        if meta and not recorded:
            self.table().known(record)
        if meta and isinstance(record, Undo):
            idle = self._state if recorded else None
            self._state = history.take_back(record.action_id, self._rules.cite, idle)
        elif meta and isinstance(record, Redo):
            self._state = history.bring_back(self._rules.cite)
        else:
            secret = self._secret(record)
            live = self._perform(record, wire, number, recorded)
            history.add(live, secret)
            self._state = live.after
            events = live.events
            if live.action is not record:
                wire = {**wire, **live.action.to_dict()}
        self._log(wire, number)
        return events

    def _log(self, wire: Mapping[str, Any], number: int) -> None:
        """Write an action down: the game has changed."""
        self._history.log.append(wire if wire.get("id") == number else {**wire, "id": number})
        self._version += 1

    def _number(self, wire: Mapping[str, Any]) -> int:
        """The id of an action: its own, or the next one."""
        given = wire.get("id")
        if given is None:
            return self._history.next_id()
        if isinstance(given, bool) or not isinstance(given, int) or abs(given) > LARGEST:
            kind = type(given).__name__
            raise InvalidAction(f"the id of an action is a whole number up to {LARGEST}, not this {kind}", "id")
        return given

    def _secret(self, record: Action) -> Secret | None:
        """Who alone may know this action for now, if it is one of the round's secrets: the player who took it."""
        plan = self._rules.secret_plans.get(self._state.round.kind)
        if plan is None:
            return None
        table = self.table()
        if not plan.secret(table, record):
            return None
        return Secret(table.seat_of(record.entity), self._round_key)

    @property
    def _round_key(self) -> RoundKey:
        where = self._state.round
        return where.kind, where.turn, where.number

    def _perform(self, record: Action, wire: Mapping[str, Any], number: int, recorded: bool) -> Live:
        before = self._state
        place = len(self._history.log)
        automatic = _automatic(record, wire) if "auto_actions" in wire else []
        record, table = self._do(before, record, recorded)
        followers: tuple[Action, ...] = ()
        events, report = table.events, table.report
        for given in automatic:
            follower, table = self._do(table.state, given, recorded)
            followers = (*followers, follower)
            events += table.events
            report += table.report
        return Live(number, place, record, followers, before, table.state, tuple(events), tuple(report))

    def _do(self, before: State, record: Action, recorded: bool) -> tuple[Action, Table]:
        """Carry one action out on a copy of a state: the action with what a reader of the file would miss, such as the
        price of an issue, and what it leads to."""
        table = Table(self._rules, before, recorded=recorded)
        if before.ending is not None and not isinstance(record, Message):
            raise table.refuse("game_over", f"the game is over; {record.type} is not possible")
        if isinstance(record, META_ACTIONS):
            self._note(table, record)
            return record, table
        step, move = engine.resolve(table, record)
        if not recorded:
            record = engine.completed(table, step, record)
        table.state = before.copy()
        engine.play(table, step, move)
        return record, table

    def _note(self, table: Table, record: Action) -> None:
        """Carry out what is no decision: most of it changes nothing."""
        if isinstance(record, EndGame):
            table.state = table.state.copy()
            engine.end(table, "manually_ended")
        if isinstance(record, Program):
            table.seat_of(record.entity)
            soft = engine.soft_interrupt(table)
            if soft is not None:
                soft.give_up(table)
                table.state = table.state.copy()
                table.state.pending = table.state.pending[:-1]
                engine.settle(table)

    # Undo

    def undo(self) -> None:
        """Take back the last action that is not a message. Raises IllegalAction if there is none."""
        number = self._history.next_id()
        self._state = self._history.take_back(None, self._rules.cite)
        self._log({"type": "undo", **self._host}, number)

    def redo(self) -> None:
        """Take back the last undo. Raises IllegalAction if there is none."""
        number = self._history.next_id()
        self._state = self._history.bring_back(self._rules.cite)
        self._log({"type": "redo", **self._host}, number)

    @property
    def _host(self) -> dict[str, Any]:
        """In whose name undo and redo are written down."""
        return {"entity": self._state.seats[0].id, "entity_type": "player"}

    def copy(self, history: bool = True) -> Game:
        """An independent copy; without history it cannot be undone and costs less."""
        twin = Game.__new__(Game)
        twin._rules = self._rules
        twin._state = self._state
        twin._history = self._history.copy() if history else self._history.forgotten()
        twin._turn = self._turn
        twin._version = self._version
        twin.seed = self.seed
        twin.meta = self.meta
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        """States are never changed once they are in the history, so nothing has to be copied deeper."""
        return self.copy()

    # Looking

    @property
    def legal_actions(self) -> LegalActions:
        """What may be done now, as a lazy view."""
        return LegalActions(Table(self._rules, self._state))

    @property
    def turn(self) -> Turn | None:
        """Who decides now; None when the game is over."""
        state, turn = self._turn
        if state is not self._state:
            turn = self._asked()
            self._turn = self._state, turn
        return turn

    def _asked(self) -> Turn | None:
        table = Table(self._rules, self._state)
        actor = engine.asked(table)
        if actor is None:
            return None
        kind, who = actor
        seat = decider(table, actor)
        entity = table.player_id(who) if isinstance(who, int) else who
        return Turn(kind, entity, None if seat is None else table.player_id(seat), self._state.round.kind)

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """What happened in the actions that count, from the one with index `since` on."""
        return tuple(event for live in self._history.since(since) for event in live.events)

    @property
    def report(self) -> tuple[str, ...]:
        """What recorded actions did against the rules, a line each."""
        return tuple(line for live in self._history for line in live.report)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that count, in order; automatic ones stand after the one that carries them."""
        return tuple(action for live in self._history for action in (live.action, *live.followers))

    @property
    def log(self) -> tuple[Mapping[str, Any], ...]:
        """All actions as they came, undos and redos included, in wire form."""
        return tuple(self._history.log)

    def history(self, *, cancelled: bool = False) -> tuple[Entry, ...]:
        """The actions that count, in wire form with their numbers; `cancelled`: all as they came, with the undos and
        redos, those that were taken back marked."""
        entries = self._history.entries()
        if cancelled:
            return tuple(entries)
        return tuple(entry for entry in entries if not entry.cancelled and entry.action.get("type") not in MARKS)

    @property
    def round_began(self) -> int:
        """The number of the action after which the present round began; an undo with it as `action_id` leads there."""
        return self._history.round_began(self._state)

    @property
    def turn_began(self) -> int:
        """The number of the action after which the present turn began; an undo with it as `action_id` leads there."""
        return self._history.turn_began(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """Scores, ranking and reason once the game is over; None until then."""
        ending = self._state.ending
        if ending is None:
            return None
        table = Table(self._rules, self._state)
        scores = {seat.id: table.worth(index) for index, seat in enumerate(self._state.seats)}
        return Outcome(scores, tuple(sorted(scores, key=lambda player: -scores[player])), ending.reason)

    def snapshot(self) -> dict[str, Any]:
        """The whole state as JSON-ready data, for the host only: it shows hidden choices."""
        return snapshot(Table(self._rules, self._state))

    def view(self, player: int | str | None) -> dict[str, Any]:
        """The data of `snapshot` without what a player (None: a visitor) may not know.

        Raises InvalidAction for an unknown player.
        """
        table = self.table()
        return view(table, seat_of(table, player))

    def observe(self, player: int | str | None) -> Observation:
        """What a bot of a player gets instead of the game. Raises InvalidAction for an unknown player."""
        return Observation(self, player)

    def log_for(self, player: int | str | None) -> list[dict[str, Any]]:
        """The log as a player (None: a visitor) may know it: a hidden choice shows only that it was made.

        Raises InvalidAction for an unknown player.
        """
        table = self.table()
        seat = seat_of(table, player)
        return self._history.seen_by(seat, self._round_key if hidden_cards(table, seat) else None)

    def past(self) -> tuple[State, ...]:
        """The states before each action of the round in progress that counts, oldest first; the host's, too."""
        states: list[State] = []
        for live in reversed(self._history.since(0)):
            where = live.before.round
            if (where.kind, where.turn, where.number) != self._round_key:
                break
            states.append(live.before)
        return tuple(reversed(states))

    def best_run(self, entity: str, budget: int | None = None, fixed: Iterable[Route] = ()) -> BestRun:
        """The best set of routes of a corporation or minor with its trains that have not run in this operating round;
        between operating rounds with all its trains.

        Without `budget` (a number of work units) the result is proved. Routes of earlier rounds do not matter; trains
        keep the routes that are given as `fixed` (such as those of an action), their stated revenue aside, and the
        answer is the best under that condition. Raises InvalidAction for an unknown company and for what is no route,
        IllegalAction for fixed routes that cannot be run.
        """
        fixed = tuple(fixed)
        for route in fixed:
            if not isinstance(route, Route):
                raise InvalidAction(f"a fixed route is a Route of an action, not {type(route).__name__}", "fixed")
        if fixed:
            record, _ = read(RunRoutes(entity=entity, entity_type="corporation", routes=fixed))
            assert isinstance(record, RunRoutes)
            fixed = record.routes
        table = Table(self._rules, self._state)
        if entity not in self._state.corporations and entity not in self._state.minors:
            raise InvalidAction(f"no company {entity!r:.80} in this game", "entity")
        run, trains = best_run(table, entity, budget, fixed)
        values = route_values(table, run, trains)
        routes = tuple(
            BestRoute(trains[route.train].id, value, route.stops, route.connections)
            for route, value in zip(run.routes, values, strict=True)
        )
        action = run_action(entity, "minor" if table.is_minor(entity) else "corporation", run, trains)
        kept = tuple(route.train for route in fixed)
        return BestRun(run.revenue, routes, run.optimal, run.upper_bound, run.work, action, kept)

    # Identity

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and self._rules.same_as(other._rules)
            and self._state == other._state
            and self.actions == other.actions
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        table = Table(self._rules, self._state)
        names = ", ".join(seat.name for seat in self._state.seats)
        where = self._state.round
        ended = f", ended: {self._state.ending.reason}" if self._state.ending is not None else ""
        return (
            f"<Game {self.title} ({self.ruleset}): {names}; {where.kind} {where.turn}.{where.number},"
            f" phase {table.phase.name}, {len(self._history)} actions{ended}>"
        )


def _automatic(record: Action, wire: Mapping[str, Any]) -> list[Action]:
    """The actions that an action carries: they are carried out after it and belong to it for undo."""
    followers = wire.get("auto_actions") or ()
    if not isinstance(followers, list | tuple) or len(followers) > MOST_AUTOMATIC:
        raise InvalidAction(f"auto_actions is a list of at most {MOST_AUTOMATIC} actions", "auto_actions")
    if followers and isinstance(record, Message):
        raise InvalidAction("a message carries no actions", "auto_actions")
    rows = []
    for follower in followers:
        automatic = decode(follower)
        if isinstance(automatic, Undo | Redo | Message) or follower.get("auto_actions"):
            message = f"an automatic action is no {automatic.type} and carries no others itself"
            raise InvalidAction(message, "auto_actions")
        rows.append(automatic)
    return rows


def decider(table: Table, actor: Actor) -> int | None:
    """The seat that decides for whoever is asked; None for a corporation without president."""
    kind, who = actor
    if isinstance(who, int):
        return who
    if kind == "company":
        owner = table.state.privates[who].owner
        return owner if owner is None or isinstance(owner, int) else table.controller(owner)
    return table.controller(who)


__all__ = ["BestRoute", "BestRun", "Game", "Live", "Outcome", "Turn", "decider", "ready_trains"]
