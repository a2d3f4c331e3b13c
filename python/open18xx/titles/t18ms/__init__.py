"""18MS: The Railroads Come to Mississippi, for 2 to 4 players."""

from .title import TITLES

__all__ = ["TITLES"]
