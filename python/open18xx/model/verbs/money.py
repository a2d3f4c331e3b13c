"""Money: whatever one party pays another receives."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from ..events import BankBroke, Paid
from ..state import Owner
from ..table import Table

BANK: Literal["bank"] = "bank"
#: A seat, the symbol of a corporation or minor, or BANK.
Purse: TypeAlias = Owner


def pay(table: Table, payer: Purse, payee: Purse, amount: int, reason: str) -> None:
    """Move `amount` dollars; the bank may go below zero, and has then broken."""
    if not amount:
        return
    _change(table, payer, -amount)
    _change(table, payee, amount)
    table.events.append(Paid(payer, payee, amount, reason))


def _change(table: Table, purse: Purse, amount: int) -> None:
    state = table.state
    if isinstance(purse, int):
        player = state.players[purse]
        state.players[purse] = replace(player, cash=player.cash + amount)
    elif purse == BANK:
        state.bank += amount
        if state.bank < 0 and not state.broken:
            state.broken = True
            table.events.append(BankBroke())
    elif purse in state.minors:
        minor = state.minors[purse]
        state.minors[purse] = replace(minor, cash=minor.cash + amount)
    else:
        corporation = state.corporations[purse]
        state.corporations[purse] = replace(corporation, cash=corporation.cash + amount)
