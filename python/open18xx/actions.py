"""The action vocabulary of 18xx.games and its JSON form.

An action is a frozen, hashable record of what an entity decided. Only what decides is part of it; the rest of a wire
action (id, user, created_at, original_id, skip, auto_actions) stays with the game's history.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from .errors import InvalidAction

EntityId: TypeAlias = int | str
EntityType: TypeAlias = Literal["player", "corporation", "minor", "company"]


class Range(msgspec.Struct, frozen=True):
    """The amounts a free number may take: `low` to `high` dollars in steps of `step`."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, amount: int) -> bool:
        return self.low <= amount <= self.high and (amount - self.low) % self.step == 0


class Action(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """What an entity decided."""

    entity: EntityId
    entity_type: EntityType = msgspec.field(default="player")

    #: Amounts that a free number may take; None when the action has none.
    range: ClassVar[Range | None] = None
    #: Ids of the players whose consent an interface asks for before it sends the action.
    consent_of: ClassVar[tuple[EntityId, ...]] = ()

    @property
    def type(self) -> str:
        """The name of the action's type on the wire."""
        return str(self.__struct_config__.tag)

    def to_dict(self) -> dict[str, Any]:
        """The action in wire form, without id."""
        wire: dict[str, Any] = msgspec.to_builtins(self)
        wire.setdefault("entity_type", "player")
        return wire


class Offer(Action, frozen=True, tag_field="type", omit_defaults=True, kw_only=True, eq=False):
    """An action whose amount is free or that needs another player's consent; both stand beside its identity."""

    price: int
    range: Range | None = None  # type: ignore[misc]
    consent_of: tuple[EntityId, ...] = ()  # type: ignore[misc]

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name not in ("range", "consent_of"))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Offer) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def at(self, price: int) -> Offer:
        """The same offer at another price in dollars."""
        return msgspec.structs.replace(self, price=price)

    def to_dict(self) -> dict[str, Any]:
        wire = super().to_dict()
        wire.pop("range", None)
        wire.pop("consent_of", None)
        return wire


class Bid(Offer, frozen=True, tag="bid", kw_only=True, eq=False):
    """Keep a card of a draft, buy or bid for a private."""

    company: str


class Pass(Action, frozen=True, tag="pass", kw_only=True):
    """Decline what the current step offers."""


class Par(Action, frozen=True, tag="par", kw_only=True):
    """Launch a corporation; `share_price` is `price,row,column`."""

    corporation: str
    share_price: str


class BuyShares(Action, frozen=True, tag="buy_shares", kw_only=True):
    """Buy a certificate (player), or redeem shares (corporation)."""

    shares: tuple[str, ...]
    percent: int | None = None
    share_price: int | None = None


class SellShares(Action, frozen=True, tag="sell_shares", kw_only=True):
    """Sell a block (player), or issue shares (corporation)."""

    shares: tuple[str, ...]
    percent: int | None = None
    share_price: int | None = None


class Assign(Action, frozen=True, tag="assign", kw_only=True):
    """Put a private's marker on a hex or let a company benefit from it."""

    target: str
    target_type: Literal["hex", "corporation", "minor"]


class LayTile(Action, frozen=True, tag="lay_tile", kw_only=True):
    """Lay a tile; `tile` is `number-copy`, rotation 0..5."""

    hex: str
    tile: str
    rotation: int


class PlaceToken(Action, frozen=True, tag="place_token", kw_only=True):
    """Place a token in the city `tile-part`."""

    city: str
    slot: int | None = None
    tokener: str | None = None


class BuyCompany(Offer, frozen=True, tag="buy_company", kw_only=True, eq=False):
    """Buy a private from its owner for `price` dollars."""

    company: str


class Route(msgspec.Struct, frozen=True, omit_defaults=True):
    """One train's route: the hexes of each stretch between two stops; a stated revenue in dollars."""

    train: str
    connections: tuple[tuple[str, ...], ...]
    hexes: tuple[str, ...] | None = None
    revenue: int | None = None
    revenue_str: str | None = None
    subsidy: int | None = None
    nodes: tuple[str, ...] | None = None


class RunRoutes(Action, frozen=True, tag="run_routes", kw_only=True):
    """Run the trains."""

    routes: tuple[Route, ...]
    extra_revenue: int = 0
    subsidy: int = 0


class Dividend(Action, frozen=True, tag="dividend", kw_only=True):
    """Decide what becomes of the revenue."""

    kind: Literal["payout", "half", "withhold"]
    amount: int | None = None


class BuyTrain(Offer, frozen=True, tag="buy_train", kw_only=True, eq=False):
    """Buy a train; `variant` names the face."""

    train: str
    variant: str | None = None
    exchange: str | None = None


class DiscardTrain(Action, frozen=True, tag="discard_train", kw_only=True):
    """Give up a train above the limit."""

    train: str


class Bankrupt(Action, frozen=True, tag="bankrupt", kw_only=True):
    """The president of the corporation goes bankrupt."""


class EndGame(Action, frozen=True, tag="end_game", kw_only=True):
    """End the game at once."""


class Undo(Action, frozen=True, tag="undo", kw_only=True):
    """Take back the last action, or all after the action `action_id`."""

    action_id: int | None = None


class Redo(Action, frozen=True, tag="redo", kw_only=True):
    """Take back the last undo."""


class Message(Action, frozen=True, tag="message", kw_only=True):
    """Chat."""

    message: str = ""


class Log(Action, frozen=True, tag="log", kw_only=True):
    """A note in the log."""

    message: str = ""


class Program(Action, frozen=True, tag="program", kw_only=True):
    """An order to the site's automaton, of the wire type `kind`; it does nothing by itself."""

    kind: str
    settings: tuple[tuple[str, Any], ...] = ()

    @property
    def type(self) -> str:
        return self.kind

    def to_dict(self) -> dict[str, Any]:
        return {
            "type": self.kind,
            "entity": self.entity,
            "entity_type": self.entity_type,
            **dict(self.settings),
        }


AnyAction: TypeAlias = (
    Bid
    | Pass
    | Par
    | BuyShares
    | SellShares
    | Assign
    | LayTile
    | PlaceToken
    | BuyCompany
    | RunRoutes
    | Dividend
    | BuyTrain
    | DiscardTrain
    | Bankrupt
    | EndGame
    | Undo
    | Redo
    | Message
    | Log
)

_TYPES: dict[str, type[Action]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        *(Bid, Pass, Par, BuyShares, SellShares, Assign, LayTile, PlaceToken, BuyCompany, RunRoutes, Dividend),
        *(BuyTrain, DiscardTrain, Bankrupt, EndGame, Undo, Redo, Message, Log),
    )
}

#: Actions that change nothing about whose decision it is and are never yielded as legal actions.
META_ACTIONS = (Undo, Redo, Message, Log, Program, EndGame)

#: Keys of a wire action that say nothing about what was decided.
UNDECIDING = frozenset(("id", "user", "created_at", "original_id", "skip", "auto_actions", "type"))

#: No id and no text of an action is longer than this.
LONGEST = 4_000


def decode(wire: object) -> Action:
    """The action of a wire dict.

    Raises InvalidAction, which names the field, for an unknown type, a missing field or a value of the wrong type.
    """
    if not isinstance(wire, Mapping):
        raise InvalidAction(f"an action is a JSON object, not {type(wire).__name__}", "action")
    kind = wire.get("type")
    if not isinstance(kind, str):
        raise InvalidAction(f"the type of an action is a text, not {kind!r:.80}", "type")
    if kind.startswith("program_"):
        return _program(kind, wire)
    record = _TYPES.get(kind)
    if record is None:
        raise InvalidAction(f"unknown action type {kind!r:.80}; known: {', '.join(sorted(_TYPES))}", "type")
    if "range" in wire or "consent_of" in wire:
        wire = {key: value for key, value in wire.items() if key not in ("range", "consent_of")}
    try:
        action: Action = msgspec.convert(wire, record)
    except msgspec.ValidationError as error:
        raise InvalidAction(f"{kind}: {error}", _field(str(error))) from None
    except (RecursionError, OverflowError) as error:
        raise InvalidAction(f"{kind}: {error}", "action") from None
    if type(action.entity) is bool:
        raise InvalidAction(f"{kind}: entity is an id, not {action.entity}", "entity")
    return action


def _program(kind: str, wire: Mapping[str, Any]) -> Program:
    entity = wire.get("entity")
    if isinstance(entity, bool) or not isinstance(entity, int | str):
        raise InvalidAction(f"{kind}: entity is an id, not {entity!r:.80}", "entity")
    settings = tuple(
        (key, value)
        for key, value in wire.items()
        if key not in UNDECIDING and key not in ("entity", "entity_type") and isinstance(value, int | str | bool)
    )
    return Program(entity=entity, entity_type="player", kind=kind, settings=settings)


def _field(message: str) -> str:
    """The field that a validation message names."""
    if "`$." in message:
        return message.split("`$.", 1)[1].split("`", 1)[0]
    if "required field `" in message:
        return message.split("required field `", 1)[1].split("`", 1)[0]
    return "action"
