"""What is in the box of a title: frozen records decoded from its data files."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from .power import AnyPower, Kind

#: A plain number, or a number for each number of players.
PerPlayers: TypeAlias = int | dict[str, int]


def for_players(value: PerPlayers, players: int) -> int:
    """The figure that holds for this number of players."""
    return value if isinstance(value, int) else value[str(players)]


class Spot(msgspec.Struct, frozen=True):
    """A slot kept for a corporation, and the prices in dollars at which it may take it.

    `unconnected_price` is asked when its track does not reach the city (None: it must). The reservation ends with
    phase `until`; the prices stay.
    """

    hex: str
    city: int
    slot: int
    price: int
    unconnected_price: int | None = None
    until: str | None = None


class HexDiscount(msgspec.Struct, frozen=True):
    """`amount` dollars off the tile cost of these tiles in these hexes."""

    hexes: tuple[str, ...]
    tiles: tuple[str, ...]
    amount: int


class Home(msgspec.Struct, frozen=True):
    """Where a company's home token goes; `city` None is any city of the hex."""

    hex: str
    city: int | None
    slot: int = 0


class CorporationFacts(msgspec.Struct, frozen=True, dict=True):
    """A share company. `certificates` are percents by index (0 is the president's), `tokens` the price of each."""

    sym: str
    name: str
    colour: str
    text_colour: str
    home: tuple[Home, ...]
    tokens: tuple[int, ...]
    float_percent: int
    certificates: tuple[int, ...]
    spots: tuple[Spot, ...] = ()
    hex_discount: HexDiscount | None = None
    #: Times the par price that the bank adds to the treasury at the launch.
    par_subsidy: int = 0
    #: Indexes of the preferred shares: nobody can buy them from the start, and they do not count for the holding limit.
    preferred: tuple[int, ...] = ()
    #: A train limit of its own, whatever the phase.
    train_limit: int | None = None
    #: The two corporations from which it can be formed in the course of the game.
    formed_from: tuple[str, ...] = ()

    def kind(self, index: int) -> Literal["president", "regular", "preferred", "special"]:
        """What sort of certificate this is; a special one is as large as the president's."""
        if index == 0:
            return "president"
        if index in self.preferred:
            return "preferred"
        return "special" if self.certificates[index] > 10 else "regular"

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The sorts of its certificates."""
        return frozenset(self.kind(index) for index in range(len(self.certificates)))


class MinorFacts(msgspec.Struct, frozen=True):
    """A one-owner company with its home, its first money in dollars and the trains it starts with."""

    sym: str
    name: str
    colour: str
    text_colour: str
    home: tuple[Home, ...]
    cash: int
    trains: tuple[str, ...]
    #: The price of each of its tokens in dollars.
    tokens: tuple[int, ...] = (0,)
    #: Number of the operating round, counted through the game, after which it closes.
    closes_after: int | None = None
    #: Corporations of which its owner may get a preferred share for it.
    exchanged_for: tuple[str, ...] = ()


class PrivateFacts(msgspec.Struct, frozen=True):
    """A private company: list price, income, and the lowest and highest price a corporation may pay, in dollars."""

    sym: str
    name: str
    price: int
    income: int
    resale: tuple[int, int]
    powers: tuple[AnyPower, ...] = ()
    #: A blank card of a draft, which is how one passes there.
    blank: bool = False
    #: The stock round in which it can first be had.
    offered: int = 1

    def power(self, kind: type[Kind]) -> Kind | None:
        """The power of this kind, if the private has one."""
        for power in self.powers:
            if isinstance(power, kind):
                return power
        return None


class Face(msgspec.Struct, frozen=True):
    """One side of a train card. Limits and pay are (kinds of stops, number): c city, o off-board, t town."""

    name: str
    price: int
    limits: tuple[tuple[str, int], ...]
    pay: tuple[tuple[str, int], ...] = ()
    counted_token: bool = False
    #: What every stop of its route counts.
    multiplier: int = 1


class TrainFacts(msgspec.Struct, frozen=True):
    """A rank of trains: how many, its faces, and the ranks whose first sale makes it obsolete or removes it."""

    rank: str
    count: PerPlayers
    faces: tuple[Face, ...]
    #: Another name of the rank in ids on the wire.
    alias: str | None = None
    rusts_on: str | None = None
    obsolete_on: str | None = None
    #: Phase from which the rank is on sale beside the bank's next train.
    on_sale_from: str | None = None
    #: Number of the operating round, counted through the game, after which the rank leaves the game, and the dollars
    #: that the owner gets for each.
    leaves_after: int | None = None
    salvage: int = 0
    #: Turns that a train of the rank has once it is phased out, before anything adds to them.
    parts: int = 0
    #: Whether the face is chosen once and for all when a train is first bought.
    keeps_face: bool = False
    #: Whether a discarded train goes to the bank, not out of the game.
    returns: bool = True


class Phase(msgspec.Struct, frozen=True):
    """What holds from the first sale of a train of one of the ranks `on`."""

    name: str
    train_limit: int
    colours: tuple[str, ...]
    operating_rounds: int
    on: tuple[str, ...] = ()
    buy_privates: bool = False
    #: Trains that a corporation may buy from the bank in a turn; None is any number.
    bank_trains: int | None = None


class Components(msgspec.Struct, frozen=True):
    """Everything in a title's `components.json`."""

    players: tuple[int, int]
    optional_rules: tuple[str, ...]
    bank: PerPlayers
    cash: PerPlayers
    holding_limit: int
    market_limit: int
    #: By number of players, then by corporations still in the game; below the smallest number, that one.
    #: A plain number holds whatever their number.
    certificate_limit: dict[str, int | dict[str, int]]
    market: tuple[str, ...]
    phases: tuple[Phase, ...]
    trains: tuple[TrainFacts, ...]
    corporations: tuple[CorporationFacts, ...]
    minors: tuple[MinorFacts, ...]
    privates: tuple[PrivateFacts, ...]
