"""What all steps share: who may act, and reading ids of the wire."""

from __future__ import annotations

from functools import lru_cache

from ..actions import Action
from ..errors import InvalidAction
from ..model.state import Corporation, Minor, Train
from ..model.table import Table


def expect_seat(table: Table, action: Action, seat: int) -> None:
    """Refuse an action that is not of this seat."""
    if action.entity_type != "player":
        who = f"{action.entity_type} {action.entity}"
        raise table.refuse("out_of_turn", f"{who} cannot do this; {table.player_name(seat)} is to act")
    if table.seat_of(action.entity) != seat:
        raise table.refuse(
            "out_of_turn",
            f"{table.player_name(table.seat_of(action.entity))} is not to act; {table.player_name(seat)} is",
        )


def expect_company(table: Table, action: Action, kinds: tuple[str, ...] = ("corporation",)) -> str:
    """The company whose turn it is; refuses an action of anybody else."""
    sym = table.state.turn.entity
    if not isinstance(sym, str):
        raise table.refuse("out_of_turn", f"no company operates now, so {action.entity} cannot act")
    kind = "minor" if table.is_minor(sym) else "corporation"
    if action.entity_type != kind or action.entity != sym:
        raise table.refuse("out_of_turn", f"{action.entity_type} {action.entity} is not to act; {kind} {sym} operates")
    if kind not in kinds:
        raise table.refuse("wrong_company", f"{sym} is a {kind}, which cannot do this")
    return sym


def at_step(table: Table, kind: type[Action]) -> bool:
    """Whether the step that blocks now takes actions of this type."""
    steps = table.rules.plans[table.state.round.kind].steps(table)
    return bool(steps) and kind in steps[-1].handles


def operating_corporation(table: Table) -> Corporation | None:
    """The corporation whose turn it is, if it has a president who decides for it."""
    sym = table.state.turn.entity
    if not isinstance(sym, str):
        return None
    row = table.state.corporations.get(sym)
    return row if row is not None and row.president is not None else None


def share_ids(table: Table, texts: tuple[str, ...]) -> tuple[str, tuple[int, ...]]:
    """The corporation and the certificates that an action names as `<corporation>_<index>`."""
    if not texts:
        raise InvalidAction("shares names no certificate", "shares")
    if len(texts) > 100:
        raise InvalidAction(f"shares names {len(texts)} certificates", "shares")
    corporation = ""
    indexes: list[int] = []
    for text in texts:
        sym, _, number = text.rpartition("_")
        row = table.find_corporation(sym, "shares")
        count = len(table.rules.corporations[row.sym].certificates)
        index = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else -1
        if not 0 <= index < count:
            raise InvalidAction(f"{text!r:.80} is no certificate; {sym} has {sym}_0 to {sym}_{count - 1}", "shares")
        if corporation and sym != corporation:
            raise InvalidAction(f"shares names certificates of both {corporation} and {sym}", "shares")
        if index in indexes:
            raise InvalidAction(f"shares names {text} twice", "shares")
        corporation = sym
        indexes.append(index)
    return corporation, tuple(indexes)


@lru_cache(4096)
def share_text(sym: str, indexes: tuple[int, ...]) -> tuple[str, ...]:
    """Certificates as the wire names them."""
    return tuple(f"{sym}_{index}" for index in indexes)


def piece(text: str, field: str) -> tuple[str, int]:
    """A tile number and copy from `number-copy`."""
    tile, _, number = text.rpartition("-")
    if not tile or not number.isascii() or not number.isdigit() or len(number) > 6:
        raise InvalidAction(f"{text!r:.80} is no tile piece like 57-0", field)
    return tile, int(number)


def own_train_id(table: Table, text: str) -> str:
    """The id of a train by which it goes here, where the wire may name its rank in another way."""
    rank, dash, number = text.rpartition("-")
    return f"{table.rules.train_aliases.get(rank, rank)}{dash}{number}"


def find_train(table: Table, text: str, trains: tuple[Train, ...] | list[Train]) -> Train | None:
    """The train with this id among these."""
    return _among(_named(table, text), trains)


def _named(table: Table, text: str) -> tuple[str, int]:
    """Rank and copy of the train with this id; copy -1, which no train has, for what is no id."""
    rank, _, number = own_train_id(table, text).rpartition("-")
    known = number.isascii() and number.isdigit() and len(number) < 7 and str(int(number)) == number
    return rank, int(number) if known else -1


def _among(name: tuple[str, int], trains: tuple[Train, ...] | list[Train]) -> Train | None:
    rank, copy = name
    return next((train for train in trains if train.copy == copy and train.rank == rank), None)


def owner_of_train(table: Table, text: str) -> tuple[str | None, Train]:
    """Who has a train (None: the bank's next or discarded ones), and the train; raises InvalidAction for no such id."""
    state = table.state
    name = _named(table, text)
    companies: list[Corporation | Minor] = [*state.corporations.values(), *state.minors.values()]
    for row in companies:
        found = _among(name, row.trains) if row.trains else None
        if found is not None:
            return row.sym, found
    depot = state.depot
    found = _among(name, (*depot.upcoming, *depot.discarded))
    if found is not None:
        return None, found
    if _among(name, depot.gone) is not None:
        raise table.refuse("train_gone", f"train {text} has left the game")
    raise InvalidAction(f"no train {text!r:.80} in this game", "train")
