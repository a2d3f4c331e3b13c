"""Pickles of games: a configured title goes by what it is called, a board by its bytes and the digest of its map.

What is loaded shares the maps and the configured titles of the process that it is loaded in.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from typing import Any

from .. import _core
from ..model.rules import Rules
from .title import MAP_FILES, load_map

#: Maps of this process by their digest.
_maps: dict[int, _core.Map] = {}


def _rules_by_name(
    title: str, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: tuple[str, ...]
) -> Rules:
    from . import find

    return find(title).configure(players, ruleset, options, optional_rules)


def _name_rules(rules: Rules) -> tuple[Callable[..., Rules], tuple[object, ...]]:
    return _rules_by_name, (rules.title, rules.players, rules.ruleset, dict(rules.options), rules.optional_rules)


def _board_on_map(digest: int, data: bytes, package: str | None = None, names: tuple[str, ...] = ()) -> _core.Board:
    """Raises ValueError if the map is not the one the board was made on, or if the bytes do not fit it."""
    board_map = _maps.get(digest)
    if board_map is None and package is not None:
        board_map = load_map(package, *names)
    if board_map is None or board_map.digest != digest:
        raise ValueError(f"no title has a map with the digest {digest}; the pickle comes from another version")
    return _core.Board.from_state(board_map, data)


def _board_bytes(board: _core.Board) -> tuple[Callable[..., _core.Board], tuple[object, ...]]:
    """A board goes with the names of its map's files; one on a map from elsewhere stays in this process."""
    digest = board.map.digest
    _maps.setdefault(digest, board.map)
    return _board_on_map, (digest, board.state(), *MAP_FILES.get(digest, ()))


def register() -> None:
    """Teach pickle about configured titles and boards."""
    copyreg.pickle(Rules, _name_rules)
    copyreg.pickle(_core.Board, _board_bytes)
