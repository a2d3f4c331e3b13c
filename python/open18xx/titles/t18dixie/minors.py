"""Minors of 18Dixie: their homes, and their closing for preferred shares (18Dixie 4.1, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ...actions import Action, Merge, Pass, PlaceToken
from ...model.events import Closed, SharesMoved
from ...model.facts import Home
from ...model.plan import Actor, Step
from ...model.power import MinorPower
from ...model.state import MARKET, PREFERRED_BOX, Turn
from ...model.table import Table
from ...model.verbs import (
    close_minor,
    close_private,
    float_if_sold,
    move_certificates,
    pay,
    place_token,
    remove_trains,
    transfer,
)
from ...rounds.interrupts import interrupted
from ...steps.base import expect_company
from ...steps.place_token import city_text, find_city, has_token

#: The minor that closes after all others (18Dixie 5.2.2).
LAST_MINOR = "13"
#: The operating round, counted through the game, after which the preferred shares that are left go to the market.
RELEASE_ROUND = 5

#: Whether a corporation may have a token in a hex.
Area = Callable[[Table, str, str], "tuple[str, str] | None"]


def rounds_so_far(table: Table) -> int:
    """The number of the present operating round, or the one just over, counted through the game."""
    here = table.state.round
    return 2 * (here.turn - 1) + here.number


@dataclass(frozen=True)
class HomeTokens:
    """In its first turn a company places its home token for nothing; two minors choose between two homes (18Dixie
    4.1)."""

    handles: tuple[type[Action], ...] = (PlaceToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "minor"

    def homes(self, table: Table) -> list[Home]:
        """Where the company at turn may place its home token, if it has not done so."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        homes = table.rules.minors[sym].home if table.is_minor(sym) else table.rules.corporations[sym].home
        placed = {hex_id for hex_id, _ in table.state.board.tokens(sym)}
        done = table.company(sym).operated or not placed.isdisjoint(home.hex for home in homes)
        return [] if done else list(homes)

    def open(self, table: Table) -> bool:
        return len(self.homes(table)) > 1

    def skip(self, table: Table) -> None:
        for home in self.homes(table):
            self._place(table, home.hex)

    def _place(self, table: Table, hex_id: str) -> None:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        place_token(table, sym, hex_id, 0, 0)
        table.state.edit_board().unreserve(sym)

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        for home in self.homes(table):
            slot = table.state.board.slot_for(sym, home.hex, 0)
            yield PlaceToken(entity=sym, entity_type="minor", city=city_text(table, home.hex, 0), slot=slot)

    def resolve(self, table: Table, action: PlaceToken) -> str:
        sym = expect_company(table, action, ("minor",))
        hex_id, _ = find_city(table, action.city)
        homes = [home.hex for home in self.homes(table)]
        if hex_id not in homes:
            raise table.refuse("home_city", f"the home of {sym} is in {' or '.join(homes)}, not in {hex_id}")
        return hex_id

    def play(self, table: Table, move: str) -> None:
        self._place(table, move)


def remove_unsold(table: Table, sym: str) -> None:
    """A minor that nobody has leaves the game; its home is free (18Dixie 3.3.3, U11)."""
    close_minor(table, sym)
    close_private(table, sym)
    table.state.edit_board().unreserve(sym)


def targets(table: Table, sym: str) -> list[str]:
    """The corporations of which the owner of a minor may get a preferred share for it."""
    return [
        other
        for other in table.rules.minors[sym].exchanged_for
        if other in table.state.certificates and table.certificates(other, PREFERRED_BOX)
    ]


def exchange(table: Table, sym: str, target: str, area: Area) -> None:
    """Close a minor for a preferred share: certificate, cash, tokens, float (18Dixie 5.2)."""
    owner = table.minor_owner(sym)
    assert owner is not None
    transfer(table, target, table.certificates(target, PREFERRED_BOX)[:1], PREFERRED_BOX, owner)
    _hand_over(table, sym, target, area)
    float_if_sold(table, target)


def close_without_share(table: Table, sym: str, area: Area) -> None:
    """A merger has taken the shares that a minor stands for: its system gets cash and tokens, else the bank (U37)."""
    wanted = set(table.rules.minors[sym].exchanged_for)
    for system in table.state.corporations:
        if wanted & set(table.rules.corporations[system].formed_from):
            _hand_over(table, sym, system, area)
            return
    remove_unsold(table, sym)


def _hand_over(table: Table, sym: str, target: str, area: Area) -> None:
    """Cash and tokens of a minor go to a corporation, floated or not; the minor leaves the game."""
    state = table.state
    board = state.edit_board()
    pay(table, sym, target, state.minors[sym].cash, "minor's treasury")
    for hex_id, city in board.tokens(sym):
        if has_token(table, target, hex_id) or area(table, target, hex_id) is not None:
            board.remove_token(sym, hex_id, city)
        else:
            board.replace_token(sym, target, hex_id, city)
    board.unreserve(sym)
    remove_trains(table, state.minors[sym].trains)
    state.put_minor(replace(state.minors[sym], closed=True, trains=(), tokens_left=0))
    close_private(table, sym)
    table.events.append(Closed(sym))


def release_preferred(table: Table) -> None:
    """All preferred shares that are left go to the market, whatever its limit (18Dixie 5.2.2)."""
    for sym in list(table.state.corporations):
        held = table.certificates(sym, PREFERRED_BOX)
        if held:
            move_certificates(table, sym, held, PREFERRED_BOX, MARKET)
            table.events.append(SharesMoved(sym, PREFERRED_BOX, MARKET, 10 * len(held)))
            float_if_sold(table, sym)


@dataclass(frozen=True)
class ExchangeMinor:
    """The owner names the corporation of which it gets a preferred share for its minor."""

    area: Area
    handles: tuple[type[Action], ...] = (Merge, Pass)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        return table.state.turn.entity is not None

    def optional(self, table: Table) -> bool:
        """Whether the minor may stay open: it is asked before a stock round (18Dixie 7a)."""
        return table.state.round.number == 0

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if self.optional(table):
            yield Pass(entity=sym, entity_type="minor")
        for target in targets(table, sym):
            yield Merge(entity=sym, entity_type="minor", corporation=target)

    def resolve(self, table: Table, action: Merge | Pass) -> str | None:
        sym = expect_company(table, action, ("minor",))
        if isinstance(action, Pass):
            if not self.optional(table):
                raise table.refuse("must_close", f"{sym} closes now; its owner names a corporation")
            return None
        target = table.find_corporation(action.corporation).sym
        found = targets(table, sym)
        if target not in found:
            raise table.refuse(
                "no_preferred_share",
                f"{sym} is exchanged for a preferred share of {' or '.join(found)}, not of {target}",
            )
        return target

    def play(self, table: Table, move: str | None) -> None:
        state = table.state
        sym = state.turn.entity
        assert isinstance(sym, str)
        state.round = replace(state.round, index=state.round.index + 1)
        state.turn = Turn()
        if move is not None:
            exchange(table, sym, move, self.area)


@dataclass(frozen=True)
class ClosingRound:
    """Minors close in number order: those of the operating round just over, or before a stock round as their owners
    like.

    The number of the round is that of the operating round, or 0 before a stock round.
    """

    exchanging: ExchangeMinor
    powers: tuple[Step, ...] = ()
    kind: Literal["Merger"] = "Merger"

    def begin(self, table: Table) -> None:
        state = table.state
        early = state.round.number == 0
        number = rounds_so_far(table)
        order = tuple(
            sym
            for sym, row in state.minors.items()
            if not row.closed and (early or table.rules.minors[sym].closes_after == number)
        )
        state.round = replace(state.round, order=order)
        state.turn = Turn()

    def asked(self, table: Table) -> Actor | None:
        sym = table.state.turn.entity
        return None if sym is None else ("minor", sym)

    def steps(self, table: Table) -> tuple[Step, ...]:
        return () if table.state.turn.entity is None else (*self.powers, self.exchanging)

    def advance(self, table: Table) -> None:
        state = table.state
        while not state.round.over:
            if interrupted(table):
                return
            if state.turn.entity is not None:
                return
            if state.round.index >= len(state.round.order):
                if state.round.number and rounds_so_far(table) == RELEASE_ROUND:
                    release_preferred(table)
                state.round = replace(state.round, over=True)
                return
            self._ask(table)

    def _ask(self, table: Table) -> None:
        """Ask about the next minor, or settle what needs no question."""
        state = table.state
        sym = state.round.order[state.round.index]
        assert isinstance(sym, str)
        early = state.round.number == 0
        if early and (table.minor_owner(sym) is None or not targets(table, sym) or not self._may_close(table, sym)):
            state.round = replace(state.round, index=state.round.index + 1)
        elif table.minor_owner(sym) is None:
            remove_unsold(table, sym)
            state.round = replace(state.round, index=state.round.index + 1)
        elif not targets(table, sym):
            close_without_share(table, sym, self.exchanging.area)
            state.round = replace(state.round, index=state.round.index + 1)
        else:
            state.turn = Turn(entity=sym)

    def _may_close(self, table: Table, sym: str) -> bool:
        """Whether a minor may close early: the last one only when all others have gone (U29)."""
        others = (row for other, row in table.state.minors.items() if other != LAST_MINOR)
        return sym != LAST_MINOR or all(row.closed for row in others)


def is_minor_card(table: Table, sym: str) -> bool:
    """Whether a card stands for a minor."""
    return table.power_of(sym, MinorPower) is not None
