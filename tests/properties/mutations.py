"""Actions that are a little wrong, and whether one that is accepted is among the legal ones."""

from __future__ import annotations

import functools
import importlib.resources
import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from open18xx.actions import (
    Action,
    Bid,
    BuyCompany,
    BuyShares,
    BuyTrain,
    Dividend,
    LayTile,
    Offer,
    OfferPrivate,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from open18xx.steps.base import find_train
from open18xx.steps.place_token import find_city

if TYPE_CHECKING:
    import random

    from open18xx import Game
    from open18xx.model.table import Table

#: What nobody should send.
HOSTILE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 7, 2**31, 2**63, 2**70, -(2**70), 1.5, float("nan"), float("inf"), 1e300),
    *(
        "",
        " ",
        "x",
        "0",
        "-1",
        "-",
        "_",
        "PRR_",
        "_0",
        "57-",
        "-0-0",
        "1846",
        "Pass (1)",
        "\0",
        "\ud800",
        "ß٣²",
        "x" * 5_000,
    ),
    *([], {}, [[]], [None], [1], {"a": 1}, [["D6"] * 3] * 50, ["PRR_0"] * 101, "\n" * 10, "²-²", "٣-٣"),
)
#: Types of actions that are accepted and never yielded.
FREE = frozenset(("end_game", "undo", "redo", "message", "log"))


class Pools:
    """Names of things of a game, some of which do not belong where they are put."""

    def __init__(self, game: Game) -> None:
        rules, state = game.rules, game.state
        board = state.board
        self.players: list[Any] = [*game.players, 0, 99, "1", str(game.players[0])]
        self.companies = [*rules.corporations, *rules.minors, *rules.privates, "XYZ"]
        self.hexes = [*rules.map.hexes, "Z99"]
        self.tiles = [f"{tile}-{copy}" for tile in rules.map.tiles for copy in (0, 1, 9)]
        self.trains = [f"{rank}-{copy}" for rank in rules.trains for copy in (0, 1, 5, 99)]
        self.faces = [*rules.faces, "9"]
        self.shares = [f"{sym}_{index}" for sym in rules.corporations for index in (0, 1, 2, 3, 8, 9)]
        self.cells = [f"{price},{row},{column}" for price, (row, column) in rules.market.par_cells.items()]
        self.cities = [f"{tile}-{copy}-{part}" for _, tile, copy, _ in board.laid() for part in (0, 1)]
        self.cities += [f"{rules.map.wire_id(name)}-{part}" for name in rules.map.hexes for part in (0, 1)]
        self.fields: dict[str, list[Any]] = {
            "entity": self.players + self.companies,
            "entity_type": ["player", "corporation", "minor", "company"],
            "company": self.companies,
            "corporation": self.companies,
            "share_price": [*self.cells, 0, 10, 40, 100, 500],
            "percent": [0, 5, 10, 20, 30, 50, 100],
            "target": self.hexes + self.companies,
            "target_type": ["hex", "corporation", "minor"],
            "hex": self.hexes,
            "tile": self.tiles,
            "rotation": [-1, 0, 1, 2, 3, 4, 5, 6],
            "city": self.cities,
            "slot": [0, 1, 9],
            "train": self.trains,
            "variant": self.faces,
            "price": [-10, 0, 1, 10, 40, 80, 100, 160, 200, 450, 900, 10_000],
            "kind": ["payout", "half", "withhold", "all"],
            "swap": self.shares,
            "accept": [True, False],
            "choice": ["x", *self.companies, *self.hexes[:5]],
        }


def mutated(action: Mapping[str, Any], pools: Pools, rng: random.Random) -> dict[str, Any]:
    """The action with one to three things changed, most often for something that exists."""
    wire: dict[str, Any] = json.loads(json.dumps(action))
    for change in rng.choices(_CHANGES, _WEIGHTS, k=rng.choice((1, 1, 1, 2, 3))):
        change(wire, pools, rng)
    return wire


def _exchange(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """Another thing of the same sort."""
    known = [key for key in wire if key in pools.fields]
    others = [key for key in known if not key.startswith("entity")]
    if known:
        key = rng.choice(others if others and rng.random() < 0.9 else known)
        wire[key] = rng.choice(pools.fields[key])


def _nudge(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """A number a little larger or smaller."""
    numbers = [key for key, value in wire.items() if isinstance(value, int) and not isinstance(value, bool)]
    if numbers:
        wire[rng.choice(numbers)] += rng.choice((-10, -5, -1, 1, 5, 10))


def _shares(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """Other certificates, in another order, more or fewer."""
    shares = wire.get("shares")
    if isinstance(shares, list):
        change = rng.randrange(4)
        if change == 0 or not shares:
            shares.append(rng.choice(pools.shares))
        elif change == 1:
            shares.pop(rng.randrange(len(shares)))
        elif change == 2:
            shares[rng.randrange(len(shares))] = rng.choice(pools.shares)
        else:
            rng.shuffle(shares)
        if rng.random() < 0.7:
            wire.pop("percent", None)


def _routes(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """Routes cut short, turned round, run by another train, stated at a price."""
    routes = wire.get("routes")
    if not isinstance(routes, list) or not routes or not isinstance(routes[0], dict):
        return
    route = rng.choice(routes)
    links = route.get("connections")
    change = rng.randrange(7)
    if change == 0:
        route["train"] = rng.choice(pools.trains)
    elif change == 1:
        route["revenue"] = rng.choice((-10, 0, 10, 60, 100, 2**40))
    elif change == 2:
        routes.append(dict(route))
    elif change == 3:
        routes.remove(route)
    elif isinstance(links, list) and links:
        link = rng.choice(links)
        if change == 4:
            links.pop(rng.randrange(len(links)))
        elif change == 5 and isinstance(link, list):
            link.reverse()
        elif isinstance(link, list) and link:
            link[rng.randrange(len(link))] = rng.choice(pools.hexes)
        route.pop("nodes", None)


def _break(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """Something that does not belong into an action at all."""
    key = rng.choice([*wire, "auto_actions", "id", "user", "price", "skip"])
    wire[key] = rng.choice(HOSTILE)


def _drop(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    wire.pop(rng.choice(list(wire)), None) if wire else None


def _turn_into(wire: dict[str, Any], pools: Pools, rng: random.Random) -> None:
    """Another type of action with the same fields."""
    wire["type"] = rng.choice(
        ("bid", "pass", "par", "buy_shares", "sell_shares", "assign", "lay_tile", "place_token", "buy_company",
         "run_routes", "dividend", "buy_train", "discard_train", "bankrupt", "choose", "choose_ability", "merge",
         "remove_token", "offer", "respond", "undo", "redo", "program_x", "nonsense")
    )  # fmt: skip


_CHANGES = (_exchange, _nudge, _shares, _routes, _break, _drop, _turn_into)
_WEIGHTS = (8, 4, 3, 4, 2, 1, 1)


# Whether an accepted action is a legal one


def covered(game: Game, action: Action, yielded: Iterable[Action]) -> bool:
    """Whether a yielded action decides the same: any certificates of a kind, any free copy of a tile, a rotation that
    looks the same, any price of the range, any legal run."""
    table = game.table()
    compare: Callable[[Table, Any, Any], bool] | None = _SAME.get(type(action))
    return any(
        type(other) is type(action)
        and (other.entity, other.entity_type) == (action.entity, action.entity_type)
        and (action == other if compare is None else compare(table, action, other))
        for other in yielded
    )


def _price(table: Table, action: Offer, other: Offer) -> bool:
    if other.range is not None:
        return action.price in other.range
    # 1846 ignores the price of a draft's bid.
    return action.price == other.price or (isinstance(action, Bid) and table.state.round.kind == "Draft")


def _company(table: Table, action: Any, other: Any) -> bool:
    return bool(action.company == other.company) and _price(table, action, other)


def _block(table: Table, action: Any) -> tuple[object, ...]:
    """What decides in certificates: corporation, who holds them, percent in all, and which are of a special kind.

    Which ordinary ones make up the percent, and whether a part of the president's does, decides nothing.
    """
    rows = [text.rpartition("_") for text in action.shares]
    sym = rows[0][0]
    indexes = [int(row[2]) for row in rows]
    facts = table.rules.corporations[sym]
    holders = sorted(holder for holder, held in table.state.certificates[sym].items() if set(held) & set(indexes))
    percents = [(facts.kind(index), table.certificate_percent(sym, index)) for index in indexes]
    special = sorted(kind for kind, _ in percents if kind in ("preferred", "special"))
    whole = sum(percent for _, percent in percents)
    if isinstance(action, BuyShares) and action.entity_type == "player" and 0 in indexes:
        whole = 10
    elif action.percent is not None:
        whole = action.percent
    return sym, holders, special, whole, getattr(action, "swap", None)


def _same_block(table: Table, action: Any, other: Any) -> bool:
    price = action.share_price in (None, other.share_price, table.price(action.shares[0].rpartition("_")[0]))
    return price and _block(table, action) == _block(table, other)


def _same_lay(table: Table, action: LayTile, other: LayTile) -> bool:
    tile, twin = action.tile.rpartition("-")[0], other.tile.rpartition("-")[0]
    if (action.hex, tile) != (other.hex, twin):
        return False
    return action.rotation == other.rotation or turned(table.rules.title, tile, action.rotation) == turned(
        table.rules.title, tile, other.rotation
    )


def _same_train(table: Table, action: BuyTrain, other: BuyTrain) -> bool:
    """The same card of the bank as the same face, or a card of the same company that shows the same face."""
    if not _price(table, action, other) or action.exchange != other.exchange:
        return False
    if action.train == other.train:
        return (action.variant or action.train.rpartition("-")[0]) == other.variant or action.variant is None
    companies = (*table.state.corporations, *table.state.minors)
    found = {
        text: (sym, train.face)
        for text in (action.train, other.train)
        for sym in companies
        if (train := find_train(table, text, table.company(sym).trains)) is not None
    }
    return action.train in found and found.get(action.train) == found.get(other.train)


_SAME: dict[type[Action], Callable[[Any, Any, Any], bool]] = {
    Bid: _company,
    BuyCompany: _company,
    BuyShares: _same_block,
    SellShares: _same_block,
    LayTile: _same_lay,
    PlaceToken: lambda table, action, other: find_city(table, action.city) == find_city(table, other.city),
    Dividend: lambda _, action, other: action.kind == other.kind,
    BuyTrain: _same_train,
    OfferPrivate: _company,
    # Every legal run is accepted, whatever the best one is.
    RunRoutes: lambda *_: True,
}


@functools.cache
def turned(title: str, tile: str, rotation: int) -> frozenset[str]:
    """The paths of a tile as it lies, in the terms of the title's data file."""
    from open18xx.titles import find

    package = find(title).build.__module__.rpartition(".")[0]
    paths: list[str] = []
    for file in importlib.resources.files(package).iterdir():
        if file.name.endswith(".json"):
            data = json.loads(file.read_text(encoding="utf-8"))
            rows = data.get("tiles", ()) if isinstance(data, dict) else ()
            paths = next((row["paths"] for row in rows if row["id"] == tile and "paths" in row), paths)
    ends = (
        sorted(str((int(end) + rotation) % 6) if end.isdigit() else end for end in path.split("-")) for path in paths
    )
    return frozenset("-".join(path) for path in ends)
