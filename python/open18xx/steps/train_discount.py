"""Trains bought from the bank through a private that makes them cheaper (18MS 10.III.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..actions import Action, BuyTrain
from ..model.facts import Face
from ..model.power import TrainDiscountPower
from ..model.state import Train
from ..model.table import Table
from .base import owner_of_train

if TYPE_CHECKING:
    from .buy_trains import BuyTrains, TrainMove


def serves(table: Table, power: TrainDiscountPower, train: Train) -> bool:
    """Whether a discount is for this train of the bank."""
    return train.rank in power.ranks and (power.source == "bank" or train in table.state.depot.upcoming)


def least_price(table: Table, sym: str, train: Train, face: Face) -> int:
    """What a face of a bank train would cost with the best discount, in dollars."""
    powers = table.powers(sym, TrainDiscountPower)
    return face.price - max(
        (power.discount(face.price) for _, power in powers if serves(table, power, train)), default=0
    )


def discounted(table: Table, buying: BuyTrains, sym: str) -> Iterator[Action]:
    """The purchases through privates of a corporation."""
    for private, power in table.powers(sym, TrainDiscountPower):
        for train, face in table.bank_trains():
            cheaper = replace(face, price=face.price - power.discount(face.price))
            if serves(table, power, train) and buying.face_obstacle(table, sym, train, cheaper) is None:
                yield BuyTrain(
                    entity=private.sym, entity_type="company", train=train.id, price=cheaper.price, variant=face.name
                )


def through_private(table: Table, buying: BuyTrains, action: BuyTrain) -> TrainMove:
    """The purchase that an action of a private names."""
    private = table.find_private(action.entity, "entity")
    sym = table.state.turn.entity
    power = table.rules.privates[private.sym].power(TrainDiscountPower)
    if power is None:
        raise table.refuse("no_such_power", f"{private.sym} buys no trains")
    if not isinstance(sym, str) or not table.serves(private, sym):
        message = f"{private.sym} serves the corporation that owns it, in its own turn"
        raise table.refuse("power_not_owned", message, private.sym)
    source, train = owner_of_train(table, action.train)
    if source is not None or not serves(table, power, train):
        ranks = " or ".join(power.ranks)
        raise table.refuse(
            "power_elsewhere", f"{private.sym} is for a {ranks} of the bank, not for {train.id}", private.sym
        )
    return replace(buying.from_bank(table, sym, train, action, power), private=private.sym)
