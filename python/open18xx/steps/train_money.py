"""Who pays for a train: the treasury, the president, and the bank that lends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..model.state import Row, Train
from ..model.table import Table
from ..model.verbs import BANK, lend, pay, repay


class Funds(Row, frozen=True, gc=False):
    """What a purchase takes besides the treasury, in dollars: from the president, as a fee to the bank, on credit."""

    help: int = 0
    fee: int = 0
    loan: int = 0


@dataclass(frozen=True)
class Assist:
    """The president's cash for a corporation that has a train already, and half the price of a further one (18MS M9).

    `ranks`: the trains that it is for; `fee`: dollars that the president pays on top.
    """

    ranks: frozenset[str]
    fee: int

    def highest(self, table: Table, sym: str, rank: str) -> int:
        """The highest price in dollars that could be paid so; 0 if none."""
        row = table.corporation(sym)
        if rank not in self.ranks or not row.trains or row.president is None:
            return 0
        return min(2 * row.cash + 1, row.cash + table.player(row.president).cash - self.fee)

    def funds(self, table: Table, sym: str, rank: str, price: int) -> Funds | None:
        """How a price above the treasury is paid; None if it is not."""
        if price > self.highest(table, sym, rank):
            return None
        return Funds(price - table.corporation(sym).cash, self.fee)


@dataclass(frozen=True)
class Loans:
    """The bank lends what treasury, president and sales do not bring (18MS 4.2.5.2).

    `charge`: the interest in dollars that a loan begins with. `last_resort`: only if even the cheapest train is out of
    reach.
    """

    charge: Callable[[int], int]
    last_resort: bool = False

    def missing(self, table: Table, purse: int, price: int) -> int:
        """Dollars that the bank lends for a train of this price; 0 if it does not."""
        cheapest = table.cheapest_price()
        if self.last_resort and cheapest is not None and cheapest <= purse:
            return 0
        return price - purse


def collect(table: Table, sym: str, funds: Funds, loans: Loans | None) -> None:
    """The president takes the loan, and gives help and fee."""
    seat = table.corporation(sym).president
    if seat is None:
        return
    if funds.loan and loans is not None:
        lend(table, seat, funds.loan, loans.charge(funds.loan))
    pay(table, seat, sym, funds.help, "president's help")
    pay(table, seat, BANK, funds.fee, "fee")


def settle_debt(table: Table, sym: str) -> None:
    """What the president has raised for a train and not spent on it goes into an old debt."""
    seat = table.corporation(sym).president
    if seat is not None:
        repay(table, seat)


def any_price(table: Table, sym: str, source: str) -> bool:
    """Corporations agree on the price of a train."""
    return False


def no_ban(table: Table, train: Train) -> tuple[str, str] | None:
    """Trains of other corporations may be bought."""
    return None
