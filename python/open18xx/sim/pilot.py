"""A fast policy that plays all seats of an imagined game on, for a look into the future."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import engine
from ..actions import Action, Bankrupt, BuyShares, BuyTrain, Dividend, Par, Pass, RunRoutes
from ..errors import IllegalAction
from ..model.state import MARKET, UNSOLD
from ..model.table import Table
from .outlook import Outlook

if TYPE_CHECKING:
    from ..model.plan import Step


def after(table: Table, action: Action) -> Table:
    """The position after an action, apart from the one before. Raises IllegalAction."""
    twin = Table(table.rules, table.state)
    step, move = engine.resolve(twin, action)
    twin.state = twin.state.copy()
    engine.play(twin, step, move)
    return twin


#: Stock turns of each player in a look, after which all pass.
STOCK_TURNS = 3


class Pilot:
    """Decides at once: companies run, pay and buy the trains that they need, players buy the shares that pay most."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self._ratings: dict[str, float] = {}
        self._rounds: float | None = None

    def fly(self, table: Table, rounds: int, limit: int) -> Table:
        """Play on until so many operating rounds are over, at most `limit` actions; the table itself moves on."""
        where = table.state.round
        begun = where.kind == "Operating"
        left = rounds
        stock = STOCK_TURNS * len(table.state.players)
        self._forget()
        for _ in range(limit):
            if table.state.ending is not None or table.state.round.kind not in ("Stock", "Operating"):
                break
            if table.state.round.kind == "Stock":
                stock -= 1
            action = self._pass(table) if stock < 0 and not table.state.pending else self.choose(table)
            if action is None:
                break
            step, move = engine.resolve(table, action)
            table.events.clear()
            engine.play(table, step, move)
            now = table.state.round
            if (now.kind, now.turn, now.number) != (where.kind, where.turn, where.number):
                left -= begun
                stock = STOCK_TURNS * len(table.state.players)
                where, begun = now, now.kind == "Operating"
                if left <= 0:
                    break
        return table

    def choose(self, table: Table) -> Action | None:
        """The next action; None if there is none."""
        if table.state.pending:
            return self._first(table)
        steps = engine.steps_now(table)
        if table.state.round.kind == "Stock":
            return self._stock(table, steps)
        blocking = steps[-1]
        handles = blocking.handles
        if RunRoutes in handles:
            return next(iter(blocking.actions(table)), None) or self._first(table)
        if Dividend in handles:
            return self._dividend(table, blocking)
        if BuyTrain in handles:
            return self._train(table, blocking)
        return self._pass(table)  # Track and tokens cost more time than they tell in so short a look.

    def _pass(self, table: Table) -> Action | None:
        actor = engine.asked(table)
        if actor is None:
            return None
        kind, who = actor
        entity = table.player_id(who) if isinstance(who, int) else who
        action = Pass(entity=entity, entity_type=kind)
        try:
            engine.resolve(table, action)
        except IllegalAction:
            return self._first(table)
        return action

    def _first(self, table: Table) -> Action | None:
        """A pass if there is one, else the first legal action that ruins nobody."""
        rows = list(engine.legal_actions(table))
        rows.sort(key=lambda action: (isinstance(action, Bankrupt), not isinstance(action, Pass)))
        return rows[0] if rows else None

    def _dividend(self, table: Table, step: Step) -> Action | None:
        """All is paid out, unless a train has to be bought for which the money lacks."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        wanted = "payout"
        price = table.cheapest_price()
        if price is not None and not table.current_trains(sym) and table.company(sym).cash < price:
            wanted = "withhold"
        rows = list(step.actions(table))
        return next((row for row in rows if isinstance(row, Dividend) and row.kind == wanted), rows[0])

    def _train(self, table: Table, step: Step) -> Action | None:
        """The dearest train of the bank that the treasury pays, for a company without; else none."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        row = table.company(sym)
        if table.current_trains(sym):
            price = table.cheapest_price()
            if price is None or len(table.current_trains(sym)) > 1 or row.cash < price or not table.has_room(sym):
                return self._pass(table)
        offers = [
            action
            for action in step.actions(table)
            if isinstance(action, BuyTrain) and not action.consent_of and action.price <= row.cash and action.price > 1
        ]
        if offers:
            return max(offers, key=lambda action: action.price)
        return self._pass(table)

    def _stock(self, table: Table, steps: tuple[Step, ...]) -> Action | None:
        """The share that brings most for its price; without a corporation of one's own, a launch."""
        seat = table.state.turn.entity
        assert isinstance(seat, int)
        cash = table.player(seat).cash
        rated = []
        for sym, row in table.state.corporations.items():
            if row.cell is not None and not row.closed and table.price(sym) <= cash:
                rating = self._rating(table, sym, seat, cash)
                if rating > 1:
                    rated.append((rating, sym))
        for _, sym in sorted(rated, reverse=True):
            purchase = self._purchase(table, sym, seat)
            if purchase is not None:
                return purchase
        if not any(row.president == seat and not row.closed for row in table.state.corporations.values()):
            launch = self._launch(table, steps, cash)
            if launch is not None:
                return launch
        return self._pass(table)

    def _purchase(self, table: Table, sym: str, seat: int) -> Action | None:
        """The purchase of a share, if it is possible."""
        for source in (UNSOLD, MARKET):
            for index in reversed(table.certificates(sym, source)):
                if not index:
                    continue
                action = BuyShares(entity=table.player_id(seat), entity_type="player", shares=(f"{sym}_{index}",))
                try:
                    engine.resolve(table, action)
                except IllegalAction:
                    break
                return action
        return None

    def _rating(self, table: Table, sym: str, seat: int, cash: int) -> float:
        """What a share brings for each dollar; one's own corporation has to float first of all."""
        row = table.state.corporations[sym]
        if not row.floated and table.rules.capital == "full":
            missing = table.rules.corporations[sym].float_percent - table.player_percent(sym)
            if row.president == seat and missing // 10 * table.price(sym) <= cash:
                return 100.0
            return 90.0 if missing <= 10 else 0.0
        known = self._ratings.get(sym)
        if known is None:
            if self._rounds is None:
                self._rounds = self.outlook.rounds_left(table)
            price = table.price(sym)
            known = self.outlook.share(table, sym, self._rounds)[0] / price if price else 0.0
            self._ratings[sym] = known
        return known

    def _forget(self) -> None:
        """Rate shares anew: the ratings hold for one stock round, in which nothing runs."""
        self._ratings.clear()
        self._rounds = None

    def _launch(self, table: Table, steps: tuple[Step, ...], cash: int) -> Action | None:
        """The dearest launch that its president can float alone."""
        best: tuple[int, Action] | None = None
        for step in steps:
            if Par not in step.handles:
                continue
            for action in step.actions(table):
                if isinstance(action, Par):
                    price = int(action.share_price.split(",")[0])
                    if shares_to_float(table, action.corporation) * price <= cash and (best is None or price > best[0]):
                        best = price, action
        return None if best is None else best[1]


def shares_to_float(table: Table, sym: str) -> int:
    """Tenths of a corporation that somebody has to buy before it operates."""
    facts = table.rules.corporations[sym]
    return max(facts.float_percent, facts.certificates[0]) // 10
