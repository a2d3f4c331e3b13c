"""What players will have when the game ends, if companies go on with the trains that they have and can pay for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.plan import FixedCalendar
from ..rounds.operating import OperatingRound
from ..steps.dividend import PayDividend, PriceMove
from .appraise import Appraiser, treasury
from .survey import Survey

if TYPE_CHECKING:
    from ..model.market import Cell
    from ..model.rules import Rules
    from ..model.state import Train
    from ..model.table import Table

#: Operating rounds that a game goes on with a broken bank, and with a full one.
LAST_ROUNDS, ALL_ROUNDS = 1.0, 13.0
#: How revenues grow until the bank is empty.
GROWTH = 1.3
#: Trains that a floated company buys in an operating round, on average.
PACE = 0.5
#: What a dollar left in a treasury is worth to whoever owns the whole corporation.
TREASURY = 0.35
#: What the president loses by each dollar that a corporation lacks for the train that it must own.
SHORTAGE = 1.0
#: How much of its revenue a corporation can put aside for its next train.
SAVING = 0.5
#: How much of the dividends to come is counted.
TRUST = 0.9
#: Incomes that a private still pays at most, and the part of its price that somebody will pay for it.
INCOMES, PRIVATE = 5.0, 0.5
#: How much of what trains could run for on better track is counted beside what they run for today.
PROMISE = 0.5
#: Rounds that never come.
NEVER = 100.0
#: What a corporation is worth that has not floated and may never do so.
GROUNDED = 0.35


class Outlook:
    """Projects positions to the end of the game."""

    def __init__(self, appraiser: Appraiser, survey: Survey) -> None:
        self.appraiser = appraiser
        self.survey = survey

    def values(self, table: Table) -> list[float]:
        """Dollars that each seat will have at the end, by seat."""
        state = table.state
        rounds = self.rounds_left(table)
        values = []
        for seat, player in enumerate(state.players):
            value = float(player.cash - player.debt)
            for private in table.held_privates(seat):
                facts = table.rules.privates[private.sym]
                value += min(rounds, INCOMES) * facts.income + PRIVATE * facts.price
            values.append(value - 1000.0 * player.bankrupt)
        for sym, row in state.corporations.items():
            if row.closed or row.par is None:
                continue
            share, shortage = self.share(table, sym, rounds)
            for seat in range(len(values)):
                percent = table.percent(sym, seat)
                if percent:
                    values[seat] += percent / 10 * share
            if row.president is not None:
                values[row.president] -= shortage
        return values

    def share(self, table: Table, sym: str, rounds: float) -> tuple[float, float]:
        """Dollars that a tenth of a corporation brings until the end, and what its president has to add for trains."""
        row = table.state.corporations[sym]
        if not row.floated and table.rules.capital == "full":
            held = table.player_percent(sym)
            return table.price(sym) * (GROUNDED + (1 - GROUNDED) * held / 100), 0.0
        spans, cash, saved, shortage = self._future(table, sym, rounds)
        paid = sum(span * revenue for span, revenue in spans) - saved
        price = self._last_price(table.rules, table.cell(sym), spans)
        return price + TRUST * paid / 10 + TREASURY * max(0.0, cash) / 10, shortage

    def rounds_left(self, table: Table) -> float:
        """Operating rounds to come, by the calendar, the bank's money and the end of the chart."""
        state = table.state
        if state.ending is not None:
            return 0.0
        rounds = LAST_ROUNDS + (ALL_ROUNDS - LAST_ROUNDS) * max(0, state.bank) / table.rules.bank
        running = sum(self._today(table, sym) for sym, row in state.corporations.items() if row.floated)
        if running:
            rounds = min(rounds, LAST_ROUNDS + max(0, state.bank) / (GROWTH * running))
        calendar = table.rules.calendar
        if isinstance(calendar, FixedCalendar):
            rounds = calendar.last - self._done(table)
        return max(0.0, min(rounds, self._chart(table)))

    def _done(self, table: Table) -> int:
        """Operating rounds that are over."""
        now = table.state.round
        return (now.turn - 1) * table.phase.operating_rounds + (now.number - 1 if now.kind == "Operating" else 0)

    def _chart(self, table: Table) -> float:
        """Payments until a price comes to a cell that ends the game."""
        market = table.rules.market
        ends = [cell for cell, flags in market.flags.items() if "end" in flags]
        if not ends:
            return NEVER
        top = max(table.state.stacks, key=lambda cell: (market.prices[cell], cell), default=None)
        return NEVER if top is None else max(1.0, max(cell[1] for cell in ends) - top[1] + 0.7 * top[0])

    def _today(self, table: Table, sym: str) -> int:
        faces = tuple(sorted(train.face for train in table.company(sym).trains))
        return self.appraiser.best_run(table, sym, table.state.board, faces) if faces else 0

    def _future(self, table: Table, sym: str, rounds: float) -> tuple[list[tuple[float, float]], float, float, float]:
        """Spans of rounds with their revenues, what is left in the treasury, what is kept of the revenues for the next
        train, and what the president has to add."""
        board = table.state.board
        run = self.appraiser.best_run
        cash = float(treasury(table, sym))
        trains = sorted((self._life(table, train), train.face) for train in table.company(sym).trains)
        spans: list[tuple[float, float]] = []
        clock, shortage, saved = 0.0, 0.0, 0.0
        access = self.survey.access(table, sym)
        while True:
            faces = tuple(sorted(face for life, face in trains if life > clock))
            end = min((life for life, _ in trains if life > clock), default=rounds)
            if not faces:
                offer = self._offer(table, clock)
                if offer is None or clock >= rounds:
                    break
                name, price = offer
                cash -= price
                if cash < 0:
                    saved = min(-cash, SAVING * sum(span * revenue for span, revenue in spans))
                    shortage = SHORTAGE * (-cash - saved) if clock < rounds - 1 else 0.0
                    cash = 0.0
                faces, end = (name,), rounds
                clock += 0.0 if clock else 0.5
            today = float(run(table, sym, board, faces))
            promise = PROMISE if today else PROMISE * access
            revenue = today + promise * max(0.0, self.appraiser.guess(table, faces) - today)
            end = min(end, rounds)
            if end > clock:
                spans.append((end - clock, revenue))
            clock = max(clock, end)
            if clock >= rounds:
                break
        return spans, cash, saved, shortage

    def _life(self, table: Table, train: Train) -> float:
        """Operating rounds that a train will still run."""
        facts = table.rules.trains[train.rank]
        if train.obsolete:
            return 1.0
        life = NEVER
        if facts.leaves_after is not None:
            life = facts.leaves_after - self._done(table)
        for rank in (facts.obsolete_on, facts.rusts_on):
            if rank is not None:
                life = min(life, self._until(table, rank) + (0.8 if rank == facts.obsolete_on else 0.0))
        return max(life, 0.0)

    def _until(self, table: Table, rank: str) -> float:
        """Operating rounds until the first train of a rank is sold."""
        for ahead, train in enumerate(table.state.depot.upcoming):
            if train.rank == rank:
                return (ahead + 1) / self._pace(table)
        return NEVER

    def _pace(self, table: Table) -> float:
        """Trains that the bank sells in an operating round."""
        return max(1.0, PACE * sum(row.floated and not row.closed for row in table.state.corporations.values()))

    def _offer(self, table: Table, clock: float) -> tuple[str, int] | None:
        """The train, name and price, that the bank will sell after so many rounds."""
        if not clock:
            offers = table.bank_trains()
            if not offers:
                return None
            face = min((face for _, face in offers), key=lambda face: face.price)
            return face.name, face.price
        upcoming = table.state.depot.upcoming
        if not upcoming:
            return None
        train = upcoming[min(len(upcoming) - 1, round(clock * self._pace(table)))]
        face = min(table.rules.trains[train.rank].faces, key=lambda face: face.price)
        return face.name, face.price

    def _last_price(self, rules: Rules, cell: Cell, spans: list[tuple[float, float]]) -> float:
        """The share price at the end, when all revenues are paid out."""
        moves, market = price_moves(rules), rules.market
        for span, revenue in spans:
            for _ in range(round(span)):
                paid = int(revenue)
                steps = moves(paid, market.prices[cell]) if moves is not None else 0
                cell = market.steps(cell, steps) if steps else cell
        return float(market.prices[cell])


def price_moves(rules: Rules) -> PriceMove | None:
    """How the share price follows a dividend, by the title's dividend step; None without one."""
    plan = rules.plans.get("Operating")
    steps = plan.turn_steps if isinstance(plan, OperatingRound) else ()
    return next((step.moves for step in steps if isinstance(step, PayDividend)), None)
