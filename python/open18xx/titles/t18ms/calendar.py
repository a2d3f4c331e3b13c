"""What follows what in 18MS, and when it ends (18MS 1.3, 5)."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.power import TrainPower
from ...model.table import Table
from ...model.verbs import begin_phase, owe, scrap_rank
from ...rounds.operating import start_round
from .loans import LoanTerms

#: Operating rounds of a set.
ROUNDS = 2
#: The operating round after which the game ends, and the one that an optional rule adds to the last set.
LAST, ELEVENTH = 10, 11


def or_number(table: Table) -> int:
    """The number of the operating round in progress, counted through the game; 0 outside of one."""
    done = table.state.round
    return ROUNDS * (done.turn - 1) + done.number if done.kind == "Operating" else 0


def leaving_rank(table: Table) -> str | None:
    """The rank of trains that leaves the game after this operating round."""
    number = or_number(table)
    return next((rank for rank, facts in table.rules.trains.items() if facts.leaves_after == number), None)


@dataclass(frozen=True)
class FixedCalendar:
    """Privates are chosen, then five sets of a stock round and two operating rounds follow (18MS 1.1).

    `green_in`: the operating round that begins the second phase, if no train does; `last`: the one that ends the game.
    """

    green_in: int | None
    last: int
    loans: LoanTerms

    def begin(self, table: Table) -> None:
        start_round(table, "Draft", 1, 1)

    def after_action(self, table: Table) -> str | None:
        return None

    def after_round(self, table: Table) -> str | None:
        done = table.state.round
        if done.kind == "Draft":
            start_round(table, "Stock", 1, 1)
        elif done.kind == "Stock":
            self._charge(table)
            self._operate(table, done.turn, 1)
        else:
            return self._after_operating(table)
        return None

    def _after_operating(self, table: Table) -> str | None:
        done = table.state.round
        self._remove(table)
        number = or_number(table)
        if number >= self.last:
            return "fixed_round"
        if number % ROUNDS or number + 1 == self.last:
            self._operate(table, done.turn, done.number + 1)
        else:
            start_round(table, "Stock", done.turn + 1, 1)
        return None

    def _operate(self, table: Table, turn: int, number: int) -> None:
        if ROUNDS * (turn - 1) + number == self.green_in and not table.state.phase:
            begin_phase(table, 1)
        start_round(table, "Operating", turn, number)

    def _remove(self, table: Table) -> None:
        """The trains whose time is over leave with their salvage (18MS 4.2.5.1)."""
        rank = leaving_rank(table)
        if rank is None:
            return
        powers = (facts.power(TrainPower) for facts in table.rules.privates.values())
        unpaid = {power.train for power in powers if power is not None and not power.salvage}
        scrap_rank(table, rank, table.rules.trains[rank].salvage, unpaid)

    def _charge(self, table: Table) -> None:
        """Debts grow at the end of a stock round (18MS 4.2.5.2)."""
        for seat, player in enumerate(table.state.players):
            owe(table, seat, self.loans.interest(player.debt), "interest")
