"""Positions for tests: a real game brought into a consistent state by a few declarations.

Declarations are collected first; `stock`, `operating`, `draft` or `begins` then makes the position and gives the game. The
bank absorbs what the declared money leaves over, trains come out of the depot in their order, privates that nobody is
given have closed, and a phase begins with all its effects. Players are numbered from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

import open18xx
from open18xx import Game, engine
from open18xx.actions import BuyTrain, Dividend, LayTile, RunRoutes
from open18xx.model.power import MinorPower
from open18xx.model.state import MARKET, UNSOLD, Marker, Round, Run, Train, Turn
from open18xx.model.table import Table
from open18xx.model.verbs import (
    add_train,
    begin_phase_of,
    close_corporation,
    close_minor,
    close_private,
    drop_obsolete,
    float_,
    mark_run,
    place_on_market,
    place_token,
    remove_trains,
    sell_private,
)
from open18xx.model.verbs.shares import PRESIDENT
from open18xx.rounds.operating import OperatingRound, start_round
from open18xx.steps.buy_private import take_over_minor
from tests.invariants import assert_consistent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from open18xx.model.market import Cell
    from open18xx.model.rules import Rules
    from open18xx.model.state import State

#: Percent of a corporation, or the very certificates in the order they came.
Holding: TypeAlias = "int | Sequence[int]"
#: A hex, whose first city is meant, or a hex and the index of a city.
Place: TypeAlias = "str | tuple[str, int]"

#: The action that each named step of an operating turn asks for.
STEPS = {"track": LayTile, "run": RunRoutes, "dividend": Dividend, "trains": BuyTrain}
#: Seeds that are tried for one that leaves in the game what a position needs.
SEEDS = range(1, 3000)


@dataclass
class _Launched:
    """What is declared of a launched corporation."""

    sym: str
    president: int | None
    par: int
    holdings: Mapping[int, Holding]
    market: Holding
    price: int | tuple[int, int] | None
    cash: int
    trains: Sequence[str]
    tokens: Sequence[Place]
    operated: bool
    floated: bool


@dataclass
class _Held:
    """What is declared of a private: its owner, its used powers, the cash of its minor, its marker."""

    owner: int | str
    used: tuple[str, ...] = ()
    cash: int | None = None
    hex: str | None = None
    company: str | None = None


@dataclass
class Scenario:
    """Declarations of a position. `seed` None: the first one that leaves in the game what is declared."""

    title: str
    players: int = 4
    ruleset: str = "18xx.games"
    options: Mapping[str, Any] = field(default_factory=dict)
    optional_rules: Sequence[str] = ()
    seed: int | None = None
    _corporations: list[_Launched] = field(default_factory=list)
    _privates: dict[str, _Held] = field(default_factory=dict)
    _cash: dict[int, int] = field(default_factory=dict)
    _lays: list[tuple[str, str, int]] = field(default_factory=list)
    _closed: list[str] = field(default_factory=list)
    _bankrupt: list[int] = field(default_factory=list)
    _needed: list[str] = field(default_factory=list)
    _removed: list[str] = field(default_factory=list)
    _phase: str | None = None
    _next: str | None = None
    _left: int | None = None
    _discarded: Sequence[str] = ()
    _bank: tuple[int, int] | None = None
    _priority: int = 1

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
        """A corporation in play. `holdings`: percent by player; trains by face; tokens besides the home token; equal
        prices stack in the order of declaration; without president the certificate lies in the market."""
        held = {president: 20} if holdings is None and president is not None else dict(holdings or {})
        self._corporations.append(
            _Launched(sym, president, par, held, market, price, cash, trains, tokens, operated, floated)
        )
        return self

    def private(
        self,
        sym: str,
        owner: int | str,
        *,
        used: tuple[str, ...] = (),
        cash: int | None = None,
        hex: str | None = None,  # noqa: A002  # the word of the wire
        company: str | None = None,
    ) -> Scenario:
        """A private of a player (number) or corporation; `cash` is that of its minor, `hex` and `company` its marker."""
        self._privates[sym] = _Held(owner, used, cash, hex, company)
        return self

    def cash(self, amounts: Mapping[int, int]) -> Scenario:
        """Dollars of players; the others have what the title deals."""
        self._cash |= dict(amounts)
        return self

    def bank(self, amount: int, rest_to: int) -> Scenario:
        """Dollars of the bank; what is over goes to player `rest_to`."""
        self._bank = amount, rest_to
        return self

    def lay(self, hex_id: str, tile: str, rotation: int) -> Scenario:
        """A tile on the map, laid in the order of declaration."""
        self._lays.append((hex_id, tile, rotation))
        return self

    def closed(self, *syms: str) -> Scenario:
        """Corporations that were in the game and have closed."""
        self._closed += syms
        return self

    def bankrupt(self, *players: int) -> Scenario:
        """Players who are out."""
        self._bankrupt += players
        return self

    def needs(self, *syms: str) -> Scenario:
        """Corporations or privates that have to be in the game."""
        self._needed += syms
        return self

    def removed(self, *syms: str) -> Scenario:
        """Corporations or privates that the set-up has to have taken out."""
        self._removed += syms
        return self

    def phase(self, name: str) -> Scenario:
        """The phase; at least one train that begins it has been sold."""
        self._phase = name
        return self

    def depot(self, next: str | None = None, *, left: int | None = None, discarded: Sequence[str] = ()) -> Scenario:  # noqa: A002
        """The rank that the bank sells next, how many of it are left, and the discard pile by faces."""
        self._next, self._left, self._discarded = next, left, discarded
        return self

    def priority(self, player: int) -> Scenario:
        """Who holds the priority deal."""
        self._priority = player
        return self

    # The position

    def stock(self, turn_of: int = 1, *, turn: int = 2) -> Game:
        """In the stock round of set `turn`, a player to move."""
        table = self._table()
        state = table.state
        state.round = Round(kind="Stock", turn=turn, number=1)
        state.turn = Turn(entity=turn_of - 1)
        return _game(table, self.seed)

    def operating(self, sym: str, step: str = "track", *, turn: int = 2, number: int = 1, revenue: int = 0) -> Game:
        """In an operating round, in a company's turn from `step` on: track, run, dividend, trains or last; what has
        nothing to ask is skipped. `revenue`: what it has run for."""
        table = self._table()
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
        return _game(table, self.seed)

    def begins(self, kind: str, turn: int, number: int = 1) -> Game:
        """At the start of a round."""
        table = self._table()
        start_round(table, kind, turn, number)
        return _game(table, self.seed)

    def draft(self, deck: Sequence[str], turn_of: int, *, discount: int = 0, turn: int = 1) -> Game:
        """In a draft with these cards left; privates declared as a player's are that player's picks."""
        picks = tuple((held.owner - 1, sym) for sym, held in self._privates.items() if isinstance(held.owner, int))
        self.needs(*deck)
        self._privates.clear()
        self.needs(*(sym for _, sym in picks))
        table = self._table(open_cards=(*deck, *(sym for _, sym in picks)))
        state = table.state
        state.deck = tuple(deck)
        state.round = Round(kind="Draft", turn=turn, number=1, picks=picks, discount=discount)
        state.turn = Turn(entity=turn_of - 1)
        return _game(table, self.seed)

    # How it is made

    def _start(self) -> Game:
        needed = {row.sym for row in self._corporations} | set(self._privates) | {*self._closed, *self._needed}
        for seed in SEEDS if self.seed is None else (self.seed,):
            game = open18xx.new_game(
                self.title,
                self.players,
                seed=seed,
                ruleset=self.ruleset,
                options=self.options,
                optional_rules=self.optional_rules,
            )
            present = {*game.state.corporations, *game.state.privates}
            if needed <= present and present.isdisjoint(self._removed):
                self.seed = seed
                return game
        raise AssertionError(f"no seed leaves {sorted(needed)} in the game and takes {self._removed} out")

    def _table(self, open_cards: Sequence[str] = ()) -> Table:
        game = self._start()
        table = Table(game.rules, game.state.copy())
        state = table.state
        state.deck = ()
        state.priority = self._priority - 1
        for hex_id, tile, rotation in self._lays:
            copy = state.board.free_copy(tile)
            assert copy is not None, f"no tile {tile} is left for {hex_id}"
            state.board.lay(hex_id, tile, copy, rotation)
            if table.rules.after_lay is not None:
                table.rules.after_lay(table, hex_id)
        minors = {sym for sym, facts in table.rules.privates.items() if facts.power(MinorPower) is not None}
        self._close_privates(table, open_cards)
        for row in self._corporations:
            self._launch(table, row)
        for sym in self._closed:
            close_corporation(table, sym)
        self._give_privates(table, self._privates.keys() - minors)
        for row in self._corporations:
            for place in row.tokens:
                hex_id, city = (place, 0) if isinstance(place, str) else place
                place_token(table, row.sym, hex_id, city, 0)
        self._give_privates(table, self._privates.keys() & minors)
        self._sell_trains(table)
        self._give_money(table)
        return table

    def _launch(self, table: Table, row: _Launched) -> None:
        state = table.state
        sym = row.sym
        market = table.rules.market
        cell = market.par_cells[row.par] if row.price is None else _cell(market.prices, row.price)
        place_on_market(table, sym, cell)
        president = None if row.president is None else row.president - 1
        state.corporations[sym] = replace(
            state.corporations[sym], par=row.par, president=president, operated=row.operated
        )
        state.certificates[sym] = _certificates(table.rules, row)
        if row.floated:
            float_(table, sym)

    def _close_privates(self, table: Table, open_cards: Sequence[str]) -> None:
        """Close the privates that nobody is given, and their minors."""
        for sym, facts in table.rules.privates.items():
            if facts.blank or sym in self._privates or sym in open_cards or sym not in table.state.privates:
                continue
            power = facts.power(MinorPower)
            if isinstance(power, MinorPower):
                close_minor(table, power.minor)
            close_private(table, sym)

    def _give_privates(self, table: Table, syms: Iterable[str]) -> None:
        state = table.state
        for sym in sorted(syms):
            held = self._privates[sym]
            power = table.rules.privates[sym].power(MinorPower)
            minor = power.minor if isinstance(power, MinorPower) else None
            owner = held.owner - 1 if isinstance(held.owner, int) else held.owner
            sell_private(table, sym, owner, 0)
            state.privates[sym] = replace(state.privates[sym], used=held.used)
            if sym in state.markers:
                company = owner if isinstance(owner, str) else held.company
                state.markers[sym] = Marker(sym, company, held.hex)
            if minor is not None and isinstance(owner, str):
                take_over_minor(table, minor, owner)
            elif minor is not None:
                cash = table.rules.minors[minor].cash if held.cash is None else held.cash
                state.minors[minor] = replace(state.minors[minor], cash=cash)

    def _sell_trains(self, table: Table) -> None:
        """Hand out the declared trains; the depot and the phase follow from them and from what is declared of these."""
        state, rules = table.state, table.rules
        ranks = list(rules.trains)
        for row in self._corporations:
            for face in row.trains:
                add_train(table, row.sym, _take(state, rules, face))
        pile = tuple(_take(state, rules, face) for face in self._discarded)
        state.depot = replace(state.depot, discarded=pile)
        sold = max((ranks.index(train.rank) for train in _sold(state)), default=0)
        if self._phase is not None:
            sold = max([sold, *(ranks.index(rank) for rank in rules.phases[rules.phase_index[self._phase]].on)])
        following = ranks.index(self._next) if self._next is not None else sold
        assert following >= sold, f"a rank {ranks[sold]} train is sold before the last of rank {self._next}"
        over = [train for train in state.depot.upcoming if ranks.index(train.rank) < following]
        same = [train for train in state.depot.upcoming if train.rank == ranks[following]]
        begun = any(train.rank == ranks[sold] for train in _sold(state)) or not sold or following > sold
        if not begun:
            over.append(same.pop(0))
        if self._left is not None:
            assert len(same) >= self._left, f"only {len(same)} trains of rank {ranks[following]} are left"
            over += same[self._left :]
        remove_trains(table, over)
        for index, rank in enumerate(ranks):
            if index <= max(sold, following - 1):
                begin_phase_of(table, rank)
        state.pending = ()
        assert not rules.interrupts["discard"].open(table), "a corporation is above the train limit"
        assert self._phase in (None, table.phase.name), f"the trains sold make it phase {table.phase.name}"
        for row in self._corporations:
            shown = [train.face for train in state.corporations[row.sym].trains]
            assert all(face in shown for face in row.trains), f"trains of {row.sym} have left the game: {shown}"

    def _give_money(self, table: Table) -> None:
        state = table.state
        for number in self._bankrupt:
            state.players[number - 1] = replace(state.players[number - 1], cash=0, bankrupt=True)
        for number, amount in self._cash.items():
            state.players[number - 1] = replace(state.players[number - 1], cash=amount)
        for row in self._corporations:
            state.corporations[row.sym] = replace(state.corporations[row.sym], cash=row.cash)
        others = sum(holder.cash for holder in _purses(state))
        if self._bank is not None:
            amount, number = self._bank
            player = state.players[number - 1]
            state.players[number - 1] = replace(player, cash=player.cash + table.rules.bank - others - amount)
            others = table.rules.bank - amount
        state.bank = table.rules.bank - others
        state.broken = False
        assert state.bank >= 0, f"the declared money exceeds the bank by ${-state.bank}"


def _game(table: Table, seed: int | None) -> Game:
    table.events.clear()
    engine.settle(table)
    game = Game(table.rules, table.state, seed=seed or 0)
    assert_consistent(game)
    return game


def _purses(state: State) -> Iterable[Any]:
    return *state.players, *state.corporations.values(), *state.minors.values()


def _cell(prices: Mapping[Cell, int], wanted: int | tuple[int, int]) -> Cell:
    """A cell by its place, or by a price that only one cell has."""
    if not isinstance(wanted, int):
        return wanted
    found = [cell for cell, price in prices.items() if price == wanted]
    assert len(found) == 1, f"{len(found)} cells have the price {wanted}; name one by row and column"
    return found[0]


def _certificates(rules: Rules, row: _Launched) -> dict[int, tuple[int, ...]]:
    """Who holds which certificates: named ones first, then the lowest free ones that make up each percent."""
    percents = rules.corporations[row.sym].certificates
    parts: dict[int, Holding] = {number - 1: part for number, part in row.holdings.items()} | {MARKET: row.market}
    free = list(range(len(percents)))
    holders: dict[int, tuple[int, ...]] = {}
    for holder, part in parts.items():
        if not isinstance(part, int):
            holders[holder] = tuple(part)
            free = [index for index in free if index not in holders[holder]]
    keeper = MARKET if row.president is None and row.floated else (row.president or 0) - 1
    for holder, part in parts.items():
        if not isinstance(part, int):
            continue
        taken: list[int] = []
        for index in list(free):
            fits = percents[index] <= part - sum(percents[other] for other in taken)
            if fits and (index != PRESIDENT or holder == keeper):
                taken.append(index)
                free.remove(index)
        assert sum(percents[index] for index in taken) == part, f"{part} % of {row.sym} cannot be made up"
        if taken:
            holders[holder] = tuple(taken)
    if free:
        holders[UNSOLD] = tuple(free)
    return holders


def _take(state: State, rules: Rules, face: str) -> Train:
    """The next train of the depot that has this face, showing it."""
    rank = next(rank for rank, facts in rules.trains.items() if any(side.name == face for side in facts.faces))
    train = next((train for train in state.depot.upcoming if train.rank == rank), None)
    assert train is not None, f"the depot has no train {face} left"
    upcoming = tuple(other for other in state.depot.upcoming if other.id != train.id)
    state.depot = replace(state.depot, upcoming=upcoming)
    return replace(train, face=face)


def _sold(state: State) -> list[Train]:
    """Trains that corporations have bought."""
    return [*state.depot.discarded, *(train for row in state.corporations.values() for train in row.trains)]


def _step(plan: OperatingRound, name: str) -> int:
    """Index of a named step of an operating turn."""
    if name == "last":
        return len(plan.turn_steps) - 1
    return next(index for index, step in enumerate(plan.turn_steps) if STEPS[name] in step.handles)
