"""Games between bots: one, or as many as you like on all cores or a cluster.

>>> from open18xx.sim import simulate
>>> result = simulate("1846", "random", games=2, seed=1, players=3)
>>> len(result.records), result.summary.games
(2, 2)
"""

from .bots import Bot, Factory, Spec, factories, factory, make, register
from .greedy import GreedyBot
from .invariants import InvariantBroken, broken, check
from .job import GameFailed, game_seed
from .play import MAX_ACTIONS, decide, play, play_one, seat_bots
from .random_bot import RandomBot
from .ray_executor import RayExecutor
from .search import SearchBot
from .simulate import Simulation, simulate
from .stats import Record, Standing, Statistic, StatisticFactory, Summary, Tally
from .workers import GamesLost, Loss

__all__ = [
    "MAX_ACTIONS",
    "Bot",
    "Factory",
    "GameFailed",
    "GamesLost",
    "GreedyBot",
    "InvariantBroken",
    "Loss",
    "RandomBot",
    "RayExecutor",
    "Record",
    "SearchBot",
    "Simulation",
    "Spec",
    "Standing",
    "Statistic",
    "StatisticFactory",
    "Summary",
    "Tally",
    "broken",
    "check",
    "decide",
    "factories",
    "factory",
    "game_seed",
    "make",
    "play",
    "play_one",
    "register",
    "seat_bots",
    "simulate",
]
