"""open18xx: an engine for the railway games called 18xx.

>>> import open18xx
>>> game = open18xx.new_game("1846", 3, seed=1)
>>> game.turn.entity
3
"""

from .actions import Action
from .errors import IllegalAction, InvalidAction, ReplayError, StaleVersion
from .game import BestRoute, BestRun, Game, Outcome, Turn
from .games18xx import dump, load, new_game
from .legal import LegalActions
from .observe import Observation
from .titles import titles
from .version import __version__
from .view import VISITOR

__all__ = [
    "VISITOR",
    "Action",
    "BestRoute",
    "BestRun",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "LegalActions",
    "Observation",
    "Outcome",
    "ReplayError",
    "StaleVersion",
    "Turn",
    "__version__",
    "dump",
    "load",
    "new_game",
    "titles",
]
