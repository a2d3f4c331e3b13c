"""18GA, put together from data, shared steps and policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ...model.facts import Components, CorporationFacts, Home, TrainFacts, for_players
from ...model.market import Market
from ...model.power import BlockPower, LayPower
from ...model.rules import Rules
from ...model.sale import SaleRules, down_per_share
from ...model.state import MARKET, Seat, State
from ...model.verbs import close_privates
from ...rounds.auction import AuctionRound
from ...rounds.operating import OperatingRound
from ...rounds.stock import StockRound
from ...steps.auction import LOT, AuctionLot, BuyOrBid
from ...steps.buy_private import BuyPrivates, LastPrivates
from ...steps.buy_shares import BuyCertificate, LaunchCorporation
from ...steps.buy_trains import BuyTrains
from ...steps.discard_train import DiscardTrains
from ...steps.dividend import PayDividend, right_if_paid
from ...steps.end_bankrupt import EndBankrupt
from ...steps.forced_sale import ForcedSale
from ...steps.home_token import CHOOSE_CITY, ChooseCity, PlaceHomeTokens, lift_for_choice
from ...steps.lay_track import LayTrack
from ...steps.means import BuyingPower
from ...steps.pass_turn import PassStockTurn
from ...steps.place_token import PlaceOneToken, TokenPrices, UseStation
from ...steps.private_lay import LayThroughPrivate
from ...steps.run_trains import RunTrains
from ...steps.sale_need import LastShare, SmallestReceipt
from ...steps.sell_shares import SellShareBlock, not_in_first_round
from ...steps.together import Together
from ...steps.trade_private import TradePrivates
from ..setup import fresh_state
from ..title import RULEBOOK, SITE, Option, Title, limits_by_corporations, load_components, load_data, load_map
from . import policies
from .calendar import CalendarWithAuction

_PACKAGE = __package__ or ""

#: The train that the Ocilla Southern brings (18GA 12.III.4).
FREE_TRAIN = "2-5"
#: Where ACL's token lies from the start and keeps everybody else from passing (18GA 9.4).
JACKSONVILLE = "J12"

OPTIONS = (
    Option("auction", "clockwise", "lowest_first", ("clockwise", "lowest_first"), "D1: who speaks in an auction"),
    Option("exact_price", True, False, (False, True), "D2: the cheapest private costs exactly its price"),
    Option("unsold_rounds", "ends", "goes_on", ("ends", "goes_on"), "D3: what follows when all pass in the auction"),
    Option(
        "map", "v2", "v1_20", ("v2", "v1_20", "v1"), "D4: the map, of 2015 or of version 1 with rivers at $20 or $40"
    ),
    Option("columbus_cost", 20, 0, (0, 20), "D5: what the first tile in Columbus costs in dollars, but for version 1"),
    Option("soft_rust_4", True, False, (False, True), "D6: 4-trains run once more after the first 8-train"),
    Option("tile_set", "18dixie", "v1", ("18dixie", "v1"), "D7: the mix of tiles"),
    Option("ebuy_from_majors", "never", "value", ("never", "value"), "D8: president's money for another major's train"),
    Option("obsolete_counts", True, False, (False, True), "D9: obsolete trains count for the limit"),
    Option("private_trade", "either", "buyer", ("either", "buyer"), "D10: on whose turn players trade privates"),
    Option("lenient_replay", False, True, (False, True), "D11: recorded lays and stations pass without their checks"),
    Option("jacksonville", "closed", "closed", ("closed", "open"), "D12: whether others pass before ACL floats"),
    Option("ebuy_sales", "total", "each", ("total", "each"), "D21: how a forced sale is found to be needed"),
    Option("sale_ban", "first_round", "turn_1", ("first_round", "turn_1"), "D22: how long no shares may be sold"),
    Option("midland_tiles", "any", "yellow", ("any", "yellow"), "D23: what the Midland may lay"),
    Option("president_split", "bare", "any", ("bare", "any"), "D24: who may sell half of a president's certificate"),
    Option("strict_routes", False, False, (False, True), "D14: the best run is demanded"),
)


@dataclass(frozen=True)
class Edition:
    """What profile, options and optional rules come to."""

    options: Mapping[str, Any]
    optional_rules: tuple[str, ...]

    @property
    def version_1(self) -> bool:
        """The original game (18GA 10.3)."""
        return "edition_v1" in self.optional_rules or self.options["map"] == "v1"

    @property
    def new_map(self) -> bool:
        """The map of 2015, with Charleston."""
        return not self.version_1 and (self.options["map"] == "v2" or "cotton_port" in self.optional_rules)

    @property
    def soft_rust(self) -> bool:
        """Whether 4-trains run once more after the first 8-train."""
        if "hard_rust_4" in self.optional_rules or "edition_v1" in self.optional_rules:
            return False
        return bool(self.options["soft_rust_4"]) or "soft_rust_4t" in self.optional_rules

    def overlays(self) -> tuple[str, ...]:
        """The data files that change the map and the tiles."""
        names = []
        if self.version_1:
            return ("version_1.json",)
        if self.new_map:
            names.append("cotton_port.json")
        if self.options["columbus_cost"]:
            names.append("columbus.json")
        if self.options["tile_set"] == "18dixie":
            names.append("tiles_18dixie.json")
        return tuple(names)


def build(
    title: Title, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: tuple[str, ...]
) -> Rules:
    """The rules of a game for this number of players."""
    edition = Edition(options, optional_rules)
    box = load_components(_PACKAGE)

    def setup(rules: Rules, seats: tuple[Seat, ...], seed: int | float) -> State:
        state = fresh_state(
            rules,
            seats,
            rng=seed,
            corporations=rules.corporations,
            privates=rules.privates,
            deck=tuple(rules.privates),
            aside=(FREE_TRAIN,),
        )
        if options["jacksonville"] == "closed":
            state.edit_board().place_token("ACL", JACKSONVILLE, 0)
            state.edit_board().unreserve("ACL", JACKSONVILLE)
            acl = state.corporations["ACL"]
            state.put_corporation(replace(acl, tokens_left=acl.tokens_left - 1))
        return state

    selling = SellShareBlock(
        once=False,
        after_purchase=True,
        ban=not_in_first_round if options["sale_ban"] == "first_round" else policies.no_sales_before_operating,
    )
    choices = (
        BuyCertificate(selling, unsold_at="par"),
        selling,
        LaunchCorporation(selling),
        TradePrivates(selling, either_turn=options["private_trade"] == "either"),
    )
    return Rules(
        title=title.name,
        ruleset=ruleset,
        options=options,
        optional_rules=optional_rules,
        players=players,
        map=load_map(_PACKAGE, *edition.overlays()),
        market=Market(box.market),
        phases=box.phases,
        trains={facts.rank: _train(facts, edition) for facts in box.trains},
        corporations={facts.sym: _corporation(facts, edition) for facts in box.corporations},
        minors={},
        privates=_privates(box, edition),
        bank=for_players(box.bank, players),
        cash=for_players(box.cash, players),
        holding_limit=box.holding_limit,
        market_limit=box.market_limit,
        certificate_limit=limits_by_corporations(box.certificate_limit[str(players)]),
        sale=SaleRules(after_operating=False, move=down_per_share, split=options["president_split"]),
        citations=load_data(_PACKAGE, "citations.json"),
        plans={
            "Auction": AuctionRound(
                BuyOrBid(options["exact_price"], bids_count=options["unsold_rounds"] == "ends"),
                options["unsold_rounds"],
            ),
            "Stock": StockRound(selling, choices, PassStockTurn(selling), Market.up),
            "Operating": operating_round(edition),
        },
        interrupts={"discard": DiscardTrains(), LOT: AuctionLot(options["auction"]), CHOOSE_CITY: ChooseCity()},
        calendar=CalendarWithAuction(),
        setup=setup,
        phase_effects={"5": (close_privates,)},
        run_rules=policies.run_rules,
        fleet_train=lambda routes: routes[0][0],
        tile_cost=0,
        after_lay=lift_for_choice,
        capital="full",
        home_at="turn",
        train_duty="route",
        obsolete_counts=options["obsolete_counts"],
        strict=frozenset() if options["lenient_replay"] else policies.CHECKED_ON_LOADING,
    )


def operating_round(edition: Edition) -> OperatingRound:
    """The steps of an operating turn in their order, and the powers usable at any time of it (18GA 4.2)."""
    options = edition.options
    means = BuyingPower()
    each = options["ebuy_sales"] == "each"
    sale = ForcedSale(None, LastShare("cheapest") if each else SmallestReceipt("cheapest"))
    buying = BuyPrivates()
    double = {"double_yellow_first_or", "two_tiles_first_turn"} & set(edition.optional_rules)
    track = LayTrack(
        means,
        lays=1,
        first_turn_lays=2 if double else None,
        order="upgrade_alone",
        buying=buying,
        connection="track_or_city",
    )
    turn_steps = (
        PlaceHomeTokens(),
        Together((track,)),
        Together((PlaceOneToken(means, TokenPrices()),)),
        RunTrains(strict=options["strict_routes"]),
        PayDividend(right_if_paid, kinds=("payout", "withhold"), treasury=MARKET),
        BuyTrains(
            means,
            sale,
            EndBankrupt(sale),
            help_for="cheapest",
            help_others=options["ebuy_from_majors"] == "value",
        ),
        LastPrivates(buying),
    )
    powers = (buying, UseStation(), LayThroughPrivate())
    return OperatingRound(turn_steps, powers, policies.operating_order)


def _train(facts: TrainFacts, edition: Edition) -> TrainFacts:
    if facts.rank == "4" and edition.soft_rust:
        return replace(facts, rusts_on=None, obsolete_on=facts.rusts_on)
    return facts


def _corporation(facts: CorporationFacts, edition: Edition) -> CorporationFacts:
    if facts.sym == "GA" and edition.new_map:
        return replace(facts, home=(*facts.home, Home("E15", 0)), tokens=(0, 0, 40, 100))
    if facts.sym == "G&F" and {"new_georgia_florida_home", "gf_home_columbus"} & set(edition.optional_rules):
        return replace(facts, home=(Home("G3", 0),))
    if facts.sym == "CoG" and "remove_cog_token" in edition.optional_rules:
        return replace(facts, tokens=facts.tokens[:-1])
    return facts


def _privates(box: Components, edition: Edition) -> dict[str, Any]:
    """The privates, with the Midland's power and version 1's blocked hex as the edition has them (18GA D23, 10.3)."""
    privates = {facts.sym: facts for facts in box.privates}
    if edition.options["midland_tiles"] == "any":
        powers = tuple(
            replace(power, tiles=None, upgrades=True) if isinstance(power, LayPower) else power
            for power in privates["MRC"].powers
        )
        privates["MRC"] = replace(privates["MRC"], powers=powers)
    if edition.version_1:
        privates["LTR"] = replace(privates["LTR"], powers=(BlockPower(name="", hexes=("C7",)),))
    return privates


TITLES = (
    Title(
        "18GA",
        (3, 5),
        (
            *("double_yellow_first_or", "new_georgia_florida_home", "remove_cog_token", "soft_rust_4t", "cotton_port"),
            *("two_tiles_first_turn", "gf_home_columbus", "hard_rust_4", "edition_v1"),
        ),
        (RULEBOOK, SITE),
        OPTIONS,
        build,
    ),
)
