"""Game files that are a little wrong: as text, as bytes, as data."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.properties.mutations import HOSTILE, Pools, mutated

if TYPE_CHECKING:
    import random

    from open18xx import Game

#: A game file with something done to it.
Broken = dict[str, Any] | str | bytes


def mangled(data: dict[str, Any], pools: Pools, rng: random.Random) -> Broken:
    """The file with one to three things wrong in its data, or wrong in its text."""
    if rng.random() < 0.3:
        return _text(data, rng)
    wrong = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        change: Callable[[dict[str, Any], Pools, random.Random], None] = rng.choice(_CHANGES)
        change(wrong, pools, rng)
    return wrong if rng.random() < 0.5 else json.dumps(wrong)


def _text(data: dict[str, Any], rng: random.Random) -> str | bytes:
    """Cut off, with bytes changed, doubled or lost."""
    raw = bytearray(json.dumps(data).encode())
    change = rng.randrange(6)
    at = rng.randrange(len(raw))
    if change == 0:
        del raw[at:]
    elif change == 1:
        for _ in range(rng.randint(1, 20)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
    elif change == 2:
        raw[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 50)))
    elif change == 3:
        del raw[at : at + rng.randint(1, 200)]
    elif change == 4:
        digit = rng.choice(b"0123456789-eE.")
        places = [index for index, byte in enumerate(raw) if chr(byte).isdigit()]
        raw[rng.choice(places)] = digit
    else:
        raw = raw[at:] + raw[:at]
    return bytes(raw) if rng.random() < 0.5 else "{" + raw.decode("utf-8", "replace")[1:]


def _spot(data: Any, rng: random.Random) -> tuple[Any, Any]:
    """A place somewhere in the data: the list or object, and the index or key in it."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = rng.choice(keys)
        below = data[key]
        if not (isinstance(below, dict | list) and below) or rng.random() < 0.1:
            return data, key
        data = below


def _replace(data: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    where, key = _spot(data, rng)
    where[key] = copy.deepcopy(rng.choice(HOSTILE))


def _remove(data: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    where, key = _spot(data, rng)
    del where[key]


def _head(data: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """A setting, the players, the title or the id."""
    key = rng.choice(("title", "players", "settings", "id", "seed", "options", "ruleset", "optional_rules", "a player"))
    value = copy.deepcopy(rng.choice(HOSTILE))
    if key == "a player":
        players = data.get("players")
        if isinstance(players, list) and players:
            players[rng.randrange(len(players))] = rng.choice((value, {"id": value, "name": value}, players[0]))
    elif key in ("title", "players", "settings", "id"):
        data[key] = value
    elif isinstance(data.get("settings"), dict):
        settings = data["settings"]
        own = settings.get("open18xx")
        if key in ("options", "ruleset") and isinstance(own, dict):
            own[key] = {rng.choice((*own.get("options", {"x": 1}), "x")): value} if key == "options" else value
        else:
            settings[key] = [value] if rng.random() < 0.5 else value


def _actions(data: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """Actions changed, doubled, exchanged, lost; undone and done again; sent along with others."""
    actions = data.get("actions")
    if not isinstance(actions, list) or not actions:
        return
    at = rng.randrange(len(actions))
    change = rng.randrange(7)
    if change < 2 and isinstance(actions[at], dict):
        actions[at] = mutated(actions[at], pools, rng)
    elif change == 2:
        actions.insert(at, copy.deepcopy(rng.choice(actions)))
    elif change == 3:
        other = rng.randrange(len(actions))
        actions[at], actions[other] = actions[other], actions[at]
    elif change == 4:
        target = rng.choice((None, 0, 1, at, -5, 2**40, 99_999))
        undo = {"type": rng.choice(("undo", "redo")), "entity": 1, "entity_type": "player", "action_id": target}
        actions[at:at] = [undo, {"type": "redo", "entity": 1, "entity_type": "player"}][: rng.randint(1, 2)]
    elif isinstance(actions[at], dict):
        carried = copy.deepcopy(actions[at + 1 : at + rng.randint(2, 5)])
        actions[at]["auto_actions"] = carried
        if change == 5:
            del actions[at + 1 : at + 1 + len(carried)]


_CHANGES = (_replace, _replace, _remove, _head, _actions, _actions, _actions)


def shortened(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The file up to some action, so that what is wrong is met soon."""
    actions = data["actions"]
    return data | {"actions": actions[: rng.choice((3, 10, 30, 80)) + rng.randrange(20)]}


def source(game: Game) -> dict[str, Any]:
    """The file of a game as data that can be changed."""
    from open18xx import dump

    data: dict[str, Any] = json.loads(json.dumps(dump(game)))
    return data
