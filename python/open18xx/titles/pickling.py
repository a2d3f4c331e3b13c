"""Pickles of games: a configured title goes by what it is called, a board by its bytes and the digest of its map.

What is loaded shares the maps and the configured titles of the process that it is loaded in.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .. import _core
from ..model.rules import Rules

if TYPE_CHECKING:
    from .title import Title

#: Maps of this process by their digest.
_maps: dict[int, _core.Map] = {}


def _rules_by_name(
    title: str, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: tuple[str, ...]
) -> Rules:
    from . import find

    return find(title).configure(players, ruleset, options, optional_rules)


def _name_rules(rules: Rules) -> tuple[Callable[..., Rules], tuple[object, ...]]:
    return _rules_by_name, (rules.title, rules.players, rules.ruleset, dict(rules.options), rules.optional_rules)


def _board_on_map(digest: int, data: bytes) -> _core.Board:
    """Raises ValueError if no title has this map, or if the bytes do not fit it."""
    board_map = _maps.get(digest) or _find_map(digest)
    return _core.Board.from_state(board_map, data)


def _board_bytes(board: _core.Board) -> tuple[Callable[..., _core.Board], tuple[object, ...]]:
    _maps.setdefault(board.map.digest, board.map)
    return _board_on_map, (board.map.digest, board.state())


def _find_map(digest: int) -> _core.Map:
    """The map of this digest among those of all titles."""
    from . import titles

    for title in titles().values():
        for found in _maps_of(title):
            _maps.setdefault(found.digest, found)
    if digest not in _maps:
        raise ValueError(f"no title has a map with the digest {digest}; the pickle comes from another version")
    return _maps[digest]


def _maps_of(title: Title) -> list[_core.Map]:
    low, high = title.players
    return [
        title.configure(low + extra, ruleset, {}, ()).map
        for extra in range(high - low + 1)
        for ruleset in title.rulesets
    ]


def register() -> None:
    """Teach pickle about configured titles and boards."""
    copyreg.pickle(Rules, _name_rules)
    copyreg.pickle(_core.Board, _board_bytes)
