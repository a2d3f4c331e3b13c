"""18Dixie in few words: its actions, refusals with the section they cite, positions that several tests use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import open18xx
from open18xx import Game, IllegalAction
from open18xx.actions import (
    Action,
    Assign,
    Bid,
    BuyCompany,
    BuyShares,
    BuyTrain,
    Choose,
    ChooseAbility,
    DiscardTrain,
    Dividend,
    LayTile,
    Merge,
    OfferPrivate,
    Par,
    Pass,
    PlaceToken,
    RemoveToken,
    Respond,
    RunRoutes,
    SellShares,
)
from open18xx.model.state import MARKET, PREFERRED_BOX, UNSOLD
from open18xx.steps.place_token import city_text
from tests.rules import acts
from tests.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from open18xx.actions import EntityType, Route
    from open18xx.model.events import Event

MINORS = (" 1", " 2", " 3", " 4", " 5", " 6", " 7", " 8", " 9", "10", "11", "12", "13")
PRIVATES = ("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10")
#: Row and column of each par value on the chart (1.4).
PARS = {65: (2, 3), 70: (1, 3), 75: (1, 4), 80: (0, 4), 90: (0, 5)}


def kind(entity: int | str) -> EntityType:
    if isinstance(entity, int):
        return "player"
    if entity in MINORS:
        return "minor"
    return "company" if entity in PRIVATES else "corporation"


def new(players: int = 4, optional_rules: Sequence[str] = ()) -> Game:
    return open18xx.new_game("18Dixie", players, seed=1, optional_rules=optional_rules)


def scenario(
    players: int = 4, optional_rules: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> Scenario:
    return Scenario("18Dixie", players, "rulebook", options or {}, optional_rules, seed=1)


# Actions


def skip(entity: int | str) -> Pass:
    return Pass(entity=entity, entity_type=kind(entity))


def bid(player: int, private: str, amount: int) -> Bid:
    return Bid(entity=player, company=private, price=amount)


def par(player: int, sym: str, price: int) -> Par:
    row, column = PARS.get(price, (0, 0))
    return Par(entity=player, corporation=sym, share_price=f"{price},{row},{column}")


def sell(player: int, *shares: str, percent: int | None = None, swap: str | None = None) -> SellShares:
    return SellShares(entity=player, shares=shares, percent=percent, swap=swap)


def buy(player: int, share: str) -> BuyShares:
    return BuyShares(entity=player, shares=(share,))


def take(player: int, company: str, amount: int) -> BuyCompany:
    """A player buys a private or minor."""
    return BuyCompany(entity=player, company=company, price=amount)


def offer(player: int, company: str, amount: int) -> OfferPrivate:
    return OfferPrivate(entity=player, company=company, price=amount)


def respond(player: int, company: str, accept: bool) -> Respond:
    return Respond(entity=player, company=company, accept=accept)


def choose(entity: int | str, choice: str) -> Choose:
    return Choose(entity=entity, entity_type=kind(entity), choice=choice)


def ability(private: str, choice: str) -> ChooseAbility:
    return ChooseAbility(entity=private, entity_type="company", choice=choice)


def merge(minor: str, sym: str) -> Merge:
    return Merge(entity=minor, entity_type="minor", corporation=sym)


def tile(game: Game, entity: str, hex_id: str, number: str, rotation: int) -> LayTile:
    """The lay of a free piece of this tile, or of its first one."""
    copy = game.state.board.free_copy(number) or 0
    return LayTile(entity=entity, entity_type=kind(entity), hex=hex_id, tile=f"{number}-{copy}", rotation=rotation)


def token(game: Game, entity: str, hex_id: str) -> PlaceToken:
    return PlaceToken(entity=entity, entity_type=kind(entity), city=city_text(game.table(), hex_id, 0))


def remove_token(game: Game, entity: str, hex_id: str) -> RemoveToken:
    return RemoveToken(entity=entity, entity_type="corporation", city=city_text(game.table(), hex_id, 0))


def assign(private: str, hex_id: str) -> Assign:
    return Assign(entity=private, entity_type="company", target=hex_id, target_type="hex")


def train(entity: str, train_id: str, price: int, face: str | None = None) -> BuyTrain:
    return BuyTrain(entity=entity, entity_type=kind(entity), train=train_id, price=price, variant=face)


def discard(sym: str, train_id: str) -> DiscardTrain:
    return DiscardTrain(entity=sym, entity_type="corporation", train=train_id)


def dividend(sym: str, what: Any) -> Dividend:
    return Dividend(entity=sym, entity_type="corporation", kind=what)


def run(sym: str, *routes: Route) -> RunRoutes:
    return RunRoutes(entity=sym, entity_type="minor" if sym in MINORS else "corporation", routes=routes)


# Trying them


def accepted(game: Game, *actions: Action | dict[str, Any]) -> tuple[Event, ...]:
    """Apply legal actions one after the other; what happened in the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        assert action in game.legal_actions, game.legal_actions.explain(action)
        before = game.copy()
        events = game.apply(action)
        twin = game.copy()
        twin.undo()
        assert twin == before
    return events


def refused(game: Game, action: Action | dict[str, Any], section: str) -> IllegalAction:
    """Try an illegal action: it is refused with this section of the rules, and nothing has changed."""
    before, picture = game.copy(), game.snapshot()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    assert caught.value.rule == f"18Dixie {section}", caught.value
    assert game == before
    assert game.snapshot() == picture
    return caught.value


# Looking


def revenue(game: Game, action: Action) -> int:
    """What a legal run earns, read off a copy."""
    assert action in game.legal_actions, game.legal_actions.explain(action)
    twin = game.copy()
    twin.apply(action)
    done = twin.state.turn.run
    assert done is not None
    return done.revenue


def where(game: Game) -> tuple[str, int, int]:
    """Kind, set and number of the round."""
    now = game.state.round
    return now.kind, now.turn, now.number


def owner(game: Game, private: str) -> int | None:
    held = game.state.privates[private].owner
    return held + 1 if isinstance(held, int) else None


def place(game: Game, sym: str) -> tuple[int, int] | None:
    """Row and column of a price."""
    return game.state.corporations[sym].cell


def ipo(game: Game, sym: str) -> int:
    return game.table().percent(sym, UNSOLD)


def pool(game: Game, sym: str) -> int:
    return game.table().percent(sym, MARKET)


def box(game: Game, sym: str) -> int:
    return game.table().percent(sym, PREFERRED_BOX)


def pass_round(game: Game) -> None:
    """Everybody passes until another kind of round, or another number, stands."""
    start = where(game)
    while where(game) == start:
        who = acts.asked(game)
        assert who is not None
        accepted(game, skip(who))


def turn_of(game: Game, player: int) -> None:
    """Those who are asked pass until this player's turn begins."""
    while (who := acts.asked(game)) != player:
        assert who is not None
        accepted(game, skip(who))


def first_auctions(game: Game, *privates: str) -> None:
    """Player 1, 2, ... nominate these at their list prices, and the others pass."""
    for number, private in enumerate(privates, 1):
        accepted(game, bid(number, private, game.rules.privates[private].price))
        while game.state.pending:
            who = acts.asked(game)
            assert who is not None
            if game.state.pending[-1].kind == "presidency":
                accepted(game, par(number, "SR", 65))
            else:
                accepted(game, skip(who))


# Positions


def two(players: int = 4) -> Scenario:
    """CoG of player 1 and IC of player 2, both with 40 % against 20 %."""
    return (
        scenario(players)
        .launched("CoG", president=1, par=70, price=(1, 6), holdings={1: 40, 2: 20})
        .launched("IC", president=2, par=70, price=(0, 6), holdings={1: 20, 2: 40})
    )


def pair(
    acl: dict[int, Any] | None = None,
    sal: dict[int, Any] | None = None,
    *,
    prices: tuple[tuple[int, int], tuple[int, int]] = ((1, 3), (1, 3)),
    presidents: tuple[int, int] = (1, 2),
    rules: tuple[str, ...] = (),
    **declared: Any,
) -> Scenario:
    """ACL and SAL before the first 4D, which CoG of player 3 is about to buy."""
    return (
        scenario(4, rules)
        .launched("CoG", president=3, par=90, price=(0, 12), cash=2000, trains=["6+1"])
        .launched("ACL", president=presidents[0], par=70, price=prices[0], holdings=acl or {1: 40}, **declared)
        .launched("SAL", president=presidents[1], par=70, price=prices[1], holdings=sal or {2: 40})
    )


def bought(position: Scenario, face: str = "4D") -> Game:
    """CoG has bought the train and its turn is over."""
    game = position.phase("7").operating("CoG", "trains")
    rank = "2D-0" if face == "4D" else "5D-0"
    accepted(game, train("CoG", rank, 800 if face == "4D" else 900, face))
    if acts.asked(game) == "CoG" and not game.legal_actions.of(Choose):
        accepted(game, skip("CoG"))
    return game


def formed(position: Scenario) -> Game:
    """Both presidents have agreed, and all that is asked of players is answered by the first choice there is."""
    game = bought(position)
    consent(game)
    return game


def consent(game: Game) -> None:
    while game.state.pending and game.state.pending[-1].kind == "merger_consent":
        who = acts.asked(game)
        assert who is not None
        accepted(game, choose(who, "merge"))


def settle(game: Game) -> None:
    """Answer what is asked until the merger is over."""
    while game.state.pending or game.state.stages:
        accepted(game, game.legal_actions[0])


def idle(game: Game) -> None:
    """Whoever is asked passes, or does the first that is legal where nobody may pass."""
    who = acts.asked(game)
    assert who is not None
    accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])


def idle_until(game: Game, kind: str, turn: int) -> None:
    """All are idle until this round stands."""
    while where(game)[:2] != (kind, turn):
        idle(game)


def idle_to_the_end(game: Game) -> list[tuple[str, int, int]]:
    """All are idle until the bank's break ends the game; the rounds from the present one on."""
    rounds = [where(game)]
    while game.outcome is None:
        idle(game)
        if where(game) != rounds[-1]:
            rounds.append(where(game))
    assert game.outcome.reason == "bank"
    return rounds
