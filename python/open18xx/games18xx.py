"""Files of 18xx.games, in and out."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from . import engine
from .actions import LARGEST, LONGEST, check_json
from .errors import IllegalAction, InvalidAction, ReplayError, shown
from .game import Game
from .model.chance import Seed, is_seed, seed_of
from .model.state import Seat
from .titles import find
from .titles.title import RULEBOOK, SITE
from .version import __version__
from .view import Visitor

#: Seed of a game that was started without one.
DEFAULT_SEED = 1
#: No title is for more players than this.
MOST_PLAYERS = 100
#: No path is longer than this many characters.
LONGEST_PATH = 4_096
#: The setting by which what was dumped for a player is known.
FOR_PLAYER = "settings.open18xx.for_player"


def new_game(
    title: str,
    players: int | Sequence[str],
    *,
    seed: int | None = None,
    ruleset: str = RULEBOOK,
    options: Mapping[str, Any] | None = None,
    optional_rules: Sequence[str] = (),
) -> Game:
    """A new game of a title.

    `players`: their number, or their names in seat order; their ids are 1..n. `seed` fixes all chance (default 1).
    `ruleset`: "rulebook", or "18xx.games" for what that site plays; `options` set single rules apart from the profile.
    Raises ValueError, with the allowed values, for an unknown title, number of players, ruleset, option or optional
    rule.
    """
    if isinstance(players, bool) or not isinstance(players, int | Sequence) or isinstance(players, str):
        raise ValueError(f"players is a number or a list of names, not {shown(players)}")
    names = (
        [f"Player {number}" for number in range(1, min(players, MOST_PLAYERS) + 1)]
        if isinstance(players, int)
        else list(players)
    )
    count = players if isinstance(players, int) else len(names)
    if not all(isinstance(name, str) for name in names):
        raise ValueError("the names of players are texts")
    if seed is not None and not is_seed(seed):
        raise ValueError(f"the seed is a number, not {type(seed).__name__}")
    if not isinstance(options, Mapping | None) or isinstance(optional_rules, str):
        raise ValueError("options is a mapping of names to values, optional_rules a sequence of names")
    seats = tuple(Seat(number, name) for number, name in enumerate(names, 1))
    return _start(
        title, count, seats, DEFAULT_SEED if seed is None else seed, ruleset, options or {}, optional_rules, {}
    )


def _start(
    title: str,
    players: int,
    seats: tuple[Seat, ...],
    seed: Seed,
    ruleset: str,
    options: Mapping[str, Any],
    optional_rules: Sequence[str],
    meta: Mapping[str, Any],
) -> Game:
    rules = find(title).configure(players, ruleset, options, optional_rules)
    state = rules.setup(rules, seats, seed)
    engine.start(rules, state)
    return Game(rules, state, seed=seed, meta=meta)


def load(
    source: Mapping[str, Any] | str | bytes | os.PathLike[str], *, revenue: Literal["trust", "recompute"] = "trust"
) -> Game:
    """The game of an 18xx.games file: a dict, JSON text or bytes, or a path.

    `revenue`: book the revenues that the file states ("trust"), or those that its routes earn ("recompute"). Raises
    ReplayError, with the index, the action and the game before it, where the file stops fitting; ValueError or
    InvalidAction for what is no game file of a known title.
    """
    if revenue not in ("trust", "recompute"):
        raise ValueError(f"revenue is 'trust' or 'recompute', not {shown(revenue)}")
    data = _read(source)
    game = _begin(data)
    actions = data.get("actions", ())
    if not isinstance(actions, list | tuple):
        raise InvalidAction("actions is a list", "actions")
    for index, action in enumerate(actions):
        try:
            game.apply(_without_revenue(action) if revenue == "recompute" else action, recorded=True)
        except (IllegalAction, InvalidAction) as error:
            raise ReplayError(f"action {index}: {error}", index, action, game) from error
    return game


def _without_revenue(action: Any) -> Any:
    """A run without its stated revenues."""
    if (
        not isinstance(action, Mapping)
        or action.get("type") != "run_routes"
        or not isinstance(action.get("routes"), list)
    ):
        return action
    routes = [
        {key: value for key, value in route.items() if key not in ("revenue", "revenue_str")}
        if isinstance(route, Mapping)
        else route
        for route in action["routes"]
    ]
    return {key: value for key, value in action.items() if key not in ("extra_revenue", "subsidy")} | {"routes": routes}


def _read(source: Mapping[str, Any] | str | bytes | os.PathLike[str]) -> Mapping[str, Any]:
    if isinstance(source, Mapping):
        return source
    if isinstance(source, str) and not _is_text(source):
        source = pathlib.Path(source)
    if isinstance(source, os.PathLike):
        try:
            source = pathlib.Path(source).read_bytes()
        except UnicodeEncodeError as error:
            raise InvalidAction(f"this is no path: {error}", "file") from None
    if not isinstance(source, str | bytes | bytearray):
        raise InvalidAction(f"a game is loaded from a dict, JSON or a path, not from {type(source).__name__}", "file")
    try:
        data = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise InvalidAction(f"this is no JSON: {error}", "file") from None
    if not isinstance(data, dict):
        raise InvalidAction(f"a game file is a JSON object, not {type(data).__name__}", "file")
    return data


def _is_text(source: str) -> bool:
    """Whether a text is JSON, or was meant to be, and no path."""
    if source.lstrip().startswith(("{", "[")) or len(source) > LONGEST_PATH:
        return True
    return "\n" in source or "\0" in source or ('"' in source and ":" in source)


def _begin(data: Mapping[str, Any]) -> Game:
    """The game of a file before its first action."""
    title = data.get("title")
    if not isinstance(title, str):
        raise InvalidAction("a game file names its title", "title")
    settings = data.get("settings")
    if settings is None:
        settings = {}
    if not isinstance(settings, Mapping):
        raise InvalidAction("settings is an object", "settings")
    seats = _seats(data.get("players"))
    seed = seed_of(settings.get("seed"), data.get("id"))
    own = settings.get("open18xx")
    if own is not None and not isinstance(own, Mapping):
        raise InvalidAction("settings.open18xx is an object", "settings.open18xx")
    ruleset = own.get("ruleset", RULEBOOK) if own is not None else SITE
    options = own.get("options", {}) if own is not None else {}
    optional_rules = settings.get("optional_rules") or ()
    if not isinstance(ruleset, str):
        raise InvalidAction("settings.open18xx.ruleset is a text", "settings.open18xx.ruleset")
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise InvalidAction("settings.open18xx.options is an object", "settings.open18xx.options")
    if own is not None and "for_player" in own:
        raise InvalidAction("what was dumped for a player lacks the seed and cannot be loaded", FOR_PLAYER)
    if not isinstance(optional_rules, list | tuple) or not all(isinstance(name, str) for name in optional_rules):
        raise InvalidAction("settings.optional_rules is a list of names", "settings.optional_rules")
    meta = {key: value for key, value in data.items() if key in ("id", "description", "created_at", "user")}
    check_json(meta, "file")
    check_json([seat.name for seat in seats], "players")
    return _start(
        title,
        len(seats),
        seats,
        DEFAULT_SEED if seed is None else seed,
        ruleset,
        options,
        optional_rules,
        meta,
    )


def _seats(players: object) -> tuple[Seat, ...]:
    if not isinstance(players, list | tuple) or not 0 < len(players) <= MOST_PLAYERS:
        raise InvalidAction(f"players is a list of at most {MOST_PLAYERS}", "players")
    seats = []
    for index, given in enumerate(players):
        row = {"name": given} if isinstance(given, str) else given
        if not isinstance(row, Mapping):
            raise InvalidAction("a player is an object with a name", f"players.{index}")
        name = row.get("name")
        ident = row.get("id", name)
        if isinstance(ident, bool) or not isinstance(ident, int | str):
            raise InvalidAction("the id of a player is a number or a text", f"players.{index}.id")
        if abs(ident) > LARGEST if isinstance(ident, int) else len(ident) > LONGEST:
            raise InvalidAction("the id of a player is too large", f"players.{index}.id")
        if name is not None and not isinstance(name, str | int | float):
            raise InvalidAction("the name of a player is a text", f"players.{index}.name")
        seats.append(Seat(ident, str(ident) if name is None else str(name)))
    if len({str(seat.id) for seat in seats}) != len(seats):
        raise InvalidAction("two players have the same id", "players")
    return tuple(seats)


def dump(
    game: Game, path: str | os.PathLike[str] | None = None, *, for_player: int | str | Visitor | None = None
) -> dict[str, Any]:
    """The game as an 18xx.games file, written to `path` if one is given.

    `for_player`: only what this player, or a VISITOR, may know. Such a file has no seed (nor the id of the game, from
    which a seed can follow) and cannot be loaded; `settings.open18xx.for_player` names the player. While a choice is
    hidden its action has no more than `id`, `type`, `entity`, `entity_type`, `user`, `created_at` and
    `"hidden": true`.
    Raises InvalidAction for an unknown player.
    """
    rules = game.rules
    settings: dict[str, Any] = {
        "seed": game.seed,
        "optional_rules": list(rules.optional_rules),
        "open18xx": {"version": __version__, "ruleset": rules.ruleset, "options": dict(rules.options)},
    }
    data: dict[str, Any] = {
        **game.meta,
        "title": rules.title,
        "players": [{"id": player, "name": name} for player, name in game.names.items()],
        "settings": settings,
        "actions": [dict(action) for action in game.log],
    }
    if for_player is not None:
        player = None if isinstance(for_player, Visitor) else for_player
        data["actions"] = game.log_for(player)
        del settings["seed"]
        settings["open18xx"]["for_player"] = player
        if seed_of(None, data.get("id")) is not None:
            data.pop("id")
    outcome = game.outcome
    data["status"] = "active" if outcome is None else "finished"
    if outcome is not None:
        data["result"] = {str(player): score for player, score in outcome.scores.items()}
        data["game_end_reason"] = outcome.reason
    if path is not None:
        pathlib.Path(path).write_bytes(msgspec.json.encode(data))
    return data
