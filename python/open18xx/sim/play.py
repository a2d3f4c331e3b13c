"""One game from where it stands to its end, each decision taken by a bot."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ..actions import META_ACTIONS, Action, BuyCompany, BuyTrain, EntityId, Offer, Route, read
from ..errors import IllegalAction, InvalidAction
from ..game import BestRun, Game
from ..games18xx import new_game
from ..legal import LegalActions
from ..model.events import Event
from ..model.facts import Face
from ..model.table import Table
from ..observe import Observation
from ..steps.base import own_train_id
from .bots import Bot, Spec, make, seeded, split
from .stats import Record

#: What looks on: it is called after every action with the game, the action and what happened.
Watch: TypeAlias = Callable[[Game, Action, tuple[Event, ...]], object]
#: Actions after which a game is given up; games of the titles here take two hundred to a thousand.
MAX_ACTIONS = 5_000


def _subject(action: Action) -> Action:
    """An offer whatever its price; another action as it is."""
    return action.at(0) if isinstance(action, Offer) else action


class Remaining(LegalActions):
    """The legal actions of a decision without the offers that were declined, at whatever price."""

    __slots__ = ("_declined",)

    def __init__(self, actions: LegalActions, declined: Sequence[Action]) -> None:
        super().__init__(actions._table)
        self._declined = frozenset(_subject(action) for action in declined)
        self._rows = tuple(action for action in actions if _subject(action) not in self._declined)

    def _refusal(self, action: object) -> IllegalAction | None:
        record, _ = read(action)
        if _subject(record) in self._declined:
            return self._table.refuse("declined", f"this {record.type} has been declined")
        return super()._refusal(record)


class AskedAgain(Observation):
    """What a player sees who has to decide again, since another player did not consent."""

    __slots__ = ("_legal", "_seen")

    def __init__(self, seen: Observation, declined: Sequence[Action]) -> None:
        self._seen = seen
        self._legal = Remaining(seen.legal_actions, declined)
        self.player, self.turn, self.decides, self.rules = seen.player, seen.turn, seen.decides, seen.rules

    @property
    def view(self) -> dict[str, Any]:
        return self._seen.view

    @property
    def legal_actions(self) -> LegalActions:
        return self._legal

    def train_face(self, train: str) -> Face:
        return self._seen.train_face(train)

    def sample(self, rng: random.Random) -> Game:
        return self._seen.sample(rng)

    def best_run(self, entity: str, budget: int | None = None, fixed: Iterable[Route] = ()) -> BestRun:
        return self._seen.best_run(entity, budget, fixed)


def decide(game: Game, bots: Mapping[EntityId, Bot]) -> Action:
    """The action of the player who is asked, with the consent of those whom it needs.

    A company without president is asked nothing that matters: it takes its first legal action, which is the best run.
    Raises IllegalAction for what is no decision of the game, such as an undo, and for an offer that was declined.
    """
    turn = game.turn
    assert turn is not None
    player = turn.player
    if player is None:
        return game.legal_actions[0]
    seen = game.observe(player)
    declined: list[Action] = []
    while True:
        action = bots[player].choose(AskedAgain(seen, declined) if declined else seen)
        if not isinstance(action, Action):
            raise InvalidAction(f"a bot chooses an action, not {type(action).__name__}", "action")
        if isinstance(action, META_ACTIONS):
            raise game.table().refuse("not_a_decision", f"{action.type} is no decision that a bot can take")
        if _subject(action) in map(_subject, declined):
            raise IllegalAction(f"player {player} offers again what was declined: {action}", "declined")
        partners = consent_needed(game.table(), seen.legal_actions, action)
        if all(bots[other].agrees(game.observe(other), action) for other in partners):
            return action
        declined.append(action)


def consent_needed(table: Table, legal: LegalActions, action: Action) -> tuple[EntityId, ...]:
    """The players without whose consent an action is not taken, by the list of legal actions and not by what the action
    says of itself. Raises IllegalAction for a deal that is not legal."""
    if not isinstance(action, BuyCompany | BuyTrain):
        return ()
    refusal = legal.explain(action)
    if refusal is not None:
        raise refusal
    wanted = _deal(table, action)
    rows = legal.of(type(action), entity=action.entity)
    return next((row.consent_of for row in rows if _deal(table, row) == wanted), ())


def _deal(table: Table, action: BuyCompany | BuyTrain) -> str:
    """What is bought, by the id that it has here, and at whatever price."""
    return own_train_id(table, action.train) if isinstance(action, BuyTrain) else action.company


def play(
    game: Game,
    bots: Mapping[EntityId, Bot],
    *,
    max_actions: int = MAX_ACTIONS,
    watch: Watch | None = None,
) -> int:
    """Let bots, by player id, play a game to its end, or until they have taken `max_actions`; how many they took.

    `watch` is called after every action with the game, the action and what happened. Raises IllegalAction where a bot
    chooses what is not legal.
    """
    count = 0
    while count < max_actions and game.outcome is None:
        action = decide(game, bots)
        events = game.apply(action)
        count += 1
        if watch is not None:
            watch(game, action, events)
    return count


def seat_bots(game: Game, bots: Sequence[Spec], seed: int) -> dict[EntityId, Bot]:
    """A bot for each player, the specs repeated as often as needed; their random numbers follow from seed and seat."""
    return {player: make(bots[seat % len(bots)], seeded(seed, seat)) for seat, player in enumerate(game.players)}


def play_one(
    title: str,
    bots: Spec | Sequence[Spec],
    seed: int,
    *,
    players: int,
    ruleset: str = "rulebook",
    options: Mapping[str, Any] | None = None,
    optional_rules: Sequence[str] = (),
    max_actions: int = MAX_ACTIONS,
    watch: Watch | None = None,
) -> Game:
    """The game that simulate plays for a seed: a new game whose seats are taken by these bots, in this order."""
    game = new_game(title, players, seed=seed, ruleset=ruleset, options=options, optional_rules=optional_rules)
    play(game, seat_bots(game, split(bots), seed), max_actions=max_actions, watch=watch)
    return game


def record_of(game: Game, index: int, seed: int, names: Sequence[str], actions: int) -> Record:
    """The record of a game that has been played."""
    state = game.snapshot()
    outcome = game.outcome
    players = state["players"]
    scores = tuple(
        players[str(player)]["value"] if outcome is None else outcome.scores[player] for player in game.players
    )
    best = max(scores)
    return Record(
        index=index,
        seed=seed,
        players=game.players,
        bots=tuple(names),
        scores=scores,
        winners=() if outcome is None else tuple(seat for seat, score in enumerate(scores) if score == best),
        actions=actions,
        turn=state["turn"],
        reason=None if outcome is None else outcome.reason,
        truncated=outcome is None,
    )
