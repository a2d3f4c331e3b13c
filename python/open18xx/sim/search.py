"""A bot that tries its best few ideas on a game that fits what it sees, and looks where each of them leads."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..actions import Action, Bankrupt, Bid, BuyShares, BuyTrain, Dividend, LayTile, Offer, Par, Respond, SellShares
from ..model.table import Table
from .greedy import GreedyBot, board_with, unasking
from .outlook import Outlook
from .pilot import Pilot, after, shares_to_float
from .random_bot import useful_bids
from .survey import Survey

if TYPE_CHECKING:
    from ..observe import Observation

#: Actions that a look into the future goes at most.
LONGEST = 160
#: Lays that are surveyed: those with equally good routes up to so many, and so many in any case.
MOST_SURVEYS, FEWEST_SURVEYS = 24, 6
#: Dollars of a round that a dollar for a tile has to bring.
LAY_COST = 0.12
#: Dollars a share that each dollar of stops around a home is worth.
SITE = 1.0
#: Dollars by which it has to be better to wait: others may not leave the chance that the look into the future sees.
PATIENCE = 8.0

#: Kinds of actions that are looked into; other decisions are taken by what they bring at once.
SEARCHED = frozenset((BuyShares, SellShares, Par, BuyTrain, Dividend, LayTile, Respond))
#: Actions that are among the ideas in any case.
ALWAYS = frozenset(("pass", "withhold"))


class SearchBot(GreedyBot):
    """Plays the few most promising actions on with a fast policy, and takes the one that leads to the best position.

    `width`: how many actions of a decision are played on. `depth`: operating rounds of such a look.
    `margin`: dollars by which a stock action may look worse at once than the best one, and still be played on; it does
    not hold where shares fill the treasury, since such a purchase always looks worse than it is. `rivalry`: what it
    takes a dollar of the others, on average, to be worth against one of its own.
    """

    def __init__(
        self,
        rng: random.Random,
        width: int = 4,
        depth: int = 2,
        margin: float = 60.0,
        rivalry: float = 0.4,
        caution: float = 1.0,
    ) -> None:
        super().__init__(rng, caution)
        if width < 1 or depth < 1:
            raise ValueError(f"width and depth are at least 1, not {width} and {depth}")
        self.width = width
        self.depth = depth
        self.margin = margin
        self.rivalry = rivalry
        self.survey = Survey()
        self.outlook = Outlook(self.appraiser, self.survey)
        self.pilot = Pilot(self.outlook)

    def choose(self, view: Observation) -> Action:
        rows = unasking(view)
        if len(rows) == 1:
            return rows[0]
        kinds = {type(action) for action in rows}
        if Bid in kinds and any(isinstance(action, Bid) and action.range is not None for action in rows):
            return self._auction(view, rows)
        if view.turn is None or view.turn.round not in ("Stock", "Operating") or not kinds & SEARCHED:
            return super().choose(view)
        game = view.sample(self.rng)
        assert view.player is not None
        table = game.table()
        seat = table.seat_of(view.player)
        if LayTile in kinds:
            return self._build(table, seat, rows)
        return self._search(table, seat, rows)

    def _build(self, table: Table, seat: int, rows: list[Action]) -> Action:
        """The lay after which the company runs for most, today and with what its track leads to; or what else brings
        more."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        best = self._best_lay(table, sym, [row for row in rows if isinstance(row, LayTile)])
        now = self.appraiser.worth(table, seat)
        others = []
        for action in rows:
            if isinstance(action, LayTile) or action.type == "pass":
                continue
            priced = self._priced(action)
            others.append((self.appraiser.worth(after(table, priced), seat) - now, priced))
        if others:
            gain, action = max(others, key=lambda row: row[0])
            if gain > 0:
                return action
        if best is not None:
            lay = best[1]
            cost = table.company(sym).cash - after(table, lay).company(sym).cash
            if best[0] >= LAY_COST * cost:
                return lay
        return next((action for action in rows if action.type == "pass"), best[1] if best is not None else rows[0])

    def _best_lay(self, table: Table, sym: str, lays: list[LayTile]) -> tuple[float, LayTile] | None:
        """The lay by which a company's track gains most, and how many dollars of a round; the survey, which costs more,
        looks at the lays with the best routes only."""
        before = table.state.board
        base = self.appraiser.prospect(table, sym, before) + self.survey.promise(table, sym, before)
        ranked = []
        for lay in lays:
            board = board_with(before, lay)
            ranked.append((self.appraiser.prospect(table, sym, board), self.rng.random(), lay, board))
        ranked.sort(key=lambda row: row[:2], reverse=True)
        even = sum(row[0] == ranked[0][0] for row in ranked)
        best: tuple[float, LayTile] | None = None
        for prospect, _, lay, board in ranked[: min(MOST_SURVEYS, max(FEWEST_SURVEYS, even))]:
            gain = prospect + self.survey.promise(table, sym, board) - base
            if best is None or gain > best[0]:
                best = gain, lay
        return best

    def _search(self, table: Table, seat: int, rows: list[Action]) -> Action:
        ideas = self._ideas(table, seat, rows)
        if len(ideas) == 1:
            return ideas[0][1]
        results = []
        for _, action, position in ideas:
            end = self.pilot.fly(Table(table.rules, position.state.copy()), self.depth, LONGEST)
            results.append((self._value(end, seat) + self._extra(table, action), action))
        return max(results, key=lambda result: result[0])[1]

    def _extra(self, table: Table, action: Action) -> float:
        """Dollars that no look into the future sees: the place of a corporation, and chances that others may take."""
        if isinstance(action, Par):
            return SITE * self.survey.site(table, action.corporation)
        return -PATIENCE if action.type == "pass" else 0.0

    def _ideas(self, table: Table, seat: int, rows: list[Action]) -> list[tuple[float, Action, Table]]:
        """The actions with the best outlook, each with the position after it; what ends the turn is among them."""
        found: list[tuple[float, Action, Table]] = []
        rest: list[tuple[float, Action, Table]] = []
        top = float("-inf")
        for action in self._variety(table, seat, rows):
            if isinstance(action, Bankrupt):
                continue
            position = after(table, action)
            value = self._value(position, seat) + 1e-6 * self.rng.random()
            top = max(top, value)
            if isinstance(action, Par):
                value += SITE * self.survey.site(table, action.corporation)
            row = value, action, position
            (rest if action.type in ALWAYS else found).append(row)
        if not found and not rest:
            return [(0.0, rows[0], table)]
        found.sort(key=lambda row: -row[0])
        if table.state.round.kind == "Stock" and table.rules.capital == "full":
            found = [row for row in found if row[0] >= top - self.margin]
        return found[: self.width] + rest

    def _variety(self, table: Table, seat: int, rows: list[Action]) -> list[Action]:
        """The actions without those that differ in nothing that matters."""
        kept: list[Action] = []
        seen: set[object] = set()
        cash = table.player(seat).cash
        launches: dict[str, list[tuple[int, Par]]] = {}
        for action in rows:
            if isinstance(action, Par):
                price = int(action.share_price.split(",")[0])
                launches.setdefault(action.corporation, []).append((price, action))
            elif isinstance(action, BuyShares):
                sym, _, index = action.shares[0].rpartition("_")
                holder = next((who for who, held in table.state.certificates[sym].items() if int(index) in held), None)
                key = sym, holder, action.percent
                if key not in seen:
                    seen.add(key)
                    kept.append(action)
            elif isinstance(action, Offer):
                kept.append(self._priced(action))
            else:
                kept.append(action)
        for sym, prices in launches.items():
            shares = shares_to_float(table, sym)
            alone = [pair for pair in prices if shares * pair[0] <= cash]
            modest = [pair for pair in prices if shares * pair[0] <= 0.75 * cash]
            picks = {max(choice)[0] for choice in (prices, alone, modest) if choice}
            kept.extend(action for price, action in prices if price in picks)
        return kept

    def _value(self, table: Table, seat: int) -> float:
        """What a position is worth: one's own outlook against that of the others."""
        values = self.outlook.values(table)
        own = values.pop(seat)
        return own - self.rivalry * sum(values) / max(1, len(values))

    def _auction(self, view: Observation, rows: list[Action]) -> Action:
        """Bid for what is worth more than it costs, at the lowest bid; a private is worth its price and some income."""
        best: tuple[float, Action] | None = None
        for action in useful_bids(view, rows):
            if not isinstance(action, Bid):
                continue
            facts = view.rules.privates[action.company]
            gain = facts.price + 1.5 * facts.income - action.price
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, action
        if best is not None:
            return best[1]
        return next((action for action in rows if action.type == "pass"), rows[0])
