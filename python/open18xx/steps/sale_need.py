"""How much a president may sell for a train: only what is needed, as each title words it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from ..model.facts import Face
from ..model.state import Train
from ..model.table import Table
from .blocks import Block

#: Reason and message of a refusal, or None.
Problem = tuple[str, str] | None


class SaleNeed(Protocol):
    """Judges sales before, and purchases after them; `purse` is treasury and president's cash together, in dollars."""

    def obstacle(self, table: Table, purse: int, block: Block, rest: Iterable[Block]) -> Problem:
        """Why a block is more than needed; `rest` are all blocks that could be sold otherwise."""

    def closes(self, table: Table, purse: int, train: Train, face: Face) -> bool:
        """Whether what was sold closes a train of the bank."""


def smallest_certificate(table: Table, block: Block) -> int:
    """Dollars that the smallest certificate of a block brings."""
    least = min(block.percent, *(table.certificate_percent(block.sym, index) for index in block.indexes))
    return least // 10 * (block.amount * 10 // block.percent)


def last_part(table: Table, block: Block, rest: Iterable[Block]) -> int:
    """Dollars that the smallest part of a block brings without which it could have been sold, too."""
    smaller = any(
        other.sym == block.sym and other.percent == block.percent - 10 and set(other.indexes) == set(block.indexes)
        for other in rest
    )
    return block.amount * 10 // block.percent if smaller else smallest_certificate(table, block)


@dataclass(frozen=True)
class LastShare:
    """Each sale by itself: the block without its smallest certificate would not do for the target (1846 12.6).

    `target`: the dearest face on sale, or the cheapest train. `faces`: after a sale, a face of a two-faced train is
    closed when the last share was not needed for it.
    """

    target: Literal["dearest", "cheapest"]
    faces: bool = False

    def obstacle(self, table: Table, purse: int, block: Block, rest: Iterable[Block]) -> Problem:
        prices = [face.price for _, face in table.bank_trains()]
        wanted = (max if self.target == "dearest" else min)(prices, default=0)
        short = purse + block.amount - smallest_certificate(table, block)
        if short < wanted:
            return None
        return (
            "sale_not_needed",
            f"without the last share there would be ${short}, enough for the {self.target} train (${wanted})",
        )

    def closes(self, table: Table, purse: int, train: Train, face: Face) -> bool:
        sold = table.state.turn.sold_price
        sides = table.rules.trains[train.rank].faces
        if not self.faces or sold is None or len(sides) < 2:
            return False
        return purse >= max(side.price for side in sides) and face.price <= purse - sold


@dataclass(frozen=True)
class SmallestReceipt:
    """All sales together: what is left after the purchase is less than the smallest amount that one certificate brought
    (18GA 10.4, 18MS 6.2). If every sale still open would break that, the one that leaves least is allowed.

    `target`: the cheapest train, or any train on sale.
    """

    target: Literal["cheapest", "any"]

    def _targets(self, table: Table) -> list[int]:
        prices = sorted({face.price for _, face in table.bank_trains()})
        return prices[:1] if self.target == "cheapest" else prices

    def _fits(self, table: Table, purse: int, block: Block, price: int) -> bool:
        if purse >= price:
            return False
        left = purse + block.amount - price
        receipt = table.state.turn.least_receipt
        least = smallest_certificate(table, block)
        return left < (least if receipt is None else min(receipt, least))

    def obstacle(self, table: Table, purse: int, block: Block, rest: Iterable[Block]) -> Problem:
        targets = self._targets(table)
        if any(self._fits(table, purse, block, price) for price in targets):
            return None
        open_targets = [price for price in targets if purse < price]
        if open_targets:
            others = [*rest]
            if not any(self._fits(table, purse, other, price) for other in others for price in targets) and (
                block.amount <= min((other.amount for other in others), default=block.amount)
            ):
                return None
        left = purse + block.amount - (open_targets or targets)[0]
        return "sale_not_needed", f"${left} would be left, no less than the smallest receipt of a certificate"

    def closes(self, table: Table, purse: int, train: Train, face: Face) -> bool:
        receipt = table.state.turn.least_receipt
        return self.target == "any" and receipt is not None and purse - face.price >= receipt


@dataclass(frozen=True)
class LastCertificate:
    """Each sale as for the dearest train; the train bought is one for which the last certificate sold was needed
    (18Dixie 4.7.1d, U36)."""

    def obstacle(self, table: Table, purse: int, block: Block, rest: Iterable[Block]) -> Problem:
        wanted = max((face.price for _, face in table.bank_trains()), default=0)
        short = purse + block.amount - last_part(table, block, rest)
        if short < wanted:
            return None
        return (
            "sale_not_needed",
            f"without the last share there would be ${short}, enough for the dearest train (${wanted})",
        )

    def closes(self, table: Table, purse: int, train: Train, face: Face) -> bool:
        receipt = table.state.turn.last_receipt
        return receipt is not None and purse - receipt >= face.price


@dataclass(frozen=True)
class NoNeed:
    """More than needed may be sold."""

    def obstacle(self, table: Table, purse: int, block: Block, rest: Iterable[Block]) -> Problem:
        return None

    def closes(self, table: Table, purse: int, train: Train, face: Face) -> bool:
        return False
