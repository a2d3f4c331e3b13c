"""The state before the first action: what is the same in every title."""

from __future__ import annotations

from collections.abc import Iterable

from .. import _core
from ..model.chance import Seed
from ..model.facts import CorporationFacts, Home
from ..model.power import MarkerPower, ReservationPower
from ..model.rules import Rules
from ..model.state import (
    PREFERRED_BOX,
    UNSOLD,
    Corporation,
    Depot,
    Holder,
    Marker,
    Minor,
    Player,
    Private,
    Round,
    Seat,
    State,
    Train,
    Turn,
)


def fresh_state(
    rules: Rules,
    seats: tuple[Seat, ...],
    *,
    rng: Seed,
    corporations: Iterable[str],
    privates: Iterable[str],
    deck: tuple[str, ...],
    aside: Iterable[str] = (),
) -> State:
    """Players with their money, nothing sold, the map with its reservations and the minors' tokens.

    `aside` are ids of trains that are kept for privates.
    """
    state = State()
    state.seats = seats
    state.players = tuple(Player(rules.cash) for _ in seats)
    state.bank = rules.bank - rules.cash * len(seats)
    state.broken = False
    state.corporations = {
        sym: Corporation(sym, tokens_left=len(rules.corporations[sym].tokens)) for sym in corporations
    }
    state.certificates = {sym: _unsold(rules.corporations[sym]) for sym in state.corporations}
    state.stacks = {}
    state.privates = {sym: Private(sym) for sym in privates}
    state.markers = {sym: Marker(sym) for sym in state.privates if rules.privates[sym].power(MarkerPower) is not None}
    state.deck = deck
    trains = [
        Train(rank, copy, facts.faces[0].name, parts=facts.parts)
        for rank, facts in rules.trains.items()
        for copy in range(facts.count if isinstance(facts.count, int) else 0)
    ]
    state.minors = {}
    for sym, minor in rules.minors.items():
        own = []
        for rank in minor.trains:
            own.append(next(train for train in trains if train.rank == rank))
            trains.remove(own[-1])
        tokens = len(minor.tokens) if rules.home_at == "turn" else 0
        state.put_minor(Minor(sym, trains=tuple(own), tokens_left=tokens))
    kept = set(aside)
    state.depot = Depot(
        upcoming=tuple(train for train in trains if train.id not in kept),
        aside=tuple(train for train in trains if train.id in kept),
    )
    state.board = _board(rules, state)
    state.phase = 0
    state.priority = 0
    state.round = Round("", 0, 0)
    state.turn = Turn()
    state.pending = ()
    state.rng = rng
    state.bids = ()
    state.price_cut = 0
    state.last_turn = None
    state.chances = ()
    state.tried = ()
    state.stages = ()
    state.ending = None
    return state


def _unsold(facts: CorporationFacts) -> dict[Holder, tuple[int, ...]]:
    """Where the certificates of a corporation lie before anybody has one."""
    ordinary = tuple(index for index in range(len(facts.certificates)) if index not in facts.preferred)
    return {UNSOLD: ordinary} | ({PREFERRED_BOX: facts.preferred} if facts.preferred else {})


def reserve_home(board: _core.Board, sym: str, home: Home) -> None:
    """Keep a slot for a home token; in a hex with several cities, in any of them."""
    board.reserve(sym, home.hex, home.city, None if home.city is None else home.slot)


def _board(rules: Rules, state: State) -> _core.Board:
    """Reservations of those in the game, and tokens of the minors."""
    board = _core.Board(rules.map)
    for sym in state.corporations:
        facts = rules.corporations[sym]
        for home in facts.home:
            reserve_home(board, sym, home)
        for spot in facts.spots:
            board.reserve(sym, spot.hex, spot.city, spot.slot)
    for sym in state.privates:
        power = rules.privates[sym].power(ReservationPower)
        if power is not None:
            board.reserve(sym, power.hex, power.city, power.slot)
    for sym in state.minors:
        for home in rules.minors[sym].home:
            if rules.home_at == "turn":
                reserve_home(board, sym, home)
                continue
            board.place_token(sym, home.hex, home.city or 0, home.slot)
    return board
