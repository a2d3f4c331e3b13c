"""What a private can do, as data: the lay, token and marker powers are the shared steps with other parameters."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import msgspec


class Power(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """One power of a private; `name` tells the powers of one private apart and marks their use."""

    name: str = ""


#: One kind of power.
Kind = TypeVar("Kind", bound=Power)


class MinorPower(Power, frozen=True, tag="minor", kw_only=True):
    """The private stands for a minor; `debt` dollars are paid on top of its price when it is first bought."""

    minor: str
    debt: int


class LayPower(Power, frozen=True, tag="lay", kw_only=True):
    """Extra lays by the owning corporation, on one occasion, in these hexes (None: anywhere).

    `colours` None means those of the phase, `waives` dollars are taken off the tile cost, `joined` tells what two lays
    have to do with each other: the tiles meet ("adjacent"), or the cities of the two hexes are joined ("cities"). Lays
    that nothing joins are made in one turn, other actions between them. `connection` is the rule of the track core;
    `continues`: the tile has to continue track that the corporation reaches, of which a bare home is none.
    """

    hexes: tuple[str, ...] | None = None
    tiles: tuple[str, ...] | None = None
    colours: tuple[str, ...] | None = None
    new: bool = True
    upgrades: bool = True
    free: bool = False
    waives: int = 0
    lays: int = 1
    joined: Literal["adjacent", "cities"] | None = None
    connection: Literal["none", "reached", "track_or_city"] = "none"
    continues: bool = False
    #: When the power can be used: at any time of the owner's turn, while it lays track, or at any time with the track
    #: step waiting for it ("any").
    window: Literal["turn", "track", "any"] = "turn"
    #: Whether the private closes when the power has been used.
    closes: bool = False


class TokenPower(Power, frozen=True, tag="token", kw_only=True):
    """One token of the owning corporation for `price` dollars in this city, connected or not.

    `extra`: the token comes on top of the corporation's own and does not use up the token of the turn.
    """

    hex: str
    city: int
    price: int
    extra: bool = True
    #: When the power can be used: at any time of the owner's turn, or in its token step.
    window: Literal["turn", "token"] = "turn"
    #: Whether a token of the private stands in the city from its purchase on, to be replaced by this one.
    placeholder: bool = False
    #: Whether the private closes when the power has been used.
    closes: bool = False


class TokenDiscountPower(Power, frozen=True, tag="token_discount", kw_only=True):
    """One token of the owning corporation, in its token step, costs `percent` of the price on its charter."""

    percent: int


class TrainDiscountPower(Power, frozen=True, tag="train_discount", kw_only=True):
    """One train of these ranks costs the owning corporation `amount` dollars less at the bank; then the private closes.

    `percent`: so much of its price is taken off instead. `source`: any train that the bank sells, or only one that is
    still to come.
    """

    ranks: tuple[str, ...]
    amount: int
    percent: int = 0
    source: Literal["bank", "upcoming"] = "bank"
    #: When the power can be used: when the corporation buys trains, or at any time of its turn.
    window: Literal["trains", "turn"] = "trains"

    def discount(self, price: int) -> int:
        """Dollars off a price."""
        return self.amount + price * self.percent // 100


class ReservationPower(Power, frozen=True, tag="reservation", kw_only=True):
    """A slot is kept free until a corporation buys the private or it closes."""

    hex: str
    city: int
    slot: int


class MarkerPower(Power, frozen=True, tag="marker", kw_only=True):
    """A marker that adds dollars to a route of its company that is paid for the marked hex.

    `moves`: a player who owns the private may choose hex and company once each at the start of an operating round, an
    owning corporation may move it once a round up to its run; otherwise the owning corporation places it once.
    """

    hexes: dict[str, int]
    moves: bool = False
    lost_in: str | None = None
    lost_with_player_in: str | None = None


class DiscountPower(Power, frozen=True, tag="discount", kw_only=True):
    """The owning corporation pays `amount` dollars less for terrain of this kind."""

    terrain: str
    amount: int


class FleetPower(Power, frozen=True, tag="fleet", kw_only=True):
    """The owning corporation's run earns `amount` dollars for each stop that one of its trains visits."""

    amount: int


class BlockPower(Power, frozen=True, tag="blocks", kw_only=True):
    """Nobody lays a tile in these hexes while a player owns the private."""

    hexes: tuple[str, ...]


class TrainPower(Power, frozen=True, tag="train", kw_only=True):
    """A corporation that buys the private gets a train that was set aside, unless one of rank `until` has been bought.

    `bound`: it is never sold to another company. `closes`: the private is exchanged for it, for which room is needed.
    `counts`: it is a train bought from the bank in that turn. `salvage`: its owner is paid when its rank leaves.
    """

    train: str
    until: str | None = None
    bound: bool = True
    closes: bool = False
    counts: bool = False
    salvage: bool = True


class SharePower(Power, frozen=True, tag="share", kw_only=True):
    """The first buyer of the private gets this certificate of a corporation."""

    corporation: str
    index: int


class SurvivesPower(Power, frozen=True, tag="survives", kw_only=True):
    """The private does not close with the others when a corporation owns it."""


class PresidencyPower(Power, frozen=True, tag="presidency", kw_only=True):
    """Its buyer gets the president's certificate of a corporation and sets its par price; so many regular shares go
    to the
    market, and the private closes. Nobody else can launch the corporation while the private may still be bought."""

    corporation: str
    market: int


class PriorityPower(Power, frozen=True, tag="priority", kw_only=True):
    """The owner takes the priority deal and `amount` dollars; then the private closes."""

    amount: int


class PartsPower(Power, frozen=True, tag="parts", kw_only=True):
    """So many spare parts for trains of one corporation, each a further turn once the train is phased out; then the
    private closes."""

    number: int


class TrainBonusPower(Power, frozen=True, tag="train_bonus", kw_only=True):
    """A marker on a train that adds `amount` dollars to its route, or those of `amounts` by corporation; then the
    private closes."""

    amount: int
    amounts: dict[str, int] = {}


class PhaseTrainPower(Power, frozen=True, tag="phase_train", kw_only=True):
    """When the privates close, the owner may give a train that was set aside to a corporation over which it
    presides."""

    train: str


AnyPower: TypeAlias = (
    MinorPower
    | LayPower
    | TokenPower
    | TokenDiscountPower
    | TrainDiscountPower
    | ReservationPower
    | MarkerPower
    | DiscountPower
    | FleetPower
    | BlockPower
    | SurvivesPower
    | TrainPower
    | SharePower
    | PresidencyPower
    | PriorityPower
    | PartsPower
    | TrainBonusPower
    | PhaseTrainPower
)
