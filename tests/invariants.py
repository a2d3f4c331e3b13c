"""What holds in every position of every game: nothing is lost, nothing is there twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from open18xx.model.state import MARKET
from open18xx.model.verbs.shares import PRESIDENT
from open18xx.model.verbs.trains import all_trains

if TYPE_CHECKING:
    from open18xx import Game
    from open18xx.model.table import Table


def assert_consistent(game: Game) -> None:
    """Money, certificates, trains, tokens and tiles add up, and presidents hold the most."""
    table = game.table()
    _money(table)
    for sym, row in table.state.corporations.items():
        if not row.closed:
            _shares(table, sym)
    _market(table)
    _trains(table)
    _map(table)


def _money(table: Table) -> None:
    state = table.state
    rows = (*state.players, *state.corporations.values(), *state.minors.values())
    assert all(row.cash >= 0 for row in rows)
    assert state.bank + sum(row.cash for row in rows) == table.rules.bank
    assert state.broken or state.bank >= 0


def _shares(table: Table, sym: str) -> None:
    state = table.state
    row = state.corporations[sym]
    percents = table.rules.corporations[sym].certificates
    held = [index for part in state.certificates[sym].values() for index in part]
    assert sorted(held) == list(range(len(percents))), f"certificates of {sym}: {state.certificates[sym]}"
    assert sum(percents) == 100
    if row.president is not None:
        assert PRESIDENT in table.certificates(sym, row.president)
        most = max(table.percent(sym, seat) for seat in table.solvent())
        assert table.percent(sym, row.president) == most, f"the president of {sym} does not hold the most"
    elif row.floated:
        assert PRESIDENT in table.certificates(sym, MARKET)
    for seat, player in enumerate(state.players):
        assert not (player.bankrupt and table.certificates(sym, seat))


def _market(table: Table) -> None:
    state = table.state
    stacked = [(sym, cell) for cell, syms in state.stacks.items() for sym in syms]
    assert sorted(stacked) == sorted((sym, row.cell) for sym, row in state.corporations.items() if row.cell is not None)


def _trains(table: Table) -> None:
    state = table.state
    ids = Counter(train.id for train in (*all_trains(table), *state.depot.gone))
    made = Counter(
        f"{rank}-{copy}"
        for rank, facts in table.rules.trains.items()
        for copy in range(facts.count if isinstance(facts.count, int) else 0)
    )
    assert ids == made
    begun = {rank for phase in table.rules.phases[: state.phase + 1] for rank in phase.on}
    for train in all_trains(table):
        facts = table.rules.trains[train.rank]
        assert any(face.name == train.face for face in facts.faces)
        assert facts.rusts_on not in begun, f"{train.id} should have left the game"
        assert train.obsolete == (facts.obsolete_on in begun), f"{train.id} in phase {table.phase.name}"


def _map(table: Table) -> None:
    state = table.state
    laid = Counter(tile for _, tile, _, _ in state.board.laid())
    for tile in table.rules.map.tiles:
        left = state.board.left(tile)
        assert left is None or left + laid[tile] == table.rules.map.count(tile)
    places = Counter((hex_id, city, slot) for _, hex_id, city, slot in state.board.all_tokens())
    assert not places or max(places.values()) == 1
    for sym, row in state.corporations.items():
        on_map = len(state.board.tokens(sym))
        if row.floated:
            assert on_map + row.tokens_left >= len(table.rules.corporations[sym].tokens)
