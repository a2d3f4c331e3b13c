"""The state of a game: a shell of immutable rows.

Changing something replaces a row and the mapping that holds it, so a copy of the shell is a copy of the game, and what
was worked out from a mapping holds as long as the very same mapping is in place. Players are seats 0..n-1 in the order
of the table; companies and privates go by their symbols; nothing here points to a title, a class or a callback.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from .._core import Board
from .market import Cell
from .memo import Memo

#: Who owns something: a seat, or the symbol of a corporation.
Owner: TypeAlias = int | str
#: Who holds a certificate: a seat, or one of the two below.
Holder: TypeAlias = int
#: The unsold shares of a corporation: its treasury, or the initial offering where a title has one.
UNSOLD: Holder = -1
#: The shares in the market, also called the bank pool.
MARKET: Holder = -2
#: Preferred shares that belong to nobody yet and cannot be bought.
PREFERRED_BOX: Holder = -3


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of plain data."""


class Seat(Row, frozen=True, gc=False):
    """Who sits there: the id of the game file, and a name."""

    id: int | str
    name: str


class Player(Row, frozen=True, gc=False):
    """A player's money in dollars."""

    cash: int
    bankrupt: bool = False
    #: What is still to be repaid to the bank.
    debt: int = 0


class Train(Row, frozen=True, gc=False):
    """A train card: its rank and copy number, the face it shows, what has become of it."""

    rank: str
    copy: int
    face: str
    obsolete: bool = False
    ran: bool = False
    #: Whether the train can never be sold to another company.
    bound: bool = False
    #: Turns of its owner that the train still has once it is phased out; without any it leaves the game instead.
    parts: int = 0
    #: Dollars that a private's marker on the train adds to its route.
    bonus: int = 0

    @property
    def id(self) -> str:
        """The id of the wire, `rank-copy`."""
        return f"{self.rank}-{self.copy}"


class Corporation(Row, frozen=True, gc=False):
    """A share company in the game. `cell` and `par` (dollars) are None before its launch."""

    sym: str
    cash: int = 0
    president: int | None = None
    cell: Cell | None = None
    par: int | None = None
    floated: bool = False
    operated: bool = False
    closed: bool = False
    trains: tuple[Train, ...] = ()
    tokens_left: int = 0


class Minor(Row, frozen=True, gc=False):
    """A one-owner company; its owner is that of the private which stands for it."""

    sym: str
    cash: int = 0
    closed: bool = False
    trains: tuple[Train, ...] = ()
    operated: bool = False
    tokens_left: int = 0


class Private(Row, frozen=True, gc=False):
    """A private company. `used` names powers used up for good, `used_now` those used in this operating round."""

    sym: str
    owner: Owner | None = None
    closed: bool = False
    used: tuple[str, ...] = ()
    used_now: tuple[str, ...] = ()


class Marker(Row, frozen=True, gc=False):
    """A marker of a private, or of a place that pays once: the company that benefits and the marked hex, each None
    until chosen."""

    private: str
    company: str | None = None
    hex: str | None = None


class Depot(Row, frozen=True, gc=False):
    """Trains without a company: to come in order, discarded in order, set aside, and out of the game."""

    upcoming: tuple[Train, ...]
    discarded: tuple[Train, ...] = ()
    #: Trains set aside for privates.
    aside: tuple[Train, ...] = ()
    gone: tuple[Train, ...] = ()


class Round(Row, frozen=True, gc=False):
    """The round in progress: its kind, the number of the set it belongs to, its number in the set from 1."""

    kind: str
    turn: int
    number: int
    #: Number of operating rounds in the set, once that is settled.
    rounds: int = 0
    #: Whose go it is, an index into `order`.
    index: int = 0
    #: Seats, or symbols of companies, in the order of play.
    order: tuple[Owner, ...] = ()
    #: Seats that passed in succession.
    passes: int = 0
    #: The last seat that did something that counts for the priority deal.
    last_to_act: int | None = None
    #: A later seat that bought a private of a player, where that counts only when the round is over.
    last_trader: int | None = None
    #: (seat, corporation) of every sale of this round.
    sales: tuple[tuple[int, str], ...] = ()
    #: (seat, card) as chosen.
    picks: tuple[tuple[int, str], ...] = ()
    #: Dollars off the last card.
    discount: int = 0
    #: Seats that have won an auction of this round.
    won: tuple[int, ...] = ()
    over: bool = False


class Run(Row, frozen=True, gc=False):
    """What a company ran: revenue in dollars, and the wire form of its routes."""

    revenue: int
    routes: tuple[Any, ...] = ()


class Turn(Row, frozen=True, gc=False):
    """The go in progress: where in the title's steps it stands, and what was done."""

    entity: Owner | None = None
    step: int = 0
    #: Number of track lays made, and whether one was an upgrade.
    lays: int = 0
    upgraded: bool = False
    #: Number of lays that were upgrades.
    upgrades: int = 0
    #: Privates through which track was laid, one entry a lay.
    power_lays: tuple[str, ...] = ()
    tokened: bool = False
    #: Whether the chance to issue or redeem is used, and whether anything else was done that closes an early window.
    issued: bool = False
    begun: bool = False
    run: Run | None = None
    #: Whether the dividend has been decided or skipped.
    paid: bool = False
    #: Whether shares were issued for a train; what that raised beyond the next smaller option, in dollars (None when
    #: the present president made no such issue).
    forced_issue: bool = False
    raised: int | None = None
    #: Price per share of the president's last sale for a train; None without one.
    sold_price: int | None = None
    #: Dollars that the last certificate brought which the president sold for a train; None without one.
    last_receipt: int | None = None
    #: Least dollars that one certificate brought in the president's sales for a train; None without one.
    least_receipt: int | None = None
    #: Trains bought from the bank in this turn, and whether the last one came from another company.
    bank_trains: int = 0
    last_from_other: bool = False
    #: Corporations of which a block was sold in this turn, and privates that the player at turn sold to others.
    sold: tuple[str, ...] = ()
    #: Purchases made in this turn, and whether shares were sold before the first.
    bought: int = 0
    sold_first: bool = False
    #: Whether a private changed hands in this turn, which counts as acting.
    traded: bool = False
    #: Privates that were offered to the other players in this turn.
    offered: tuple[str, ...] = ()


class Interrupt(Row, frozen=True, gc=False):
    """Something to be settled before play goes on: `kind` names the step that settles it."""

    kind: str
    subject: str = ""
    data: tuple[Any, ...] = ()


class Ending(Row, frozen=True, gc=False):
    """How the game ended."""

    reason: str


class State:
    """Everything that can change in a game."""

    __slots__ = (
        "bank",
        "bids",
        "board",
        "broken",
        "certificates",
        "chances",
        "corporations",
        "deck",
        "depot",
        "ending",
        "last_turn",
        "markers",
        "memo",
        "minors",
        "pending",
        "phase",
        "players",
        "price_cut",
        "priority",
        "privates",
        "rng",
        "round",
        "seats",
        "stacks",
        "stages",
        "tried",
        "turn",
    )

    seats: tuple[Seat, ...]
    players: tuple[Player, ...]
    corporations: Mapping[str, Corporation]
    minors: Mapping[str, Minor]
    privates: Mapping[str, Private]
    #: Corporation to holder to the certificates held, as indexes in the order they came.
    certificates: Mapping[str, Mapping[Holder, tuple[int, ...]]]
    #: Cell to the corporations in it, first come first.
    stacks: Mapping[Cell, tuple[str, ...]]
    markers: Mapping[str, Marker]
    #: (private, seat, dollars) of bids that stand.
    bids: tuple[tuple[str, int, int], ...]
    #: Dollars by which the first private of an auction has become cheaper.
    price_cut: int
    #: Cards of the draft that nobody has chosen yet, in order.
    deck: tuple[str, ...]
    depot: Depot
    #: Read only; `edit_board` gives one that may be changed.
    board: Board
    bank: int
    #: Whether the bank ever had to pay more than it had.
    broken: bool
    #: Index into the title's phases.
    phase: int
    #: The seat that holds the priority deal.
    priority: int
    round: Round
    turn: Turn
    pending: tuple[Interrupt, ...]
    rng: int | float
    #: The set of rounds after which the game ends, once that is settled.
    last_turn: int | None
    #: Systems that may form when the turn is over, in the order in which their trains were bought.
    chances: tuple[str, ...]
    #: What is still to be carried out of a merger: name, system, and what belongs to it.
    stages: tuple[tuple[Any, ...], ...]
    #: Systems whose chance to form has come.
    tried: tuple[str, ...]
    ending: Ending | None
    #: What has been worked out from the above; no part of the content.
    memo: Memo

    def __init__(self) -> None:
        self.memo = Memo()

    def copy(self) -> State:
        """An independent copy; rows are shared, since they never change."""
        twin = State.__new__(State)
        twin.seats = self.seats
        twin.players = self.players
        twin.corporations = self.corporations
        twin.minors = self.minors
        twin.privates = self.privates
        twin.certificates = self.certificates
        twin.stacks = self.stacks
        twin.markers = self.markers
        twin.bids = self.bids
        twin.price_cut = self.price_cut
        twin.deck = self.deck
        twin.depot = self.depot
        twin.board = self.board
        twin.bank = self.bank
        twin.broken = self.broken
        twin.phase = self.phase
        twin.priority = self.priority
        twin.round = self.round
        twin.turn = self.turn
        twin.pending = self.pending
        twin.rng = self.rng
        twin.last_turn = self.last_turn
        twin.chances = self.chances
        twin.tried = self.tried
        twin.stages = self.stages
        twin.ending = self.ending
        twin.memo = self.memo.copy()
        return twin

    # Writing, for the verbs

    def put_player(self, seat: int, row: Player) -> None:
        """Replace the row of a seat."""
        self.players = (*self.players[:seat], row, *self.players[seat + 1 :])

    def put_corporation(self, row: Corporation) -> None:
        """Replace the row of a corporation, or add it."""
        self.corporations = {**self.corporations, row.sym: row}

    def put_minor(self, row: Minor) -> None:
        """Replace the row of a minor, or add it."""
        self.minors = {**self.minors, row.sym: row}

    def put_private(self, row: Private) -> None:
        """Replace the row of a private."""
        self.privates = {**self.privates, row.sym: row}

    def drop_private(self, sym: str) -> None:
        """Take a private out of the game."""
        self.privates = {other: row for other, row in self.privates.items() if other != sym}

    def put_certificates(self, sym: str, holders: Mapping[Holder, tuple[int, ...]]) -> None:
        """Replace who holds which certificates of a corporation."""
        self.certificates = {**self.certificates, sym: holders}

    def put_stack(self, cell: Cell, syms: tuple[str, ...]) -> None:
        """Replace the stack of a cell; an empty one is left out."""
        stacks = {**self.stacks, cell: syms}
        if not syms:
            del stacks[cell]
        self.stacks = stacks

    def put_marker(self, name: str, row: Marker | None) -> None:
        """Replace a marker; None takes it away."""
        markers = dict(self.markers)
        if row is None:
            markers.pop(name, None)
        else:
            markers[name] = row
        self.markers = markers

    def edit_board(self) -> Board:
        """The board, to be changed: from now on it is no other state's."""
        self.board = board = self.board.copy()
        return board

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def _content(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in CONTENT)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in CONTENT}

    def __setstate__(self, data: dict[str, object]) -> None:
        for name, value in data.items():
            setattr(self, name, value)
        self.memo = Memo()


#: The parts of a state that make it what it is.
CONTENT = tuple(name for name in State.__slots__ if name != "memo")
