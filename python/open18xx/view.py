"""What a player may know of a game: the snapshot and the log without what is hidden from that seat.

What is hidden is decided by the plan of the round in progress; a plan without secrets hides nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Any, Final

from .errors import InvalidAction
from .model.plan import SecretPlan
from .model.table import Table
from .snapshot import snapshot

#: Keys of a wire action that stay when its choice is hidden: that it was made is public.
OPEN_KEYS = ("id", "type", "entity", "entity_type", "user", "created_at")


class Visitor(enum.Enum):
    """Somebody who looks on without a seat."""

    VISITOR = "visitor"

    def __repr__(self) -> str:
        return self.name


#: Somebody who looks on without a seat, where None means the host, who sees all.
VISITOR: Final = Visitor.VISITOR


def seat_of(table: Table, player: object) -> int | None:
    """The seat of a player id; None for a visitor. Raises InvalidAction for an unknown player."""
    if player is None or player is VISITOR:
        return None
    try:
        return table.seat_of(player)
    except InvalidAction as error:
        raise InvalidAction(error.message, "player") from None


def secret_plan(table: Table) -> SecretPlan | None:
    """The plan of the round in progress if it knows secrets."""
    return table.rules.secret_plans.get(table.state.round.kind)


def hidden_cards(table: Table, seat: int | None) -> frozenset[str]:
    """The cards whose place a seat (None: a visitor) does not know."""
    plan = secret_plan(table)
    return frozenset() if plan is None else plan.hidden(table, seat)


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """The snapshot as a seat (None: a visitor) may see it.

    A hidden card has no owner; among the cards kept and in the deck it is null, so that their numbers stay public. The
    known cards of the deck come first, in the order of the title, since the order of the deck is hidden, too.
    """
    data = snapshot(table)
    cards = hidden_cards(table, seat)
    if cards:
        for sym in cards & data["privates"].keys():
            data["privates"][sym]["owner"] = None
        more = data["more"]
        more["kept"] = {player: _masked(kept, cards) for player, kept in more["kept"].items()}
        known = sorted(set(more["deck"]) - cards, key=list(table.rules.privates).index)
        more["deck"] = [*known, *[None] * (len(more["deck"]) - len(known))]
    return data


def _masked(syms: Iterable[str], cards: frozenset[str]) -> list[str | None]:
    return [None if sym in cards else sym for sym in syms]


def masked(wire: Mapping[str, Any]) -> dict[str, Any]:
    """A wire action of which only is told that it was made."""
    return {key: wire[key] for key in OPEN_KEYS if key in wire} | {"hidden": True}
