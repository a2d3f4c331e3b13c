"""What follows from parts of a state, worked out once for as long as those very parts are in place.

The mappings of a state are replaced when something in them changes and never changed themselves, so that an answer
belongs to a mapping and not to a moment: a copy starts with the answers of its original, and undo needs no thought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .facts import Face
    from .market import Cell, Market
    from .state import Depot, Holder, Owner, Player, Private, Train


#: What is worked out.
Answer = TypeVar("Answer")


class Deeds:
    """Open privates by owner, and by the kind of power that they have."""

    __slots__ = ("owned", "powers", "privates")

    def __init__(self, privates: Mapping[str, Private]) -> None:
        self.privates = privates
        self.owned: dict[Owner, tuple[Private, ...]] = {}
        for row in privates.values():
            if row.owner is not None and not row.closed:
                self.owned[row.owner] = (*self.owned.get(row.owner, ()), row)
        #: By owner and kind of power: the privates with the power; filled as they are asked for.
        self.powers: dict[tuple[Owner, type], tuple[tuple[Private, Any], ...]] = {}


class Holdings:
    """How many certificates count for whom, and who is above a limit; filled as it is asked for."""

    __slots__ = ("certificates", "limit", "players", "privates", "stacks")

    def __init__(
        self,
        certificates: Mapping[str, Mapping[Holder, tuple[int, ...]]],
        privates: Mapping[str, Private],
        stacks: Mapping[Cell, tuple[str, ...]],
    ) -> None:
        self.certificates = certificates
        self.privates = privates
        self.stacks = stacks
        #: By seat: certificates that count, and whether they are too many, or too much of one corporation.
        self.players: dict[int, tuple[int, bool]] = {}
        self.limit: int | None = None


class Ladder:
    """Corporations in the order of the market, and those in cells that close them."""

    __slots__ = ("order", "stacks", "worthless")

    def __init__(self, stacks: Mapping[Cell, tuple[str, ...]], market: Market) -> None:
        prices, flags = market.prices, market.flags
        self.stacks = stacks
        self.worthless = tuple(sym for cell, syms in stacks.items() if "close" in flags[cell] for sym in syms)
        cells = sorted(stacks, key=lambda cell: (-prices[cell], -cell[1], cell[0]))
        self.order = tuple(sym for cell in cells for sym in stacks[cell])


class Offers:
    """The trains that the bank sells, each with the face that it shows."""

    __slots__ = ("depot", "faces", "phase")

    def __init__(self, depot: Depot, phase: int, faces: tuple[tuple[Train, Face], ...]) -> None:
        self.depot = depot
        self.phase = phase
        self.faces = faces


class Memo:
    """The last answer of each kind. What is kept by name is shared by all copies of a game, so that it stays small."""

    __slots__ = ("_kept", "deeds", "holdings", "ladder", "offers", "players", "solvent")

    def __init__(self) -> None:
        self.deeds: Deeds | None = None
        self.holdings: Holdings | None = None
        self.ladder: Ladder | None = None
        self.offers: Offers | None = None
        self.players: tuple[Player, ...] = ()
        #: The seats that are not bankrupt by these rows of the players.
        self.solvent: tuple[int, ...] = ()
        self._kept: dict[object, tuple[object, Any]] = {}

    def copy(self) -> Memo:
        """The same answers, to be replaced without the original."""
        twin = Memo.__new__(Memo)
        twin.deeds = self.deeds
        twin.holdings = self.holdings
        twin.ladder = self.ladder
        twin.offers = self.offers
        twin.players = self.players
        twin.solvent = self.solvent
        twin._kept = self._kept
        return twin

    def forget(self) -> None:
        """Drop the answers that are not shared."""
        self.deeds = self.holdings = self.ladder = self.offers = None

    def recall(self, name: tuple[object, ...], parts: tuple[object, ...], make: Callable[[], Answer]) -> Answer:
        """The answer of this name that follows from these parts of a state, made if the last one followed from others.

        Parts are compared as tuples are: the same objects at once, others by what is in them. A step whose parameters
        matter is one of them.
        """
        known = self._kept.get(name)
        if known is not None and known[0] == parts:
            answer: Answer = known[1]
            return answer
        answer = make()
        self._kept[name] = parts, answer
        return answer
