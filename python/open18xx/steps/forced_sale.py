"""The president's help with a train: selling shares, and bankruptcy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, Bankrupt, SellShares
from ..model.events import WentBankrupt
from ..model.power import MinorPower
from ..model.state import MARKET
from ..model.table import Table
from ..model.verbs import BANK, close_minor, close_private, pay, transfer
from ..model.verbs.shares import PRESIDENT
from .base import expect_company, expect_seat
from .blocks import Block, candidates, obstacle
from .forced_issue import ForcedIssue, cheapest_faces, must_buy
from .order import recompute_order
from .sale_need import SaleNeed, smallest_certificate
from .sell_shares import named_block, sale_of, sell


@dataclass(frozen=True)
class ForcedSale:
    """Shares that the president sells because treasury and cash do not cover the train (1846 12.6).

    `need`: how much may be sold. `least_price`: nothing of the operating corporation is sold at or below this price in
    dollars. `once`: one block a corporation and turn. `keep_all`: no sale may change any presidency. `help_for`: the
    president helps a treasury that does not cover the cheapest train, or some train.
    """

    issue: ForcedIssue | None
    need: SaleNeed
    least_price: int = 0
    once: bool = False
    keep_all: bool = False
    help_for: Literal["cheapest", "some"] = "cheapest"
    handles: tuple[type[Action], ...] = (SellShares,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "player"

    def helped(self, table: Table, sym: str) -> tuple[str, str] | None:
        """Why the president may not help: reason and message, or None (1846 12.5)."""
        row = table.corporation(sym)
        if row.president is None:
            return "no_president", f"{sym} has no president"
        if not must_buy(table, sym):
            return "not_forced", f"{sym} does not have to buy a train"
        prices = [face.price for _, face in table.bank_trains()]
        price = cheapest_faces(table)[0] if self.help_for == "cheapest" else max(prices)
        if row.cash >= price:
            return "not_forced", f"{sym} has ${row.cash} and can pay a train (${price}) by itself"
        if self.issue is not None and self.issue.options(table, sym):
            return "issue_first", f"{sym} must issue shares before its president helps"
        return None

    def purse(self, table: Table, sym: str) -> int:
        """Treasury and president's cash together, in dollars."""
        row = table.corporation(sym)
        assert row.president is not None
        return row.cash + table.player(row.president).cash

    def general_obstacle(self, table: Table, sym: str, block: Block) -> tuple[str, str] | None:
        """Why a block may not be sold for a train of `sym`, however much is needed."""
        row = table.corporation(sym)
        seat = row.president
        assert seat is not None
        if self.once and block.sym in table.state.turn.sold:
            return "second_block", f"a block of {block.sym} has already been sold in this turn"
        problem = obstacle(table, seat, block.sym, block.indexes, block.percent)
        if problem is not None:
            return problem
        if block.sym == sym and table.price(sym) <= self.least_price:
            return "sale_at_least_price", f"shares of {sym} cannot be sold for its train at ${table.price(sym)}"
        if (block.sym == sym or self.keep_all) and table.corporation(block.sym).president == seat:
            rest = table.percent(block.sym, seat) - block.percent
            best = max((table.percent(block.sym, other) for other in table.solvent() if other != seat), default=0)
            if best > rest:
                return "sale_loses_presidency", f"the sale would make another player president of {block.sym}"
        return None

    def sale_obstacle(self, table: Table, sym: str, block: Block) -> tuple[str, str] | None:
        """Why a block may not be sold for a train of `sym`: reason and message, or None."""
        problem = self.general_obstacle(table, sym, block)
        if problem is not None:
            return problem
        return self.need.obstacle(table, self.purse(table, sym), block, self.possible(table, sym))

    def possible(self, table: Table, sym: str) -> tuple[Block, ...]:
        """The blocks that could be sold for a train of `sym` if enough were needed."""
        state = table.state
        parts = self, state.certificates, state.corporations, state.turn, table.solvent()
        return state.memo.recall(("possible sales", sym), parts, lambda: tuple(self._possible(table, sym)))

    def _possible(self, table: Table, sym: str) -> Iterator[Block]:
        seat = table.corporation(sym).president
        if seat is None:
            return
        for other, row in table.state.corporations.items():
            if row.cell is not None:
                for block in candidates(table, seat, other):
                    if self.general_obstacle(table, sym, block) is None:
                        yield block

    def blocks(self, table: Table, sym: str) -> tuple[Block, ...]:
        """The blocks that the president may sell for a train of `sym`."""
        state = table.state
        money = state.corporations, state.players
        parts = self, state.certificates, money, state.turn, state.depot, state.phase
        return state.memo.recall(("forced sales", sym), parts, lambda: tuple(self._blocks(table, sym)))

    def _blocks(self, table: Table, sym: str) -> Iterator[Block]:
        found = self.possible(table, sym)
        purse = self.purse(table, sym) if found else 0
        for block in found:
            if self.need.obstacle(table, purse, block, found) is None:
                yield block

    def open(self, table: Table) -> bool:
        sym = table.state.turn.entity
        return isinstance(sym, str) and self.helped(table, sym) is None and bool(self.blocks(table, sym))

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if self.helped(table, sym) is not None:
            return
        seat = table.corporation(sym).president
        assert seat is not None
        entity = table.player_id(seat)
        for block in self.blocks(table, sym):
            yield sale_of(entity, block)

    def resolve(self, table: Table, action: SellShares) -> Block:
        sym = table.state.turn.entity
        row = table.state.corporations.get(sym) if isinstance(sym, str) else None
        if row is None or row.president is None:
            raise table.refuse("out_of_turn", "only the president of the operating corporation may sell shares now")
        expect_seat(table, action, row.president)
        block = named_block(table, action, row.president)
        problem = self.helped(table, row.sym)
        if problem is not None and problem[0] == "not_forced":
            table.lenient(*problem)
        elif problem is not None:
            raise table.refuse(*problem)
        problem = self.sale_obstacle(table, row.sym, block)
        if problem is not None:
            raise table.refuse(*problem)
        return block

    def play(self, table: Table, move: Block) -> None:
        state = table.state
        sym = state.turn.entity
        assert isinstance(sym, str)
        seat = table.corporation(sym).president
        assert seat is not None
        price = table.price(move.sym)
        receipt = smallest_certificate(table, move)
        least = state.turn.least_receipt
        sell(table, seat, move, "forced sale")
        state.turn = replace(
            state.turn,
            sold=(*state.turn.sold, move.sym),
            sold_price=price,
            last_receipt=price if PRESIDENT in move.indexes else receipt,
            least_receipt=receipt if least is None else min(least, receipt),
        )
        recompute_order(table)


@dataclass(frozen=True)
class GoBankrupt:
    """The president cannot pay the cheapest train whatever is issued and sold (1846 12.7, 12.8)."""

    sale: ForcedSale
    handles: tuple[type[Action], ...] = (Bankrupt,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def shortfall(self, table: Table, sym: str) -> tuple[str, str] | None:
        """Why bankruptcy is refused: reason and message, or None."""
        row = table.corporation(sym)
        if row.president is None:
            return "no_president", f"{sym} has no president who could go bankrupt"
        price = table.cheapest_price()
        if price is None:
            return "not_insolvent", "the bank sells no train"
        total = self.sale.purse(table, sym)
        if total < price:
            total += self._issue_amount(table, sym) + self._sale_value(table, sym)
        if total >= price:
            return "not_insolvent", f"{table.player_name(row.president)} can bring up ${total} for a train of ${price}"
        return None

    def _issue_amount(self, table: Table, sym: str) -> int:
        options = [] if self.sale.issue is None else self.sale.issue.options(table, sym)
        return options[-1].amount if options else 0

    def _sale_value(self, table: Table, sym: str) -> int:
        """The largest legal block of each corporation, at the price after the issue, each taken alone."""
        after = table if self.sale.issue is None else _after_issue(table, sym, self.sale.issue)
        largest: dict[str, int] = {}
        for block in self.sale.blocks(after, sym):
            largest[block.sym] = max(largest.get(block.sym, 0), block.amount)
        return sum(largest.values())

    def open(self, table: Table) -> bool:
        sym = table.state.turn.entity
        return isinstance(sym, str) and must_buy(table, sym) and self.shortfall(table, sym) is None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if self.open(table):
            yield Bankrupt(entity=sym, entity_type="corporation")

    def resolve(self, table: Table, action: Bankrupt) -> str:
        sym = expect_company(table, action)
        if not must_buy(table, sym):
            table.lenient("not_forced", f"{sym} does not have to buy a train, so nobody goes bankrupt")
        problem = self.shortfall(table, sym)
        if problem is not None:
            raise table.refuse(*problem)
        return sym

    def play(self, table: Table, move: str) -> None:
        state = table.state
        seat = table.corporation(move).president
        assert seat is not None
        options = [] if self.sale.issue is None else self.sale.issue.options(table, move)
        if options and self.sale.issue is not None:
            self.sale.issue.play(table, options[-1])
        for sym in table.operating_order():
            blocks = [block for block in self.sale.blocks(table, move) if block.sym == sym]
            if blocks:
                sell(table, seat, max(blocks, key=lambda block: block.percent), "bankruptcy")
            if table.corporation(move).president != seat:
                break
        for sym in table.operating_order():
            held = table.certificates(sym, seat)
            if held:
                pay(table, BANK, seat, table.percent(sym, seat) // 10 * table.price(sym), "bankruptcy")
                transfer(table, sym, held, seat, MARKET)
        for private in table.held_privates(seat):
            power = table.rules.privates[private.sym].power(MinorPower)
            if power is not None:
                close_minor(table, power.minor)
            close_private(table, private.sym)
        pay(table, seat, move, table.player(seat).cash, "bankruptcy")
        state.put_player(seat, replace(state.players[seat], bankrupt=True))
        state.turn = replace(state.turn, raised=None, sold_price=None, last_receipt=None, least_receipt=None)
        table.events.append(WentBankrupt(seat))


def _after_issue(table: Table, sym: str, issue: ForcedIssue) -> Table:
    """The table as the largest issue still possible would leave it."""
    options = issue.options(table, sym)
    if not options:
        return table
    after = Table(table.rules, table.state.copy())
    issue.play(after, options[-1])
    return after
