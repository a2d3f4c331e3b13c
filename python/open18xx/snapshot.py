"""The whole state as plain, JSON-ready data: the documented form for hosts and drawings."""

from __future__ import annotations

from typing import Any

from .engine import asked
from .model.power import MinorPower
from .model.state import MARKET, PREFERRED_BOX, UNSOLD, Corporation, Private
from .model.table import Table
from .rounds.stock import priority_after


def snapshot(table: Table) -> dict[str, Any]:
    """The state by the keys of the game format; what goes beyond them stands under `more`."""
    state = table.state
    return {
        "round": state.round.kind,
        "turn": state.round.turn,
        "round_num": state.round.number,
        "phase": table.phase.name,
        "finished": state.ending is not None,
        "active": _active(table),
        "bank": {"cash": state.bank},
        "priority": str(table.player_id(_priority(table))),
        "players": {str(seat.id): _player(table, index) for index, seat in enumerate(state.seats)},
        "corporations": {sym: _corporation(table, row) for sym, row in state.corporations.items()},
        "minors": {sym: _minor(table, sym) for sym in state.minors},
        "privates": {sym: _private(table, row) for sym, row in state.privates.items()},
        "depot": {
            "upcoming": [train.rank for train in state.depot.upcoming],
            "discarded": [train.face for train in state.depot.discarded],
        },
        "hexes": {hex_id: f"{tile}-{copy}:{rotation}" for hex_id, tile, copy, rotation in state.board.laid()},
        "more": _more(table),
    }


def _active(table: Table) -> list[str]:
    actor = asked(table)
    if actor is None:
        return []
    who = actor[1]
    return [str(table.player_id(who)) if isinstance(who, int) else who]


def _priority(table: Table) -> int:
    """Who would start if everybody passed from now on."""
    state = table.state
    if state.round.last_to_act is not None:
        return priority_after(table)
    return next((seat for seat in table.seats_from(state.priority) if not state.players[seat].bankrupt), state.priority)


def _player(table: Table, seat: int) -> dict[str, Any]:
    row = table.player(seat)
    return {
        "cash": row.cash,
        "certificates": table.certificate_count(seat),
        "value": table.worth(seat),
        "bankrupt": row.bankrupt,
        "privates": sorted(private.sym for private in table.held_privates(seat)),
        "debt": row.debt,
    }


def _corporation(table: Table, row: Corporation) -> dict[str, Any]:
    if row.closed:
        return {"closed": True}
    state = table.state
    sym = row.sym
    return {
        "closed": False,
        "cash": row.cash,
        "president": None if row.president is None else str(table.player_id(row.president)),
        "price": None if row.cell is None else [*row.cell, table.price(sym)],
        "stack": None if row.cell is None else state.stacks[row.cell].index(sym),
        "par": row.par,
        "floated": row.floated,
        "operated": row.operated,
        "trains": sorted(train.face for train in row.trains),
        "tokens": _tokens(table, sym),
        "tokens_left": row.tokens_left,
        "privates": sorted(private.sym for private in table.held_privates(sym)),
        "ipo": table.percent(sym, UNSOLD),
        "market": table.percent(sym, MARKET),
        "shares": {str(seat.id): table.percent(sym, index) for index, seat in enumerate(state.seats)},
    }


def _tokens(table: Table, sym: str) -> list[str]:
    return sorted(f"{hex_id}:{city}" for hex_id, city in table.state.board.tokens(sym))


def _minor(table: Table, sym: str) -> dict[str, Any]:
    row = table.state.minors[sym]
    if row.closed:
        return {"closed": True}
    owner = table.minor_owner(sym)
    return {
        "closed": False,
        "cash": row.cash,
        "owner": None if owner is None else str(table.player_id(owner)),
        "trains": sorted(train.face for train in row.trains),
        "tokens": _tokens(table, sym),
    }


def _private(table: Table, row: Private) -> dict[str, Any]:
    owner = row.owner
    for seat, sym in table.state.round.picks:
        if sym == row.sym:
            owner = seat
    facts = table.rules.privates[row.sym]
    return {
        "owner": str(table.player_id(owner)) if isinstance(owner, int) else owner,
        "closed": row.closed,
        "value": facts.price,
        "revenue": facts.income,
    }


def _more(table: Table) -> dict[str, Any]:
    """What titles and drawings need beyond the keys of the format."""
    state = table.state
    board = state.board
    trains = {
        sym: [
            {"id": train.id, "face": train.face, "obsolete": train.obsolete, "ran": train.ran}
            | ({"parts": train.parts} if train.parts else {})
            | ({"bonus": train.bonus} if train.bonus else {})
            for train in table.company(sym).trains
        ]
        for sym in (*state.corporations, *state.minors)
        if not table.company(sym).closed
    }
    turn = state.turn
    run = turn.run
    return {
        "title": table.rules.title,
        "ruleset": table.rules.ruleset,
        "names": {str(seat.id): seat.name for seat in state.seats},
        "removed": [
            sym
            for facts, there in (
                (table.rules.privates, state.privates),
                (table.rules.corporations, state.corporations),
            )
            for sym, row in facts.items()
            if sym not in there and not getattr(row, "formed_from", ())
        ],
        "end_reason": None if state.ending is None else state.ending.reason,
        "bank_broken": state.broken,
        "certificate_limit": table.certificate_limit(),
        "train_limit": table.phase.train_limit,
        "tokens": [
            {"company": company, "hex": hex_id, "city": city, "slot": slot}
            for company, hex_id, city, slot in board.all_tokens()
        ],
        "reservations": [
            {"company": company, "hex": hex_id, "city": city, "slot": slot}
            for company, hex_id, city, slot in board.reservations()
        ],
        "trains": trains,
        "discarded": [train.id for train in state.depot.discarded],
        "shares": {
            sym: {_holder(table, holder): [f"{sym}_{index}" for index in held] for holder, held in holders.items()}
            for sym, holders in state.certificates.items()
        },
        "stacks": [{"cell": list(cell), "corporations": list(syms)} for cell, syms in sorted(state.stacks.items())],
        "markers": [
            {"private": marker.private, "company": marker.company, "hex": marker.hex}
            for marker in state.markers.values()
            if marker.company is not None or marker.hex is not None
        ],
        "powers_used": {row.sym: list(row.used) for row in state.privates.values() if row.used},
        "minors": {
            row.sym: power.minor
            for row in state.privates.values()
            if isinstance(power := table.rules.privates[row.sym].power(MinorPower), MinorPower)
        },
        "order": [table.player_id(who) if isinstance(who, int) else who for who in state.round.order],
        "deck": list(state.deck),
        "kept": {
            str(seat.id): [sym for owner, sym in state.round.picks if owner == index]
            for index, seat in enumerate(state.seats)
        },
        "discount": state.round.discount,
        "price_cut": state.price_cut,
        "bids": [
            {"private": sym, "player": str(table.player_id(seat)), "amount": amount} for sym, seat, amount in state.bids
        ],
        "turn": {
            "lays": turn.lays,
            "upgraded": turn.upgraded,
            "tokened": turn.tokened,
            "issued": turn.issued,
            "revenue": None if run is None else run.revenue,
            "routes": []
            if run is None
            else [
                {"train": train, "revenue": revenue, "connections": [list(link) for link in links]}
                for train, revenue, links in run.routes
            ],
        },
        "left": {tile: left for tile in table.rules.map.tiles if (left := board.left(tile)) is not None},
    }


def _holder(table: Table, holder: int) -> str:
    if holder == UNSOLD:
        return "ipo"
    if holder == PREFERRED_BOX:
        return "preferred"
    return "market" if holder == MARKET else str(table.player_id(holder))
