"""A bot that looks one action ahead and takes what leaves its player best off."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..actions import Action, Bankrupt, Bid, LayTile, Offer, OfferPrivate, Par, RunRoutes
from ..steps.base import piece
from .appraise import Appraiser
from .random_bot import agrees

if TYPE_CHECKING:
    from .. import _core
    from ..game import Game
    from ..observe import Observation

#: Lays that are carried out to see what they cost, after all have been compared by the routes that they open.
FINALISTS = 3


def unasking(view: Observation) -> list[Action]:
    """The legal actions for which no other player is asked, if there are any."""
    rows = list(view.legal_actions)
    return [action for action in rows if not action.consent_of and not isinstance(action, OfferPrivate)] or rows


def board_with(board: _core.Board, lay: LayTile) -> _core.Board:
    """A board as a lay leaves it."""
    after = board.copy()
    tile, copy = piece(lay.tile, "tile")
    after.lay(lay.hex, tile, copy, lay.rotation)
    return after


class GreedyBot:
    """Tries every action on a game that fits what it sees, and takes the one after which its position is worth most.

    What a position is worth is said in `appraise`: cash, shares, and the dividends to be expected until the game ends.
    It runs the best routes, pays out unless the money has to buy a train, lays track where routes grow, and never asks
    another player for anything. `caution` scales what it fears of a corporation that cannot pay for its next train.
    """

    def __init__(self, rng: random.Random, caution: float = 1.0) -> None:
        self.rng = rng
        self.appraiser = Appraiser(caution)

    def choose(self, view: Observation) -> Action:
        rows = unasking(view)
        if len(rows) == 1:
            return rows[0]
        if isinstance(rows[0], RunRoutes):
            return rows[0]
        if any(isinstance(action, Bid) for action in rows):
            return max(rows, key=lambda action: (self._card(view, action), self.rng.random()))
        game = view.sample(self.rng)
        assert view.player is not None
        seat = game.table().seat_of(view.player)
        candidates = [self._priced(action) for action in rows if not isinstance(action, LayTile | Par)]
        candidates.extend(self._launches(game, seat, [action for action in rows if isinstance(action, Par)]))
        candidates.extend(self._lays(game, seat, [action for action in rows if isinstance(action, LayTile)]))
        return max(candidates, key=lambda action: (self._after(game, seat, action), self.rng.random()))

    def agrees(self, view: Observation, action: Action) -> bool:
        return agrees(view, action)

    def _after(self, game: Game, seat: int, action: Action) -> float:
        """What the position is worth to a seat after an action."""
        if isinstance(action, Bankrupt):
            return float("-inf")
        twin = game.copy(history=False)
        twin.apply(action)
        return self.appraiser.worth(twin.table(), seat)

    def _card(self, view: Observation, action: Action) -> float:
        """What a private offered in a draft brings beyond its price, roughly; taking none brings nothing."""
        if not isinstance(action, Bid):
            return 0.0
        facts = view.rules.privates[action.company]
        return 5 * facts.income - 0.35 * action.price

    def _priced(self, action: Action) -> Action:
        """Between its own purses a player pays the most: money in a treasury is everybody's."""
        if isinstance(action, Offer) and action.range is not None:
            return action.at(action.range.high if action.type == "buy_company" else action.range.low)
        return action

    def _launches(self, game: Game, seat: int, launches: list[Par]) -> Iterator[Action]:
        """Of the launches of a corporation, the dearest, and the dearest that leaves a fifth of the cash."""
        cash = game.table().player(seat).cash
        by_corporation: dict[str, list[tuple[int, Par]]] = {}
        for launch in launches:
            price = int(launch.share_price.split(",")[0])
            by_corporation.setdefault(launch.corporation, []).append((price, launch))
        for sym, prices in by_corporation.items():
            shares = game.rules.corporations[sym].certificates[0] // 10
            modest = [pair for pair in prices if shares * pair[0] <= 0.8 * cash]
            for choices in (prices, modest):
                if choices:
                    yield max(choices, key=lambda pair: pair[0])[1]

    def _lays(self, game: Game, seat: int, lays: list[LayTile]) -> Iterable[Action]:
        """The lays by which the routes of the company grow most."""
        if len(lays) <= FINALISTS:
            return lays
        table = game.table()
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        ranked = []
        for lay in lays:
            board = board_with(table.state.board, lay)
            ranked.append((self.appraiser.prospect(table, sym, board), self.rng.random(), lay))
        ranked.sort(key=lambda row: row[:2], reverse=True)
        return [lay for _, _, lay in ranked[:FINALISTS]]
