"""The set-up of 1846: what is removed at random, the draft deck, what lies on the map (1846 2, 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...model.chance import Seed, shuffle, start
from ...model.facts import PrivateFacts
from ...model.power import MinorPower
from ...model.rules import Rules
from ...model.state import Seat, State
from ..setup import fresh_state


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
    """The state before the first action; removed corporations leave tokens on the map (1846 2.5, 2.6)."""
    state = fresh_state(
        rules,
        seats,
        rng=removal.rng,
        corporations=[sym for sym in rules.corporations if sym not in removal.corporations],
        privates=[sym for sym in rules.privates if sym not in removal.privates],
        deck=_by_price(rules, removal.deck) if open_draft else removal.deck,
    )
    for sym in removal.corporations:
        facts = rules.corporations[sym]
        for home in facts.home:
            state.edit_board().place_token(sym, home.hex, home.city or 0, home.slot)
        if sym in at_once and sym in second_tokens:
            spot = next(spot for spot in facts.spots if spot.hex == second_tokens[sym])
            state.edit_board().place_token(sym, spot.hex, spot.city, spot.slot)
    return state


def _by_price(rules: Rules, cards: tuple[str, ...]) -> tuple[str, ...]:
    def key(sym: str) -> tuple[int, str]:
        facts = rules.privates[sym]
        minor = facts.power(MinorPower)
        return facts.price + (minor.debt if isinstance(minor, MinorPower) else 0), facts.name

    return tuple(sorted(cards, key=key))


def blanks(number: int) -> tuple[PrivateFacts, ...]:
    """The blank cards of the draft."""
    return tuple(
        PrivateFacts(f"Pass ({index})", f"Pass ({index})", 0, 0, (0, 0), blank=True) for index in range(1, number + 1)
    )
