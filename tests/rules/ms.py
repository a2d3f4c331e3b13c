"""18MS in few words: its actions, refusals with the section they cite, pieces of track that several tests use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import open18xx
from open18xx import Game, IllegalAction
from open18xx.actions import Bid, BuyCompany, BuyTrain, LayTile, Par, Pass, PlaceToken
from open18xx.steps.place_token import city_text
from open18xx.titles import find
from tests.rules import acts
from tests.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from open18xx.actions import Action, EntityType
    from open18xx.model.events import Event

RULEBOOK, SITE = "rulebook", "18xx.games"
#: Both profiles.
both = pytest.mark.parametrize("ruleset", [RULEBOOK, SITE])

PRIVATES = ("AGS", "BS", "M&M", "MC", "M&O")
#: Row and column of each par value on the chart (1.5).
PARS = {90: (0, 4), 80: (1, 4), 75: (1, 3), 70: (1, 2)}


def kind(entity: int | str) -> EntityType:
    if isinstance(entity, int):
        return "player"
    return "company" if entity in PRIVATES else "corporation"


def new(ruleset: str = RULEBOOK, players: int = 3, optional_rules: Sequence[str] = (), **options: Any) -> Game:
    """A new game; options by keyword."""
    return open18xx.new_game("18MS", players, seed=1, ruleset=ruleset, options=options, optional_rules=optional_rules)


def position(
    ruleset: str = RULEBOOK,
    players: int = 4,
    options: Mapping[str, Any] | None = None,
    optional_rules: Sequence[str] = (),
) -> Scenario:
    return Scenario("18MS", players, ruleset, options or {}, optional_rules)


def ways(name: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Profile, options, and whether the rule of 2015 holds: each profile as it is, and with this option turned."""
    option = next(option for option in find("18MS").options if option.name == name)
    assert option.values == tuple(dict.fromkeys((option.rulebook, option.site)))
    for ruleset in (RULEBOOK, SITE):
        yield ruleset, {}, ruleset == RULEBOOK
        yield ruleset, {name: option.site if ruleset == RULEBOOK else option.rulebook}, ruleset == SITE


def alone(made: Scenario, sym: str = "GMO", cash: int = 500, **more: Any) -> Scenario:
    return made.launched(sym, president=1, par=90, holdings={1: 60}, cash=cash, **more)


# Actions


def skip(entity: int | str) -> Pass:
    return Pass(entity=entity, entity_type=kind(entity))


def choose(player: int, private: str, amount: int) -> Bid:
    return Bid(entity=player, company=private, price=amount)


def par(player: int, sym: str, price: int) -> Par:
    row, column = PARS[price]
    return Par(entity=player, corporation=sym, share_price=f"{price},{row},{column}")


def trade(player: int, private: str, amount: int) -> BuyCompany:
    """A player buys a private of another."""
    return BuyCompany(entity=player, entity_type="player", company=private, price=amount)


def buy_private(sym: str, private: str, amount: int) -> BuyCompany:
    return BuyCompany(entity=sym, entity_type="corporation", company=private, price=amount)


def buy_train(buyer: str, train: str, price: int, face: str | None = None) -> BuyTrain:
    """A train bought by a major, or by M&O for its owner."""
    return BuyTrain(entity=buyer, entity_type=kind(buyer), train=train, price=price, variant=face)


def tile(game: Game, entity: str, hex_id: str, number: str, rotation: int) -> LayTile:
    """The lay of a free piece of this tile, or of its first one."""
    copy = game.state.board.free_copy(number) or 0
    return LayTile(entity=entity, entity_type=kind(entity), hex=hex_id, tile=f"{number}-{copy}", rotation=rotation)


def token(game: Game, entity: str, hex_id: str, city: int = 0) -> PlaceToken:
    return PlaceToken(entity=entity, entity_type=kind(entity), city=city_text(game.table(), hex_id, city))


# Trying them


def accepted(game: Game, *actions: Action | dict[str, Any]) -> tuple[Event, ...]:
    """Apply legal actions one after the other; what happened in the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        events = acts.accepted(game, action)
    return events


def refused(game: Game, action: Action | dict[str, Any], section: str | None) -> IllegalAction:
    """Try an illegal action: it is refused with this section of the rules (None: any), and nothing has changed."""
    before, picture = game.copy(), game.snapshot()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    error = caught.value
    assert section is None or error.rule == f"18MS {section}", error
    assert game == before
    assert game.snapshot() == picture
    assert game.version == before.version
    return error


# Looking


def owner(game: Game, private: str) -> int | str | None:
    """The number of the player, or the major, that owns a private."""
    held = game.state.privates[private].owner
    return held + 1 if isinstance(held, int) else held


def step(game: Game) -> str:
    """The step at which an operating turn waits."""
    return ("home", "track", "station", "run", "dividend", "trains", "last")[game.state.turn.step]


def place(game: Game, sym: str) -> tuple[int, int] | None:
    """Row and column of a price."""
    return game.state.corporations[sym].cell


def where(game: Game) -> tuple[str, int, int]:
    """Kind, set and number of the round."""
    now = game.state.round
    return now.kind, now.turn, now.number


def debt(game: Game, player: int) -> int:
    return game.state.players[player - 1].debt


def train_ids(game: Game, sym: str) -> list[str]:
    return [train.id for train in game.table().company(sym).trains]


def upcoming(game: Game) -> list[str]:
    """Ranks that the bank has, each once."""
    return list(dict.fromkeys(train.rank for train in game.state.depot.upcoming))


def pass_round(game: Game) -> None:
    """Everybody is idle until another kind of round, or another number, stands."""
    start = where(game)
    while game.outcome is None and where(game) == start:
        idle(game)


def idle(game: Game) -> None:
    """Whoever is asked does as little as possible; a major that has to buy takes the cheapest train."""
    who = acts.asked(game)
    assert who is not None
    if skip(who) in game.legal_actions:
        accepted(game, skip(who))
    elif purchases := game.legal_actions.of(BuyTrain):
        accepted(game, min(purchases, key=lambda action: action.price))
    else:
        acts.idle(game)


def until(game: Game, name: str) -> None:
    """The major at turn is idle until its turn waits at a step."""
    sym = game.state.turn.entity
    while step(game) != name:
        assert game.state.turn.entity == sym, f"the turn of {sym} is over"
        idle(game)


def revenue(game: Game, action: Action) -> int:
    """What a legal run earns, read off a copy."""
    assert action in game.legal_actions, game.legal_actions.explain(action)
    twin = game.copy()
    twin.apply(action)
    run = twin.state.turn.run
    assert run is not None
    return run.revenue


# Track. Edges: 0 lower left, then clockwise; a rotation adds to the edges of a tile.


def coast(made: Scenario, *, west: bool = True, east: bool = True) -> Scenario:
    """Mobile H6 (57: 1, 4). West: H2 (8: 4, 0) and Gulfport H4 (4: 1, 4) to New Orleans I1. East: Pensacola H8 (4: 1,
    4) to Tallahassee H10."""
    made.lay("H6", "57", 1)
    if west:
        made.lay("H4", "4", 1).lay("H2", "8", 4)
    return made.lay("H8", "4", 1) if east else made


def jackson_meridian(made: Scenario) -> Scenario:
    """Jackson E1 - E3 (9: 1, 4) - Meridian E5 (57: 1, 4)."""
    return made.lay("E3", "9", 1).lay("E5", "57", 1)


def memphis(made: Scenario) -> Scenario:
    """Tuscaloosa C7 (57: 1, 4) - Starkville C5 (58: 2, 4) - B4 (9: 2, 5) - A3 - Memphis A1 - Grenada B2 (4: 2, 5)."""
    return made.lay("C7", "57", 1).lay("C5", "58", 2).lay("B4", "9", 2).lay("B2", "4", 2)


def chattanooga_gate(made: Scenario) -> Scenario:
    """Birmingham C9 (57: 0, 3), whose edge 3 leads to B10, next to Chattanooga B12."""
    return made.lay("C9", "57", 0)
