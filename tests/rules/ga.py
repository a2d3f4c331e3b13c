"""18GA in few words: its actions, refusals with the section they cite, pieces of track that several tests use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

import open18xx
from open18xx import Game, IllegalAction
from open18xx.actions import Action, Bid, BuyCompany, LayTile, Par, Pass, PlaceToken, SellShares
from open18xx.steps.place_token import city_text
from tests.rules import acts
from tests.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from open18xx.actions import EntityType, Offer
    from open18xx.model.events import Event

Kind = TypeVar("Kind", bound=Action)

RULEBOOK, SITE = "rulebook", "18xx.games"
#: Both profiles.
both = pytest.mark.parametrize("ruleset", [RULEBOOK, SITE])

PRIVATES = ("LTR", "MRC", "W&SR", "OSR", "M&BR")
#: Row and column of each par value on the chart (1.4).
PARS = {110: (0, 5), 90: (1, 4), 70: (2, 3), 55: (3, 2)}
#: What makes the site play the map of 2015.
PORT = {RULEBOOK: (), SITE: ("cotton_port",)}


def kind(entity: int | str) -> EntityType:
    if isinstance(entity, int):
        return "player"
    return "company" if entity in PRIVATES else "corporation"


def new(ruleset: str = RULEBOOK, players: int = 4, optional_rules: Sequence[str] = (), **options: Any) -> Game:
    """A new game; options by keyword."""
    return open18xx.new_game("18GA", players, seed=1, ruleset=ruleset, options=options, optional_rules=optional_rules)


def scenario(
    ruleset: str = RULEBOOK,
    players: int = 4,
    options: Mapping[str, Any] | None = None,
    optional_rules: Sequence[str] = (),
) -> Scenario:
    return Scenario("18GA", players, ruleset, options or {}, optional_rules)


# Actions


def skip(entity: int | str) -> Pass:
    return Pass(entity=entity, entity_type=kind(entity))


def bid(player: int, private: str, amount: int) -> Bid:
    return Bid(entity=player, company=private, price=amount)


def par(player: int, sym: str, price: int) -> Par:
    row, column = PARS[price]
    return Par(entity=player, corporation=sym, share_price=f"{price},{row},{column}")


def sell(player: int, *shares: str, percent: int | None = None) -> SellShares:
    return SellShares(entity=player, shares=shares, percent=percent)


def trade(player: int, private: str, amount: int) -> BuyCompany:
    """A player buys a private of another."""
    return BuyCompany(entity=player, entity_type="player", company=private, price=amount)


def tile(game: Game, entity: str, hex_id: str, number: str, rotation: int) -> LayTile:
    """The lay of a free piece of this tile, or of its first one."""
    copy = game.state.board.free_copy(number) or 0
    return LayTile(entity=entity, entity_type=kind(entity), hex=hex_id, tile=f"{number}-{copy}", rotation=rotation)


def token(game: Game, entity: str, hex_id: str, city: int = 0, tokener: str | None = None) -> PlaceToken:
    text = city_text(game.table(), hex_id, city)
    return PlaceToken(entity=entity, entity_type=kind(entity), city=text, tokener=tokener)


# Trying them


def accepted(game: Game, *actions: Action | dict[str, Any]) -> tuple[Event, ...]:
    """Apply legal actions one after the other; what happened in the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        events = acts.accepted(game, action)
    return events


def refused(game: Game, action: Action | dict[str, Any], section: str) -> IllegalAction:
    """Try an illegal action: it is refused with this section of the rules, and nothing has changed."""
    before, picture = game.copy(), game.snapshot()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    error = caught.value
    assert error.rule == f"18GA {section}", error
    assert game == before
    assert game.snapshot() == picture
    assert game.version == before.version
    return error


# Looking


def listed(game: Game, kind_: type[Kind], **fields: object) -> list[Kind]:
    """The legal actions of a type whose fields have these values."""
    return game.legal_actions.of(kind_, **fields)


def span(offer: Offer) -> tuple[int, int]:
    """The least and the most dollars of an offer."""
    assert offer.range is not None
    return offer.range.low, offer.range.high


def owner(game: Game, private: str) -> int | str | None:
    """The number of the player, or the corporation, that owns a private."""
    held = game.state.privates[private].owner
    return held + 1 if isinstance(held, int) else held


def step(game: Game) -> str:
    """The step at which an operating turn waits."""
    return ("home", "track", "station", "run", "dividend", "trains", "last")[game.state.turn.step]


def place(game: Game, sym: str) -> tuple[int, int] | None:
    """Row and column of a price."""
    return game.state.corporations[sym].cell


def tokens_left(game: Game, sym: str) -> int:
    return game.state.corporations[sym].tokens_left


def where(game: Game) -> tuple[str, int, int]:
    """Kind, set and number of the round."""
    now = game.state.round
    return now.kind, now.turn, now.number


def pass_round(game: Game) -> None:
    """Everybody passes until another kind of round, or another number, stands."""
    start = where(game)
    while where(game) == start:
        who = acts.asked(game)
        assert who is not None
        accepted(game, skip(who))


def turn_of(game: Game, player: int) -> None:
    """Those who are asked pass until this player's turn begins."""
    start = acts.asked(game)
    if start == player:
        accepted(game, skip(player))
    while (who := acts.asked(game)) != player:
        assert who is not None
        accepted(game, skip(who))


def revenue(game: Game, action: Action) -> int:
    """What a legal run earns, read off a copy."""
    assert action in game.legal_actions, game.legal_actions.explain(action)
    twin = game.copy()
    twin.apply(action)
    run = twin.state.turn.run
    assert run is not None
    return run.revenue


# Track. Edges: 0 lower left, then clockwise; a rotation adds to the edges of a tile.


def macon(position: Scenario) -> Scenario:
    """Macon F6 (57: edges 0, 3) with Milledgeville E7 (4: edges 0, 3): 20 + 10."""
    return position.lay("F6", "57", 0).lay("E7", "4", 0)


def atlanta_macon(position: Scenario) -> Scenario:
    """Macon F6 (57: 0, 3) - Milledgeville E7 (58: 0, 2) - D6 (8: 5, 1), whose edge 1 meets edge 4 of Atlanta D4."""
    return position.lay("F6", "57", 0).lay("E7", "58", 0).lay("D6", "8", 5)


def albany_macon(position: Scenario) -> Scenario:
    """Albany H4 (57: 0, 3) - G5 (9: 0, 3) - Macon F6 (57: 0, 3)."""
    return position.lay("H4", "57", 0).lay("G5", "9", 0).lay("F6", "57", 0)


def coast(position: Scenario) -> Scenario:
    """Brunswick I11 (57: 2, 5) - Jacksonville J12 - J10 (8: 2, 4) - Waycross I9 (57: 2, 5)."""
    return position.lay("I11", "57", 2).lay("J10", "8", 2).lay("I9", "57", 2)


def west(position: Scenario) -> Scenario:
    """Rome C3 (57: 0, 3) - D2 (9: 0, 3) - Montgomery E1 - E3 (8: 1, 3) - Atlanta D4 (451, first city)."""
    return position.lay("C3", "57", 0).lay("D2", "9", 0).lay("E3", "8", 1).lay("D4", "451a", 0)
