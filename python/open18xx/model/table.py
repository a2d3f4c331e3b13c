"""The table: the rules and the state of one game, and what can be read off them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..actions import Action
from ..errors import IllegalAction, InvalidAction
from .events import Event
from .facts import Face, Phase
from .market import Cell
from .memo import Deeds, Holdings, Ladder, Offers
from .power import Kind
from .rules import Rules
from .state import MARKET, PREFERRED_BOX, UNSOLD, Corporation, Holder, Minor, Owner, Player, Private, State, Train


class Table:
    """What steps may know: the rules, the state, and the events of the action in progress.

    `recorded` lets pass what 18xx.games lets pass in its own files; each such case adds a line to `report`.
    """

    __slots__ = ("events", "recorded", "report", "rules", "state")

    def __init__(self, rules: Rules, state: State, *, recorded: bool = False) -> None:
        self.rules = rules
        self.state = state
        self.recorded = recorded
        self.events: list[Event] = []
        self.report: list[str] = []

    # Refusals

    def refuse(self, reason: str, message: str, subject: str | None = None) -> IllegalAction:
        """The error for a thing used against a rule, with the title's citation for the subject, or the kind of
        round."""
        return IllegalAction(message, reason, self.rules.cite(reason, subject or self.state.round.kind))

    def lenient(self, reason: str, message: str, subject: str | None = None) -> None:
        """Let a recorded action pass with a line in the report; refuse it in live play."""
        if not self.recorded or reason in self.rules.strict:
            raise self.refuse(reason, message, subject)
        self.report.append(f"{message} [{self.rules.cite(reason, subject or self.state.round.kind)}]")

    # Players

    def seat_of(self, entity: object) -> int:
        """The seat of a player id; raises InvalidAction for an unknown one."""
        for index, seat in enumerate(self.state.seats):
            if seat.id == entity and type(seat.id) is type(entity):
                return index
        raise InvalidAction(f"no player {entity!r:.80} in this game", "entity")

    def known(self, action: Action) -> None:
        """Raise InvalidAction for an action of nobody in the game."""
        if action.entity_type == "player":
            self.seat_of(action.entity)
            return
        state = self.state
        rows: dict[str, Collection[object]] = {
            "corporation": state.corporations.keys(),
            "minor": state.minors.keys(),
            "company": state.privates.keys(),
        }
        if action.entity not in rows[action.entity_type]:
            raise InvalidAction(f"no {action.entity_type} {action.entity!r:.80} in this game", "entity")

    def player_id(self, seat: int) -> int | str:
        """The id of a seat in the game file."""
        return self.state.seats[seat].id

    def player_name(self, seat: int) -> str:
        """The name of a seat."""
        return self.state.seats[seat].name

    def player(self, seat: int) -> Player:
        """The row of a seat."""
        return self.state.players[seat]

    def solvent(self) -> tuple[int, ...]:
        """The seats that are not bankrupt, in seat order."""
        memo, players = self.state.memo, self.state.players
        if memo.players is not players:
            seats = tuple(seat for seat, player in enumerate(players) if not player.bankrupt)
            if seats != memo.solvent:
                memo.solvent = seats
            memo.players = players  # Last: another thread that sees these rows has to find their seats.
        return memo.solvent

    def seats_from(self, first: int) -> Iterator[int]:
        """All seats, clockwise from `first`."""
        count = len(self.state.players)
        return ((first + step) % count for step in range(count))

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise that is not bankrupt."""
        for other in self.seats_from(seat + 1):
            if not self.state.players[other].bankrupt:
                return other
        return seat

    # Companies

    def corporation(self, sym: str) -> Corporation:
        """The row of a corporation in the game."""
        return self.state.corporations[sym]

    def find_corporation(self, sym: object, field: str = "corporation") -> Corporation:
        """The row of a corporation named in an action; raises InvalidAction for an unknown one."""
        row = self.state.corporations.get(sym) if isinstance(sym, str) else None
        if row is None:
            raise InvalidAction(f"no corporation {sym!r:.80} in this game", field)
        return row

    def find_private(self, sym: object, field: str = "company") -> Private:
        """The row of a private named in an action; raises InvalidAction for an unknown one."""
        row = self.state.privates.get(sym) if isinstance(sym, str) else None
        if row is None:
            raise InvalidAction(f"no private {sym!r:.80} in this game", field)
        return row

    def open_corporations(self) -> list[Corporation]:
        """Corporations in play or still available, in the order of the title."""
        return [row for row in self.state.corporations.values() if not row.closed]

    def company(self, sym: str) -> Corporation | Minor:
        """The row of a corporation or minor."""
        row = self.state.corporations.get(sym)
        return self.state.minors[sym] if row is None else row

    def is_minor(self, sym: str) -> bool:
        """Whether a company is a minor."""
        return sym in self.state.minors

    def minor_private(self, minor: str) -> Private:
        """The private that stands for a minor."""
        return self.state.privates[self.rules.minor_privates[minor]]

    def minor_owner(self, minor: str) -> int | None:
        """The seat that owns a minor in the game."""
        row = self.state.minors[minor]
        owner = None if row.closed else self.minor_private(minor).owner
        return owner if isinstance(owner, int) else None

    def controller(self, sym: str) -> int | None:
        """The seat that decides for a company: president, or owner of a minor."""
        if sym in self.state.minors:
            return self.minor_owner(sym)
        return self.state.corporations[sym].president

    # Shares

    def certificates(self, sym: str, holder: Holder) -> tuple[int, ...]:
        """The certificates of a holder, in the order they came."""
        return self.state.certificates[sym].get(holder, ())

    def certificate_percent(self, sym: str, index: int) -> int:
        """Percent of one certificate."""
        return self.rules.corporations[sym].certificates[index]

    def percent(self, sym: str, holder: Holder) -> int:
        """Percent of a corporation that a holder has."""
        held = self.state.certificates[sym].get(holder)
        if not held:
            return 0
        known = self.rules.percents[sym]
        percent = known.get(held)
        if percent is None:
            percents = self.rules.corporations[sym].certificates
            percent = known[held] = sum(percents[index] for index in held)
        return percent

    def player_percent(self, sym: str) -> int:
        """Percent of a corporation in players' hands."""
        return 100 - self.percent(sym, UNSOLD) - self.percent(sym, MARKET) - self.percent(sym, PREFERRED_BOX)

    def limited_percent(self, sym: str, seat: int) -> int:
        """Percent of a corporation that counts for the holding limit: all but preferred shares."""
        facts = self.rules.corporations[sym]
        percent = self.percent(sym, seat)
        if not facts.preferred or not percent:
            return percent
        return percent - sum(
            facts.certificates[index] for index in self.certificates(sym, seat) if index in facts.preferred
        )

    def price(self, sym: str) -> int:
        """Share price in dollars, 0 before the launch."""
        cell = self.state.corporations[sym].cell
        return 0 if cell is None else self.rules.market.prices[cell]

    def cell(self, sym: str) -> Cell:
        """The cell of a launched corporation."""
        cell = self.state.corporations[sym].cell
        assert cell is not None
        return cell

    def ownerless(self, sym: str) -> bool:
        """Whether a floated corporation has no president (receivership)."""
        row = self.state.corporations.get(sym)
        return row is not None and row.floated and row.president is None

    @property
    def holdings(self) -> Holdings:
        """Who holds how many certificates, as far as it has been worked out."""
        state = self.state
        known = state.memo.holdings
        if (
            known is None
            or known.certificates is not state.certificates
            or known.stacks is not state.stacks
            or known.privates is not state.privates
        ):
            known = state.memo.holdings = Holdings(state.certificates, state.privates, state.stacks)
        return known

    def certificate_count(self, seat: int) -> int:
        """Certificates that count for the limit: shares and privates, each one."""
        holdings = self.holdings
        known = holdings.players.get(seat)
        return (self._survey(holdings, seat) if known is None else known)[0]

    def over_limit(self, seat: int) -> bool:
        """Whether a player is above the certificate limit or the holding limit (1846 5.6)."""
        holdings = self.holdings
        known = holdings.players.get(seat)
        return (self._survey(holdings, seat) if known is None else known)[1]

    def _survey(self, holdings: Holdings, seat: int) -> tuple[int, bool]:
        """Count a player's certificates and compare with the limits."""
        count = len(self.held_privates(seat))
        flags, most = self.rules.market.flags, self.rules.holding_limit
        over = False
        for sym, holders in holdings.certificates.items():
            held = holders.get(seat)
            if held:
                cell = self.state.corporations[sym].cell
                if cell is None or "free" not in flags[cell]:
                    count += len(held)
                over = over or self.limited_percent(sym, seat) > most
        found = holdings.players[seat] = count, over or count > self.certificate_limit()
        return found

    def certificate_limit(self) -> int:
        """The certificate limit by corporations still in the game."""
        holdings = self.holdings
        if holdings.limit is None:
            holdings.limit = self._limit()
        return holdings.limit

    def _limit(self) -> int:
        table = self.rules.certificate_limit
        merged = self.rules.certificate_limit_after_merger
        if merged is not None and any(self.rules.corporations[sym].formed_from for sym in self.state.corporations):
            return merged
        if len(table) == 1:
            return next(iter(table.values()))
        number = sum(not row.closed for row in self.state.corporations.values())
        return table.get(number) or table[min(table) if number < min(table) else max(table)]

    @property
    def deeds(self) -> Deeds:
        """Who owns which privates."""
        memo, privates = self.state.memo, self.state.privates
        known = memo.deeds
        if known is None or known.privates is not privates:
            known = memo.deeds = Deeds(privates)
        return known

    def held_privates(self, owner: Owner) -> tuple[Private, ...]:
        """Open privates of a player or corporation, blanks aside."""
        return self.deeds.owned.get(owner, ())

    @property
    def ladder(self) -> Ladder:
        """Who stands where in the market."""
        memo, stacks = self.state.memo, self.state.stacks
        known = memo.ladder
        if known is None or known.stacks is not stacks:
            known = memo.ladder = Ladder(stacks, self.rules.market)
        return known

    def market_order(self) -> tuple[str, ...]:
        """Launched corporations by descending price, equal prices farther right first, then in the order of arrival."""
        return self.ladder.order

    def operating_order(self) -> list[str]:
        """Floated corporations in the order of the market."""
        corporations = self.state.corporations
        return [sym for sym in self.market_order() if corporations[sym].floated]

    # Trains and phases

    @property
    def phase(self) -> Phase:
        """The phase in force."""
        return self.rules.phases[self.state.phase]

    def face(self, train: Train) -> Face:
        """The face that a train shows."""
        return self.rules.faces[train.face]

    def current_trains(self, sym: str) -> list[Train]:
        """A company's trains that are not phased out."""
        return [train for train in self.company(sym).trains if not train.obsolete]

    def counted_trains(self, sym: str) -> list[Train]:
        """A company's trains that count for the train limit."""
        return list(self.company(sym).trains) if self.rules.obsolete_counts else self.current_trains(sym)

    def train_limit(self, sym: str) -> int:
        """The train limit of a corporation."""
        own = self.rules.corporations[sym].train_limit
        return self.phase.train_limit if own is None else own

    def has_room(self, sym: str) -> bool:
        """Whether a corporation is below the train limit."""
        return len(self.counted_trains(sym)) < self.train_limit(sym)

    def bank_trains(self) -> tuple[tuple[Train, Face], ...]:
        """What the bank sells: the next train and the discarded ones, each face; of equal faces the first discarded."""
        state = self.state
        known = state.memo.offers
        if known is None or known.depot is not state.depot or known.phase != state.phase:
            known = state.memo.offers = Offers(state.depot, state.phase, tuple(self._offers()))
        return known.faces

    def _offers(self) -> list[tuple[Train, Face]]:
        depot = self.state.depot
        offers: list[tuple[Train, Face]] = []
        seen: set[tuple[str, str]] = set()
        ahead = self._ahead()
        for train in (*ahead, *depot.discarded):
            pile = "next" if train in ahead else train.face
            if (train.rank, pile) in seen:
                continue
            seen.add((train.rank, pile))
            facts = self.rules.trains[train.rank]
            sides = facts.faces if train in ahead or not facts.keeps_face else (self.face(train),)
            offers.extend((train, face) for face in sides)
        return offers

    def _ahead(self) -> tuple[Train, ...]:
        """The next train of the bank, and the first of each rank that is on sale beside it by now."""
        upcoming = self.state.depot.upcoming
        found = list(upcoming[:1])
        for rank, facts in self.rules.trains.items():
            phase = facts.on_sale_from
            if phase is not None and self.state.phase >= self.rules.phase_index[phase]:
                found += [train for train in upcoming if train.rank == rank and train not in found][:1]
        return tuple(found)

    def cheapest_price(self) -> int | None:
        """List price of the cheapest train that the bank sells, in dollars."""
        return min((face.price for _, face in self.bank_trains()), default=None)

    # Powers

    def power_of(self, sym: str, kind: type[Kind]) -> Kind | None:
        """The power of this kind of a private."""
        return self.rules.privates[sym].power(kind)

    def powers(self, owner: Owner, kind: type[Kind]) -> tuple[tuple[Private, Kind], ...]:
        """The open privates that serve a company, or belong to a seat, and have a power of this kind, with it."""
        if isinstance(owner, str) and self.rules.powers_of == "president":
            president = self.state.corporations[owner].president if owner in self.state.corporations else None
            if president is None:
                return ()
            owner = president
        deeds = self.deeds
        if owner not in deeds.owned:
            return ()
        known = deeds.powers.get((owner, kind))
        if known is None:
            facts = self.rules.privates
            rows = ((row, facts[row.sym].power(kind)) for row in deeds.owned[owner])
            known = deeds.powers[owner, kind] = tuple((row, power) for row, power in rows if power is not None)
        return known

    def serves(self, row: Private, sym: Owner | None) -> bool:
        """Whether the power of a private may be used for a company."""
        if row.closed or row.owner is None or not isinstance(sym, str):
            return False
        if self.rules.powers_of == "president" and sym in self.state.corporations:
            return row.owner == self.state.corporations[sym].president
        return row.owner == sym

    # Worth

    def worth(self, seat: int) -> int:
        """Cash less debt, shares at market price and privates at list price, in dollars."""
        player = self.state.players[seat]
        total = player.cash - player.debt
        for sym in self.state.certificates:
            held = self.percent(sym, seat)
            if held:
                total += held // 10 * self.price(sym)
        return total + sum(self.rules.privates[row.sym].price for row in self.held_privates(seat))
