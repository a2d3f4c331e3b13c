"""Issuing shares from the treasury to the market, and redeeming them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, BuyShares, SellShares
from ..errors import InvalidAction
from ..model.state import MARKET, UNSOLD, Corporation, Row
from ..model.table import Table
from ..model.verbs import BANK, move_price, pay, transfer
from ..model.verbs.shares import PRESIDENT
from .base import expect_company, operating_corporation, share_ids, share_text


class Issue(Row, frozen=True, gc=False):
    """Shares to be issued or redeemed for `amount` dollars in all, the price moving `steps` left."""

    sym: str
    indexes: tuple[int, ...]
    amount: int
    steps: int
    redeem: bool = False


def treasury(table: Table, sym: str) -> tuple[int, ...]:
    """The certificates that can be issued, in list order."""
    return tuple(index for index in table.certificates(sym, UNSOLD) if index != PRESIDENT)


def issue_limit(table: Table, sym: str) -> int:
    """Most shares that may be issued: as many as players hold beyond those in the market, and as there are."""
    room = (table.player_percent(sym) - table.percent(sym, MARKET)) // 10
    return max(0, min(len(treasury(table, sym)), room))


def price_left(table: Table, sym: str, steps: int) -> int:
    """The share price in dollars so many steps left of the present one."""
    market = table.rules.market
    return market.prices[market.steps(table.cell(sym), -steps)]


@dataclass(frozen=True)
class IssueOrRedeem:
    """Once a turn, issue shares at the price one step left, or redeem some at the price one step right (1846 8.1).

    `window`: until the dividend is decided, or "first": before anything else. `price_moves`: shares are issued one by
    one, each at the next lower price, the price moving with each.
    """

    window: Literal["before_dividend", "first"] = "before_dividend"
    price_moves: bool = False
    handles: tuple[type[Action], ...] = (SellShares, BuyShares)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "corporation" and not table.state.turn.paid

    def closed(self, table: Table) -> tuple[str, str] | None:
        """Why the chance is gone, or None."""
        turn = table.state.turn
        if turn.issued:
            return "issued_already", f"{turn.entity} has already issued or redeemed shares this turn"
        if turn.paid:
            return "issue_too_late", f"{turn.entity} may issue or redeem only until its dividend is decided"
        if self.window == "first" and turn.begun:
            return "issue_not_first", f"{turn.entity} may issue or redeem only before anything else in its turn"
        return None

    def proceeds(self, table: Table, sym: str, count: int) -> int | None:
        """What issuing so many shares brings in dollars; None where the rules do not allow it."""
        if not self.price_moves:
            return count * price_left(table, sym, 1)
        prices = [price_left(table, sym, step) for step in range(1, count + 1)]
        return None if 0 in prices else sum(prices)

    def best_proceeds(self, table: Table, sym: str) -> int:
        """The most that one issue could still bring in dollars."""
        if self.closed(table) is not None:
            return 0
        amounts = (self.proceeds(table, sym, count) for count in range(1, issue_limit(table, sym) + 1))
        return max((amount for amount in amounts if amount is not None), default=0)

    def open(self, table: Table) -> bool:
        return operating_corporation(table) is not None and self.closed(table) is None

    def actions(self, table: Table) -> tuple[Action, ...]:
        row = operating_corporation(table)
        if row is None or self.closed(table) is not None:
            return ()
        parts = self, table.state.certificates[row.sym], row.cell, row.cash
        return table.state.memo.recall(("issue", row.sym), parts, lambda: tuple(self._actions(table, row)))

    def _actions(self, table: Table, row: Corporation) -> Iterator[Action]:
        shares = treasury(table, row.sym)
        for count in range(1, issue_limit(table, row.sym) + 1):
            if self.proceeds(table, row.sym, count) is None:
                break
            yield SellShares(
                entity=row.sym,
                entity_type="corporation",
                shares=share_text(row.sym, shares[:count]),
                percent=10 * count,
                share_price=price_left(table, row.sym, 1),
            )
        price = price_left(table, row.sym, -1)
        pool = [index for index in table.certificates(row.sym, MARKET) if index != PRESIDENT]
        for count in range(1, len(pool) + 1):
            if count * price > row.cash:
                break
            yield BuyShares(
                entity=row.sym,
                entity_type="corporation",
                shares=share_text(row.sym, tuple(pool[:count])),
                percent=10 * count,
                share_price=price,
            )

    def resolve(self, table: Table, action: SellShares | BuyShares) -> Issue:
        sym = expect_company(table, action)
        row = table.corporation(sym)
        if row.president is None:
            raise table.refuse("no_president", f"{sym} has no president and neither issues nor redeems")
        problem = self.closed(table)
        if problem is not None:
            raise table.refuse(*problem)
        named, indexes = share_ids(table, action.shares)
        if named != sym:
            raise table.refuse("own_shares_only", f"{sym} issues and redeems its own shares only, not those of {named}")
        redeem = isinstance(action, BuyShares)
        source, place = (MARKET, "the market") if redeem else (UNSOLD, "its treasury")
        held = table.certificates(sym, source)
        for index in indexes:
            if index not in held:
                raise table.refuse("not_held", f"{sym}_{index} is not in {place}")
            if index == PRESIDENT:
                raise table.refuse(
                    "president_not_issued", f"the president's certificate {sym}_0 is never issued or redeemed"
                )
        if action.percent is not None and action.percent != 10 * len(indexes):
            raise InvalidAction(f"{len(indexes)} shares are {10 * len(indexes)} %, not {action.percent} %", "percent")
        if redeem:
            return self._redeem(table, sym, indexes, action.share_price)
        return self._issue(table, sym, indexes, action.share_price)

    def completed(self, table: Table, action: SellShares | BuyShares) -> SellShares | BuyShares:
        """The action with its price per share: a recorded one without it is booked at the present price (1846 18.1)."""
        row = operating_corporation(table)
        if action.share_price is not None or row is None or action.entity != row.sym:
            return action
        steps = -1 if isinstance(action, BuyShares) else 1
        return replace(action, share_price=price_left(table, row.sym, steps))

    def _redeem(self, table: Table, sym: str, indexes: tuple[int, ...], stated: int | None) -> Issue:
        price = price_left(table, sym, -1)
        price = self._stated(table, sym, "redeems", price, stated)
        cost = price * len(indexes)
        cash = table.corporation(sym).cash
        if cost > cash:
            raise table.refuse(
                "not_enough_cash", f"{sym} has ${cash}; redeeming {len(indexes)} shares at ${price} costs ${cost}"
            )
        return Issue(sym, indexes, cost, 0, redeem=True)

    def _issue(self, table: Table, sym: str, indexes: tuple[int, ...], stated: int | None) -> Issue:
        count = len(indexes)
        limit = issue_limit(table, sym)
        amount = self.proceeds(table, sym, count)
        if limit == 0:
            raise table.refuse("issue_limit", f"{sym} can issue no share: players hold no more than the market")
        if count > limit:
            table.lenient("issue_limit", f"{sym} may issue at most {limit} shares, not {count}")
        if amount is None:
            raise table.refuse("issue_for_nothing", f"{sym} cannot issue {count} shares: the price would reach $0")
        price = self._stated(table, sym, "issues", price_left(table, sym, 1), stated)
        if not self.price_moves:
            amount = price * count
        return Issue(sym, indexes, amount, count if self.price_moves else 0)

    def _stated(self, table: Table, sym: str, verb: str, price: int, stated: int | None) -> int:
        """The price per share; a recorded action is booked as it stands, at the present price if it names none."""
        if stated is None and table.recorded:
            stated = table.price(sym)
        if stated is None:
            return price
        if stated != price:
            table.lenient("share_price", f"{sym} {verb} at ${price} a share, not at ${stated}")
        return stated

    def play(self, table: Table, move: Issue) -> None:
        state = table.state
        if move.redeem:
            pay(table, move.sym, BANK, move.amount, "redeem")
            transfer(table, move.sym, move.indexes, MARKET, UNSOLD)
        else:
            pay(table, BANK, move.sym, move.amount, "issue")
            transfer(table, move.sym, move.indexes, UNSOLD, MARKET)
            for _ in range(move.steps):
                move_price(table, move.sym, table.rules.market.left(table.cell(move.sym)), "issue")
        state.turn = replace(state.turn, issued=True, begun=True)
