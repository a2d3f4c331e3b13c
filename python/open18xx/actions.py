"""The action vocabulary of 18xx.games and its JSON form.

An action is a frozen, hashable record of what an entity decided. Only what decides is part of it; the rest of a wire
action (id, user, created_at, original_id, skip, auto_actions) stays with the game's history.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec

from .errors import InvalidAction

#: No id of an action is longer than this.
LONGEST = 4_000
#: No number of an action is larger than this.
LARGEST = 2**53

#: A whole number as JSON readers of all languages can hold it.
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
#: The name or id of a thing.
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST)]
EntityId: TypeAlias = Number | Name
EntityType: TypeAlias = Literal["player", "corporation", "minor", "company"]


class Range(msgspec.Struct, frozen=True, gc=False):
    """The amounts a free number may take: `low` to `high` dollars in steps of `step`."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, amount: int) -> bool:
        return self.low <= amount <= self.high and (amount - self.low) % self.step == 0


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True, kw_only=True):
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

    price: Number
    range: Range | None = None  # type: ignore[misc]
    consent_of: tuple[EntityId, ...] = ()  # type: ignore[misc]

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name not in ("range", "consent_of"))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Offer) and self._key() == other._key()

    def __ne__(self, other: object) -> bool:
        return not self == other

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

    company: Name


class Pass(Action, frozen=True, tag="pass", kw_only=True):
    """Decline what the current step offers."""


class Par(Action, frozen=True, tag="par", kw_only=True):
    """Launch a corporation; `share_price` is `price,row,column`."""

    corporation: Name
    share_price: Name


class BuyShares(Action, frozen=True, tag="buy_shares", kw_only=True):
    """Buy a certificate (player), or redeem shares (corporation)."""

    shares: tuple[Name, ...]
    percent: Number | None = None
    share_price: Number | None = None


class SellShares(Action, frozen=True, tag="sell_shares", kw_only=True):
    """Sell a block (player), or issue shares (corporation); `swap` comes back for half a president's certificate."""

    shares: tuple[Name, ...]
    percent: Number | None = None
    share_price: Number | None = None
    swap: Name | None = None


class Assign(Action, frozen=True, tag="assign", kw_only=True):
    """Put a private's marker on a hex or let a company benefit from it."""

    target: Name
    target_type: Literal["hex", "corporation", "minor"]


class LayTile(Action, frozen=True, tag="lay_tile", kw_only=True):
    """Lay a tile; `tile` is `number-copy`, rotation 0..5."""

    hex: Name
    tile: Name
    rotation: Number


class PlaceToken(Action, frozen=True, tag="place_token", kw_only=True):
    """Place a token in the city `tile-part`."""

    city: Name
    slot: Number | None = None
    tokener: Name | None = None


class BuyCompany(Offer, frozen=True, tag="buy_company", kw_only=True, eq=False):
    """Buy a private from its owner for `price` dollars."""

    company: Name


class Route(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One train's route: the hexes of each stretch between two stops; a stated revenue in dollars."""

    train: Name
    connections: tuple[tuple[Name, ...], ...]
    hexes: tuple[Name, ...] | None = None
    revenue: Number | None = None
    revenue_str: str | None = None
    subsidy: Number | None = None
    nodes: tuple[Name, ...] | None = None


class RunRoutes(Action, frozen=True, tag="run_routes", kw_only=True):
    """Run the trains."""

    routes: tuple[Route, ...]
    extra_revenue: Number = 0
    subsidy: Number = 0


class Dividend(Action, frozen=True, tag="dividend", kw_only=True):
    """Decide what becomes of the revenue."""

    kind: Literal["payout", "half", "withhold"]
    amount: Number | None = None


class BuyTrain(Offer, frozen=True, tag="buy_train", kw_only=True, eq=False):
    """Buy a train; `variant` names the face."""

    train: Name
    variant: Name | None = None
    exchange: Name | None = None


class DiscardTrain(Action, frozen=True, tag="discard_train", kw_only=True):
    """Give up a train above the limit."""

    train: Name


class Bankrupt(Action, frozen=True, tag="bankrupt", kw_only=True):
    """The president of the corporation goes bankrupt."""


class Choose(Action, frozen=True, tag="choose", kw_only=True):
    """Answer a question by one of its named choices."""

    choice: Name


class ChooseAbility(Action, frozen=True, tag="choose_ability", kw_only=True):
    """Use a private's power in one of its named ways."""

    choice: Name


class Merge(Action, frozen=True, tag="merge", kw_only=True):
    """Close a minor for a share of a corporation."""

    corporation: Name


class RemoveToken(Action, frozen=True, tag="remove_token", kw_only=True):
    """Give up a token in the city `tile-part`."""

    city: Name
    slot: Number | None = None


class OfferPrivate(Offer, frozen=True, tag="offer", kw_only=True, eq=False):
    """Offer a private to the other players for `price` dollars."""

    company: Name


class Respond(Action, frozen=True, tag="respond", kw_only=True):
    """Answer an offer of a private."""

    company: Name
    accept: bool


class EndGame(Action, frozen=True, tag="end_game", kw_only=True):
    """End the game at once."""


class Undo(Action, frozen=True, tag="undo", kw_only=True):
    """Take back the last action, or all after the action `action_id`."""

    action_id: Number | None = None


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

    kind: Name
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
    | Choose
    | ChooseAbility
    | Merge
    | RemoveToken
    | OfferPrivate
    | Respond
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
        *(BuyTrain, DiscardTrain, Bankrupt, Choose, ChooseAbility, Merge, RemoveToken),
        *(OfferPrivate, Respond, EndGame, Undo, Redo, Message, Log),
    )
}

#: Actions that change nothing about whose decision it is and are never yielded as legal actions.
META_ACTIONS = (Undo, Redo, Message, Log, Program, EndGame)

#: Keys of a wire action that say nothing about what was decided.
UNDECIDING = frozenset(("id", "user", "created_at", "original_id", "skip", "auto_actions", "type"))


#: What msgspec raises for values that it can neither read nor write; its ValidationError is a ValueError.
NOT_JSON = (TypeError, ValueError, RecursionError, OverflowError)


def read(action: object) -> tuple[Action, dict[str, Any]]:
    """The record and the wire form of an action that is given as either.

    Raises InvalidAction as `decode` does, also for a record that was made with values of wrong types, and for what is
    no JSON.
    """
    if type(action) is dict:
        wire = action.copy()
    elif isinstance(action, Action):
        try:
            wire = action.to_dict()
        except NOT_JSON as error:
            raise InvalidAction(f"{type(action).__name__}: {error}", "action") from None
    elif isinstance(action, Mapping):
        wire = dict(action)
    else:
        raise InvalidAction(f"an action is a JSON object, not {type(action).__name__}", "action")
    check_json(wire, "action")
    return decode(wire), wire


def check_json(value: object, field: str) -> None:
    """Raise InvalidAction for what cannot be written as JSON: numbers and nestings without bounds, half characters."""
    try:
        msgspec.json.encode(value)
    except NOT_JSON as error:
        raise InvalidAction(f"this is no JSON: {error}", field) from None


def decode(wire: object) -> Action:
    """The action of a wire dict.

    Raises InvalidAction, which names the field, for an unknown type, a missing field or a value of the wrong type.
    """
    if type(wire) is not dict and not isinstance(wire, Mapping):
        raise InvalidAction(f"an action is a JSON object, not {type(wire).__name__}", "action")
    kind = wire.get("type")
    if not isinstance(kind, str) or len(kind) > LONGEST:
        raise InvalidAction(f"the type of an action is a text, not {type(kind).__name__}", "type")
    if kind.startswith("program_"):
        return _program(kind, wire)
    record = _TYPES.get(kind)
    if record is None:
        raise InvalidAction(f"unknown action type {kind!r:.80}; known: {', '.join(sorted(_TYPES))}", "type")
    if "range" in wire or "consent_of" in wire:
        wire = {key: value for key, value in wire.items() if key not in ("range", "consent_of")}
    action: Action = _convert(wire, record, kind)
    return action


def _convert(value: object, wanted: Any, kind: str, field: str | None = None) -> Any:
    try:
        return msgspec.convert(value, wanted)
    except NOT_JSON as error:
        raise InvalidAction(f"{kind}: {error}", field or _field(str(error))) from None


def _program(kind: str, wire: Mapping[str, Any]) -> Program:
    settings = tuple(
        (key, value)
        for key, value in wire.items()
        if key not in UNDECIDING and key not in ("entity", "entity_type") and isinstance(value, int | str | bool)
    )
    entity: EntityId = _convert(wire.get("entity"), EntityId, kind, "entity")
    return Program(entity=entity, entity_type="player", kind=kind, settings=settings)


def _field(message: str) -> str:
    """The field that a validation message names."""
    if "`$." in message:
        return message.split("`$.", 1)[1].split("`", 1)[0]
    if "required field `" in message:
        return message.split("required field `", 1)[1].split("`", 1)[0]
    return "action"
