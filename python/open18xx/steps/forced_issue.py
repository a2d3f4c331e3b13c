"""Issuing shares for a train that a corporation has to buy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, SellShares
from ..model.facts import Face
from ..model.state import MARKET, UNSOLD, Row
from ..model.table import Table
from ..model.verbs import BANK, move_price, pay, transfer
from .base import expect_company, share_ids, share_text
from .issue import issue_limit, price_left, treasury


class Option(Row, frozen=True, gc=False):
    """An emergency issue: number of shares, dollars raised, dollars beyond the next smaller allowed option."""

    count: int
    amount: int
    beyond: int


def must_buy(table: Table, sym: str) -> bool:
    """Whether a corporation has to buy a train: it owns none, the bank sells one, and where the title has it so there
    is a legal route (1846 12.1, 18GA 4.2.5.1)."""
    company = table.company(sym)
    if company.trains or not table.bank_trains():
        return False
    return table.rules.train_duty == "always" or table.state.board.legal_route(sym)


def cheapest_faces(table: Table) -> tuple[int, int]:
    """The lower and the higher price of the cheapest train that the bank sells, in dollars."""
    faces: dict[str, list[Face]] = {}
    for train, face in table.bank_trains():
        faces.setdefault(train.id, []).append(face)
    prices = min(sorted(face.price for face in sides) for sides in faces.values())
    return prices[0], prices[-1]


@dataclass(frozen=True)
class ForcedIssue:
    """Once a turn, a corporation without train and short of money issues shares (1846 12.3).

    `proceeds`: n shares bring n times the price n + 1 steps left ("bundle"), or one price less for each ("one_by_one").
    """

    proceeds: Literal["bundle", "one_by_one"] = "bundle"
    handles: tuple[type[Action], ...] = (SellShares,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "corporation" and table.state.turn.paid

    def amount(self, table: Table, sym: str, count: int) -> int:
        """What so many shares bring in dollars; 0 where the option does not exist."""
        if self.proceeds == "bundle":
            return count * price_left(table, sym, count + 1)
        prices = [price_left(table, sym, step) for step in range(1, count + 1)]
        return 0 if 0 in prices else sum(prices)

    def options(self, table: Table, sym: str) -> list[Option]:
        """The allowed options, by the amount raised."""
        row = table.corporation(sym)
        turn = table.state.turn
        if row.president is None or turn.forced_issue or not must_buy(table, sym):
            return []
        low, high = cheapest_faces(table)
        if row.cash >= high:
            return []
        raised = [(self.amount(table, sym, count), count) for count in range(1, issue_limit(table, sym) + 1)]
        raised = sorted(pair for pair in raised if pair[0])
        if not raised:
            return []
        enough = [pair for pair in raised if row.cash + pair[0] >= low]
        if not enough:
            amount, count = max(raised, key=lambda pair: pair[1])
            return [Option(count, amount, amount)]
        allowed: list[Option] = []
        for amount, count in enough:
            before = allowed[-1].amount if allowed else 0
            allowed.append(Option(count, amount, amount - before))
            if row.cash + amount >= high:
                break
        return allowed

    def mandatory(self, table: Table, sym: str) -> bool:
        """Whether the issue has to come before any help of the president."""
        return bool(self.options(table, sym)) and table.corporation(sym).cash < cheapest_faces(table)[0]

    def open(self, table: Table) -> bool:
        sym = table.state.turn.entity
        return isinstance(sym, str) and bool(self.options(table, sym))

    def price(self, table: Table, sym: str, count: int) -> int | None:
        """The price per share that the wire names."""
        return price_left(table, sym, count + 1) if self.proceeds == "bundle" else None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        for option in self.options(table, sym):
            yield SellShares(
                entity=sym,
                entity_type="corporation",
                shares=share_text(sym, treasury(table, sym)[: option.count]),
                percent=10 * option.count,
                share_price=self.price(table, sym, option.count),
            )

    def resolve(self, table: Table, action: SellShares) -> Option:
        sym = expect_company(table, action)
        options = self.options(table, sym)
        if not options:
            raise table.refuse("no_forced_issue", f"{sym} cannot issue shares now: {self._why_not(table, sym)}")
        named, indexes = share_ids(table, action.shares)
        count = len(indexes)
        option = next((option for option in options if option.count == count), None)
        if named != sym or option is None:
            counts = ", ".join(f"{option.count} for ${option.amount}" for option in options)
            raise table.refuse(
                "forced_issue_size", f"{sym} may issue {counts} of its own shares, not {count} of {named}"
            )
        first = treasury(table, sym)[:count]
        if indexes != first:
            raise table.refuse(
                "forced_issue_shares", f"{sym} issues {', '.join(share_text(sym, first))}, in this order"
            )
        price = self.price(table, sym, count)
        if action.percent not in (None, 10 * count) or (action.share_price != price and action.share_price is not None):
            raise table.refuse(
                "forced_issue_price", f"{sym} issues {10 * count} % at ${price} a share, raising ${option.amount}"
            )
        return option

    def _why_not(self, table: Table, sym: str) -> str:
        if table.state.turn.forced_issue:
            return "it has done so in this turn"
        if not must_buy(table, sym):
            return "it does not have to buy a train"
        if not issue_limit(table, sym):
            return "players hold no more than the market, or its treasury is empty"
        return f"it has ${table.company(sym).cash}, the cheapest train costs ${cheapest_faces(table)[0]}"

    def play(self, table: Table, move: Option) -> None:
        state = table.state
        sym = state.turn.entity
        assert isinstance(sym, str)
        cell = table.rules.market.steps(table.cell(sym), -move.count)
        pay(table, BANK, sym, move.amount, "issue")
        transfer(table, sym, treasury(table, sym)[: move.count], UNSOLD, MARKET)
        move_price(table, sym, cell, "issue")
        state.turn = replace(state.turn, forced_issue=True, raised=move.beyond)
