"""How a declared position is made: a real game, its rows replaced by the verbs of the rulebooks where there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

import open18xx
from open18xx.model.power import MinorPower, SharePower
from open18xx.model.state import MARKET, PREFERRED_BOX, UNSOLD, Marker, Train
from open18xx.model.table import Table
from open18xx.model.verbs import (
    add_train,
    begin_phase,
    begin_phase_of,
    close_corporation,
    close_minor,
    close_private,
    float_,
    place_on_market,
    place_token,
    remove_trains,
    sell_private,
    transfer,
)
from open18xx.model.verbs.shares import PRESIDENT
from open18xx.steps.buy_private import take_over_minor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from open18xx import Game
    from open18xx.model.market import Cell
    from open18xx.model.rules import Rules
    from open18xx.model.state import State

#: Percent of a corporation, or the very certificates in the order they came.
Holding: TypeAlias = "int | Sequence[int]"
#: A hex, whose first city is meant, or a hex and the index of a city.
Place: TypeAlias = "str | tuple[str, int]"

#: Seeds that are tried for one that leaves in the game what a position needs.
SEEDS = range(1, 3000)


@dataclass(frozen=True)
class Launched:
    """What is declared of a launched corporation; players by number."""

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


@dataclass(frozen=True)
class Held:
    """What is declared of a private: its owner, its used powers, the cash of its minor, its marker."""

    owner: int | str
    used: tuple[str, ...] = ()
    cash: int | None = None
    hex: str | None = None
    company: str | None = None


@dataclass
class Declared:
    """Everything that is declared of a position. `seed` None: the first one that leaves in the game what is needed."""

    title: str
    players: int
    ruleset: str
    options: Mapping[str, Any]
    optional_rules: Sequence[str]
    seed: int | None
    corporations: list[Launched] = field(default_factory=list)
    privates: dict[str, Held] = field(default_factory=dict)
    cash: dict[int, int] = field(default_factory=dict)
    debts: dict[int, int] = field(default_factory=dict)
    lays: list[tuple[str, str, int]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    bankrupt: list[int] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    phase: str | None = None
    next_rank: str | None = None
    left: int | None = None
    discarded: Sequence[str] = ()
    sold_out: Sequence[str] = ()
    bank: tuple[int, int] | None = None
    priority: int = 1


def fresh_game(declared: Declared) -> Game:
    """A new game that has what is declared; the seed is noted."""
    needed = {row.sym for row in declared.corporations} | {*declared.privates, *declared.closed, *declared.needed}
    for seed in SEEDS if declared.seed is None else (declared.seed,):
        game = open18xx.new_game(
            declared.title,
            declared.players,
            seed=seed,
            ruleset=declared.ruleset,
            options=declared.options,
            optional_rules=declared.optional_rules,
        )
        present = {*game.state.corporations, *game.state.privates}
        if needed <= present and present.isdisjoint(declared.removed):
            declared.seed = seed
            return game
    raise AssertionError(f"no seed leaves {sorted(needed)} in the game and takes {declared.removed} out")


def make(declared: Declared, open_cards: Sequence[str] = ()) -> Table:
    """The declared position, without a round; `open_cards` are privates that have neither owner nor closed."""
    game = fresh_game(declared)
    table = Table(game.rules, game.state.copy())
    table.state.deck = ()
    table.state.priority = declared.priority - 1
    for lay in declared.lays:
        _lay(table, *lay)
    minors = {sym for sym, facts in table.rules.privates.items() if facts.power(MinorPower) is not None}
    _close_privates(table, {*declared.privates, *open_cards})
    for row in declared.corporations:
        _launch(table, row)
    for sym in declared.closed:
        close_corporation(table, sym)
    _give_privates(table, declared, declared.privates.keys() - minors)
    for row in declared.corporations:
        _place_homes(table, row)
        for place in row.tokens:
            hex_id, city = (place, 0) if isinstance(place, str) else place
            place_token(table, row.sym, hex_id, city, 0)
    _give_privates(table, declared, declared.privates.keys() & minors)
    _sell_trains(table, declared)
    _give_money(table, declared)
    return table


def _lay(table: Table, hex_id: str, tile: str, rotation: int) -> None:
    board = table.state.edit_board()
    copy = board.free_copy(tile)
    assert copy is not None, f"no tile {tile} is left for {hex_id}"
    board.lay(hex_id, tile, copy, rotation)
    if table.rules.after_lay is not None:
        table.rules.after_lay(table, hex_id)


def _launch(table: Table, row: Launched) -> None:
    state, market = table.state, table.rules.market
    cell = market.par_cells[row.par] if row.price is None else _cell(market.prices, row.price)
    place_on_market(table, row.sym, cell)
    president = None if row.president is None else row.president - 1
    launched = replace(state.corporations[row.sym], par=row.par, president=president, operated=row.operated)
    state.put_corporation(launched)
    state.put_certificates(row.sym, _certificates(table.rules, row))
    if row.floated:
        float_(table, row.sym)


def _place_homes(table: Table, row: Launched) -> None:
    """Home tokens that were placed in the first turn, unless `tokens` name a city of their hex."""
    named = {place if isinstance(place, str) else place[0] for place in row.tokens}
    if table.rules.home_at != "turn" or not row.operated:
        return
    for home in table.rules.corporations[row.sym].home:
        on_map = {hex_id for hex_id, _ in table.state.board.tokens(row.sym)}
        if home.hex not in named | on_map:
            place_token(table, row.sym, home.hex, home.city or 0, 0)


def _cell(prices: Mapping[Cell, int], wanted: int | tuple[int, int]) -> Cell:
    """A cell by its place, or by a price that only one cell has."""
    if not isinstance(wanted, int):
        return wanted
    found = [cell for cell, price in prices.items() if price == wanted]
    assert len(found) == 1, f"{len(found)} cells have the price {wanted}; name one by row and column"
    return found[0]


def _certificates(rules: Rules, row: Launched) -> dict[int, tuple[int, ...]]:
    """Who holds which certificates: named ones first, then the lowest free ones that make up each percent."""
    percents = rules.corporations[row.sym].certificates
    parts: dict[int, Holding] = {number - 1: part for number, part in row.holdings.items()} | {MARKET: row.market}
    holders = {holder: tuple(part) for holder, part in parts.items() if not isinstance(part, int)}
    free = [index for index in range(len(percents)) if all(index not in held for held in holders.values())]
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
    preferred = rules.corporations[row.sym].preferred
    boxed = tuple(index for index in free if index in preferred)
    if boxed:
        holders[PREFERRED_BOX] = boxed
    if len(free) > len(boxed):
        holders[UNSOLD] = tuple(index for index in free if index not in preferred)
    return holders


def _close_privates(table: Table, kept: set[str]) -> None:
    """Close the privates that nobody is given, and their minors."""
    for sym, facts in table.rules.privates.items():
        if facts.blank or sym in kept or sym not in table.state.privates:
            continue
        power = facts.power(MinorPower)
        if isinstance(power, MinorPower):
            close_minor(table, power.minor)
            table.state.edit_board().unreserve(power.minor)
        close_private(table, sym)


def _give_privates(table: Table, declared: Declared, syms: Iterable[str]) -> None:
    state = table.state
    for sym in sorted(syms):
        held = declared.privates[sym]
        power = table.rules.privates[sym].power(MinorPower)
        minor = power.minor if isinstance(power, MinorPower) else None
        owner = held.owner - 1 if isinstance(held.owner, int) else held.owner
        sell_private(table, sym, owner, 0)
        state.put_private(replace(state.privates[sym], used=held.used))
        share = table.rules.privates[sym].power(SharePower)
        if isinstance(share, SharePower) and isinstance(owner, int) and not state.corporations[share.corporation].par:
            transfer(table, share.corporation, (share.index,), UNSOLD, owner)
        if sym in state.markers:
            company = owner if isinstance(owner, str) else held.company
            state.put_marker(sym, Marker(sym, company, held.hex))
        if minor is not None and isinstance(owner, str):
            take_over_minor(table, minor, owner)
        elif minor is not None:
            cash = table.rules.minors[minor].cash if held.cash is None else held.cash
            state.put_minor(replace(state.minors[minor], cash=cash))


def _sell_trains(table: Table, declared: Declared) -> None:
    """Hand out the declared trains; the depot and the phase follow from them and from what is declared of these."""
    state, rules = table.state, table.rules
    ranks = list(rules.trains)
    for row in declared.corporations:
        for face in row.trains:
            add_train(table, row.sym, _take(state, rules, face))
    pile = tuple(_take(state, rules, face) for face in declared.discarded)
    state.depot = replace(state.depot, discarded=pile)
    owned = [*pile, *(train for row in state.corporations.values() for train in row.trains)]
    sold = max((ranks.index(train.rank) for train in owned), default=0)
    if declared.phase is not None:
        begins = rules.phases[rules.phase_index[declared.phase]].on
        sold = max([sold, *(ranks.index(rank) for rank in begins)])
    following = sold if declared.next_rank is None else ranks.index(declared.next_rank)
    assert following >= sold, f"a train of rank {ranks[sold]} is sold before the last of rank {declared.next_rank}"
    gone = [train for train in state.depot.upcoming if ranks.index(train.rank) < following]
    same = [train for train in state.depot.upcoming if train.rank == ranks[following]]
    if sold and following == sold and all(train.rank != ranks[sold] for train in owned):
        gone.append(same.pop(0))
    if declared.left is not None:
        assert len(same) >= declared.left, f"only {len(same)} trains of rank {ranks[following]} are left"
        gone += same[: len(same) - declared.left]
    gone += [train for train in state.depot.upcoming if train.rank in declared.sold_out and train not in gone]
    remove_trains(table, gone)
    for rank in ranks[: max(sold, following - 1) + 1]:
        begin_phase_of(table, rank)
    for rank in declared.sold_out:
        begin_phase_of(table, rank)
    dated = None if declared.phase is None else rules.phase_index[declared.phase]
    if dated is not None and dated > state.phase and not rules.phases[dated].on:
        begin_phase(table, dated)
    state.pending = ()
    assert "discard" not in rules.interrupts or not rules.interrupts["discard"].open(table), "too many trains"
    assert declared.phase in (None, table.phase.name), f"the trains sold make it phase {table.phase.name}"
    for row in declared.corporations:
        shown = [train.face for train in state.corporations[row.sym].trains]
        assert all(face in shown for face in row.trains), f"trains of {row.sym} have left the game: {shown}"


def _take(state: State, rules: Rules, face: str) -> Train:
    """The next train of the depot that has this face, showing it."""
    rank = next(rank for rank, facts in rules.trains.items() if any(side.name == face for side in facts.faces))
    train = next((train for train in state.depot.upcoming if train.rank == rank), None)
    assert train is not None, f"the depot has no train {face} left"
    upcoming = tuple(other for other in state.depot.upcoming if other.id != train.id)
    state.depot = replace(state.depot, upcoming=upcoming)
    return replace(train, face=face)


def _give_money(table: Table, declared: Declared) -> None:
    state = table.state
    for number in declared.bankrupt:
        state.put_player(number - 1, replace(state.players[number - 1], cash=0, bankrupt=True))
    for number, amount in declared.cash.items():
        state.put_player(number - 1, replace(state.players[number - 1], cash=amount))
    for number, amount in declared.debts.items():
        state.put_player(number - 1, replace(state.players[number - 1], debt=amount))
    for row in declared.corporations:
        state.put_corporation(replace(state.corporations[row.sym], cash=row.cash))
    others = sum(player.cash for player in state.players)
    others += sum(row.cash for rows in (state.corporations, state.minors) for row in rows.values())
    if declared.bank is not None:
        amount, number = declared.bank
        player = state.players[number - 1]
        state.put_player(number - 1, replace(player, cash=player.cash + table.rules.bank - others - amount))
        others = table.rules.bank - amount
    state.bank = table.rules.bank - others
    state.broken = False
    assert state.bank >= 0, f"the declared money exceeds the bank by ${-state.bank}"
