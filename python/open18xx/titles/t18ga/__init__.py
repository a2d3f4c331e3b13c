"""18GA: The Railroads Come to Georgia, for 3 to 5 players."""

from .title import TITLES

__all__ = ["TITLES"]
