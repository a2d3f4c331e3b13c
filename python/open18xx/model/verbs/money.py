"""Money: whatever one party pays another receives."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from ..events import BankBroke, DebtGrew, Paid
from ..state import Owner
from ..table import Table

BANK: Literal["bank"] = "bank"
#: Reasons for which a player in debt may keep what it receives for now: it goes into a train.
KEPT = frozenset(("loan", "forced sale"))
#: A seat, the symbol of a corporation or minor, or BANK.
Purse: TypeAlias = Owner


def pay(table: Table, payer: Purse, payee: Purse, amount: int, reason: str) -> None:
    """Move `amount` dollars; the bank may go below zero, and has then broken."""
    if not amount:
        return
    _change(table, payer, -amount)
    _change(table, payee, amount)
    table.events.append(Paid(payer, payee, amount, reason))
    if isinstance(payee, int) and reason not in KEPT:
        repay(table, payee)


def lend(table: Table, seat: int, amount: int, charge: int) -> None:
    """The bank lends a player money, and books `charge` dollars on top as interest."""
    owe(table, seat, amount + charge, "loan")
    pay(table, BANK, seat, amount, "loan")


def owe(table: Table, seat: int, amount: int, reason: str) -> None:
    """A player's debt grows."""
    if amount:
        player = table.state.players[seat]
        table.state.put_player(seat, replace(player, debt=player.debt + amount))
        table.events.append(DebtGrew(seat, amount, reason))


def repay(table: Table, seat: int) -> None:
    """A player in debt gives the bank all cash that the debt takes (18MS 4.2.5.2)."""
    player = table.state.players[seat]
    amount = min(player.cash, player.debt)
    if amount:
        table.state.put_player(seat, replace(player, debt=player.debt - amount))
        pay(table, seat, BANK, amount, "repayment")


def _change(table: Table, purse: Purse, amount: int) -> None:
    state = table.state
    if isinstance(purse, int):
        player = state.players[purse]
        state.put_player(purse, replace(player, cash=player.cash + amount))
    elif purse == BANK:
        state.bank += amount
        if state.bank < 0 and not state.broken:
            state.broken = True
            table.events.append(BankBroke())
    elif purse in state.minors:
        minor = state.minors[purse]
        state.put_minor(replace(minor, cash=minor.cash + amount))
    else:
        corporation = state.corporations[purse]
        state.put_corporation(replace(corporation, cash=corporation.cash + amount))
