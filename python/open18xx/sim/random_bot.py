"""A bot that plays at random, but as people do: it launches, lays track, buys trains, pays out, and games end."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..actions import Action, Bid, BuyCompany, BuyShares, BuyTrain, Dividend, Offer, SellShares
from ..legal import with_amount
from .bots import offered

if TYPE_CHECKING:
    from ..observe import Observation

#: How likely a kind of action is chosen against the others; within a kind each action is as likely as any other.
WEIGHTS = {
    "pass": 2.0,
    "bid": 10.0,
    "par": 6.0,
    "buy_shares": 10.0,
    "sell_shares": 0.8,
    "issue": 0.4,
    "redeem": 0.2,
    "assign": 2.0,
    "lay_tile": 8.0,
    "place_token": 6.0,
    "buy_company": 1.0,
    "run_routes": 10.0,
    "payout": 6.0,
    "half": 2.0,
    "withhold": 1.5,
    "buy_train": 8.0,
    "buy_train_of_company": 0.5,
    "discard_train": 10.0,
    "bankrupt": 10.0,
}
#: For kinds of action that the table does not name.
DEFAULT_WEIGHT = 2.0


#: Types of actions of which there is more than one kind.
FINER = frozenset((Dividend, BuyTrain, SellShares, BuyShares))


def kind_of(action: Action) -> str:
    """What the action is about, finer than its type: who sells shares, what becomes of a revenue, whose train it is."""
    if isinstance(action, Dividend):
        return action.kind
    if isinstance(action, BuyTrain):
        return "buy_train" if action.range is None else "buy_train_of_company"
    if isinstance(action, SellShares):
        return "issue" if action.entity_type == "corporation" else "sell_shares"
    if isinstance(action, BuyShares):
        return "redeem" if action.entity_type == "corporation" else "buy_shares"
    return action.type


class RandomBot:
    """Chooses a kind of action by weight, then one of that kind.

    `passing` multiplies the weight of a pass. It lets a private go for its list price and a train for the price of its
    face, and not for less.
    """

    def __init__(self, rng: random.Random, passing: float = 1.0) -> None:
        if passing < 0:
            raise ValueError(f"passing is not below 0, as {passing} is")
        self.rng = rng
        self.weights = {**WEIGHTS, "pass": passing * WEIGHTS["pass"]}

    def choose(self, view: Observation) -> Action:
        kinds: dict[str, list[Action]] = {}
        for action in view.legal_actions:
            name = kind_of(action) if type(action) in FINER else action.type
            if name in kinds:
                kinds[name].append(action)
            else:
                kinds[name] = [action]
        if "bid" in kinds and len(kinds) > 1:
            kinds["bid"] = useful_bids(view, kinds["bid"])
        names = [name for name, rows in kinds.items() if rows]
        name = names[0]
        if len(names) > 1:
            (name,) = self.rng.choices(names, [self.weights.get(name, DEFAULT_WEIGHT) for name in names])
        rows = kinds[name]
        return self.priced(view, rows[self.rng.randrange(len(rows))])

    def priced(self, view: Observation, action: Action) -> Action:
        """The action with its amount drawn; one that needs consent offers what its owner takes, if that is possible."""
        if isinstance(action, Offer) and action.range is not None and action.consent_of:
            worth = offered(view, action)
            if worth in action.range:
                return action.at(worth)
        return with_amount(action, self.rng)

    def agrees(self, view: Observation, action: Action) -> bool:
        return agrees(view, action)


def useful_bids(view: Observation, bids: list[Action]) -> list[Action]:
    """The bids that do not raise a bid of one's own, which would only hold the game up."""
    highest: dict[str, tuple[int, str]] = {}
    for row in view.view["more"]["bids"]:
        highest[row["private"]] = max(highest.get(row["private"], (0, "")), (row["amount"], row["player"]))
    me = str(view.player)
    return [bid for bid in bids if not isinstance(bid, Bid) or highest.get(bid.company, (0, ""))[1] != me]


def agrees(view: Observation, action: Action) -> bool:
    """The stock answer: a private goes for its list price, a train for the price of its face."""
    if isinstance(action, BuyCompany | BuyTrain):
        return action.price >= offered(view, action)
    return False


__all__ = ["WEIGHTS", "RandomBot", "agrees", "kind_of", "useful_bids"]
