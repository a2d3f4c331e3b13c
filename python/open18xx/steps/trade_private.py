"""Privates traded between players in a stock round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, BuyCompany, Range
from ..model.power import MinorPower
from ..model.state import Private, Row
from ..model.table import Table
from ..model.verbs import sell_private
from .sell_shares import SellShareBlock, never_banned


class Trade(Row, frozen=True, gc=False):
    """A private that changes hands for `price` dollars; `own_turn`: it is the buyer's purchase of the turn."""

    private: str
    buyer: int
    price: int
    own_turn: bool


@dataclass(frozen=True)
class TradePrivates:
    """A private of another player, bought at an agreed price on the buyer's turn (18GA 3.2b, 4.3).

    `either_turn`: the player at turn may also sell its privates to others, the certificate limit holds for the buyer,
    and the priority deal passes at once; otherwise it does when the round is over. `minors`: whether privates that
    stand
    for minors are traded, too. `on_offer`: the player at turn makes an offer instead of selling. `ban`: why nothing
    may be traded in this round at all.
    """

    selling: SellShareBlock
    either_turn: bool
    minors: bool = True
    on_offer: bool = False
    ban: Callable[[Table], tuple[str, str] | None] = never_banned
    handles: tuple[type[Action], ...] = (BuyCompany,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "player"

    def obstacle(self, table: Table, buyer: int, row: Private) -> tuple[str, str] | None:
        """Why this player cannot buy this private now: reason and message, or None."""
        seat = table.state.turn.entity
        name = table.player_name(buyer)
        if row.closed or not isinstance(row.owner, int):
            return "private_not_for_sale", f"{row.sym} does not belong to a player"
        if not self.minors and table.power_of(row.sym, MinorPower) is not None:
            return "minor_not_for_sale", f"{row.sym} is a minor and is never sold again"
        if row.owner == buyer:
            return "own_private", f"{row.sym} belongs to {name} already"
        banned = self.ban(table)
        if banned is not None:
            return banned
        if buyer != seat and (not self.either_turn or self.on_offer or row.owner != seat):
            return "out_of_turn", f"{name} is not to act"
        if buyer != seat and (late := self.selling.late(table)) is not None:
            return late
        if buyer == seat and table.state.turn.bought:
            return "second_purchase", f"{name} has already bought this turn"
        if buyer == seat and self.selling.must_sell(table, buyer):
            return "must_sell", f"{name} is above a limit and must sell first"
        debt = table.player(buyer).debt
        if debt:
            return "in_debt", f"{name} owes the bank ${debt} and buys nothing until it is repaid"
        count, limit = table.certificate_count(buyer), table.certificate_limit()
        if self.either_turn and count + 1 > limit:
            return "certificate_limit", f"{name} has {count} certificates; the limit is {limit}"
        if table.player(buyer).cash < 1:
            return "not_enough_cash", f"{name} has no money"
        return None

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        for row in table.state.privates.values():
            if row.closed or not isinstance(row.owner, int):
                continue
            for buyer in (seat,) if row.owner != seat else table.solvent():
                if self.obstacle(table, buyer, row) is None:
                    partner = row.owner if buyer == seat else buyer
                    yield BuyCompany(
                        entity=table.player_id(buyer),
                        entity_type="player",
                        company=row.sym,
                        price=1,
                        range=Range(1, table.player(buyer).cash),
                        consent_of=(table.player_id(partner),),
                    )

    def resolve(self, table: Table, action: BuyCompany) -> Trade:
        seat = table.state.turn.entity
        buyer = table.seat_of(action.entity)
        row = table.find_private(action.company)
        problem = self.obstacle(table, buyer, row)
        if problem is not None:
            raise table.refuse(*problem)
        cash = table.player(buyer).cash
        if not 1 <= action.price <= cash:
            raise table.refuse("private_price", f"{row.sym} costs $1 to ${cash}, the buyer's cash, not ${action.price}")
        return Trade(row.sym, buyer, action.price, buyer == seat)

    def play(self, table: Table, move: Trade) -> None:
        state = table.state
        sell_private(table, move.private, move.buyer, move.price)
        turn = state.turn
        assert isinstance(turn.entity, int)
        bought = turn.bought + move.own_turn
        sold_first = turn.sold_first or (move.own_turn and bool(turn.sold))
        sold = turn.sold if move.own_turn else (*turn.sold, move.private)
        state.turn = replace(turn, bought=bought, sold=sold, sold_first=sold_first, traded=True)
        if self.either_turn:
            state.round = replace(state.round, last_to_act=turn.entity, passes=0)
        else:
            state.round = replace(state.round, last_trader=turn.entity, passes=0)
