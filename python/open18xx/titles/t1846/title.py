"""1846 and its 2-player variant, put together from data, shared steps and policies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ...model.facts import PrivateFacts, for_players
from ...model.market import Market
from ...model.plan import Step
from ...model.rules import Rules
from ...model.sale import SaleRules, left_if_president
from ...model.state import Seat, State
from ...rounds.draft import DraftRound
from ...rounds.operating import OperatingRound
from ...rounds.stock import sell_then_buy
from ...steps.assign import MARKER_AT_START, AssignMarker, MarkerAtStart
from ...steps.buy_private import BuyPrivates, LastPrivates
from ...steps.buy_trains import BuyTrains
from ...steps.discard_train import DiscardTrains
from ...steps.dividend import PayDividend
from ...steps.draft import ChoosePrivate
from ...steps.forced_issue import ForcedIssue
from ...steps.forced_sale import ForcedSale, GoBankrupt
from ...steps.issue import IssueOrRedeem
from ...steps.lay_track import LayTrack
from ...steps.means import BuyingPower
from ...steps.place_token import PlaceOneToken, TokenPrices, UseStation
from ...steps.private_lay import SECOND_LAY, LayThroughPrivate, SecondLay
from ...steps.run_trains import RunTrains
from ...steps.sale_need import LastShare
from ...steps.together import Together
from ..title import (
    RULEBOOK,
    SITE,
    Option,
    Title,
    limits_by_corporations,
    load_components,
    load_data,
    load_map,
)
from . import policies
from .calendar import Calendar1846
from .setup import Group, blanks, new_state, remove

_PACKAGE = __package__ or ""

#: What is dropped or never removed by an optional rule (1846 16).
FIRST_EDITION = ("BT", "LM")
SECOND_EDITION = ("BT", "LM", "C&O")

#: A president sells nothing of the operating corporation at this price in dollars (1846 12.6).
LEAST_PRICE = 10

OPTIONS = (
    Option("removal_counts", "card", "site", ("card", "site"), "D1: privates removed at random"),
    Option("boomtown_price", 60, 40, (40, 60), "D2: list price of Boomtown in dollars"),
    Option("issue_moves_price", True, False, (False, True), "D3: an issue moves the price one step left a share"),
    Option("issue_window", "first", "before_dividend", ("first", "before_dividend"), "D4: when shares are issued"),
    Option("reserved_spot_price", "card", "site", ("card", "site"), "D5: what others pay for a spot once reserved"),
    Option("steamboat_fixed_when_bought", True, False, (False, True), "D6: a bought Steamboat keeps its port"),
    Option("track_order", "yellow_first", "any", ("any", "yellow_first"), "D7: an upgrade ends the lays of a turn"),
    Option("mail_counts", "cities", "stops", ("cities", "stops"), "D8: what the Mail Contract counts"),
    Option("ownerless_drop", 2, 2, (1, 2), "D11: steps left of a corporation without president and train"),
    Option("forced_issue", "one_by_one", "bundle", ("bundle", "one_by_one"), "D22: what a forced issue brings"),
    Option("strict_routes", False, False, (False, True), "the best run is demanded"),
)


def build(
    title: Title, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: tuple[str, ...]
) -> Rules:
    """The rules of a game for this number of players."""
    if len(optional_rules) > 1:
        raise ValueError(f"optional rules {' and '.join(optional_rules)} exclude each other (1846 16)")
    box = load_components(_PACKAGE)
    extra = load_data(_PACKAGE, "components.json")
    two = load_data(_PACKAGE, "two_players.json")
    variant: Mapping[str, Any] = two if players == 2 else {}
    dropped = FIRST_EDITION if "first_ed" in optional_rules else ()
    privates = {facts.sym: facts for facts in box.privates if facts.sym not in dropped}
    if "BT" in privates:
        price = options["boomtown_price"]
        privates["BT"] = replace(privates["BT"], price=price, resale=(1, price))
    cards = privates | ({facts.sym: facts for facts in blanks(players)} if players > 2 else {})
    counts: Mapping[str, int] = variant.get("trains", {})
    trains = {
        facts.rank: replace(facts, count=counts.get(facts.rank) or for_players(facts.count, players))
        for facts in box.trains
    }
    limits = limits_by_corporations(variant.get("certificate_limit") or box.certificate_limit[str(players)])
    groups = removal_groups(players, extra["groups"], options, optional_rules, privates)
    second = variant.get("second_tokens", {})
    kinds = "c" if options["mail_counts"] == "cities" else "cot"

    def setup(rules: Rules, seats: tuple[Seat, ...], seed: int | float) -> State:
        removal = remove(tuple(cards), groups, seed, shuffled=players > 2)
        return new_state(rules, seats, removal, second, tuple(variant.get("at_once", ())), open_draft=players == 2)

    turn_steps, powers = operating_steps(options, keep_last_train=players == 2)
    return Rules(
        title=title.name,
        ruleset=ruleset,
        options=options,
        optional_rules=optional_rules,
        players=players,
        map=load_map(_PACKAGE),
        market=Market(box.market),
        phases=box.phases,
        trains=trains,
        corporations={facts.sym: facts for facts in box.corporations},
        minors={facts.sym: facts for facts in box.minors},
        privates=cards,
        bank=variant.get("bank") or for_players(box.bank, players),
        cash=variant.get("cash") or for_players(box.cash, players),
        holding_limit=variant.get("holding_limit") or box.holding_limit,
        market_limit=box.market_limit,
        certificate_limit=limits,
        sale=SaleRules(after_operating=True, move=left_if_president),
        citations=load_data(_PACKAGE, "citations.json"),
        plans={
            "Draft": DraftRound(ChoosePrivate(hidden=players > 2)),
            "Stock": sell_then_buy(),
            "Operating": OperatingRound(turn_steps, powers, policies.operating_order),
        },
        interrupts={"discard": DiscardTrains(), SECOND_LAY: SecondLay(), MARKER_AT_START: MarkerAtStart()},
        calendar=Calendar1846(draft_turn=0 if players == 2 else 1, last_train=players == 2),
        setup=setup,
        phase_effects={
            "III": (policies.close_minors, policies.drop_players_markers, policies.close_privates),
            "IV": (policies.drop_markers,),
        },
        run_rules=policies.run_rules(extra["east_west"]["east"], extra["east_west"]["west"], kinds),
        fleet_train=policies.mail_train(kinds),
        tile_cost=extra["tile_cost"],
        after_lay=policies.second_tokens(second) if second else None,
    )


def operating_steps(options: Mapping[str, Any], *, keep_last_train: bool) -> tuple[tuple[Any, ...], tuple[Step, ...]]:
    """The steps of an operating turn in their order, and the powers usable at any time of it (1846 7.6)."""
    issue = IssueOrRedeem(window=options["issue_window"], price_moves=options["issue_moves_price"])
    means = BuyingPower(issue)
    prices = TokenPrices(spot_for_others=40 if options["reserved_spot_price"] == "card" else None)
    need = LastShare("dearest", faces=True)
    sale = ForcedSale(ForcedIssue(options["forced_issue"]), need, least_price=LEAST_PRICE, once=True)
    buying = BuyPrivates()
    turn_steps = (
        Together((LayTrack(means, order=options["track_order"]), PlaceOneToken(means, prices))),
        RunTrains(strict=options["strict_routes"]),
        PayDividend(policies.dividend_moves, ownerless_drop=options["ownerless_drop"]),
        BuyTrains(means, sale, GoBankrupt(sale), keep_last_train=keep_last_train),
        LastPrivates(buying),
    )
    powers = (
        issue,
        buying,
        AssignMarker(fixed_when_bought=options["steamboat_fixed_when_bought"]),
        UseStation(),
        LayThroughPrivate(),
    )
    return turn_steps, powers


def removal_groups(
    players: int,
    groups: list[dict[str, Any]],
    options: Mapping[str, Any],
    optional_rules: tuple[str, ...],
    privates: Mapping[str, PrivateFacts],
) -> list[Group]:
    """Who may be removed at random, and how many (1846 2.3, 3.4)."""
    base = 1 if players == 2 else 5 - players
    fewer = "first_ed" in optional_rules or (players > 2 and options["removal_counts"] == "card")
    spared = SECOND_EDITION if "second_ed_co" in optional_rules else ()
    found = []
    for group in groups:
        if players not in group["players"]:
            continue
        private = group["kind"] == "private"
        members = tuple(sym for sym in group["members"] if sym not in spared and (not private or sym in privates))
        found.append(Group(group["kind"], members, base + 1 if private and not fewer else base))
    return found


TITLES = (
    Title("1846", (3, 5), ("first_ed", "second_ed_co"), (RULEBOOK, SITE), OPTIONS, build),
    Title("1846 2p Variant", (2, 2), ("first_ed", "second_ed_co"), (RULEBOOK, SITE), OPTIONS, build),
)
