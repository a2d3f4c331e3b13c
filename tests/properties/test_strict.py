"""The list of legal actions and what is accepted are the same thing, whatever is sent (F124, invariants 6, 7, 8)."""

from __future__ import annotations

import functools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from open18xx import Game, titles
from tests.properties.mutations import Pools, covered, mutated
from tests.properties.positions import collection, settings
from tests.properties.trial import try_action


@functools.cache
def positions() -> tuple[Game, ...]:
    """Two games of every title, each position some actions from the next."""
    chosen = [
        setting
        for name, title in titles().items()
        for setting in ((name, title.players[0], title.rulesets[0]), (name, title.players[1], title.rulesets[-1]))
    ]
    return collection(15, tuple(dict.fromkeys(chosen)), most=600)


def test_the_positions_have_every_kind_of_round() -> None:
    found = {(game.title, game.state.round.kind) for game in positions()}
    for name in titles():
        assert {kind for title, kind in found if title == name} >= {"Stock", "Operating"}
    assert len(settings()) >= 8


def test_every_yielded_action_is_in_the_view_and_applies() -> None:
    for game in positions():
        view = game.legal_actions
        rows = list(view)
        assert rows, game
        assert len(view) == len(rows) == len(set(rows))
        assert bool(view)
        for action in rows:
            assert action in view
            assert action.to_dict() in view
            assert view.explain(action) is None
            assert covered(game, action, [action])
            game.copy(history=False).apply(action)


def test_sampled_amounts_are_in_the_range_and_apply() -> None:
    rng = random.Random(4)
    for game in positions():
        view = game.legal_actions
        for _ in range(5):
            action = view.sample(rng)
            assert action in view
            game.copy(history=False).apply(action)


@given(number=st.integers(0, 10**6), seed=st.integers(0, 2**32))
def test_what_is_changed_a_little_is_refused_or_legal(number: int, seed: int) -> None:
    """Ten changed actions in a position: refused without a trace, or decided the same by a yielded one."""
    rng = random.Random(seed)
    game = positions()[number % len(positions())]
    pools = Pools(game)
    yielded = tuple(game.legal_actions)
    for _ in range(40):
        wire = mutated(rng.choice(yielded).to_dict(), pools, rng)
        assert not try_action(game, wire, yielded).faults, (game, wire)


@given(number=st.integers(0, 10**6), other=st.integers(0, 10**6), seed=st.integers(0, 2**32))
def test_actions_of_another_moment_are_refused_or_legal(number: int, other: int, seed: int) -> None:
    game = positions()[number % len(positions())]
    twins = [position for position in positions() if position.title == game.title]
    yielded = tuple(game.legal_actions)
    mover = {key: yielded[0].to_dict()[key] for key in ("entity", "entity_type")}
    rng = random.Random(seed)
    foreign = list(twins[other % len(twins)].legal_actions)
    for action in rng.sample(foreign, min(20, len(foreign))):
        for wire in (action.to_dict(), action.to_dict() | mover):
            assert not try_action(game, wire, yielded).faults, (game, wire)


def test_every_type_of_action_by_everybody() -> None:
    """Each type that a title knows, with fields that were legal once, by every sort of entity, at any time."""
    for name in titles():
        places = [game for game in positions() if game.title == name]
        known = {action.type: action.to_dict() for game in places for action in game.legal_actions}
        for game in places[::4]:
            yielded = tuple(game.legal_actions)
            for wire in known.values():
                for entity, sort in entities(game):
                    other = wire | {"entity": entity, "entity_type": sort}
                    assert not try_action(game, other, yielded).faults, (game, other)


def entities(game: Game) -> list[tuple[int | str, str]]:
    """Who is asked, the others at the table, the companies, the privates with a power, and one under a wrong flag."""
    mover = game.legal_actions[0]
    state = game.state
    rows: list[tuple[int | str, str]] = [(player, "player") for player in game.players]
    rows += [(sym, "corporation") for sym in list(state.corporations)[:3]]
    rows += [(sym, "minor") for sym in list(state.minors)[:2]]
    rows += [(sym, "company") for sym in state.privates if game.rules.privates[sym].powers]
    return [(mover.entity, "company"), (mover.entity, "corporation"), (mover.entity, mover.entity_type), *rows]


def test_the_cross_check_would_find_what_is_not_yielded() -> None:
    """No listed action decides the same as another one, but for symmetric tiles and trains that show the same face."""
    alike: set[str] = set()
    tried: set[str] = set()
    for game in positions()[::5]:
        rows = list(game.legal_actions)
        for action in rows:
            tried.add(action.type)
            if covered(game, action, [other for other in rows if other != action]):
                alike.add(action.type)
    assert alike <= {"lay_tile", "buy_train"}
    assert len(tried) > 8


@pytest.mark.parametrize("kind", ["undo", "redo", "message", "log", "end_game", "program_buy_shares"])
def test_what_is_no_decision_is_never_in_the_view(kind: str) -> None:
    game = positions()[0]
    wire = {"type": kind, "entity": game.players[0], "entity_type": "player"}
    assert wire not in game.legal_actions
    error = game.legal_actions.explain(wire)
    assert error is not None
    assert error.reason == "not_a_decision"
    assert error.rule
