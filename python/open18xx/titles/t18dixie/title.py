"""18Dixie, put together from data, shared steps and policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...model.facts import TrainFacts, for_players
from ...model.market import Market
from ...model.plan import InterruptStep, Step
from ...model.rules import Rules
from ...model.sale import SaleRules, down_per_share
from ...model.state import MARKET, Seat, State
from ...model.table import Table
from ...model.verbs.shares import SWAP, TAKE_BACK
from ...rounds.operating import OperatingRound
from ...rounds.stock import StockRound
from ...steps.buy_shares import BuyCertificate, LaunchCorporation
from ...steps.buy_trains import BuyTrains
from ...steps.choose_certificates import CHOOSE_SWAP, CHOOSE_TAKEN_BACK
from ...steps.discard_train import DiscardTrains
from ...steps.dividend import PayDividend
from ...steps.end_bankrupt import EndBankrupt
from ...steps.forced_sale import ForcedSale
from ...steps.lay_track import LayTrack
from ...steps.means import BuyingPower
from ...steps.pass_turn import PassStockTurn
from ...steps.place_token import PlaceOneToken, TokenPrices, UseStation
from ...steps.private_lay import LayThroughPrivate
from ...steps.run_trains import RunTrains
from ...steps.sale_need import LastCertificate
from ...steps.sell_shares import SellShareBlock
from ...steps.together import Together
from ...steps.trade_private import TradePrivates
from ..setup import fresh_state
from ..title import RULEBOOK, Option, Title, limits_by_corporations, load_components, load_data, load_map
from . import auction, merger, merger_steps, minors, offers, policies, powers
from .calendar import CalendarWithClosings

_PACKAGE = __package__ or ""

#: What the rulebook leaves open and the map decides, a row each: Charleston (U5), the town of New Orleans (U6), the
#: green tile of Atlanta (U9). The rest is in track.json (U4): a Jackson, Tennessee, without track (U7), no tiles 21 and
#: 22 (U8), and red and gray hexes with track on each side that faces a hex, the only ones that track may join (U15).
ASSUMED_MAP = "assumed.json"
#: The phase from which the D trains are on sale beside the others (U1).
D_TRAINS, D_TRAINS_FROM = ("2D", "5D"), "7"
#: What every stop of the 1D+1 counts, its town, too (U10).
SMALL_D_TRAIN, SMALL_D_MULTIPLIER = "1D+1", 2

#: The bank and the number of 4-trains of the longer game (18Dixie 7d).
LONGER_BANK, LONGER_TRAINS = 16_000, {"4": 5}

#: A bought token costs what its circle of the charter says, whatever was inherited (U16).
CHARTER_PRICES = TokenPrices()

OPTIONS = (Option("strict_routes", False, False, (False, True), "4.4.1: the best run is demanded"),)

#: Why a company may have no token in a hex.
Forbidden = Callable[[Table, str, str], "tuple[str, str] | None"]


def build(
    title: Title, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: tuple[str, ...]
) -> Rules:
    """The rules of a game for this number of players."""
    box = load_components(_PACKAGE)
    extra = load_data(_PACKAGE, "components.json")
    longer = "extended_game" in optional_rules
    area: Forbidden = policies.everywhere
    if "historical_service_areas" in optional_rules:
        area = policies.service_areas(extra["service_areas"])

    def setup(rules: Rules, seats: tuple[Seat, ...], seed: int | float) -> State:
        return fresh_state(
            rules,
            seats,
            rng=seed,
            corporations=[sym for sym, facts in rules.corporations.items() if not facts.formed_from],
            privates=rules.privates,
            deck=(),
            aside=("1D+1-0",),
        )

    operating, closing = operating_round(options, area)
    return Rules(
        title=title.name,
        ruleset=ruleset,
        options=options,
        optional_rules=optional_rules,
        players=players,
        map=load_map(_PACKAGE, ASSUMED_MAP),
        market=Market(box.market),
        phases=box.phases,
        trains={facts.rank: _train(facts, longer) for facts in box.trains},
        corporations={facts.sym: facts for facts in box.corporations},
        minors={facts.sym: facts for facts in box.minors},
        privates={facts.sym: facts for facts in box.privates},
        bank=LONGER_BANK if longer else for_players(box.bank, players),
        cash=for_players(box.cash, players),
        holding_limit=box.holding_limit,
        market_limit=box.market_limit,
        certificate_limit=limits_by_corporations(box.certificate_limit[str(players)]),
        # All shares sold in one act bring the price from before it; only then it falls (U33).
        sale=SaleRules(after_operating=True, president_too=True, move=down_per_share),
        citations=load_data(_PACKAGE, "citations.json"),
        plans={
            "Auction": auction.FirstAuctions(auction.Nominate()),
            "Stock": stock_round(),
            "Operating": operating,
            "Merger": closing,
        },
        interrupts=interrupts(),
        calendar=CalendarWithClosings(early="early_minor_closure" in optional_rules),
        setup=setup,
        phase_effects={"6": (powers.close_for_phase,)},
        run_rules=policies.run_rules,
        fleet_train=lambda routes: routes[0][0],
        tile_cost=0,
        capital="full",
        home_at="turn",
        train_duty="route",
        powers_of="president",
        presidency="choice",
        stacking="unoperated_first",
        certificate_limit_after_merger=for_players(extra["certificate_limit_after_merger"], players),
        after_train=merger.note_train,
    )


def stock_round() -> StockRound:
    """What may be done in a stock turn (18Dixie 3)."""
    # Above a limit only what cures it has to be sold; what cannot be sold is carried over (U13). A special certificate
    # is sold and bought whole (U34). Shares without par have no price and are not for sale (U12).
    selling = SellShareBlock(once=False, after_purchase=True, ban=policies.no_sales_in_first_round, cures_only=True)
    choices: tuple[Step, ...] = (
        BuyCertificate(selling, unsold_at="par", uncounted_first=True),
        selling,
        LaunchCorporation(selling, reserved=auction.reserved_presidency),
        auction.Nominate(selling),
        auction.BuyFromBank(selling),
        TradePrivates(selling, either_turn=True, minors=False, on_offer=True, ban=policies.no_sales_in_first_round),
        offers.OfferToPlayers(policies.no_sales_in_first_round),
        powers.TakePriority(),
    )
    return StockRound(selling, choices, PassStockTurn(selling), Market.up)


def operating_round(options: Mapping[str, Any], area: Forbidden) -> tuple[OperatingRound, minors.ClosingRound]:
    """The steps of an operating turn in their order with the powers usable besides, and the closings (18Dixie 4,
    5.2)."""
    means = BuyingPower()
    # The last certificate sold was needed for the train bought (U36).
    sale = ForcedSale(None, LastCertificate())
    # A private that halves the price may serve in a forced purchase, and need not (U31).
    buying = BuyTrains(
        means,
        sale,
        EndBankrupt(sale),
        ban=policies.not_for_systems,
        face_value=policies.at_face_value,
    )
    # The yellow lay of the first turn is there for systems, too (U14).
    track = LayTrack(means, lays=2, minor_lays=1, first_turn_yellow=1, upgrades="all", connection="track_or_city")
    turn_steps = (
        minors.HomeTokens(),
        Together((track,)),
        Together((PlaceOneToken(means, CHARTER_PRICES, policies.both(policies.home_blocks, area)),)),
        RunTrains(strict=options["strict_routes"], must_run=True),
        PayDividend(policies.dividend_moves, kinds=("payout", "withhold"), treasury=MARKET),
        buying,
    )
    marking = powers.MarkTrain()
    through_privates = (
        powers.TakePriority(),
        marking,
        powers.AddParts(),
        powers.RaiseValue(),
        powers.BuyThroughPrivate(buying),
        # The token of P3 obeys the service areas (U30) and no home that is still kept (U35).
        UseStation(area),
        LayThroughPrivate(),
    )
    operating = OperatingRound(
        turn_steps, through_privates, policies.operating_order, follow_prices=True, after_turn=merger.after_turn
    )
    return operating, minors.ClosingRound(minors.ExchangeMinor(area), (marking,))


def interrupts() -> dict[str, InterruptStep]:
    """What has to be settled by whom before play goes on."""
    return {
        # Parts and markers on a train that goes to the market are lost (U21).
        "discard": DiscardTrains(policies.discard_order),
        # A special certificate goes one for one against the president's (U26).
        SWAP: CHOOSE_SWAP,
        TAKE_BACK: CHOOSE_TAKEN_BACK,
        auction.LOT: auction.BidForLot(),
        auction.PRESIDENCY: auction.SetPar(),
        offers.OFFER: offers.AnswerOffer(),
        powers.PHASE_TRAIN: powers.GivePhaseTrain(),
        merger.CONSENT: merger_steps.ASK_CONSENT,
        merger.PENALTY: merger_steps.PayPenalty(),
        merger.ODD_SHARE: merger_steps.ASK_ODD_SHARE,
        merger.SURPLUS: merger_steps.GiveUpTokens(),
    }


def _train(facts: TrainFacts, longer: bool) -> TrainFacts:
    # Rows of the data (U3). A 5-train of the market leaves the game when the first 5D is sold (U19).
    if facts.rank in D_TRAINS:
        return replace(facts, on_sale_from=D_TRAINS_FROM)
    if facts.rank == SMALL_D_TRAIN:
        return replace(facts, faces=tuple(replace(face, multiplier=SMALL_D_MULTIPLIER) for face in facts.faces))
    if longer and facts.rank in LONGER_TRAINS:
        return replace(facts, count=LONGER_TRAINS[facts.rank])
    return facts


TITLES = (
    Title(
        "18Dixie",
        (3, 6),
        ("early_minor_closure", "historical_service_areas", "stockholder_battle", "extended_game"),
        (RULEBOOK,),
        OPTIONS,
        build,
    ),
)
