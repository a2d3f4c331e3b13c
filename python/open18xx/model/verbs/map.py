"""Tiles and tokens: the board and what it costs."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import TileLaid, TokenPlaced
from ..table import Table
from .money import BANK, pay


def lay(table: Table, company: str, hex_id: str, tile: str, copy: int, rotation: int, cost: int) -> None:
    """Lay a piece of a tile; the company pays `cost` dollars to the bank. Tokens stay in their cities."""
    table.state.edit_board().lay(hex_id, tile, copy, rotation)
    pay(table, company, BANK, cost, "track")
    table.events.append(TileLaid(company, hex_id, f"{tile}-{copy}", rotation, cost))


def place_token(table: Table, company: str, hex_id: str, city: int, cost: int, *, extra: bool = False) -> None:
    """Place a token; the company pays `cost` dollars and its reservation there is used up. An `extra` token is not one
    of its own supply."""
    state = table.state
    board = state.edit_board()
    board.place_token(company, hex_id, city)
    board.unreserve(company, hex_id)
    pay(table, company, BANK, cost, "token")
    row = state.corporations.get(company)
    if row is not None and not extra:
        state.put_corporation(replace(row, tokens_left=row.tokens_left - 1))
    elif company in state.minors and not extra:
        minor = state.minors[company]
        state.put_minor(replace(minor, tokens_left=minor.tokens_left - 1))
    table.events.append(TokenPlaced(company, hex_id, city, cost))
