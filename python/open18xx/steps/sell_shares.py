"""Selling shares in a stock turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, EntityId, SellShares
from ..errors import InvalidAction
from ..model.state import MARKET
from ..model.table import Table
from ..model.verbs import BANK, move_price, pay, transfer
from .base import expect_seat, share_ids, share_text
from .blocks import Block, obstacle, salable


def named_block(table: Table, action: SellShares, seat: int) -> Block:
    """The block that an action names: certificates the player holds, a percent that they can make up."""
    sym, indexes = share_ids(table, action.shares)
    row = table.corporation(sym)
    if row.cell is None:
        raise table.refuse("not_launched", f"{sym} has no share price", "sale")
    held = table.certificates(sym, seat)
    missing = [f"{sym}_{index}" for index in indexes if index not in held]
    if missing:
        raise table.refuse("not_held", f"{table.player_name(seat)} does not hold {', '.join(missing)}")
    full = sum(table.certificate_percent(sym, index) for index in indexes)
    percent = full if action.percent is None else action.percent
    least = full if 0 not in indexes else full - table.certificate_percent(sym, 0) + 10
    if percent % 10 or not least <= percent <= full:
        raise InvalidAction(f"these certificates are {full} %; {percent} % of them cannot be sold", "percent")
    return Block(sym, indexes, percent, percent // 10 * table.price(sym), _swap(table, action, sym, full - percent))


def _swap(table: Table, action: SellShares, sym: str, kept: int) -> int | None:
    """The certificate that the seller wants back for a half of the president's certificate that it keeps."""
    if action.swap is None:
        return None
    other, (index,) = share_ids(table, (action.swap,))
    if other != sym or not kept or table.certificate_percent(sym, index) != kept:
        raise InvalidAction(f"{action.swap!r:.80} cannot be taken back in this sale", "swap")
    return index


def sale_of(player: EntityId, block: Block) -> SellShares:
    """The action by which a player sells a block."""
    return SellShares(
        entity=player, entity_type="player", shares=share_text(block.sym, block.indexes), percent=block.percent
    )


def sell(table: Table, seat: int, block: Block, reason: str = "sale") -> None:
    """Sell a block to the market; the price follows as the title has it (1846 5.3, 18GA 3.2a)."""
    president = table.corporation(block.sym).president
    cell = table.cell(block.sym)
    pay(table, BANK, seat, block.amount, reason)
    transfer(table, block.sym, block.indexes, seat, MARKET, block.percent, block.swap)
    after = table.rules.sale.move(table.rules.market, cell, block.percent, president == seat)
    move_price(table, block.sym, after, reason)


def cures(table: Table, seat: int, block: Block) -> bool:
    """Whether a sale brings a player nearer to a limit that it is above."""
    facts = table.rules.corporations[block.sym]
    if table.limited_percent(block.sym, seat) > table.rules.holding_limit:
        return any(facts.kind(index) != "preferred" for index in block.indexes)
    if table.certificate_count(seat) <= table.certificate_limit():
        return False
    return "free" not in table.rules.market.flags[table.cell(block.sym)]


def never_banned(table: Table) -> tuple[str, str] | None:
    """Sales are possible in every stock round."""
    return None


def not_in_first_round(table: Table) -> tuple[str, str] | None:
    """No sales in the first stock round of the game (18GA 3.2a1)."""
    if table.state.round.turn == 1:
        return "no_sale_yet", "shares may be sold from the second stock round on"
    return None


@dataclass(frozen=True)
class SellShareBlock:
    """Sell any number of blocks in a stock turn.

    `once`: one block a corporation and turn. `after_purchase`: the sales may all follow the purchase instead. `ban`:
    why no shares may be sold in this round at all. `cures_only`: who is above a limit has to sell only what brings it
    nearer to it.
    """

    once: bool = True
    after_purchase: bool = False
    ban: Callable[[Table], tuple[str, str] | None] = never_banned
    cures_only: bool = False
    handles: tuple[type[Action], ...] = (SellShares,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "player"

    def open(self, table: Table) -> bool:
        seat = table.state.turn.entity
        return isinstance(seat, int) and next(self.blocks(table, seat), None) is not None

    def must_sell(self, table: Table, seat: int) -> bool:
        """Whether the player is above a limit and can do something about it."""
        if not table.over_limit(seat):
            return False
        return any(not self.cures_only or cures(table, seat, block) for block in self.blocks(table, seat))

    def late(self, table: Table) -> tuple[str, str] | None:
        """Why the time for sales is over in this turn: reason and message, or None."""
        turn = table.state.turn
        if not turn.bought or (self.after_purchase and not turn.sold_first):
            return None
        assert isinstance(turn.entity, int)
        name = table.player_name(turn.entity)
        if self.after_purchase:
            return "sell_buy_sell", f"{name} has sold and bought this turn and cannot sell again"
        return "sell_after_buy", f"{name} has bought this turn and cannot sell after"

    def blocks(self, table: Table, seat: int) -> Iterator[Block]:
        """The legal blocks of a player in its stock turn."""
        turn = table.state.turn
        if self.late(table) is not None or self.ban(table) is not None:
            return
        for sym, holders in table.state.certificates.items():
            if seat in holders and table.corporation(sym).cell is not None and not (self.once and sym in turn.sold):
                yield from salable(table, seat, sym)

    def might_sell(self, table: Table, seat: int) -> bool:
        """Whether a share of a corporation without president would be for sale if it had one (1846 17.9)."""
        turn = table.state.turn
        return any(
            table.percent(sym, MARKET) + 10 <= table.rules.market_limit
            for sym, row in table.state.corporations.items()
            if row.cell is not None and row.president is None and row.operated
            if sym not in turn.sold and table.certificates(sym, seat)
        )

    def actions(self, table: Table) -> list[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        entity = table.player_id(seat)
        return [sale_of(entity, block) for block in self.blocks(table, seat)]

    def resolve(self, table: Table, action: SellShares) -> Block:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        expect_seat(table, action, seat)
        block = named_block(table, action, seat)
        late = self.late(table) or self.ban(table)
        if late is not None:
            raise table.refuse(*late)
        if self.once and block.sym in table.state.turn.sold:
            raise table.refuse(
                "second_block", f"{table.player_name(seat)} has already sold a block of {block.sym} this turn"
            )
        problem = obstacle(table, seat, block.sym, block.indexes, block.percent)
        if problem is not None and problem[0] == "no_president_no_sale":
            table.lenient(*problem)
        elif problem is not None:
            raise table.refuse(*problem)
        stated = action.share_price
        if stated is not None and stated != table.price(block.sym):
            table.lenient("share_price", f"{block.sym} sells at ${table.price(block.sym)}, not at ${stated}")
            block = Block(block.sym, block.indexes, block.percent, block.percent // 10 * stated)
        return block

    def play(self, table: Table, move: Block) -> None:
        state = table.state
        seat = state.turn.entity
        assert isinstance(seat, int)
        sell(table, seat, move)
        state.turn = replace(state.turn, sold=(*state.turn.sold, move.sym))
        sale = (seat, move.sym)
        sales = state.round.sales if sale in state.round.sales else (*state.round.sales, sale)
        state.round = replace(state.round, sales=sales, last_to_act=seat, last_trader=None, passes=0)
