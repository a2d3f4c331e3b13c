"""What the others may hold: deals of a hidden draft that fit what one seat has seen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..model.state import State

#: Deals that are tried against all that was seen, and then against the present alone.
TRIES = 400
#: How often what happened between two looks is drawn again.
RETRIES = 10


@dataclass(frozen=True, slots=True)
class Deal:
    """Where every card of a draft lies: the deck in order, and (seat, card) as chosen."""

    deck: tuple[str, ...]
    picks: tuple[tuple[int, str], ...]


class Slots:
    """Cards face down, of which it is known which set lies in which set of places."""

    def __init__(self, count: int, cards: Sequence[str]) -> None:
        self.bags: list[tuple[set[int], set[str]]] = [(set(range(count)), set(cards))]

    def look(self, slots: set[int], cards: set[str]) -> bool:
        """These places hold these cards; False if that contradicts what is known."""
        bags: list[tuple[set[int], set[str]]] = []
        for places, content in self.bags:
            seen, shown = places & slots, content & cards
            if len(seen) != len(shown):
                return False
            bags += [(seen, shown), (places - seen, content - shown)]
        self.bags = [bag for bag in bags if bag[0]]
        return True

    def places_of(self, card: str) -> set[int]:
        """Where a card may lie."""
        return next(places for places, content in self.bags if card in content)

    def turned_up(self, rng: random.Random) -> dict[int, str]:
        """The card of each place, at random as far as it is not known."""
        found: dict[int, str] = {}
        for places, content in self.bags:
            cards = sorted(content)
            rng.shuffle(cards)
            found.update(zip(sorted(places), cards, strict=True))
        return found


def imagined_deal(
    states: Sequence[State], seat: int | None, size: int, blanks: frozenset[str], rng: random.Random
) -> Deal | None:
    """Play a draft through with cards face down, each look of the seat limiting what they can be.

    `states` are those before each action, the present one last; `size` is the number of cards offered. What is drawn
    for the others is drawn again from the last look on when a later look contradicts it; None if that does not help.
    """
    first = states[0]
    cards = [*first.deck, *(sym for _, sym in first.round.picks)]
    slots = Slots(len(cards), cards)
    deck = list(range(len(first.deck)))
    chosen: list[tuple[int, int]] = []
    for slot, (owner, sym) in enumerate(first.round.picks, len(deck)):
        chosen.append((owner, slot))
        if owner == seat:
            slots.look({slot}, {sym})
    mark = (-1, deck, slots.bags, len(chosen))
    failures = 0
    index = 0
    while index < len(states):
        state = states[index]
        top = deck[:size]
        face_up = len(deck) == 1 and state.deck[0] not in blanks
        if (face_up or state.turn.entity == seat) and index != mark[0]:
            if not slots.look(set(top), set(state.deck[:size])):
                failures += 1
                if failures > RETRIES or mark[0] < 0:
                    return None
                index, deck, slots.bags, count = mark
                del chosen[count:]
                continue
            mark, failures = (index, deck, slots.bags, len(chosen)), 0
        picks = states[min(index + 1, len(states) - 1)].round.picks
        if len(picks) > len(state.round.picks):
            owner, sym = picks[-1]
            kept = rng.choice(sorted(slots.places_of(sym) & set(top)) if owner == seat else top)
            if owner == seat:
                slots.look({kept}, {sym})
            chosen.append((owner, kept))
            rest = [slot for slot in top if slot != kept]
            rng.shuffle(rest)
            deck = deck[size:] + rest
        index += 1
    found = slots.turned_up(rng)
    return Deal(tuple(found[slot] for slot in deck), tuple((owner, found[slot]) for owner, slot in chosen))
