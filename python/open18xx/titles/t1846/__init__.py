"""1846: The Race for the Midwest, for 3 to 5 players, and its variant for two."""

from .title import TITLES

__all__ = ["TITLES"]
