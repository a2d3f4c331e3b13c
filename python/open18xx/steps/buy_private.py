"""Buying privates from players, and the last chance of a turn to do so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from msgspec.structs import replace

from ..actions import Action, BuyCompany, Pass, Range
from ..model.events import Closed
from ..model.power import LayPower, MarkerPower, MinorPower, TokenPower, TrainPower
from ..model.state import Corporation, Marker, Private, Row
from ..model.table import Table
from ..model.verbs import add_train, close_private, give_set_aside, pay, remove_trains, sell_private
from .base import expect_company, operating_corporation
from .place_token import has_token


class PrivateMove(Row, frozen=True, gc=False):
    """A private to be bought for `price` dollars."""

    sym: str
    private: str
    price: int


def take_over_minor(table: Table, minor: str, sym: str) -> None:
    """A minor's cash, trains and token go to the corporation that bought its private (1846 11.3)."""
    state = table.state
    row = state.minors[minor]
    pay(table, minor, sym, row.cash, "minor bought")
    for train in row.trains:
        add_train(table, sym, train)
    for hex_id, city in state.board.tokens(minor):
        if has_token(table, sym, hex_id):
            state.edit_board().remove_token(minor, hex_id, city)
        else:
            state.edit_board().replace_token(minor, sym, hex_id, city)
    state.put_minor(replace(state.minors[minor], closed=True, trains=()))
    table.events.append(Closed(minor))


def bring_train(table: Table, power: TrainPower, sym: str) -> None:
    """A private's train comes to the corporation that bought it, or leaves the game if there is no room for it."""
    train = next((train for train in table.state.depot.aside if train.id == power.train), None)
    if train is None:
        return
    if table.has_room(sym):
        give_set_aside(table, sym, replace(train, bound=power.bound))
    else:
        remove_trains(table, [train])
    if power.counts:
        turn = table.state.turn
        table.state.turn = replace(turn, bank_trains=turn.bank_trains + 1)


class PrivateTerms(Protocol):
    """When corporations may buy which privates, and for how much; all of it follows from phase, round and private."""

    def closed(self, table: Table) -> tuple[str, str] | None:
        """Why no private can be bought at all now: reason and message, or None."""

    def problem(self, table: Table, private: Private) -> tuple[str, str] | None:
        """Why this private cannot be bought now though others can: reason and message, or None."""

    def prices(self, table: Table, private: Private) -> tuple[int, int]:
        """The least and the most dollars for it."""

    def waits(self, table: Table) -> bool:
        """Whether turns wait for purchases, while they are possible."""


@dataclass(frozen=True)
class PhaseTerms:
    """The phase opens the sale, the prices are printed."""

    def closed(self, table: Table) -> tuple[str, str] | None:
        if not table.phase.buy_privates:
            return "private_phase", f"privates cannot be bought in phase {table.phase.name}"
        return None

    def problem(self, table: Table, private: Private) -> tuple[str, str] | None:
        return None

    def prices(self, table: Table, private: Private) -> tuple[int, int]:
        return table.rules.privates[private.sym].resale

    def waits(self, table: Table) -> bool:
        return True


@dataclass(frozen=True)
class BuyPrivates:
    """At any time of its turn a corporation buys privates from players, while the phase allows it (1846 8.8).

    `waits_for`: turns wait for privates of any player, or only of the president.
    """

    terms: PrivateTerms = field(default_factory=PhaseTerms)
    waits_for: Literal["any", "president"] = "any"
    handles: tuple[type[Action], ...] = (BuyCompany,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def barred(self, table: Table, sym: str) -> tuple[str, str] | None:
        """Why the corporation may buy no private at all now: reason and message, or None."""
        problem = self.terms.closed(table)
        if problem is not None:
            return problem
        if table.state.turn.forced_issue and not table.current_trains(sym):
            return "train_first", f"{sym} has issued shares for a train and must buy it first"
        return None

    def obstacle(self, table: Table, sym: str, row: Private) -> tuple[str, str] | None:
        """Why this private cannot be bought: reason and message, or None."""
        if row.closed:
            return "private_closed", f"{row.sym} is closed"
        if not isinstance(row.owner, int):
            return "private_not_for_sale", f"{row.sym} does not belong to a player"
        problem = self.terms.problem(table, row) or self._no_exchange(table, sym, row)
        if problem is None and table.rules.privates[row.sym].power(MinorPower) is not None:
            return self._no_room(table, sym, row)
        return problem

    def _no_room(self, table: Table, sym: str, row: Private) -> tuple[str, str] | None:
        if table.has_room(sym):
            return None
        return "train_limit", f"{sym} has {len(table.counted_trains(sym))} trains and no room for that of {row.sym}"

    def _no_exchange(self, table: Table, sym: str, row: Private) -> tuple[str, str] | None:
        """Why the corporation could not take the train for which a private is exchanged."""
        train = table.rules.privates[row.sym].power(TrainPower)
        if train is None or not train.closes:
            return None
        most, bought = table.phase.bank_trains, table.state.turn.bank_trains
        if train.counts and most is not None and bought >= most:
            return "one_train_a_turn", f"{sym} has bought {bought} from the bank, and the train of {row.sym} counts"
        return self._no_room(table, sym, row)

    def range(self, table: Table, sym: str, row: Private) -> Range:
        """What the corporation may pay in dollars."""
        low, high = self.terms.prices(table, row)
        return Range(low, min(high, table.corporation(sym).cash))

    def awaited(self, table: Table, row: Corporation, private: Private) -> bool:
        """Whether a turn waits for the purchase of this private, as far as it could be paid."""
        if private.closed or not isinstance(private.owner, int):
            return False
        if self.waits_for == "president" and private.owner != row.president:
            return False
        if self.barred(table, row.sym) is not None or not self.terms.waits(table):
            return False
        if self.terms.problem(table, private) is not None or self._no_exchange(table, row.sym, private) is not None:
            return False
        return row.cash >= self.terms.prices(table, private)[0]

    def open(self, table: Table) -> bool:
        return bool(self.actions(table))

    def actions(self, table: Table) -> tuple[Action, ...]:
        row = operating_corporation(table)
        if row is None or self.barred(table, row.sym) is not None:
            return ()
        state = table.state
        parts = self, row, state.privates, state.phase, state.round, state.turn.bank_trains
        return state.memo.recall(("privates", row.sym), parts, lambda: tuple(self._actions(table, row)))

    def _actions(self, table: Table, row: Corporation) -> Iterator[Action]:
        for private in table.state.privates.values():
            if not isinstance(private.owner, int) or self.obstacle(table, row.sym, private) is not None:
                continue
            prices = self.range(table, row.sym, private)
            if prices.low <= prices.high:
                consent = () if private.owner == row.president else (table.player_id(private.owner),)
                yield BuyCompany(
                    entity=row.sym,
                    entity_type="corporation",
                    company=private.sym,
                    price=prices.low,
                    range=prices,
                    consent_of=consent,
                )

    def resolve(self, table: Table, action: BuyCompany) -> PrivateMove:
        sym = expect_company(table, action)
        if table.ownerless(sym):
            raise table.refuse("no_president", f"{sym} has no president and buys no private")
        private = table.find_private(action.company)
        problem = self.barred(table, sym) or self.obstacle(table, sym, private)
        if problem is not None:
            raise table.refuse(*problem, private.sym)
        low, high = self.terms.prices(table, private)
        if not low <= action.price <= high:
            raise table.refuse("private_price", f"{private.sym} costs ${low} to ${high}, not ${action.price}")
        cash = table.corporation(sym).cash
        if action.price > cash:
            raise table.refuse(
                "not_enough_cash", f"{sym} has ${cash}; ${action.price} cannot be paid for {private.sym}"
            )
        return PrivateMove(sym, private.sym, action.price)

    def play(self, table: Table, move: PrivateMove) -> None:
        state = table.state
        sell_private(table, move.private, move.sym, move.price)
        facts = table.rules.privates[move.private]
        minor = facts.power(MinorPower)
        if minor is not None:
            take_over_minor(table, minor.minor, move.sym)
        train = facts.power(TrainPower)
        if train is not None:
            bring_train(table, train, move.sym)
            if train.closes:
                close_private(table, move.private)
        if facts.power(MarkerPower) is not None:
            state.put_marker(move.private, Marker(move.private, move.sym, state.markers[move.private].hex))
        state.turn = replace(state.turn, begun=True)


@dataclass(frozen=True)
class LastPrivates:
    """The turn ends only when the corporation has declined to buy privates or to use its powers (1846 17.7)."""

    buying: BuyPrivates
    handles: tuple[type[Action], ...] = (Pass,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        row = operating_corporation(table)
        if row is None:
            return False
        if any(self.buying.awaited(table, row, private) for private in table.state.privates.values()):
            return True
        return self._unused_power(table, row.sym)

    def _unused_power(self, table: Table, sym: str) -> bool:
        """Whether a power that works at any time of the turn is unused; whether it could be used is not examined."""
        for private in table.held_privates(sym):
            for power in table.rules.privates[private.sym].powers:
                if power.name in private.used:
                    continue
                if isinstance(power, MarkerPower) and not power.moves:
                    return True
                if isinstance(power, LayPower) and power.window != "track":
                    return True
                if isinstance(power, TokenPower) and power.window == "turn" and not has_token(table, sym, power.hex):
                    return True
        return False

    def skip(self, table: Table) -> None:
        """Nothing to settle."""

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        yield Pass(entity=sym, entity_type="corporation")

    def resolve(self, table: Table, action: Pass) -> str:
        return expect_company(table, action)

    def play(self, table: Table, move: str) -> None:
        turn = table.state.turn
        table.state.turn = replace(turn, step=turn.step + 1)
