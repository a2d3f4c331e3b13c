"""18MS, put together from data, shared steps and policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ...model.facts import Components, Phase, PrivateFacts, for_players
from ...model.market import Market
from ...model.power import AnyPower, LayPower, TrainDiscountPower, TrainPower
from ...model.rules import Rules
from ...model.sale import SaleRules, down_per_share
from ...model.state import MARKET, Seat, State
from ...model.verbs import close_privates
from ...rounds.draft import DraftRound
from ...rounds.operating import OperatingRound
from ...rounds.stock import StockRound
from ...steps.buy_private import BuyPrivates, LastPrivates
from ...steps.buy_shares import BuyCertificate, LaunchCorporation
from ...steps.buy_trains import BuyTrains
from ...steps.discard_train import DiscardTrains
from ...steps.dividend import PayDividend, right_if_paid
from ...steps.draft import ChoosePrivate
from ...steps.forced_sale import ForcedSale
from ...steps.home_token import PlaceHomeTokens
from ...steps.lay_track import UNTESTED, LayTrack
from ...steps.means import BuyingPower
from ...steps.pass_turn import PassStockTurn
from ...steps.place_token import PlaceOneToken, TokenPrices
from ...steps.private_lay import LayThroughPrivate
from ...steps.run_trains import RunTrains
from ...steps.sale_need import NoNeed, SmallestReceipt
from ...steps.sell_shares import SellShareBlock, not_in_first_round
from ...steps.together import Together
from ...steps.token_discount import PlaceAtDiscount
from ...steps.trade_private import TradePrivates
from ...steps.train_money import Assist, Loans, no_ban
from ..setup import fresh_state
from ..title import RULEBOOK, SITE, Option, Title, limits_by_corporations, load_components, load_data, load_map
from . import policies
from .calendar import ELEVENTH, LAST, FixedCalendar
from .loans import FiftyThenHalfUp, HalfDown, LoanTerms

_PACKAGE = __package__ or ""

#: The train that the Mississippi Central is exchanged for (18MS 10.III.4).
SPECIAL_TRAIN = "2+-4"
#: The phase of the first 6-Train.
HIGH_VALUES = "6"
#: Further trains for which a president assists, and the dollars that it costs him besides (M9).
ASSISTED, ASSIST_FEE = frozenset(("5", "6", "2D", "5D")), 50
#: What the site does not check when it loads a file (M21).
UNCHECKED = UNTESTED | {"token_not_connected", "track_not_continued"}

OPTIONS = (
    Option("private_incomes", 10, 15, (10, 15), "M1: income of AGS and M&M in dollars"),
    Option("ags_cost", "normal", "free", ("normal", "free"), "M2: what the extra tile of AGS costs"),
    Option("mo_discount", 90, 100, (90, 100), "M3: what M&O takes off a train in dollars"),
    Option("mc_purchase", "bank_train", "gift", ("bank_train", "gift"), "M4: what the special train of MC counts as"),
    Option("private_window", "or_3", "or_1", ("or_3", "or_1"), "M5: from which round majors buy privates"),
    Option("green", "first_3", "or_2", ("first_3", "or_2"), "M6: what brings the green tiles"),
    Option("bank_trains_per_turn", 1, None, (1, None), "M8: trains from the bank in a turn; None is any number"),
    Option("president_assist", False, True, (False, True), "M9: a president helps with a further train"),
    Option("ebuy_presidencies", "own", "all", ("own", "all"), "M10: presidencies that no forced sale may change"),
    Option("ebuy_oversell", False, True, (False, True), "M11: a president may sell more than a train takes"),
    Option("ebuy_from_majors", "never", "value", ("never", "value"), "M12: president's money for a major's train"),
    Option("ebuy_when_affordable", False, True, (False, True), "M13: help though the treasury covers some train"),
    Option("loans", "rulebook", "rulebook", ("rulebook", "18xx"), "M14, M15: how the bank lends"),
    Option("new_orleans", "end", "city", ("end", "city"), "M16: New Orleans ends routes, or is passed to a town"),
    Option("tile_set", "18dixie", "2020", ("18dixie", "2020"), "M17: the mix of tiles"),
    Option("chattanooga_hex", None, "B10", (None, "B10"), "M18: the hex in which a tile connects Chattanooga"),
    Option("private_trade", "either", "none", ("either", "none"), "M19: whether players trade privates"),
    Option("late_trade", "held", "routes", ("held", "routes"), "M20: what makes trains count as operated"),
    Option("lenient_replay", False, True, (False, True), "M21: recorded lays and stations pass without their checks"),
    Option("draft_price", "list", "recorded", ("list", "recorded"), "M26: what a recorded selection costs"),
    Option("mm_new_orleans", "bonus", "none", ("bonus", "none"), "M28: what half-price stations earn in New Orleans"),
    Option("extra_tile_colours", "yellow", "any", ("yellow", "any"), "M29: the colours of extra tiles"),
    Option("extra_tile_connection", "continue", "reached", ("continue", "reached"), "M30: where extra tiles go"),
    Option("bs_timing", "turn", "track", ("turn", "track"), "M31: when BS lays its tiles"),
    Option("president_split", "bare", "any", ("bare", "any"), "M25: who may sell half of a president's certificate"),
    Option("strict_routes", False, False, (False, True), "the best run is demanded"),
)


@dataclass(frozen=True)
class Edition:
    """What options and optional rules come to."""

    options: Mapping[str, Any]
    optional_rules: tuple[str, ...]

    @property
    def overlays(self) -> tuple[str, ...]:
        """The data files that change the map and the tiles."""
        files = {"tiles_18dixie.json": ("tile_set", "18dixie"), "new_orleans_end.json": ("new_orleans", "end")}
        return tuple(name for name, (option, value) in files.items() if self.options[option] == value)

    @property
    def loans(self) -> LoanTerms:
        """What the bank asks for loans."""
        return HalfDown() if self.options["loans"] == "rulebook" else FiftyThenHalfUp()

    @property
    def selling(self) -> SellShareBlock:
        """Sales in stock turns."""
        return SellShareBlock(once=False, after_purchase=True, ban=not_in_first_round)

    @property
    def window(self) -> policies.PrivateWindow:
        """When majors buy privates."""
        late = self.options["private_window"] == "or_3"
        exchange_from = 3 if self.options["mc_purchase"] == "bank_train" else 2
        return policies.PrivateWindow(3 if late else 2, () if late else policies.EARLY, exchange_from)

    def citations(self) -> dict[str, str]:
        """The sections; where New Orleans may be passed, a route through it breaks other rules."""
        found: dict[str, str] = load_data(_PACKAGE, "citations.json")
        passed = self.options["new_orleans"] == "city"
        return {
            reason: text for reason, text in found.items() if not (passed and reason.endswith(policies.NEW_ORLEANS))
        }

    def calendar(self) -> FixedCalendar:
        """The order of the rounds."""
        green_in = 2 if self.options["green"] == "or_2" else None
        return FixedCalendar(green_in, ELEVENTH if "or_11" in self.optional_rules else LAST, self.loans)

    def phases(self, box: Components) -> tuple[Phase, ...]:
        """The phases; the second one begins by the calendar where green tiles do."""
        dated = self.options["green"] == "or_2"
        return tuple(
            replace(
                phase,
                on=() if dated and index == 1 else phase.on,
                bank_trains=self.options["bank_trains_per_turn"],
            )
            for index, phase in enumerate(box.phases)
        )

    def privates(self, box: Components) -> dict[str, PrivateFacts]:
        """The privates with incomes and powers of the edition."""
        incomes = load_data(_PACKAGE, "components.json")["second_edition"]["incomes"]
        later = self.options["private_incomes"] == 15
        return {
            facts.sym: replace(
                facts,
                income=incomes.get(facts.sym, facts.income) if later else facts.income,
                powers=tuple(self._power(facts.sym, power) for power in facts.powers),
            )
            for facts in box.privates
        }

    def _power(self, sym: str, power: AnyPower) -> AnyPower:
        options = self.options
        if isinstance(power, LayPower):
            yellow = options["extra_tile_colours"] == "yellow"
            continues = options["extra_tile_connection"] == "continue"
            return replace(
                power,
                free=power.free or options["ags_cost"] == "free",
                colours=("yellow",) if yellow else None,
                upgrades=not yellow,
                connection="track_or_city" if continues else "reached",
                continues=continues,
                window="track" if power.lays > 1 and options["bs_timing"] == "track" else power.window,
            )
        if isinstance(power, TrainDiscountPower):
            return replace(power, amount=options["mo_discount"])
        if isinstance(power, TrainPower) and options["mc_purchase"] == "gift":
            return replace(power, bound=True, counts=False, salvage=True)
        return power


def build(
    title: Title, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: tuple[str, ...]
) -> Rules:
    """The rules of a game for this number of players."""
    edition = Edition(options, optional_rules)
    box = load_components(_PACKAGE)
    site_bank = load_data(_PACKAGE, "components.json")["second_edition"]["bank"]

    def setup(rules: Rules, seats: tuple[Seat, ...], seed: int | float) -> State:
        return fresh_state(
            rules,
            seats,
            rng=seed,
            corporations=rules.corporations,
            privates=rules.privates,
            deck=tuple(rules.privates),
            aside=(SPECIAL_TRAIN,),
        )

    return Rules(
        title=title.name,
        ruleset=ruleset,
        options=options,
        optional_rules=optional_rules,
        players=players,
        map=load_map(_PACKAGE, *edition.overlays),
        market=Market(box.market),
        phases=edition.phases(box),
        trains={facts.rank: facts for facts in box.trains},
        corporations={facts.sym: facts for facts in box.corporations},
        minors={},
        privates=edition.privates(box),
        bank=site_bank if ruleset == SITE else for_players(box.bank, players),
        cash=for_players(box.cash, players),
        holding_limit=box.holding_limit,
        market_limit=box.market_limit,
        certificate_limit=limits_by_corporations(box.certificate_limit[str(players)]),
        sale=SaleRules(after_operating=False, move=down_per_share, split=options["president_split"]),
        citations=edition.citations(),
        plans={
            "Draft": DraftRound(ChoosePrivate(hidden=False, each=1, price=options["draft_price"])),
            "Stock": stock_round(edition),
            "Operating": operating_round(edition),
        },
        interrupts={"discard": DiscardTrains()},
        calendar=edition.calendar(),
        setup=setup,
        phase_effects={HIGH_VALUES: (close_privates, policies.end_route_bonus)},
        run_rules=policies.run_rules,
        fleet_train=lambda routes: routes[0][0],
        tile_cost=0,
        after_lay=policies.chattanooga_bonus(options["chattanooga_hex"]),
        after_token=policies.new_orleans_bonus(options["mm_new_orleans"] == "bonus", HIGH_VALUES),
        capital="full",
        home_at="turn",
        train_duty="route",
        strict=frozenset() if options["lenient_replay"] else UNCHECKED,
    )


def stock_round(edition: Edition) -> StockRound:
    """The stock round with the steps of a turn (18MS 3.2)."""
    selling = edition.selling
    trade = (TradePrivates(selling, either_turn=True),) if edition.options["private_trade"] == "either" else ()
    choices = (BuyCertificate(selling, unsold_at="par"), selling, LaunchCorporation(selling), *trade)
    return StockRound(selling, choices, PassStockTurn(selling), Market.up)


def operating_round(edition: Edition) -> OperatingRound:
    """The steps of an operating turn in their order, and the powers usable at any time of it (18MS 4.2)."""
    options = edition.options
    means = BuyingPower()
    buying = BuyPrivates(edition.window, waits_for="president")
    track = LayTrack(means, lays=1, first_turn_lays=2, buying=buying, connection="track_or_city")
    placing = PlaceOneToken(means, TokenPrices())
    turn_steps = (
        PlaceHomeTokens(),
        Together((track,)),
        Together((placing,)),
        RunTrains(strict=options["strict_routes"]),
        PayDividend(
            right_if_paid, kinds=("payout", "withhold"), treasury=MARKET, idle_run=options["late_trade"] == "held"
        ),
        train_step(edition, means),
        LastPrivates(buying),
    )
    powers = (buying, PlaceAtDiscount(placing), LayThroughPrivate())
    return OperatingRound(turn_steps, powers, policies.operating_order)


def train_step(edition: Edition, means: BuyingPower) -> BuyTrains:
    """Purchases of trains, and what a president has to do for them (18MS 4.2.5)."""
    options = edition.options
    sale = ForcedSale(
        None,
        NoNeed() if options["ebuy_oversell"] else SmallestReceipt("any"),
        keep_all=options["ebuy_presidencies"] == "all",
        help_for="some" if options["ebuy_when_affordable"] else "cheapest",
    )
    return BuyTrains(
        means,
        sale,
        help_for="any",
        help_others=options["ebuy_from_majors"] == "value",
        ban=no_ban if "allow_buy_rusting" in edition.optional_rules else policies.late_trade,
        assist=Assist(ASSISTED, ASSIST_FEE) if options["president_assist"] else None,
        loans=Loans(edition.loans.charge, last_resort=options["loans"] == "18xx"),
    )


TITLES = (Title("18MS", (2, 4), ("or_11", "allow_buy_rusting"), (RULEBOOK, SITE), OPTIONS, build),)
