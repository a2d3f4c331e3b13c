"""What holds in every position of every game, whoever plays it: nothing is lost, nothing is there twice.

`check` is for tests of bots, titles and hosts; `broken` lists what is wrong instead of raising.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..legal import LegalActions
from ..model.power import MinorPower, TokenPower
from ..model.state import MARKET
from ..model.table import Table
from ..model.verbs.shares import PRESIDENT, SWAP, TAKE_BACK
from ..model.verbs.trains import all_trains

if TYPE_CHECKING:
    from ..game import Game


class InvariantBroken(AssertionError):
    """A position that no game may come to."""


def check(game: Game, *, copies: bool = False, actions: bool = False) -> None:
    """Raise InvariantBroken, with all that is wrong, unless everything holds in the present position.

    `copies`: copy, pickle, and undo with redo are tried, too. `actions`: every legal action is carried out on a copy.
    """
    faults = broken(game, copies=copies, actions=actions)
    if faults:
        raise InvariantBroken(f"{game!r}: " + "; ".join(faults))


def broken(game: Game, *, copies: bool = False, actions: bool = False) -> list[str]:
    """What is wrong in the present position, a line each."""
    table = game.table()
    faults = [fault for part in PARTS for fault in part(table)]
    if game.outcome is None and not game.legal_actions:
        faults.append("the game goes on, but there is no legal action")
    if game.outcome is not None and game.legal_actions:
        faults.append("the game is over, but there are legal actions")
    if copies:
        faults.extend(_copies(game))
    if actions:
        faults.extend(_actions(game))
    return faults


def money(table: Table) -> Iterator[str]:
    """The bank's size is all the money there is; only the bank may owe any."""
    state = table.state
    purses = [(table.player_name(seat), row.cash) for seat, row in enumerate(state.players)]
    purses += [(sym, row.cash) for sym, row in state.corporations.items()]
    purses += [(sym, row.cash) for sym, row in state.minors.items()]
    total = state.bank + sum(cash for _, cash in purses)
    if total != table.rules.bank:
        yield f"there are ${total} in the game, not ${table.rules.bank}"
    for name, cash in purses:
        if cash < 0:
            yield f"{name} has ${cash}"
    if state.bank < 0 and not state.broken:
        yield f"the bank has ${state.bank} and is not broken"


def certificates(table: Table) -> Iterator[str]:
    """Every certificate has one holder, one of a closed corporation none; who is bankrupt while others play on has
    none."""
    state = table.state
    for sym, row in state.corporations.items():
        percents = table.rules.corporations[sym].certificates
        holders = state.certificates[sym]
        held = sorted(index for part in holders.values() for index in part)
        if held != ([] if row.closed else list(range(len(percents)))):
            yield f"the certificates of {sym} are {dict(holders)}"
        elif held and sum(percents[index] for index in held) != 100:
            yield f"the certificates of {sym} are not 100 %"
        for seat, player in enumerate(state.players):
            if player.bankrupt and holders.get(seat) and state.ending is None:
                yield f"{table.player_name(seat)} is bankrupt and holds {sym}"


def unsettled(table: Table) -> set[str]:
    """The corporations whose certificates are just being exchanged."""
    state = table.state
    syms = {top.subject for top in state.pending if top.kind in (SWAP, TAKE_BACK)}
    for _, system, *_ in state.stages:
        syms.update((system, *table.rules.corporations[system].formed_from))
    return syms


def presidents(table: Table) -> Iterator[str]:
    """A president holds the president's certificate and as much as anybody; without one it lies in the market."""
    for sym, row in table.state.corporations.items():
        if row.closed or row.par is None or sym in unsettled(table):
            continue
        if row.president is None:
            if row.floated and PRESIDENT not in table.certificates(sym, MARKET):
                yield f"{sym} has no president, but its certificate is not in the market"
            continue
        if PRESIDENT not in table.certificates(sym, row.president):
            yield f"the president of {sym} does not hold its president's certificate"
        most = max(table.percent(sym, seat) for seat in {*table.solvent(), row.president})
        if table.percent(sym, row.president) != most:
            yield f"the president of {sym} holds {table.percent(sym, row.president)} %, somebody {most} %"


def prices(table: Table) -> Iterator[str]:
    """Every launched corporation stands in one cell of the market, once."""
    state = table.state
    stacked = sorted((sym, cell) for cell, syms in state.stacks.items() for sym in syms)
    placed = sorted((sym, row.cell) for sym, row in state.corporations.items() if row.cell is not None)
    if stacked != placed:
        yield f"the market has {stacked}, the corporations say {placed}"
    for sym, row in state.corporations.items():
        if not row.closed and (row.par is None) != (row.cell is None):
            yield f"{sym} is launched at {row.par}, but stands in {row.cell}"


def trains(table: Table) -> Iterator[str]:
    """Every train of the roster is in one place and shows one of its faces; those that have rusted are gone."""
    state = table.state
    found = Counter(train.id for train in (*all_trains(table), *state.depot.gone))
    roster = Counter(
        f"{rank}-{copy}"
        for rank, facts in table.rules.trains.items()
        if isinstance(facts.count, int)
        for copy in range(facts.count)
    )
    for train_id in sorted((found - roster) | (roster - found)):
        yield f"train {train_id} is there {found[train_id]} times, not {roster[train_id]}"
    begun = {rank for phase in table.rules.phases[: state.phase + 1] for rank in phase.on}
    for train in all_trains(table):
        facts = table.rules.trains[train.rank]
        if all(face.name != train.face for face in facts.faces):
            yield f"train {train.id} has no face {train.face}"
        rusted = facts.rusts_on in begun
        if rusted and not (train.obsolete and train.parts):
            yield f"train {train.id} should have left the game in phase {table.phase.name}"
        if train.obsolete != (rusted or facts.obsolete_on in begun):
            yield f"train {train.id} is {'' if train.obsolete else 'not '}phased out in phase {table.phase.name}"


def tiles(table: Table) -> Iterator[str]:
    """No tile is laid twice or more often than there are pieces of it; the board's pickle keeps it."""
    board = table.state.board
    laid = Counter((tile, copy) for _, tile, copy, _ in board.laid())
    yield from (f"tile {tile}-{copy} lies in {times} hexes" for (tile, copy), times in laid.items() if times > 1)
    pieces = Counter(tile for tile, _ in laid)
    for tile in table.rules.map.tiles:
        left = board.left(tile)
        if left is not None and left + pieces[tile] != table.rules.map.count(tile):
            yield f"of {table.rules.map.count(tile)} tiles {tile}, {pieces[tile]} are laid and {left} left"


def tokens(table: Table) -> Iterator[str]:
    """Every token is in one slot; a company has as many as its charter, and those that came with privates."""
    state = table.state
    slots = Counter((hex_id, city, slot) for _, hex_id, city, slot in state.board.all_tokens())
    yield from (f"{times} tokens share slot {place}" for place, times in slots.items() if times > 1)
    powers = [power for facts in table.rules.privates.values() for power in facts.powers]
    extra = sum(isinstance(power, MinorPower | TokenPower) for power in powers)
    for sym, row in state.corporations.items():
        placed = state.board.tokens(sym)
        cities = {hex_id for hex_id, _ in placed}
        if len(cities) < len(placed):
            yield f"{sym} has two tokens in a hex: {placed}"
        if row.closed and placed:
            yield f"{sym} has closed, but its tokens stand in {sorted(cities)}"
        charter = len(table.rules.corporations[sym].tokens)
        if row.floated and not charter <= len(placed) + row.tokens_left <= charter + extra:
            yield f"{sym} has {len(placed)} tokens on the map and {row.tokens_left} left of {charter}"


#: What is read off a position.
PARTS: tuple[Callable[[Table], Iterator[str]], ...] = (
    money,
    certificates,
    presidents,
    prices,
    trains,
    tiles,
    tokens,
)


def _copies(game: Game) -> Iterator[str]:
    """A copy, a pickle of the state, and an undo that is redone give the same position; a state that remembers nothing
    has the same legal actions."""
    if game.copy() != game:
        yield "a copy is not equal"
    blank = pickle.loads(pickle.dumps(game.state))
    if blank != game.state:
        yield "a pickle of the state is not equal"
    if tuple(LegalActions(Table(game.rules, blank))) != tuple(game.legal_actions):
        yield "the legal actions are not those of a state that remembers nothing"
    if game.actions:
        twin = game.copy()
        twin.undo()
        twin.redo()
        if twin != game:
            yield "undo and redo give another game"


def _actions(game: Game) -> Iterator[str]:
    """What is yielded is legal and can be carried out; the view says so in all its ways."""
    rows = game.legal_actions
    if len(rows) != len(list(rows)):
        yield f"{len(rows)} legal actions, but {len(list(rows))} are yielded"
    for action in rows:
        if action not in rows or action.to_dict() not in rows:
            yield f"{action!r} is yielded, but not legal: {rows.explain(action)}"
            continue
        twin = game.copy(history=False)
        try:
            twin.apply(action)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a fault of the engine
            yield f"{action!r} is legal, but raises {type(error).__name__}: {error}"
