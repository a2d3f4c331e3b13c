"""What happened: one typed record for each change that a player would want to be told of."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

#: A seat, the symbol of a company, or "bank".
Party: TypeAlias = int | str


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """Something that happened."""


class Paid(Event, frozen=True, gc=False, tag="paid"):
    """Money changed hands, in dollars."""

    payer: Party
    payee: Party
    amount: int
    reason: str


class DebtGrew(Event, frozen=True, gc=False, tag="debt_grew"):
    """A player owes the bank more, in dollars; an interest comes without cash."""

    seat: int
    amount: int
    reason: str


class SharesMoved(Event, frozen=True, gc=False, tag="shares_moved"):
    """Certificates changed hands; percent of the corporation."""

    corporation: str
    source: int
    target: int
    percent: int


class PresidencyChanged(Event, frozen=True, gc=False, tag="presidency_changed"):
    """A corporation has another president, or none."""

    corporation: str
    president: int | None


class Launched(Event, frozen=True, gc=False, tag="launched"):
    """A corporation got its par price in dollars."""

    corporation: str
    par: int


class Floated(Event, frozen=True, gc=False, tag="floated"):
    """A corporation may operate from now on."""

    corporation: str


class PriceMoved(Event, frozen=True, gc=False, tag="price_moved"):
    """A share price changed, in dollars."""

    corporation: str
    before: int
    after: int
    reason: str


class Closed(Event, frozen=True, gc=False, tag="closed"):
    """A corporation, minor or private left the game."""

    company: str


class PrivateSold(Event, frozen=True, gc=False, tag="private_sold"):
    """A private has a new owner."""

    private: str
    owner: Party
    price: int


class TileLaid(Event, frozen=True, gc=False, tag="tile_laid"):
    """A tile lies on the map; cost in dollars."""

    company: str
    hex: str
    tile: str
    rotation: int
    cost: int


class TokenPlaced(Event, frozen=True, gc=False, tag="token_placed"):
    """A token stands in a city; cost in dollars."""

    company: str
    hex: str
    city: int
    cost: int


class MarkerMoved(Event, frozen=True, gc=False, tag="marker_moved"):
    """A private's marker changed its hex or its company."""

    private: str
    company: str | None
    hex: str | None


class Ran(Event, frozen=True, gc=False, tag="ran"):
    """A company ran its trains for this revenue in dollars."""

    company: str
    revenue: int


class DividendPaid(Event, frozen=True, gc=False, tag="dividend"):
    """What became of the revenue, in dollars."""

    company: str
    kind: str
    paid: int
    kept: int


class TrainBought(Event, frozen=True, gc=False, tag="train_bought"):
    """A company bought a train from the bank or another company."""

    company: str
    source: Party
    train: str
    face: str
    price: int


class TrainGone(Event, frozen=True, gc=False, tag="train_gone"):
    """A train left its company: discarded to the bank, or out of the game."""

    company: str
    train: str
    reason: str


class PhaseBegan(Event, frozen=True, gc=False, tag="phase_began"):
    """A new phase."""

    phase: str


class RoundBegan(Event, frozen=True, gc=False, tag="round_began"):
    """A new round."""

    kind: str
    turn: int
    number: int


class WentBankrupt(Event, frozen=True, gc=False, tag="went_bankrupt"):
    """A player is out."""

    seat: int


class BankBroke(Event, frozen=True, gc=False, tag="bank_broke"):
    """The bank had to pay more than it had."""


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """The game is over."""

    reason: str
