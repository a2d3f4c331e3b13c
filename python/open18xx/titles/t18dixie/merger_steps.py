"""The questions of a merger (18Dixie 5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ...actions import Action, Bankrupt, RemoveToken, SellShares
from ...model.events import WentBankrupt
from ...model.plan import Actor
from ...model.state import UNSOLD, Interrupt
from ...model.table import Table
from ...model.verbs import BANK, pay
from ...model.verbs.shares import settle_swaps
from ...steps.ask_choice import AskChoice
from ...steps.base import expect_seat
from ...steps.blocks import Block, candidates, obstacle
from ...steps.place_token import city_text, find_city
from ...steps.sale_need import last_part
from ...steps.sell_shares import named_block, sale_of, sell
from . import merger

#: Names of choices.
MERGE, REFUSE = "merge", "decline"
SELL, REDEEM, LOSE = "sell", "redeem", "pass"


def _asked_to_merge(table: Table) -> Actor:
    top = table.state.pending[-1]
    return "corporation", merger.parents(table, top.subject)[top.data[0]]


def _answers(table: Table) -> tuple[str, ...]:
    """Both presidents may say either."""
    return MERGE, REFUSE


def _merge(table: Table, top: Interrupt, choice: str) -> None:
    if choice == REFUSE:
        return
    place, second = top.data
    first = table.corporation(merger.parents(table, top.subject)[0]).president
    if place == 0 and first != second and not merger.merges_alone(table, top.subject):
        table.state.pending = (*table.state.pending, replace(top, data=(1, second)))
    else:
        merger.form(table, top.subject, second)


#: The presidents of both corporations agree, or it is off for ever; one who presides over both is asked once.
ASK_CONSENT = AskChoice(_answers, _merge, _asked_to_merge)


@dataclass(frozen=True)
class PayPenalty:
    """A president who is short of money for the missing shares sells stock, no more than needed (18Dixie 5.4b,
    4.7.1d)."""

    handles: tuple[type[Action], ...] = (SellShares, Bankrupt)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _debt(self, table: Table) -> tuple[int, int]:
        """The player, and what it has to pay in dollars."""
        seat, due = table.state.pending[-1].data
        return seat, due

    def asked(self, table: Table) -> Actor | None:
        return "player", self._debt(table)[0]

    def open(self, table: Table) -> bool:
        seat, due = self._debt(table)
        return table.player(seat).cash < due

    def obstacle(self, table: Table, seat: int, block: Block) -> tuple[str, str] | None:
        """Why a block may not be sold for the penalty: reason and message, or None."""
        problem = obstacle(table, seat, block.sym, block.indexes, block.percent)
        if problem is not None:
            return problem
        due = self._debt(table)[1]
        short = table.player(seat).cash + block.amount - last_part(table, block, self.possible(table, seat))
        if short >= due:
            return "sale_not_needed", f"without the last share there would be ${short}, enough for ${due}"
        return None

    def possible(self, table: Table, seat: int) -> Iterator[Block]:
        """The blocks that the rules let a player sell, however much is needed."""
        for sym, row in table.state.corporations.items():
            if row.cell is not None:
                for block in candidates(table, seat, sym):
                    if obstacle(table, seat, sym, block.indexes, block.percent) is None:
                        yield block

    def actions(self, table: Table) -> Iterator[Action]:
        seat, _ = self._debt(table)
        player = table.player_id(seat)
        for block in self.possible(table, seat):
            if self.obstacle(table, seat, block) is None:
                yield sale_of(player, block)
        if self.shortfall(table) is None:
            yield Bankrupt(entity=player, entity_type="player")

    def shortfall(self, table: Table) -> tuple[str, str] | None:
        """Why bankruptcy is refused: reason and message, or None."""
        seat, due = self._debt(table)
        trial = Table(table.rules, table.state.copy())
        self._sell_all(trial, seat)
        cash = trial.player(seat).cash
        if cash >= due:
            return "not_insolvent", f"cash and sales reach ${cash}; the penalty is ${due}"
        return None

    def _sell_all(self, table: Table, seat: int) -> None:
        while True:
            blocks = list(self.possible(table, seat))
            if not blocks:
                return
            sell(table, seat, max(blocks, key=lambda block: block.amount), "bankruptcy")
            settle_swaps(table)

    def resolve(self, table: Table, action: SellShares | Bankrupt) -> Block | None:
        seat, _ = self._debt(table)
        expect_seat(table, action, seat)
        if isinstance(action, Bankrupt):
            problem = self.shortfall(table)
            if problem is not None:
                raise table.refuse(*problem)
            return None
        block = named_block(table, action, seat)
        problem = self.obstacle(table, seat, block)
        if problem is not None:
            raise table.refuse(*problem)
        return block

    def play(self, table: Table, move: Block | None) -> None:
        state = table.state
        seat, _ = self._debt(table)
        if move is not None:
            sell(table, seat, move, "penalty")
            return
        self._sell_all(table, seat)
        pay(table, seat, BANK, table.player(seat).cash, "bankruptcy")
        # The question stays open, so that nothing follows before the game ends.
        state.put_player(seat, replace(state.players[seat], bankrupt=True))
        table.events.append(WentBankrupt(seat))


def _for_odd_share(table: Table) -> list[str]:
    """What the player may do with the share."""
    top = table.state.pending[-1]
    price = table.price(top.subject)
    left = merger.small_unclaimed(table, top.subject)
    able = table.player(top.data[0]).cash >= price - price // 2
    return [SELL, *([REDEEM] if left and able else []), LOSE]


def _settle_odd_share(table: Table, top: Interrupt, choice: str) -> None:
    seat, system = top.data[0], top.subject
    price = table.price(system)
    for card in merger.old_shares(table, system, seat):
        merger.drop_share(table, card, seat)
        if choice == SELL:
            pay(table, BANK, seat, price // 2, "odd share")
        elif choice == REDEEM:
            pay(table, seat, BANK, price - price // 2, "odd share")
            merger.give(table, system, tuple(merger.small_unclaimed(table, system)[:1]), UNSOLD, seat)


#: What becomes of a share of a predecessor that found no second one (18Dixie 5.4d, U25).
ASK_ODD_SHARE = AskChoice(_for_odd_share, _settle_odd_share)


@dataclass(frozen=True)
class GiveUpTokens:
    """The president chooses which tokens a new system keeps (18Dixie 5.4h)."""

    handles: tuple[type[Action], ...] = (RemoveToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def _system(self, table: Table) -> str:
        return table.state.pending[-1].subject

    def asked(self, table: Table) -> Actor | None:
        return "corporation", self._system(table)

    def open(self, table: Table) -> bool:
        return merger.surplus(table, self._system(table)) > 0

    def actions(self, table: Table) -> Iterator[Action]:
        system = self._system(table)
        board = table.state.board
        for hex_id, city in board.tokens(system):
            slot = board.city_tokens(hex_id, city).index(system)
            text = city_text(table, hex_id, city)
            yield RemoveToken(entity=system, entity_type="corporation", city=text, slot=slot)

    def resolve(self, table: Table, action: RemoveToken) -> tuple[str, int]:
        system = self._system(table)
        if (action.entity_type, action.entity) != ("corporation", system):
            raise table.refuse("out_of_turn", f"{system} gives up tokens first")
        place = find_city(table, action.city)
        if place not in table.state.board.tokens(system):
            raise table.refuse("no_such_token", f"{system} has no token in city {place[1]} of {place[0]}")
        return place

    def play(self, table: Table, move: tuple[str, int]) -> None:
        table.state.edit_board().remove_token(self._system(table), *move)
