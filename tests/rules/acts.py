"""Actions in few words, and the two ways to try them: accepted, or refused with a reason."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

import open18xx
from open18xx import Game, IllegalAction
from open18xx.actions import (
    Action,
    Assign,
    Bankrupt,
    BuyCompany,
    BuyShares,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
    decode,
)
from open18xx.sim import broken
from open18xx.steps.place_token import city_text
from tests.invariants import assert_consistent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from open18xx.actions import EntityType
    from open18xx.model.events import Event

#: Recorded games, where they are at hand.
CONFORMANCE = Path(os.environ.get("OPEN18XX_CONFORMANCE", Path(__file__).parents[3] / "shared" / "conformance"))

MINORS = ("MS", "BIG4")
PRIVATES = ("C&WI", "MAIL", "TBC", "MPC", "SC", "LSL", "MC", "O&I", "BT", "LM")
#: Column of each par value: 0, 10, 20 and 30 stand before them.
PARS = dict(zip((40, 50, 60, 70, 80, 90, 100, 112, 124, 137, 150), range(4, 15), strict=True))


def kind(entity: int | str) -> EntityType:
    """What sort of entity this is; MS and BIG4 are the minors."""
    if isinstance(entity, int):
        return "player"
    if entity in MINORS:
        return "minor"
    return "company" if entity in PRIVATES else "corporation"


def skip(entity: int | str) -> Pass:
    return Pass(entity=entity, entity_type=kind(entity))


def par(player: int, sym: str, price: int) -> Par:
    return Par(entity=player, corporation=sym, share_price=f"{price},0,{PARS[price]}")


def sell(player: int, *shares: str, percent: int | None = None) -> SellShares:
    return SellShares(entity=player, shares=shares, percent=percent)


def buy(player: int, share: str, percent: int | None = None) -> BuyShares:
    return BuyShares(entity=player, shares=(share,), percent=percent)


def issue(sym: str, *indexes: int, price: int | None = None) -> SellShares:
    shares = tuple(f"{sym}_{index}" for index in indexes)
    return SellShares(
        entity=sym, entity_type="corporation", shares=shares, percent=10 * len(indexes), share_price=price
    )


def redeem(sym: str, *indexes: int, price: int | None = None) -> BuyShares:
    shares = tuple(f"{sym}_{index}" for index in indexes)
    return BuyShares(entity=sym, entity_type="corporation", shares=shares, percent=10 * len(indexes), share_price=price)


def lay(entity: str, hex_id: str, tile: str, rotation: int) -> LayTile:
    return LayTile(entity=entity, entity_type=kind(entity), hex=hex_id, tile=tile, rotation=rotation)


def token(game: Game, entity: str, hex_id: str, city: int = 0) -> PlaceToken:
    return PlaceToken(entity=entity, entity_type=kind(entity), city=city_text(game.table(), hex_id, city))


def assign(private: str, target: str) -> Assign:
    where: Literal["hex", "corporation", "minor"] = "hex"
    if target in MINORS:
        where = "minor"
    elif not target[-1].isdigit():
        where = "corporation"
    return Assign(entity=private, entity_type="company", target=target, target_type=where)


def buy_private(sym: str, private: str, price: int) -> BuyCompany:
    return BuyCompany(entity=sym, entity_type="corporation", company=private, price=price)


def buy_train(sym: str, train: str, price: int, face: str | None = None) -> BuyTrain:
    return BuyTrain(entity=sym, entity_type="corporation", train=train, price=price, variant=face)


def discard(sym: str, train: str) -> DiscardTrain:
    return DiscardTrain(entity=sym, entity_type="corporation", train=train)


def dividend(sym: str, what: Literal["payout", "half", "withhold"]) -> Dividend:
    return Dividend(entity=sym, entity_type="corporation", kind=what)


def bankrupt(sym: str) -> Bankrupt:
    return Bankrupt(entity=sym, entity_type="corporation")


def route(train: str, *links: str, nodes: Sequence[str] | None = None, revenue: int | None = None) -> Route:
    """A route; each link is the hexes from stop to stop, with spaces between."""
    return Route(
        train=train,
        connections=tuple(tuple(link.split()) for link in links),
        nodes=None if nodes is None else tuple(nodes),
        revenue=revenue,
    )


def run(sym: str, *routes: Route) -> RunRoutes:
    return RunRoutes(entity=sym, entity_type="minor" if sym in MINORS else "corporation", routes=routes)


def choice(action: Action) -> tuple[object, ...] | None:
    """What an action chooses, by which it is found in the list; None for those of which the list shows one of many."""
    match action:
        case LayTile():
            what: tuple[object, ...] = (action.hex, action.tile.rpartition("-")[0], action.rotation)
        case PlaceToken():
            what = (action.city,)
        case Assign():
            what = (action.target,)
        case Par():
            what = (action.corporation, action.share_price)
        case BuyCompany():
            what = (action.company,)
        case BuyTrain():
            what = (action.train,)
        case DiscardTrain():
            what = (action.train,)
        case Dividend():
            what = (action.kind,)
        case Bankrupt() | Pass():
            what = ()
        case _:
            return None
    return (action.type, action.entity, *what)


def accepted(game: Game, action: Action | dict[str, Any]) -> tuple[Event, ...]:
    """Apply a legal action; the view knows and lists it, all still adds up, and undo brings the former state back."""
    assert action in game.legal_actions, game.legal_actions.explain(action)
    chosen = choice(action if isinstance(action, Action) else decode(action))
    assert chosen is None or chosen in map(choice, game.legal_actions), f"{action} is legal and not listed"
    before = game.copy()
    events = game.apply(action)
    assert_consistent(game)
    twin = game.copy()
    twin.undo()
    assert twin == before
    return events


def refused(game: Game, action: Action | dict[str, Any], reason: str) -> IllegalAction:
    """Try an illegal action: this reason, a citation, a game that is what it was."""
    before, picture = game.copy(), game.snapshot()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    error = caught.value
    assert error.reason == reason, error
    assert error.rule is not None
    assert error.rule.startswith("1846 ") or reason.startswith("nothing_to_"), "a refusal cites a section"
    assert game == before
    assert game.snapshot() == picture
    assert game.version == before.version
    return error


def booked(game: Game, action: Action | dict[str, Any], lines: int = 1, *, dead_end: bool = False) -> tuple[Event, ...]:
    """Apply an action as a file of the site has it: refused live, booked with this many lines in the report.

    `dead_end`: the site has no answer either, and a file goes on with an undo.
    """
    assert action not in game.legal_actions
    before = len(game.report)
    events = game.apply(action, recorded=True)
    assert len(game.report) == before + lines, game.report
    if dead_end:
        assert broken(game) == ["the game goes on, but there is no legal action"]
    else:
        assert_consistent(game)
    return events


def yielded(game: Game, *kinds: type[Action]) -> list[Action]:
    """The listed actions of these types."""
    return [action for action in game.legal_actions if isinstance(action, kinds)]


def faces(game: Game) -> set[str]:
    """The faces of bank trains that may be bought now."""
    depot = game.state.depot
    bank = {train.id for train in (*depot.upcoming, *depot.discarded)}
    return {str(action.variant) for action in game.legal_actions.of(BuyTrain) if action.train in bank}


def step(game: Game) -> str:
    """The step at which an operating turn waits."""
    return ("track", "run", "dividend", "trains", "last")[game.state.turn.step]


def price(game: Game, sym: str) -> int:
    return game.table().price(sym)


def cash(game: Game, who: int | str) -> int:
    """Dollars of a player (number) or company."""
    if isinstance(who, int):
        return game.state.players[who - 1].cash
    return game.table().company(who).cash


def percent(game: Game, sym: str, player: int) -> int:
    return game.table().percent(sym, player - 1)


def president(game: Game, sym: str) -> int | None:
    seat = game.state.corporations[sym].president
    return None if seat is None else seat + 1


def shown(game: Game, sym: str) -> list[str]:
    """The faces of a company's trains."""
    return [train.face for train in game.table().company(sym).trains]


@cache
def _trace(name: str) -> dict[str, Any]:
    path = CONFORMANCE / f"{name}.json"
    if not path.exists():
        pytest.skip(f"the recorded games are not here ({path.name}); OPEN18XX_CONFORMANCE names their folder")
    trace: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return trace


def recorded(name: str, until: int) -> Game:
    """A recorded game (folder and name) after its action with id `until`."""
    trace = _trace(name)
    actions = [action for action in trace["actions"] if action["id"] <= until]
    head = {key: trace[key] for key in ("title", "players", "settings")}
    return open18xx.load(head | {"actions": actions})


def recorded_action(name: str, number: int) -> dict[str, Any]:
    """The action of a recorded game with this id."""
    return next(action for action in _trace(name)["actions"] if action["id"] == number)


def asked(game: Game) -> int | str | None:
    """Who is to decide: a player's number, a company, a private; None when the game is over."""
    turn = game.turn
    return None if turn is None else turn.entity


def idle(game: Game) -> None:
    """Whoever is asked does as little as possible: pass, run as well as can be, withhold."""
    who = asked(game)
    assert who is not None
    if skip(who) in game.legal_actions:
        accepted(game, skip(who))
    elif runs := game.legal_actions.of(RunRoutes):
        accepted(game, runs[0])
    else:
        accepted(game, dividend(str(who), "withhold"))


def pass_until_round(game: Game, round_kind: str) -> None:
    """Everybody is idle until a round of this kind stands."""
    for _ in range(100):
        if game.state.round.kind == round_kind:
            return
        idle(game)
    raise AssertionError(f"no {round_kind} round came")


def end_turn(game: Game) -> None:
    """Whoever is asked is idle until the turn is over."""
    where, turn = game.state.round, game.state.turn.entity
    while (game.state.round.kind, game.state.round.number, game.state.turn.entity) == (where.kind, where.number, turn):
        idle(game)
