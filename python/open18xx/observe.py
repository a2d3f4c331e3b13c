"""What a bot gets instead of the game: a position as one player sees it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from .actions import Action, Route, read
from .errors import IllegalAction, InvalidAction
from .legal import LegalActions
from .model.memo import Memo
from .model.table import Table
from .steps.base import owner_of_train
from .view import hidden_cards, seat_of, secret_plan, view

if TYPE_CHECKING:
    from .game import BestRun, Game, Turn
    from .model.facts import Face
    from .model.rules import Rules
    from .model.state import State


class Observation:
    """A position as a player (None: a visitor) sees it; it stays as it is when the game goes on.

    The position itself is kept in functions, not in attributes, so that nothing hidden is read by accident. Raises
    InvalidAction for an unknown player.
    """

    __slots__ = ("__best_run", "__legal", "__sample", "__train_face", "__view", "decides", "player", "rules", "turn")

    def __init__(self, game: Game, player: int | str | None) -> None:
        table = game.table()
        seat = seat_of(table, player)
        turn = game.turn
        past = game.past() if hidden_cards(table, seat) else ()
        blank = type(game)
        #: The title as configured for this game: what is in the box, and the rules, all of it public.
        self.rules: Rules = table.rules
        #: The id of the player who looks; None for a visitor.
        self.player: int | str | None = player
        #: Who decides now; None when the game is over.
        self.turn: Turn | None = turn
        #: Whether it is this player's decision; that of a company without president is every player's.
        self.decides: bool = turn is not None and seat is not None and turn.player in (None, player)
        legal = LegalActions(table) if self.decides else NothingToDecide(table)

        def sample(rng: random.Random) -> Game:
            return blank(table.rules, imagined(table, seat, past, rng), seed=rng.getrandbits(31))

        def best_run(entity: str, budget: int | None, fixed: Iterable[Route]) -> BestRun:
            return blank(table.rules, table.state, seed=0).best_run(entity, budget, fixed)

        self.__view: Callable[[], dict[str, Any]] = lambda: view(table, seat)
        self.__legal: Callable[[], LegalActions] = lambda: legal
        self.__sample = sample
        self.__best_run = best_run
        self.__train_face: Callable[[str], Face] = lambda train: table.face(owner_of_train(table, train)[1])

    @property
    def view(self) -> dict[str, Any]:
        """What the player may know: the data of `Game.view`, made anew each time."""
        return self.__view()

    @property
    def legal_actions(self) -> LegalActions:
        """What the player may do now; empty when somebody else decides."""
        return self.__legal()

    def sample(self, rng: random.Random) -> Game:
        """A game in this position, without history, that fits what the player knows: hidden cards lie at random."""
        return self.__sample(rng)

    def best_run(self, entity: str, budget: int | None = None, fixed: Iterable[Route] = ()) -> BestRun:
        """The best set of routes of a company, as `Game.best_run`; track, tokens and trains are public."""
        return self.__best_run(entity, budget, fixed)

    def train_face(self, train: str) -> Face:
        """The face that a train shows, by its id. Raises InvalidAction for a train that is not in the game."""
        if not isinstance(train, str):
            raise InvalidAction(f"a train is named by its id, not by {type(train).__name__}", "train")
        return self.__train_face(train)

    def __repr__(self) -> str:
        who = "a visitor" if self.player is None else f"player {self.player!r}"
        return f"<Observation of {who}, who {'decides' if self.decides else 'waits'}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("an observation stays in its process: it holds the whole position; send its view instead")


class NothingToDecide(LegalActions):
    """The empty view of those who are not asked; a refusal says nothing about the merits of an action."""

    __slots__ = ()

    def _all(self) -> tuple[Action, ...]:
        return ()

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def _refusal(self, action: object) -> IllegalAction:
        record, _ = read(action)
        return self._table.refuse("out_of_turn", f"somebody else decides now; {record.type} is not asked for")


def imagined(table: Table, seat: int | None, past: tuple[State, ...], rng: random.Random) -> State:
    """A state that a seat cannot tell from the table's: hidden cards and the generator are drawn anew."""
    state = table.state.copy()
    plan = secret_plan(table)
    if plan is not None and plan.hidden(table, seat):
        state.memo = Memo()  # What was worked out of the true cards would tell of them.
        plan.imagine(Table(table.rules, state), seat, past, rng)
    state.rng = rng.getrandbits(31)
    return state
