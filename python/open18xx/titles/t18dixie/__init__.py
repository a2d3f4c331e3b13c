"""18Dixie: The Railways Come to the Deep South, for 3 to 6 players."""

from .title import TITLES

__all__ = ["TITLES"]
