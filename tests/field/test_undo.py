"""Field reports about undo, redo, chat and stale requests: F112 to F117, F131, F137 and F143."""

from __future__ import annotations

import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest

import open18xx
from open18xx import IllegalAction, StaleVersion, engine
from open18xx.actions import Message
from tests.field.tools import SITE, choose, mover, next_train, picture, played, where
from tests.rules.acts import buy, buy_train, issue, par, sell, skip
from tests.scenario import Scenario

if TYPE_CHECKING:
    from open18xx import Game

HELLO: dict[str, Any] = {"type": "message", "entity": 2, "entity_type": "player", "message": "hello"}
UNDO: dict[str, Any] = {"type": "undo", "entity": 1, "entity_type": "player"}
REDO: dict[str, Any] = {"type": "redo", "entity": 1, "entity_type": "player"}


def same(game: Game, state: Game) -> bool:
    """Whether the positions agree to the last byte."""
    return game.snapshot() == state.snapshot() and game.state == state.state


def chats(game: Game) -> int:
    """Messages that count."""
    return sum(isinstance(action, Message) for action in game.actions)


def stock() -> Game:
    """A stock round, nothing done yet."""
    return Scenario("1846", 3, SITE).needs("GT", "NYC").stock(1)


def stages(game: Game, *actions: Any) -> list[Game]:
    """The game after each action, the untouched one first."""
    found = [game.copy()]
    for action in actions:
        game.apply(action)
        found.append(game.copy())
    return found


def test_f112_undo_sent_twice() -> None:
    before, first, second, third = stages(stock(), par(1, "GT", 60), skip(2), skip(3))
    game = third.copy()
    game.apply(UNDO)
    game.apply(UNDO)
    assert same(game, first)
    # In a file.
    start = played("1846", 3, 4, actions=20, ruleset=SITE)
    data = open18xx.dump(start)
    again = open18xx.load({**data, "actions": [*data["actions"], {**UNDO, "id": 21}, {**UNDO, "id": 22}]})
    assert same(again, played("1846", 3, 4, actions=18, ruleset=SITE))
    # Two requests that both mean the position they saw.
    game = third.copy()
    seen = game.version
    game.apply(UNDO, version=seen)
    assert same(game, second)
    with pytest.raises(StaleVersion):
        game.apply(UNDO, version=seen)
    assert same(game, second)
    assert not same(before, first)


def test_f113_acting_on_an_outdated_state() -> None:
    game = stock()
    old = game.version
    game.apply(par(1, "GT", 60))
    bytes_before = picture(game)
    with pytest.raises(StaleVersion) as caught:
        game.apply(skip(2), version=old)
    assert (caught.value.reason, caught.value.version) == ("stale", game.version)
    assert str(old) in str(caught.value)
    assert picture(game) == bytes_before
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.reason, again.version) == ("stale", game.version)
    game.apply(skip(2), version=caught.value.version)
    # Even what changes no position makes older requests stale.
    seen = game.version
    game.apply(HELLO)
    with pytest.raises(StaleVersion):
        game.apply(skip(3), version=seen)


def test_f114_undo_with_chat_and_automatic_actions_between() -> None:
    game = stock()
    _, before = stages(game, par(1, "GT", 60))
    automatic = {"type": "pass", "entity": 3, "entity_type": "player"}
    game.apply({**skip(2).to_dict(), "auto_actions": [automatic]})
    assert mover(game) == 1
    game.apply(HELLO)
    game.apply(HELLO)
    game.apply(UNDO)
    assert same(game, before)
    assert chats(game) == 2
    assert [action.type for action in game.actions] == ["par", "message", "message"]
    game.apply(REDO)
    assert mover(game) == 1
    assert chats(game) == 2


def test_f115_undo_of_a_target_that_does_not_exist() -> None:
    game = stock()
    start, one, two, three = stages(game, par(1, "GT", 60), skip(2), skip(3))
    bytes_before = picture(game)
    for target in (4, 77):
        with pytest.raises(IllegalAction) as caught:
            game.apply({**UNDO, "action_id": target})
        assert caught.value.reason == "no_such_action"
        assert picture(game) == bytes_before
    # Back to 1, on with 5 and 6; 3 was taken back, so an undo to 3 takes back all that came after it.
    game.apply({**UNDO, "action_id": 1})
    assert same(game, one)
    game.apply({**skip(2).to_dict(), "id": 5})
    game.apply({**skip(3).to_dict(), "id": 6})
    assert same(game, three)
    game.apply({**UNDO, "action_id": 3, "id": 7})
    assert same(game, one)
    game.apply({**REDO, "id": 8})
    assert same(game, three)
    game.apply({**UNDO, "action_id": 5, "id": 9})
    assert same(game, two)
    game.apply({**UNDO, "action_id": 0, "id": 10})
    assert same(game, start)


def test_f116_undo_leaves_chat() -> None:
    game = stock()
    before, after = stages(game, par(1, "GT", 60))
    game.apply(HELLO)
    for action, state in ((None, after), (UNDO, before), (REDO, after), (UNDO, before)):
        if action is not None:
            game.apply(action)
        assert same(game, state)
        assert chats(game) == 1
    game.apply(HELLO)
    game.apply(REDO)
    assert same(game, after)
    assert chats(game) == 2
    # A message clears nothing that may be redone, an action does.
    game.apply(UNDO)
    game.apply(par(1, "NYC", 60))
    with pytest.raises(IllegalAction, match="redo"):
        game.apply(REDO)


@pytest.mark.parametrize(("title", "players"), [("1846", 3), ("1846", 5), ("1846 2p Variant", 2)])
def test_f117_undo_to_the_very_beginning(title: str, players: int) -> None:
    fresh = open18xx.new_game(title, players, seed=9)
    game = played(title, players, 9, actions=60)
    game.apply({**UNDO, "action_id": 0})
    assert same(game, fresh)
    assert (game.state.deck, game.state.rng) == (fresh.state.deck, fresh.state.rng)
    # Play on: the same choices meet the same cards.
    rng = random.Random(9)
    while game.turn is not None:
        game.apply(choose(game, rng))
    assert same(game, played(title, players, 9))
    # After the end only messages are accepted, and an undo, which takes the end back.
    for action in (skip(1), {"type": "end_game", "entity": 1, "entity_type": "player"}, {**HELLO, "type": "log"}):
        with pytest.raises(IllegalAction) as caught:
            game.apply(action)
        assert caught.value.reason == "game_over"
    game.apply(HELLO)
    assert not list(game.legal_actions)
    ended = game.copy()
    game.apply(UNDO)
    assert game.turn is not None
    game.apply(REDO)
    assert same(game, ended)
    game.apply({**UNDO, "action_id": 0})
    assert same(game, fresh)


def test_f131_an_undo_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    games = (played("1846 2p Variant", 2, seed) for seed in range(1, 50))
    game = next(game for game in games if len(game.log) > 300)
    done = game.copy()
    steps = 0

    def count(*_: object) -> None:
        nonlocal steps
        steps += 1

    monkeypatch.setattr(engine, "play", count)
    monkeypatch.setattr(engine, "resolve", count)
    monkeypatch.setattr(engine, "settle", count)
    for _ in range(200):
        game.undo()
        game.redo()
    assert steps == 0
    assert game == done
    assert game.state == done.state
    assert game.snapshot() == done.snapshot()
    assert game.state.board.state() == done.state.board.state()
    # Far back and forth again: still nothing is played.
    for _ in range(150):
        game.undo()
    for _ in range(150):
        game.redo()
    assert steps == 0
    assert same(game, done)


def test_f137_what_was_taken_back() -> None:
    game = stock()
    game.apply(par(1, "GT", 60))
    game.apply(UNDO)
    game.apply(par(1, "NYC", 80))
    game.apply(HELLO)
    told = [(entry.id, entry.action["type"], entry.cancelled) for entry in game.history(cancelled=True)]
    assert told == [(1, "par", True), (2, "undo", False), (3, "par", False), (4, "message", False)]
    plain = [(entry.id, entry.action.get("corporation")) for entry in game.history()]
    assert plain == [(3, "NYC"), (4, None)]


def test_f143_back_to_the_start_of_my_turn() -> None:
    game = Scenario("1846", 3, SITE).needs("GT", "NYC").cash({3: 0}).stock(1)
    assert (game.turn_began, game.round_began) == (0, 0)
    game.apply(par(1, "GT", 60))
    assert (game.turn_began, game.round_began) == (1, 0)
    # Player 3 can do nothing and is passed over.
    game.apply(par(2, "NYC", 60))
    game.apply(buy(1, "NYC_1"))
    assert mover(game) == 2
    assert (game.turn_began, game.round_began) == (3, 0)
    game.apply(HELLO)
    assert (game.turn_began, game.round_began) == (3, 0)
    game.apply(skip(2))
    game.apply(skip(1))
    assert where(game)[0] == "Operating"
    opened = game.copy()
    assert mover(game) == "GT"
    assert (game.turn_began, game.round_began) == (6, 6)
    game.apply(issue("GT", 1))
    game.apply(skip("GT"))
    game.apply(buy_train("GT", next_train(game), 80))
    assert mover(game) == "GT"
    assert (game.turn_began, game.round_began) == (6, 6)
    restarted = game.copy()
    restarted.apply({**UNDO, "action_id": game.turn_began})
    assert same(restarted, opened)
    # The next turn begins with the pass that ends this one.
    game.apply(skip("GT"))
    assert mover(game) == "NYC"
    assert (game.turn_began, game.round_began) == (10, 6)
    restarted = game.copy()
    restarted.apply({**UNDO, "action_id": game.round_began})
    assert same(restarted, opened)
    # Any earlier action will do.
    for target in range(4, 10):
        earlier = game.copy()
        earlier.apply({**UNDO, "action_id": target})
        assert len(earlier.actions) == target


def test_f143_two_turns_in_a_row() -> None:
    """Where the others are passed over, each turn of a player begins after the one before."""
    game = Scenario("1846", 3, SITE).needs("GT").cash({1: 700, 2: 0, 3: 0}).stock(1)
    game.apply(par(1, "GT", 60))
    assert mover(game) == 1
    assert game.turn_began == 1
    game.apply(buy(1, "GT_1"))
    assert game.turn_began == 2
    game.apply(sell(1, "GT_1"))
    assert game.turn_began == 2
