"""The merger of two corporations into a system (18Dixie 5.4): what happens in which order."""

from __future__ import annotations

from msgspec.structs import replace

from ...model.events import Floated, Launched, PresidencyChanged, SharesMoved
from ...model.market import Cell
from ...model.state import MARKET, UNSOLD, Corporation, Interrupt, Marker
from ...model.table import Table
from ...model.verbs import (
    BANK,
    close_corporation,
    follow_presidency,
    move_certificates,
    pay,
    place_on_market,
)
from ...model.verbs.shares import PRESIDENT
from ...model.verbs.trains import DISCARD, move_trains
from ...steps.place_token import has_token

#: The questions of a merger.
CONSENT, PENALTY = "merger_consent", "merger_penalty"
ODD_SHARE, SURPLUS = "odd_share", "surplus_tokens"

#: The system that may form when the first train of a face is bought (18Dixie 5.4).
TRIGGERS = {"4D": "SCL", "5D": "ICG"}
#: What the bank pays a new system, in dollars (18Dixie 5.4g).
SUBSIDY = {"SCL": 100, "ICG": 200}
#: Lowest and highest price at which a system starts, in dollars (18Dixie 5.4a).
PRICES = range(90, 161)
#: Percent of the predecessors that a president gives for a certificate of 20 % (18Dixie 5.4b).
SHARE = 40
#: Tokens that a system keeps, and how many if one of them came with the private for it (18Dixie 5.4h).
KEPT, KEPT_WITH_PRIVATE, PRIVATE = 6, 7, "P3"
#: The percent of its own corporation with which a president merges alone, and of both together (18Dixie 7c).
ALONE_OWN, ALONE_BOTH = 70, 100


def note_train(table: Table, sym: str, face: str) -> None:
    """The first train of certain faces gives a system the chance to form after the turn."""
    system = TRIGGERS.get(face)
    state = table.state
    if system is not None and system not in state.tried:
        state.tried = (*state.tried, system)
        state.chances = (*state.chances, system)


def after_turn(table: Table) -> bool:
    """Go on with a merger, or take up the first chance that is open; whether there was anything to do (18Dixie 5.4)."""
    state = table.state
    if state.stages:
        _follow(table)
        return True
    while state.chances:
        system, *rest = state.chances
        state.chances = tuple(rest)
        pair = parents(table, system)
        if any(table.rules.corporations[sym].formed_from for sym in state.corporations):
            continue
        if all(ready_to_merge(table, sym) for sym in pair):
            second = table.corporation(pair[1]).president
            state.pending = (*state.pending, Interrupt(CONSENT, system, (0, second)))
            return True
    return False


def ready_to_merge(table: Table, sym: str) -> bool:
    """Whether a corporation has floated and completed an operating turn, also that of the purchase (U24)."""
    row = table.corporation(sym)
    return row.floated and row.operated


def parents(table: Table, system: str) -> tuple[str, str]:
    """The corporations that a system is formed from, the one first that is asked first."""
    first, second = table.rules.corporations[system].formed_from
    return first, second


def start_cell(table: Table, system: str) -> Cell:
    """The highest cell of the top row up to the sum of both prices, within the bounds (18Dixie 5.4a)."""
    total = sum(table.price(sym) for sym in parents(table, system))
    cells = [cell for cell, price in table.rules.market.prices.items() if cell[0] == 0 and price in PRICES]
    fitting = [cell for cell in cells if table.rules.market.prices[cell] <= total]
    return max(fitting or cells[:1], key=lambda cell: table.rules.market.prices[cell])


def form(table: Table, system: str, second: int) -> None:
    """Step a, and the questions of step b: both presidents pay for their certificates of 20 %."""
    state = table.state
    facts = table.rules.corporations[system]
    first = table.corporation(parents(table, system)[0]).president
    assert first is not None
    cell = start_cell(table, system)
    state.put_corporation(Corporation(system, tokens_left=len(facts.tokens)))
    state.put_certificates(system, {UNSOLD: tuple(range(len(facts.certificates)))})
    place_on_market(table, system, cell)
    price = table.rules.market.prices[cell]
    state.put_corporation(replace(state.corporations[system], par=price, president=None))
    table.events.append(Launched(system, price))
    state.stages = (
        ("demand", system, first, PRESIDENT),
        ("demand", system, second, len(facts.certificates) - 1),
        ("exchange", system),
        ("presidency", system),
        ("finish", system),
    )


def give_up(table: Table, system: str, seat: int, percent: int) -> int:
    """A player gives predecessor shares, president's certificates first; returns the percent that is missing."""
    missing = percent
    held = [
        (sym, index)
        for sym in parents(table, system)
        for index in table.certificates(sym, seat)
        if table.certificate_percent(sym, index) <= percent
    ]
    for sym, index in sorted(held, key=lambda card: (card[1] != PRESIDENT, parents(table, system).index(card[0]))):
        size = table.certificate_percent(sym, index)
        if size <= missing:
            move_certificates(table, sym, (index,), seat, UNSOLD)
            missing -= size
    return missing


def _demand(table: Table, system: str, seat: int, index: int) -> None:
    """Step b: a president gives shares for a certificate of 20 % and owes the price for each that is missing."""
    state = table.state
    due = give_up(table, system, seat, SHARE) // 10 * table.price(system)
    state.stages = (("pay", system, seat, due, index), *state.stages)
    state.pending = (*state.pending, Interrupt(PENALTY, system, (seat, due)))


def _pay(table: Table, system: str, seat: int, due: int, index: int) -> None:
    """The penalty is paid, the certificate handed over."""
    pay(table, seat, BANK, due, "penalty")
    give(table, system, (index,), UNSOLD, seat)
    if index == PRESIDENT:
        state = table.state
        state.put_corporation(replace(state.corporations[system], president=seat))
        table.events.append(PresidencyChanged(system, seat))


def give(table: Table, system: str, indexes: tuple[int, ...], source: int, target: int) -> None:
    """Move certificates of the system without looking at the presidency yet."""
    move_certificates(table, system, indexes, source, target)
    percent = sum(table.certificate_percent(system, index) for index in indexes)
    table.events.append(SharesMoved(system, source, target, percent))


def small_unclaimed(table: Table, system: str) -> list[int]:
    """The certificates of 10 % that nobody has got yet."""
    return [index for index in table.certificates(system, UNSOLD) if table.certificate_percent(system, index) == 10]


def old_shares(table: Table, system: str, seat: int) -> list[tuple[str, int]]:
    """A player's shares of the predecessors."""
    return [(sym, index) for sym in parents(table, system) for index in table.certificates(sym, seat)]


def drop_share(table: Table, card: tuple[str, int], seat: int) -> None:
    """A share of a predecessor is given up."""
    move_certificates(table, card[0], (card[1],), seat, UNSOLD)


def exchange_pairs(table: Table, system: str) -> None:
    """Steps c and d: two old shares give one of the system, clockwise from its president; then those left are asked."""
    president = table.corporation(system).president
    assert president is not None
    order = list(table.seats_from(president))
    for seat in order:
        while len(old := old_shares(table, system, seat)) > 1 and (free := small_unclaimed(table, system)):
            for card in old[:2]:
                drop_share(table, card, seat)
            give(table, system, (free[0],), UNSOLD, seat)
    odd = [seat for seat in order if old_shares(table, system, seat)]
    table.state.pending = (
        *table.state.pending,
        *(Interrupt(ODD_SHARE, system, (seat,)) for seat in reversed(odd)),
    )


def finish(table: Table, system: str) -> None:
    """Steps f to j: the rest of the shares, money, tokens, trains, and when the system operates."""
    state = table.state
    free = table.certificates(system, UNSOLD)
    if free:
        give(table, system, free, UNSOLD, MARKET)
    state.put_corporation(replace(state.corporations[system], floated=True))
    table.events.append(Floated(system))
    pay(table, BANK, system, SUBSIDY[system], "subsidy")
    pair = parents(table, system)
    done = state.round.order[: state.round.index + 1]
    waits = any(sym in done for sym in pair)
    for sym in pair:
        pay(table, sym, system, table.corporation(sym).cash, "merger")
        move_trains(table, sym, system)
        for private, marker in list(state.markers.items()):
            if marker.company == sym:
                state.put_marker(private, Marker(private, system, marker.hex))
        for hex_id, city in state.board.tokens(sym):
            if has_token(table, system, hex_id):
                state.edit_board().remove_token(sym, hex_id, city)
            else:
                state.edit_board().replace_token(sym, system, hex_id, city)
        close_corporation(table, sym)
    if not waits:
        state.round = replace(state.round, order=(*state.round.order, system))
    state.pending = (*state.pending, Interrupt(DISCARD), Interrupt(SURPLUS, system))


def surplus(table: Table, system: str) -> int:
    """The number of tokens on the map beyond those that a system may keep."""
    placed = table.state.board.tokens(system)
    marker = table.state.markers.get(PRIVATE)
    extra = marker is not None and marker.company == system and any(hex_id == marker.hex for hex_id, _ in placed)
    return len(placed) - (KEPT_WITH_PRIVATE if extra else KEPT)


def _follow(table: Table) -> None:
    """Carry out the next stage."""
    state = table.state
    (name, system, *data), *rest = state.stages
    state.stages = tuple(rest)
    if name == "demand":
        _demand(table, system, *data)
    elif name == "pay":
        _pay(table, system, *data)
    elif name == "exchange":
        exchange_pairs(table, system)
    elif name == "presidency":
        follow_presidency(table, system)
    else:
        finish(table, system)


def merges_alone(table: Table, system: str) -> bool:
    """Whether the president who is asked first needs nobody's consent by option 7c (18Dixie 7c)."""
    if "stockholder_battle" not in table.rules.optional_rules:
        return False
    first, second = parents(table, system)
    seat = table.corporation(first).president
    assert seat is not None
    own = table.percent(first, seat)
    return own >= ALONE_OWN and own + table.percent(second, seat) >= ALONE_BOTH
