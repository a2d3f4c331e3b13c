"""Where pieces and tokens are, and the numbers of lays, each against the lists that say the same."""

from __future__ import annotations

import functools

import pytest

from open18xx import _core
from tests.properties.positions import walk


@functools.cache
def boards() -> list[tuple[_core.Board, _core.LayRules]]:
    """Boards of a random game with the rules for a lay anywhere."""
    found = []
    for number, game in enumerate(walk(("18Dixie", 4, "rulebook"), 3)):
        if number % 60 == 0:
            colours = game.table().phase.colours
            found.append((game.state.board, _core.LayRules(colours=colours, connection="none")))
    return found


def test_a_piece_is_found_where_it_lies() -> None:
    seen = 0
    for board, _ in boards():
        places = {(tile, copy): hex_id for hex_id, tile, copy, _ in board.laid()}
        seen = max(seen, len(places))
        tiles = {tile for tile, _ in places}
        for tile in tiles:
            for copy in range(-1, 12):
                assert board.place_of(tile, copy) == places.get((tile, copy))
    assert seen > 20
    assert boards()[0][0].place_of("no such tile", 0) is None
    assert boards()[-1][0].place_of("57", 2**40) is None


def test_a_token_is_known_by_its_hex() -> None:
    seen = 0
    for board, _ in boards():
        for company in board.map.companies:
            hexes = {hex_id for hex_id, _ in board.tokens(company)}
            seen += len(hexes)
            assert {hex_id for hex_id in board.map.hexes if board.has_token(company, hex_id)} == hexes
    assert seen > 50


def test_a_lay_has_one_number_on_all_boards() -> None:
    lays: dict[int, tuple[str, str, int, int]] = {}
    repeated = 0
    for board, rules in boards():
        found = board.lays(None, rules)
        codes = found.codes()
        assert len(codes) == len(set(codes)) == len(found)
        for code, (hex_id, tile, copy, rotation, _) in zip(codes, found, strict=True):
            repeated += code in lays
            assert lays.setdefault(code, (hex_id, tile, copy, rotation)) == (hex_id, tile, copy, rotation)
    assert repeated > 100
    assert len(set(lays.values())) == len(lays)


def test_unknown_names_are_refused() -> None:
    board, _ = boards()[0]
    for company, hex_id in (("nobody", board.map.hexes[0]), (board.map.companies[0], "Z99")):
        with pytest.raises(ValueError, match=r"nobody|Z99"):
            board.has_token(company, hex_id)
