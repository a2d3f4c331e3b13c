"""The set-up of 1846: what is removed at random, the draft deck, what lies on the map (1846 2, 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ... import _core
from ...model.chance import Seed, shuffle, start
from ...model.facts import MinorFacts, PrivateFacts
from ...model.market import Cell
from ...model.power import MarkerPower, MinorPower, ReservationPower
from ...model.rules import Rules
from ...model.state import (
    UNSOLD,
    Corporation,
    Depot,
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


@dataclass(frozen=True)
class Group:
    """Companies of which some leave the game at random: how many, and of which."""

    kind: str
    members: tuple[str, ...]
    removed: int


@dataclass(frozen=True)
class Removal:
    """What the random part of the set-up came to: privates in draft order, and the corporations out of the game."""

    deck: tuple[str, ...]
    privates: tuple[str, ...]
    corporations: tuple[str, ...]
    rng: Seed


def remove(cards: Sequence[str], groups: Sequence[Group], seed: Seed, shuffled: bool) -> Removal:
    """Shuffle the deck and the groups in the order of 18xx.games (1846 3.4)."""
    rng = start(seed)
    deck = tuple(cards)
    if shuffled:
        deck, rng = shuffle(deck, rng)
    gone: dict[str, list[str]] = {"private": [], "corporation": []}
    for group in groups:
        mixed, rng = shuffle(group.members, rng)
        gone[group.kind] += mixed[: group.removed]
    left = tuple(card for card in deck if card not in gone["private"])
    return Removal(left, tuple(gone["private"]), tuple(gone["corporation"]), rng)


def new_state(
    rules: Rules,
    seats: tuple[Seat, ...],
    removal: Removal,
    second_tokens: dict[str, str],
    at_once: tuple[str, ...],
    open_draft: bool,
) -> State:
    """The state before the first action."""
    state = State()
    state.seats = seats
    state.players = [Player(rules.cash) for _ in seats]
    state.bank = rules.bank - rules.cash * len(seats)
    state.broken = False
    state.corporations = {
        sym: Corporation(sym, tokens_left=len(facts.tokens))
        for sym, facts in rules.corporations.items()
        if sym not in removal.corporations
    }
    state.certificates = {
        sym: {UNSOLD: tuple(range(len(rules.corporations[sym].certificates)))} for sym in state.corporations
    }
    stacks: dict[Cell, tuple[str, ...]] = {}
    state.stacks = stacks
    state.privates = {sym: Private(sym) for sym in rules.privates if sym not in removal.privates}
    state.markers = {sym: Marker(sym) for sym in state.privates if rules.privates[sym].power(MarkerPower) is not None}
    state.deck = removal.deck if not open_draft else _by_price(rules, removal.deck)
    trains = {
        rank: [Train(rank, copy, rank) for copy in range(facts.count if isinstance(facts.count, int) else 0)]
        for rank, facts in rules.trains.items()
    }
    state.minors = {sym: _minor(facts, trains) for sym, facts in rules.minors.items()}
    state.depot = Depot(tuple(train for rank in trains.values() for train in rank))
    state.board = _board(rules, state, removal, second_tokens, at_once)
    state.phase = 0
    state.priority = 0
    state.round = Round("", 0, 0)
    state.turn = Turn()
    state.pending = ()
    state.rng = removal.rng
    state.last_turn = None
    state.ending = None
    return state


def _by_price(rules: Rules, cards: tuple[str, ...]) -> tuple[str, ...]:
    def key(sym: str) -> tuple[int, str]:
        facts = rules.privates[sym]
        minor = facts.power(MinorPower)
        return facts.price + (minor.debt if isinstance(minor, MinorPower) else 0), facts.name

    return tuple(sorted(cards, key=key))


def _minor(facts: MinorFacts, trains: dict[str, list[Train]]) -> Minor:
    return Minor(facts.sym, trains=tuple(trains[rank].pop(0) for rank in facts.trains))


def _board(
    rules: Rules, state: State, removal: Removal, second_tokens: dict[str, str], at_once: tuple[str, ...]
) -> _core.Board:
    """Reservations of those in the game, tokens of the minors, and those that removed corporations leave (1846 2)."""
    board = _core.Board(rules.map)
    for sym in state.corporations:
        facts = rules.corporations[sym]
        for home in facts.home:
            board.reserve(sym, home.hex, home.city, home.slot)
        for spot in facts.spots:
            board.reserve(sym, spot.hex, spot.city, spot.slot)
    for sym in state.privates:
        power = rules.privates[sym].power(ReservationPower)
        if isinstance(power, ReservationPower):
            board.reserve(sym, power.hex, power.city, power.slot)
    for sym in state.minors:
        for home in rules.minors[sym].home:
            board.place_token(sym, home.hex, home.city or 0, home.slot)
    for sym in removal.corporations:
        facts = rules.corporations[sym]
        for home in facts.home:
            board.place_token(sym, home.hex, home.city or 0, home.slot)
        if sym in at_once and sym in second_tokens:
            spot = next(spot for spot in facts.spots if spot.hex == second_tokens[sym])
            board.place_token(sym, spot.hex, spot.city, spot.slot)
    return board


def blanks(number: int) -> tuple[PrivateFacts, ...]:
    """The blank cards of the draft."""
    return tuple(
        PrivateFacts(f"Pass ({index})", f"Pass ({index})", 0, 0, (0, 0), blank=True) for index in range(1, number + 1)
    )
