"""What a position is worth to a player: what it would score now, and what is still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .. import _core
    from ..model.table import Table

#: Operating rounds that a game goes on with a broken bank, and with a full one.
LAST_ROUNDS, ALL_ROUNDS = 2.0, 14.0
#: What a dollar in a treasury is worth to whoever owns the whole corporation.
TREASURY = 0.5
#: How much of a guessed revenue counts beside the revenue of today's track.
GUESS = 0.3
#: Dollars that a stop pays in the first phase, and what each phase adds.
STOP, STOP_PER_PHASE = 20, 10
#: Incomes that a private still pays.
INCOMES = 4
#: What the president fears of each dollar that a corporation lacks for the train that it must own.
FEAR = 1.0
#: Entries of the memory of best runs.
MEMORY = 20_000


def treasury(table: Table, sym: str) -> int:
    """Dollars of a company, with the capital that the bank will pay a corporation which has not floated yet."""
    row = table.state.corporations.get(sym)
    if row is None:
        return table.company(sym).cash
    capital = 10 * row.par if table.rules.capital == "full" and row.par is not None and not row.floated else 0
    return row.cash + capital


class Appraiser:
    """Values positions; it remembers the best runs of boards that it has seen."""

    def __init__(self, caution: float = 1.0) -> None:
        self.caution = caution
        self._runs: dict[object, int] = {}

    def worth(self, table: Table, seat: int) -> float:
        """Dollars that a position is worth to a seat: cash, shares with the dividends to come, privates, less fears."""
        player = table.player(seat)
        if player.bankrupt:
            return -1000.0
        rounds = self.rounds_left(table)
        total = float(player.cash)
        for sym, row in table.state.corporations.items():
            percent = 0 if row.closed or row.par is None else table.percent(sym, seat)
            if not percent:
                continue
            part = percent / 100
            total += percent // 10 * table.price(sym) + part * rounds * self.revenue(table, sym)
            if row.president == seat:
                total += TREASURY * part * treasury(table, sym) - self._fear(table, sym, seat)
            else:
                total += TREASURY / 2 * part * treasury(table, sym)
        for private in table.held_privates(seat):
            facts = table.rules.privates[private.sym]
            total += INCOMES * facts.income if facts.income else facts.price / 2
        return total

    def rounds_left(self, table: Table) -> float:
        """Operating rounds that the game will go on, judged by the bank's money."""
        if table.state.ending is not None:
            return 0.0
        return LAST_ROUNDS + (ALL_ROUNDS - LAST_ROUNDS) * max(0, table.state.bank) / table.rules.bank

    def revenue(self, table: Table, sym: str) -> float:
        """Dollars of revenue to be expected each round: of today's track, and a guess of what track will come."""
        faces = self._fleet(table, sym)
        if not faces:
            return 0.0
        run = self.best_run(table, sym, table.state.board, faces)
        return (1 - GUESS) * run + GUESS * max(run, self.guess(table, faces))

    def prospect(self, table: Table, sym: str, board: _core.Board) -> float:
        """Dollars that a company would run for on this board, today and with a longer train."""
        faces = tuple(train.face for train in table.company(sym).trains if not train.ran) or self._fleet(table, sym)
        dream = self._longest(table)
        today = self.best_run(table, sym, board, faces) if faces else 0
        return today + 0.5 * self.best_run(table, sym, board, (dream,))

    def best_run(self, table: Table, sym: str, board: _core.Board, faces: tuple[str, ...]) -> int:
        """Dollars of the best run of a company with these trains."""
        rules = table.rules.run_rules(table, sym)
        key = board.position_hash, sym, faces, id(rules)
        known = self._runs.get(key)
        if known is None:
            if len(self._runs) >= MEMORY:
                self._runs.clear()
            trains = [table.rules.route_trains[face] for face in faces]
            known = self._runs[key] = board.best_run(sym, trains, rules).revenue
        return known

    def _fleet(self, table: Table, sym: str) -> tuple[str, ...]:
        """The trains that a company will run: its own that last, else the dearest that its treasury can buy."""
        lasting = tuple(sorted(train.face for train in table.current_trains(sym)))
        if lasting:
            return lasting
        cash = treasury(table, sym)
        affordable = [(face.price, face.name) for _, face in table.bank_trains() if face.price <= cash]
        return (max(affordable)[1],) if affordable else ()

    def guess(self, table: Table, faces: tuple[str, ...]) -> int:
        """Dollars that trains would run for on track as good as it usually is in this phase."""
        stop = STOP + STOP_PER_PHASE * table.state.phase
        return sum(stop * self._stops(table, face) for face in faces)

    def _stops(self, table: Table, name: str) -> int:
        face = table.rules.faces[name]
        return sum(number for _, number in face.pay or face.limits)

    def _longest(self, table: Table) -> str:
        """The longest face of the next rank that the bank has beyond the one it sells."""
        upcoming = table.state.depot.upcoming
        ranks = list(dict.fromkeys(train.rank for train in upcoming)) or list(table.rules.trains)[-1:]
        faces = table.rules.trains[ranks[min(1, len(ranks) - 1)]].faces
        return max(faces, key=lambda face: self._stops(table, face.name)).name

    def _fear(self, table: Table, sym: str, seat: int) -> float:
        """Dollars that the president may have to add for a train; those that are not there count twice."""
        price = table.cheapest_price()
        cash = treasury(table, sym)
        if price is None or table.current_trains(sym) or cash >= price:
            return 0.0
        missing = price - cash
        return self.caution * FEAR * (missing + max(0, missing - table.player(seat).cash))
