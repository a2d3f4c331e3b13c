"""Positions for tests: a real game brought into a consistent state by a few declarations.

Declarations are collected first; `stock`, `operating`, `draft` or `begins` then makes the position and gives the game.
The bank absorbs what the declared money leaves over, trains come out of the depot in their order, privates that nobody
is given have closed, and a phase begins with all its effects. Players are numbered from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from open18xx import Game, engine
from open18xx.actions import BuyTrain, Dividend, LayTile, PlaceToken, RunRoutes
from open18xx.model.state import Round, Run, Turn
from open18xx.model.verbs import drop_obsolete, mark_run
from open18xx.rounds.operating import OperatingRound, start_round
from tests.invariants import assert_consistent
from tests.position import Declared, Held, Launched, make

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from open18xx.model.table import Table
    from tests.position import Holding, Place

#: The action that each named step of an operating turn asks for.
STEPS = {"track": LayTile, "run": RunRoutes, "dividend": Dividend, "trains": BuyTrain}


class Scenario:
    """Declarations of a position; each gives the scenario back, so that they chain."""

    def __init__(
        self,
        title: str,
        players: int = 4,
        ruleset: str = "18xx.games",
        options: Mapping[str, Any] | None = None,
        optional_rules: Sequence[str] = (),
        seed: int | None = None,
    ) -> None:
        """A game of a title; without `seed` the first one that leaves in the game what is declared."""
        self._declared = Declared(title, players, ruleset, options or {}, optional_rules, seed)

    def launched(
        self,
        sym: str,
        *,
        president: int | None,
        par: int = 100,
        holdings: Mapping[int, Holding] | None = None,
        market: Holding = 0,
        price: int | tuple[int, int] | None = None,
        cash: int = 0,
        trains: Sequence[str] = (),
        tokens: Sequence[Place] = (),
        operated: bool = True,
        floated: bool = True,
    ) -> Scenario:
        """A corporation in play. `holdings`: percent, or certificates, by player (a president alone has 20 %); `price`:
        dollars or a cell, where it is not the par price; trains by face; tokens besides the home token. Equal prices
        stack in the order of declaration; without president the certificate lies in the market."""
        held = {president: 20} if holdings is None and president is not None else dict(holdings or {})
        self._declared.corporations.append(
            Launched(sym, president, par, held, market, price, cash, trains, tokens, operated, floated)
        )
        return self

    def private(
        self,
        sym: str,
        owner: int | str,
        *,
        used: tuple[str, ...] = (),
        cash: int | None = None,
        hex: str | None = None,
        company: str | None = None,
    ) -> Scenario:
        """A private of a player (number) or corporation; `cash` is that of its minor, `hex`, `company` its marker."""
        self._declared.privates[sym] = Held(owner, used, cash, hex, company)
        return self

    def cash(self, amounts: Mapping[int, int]) -> Scenario:
        """Dollars of players; the others have what the title deals."""
        self._declared.cash |= dict(amounts)
        return self

    def debt(self, amounts: Mapping[int, int]) -> Scenario:
        """What players owe the bank in dollars."""
        self._declared.debts |= dict(amounts)
        return self

    def bank(self, amount: int, rest_to: int) -> Scenario:
        """Dollars of the bank; what is over goes to player `rest_to`."""
        self._declared.bank = amount, rest_to
        return self

    def lay(self, hex_id: str, tile: str, rotation: int) -> Scenario:
        """A tile on the map, laid in the order of declaration."""
        self._declared.lays.append((hex_id, tile, rotation))
        return self

    def closed(self, *syms: str) -> Scenario:
        """Corporations that were in the game and have closed."""
        self._declared.closed += syms
        return self

    def bankrupt(self, *players: int) -> Scenario:
        """Players who are out."""
        self._declared.bankrupt += players
        return self

    def needs(self, *syms: str) -> Scenario:
        """Corporations or privates that have to be in the game."""
        self._declared.needed += syms
        return self

    def removed(self, *syms: str) -> Scenario:
        """Corporations or privates that the set-up has to have taken out."""
        self._declared.removed += syms
        return self

    def phase(self, name: str) -> Scenario:
        """The phase; at least one train that begins it has been sold."""
        self._declared.phase = name
        return self

    def depot(self, next: str | None = None, *, left: int | None = None, discarded: Sequence[str] = ()) -> Scenario:
        """The rank that the bank sells next, how many of it are left, and the discard pile by faces."""
        self._declared.next_rank, self._declared.left, self._declared.discarded = next, left, discarded
        return self

    def sold_out(self, *ranks: str) -> Scenario:
        """Ranks of which the bank has none left, beside those before the next one."""
        self._declared.sold_out = ranks
        return self

    def priority(self, player: int) -> Scenario:
        """Who holds the priority deal."""
        self._declared.priority = player
        return self

    # The position

    def stock(self, turn_of: int = 1, *, turn: int = 2) -> Game:
        """In the stock round of set `turn`, a player to move."""
        table = make(self._declared)
        table.state.round = Round(kind="Stock", turn=turn, number=1)
        table.state.turn = Turn(entity=turn_of - 1)
        return self._game(table)

    def operating(self, sym: str, step: str = "track", *, turn: int = 2, number: int = 1, revenue: int = 0) -> Game:
        """In an operating round, in a company's turn from `step` on: home, track, station, run, dividend, trains or
        last; what has nothing to ask is skipped. `revenue`: what it has run for."""
        table = make(self._declared)
        state = table.state
        plan = table.rules.plans["Operating"]
        assert isinstance(plan, OperatingRound)
        state.round = Round(kind="Operating", turn=turn, number=number)
        order = tuple(plan.order(table))
        state.round = replace(state.round, order=order, index=order.index(sym))
        for earlier in order[: order.index(sym)]:
            mark_run(table, earlier)
        place, dividend = _step(plan, step), _step(plan, "dividend")
        ran = Run(revenue) if place >= dividend else None
        state.turn = Turn(entity=sym, step=place, run=ran, begun=place > 0, paid=place > dividend)
        if place > dividend:
            mark_run(table, sym)
            drop_obsolete(table, sym)
        return self._game(table)

    def begins(self, kind: str, turn: int, number: int = 1) -> Game:
        """At the start of a round."""
        table = make(self._declared)
        start_round(table, kind, turn, number)
        return self._game(table)

    def draft(self, deck: Sequence[str], turn_of: int, *, discount: int = 0, turn: int = 1) -> Game:
        """In a draft with these cards left; privates declared as a player's are that player's picks."""
        held = self._declared.privates
        picks = tuple((row.owner - 1, sym) for sym, row in held.items() if isinstance(row.owner, int))
        cards = (*deck, *(sym for _, sym in picks))
        held.clear()
        self.needs(*cards)
        table = make(self._declared, open_cards=cards)
        table.state.deck = tuple(deck)
        table.state.round = Round(kind="Draft", turn=turn, number=1, picks=picks, discount=discount)
        table.state.turn = Turn(entity=turn_of - 1)
        return self._game(table)

    def _game(self, table: Table) -> Game:
        table.events.clear()
        engine.settle(table)
        game = Game(table.rules, table.state, seed=self._declared.seed or 0)
        assert_consistent(game)
        return game


def _step(plan: OperatingRound, name: str) -> int:
    """Index of a named step of an operating turn."""
    if name == "home":
        return 0
    if name == "last":
        return len(plan.turn_steps) - 1
    if name == "station":
        return max(index for index, step in enumerate(plan.turn_steps) if PlaceToken in step.handles)
    return next(index for index, step in enumerate(plan.turn_steps) if STEPS[name] in step.handles)
