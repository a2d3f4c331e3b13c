"""The actions of a game: all as they came, those that count, and those that were taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from .actions import LARGEST, Action, Message
from .errors import IllegalAction
from .model.events import Event
from .model.state import State, Turn
from .view import masked

#: The round in which a secret was made: kind, number of the set, number in the set.
RoundKey: TypeAlias = tuple[str, int, int]
#: States that an undo comes back to often; those before remember nothing of what was worked out.
RECENT = 10
#: Types of actions that only move the mark.
MARKS = ("undo", "redo")


class Live(msgspec.Struct, frozen=True, gc=False):
    """An action that counts: its id, its index in the log, its record and those of the automatic ones that it carries,
    the states around it, and what happened."""

    id: int
    place: int
    action: Action
    followers: tuple[Action, ...]
    before: State
    after: State
    events: tuple[Event, ...]
    report: tuple[str, ...]

    def forget(self) -> None:
        """Drop what was worked out of the state before: it would fill most of the memory of a long game."""
        self.before.memo.forget()
        if self.before.board is not self.after.board:
            self.before.board.forget()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An action as it came: its number, its wire form, and whether an undo has taken it back."""

    id: int
    action: Mapping[str, Any]
    cancelled: bool


class Secret(msgspec.Struct, frozen=True, gc=False):
    """The seat that took a hidden action, and the round that hides it."""

    seat: int
    round: RoundKey


class History:
    """Undo and redo move a mark along the list of what was done, so each costs the same however long the game is."""

    __slots__ = ("_done", "_indexed", "_length", "_messages", "_places", "_secrets", "_undone", "log")

    def __init__(self) -> None:
        #: All actions as they came, undos and redos included, in wire form.
        self.log: list[Mapping[str, Any]] = []
        #: Actions that count, up to `_length`; after it those that were undone and may come back.
        self._done: list[Live] = []
        self._length = 0
        #: Messages stay whatever is undone.
        self._messages: list[Live] = []
        #: Values of `_length` before each undo that can be redone.
        self._undone: list[int] = []
        #: Index in the log by id, filled up to `_indexed` when it is asked for.
        self._places: dict[int, int] = {}
        self._indexed = 0
        #: What was hidden when it was done, by index in the log.
        self._secrets: dict[int, Secret] = {}

    def copy(self) -> History:
        """An independent copy."""
        twin = History()
        twin.log = self.log.copy()
        twin._done = self._done.copy()
        twin._length = self._length
        twin._messages = self._messages.copy()
        twin._undone = self._undone.copy()
        twin._secrets = self._secrets.copy()
        return twin

    def forgotten(self) -> History:
        """A history that knows nothing but the last id."""
        twin = History()
        twin.log = self.log[-1:]
        return twin

    # What counts

    def __len__(self) -> int:
        return self._length + len(self._messages)

    def __iter__(self) -> Iterator[Live]:
        """The actions that count, in the order of the log."""
        return iter(self.since(0))

    def since(self, index: int) -> list[Live]:
        """The actions that count from this index on."""
        if not self._messages:
            return self._done[index : self._length]
        rows = self._done[: self._length] + self._messages
        rows.sort(key=_place)
        return rows[index:]

    def seen_by(self, seat: int | None, now: RoundKey | None) -> list[dict[str, Any]]:
        """The log as a seat (None: a visitor) may know it; `now` is the round in progress while it hides something.

        A hidden choice shows that it was made. It stays hidden while its round lasts, and for ever if it was taken
        back.
        """
        counts = {live.place for live in self._done[: self._length]}
        rows: list[dict[str, Any]] = []
        for place, wire in enumerate(self.log):
            secret = self._secrets.get(place)
            known = secret is None or secret.seat == seat
            known = known or (secret is not None and place in counts and secret.round != now)
            rows.append(dict(wire) if known else masked(wire))
        return rows

    def entries(self) -> list[Entry]:
        """All actions as they came, those that were taken back marked."""
        counts = {live.place for live in (*self._done[: self._length], *self._messages)}
        return [
            Entry(wire["id"], wire, place not in counts and wire.get("type") not in MARKS)
            for place, wire in enumerate(self.log)
        ]

    def round_began(self, now: State) -> int:
        """Id of the action after which the present round began; 0: the game began with it."""
        where = round_key(now)
        return self._began(lambda state: round_key(state) == where)

    def turn_began(self, now: State) -> int:
        """Id of the action after which the present turn began; 0: the game began with it."""
        place = round_key(now), now.round.index, now.turn.entity
        fresh = _fresh(now)

        def belongs(state: State) -> bool:
            nonlocal fresh
            if fresh or (round_key(state), state.round.index, state.turn.entity) != place:
                return False
            fresh = _fresh(state)
            return True

        return self._began(belongs)

    def _began(self, belongs: Callable[[State], bool]) -> int:
        """Id of the action after which something began that all states since belong to."""
        mark = self._length
        while mark and belongs(self._done[mark - 1].before):
            mark -= 1
        return self._done[mark - 1].id if mark else 0

    # What is done

    def next_id(self) -> int:
        """The id of an action that brings none."""
        return min(int(self.log[-1]["id"]) + 1, LARGEST) if self.log else 1

    def add(self, live: Live, secret: Secret | None) -> None:
        """An action happened; unless it is a message, what was undone cannot come back."""
        if secret is not None:
            self._secrets[live.place] = secret
        if isinstance(live.action, Message):
            self._messages.append(live)
            return
        del self._done[self._length :]
        self._undone.clear()
        self._done.append(live)
        self._length += 1
        if self._length > RECENT:
            self._done[-RECENT].forget()

    def take_back(self, target: int | None, cite: Callable[[str], str], idle: State | None = None) -> State:
        """Undo the last action that counts, or all after the action with id `target` (0: all); the state before it.

        A recorded undo that was sent twice cancels nothing the second time and leaves the state `idle`.
        """
        mark = self._length - 1 if target is None else self._after(target, cite)
        if idle is not None and target is not None and mark == self._length:
            return idle
        if not 0 <= mark < self._length:
            raise IllegalAction("there is nothing to undo", "nothing_to_undo", cite("nothing_to_undo"))
        self._undone.append(self._length)
        self._length = mark
        return self._done[mark].before

    def _after(self, target: int, cite: Callable[[str], str]) -> int:
        """How many actions count up to the one with this id, which may have been taken back itself (1846 19.7)."""
        if not target:
            return 0
        for place in range(self._indexed, len(self.log)):
            if self.log[place].get("type") not in MARKS:
                self._places[self.log[place]["id"]] = place
        self._indexed = len(self.log)
        if target not in self._places:
            message = f"there is no action {target} to go back to"
            raise IllegalAction(message, "no_such_action", cite("no_such_action"))
        return bisect_right(self._done, self._places[target], hi=self._length, key=_place)

    def bring_back(self, cite: Callable[[str], str]) -> State:
        """Take back the last undo; the state after it."""
        if not self._undone:
            raise IllegalAction("there is nothing to redo", "nothing_to_redo", cite("nothing_to_redo"))
        self._length = self._undone.pop()
        return self._done[self._length - 1].after


def round_key(state: State) -> RoundKey:
    """Which round a state belongs to."""
    return state.round.kind, state.round.turn, state.round.number


def _place(live: Live) -> int:
    return live.place


def _fresh(state: State) -> bool:
    """Whether a turn has just begun: somebody may follow him- or herself, when the others pass without being asked."""
    return state.turn.entity is not None and state.turn == Turn(entity=state.turn.entity)
