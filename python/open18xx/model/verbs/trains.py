"""Trains: bought, discarded, phased out, removed; and the phases that the first of a rank begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from ..events import PhaseBegan, TrainBought, TrainGone
from ..facts import TrainFacts
from ..state import Interrupt, Owner, Train
from ..table import Table
from .money import BANK, pay

#: The interrupt by which corporations above the train limit discard.
DISCARD = "discard"


def _set_trains(table: Table, sym: str, trains: tuple[Train, ...]) -> None:
    state = table.state
    if sym in state.minors:
        state.put_minor(replace(state.minors[sym], trains=trains))
    else:
        state.put_corporation(replace(state.corporations[sym], trains=trains))


def add_train(table: Table, sym: str, train: Train) -> None:
    """Give a company a train that came from nowhere else (its minor's, for example)."""
    _set_trains(table, sym, (*table.company(sym).trains, train))


def replace_train(table: Table, sym: str, train: Train) -> None:
    """Put another row in the place of a company's train of the same id."""
    _set_trains(table, sym, tuple(train if other.id == train.id else other for other in table.company(sym).trains))


def move_trains(table: Table, source: str, target: str) -> None:
    """All trains of a company go to another."""
    trains = table.company(source).trains
    _set_trains(table, source, ())
    _set_trains(table, target, (*table.company(target).trains, *trains))


def give_set_aside(table: Table, sym: str, train: Train) -> None:
    """Give a company a train that was set aside for a private."""
    depot = table.state.depot
    table.state.depot = replace(depot, aside=tuple(other for other in depot.aside if other.id != train.id))
    add_train(table, sym, train)
    table.events.append(TrainBought(sym, BANK, train.id, train.face, 0))


def _take_train(table: Table, sym: str, train: Train) -> None:
    _set_trains(table, sym, tuple(other for other in table.company(sym).trains if other.id != train.id))


def buy_bank_train(table: Table, sym: str, train: Train, face: str, price: int) -> None:
    """Buy the next or a discarded train of the bank as this face, with all that the first of its rank sets off."""
    state = table.state
    depot = state.depot
    first = train in depot.upcoming
    state.depot = replace(
        depot,
        upcoming=tuple(other for other in depot.upcoming if other.id != train.id),
        discarded=tuple(other for other in depot.discarded if other.id != train.id),
    )
    bought = replace(train, face=face)
    pay(table, sym, BANK, price, "train")
    add_train(table, sym, bought)
    table.events.append(TrainBought(sym, BANK, bought.id, face, price))
    if first:
        begin_phase_of(table, train.rank)
    if table.rules.after_train is not None:
        table.rules.after_train(table, sym, face)


def buy_company_train(table: Table, sym: str, source: Owner, train: Train, face: str, price: int) -> None:
    """Buy a train of another company."""
    assert isinstance(source, str)
    _take_train(table, source, train)
    pay(table, sym, source, price, "train")
    add_train(table, sym, replace(train, face=face))
    table.events.append(TrainBought(sym, source, train.id, face, price))


def discard_train(table: Table, sym: str, train: Train) -> None:
    """Put a company's train on the discard pile."""
    facts = table.rules.trains[train.rank]
    if not facts.returns:
        remove_trains(table, [train])
        return
    _take_train(table, sym, train)
    depot = table.state.depot
    fresh = replace(train, ran=False)
    if train.bonus or train.parts != facts.parts:
        fresh = replace(fresh, bonus=0, parts=facts.parts, bound=False)
    table.state.depot = replace(depot, discarded=(*depot.discarded, fresh))
    table.events.append(TrainGone(sym, train.id, "discarded"))


def remove_trains(table: Table, trains: Iterable[Train]) -> None:
    """Take trains out of the game, wherever they are."""
    gone = {train.id: train for train in trains}
    if not gone:
        return
    state = table.state
    depot = state.depot
    state.depot = replace(
        depot,
        upcoming=tuple(train for train in depot.upcoming if train.id not in gone),
        discarded=tuple(train for train in depot.discarded if train.id not in gone),
        aside=tuple(train for train in depot.aside if train.id not in gone),
        gone=(*depot.gone, *gone.values()),
    )
    for sym in (*state.corporations, *state.minors):
        held = table.company(sym).trains
        if any(train.id in gone for train in held):
            _set_trains(table, sym, tuple(train for train in held if train.id not in gone))
            table.events.extend(TrainGone(sym, train.id, "removed") for train in held if train.id in gone)


def begin_phase_of(table: Table, rank: str) -> None:
    """Begin the phase that the first train of this rank starts, with its effects in the order of 1846 9.3."""
    state = table.state
    index = table.rules.phase_of_rank.get(rank)
    if index is None or index <= state.phase:
        return
    begin_phase(table, index)
    for train in table.rules.trains.values():
        if train.obsolete_on == rank:
            _phase_out(table, train.rank)
        if train.rusts_on == rank:
            _rust(table, train)
    state.pending = (*state.pending, Interrupt(DISCARD))
    for effect in table.rules.phase_effects.get(table.phase.name, ()):
        effect(table)


def begin_phase(table: Table, index: int) -> None:
    """Begin a phase by its index; its effects on trains and privates belong to the train that begins it."""
    state = table.state
    state.phase = index
    phase = table.rules.phases[index]
    table.events.append(PhaseBegan(phase.name))
    for facts in table.rules.corporations.values():
        for spot in facts.spots:
            if spot.until == phase.name:
                state.edit_board().unreserve(facts.sym, spot.hex)


def scrap_rank(table: Table, rank: str, salvage: int, unpaid: Collection[str] = ()) -> None:
    """All trains of a rank leave the game; the bank pays `salvage` dollars for each, but for the ids `unpaid`."""
    for sym in (*table.state.corporations, *table.state.minors):
        for train in table.company(sym).trains:
            if train.rank == rank and train.id not in unpaid:
                pay(table, BANK, sym, salvage, "salvage")
    remove_trains(table, [train for train in all_trains(table) if train.rank == rank])


def _rust(table: Table, facts: TrainFacts) -> None:
    """A rank leaves the game, paid for where it has a salvage value; owned trains with spare parts are phased out
    first."""
    state = table.state
    kept: set[str] = set()
    for sym in (*state.corporations, *state.minors):
        held = table.company(sym).trains
        spared = {train.id for train in held if train.rank == facts.rank and train.parts}
        if spared:
            kept |= spared
            _set_trains(
                table, sym, tuple(replace(train, obsolete=True) if train.id in spared else train for train in held)
            )
        for train in held:
            if train.rank == facts.rank and train.id not in spared:
                pay(table, BANK, sym, facts.salvage, "salvage")
    remove_trains(table, [train for train in all_trains(table) if train.rank == facts.rank and train.id not in kept])


def _phase_out(table: Table, rank: str) -> None:
    """Companies' trains of a rank run once more; those of the bank leave the game."""
    depot = table.state.depot
    remove_trains(table, [train for train in (*depot.upcoming, *depot.discarded) if train.rank == rank])
    for sym in (*table.state.corporations, *table.state.minors):
        held = table.company(sym).trains
        if any(train.rank == rank for train in held):
            _set_trains(
                table, sym, tuple(replace(train, obsolete=True) if train.rank == rank else train for train in held)
            )


def all_trains(table: Table) -> list[Train]:
    """Every train still in the game."""
    state = table.state
    owned = [train for sym in (*state.corporations, *state.minors) for train in table.company(sym).trains]
    return [*state.depot.upcoming, *state.depot.discarded, *state.depot.aside, *owned]


def mark_run(table: Table, sym: str) -> None:
    """Mark a company's trains as having run."""
    trains = table.company(sym).trains
    if any(not train.ran for train in trains):
        _set_trains(table, sym, tuple(replace(train, ran=True) for train in trains))


def rest_trains(table: Table, sym: str) -> None:
    """Let a company's trains run again."""
    trains = table.company(sym).trains
    if any(train.ran for train in trains):
        _set_trains(table, sym, tuple(replace(train, ran=False) for train in trains))


def drop_obsolete(table: Table, sym: str) -> None:
    """A company's phased-out trains lose a spare part; those without any leave the game, paid for as they rust."""
    held = table.company(sym).trains
    if not any(train.obsolete for train in held):
        return
    _set_trains(
        table, sym, tuple(replace(train, parts=max(0, train.parts - 1)) if train.obsolete else train for train in held)
    )
    worn = [train for train in table.company(sym).trains if train.obsolete and not train.parts]
    for train in worn:
        pay(table, BANK, sym, table.rules.trains[train.rank].salvage, "salvage")
    remove_trains(table, worn)
