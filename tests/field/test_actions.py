"""Field reports about the list of legal actions and refusals: F123 and F124."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

import open18xx
from open18xx import IllegalAction, InvalidAction
from open18xx.actions import META_ACTIONS, Action, BuyTrain, LayTile, Offer, RunRoutes, SellShares, decode
from tests.field.tools import RULEBOOK, SITE, choose, picture, played
from tests.routes.test_recorded import COLLECTION, needs_collection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from open18xx import Game

GAMES = [
    ("1846", 3, 5, RULEBOOK),
    ("1846", 5, 6, SITE),
    ("1846 2p Variant", 2, 7, RULEBOOK),
    ("1846 2p Variant", 2, 2, SITE),
]


def positions(title: str, players: int, seed: int, ruleset: str, every: int) -> Iterator[Game]:
    """Every so many positions of a game of random play."""
    game = open18xx.new_game(title, players, seed=seed, ruleset=ruleset)
    rng = random.Random(seed)
    while game.turn is not None and len(game.log) < 260:
        if len(game.log) % every == 0:
            yield game
        game.apply(choose(game, rng))


def tried(game: Game, action: Action | dict[str, Any]) -> bool:
    """Apply an action to the game itself; if it is refused not a byte has changed. Whether it was accepted."""
    before = picture(game)
    refusal: IllegalAction | InvalidAction | None = None
    try:
        game.apply(action)
    except (IllegalAction, InvalidAction) as error:
        refusal = error
    if refusal is None:
        return True
    assert refusal.message.strip()
    assert (refusal.rule and refusal.reason) if isinstance(refusal, IllegalAction) else refusal.field
    assert picture(game) == before
    return False


@pytest.mark.parametrize(("title", "players", "seed", "ruleset"), GAMES)
def test_f123_a_refused_action_changes_nothing(title: str, players: int, seed: int, ruleset: str) -> None:
    """Actions of other positions of the same game, of every type, tried where they do not belong."""
    source = played(title, players, seed, ruleset=ruleset)
    pool: dict[str, list[Action]] = {}
    for action in source.actions:
        pool.setdefault(action.type, []).append(action)
    rng = random.Random(seed)
    refusals: Counter[str] = Counter()
    for game in positions(title, players, seed, ruleset, 9):
        for kind in sorted(pool):
            action = rng.choice(pool[kind])
            if action not in game.legal_actions:
                assert not tried(game, action)
                refusals[kind] += 1
    assert set(refusals) == set(pool)
    assert len(pool) >= 10


@needs_collection
@pytest.mark.parametrize("name", ["1846/1", "1846/2", "1846/3", "1846-2p/1", "1846-2p/2"])
def test_f123_recorded_refusals_change_nothing(name: str) -> None:
    folder = COLLECTION / "selfplay"
    trace = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    cases = json.loads((folder / f"{name}.rejects.json").read_text(encoding="utf-8"))
    game = open18xx.load({key: trace[key] for key in ("title", "players", "settings")} | {"actions": []})
    done = 0
    for index in range(len(trace["actions"]) + 1):
        for case in cases:
            if case["after"] == index:
                assert case["action"] not in game.legal_actions
                assert not tried(game, case["action"])
                done += 1
        if index < len(trace["actions"]):
            game.apply(trace["actions"][index], recorded=True)
    assert done == len(cases) > 0


def near_misses(action: Action, rng: random.Random) -> Iterator[Action]:
    """Actions that differ a little."""
    others = ["PRR", "NYC", "GT", "IC", "MS", 1, 2, 3]
    yield replace(action, entity=rng.choice(others))
    if isinstance(action, Offer):
        for price in (action.price - 1, action.price + 1, 0, 10_000):
            yield action.at(price)
        if action.range is not None:
            yield action.at(action.range.high)
            yield action.at(action.range.high + 1)
    if isinstance(action, LayTile):
        yield replace(action, rotation=(action.rotation + 1) % 6)
        yield replace(action, hex=rng.choice(["D6", "F10", "G9", "H12", "C15"]))
        yield replace(action, tile=rng.choice(["9-0", "57-1", "14-0", "298-0", "297-0"]))
    if isinstance(action, SellShares):
        yield replace(action, shares=action.shares[1:] or ("GT_0",))
        yield replace(action, percent=10)
    if isinstance(action, BuyTrain):
        yield replace(action, variant=rng.choice(["2", "4", "3/5", "7/8"]))
    if isinstance(action, RunRoutes):
        yield replace(action, routes=action.routes[1:])
        yield replace(action, routes=tuple(replace(way, revenue=10) for way in action.routes))


@pytest.mark.parametrize(("title", "players", "seed", "ruleset"), GAMES)
def test_f124_the_list_and_what_is_accepted_agree(title: str, players: int, seed: int, ruleset: str) -> None:
    """Listed means accepted, and what lies beside is in the view exactly if it is accepted."""
    rng = random.Random(seed)
    seen: Counter[bool] = Counter()
    for game in positions(title, players, seed, ruleset, 13):
        listed = list(game.legal_actions)
        assert listed, f"nothing is legal: {game!r}"
        assert len(listed) == len(game.legal_actions) == len(set(listed))
        few = rng.sample(listed, min(len(listed), 12))
        for action in few:
            assert action in game.legal_actions
            assert decode(action.to_dict()) == action
            assert tried(game.copy(), action)
        for action in few[:6]:
            for other in near_misses(action, rng):
                legal = other in game.legal_actions
                assert tried(game.copy(), other) == legal, other
                seen[legal] += 1
    assert min(seen.values()) > 20, seen


@pytest.mark.parametrize(("title", "players", "seed", "ruleset"), GAMES)
def test_f124_every_recorded_action_is_in_the_list(title: str, players: int, seed: int, ruleset: str) -> None:
    """Along a game: what was done is legal there, and listed unless its amount or its routes are free."""
    source = played(title, players, seed, ruleset=ruleset, actions=250)
    game = open18xx.new_game(title, players, seed=seed, ruleset=ruleset)
    for number, action in enumerate(source.actions):
        assert not isinstance(action, META_ACTIONS)
        assert action in game.legal_actions
        if number % 5 == 0:
            listed = list(game.legal_actions)
            if isinstance(action, Offer):
                listed = [other.at(action.price) if isinstance(other, Offer) else other for other in listed]
            assert action in listed
        game.apply(action)
    assert game == source
