"""What the bank asks for its loans in 18MS (18MS 4.2.5.2, M14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class LoanTerms(Protocol):
    """Interest in dollars."""

    def charge(self, amount: int) -> int:
        """What a loan begins with."""

    def interest(self, debt: int) -> int:
        """What a debt grows by after a stock round."""


@dataclass(frozen=True)
class HalfDown:
    """Half of it, rounded down, at once and after each stock round."""

    def charge(self, amount: int) -> int:
        return amount // 2

    def interest(self, debt: int) -> int:
        return debt // 2


@dataclass(frozen=True)
class FiftyThenHalfUp:
    """$50 at once, half of it, rounded up, after each stock round."""

    def charge(self, amount: int) -> int:
        return 50

    def interest(self, debt: int) -> int:
        return (debt + 1) // 2
