"""What the field tests share: refusals to the last byte, quiet play, random play, and set-ups with chosen companies."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

import open18xx
from open18xx import Game, IllegalAction
from open18xx.actions import BuyTrain, Dividend, LayTile, Pass, RunRoutes
from tests.rules import acts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from open18xx.actions import Action
    from open18xx.model.events import Event

RULEBOOK, SITE = "rulebook", "18xx.games"
#: Both profiles, for reports that name none.
both = pytest.mark.parametrize("ruleset", [RULEBOOK, SITE])


def picture(game: Game) -> bytes:
    """Everything about a game that could change, as bytes."""
    rows = [getattr(game.state, name) for name in game.state.__slots__ if name != "board"]
    told = json.dumps([game.snapshot(), game.log, game.version]).encode()
    return told + repr(rows).encode() + game.state.board.state()


def refused(game: Game, action: Action | dict[str, Any], *reasons: str) -> IllegalAction:
    """An illegal action is refused with one of these reasons and a citation, and not a byte has changed."""
    before, bytes_before = game.copy(), picture(game)
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    error = caught.value
    assert error.reason in reasons, error
    assert error.rule is not None
    title = game.title.split()[0]
    assert re.match(rf"{title} (\d|card, )", error.rule), f"{error.reason} cites no section: {error.rule}"
    assert error.message.strip()
    assert game == before
    assert picture(game) == bytes_before
    return error


def tile(game: Game, entity: str, hex_id: str, number: str, rotation: int) -> LayTile:
    """The lay of a free piece of this tile."""
    copy = game.state.board.free_copy(number)
    assert copy is not None, f"no tile {number} is left"
    return acts.lay(entity, hex_id, f"{number}-{copy}", rotation)


def paid_for(game: Game, sym: str, action: Action) -> int:
    """Dollars that a legal action takes from the company, which then has done it."""
    before = acts.cash(game, sym)
    acts.accepted(game, action)
    return before - acts.cash(game, sym)


def least(game: Game) -> Action:
    """The legal action that changes least: pass, run, withhold, or the bank's cheapest train."""
    listed = list(game.legal_actions)
    assert listed, f"nothing is legal: {game!r}"
    trains = [action for action in listed if isinstance(action, BuyTrain)]
    trains.sort(key=lambda action: (action.range is not None, action.price))
    calm: list[Action] = [action for action in listed if isinstance(action, Pass)]
    calm += [action for action in listed if isinstance(action, Dividend) and action.kind == "withhold"]
    runs = [action for action in listed if isinstance(action, RunRoutes)]
    return next(iter((*calm, *runs, *trains, *listed)))


def quiet(game: Game, until: Callable[[Game], bool]) -> list[Event]:
    """Play as calmly as the rules allow until something holds; what happened."""
    events: list[Event] = []
    for _ in range(2000):
        if until(game):
            return events
        assert game.turn is not None, f"the game is over: {game.outcome}"
        events.extend(game.apply(least(game)))
    raise AssertionError(f"this never comes: {game!r}")


def mover(game: Game) -> int | str | None:
    """Who is to move: a player's id or a company; None when the game is over."""
    return None if game.turn is None else game.turn.entity


def where(game: Game) -> tuple[str, int, int]:
    """Kind, set and number of the round."""
    place = game.state.round
    return place.kind, place.turn, place.number


def dealt(title: str, players: int, present: Iterable[str] = (), absent: Iterable[str] = (), **more: Any) -> Game:
    """A new game of the first seed whose set-up leaves these in and takes those out."""
    present, absent = set(present), set(absent)
    for seed in range(1, 3000):
        game = open18xx.new_game(title, players, seed=seed, **more)
        there = {*game.state.corporations, *game.state.privates}
        if present <= there and there.isdisjoint(absent):
            return game
    raise AssertionError(f"no seed has {present} without {absent}")


#: How often a kind of action is chosen where it can be, in random play that gets somewhere.
WEIGHTS: Mapping[str, int] = {"pass": 1, "lay_tile": 3, "run_routes": 9, "sell_shares": 1, "par": 6, "buy_shares": 6}


def choose(game: Game, rng: random.Random) -> Action:
    """A random legal action: first its kind, then one of that kind."""
    kinds: dict[str, list[Action]] = {}
    for action in game.legal_actions:
        kinds.setdefault(action.type, []).append(action)
    names = sorted(kinds)
    kind = rng.choices(names, [WEIGHTS.get(name, 3) for name in names])[0]
    return open18xx.legal.with_amount(rng.choice(kinds[kind]), rng)


def played(title: str, players: int, seed: int, *, actions: int = 10_000, ruleset: str = RULEBOOK) -> Game:
    """A game of random play up to its end or to so many actions."""
    game = open18xx.new_game(title, players, seed=seed, ruleset=ruleset)
    rng = random.Random(seed)
    while game.turn is not None and len(game.log) < actions:
        game.apply(choose(game, rng))
    return game


def train_ids(game: Game, sym: str) -> list[str]:
    """Ids of a company's trains."""
    return [train.id for train in game.table().company(sym).trains]


def next_train(game: Game) -> str:
    """Id of the next train of the bank."""
    return game.state.depot.upcoming[0].id
