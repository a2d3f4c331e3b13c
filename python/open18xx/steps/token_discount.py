"""A token at the price of a private."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, PlaceToken
from ..model.power import TokenDiscountPower
from ..model.table import Table
from .base import at_step
from .place_token import PlaceOneToken, TokenMove, city_text, unused_discounts


@dataclass(frozen=True)
class PlaceAtDiscount:
    """The token of the turn, placed through a private that makes it cheaper (18MS 10.III.3)."""

    placing: PlaceOneToken
    handles: tuple[type[Action], ...] = (PlaceToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "company"

    def open(self, table: Table) -> bool:
        return next(self.actions(table), None) is not None

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        if not isinstance(sym, str) or table.is_minor(sym) or not at_step(table, PlaceToken):
            return
        for private, power in unused_discounts(table, sym):
            for move in self.placing.places(table, sym, power.percent):
                text = city_text(table, move.hex, move.city)
                slot = table.state.board.slot_for(sym, move.hex, move.city)
                yield PlaceToken(entity=private.sym, entity_type="company", city=text, slot=slot)

    def resolve(self, table: Table, action: PlaceToken) -> TokenMove:
        row = table.find_private(action.entity, "entity")
        power = table.rules.privates[row.sym].power(TokenDiscountPower)
        sym = table.state.turn.entity
        if power is None:
            raise table.refuse("no_such_power", f"{row.sym} places no token")
        if row.closed or row.owner != sym or not isinstance(sym, str):
            raise table.refuse("power_not_owned", f"{row.sym} serves the corporation that owns it in its turn", row.sym)
        if power.name in row.used:
            raise table.refuse("power_used", f"the token of {row.sym} has been placed", row.sym)
        if not at_step(table, PlaceToken):
            raise table.refuse("power_window", f"{row.sym} serves only when {sym} places tokens", row.sym)
        return replace(self.placing.resolve_for(table, sym, action.city, power.percent), discount=row.sym)

    def play(self, table: Table, move: TokenMove) -> None:
        assert move.discount is not None
        self.placing.play(table, move)
        row = table.state.privates[move.discount]
        power = table.rules.privates[row.sym].power(TokenDiscountPower)
        assert power is not None
        table.state.put_private(replace(row, used=(*row.used, power.name)))
