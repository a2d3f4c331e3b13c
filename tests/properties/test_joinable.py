"""The question whether some lay can join two cities, against trying every lay."""

from __future__ import annotations

import itertools

from open18xx import _core
from tests.properties.positions import walk

#: The two hexes of a power in the rules, and two pairs farther apart.
PAIRS = (("H12", "G13"), ("D6", "E11"), ("C15", "D14"))


def tried(board: _core.Board, ends: tuple[str, str], base: _core.Board, rules: _core.LayRules) -> bool:
    """The answer of a search through all lays."""
    for hex_id, tile, copy, rotation, _ in board.lays(None, rules):
        after = board.copy()
        after.lay(hex_id, tile, copy, rotation)
        if after.joined_using(*ends, base):
            return True
    return False


def test_a_lay_that_joins_is_found_if_there_is_one() -> None:
    answers: set[bool] = set()
    games = (walk(("1846", 4, "rulebook"), seed) for seed in range(3))
    for number, game in enumerate(itertools.chain(*games)):
        if number % 50 or game.state.round.kind != "Operating":
            continue
        base = game.state.board
        colours = game.table().phase.colours
        for first, second in PAIRS:
            one = _core.LayRules(colours=colours, hexes=[first], connection="none")
            other = _core.LayRules(colours=colours, hexes=[second], connection="none")
            for hex_id, tile, copy, rotation, _ in list(base.lays(None, one))[:6]:
                after = base.copy()
                after.lay(hex_id, tile, copy, rotation)
                for board in (after, base):
                    answer = board.joinable(first, second, base, None, other)
                    assert answer == tried(board, (first, second), base, other)
                    answers.add(answer)
    assert answers == {True, False}
