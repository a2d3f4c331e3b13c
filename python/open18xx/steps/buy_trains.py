"""Buying trains, from the bank and from other corporations, with the president's help where it is due."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from ..actions import Action, Bankrupt, BuyTrain, Pass, Range, SellShares
from ..model.facts import Face
from ..model.plan import Step
from ..model.power import TrainDiscountPower
from ..model.state import Row, Train
from ..model.table import Table
from ..model.verbs import buy_bank_train, buy_company_train, close_private
from .base import expect_company, owner_of_train
from .forced_issue import must_buy
from .forced_sale import ForcedSale
from .means import BuyingPower
from .train_discount import discounted, least_price, through_private
from .train_money import Assist, Funds, Loans, any_price, collect, no_ban, settle_debt

#: Reason and message of a refusal.
Problem: TypeAlias = "tuple[str, str]"


class TrainMove(Row, frozen=True, gc=False):
    """A train to be bought as this face; `funds` come from the president, `private` closes for its discount."""

    sym: str
    source: str | None
    train: Train
    face: str
    price: int
    funds: Funds = Funds()
    private: str | None = None


@dataclass(frozen=True)
class BuyTrains:
    """Buy trains until the limit; a corporation without any must buy one (1846 8.6, 12).

    `keep_last_train`: when bank and discards are empty, a corporation's only train cannot be bought from it.
    `help_for`: for which trains of the bank the president may add money; `help_others`: up to its face value also for a
    train of another corporation. `ban`: why a train may not be bought from another corporation. `face_value`: whether a
    buyer pays another corporation exactly the price of the face. `assist`: help for a
    corporation that has a train. `loans`: how missing money is lent.
    """

    means: BuyingPower
    sale: ForcedSale
    bankruptcy: Step | None = None
    keep_last_train: bool = False
    help_for: Literal["any", "cheapest"] = "any"
    help_others: bool = False
    ban: Callable[[Table, Train], Problem | None] = no_ban
    face_value: Callable[[Table, str, str], bool] = any_price
    assist: Assist | None = None
    loans: Loans | None = None
    handles: tuple[type[Action], ...] = (BuyTrain, Pass, SellShares, Bankrupt)

    def claims(self, table: Table, action: Action) -> bool:
        return self._part(table, action) is not None

    def _part(self, table: Table, action: Action) -> Step | None:
        """The part of this step that takes an action of another type than a purchase or a pass; else itself."""
        if isinstance(action, SellShares):
            return self.sale if action.entity_type == "player" else self.sale.issue
        if isinstance(action, Bankrupt):
            return self.bankruptcy
        return self

    # When

    def open(self, table: Table) -> bool:
        """Whether to wait for a purchase (1846 17.6); after one from another corporation the site waits once more even
        if the bank is closed to it."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        row = table.state.corporations.get(sym)
        if row is None or row.president is None:
            return False
        return must_buy(table, sym) or self._could_buy(table, sym)

    def _could_buy(self, table: Table, sym: str) -> bool:
        if not table.has_room(sym):
            return False
        if self.means.affords_train(table, sym, 1) and any(
            not train.obsolete and not train.bound and self.ban(table, train) is None
            for other, row in table.state.corporations.items()
            if other != sym
            for train in row.trains
        ):
            return True
        if self._bank_closed(table) and not table.state.turn.last_from_other:
            return False
        prices = [least_price(table, sym, train, face) for train, face in table.bank_trains()]
        return bool(prices) and self.means.affords_train(table, sym, min(prices))

    def _bank_closed(self, table: Table) -> bool:
        """Whether the corporation has bought all trains that the phase lets it buy from the bank in a turn."""
        most = table.phase.bank_trains
        return most is not None and table.state.turn.bank_trains >= most

    def skip(self, table: Table) -> None:
        """A corporation without president buys the cheapest face by itself if it has no train (1846 12.10)."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        if not table.ownerless(sym) or not must_buy(table, sym):
            return
        train, face = min(table.bank_trains(), key=lambda offer: offer[1].price)
        if table.company(sym).cash >= face.price:
            buy_bank_train(table, sym, train, face.name, face.price)

    # What

    def face_obstacle(self, table: Table, sym: str, train: Train, face: Face) -> tuple[str, str] | None:
        """Why this face of a bank train is closed to a corporation: reason and message, or None (1846 12.2-12.6)."""
        row = table.corporation(sym)
        turn = table.state.turn
        if not table.has_room(sym):
            limit = table.train_limit(sym)
            return "train_limit", f"{sym} has {len(table.counted_trains(sym))} trains; the limit is {limit}"
        if self._bank_closed(table):
            return (
                "one_train_a_turn",
                f"{sym} has bought {turn.bank_trains} from the bank, all that it may in this phase",
            )
        funds = self._funds(table, sym, train, face)
        if not isinstance(funds, Funds):
            return funds
        if self._closed_by_issue(table, sym, train, face):
            return (
                "smaller_issue",
                (
                    f"a smaller issue would have done for the {face.name} (${face.price}): {sym} has ${row.cash} after"
                    f" raising ${turn.raised} more than needed for it"
                ),
            )
        if self._closed_by_sale(table, sym, train, face) and not self._stuck(table, sym):
            return (
                "last_share_not_needed",
                f"the last share sold for ${turn.sold_price} was not needed for the {face.name} (${face.price})",
            )
        return None

    def _funds(self, table: Table, sym: str, train: Train, face: Face) -> Funds | Problem:
        """What a face of a bank train takes besides the treasury, or why it cannot be paid (1846 12.5, 18MS 6.2)."""
        cash = table.corporation(sym).cash
        if cash >= face.price:
            return Funds()
        problem = self.sale.helped(table, sym)
        if problem is not None:
            assisted = None if self.assist is None else self.assist.funds(table, sym, train.rank, face.price)
            if assisted is not None:
                return assisted
            return "train_too_expensive", f"{sym} has ${cash}; a {face.name} costs ${face.price} ({problem[1]})"
        cheapest = table.cheapest_price()
        if self.help_for == "cheapest" and face.price > (cheapest or 0):
            return (
                "help_for_cheapest",
                f"the president helps with the cheapest train (${cheapest}), not with a {face.name}",
            )
        purse = self.sale.purse(table, sym)
        loan = 0
        if purse < face.price and self.loans is not None and not self.sale.blocks(table, sym):
            loan = self.loans.missing(table, purse, face.price)
        if purse + loan < face.price:
            return (
                "train_too_expensive",
                f"{sym} and its president have ${purse} together; a {face.name} costs ${face.price}",
            )
        return Funds(face.price - cash, loan=loan)

    def _dearest_side(self, table: Table, train: Train) -> int:
        return max(face.price for face in table.rules.trains[train.rank].faces)

    def _closed_by_issue(self, table: Table, sym: str, train: Train, face: Face) -> bool:
        turn = table.state.turn
        faces = table.rules.trains[train.rank].faces
        if turn.raised is None or len(faces) < 2:
            return False
        cash = table.corporation(sym).cash
        total = cash if self.sale.helped(table, sym) is not None else self.sale.purse(table, sym)
        return total >= self._dearest_side(table, train) and face.price <= cash - turn.raised

    def _closed_by_sale(self, table: Table, sym: str, train: Train, face: Face) -> bool:
        return self.sale.need.closes(table, self.sale.purse(table, sym), train, face)

    def _stuck(self, table: Table, sym: str) -> bool:
        """Whether the test of what was needed closes every face that the money covers and nothing is left to sell."""
        if any(
            isinstance(self._funds(table, sym, train, face), Funds)
            and not self._closed_by_sale(table, sym, train, face)
            for train, face in table.bank_trains()
        ):
            return False
        return self.sale.helped(table, sym) is not None or not self.sale.blocks(table, sym)

    def other_obstacle(self, table: Table, sym: str, source: str, train: Train) -> tuple[str, str] | None:
        """Why a train of another company is not for sale to this corporation: reason and message, or None."""
        if not table.has_room(sym):
            limit = table.train_limit(sym)
            return "train_limit", f"{sym} has {len(table.counted_trains(sym))} trains; the limit is {limit}"
        return self._not_for_sale(table, sym, source, train)

    def _not_for_sale(self, table: Table, sym: str, source: str, train: Train) -> tuple[str, str] | None:
        turn = table.state.turn
        if train.obsolete:
            return "train_obsolete", f"train {train.id} is phased out and cannot be sold"
        if train.bound:
            return "train_bound", f"train {train.id} came with a private and cannot be sold"
        if table.is_minor(source):
            return "minors_train", f"train {train.id} belongs to the minor {source}, which sells no trains"
        if table.corporation(source).president is None:
            return "no_president", f"{source} has no president; its trains cannot be bought"
        if turn.forced_issue or (turn.sold_price is not None and not self.help_others):
            return "bank_only", f"{sym} has issued or its president has sold shares; it must buy from the bank"
        if self.keep_last_train and not table.bank_trains() and len(table.corporation(source).trains) == 1:
            return "last_train", f"the bank is out of trains, so the last train of {source} cannot be bought"
        return self.ban(table, train)

    def other_prices(self, table: Table, sym: str, source: str, train: Train) -> Range:
        """What may be paid for a train of another corporation, in dollars: low above high if nothing."""
        row = table.corporation(sym)
        low, high = 1, row.cash
        face = table.face(train).price
        if self.face_value(table, sym, source):
            return Range(face, min(face, high))
        if self.help_others and row.president is not None and row.cash < face and must_buy(table, sym):
            high = max(high, min(self.sale.purse(table, sym), face))
            sold = table.state.turn.sold_price
            if sold is not None:
                low = max(low, self.sale.purse(table, sym) - sold + 1)
        elif self.assist is not None:
            high = max(high, self.assist.highest(table, sym, train.rank))
        return Range(low, high)

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        row = table.corporation(sym)
        if not must_buy(table, sym):
            yield Pass(entity=sym, entity_type="corporation")
        room = table.has_room(sym)
        for train, face in table.bank_trains() if room else ():
            if self.face_obstacle(table, sym, train, face) is None:
                yield BuyTrain(
                    entity=sym, entity_type="corporation", train=train.id, price=face.price, variant=face.name
                )
        yield from discounted(table, self, sym)
        if room and row.president is not None:
            for source, other in table.state.corporations.items():
                if source == sym:
                    continue
                asked = other.president
                consent = () if asked is None or asked == row.president else (table.player_id(asked),)
                for train in other.trains:
                    prices = self.other_prices(table, sym, source, train)
                    if prices.low > prices.high:
                        continue
                    if self._not_for_sale(table, sym, source, train) is None:
                        yield BuyTrain(
                            entity=sym,
                            entity_type="corporation",
                            train=train.id,
                            price=prices.low,
                            variant=train.face,
                            range=prices,
                            consent_of=consent,
                        )
        if self.sale.issue is not None:
            yield from self.sale.issue.actions(table)
        yield from self.sale.actions(table)
        if self.bankruptcy is not None:
            yield from self.bankruptcy.actions(table)

    def resolve(self, table: Table, action: Any) -> Any:
        part = self._part(table, action)
        if part is None:
            raise table.refuse(
                "wrong_step", f"{action.type} is not possible when trains are bought in {table.rules.title}"
            )
        if part is not self:
            return part, part.resolve(table, action)
        if action.entity_type == "company" and isinstance(action, BuyTrain):
            return self, through_private(table, self, action)
        sym = expect_company(table, action)
        if isinstance(action, Pass):
            if must_buy(table, sym):
                raise table.refuse("must_buy_train", f"{sym} has no train and the bank sells one: it cannot pass")
            return self, None
        source, train = owner_of_train(table, action.train)
        if source == sym:
            raise table.refuse("own_train", f"train {train.id} belongs to {sym} already")
        if source is None:
            return self, self.from_bank(table, sym, train, action)
        return self, self._from_company(table, sym, source, train, action)

    def _asks_help(self, table: Table, sym: str, price: int) -> str | None:
        """The subject of a refusal of what a corporation that has to buy could pay only with help."""
        return "help" if price > table.corporation(sym).cash and must_buy(table, sym) else None

    def _face(self, table: Table, train: Train, wanted: str | None) -> Face:
        """The face of a train of the bank that is to be bought."""
        offers = [(offer, face) for offer, face in table.bank_trains() if offer.id == train.id]
        if not offers:
            names = ", ".join(f"{offer.id} as {face.name} for ${face.price}" for offer, face in table.bank_trains())
            raise table.refuse("train_not_for_sale", f"train {train.id} is not for sale yet; the bank sells {names}")
        name = wanted if wanted is not None else train.rank
        face = next((face for _, face in offers if face.name == name), None)
        if face is None:
            names = " or ".join(side.name for _, side in offers)
            raise table.refuse("no_such_face", f"train {train.id} can be bought as {names}, not as {name!r:.40}")
        return face

    def from_bank(
        self, table: Table, sym: str, train: Train, action: BuyTrain, power: TrainDiscountPower | None = None
    ) -> TrainMove:
        """A purchase from the bank, at a discount if there is one."""
        printed = self._face(table, train, action.variant)
        face = printed if power is None else replace(printed, price=printed.price - power.discount(printed.price))
        row = table.corporation(sym)
        if action.exchange is not None:
            raise table.refuse("no_exchange", "no train is taken in exchange")
        if action.price != face.price:
            table.lenient("train_price", f"a {face.name} costs ${face.price}, not ${action.price}")
            if action.price < 0 or action.price > max(row.cash, face.price):
                raise table.refuse(
                    "train_price", f"${action.price} cannot be paid for a {face.name}; {sym} has ${row.cash}"
                )
        problem = self.face_obstacle(table, sym, train, face)
        if problem is not None and (action.price == face.price or problem[0] != "train_too_expensive"):
            raise table.refuse(*problem, self._asks_help(table, sym, face.price))
        funds = self._funds(table, sym, train, face)
        if action.price != face.price or not isinstance(funds, Funds):
            funds = Funds(max(0, action.price - row.cash))
            if funds.help and (row.president is None or table.player(row.president).cash < funds.help):
                raise table.refuse("train_too_expensive", f"{sym} has ${row.cash}; ${action.price} cannot be paid")
        return TrainMove(sym, None, train, face.name, action.price, funds)

    def _from_company(self, table: Table, sym: str, source: str, train: Train, action: BuyTrain) -> TrainMove:
        problem = self.other_obstacle(table, sym, source, train)
        if problem is not None and problem[0] in ("no_president", "bank_only", "last_train"):
            table.lenient(*problem)
        elif problem is not None:
            raise table.refuse(*problem)
        cash = table.corporation(sym).cash
        prices = self.other_prices(table, sym, source, train)
        if action.price not in prices:
            raise table.refuse(
                "train_price",
                f"train {train.id} of {source} may cost ${prices.low} to ${prices.high}, not ${action.price};"
                f" {sym} has ${cash}",
                self._asks_help(table, sym, action.price) or "other",
            )
        face = train.face
        if action.variant is not None and action.variant != face:
            table.lenient("train_face", f"train {train.id} shows its {face} and keeps it")
            if all(side.name != action.variant for side in table.rules.trains[train.rank].faces):
                raise table.refuse("no_such_face", f"train {train.id} has no face {action.variant!r:.40}")
            face = action.variant
        funds = Funds(max(0, action.price - cash))
        if funds.help and self.assist is not None and not must_buy(table, sym):
            funds = self.assist.funds(table, sym, train.rank, action.price) or funds
        return TrainMove(sym, source, train, face, action.price, funds)

    def play(self, table: Table, move: tuple[Step, Any]) -> None:
        part, resolved = move
        turn = table.state.turn
        if part is not self:
            part.play(table, resolved)
            return
        if resolved is None:
            table.state.turn = replace(turn, step=turn.step + 1)
            return
        assert isinstance(resolved, TrainMove)
        self.buy(table, resolved)

    def buy(self, table: Table, move: TrainMove) -> None:
        """Carry a purchase out; whether another may follow is settled before any discards (1846 17.6)."""
        collect(table, move.sym, move.funds, self.loans)
        if move.private is not None:
            close_private(table, move.private)
        if move.source is None:
            buy_bank_train(table, move.sym, move.train, move.face, move.price)
        else:
            buy_company_train(table, move.sym, move.source, move.train, move.face, move.price)
        settle_debt(table, move.sym)
        turn = table.state.turn
        bank = turn.bank_trains + (move.source is None)
        table.state.turn = turn = replace(
            turn, raised=None, sold_price=None, last_receipt=None, least_receipt=None, bank_trains=bank
        )
        table.state.turn = turn = replace(turn, last_from_other=move.source is not None)
        if not self.open(table):
            turn = replace(turn, step=turn.step + 1)
        table.state.turn = turn
