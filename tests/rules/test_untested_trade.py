"""1846, table 18.1, the rows on shares, trains and markers: refused live, booked with a line in a replay."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game, IllegalAction
from open18xx.actions import BuyShares, SellShares
from open18xx.model.state import MARKET
from open18xx.model.table import Table
from open18xx.model.verbs import add_train
from tests.invariants import assert_consistent
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    assign,
    bankrupt,
    booked,
    buy_train,
    cash,
    discard,
    issue,
    lay,
    price,
    refused,
    route,
    run,
    sell,
    shown,
)

BOTH = pytest.mark.parametrize("ruleset", ["18xx.games", "rulebook"])


@BOTH
@pytest.mark.parametrize("stated", [50, 70])
def test_the_share_price_of_a_players_purchase_and_sale(ruleset: str, stated: int) -> None:
    game = Scenario("1846", ruleset=ruleset).launched("NYC", president=1, par=60, holdings={1: 40}).stock(1)
    sale = SellShares(entity=1, shares=("NYC_1", "NYC_2"), share_price=stated)
    refused(game, sale, "share_price")
    assert SellShares(entity=1, shares=("NYC_1", "NYC_2"), share_price=60) in game.legal_actions
    purchase = BuyShares(entity=1, shares=("NYC_3",), share_price=stated)
    refused(game, purchase, "share_price")
    if ruleset == "18xx.games":
        twin = game.copy()
        booked(twin, sale)
        assert (cash(twin, 1), price(twin, "NYC")) == (400 + 2 * stated, 50)
        booked(game, purchase)
        assert (cash(game, 1), cash(game, "NYC")) == (400 - stated, stated)


def test_the_price_of_a_bank_train_can_still_not_exceed_the_treasury() -> None:
    game = Scenario("1846").launched("NYC", president=1, cash=200, trains=["3/5"]).operating("NYC", "trains")
    for stated in (201, -1):
        with pytest.raises(IllegalAction, match=r"\$200"):
            game.apply(buy_train("NYC", "4-1", stated, "3/5"), recorded=True)


@BOTH
def test_the_face_of_a_train_of_another_corporation(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, price=90, cash=200, trains=["2"])
        .launched("GT", president=2, price=80, trains=["3/5"])
        .operating("PRR", "trains")
    )
    refused(game, buy_train("PRR", "4-0", 50, "4"), "train_face")
    if ruleset == "18xx.games":
        booked(game, buy_train("PRR", "4-0", 50, "4"))
        assert (shown(game, "PRR"), cash(game, "PRR")) == (["2", "4"], 150)


@BOTH
def test_the_last_train_in_the_game_for_two(ruleset: str) -> None:
    game = (
        Scenario("1846 2p Variant", players=2, ruleset=ruleset)
        .launched("PRR", president=1, price=90, cash=200, trains=["6"])
        .launched("GT", president=2, price=80, trains=["7/8"])
        .launched("IC", president=2, price=70, trains=["5", "4/6"])
        .depot(next="6", left=0)
        .operating("PRR", "trains")
    )
    train = game.state.corporations["GT"].trains[0].id
    refused(game, buy_train("PRR", train, 50), "last_train")
    assert buy_train("PRR", game.state.corporations["IC"].trains[0].id, 50) in game.legal_actions
    if ruleset == "18xx.games":
        booked(game, buy_train("PRR", train, 50))
        assert (shown(game, "PRR"), shown(game, "GT")) == (["6", "7/8"], [])


@BOTH
@pytest.mark.parametrize("private", ["SC", "MPC", "BT"])
def test_the_hex_of_a_marker(ruleset: str, private: str) -> None:
    # Salamanca is the place of no marker. A Steamboat marker that lies at no port adds nothing.
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("ERIE", president=1, cash=100, trains=["2"])
        .private(private, owner="ERIE")
        .operating("ERIE", "run")
    )
    refused(game, assign(private, "E21"), "marker_hex")
    if ruleset == "18xx.games":
        booked(game, assign(private, "E21"))
        assert game.state.markers[private].hex == "E21"
        assert game.best_run("ERIE").revenue == 30 + {"SC": 0, "MPC": 30, "BT": 20}[private]


@BOTH
def test_the_port_of_a_players_steamboat(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("ERIE", president=1, cash=100, trains=["2"])
        .private("SC", owner=1)
        .begins("Operating", 2)
    )
    refused(game, assign("SC", "E21"), "marker_hex")
    if ruleset == "18xx.games":
        booked(game, assign("SC", "E21"))
        assert game.state.markers["SC"].hex == "E21"


@BOTH
def test_a_sale_of_shares_of_a_corporation_without_president(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("GT", president=None, par=60, holdings={1: [5]}, market=[0, 1, 2])
        .stock(1)
    )
    refused(game, sell(1, "GT_5"), "no_president_no_sale")
    if ruleset == "18xx.games":
        booked(game, sell(1, "GT_5"))
        assert (cash(game, 1), price(game, "GT")) == (460, 60)
        assert game.state.certificates["GT"][MARKET] == (0, 1, 2, 5)


@BOTH
def test_a_phased_out_train_as_discard(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, price=100, cash=900, trains=["2"])
        .launched("GT", president=2, price=80, trains=["3/5", "4", "4", "4"], cash=100)
        .depot(next="5")
        .operating("PRR", "trains")
    )
    accepted(game, buy_train("PRR", "5-0", 500, "5"))
    assert asked(game) == "GT"
    # A corporation that has to discard never owns a phased-out train by the rules; put one there.
    table = Table(game.rules, game.state.copy())
    train = next(train for train in table.state.depot.gone if train.rank == "2")
    left = tuple(other for other in table.state.depot.gone if other != train)
    table.state.depot = replace(table.state.depot, gone=left)
    add_train(table, "GT", replace(train, obsolete=True))
    game = Game(game.rules, table.state, seed=game.seed)
    assert_consistent(game)
    refused(game, discard("GT", train.id), "discard_obsolete")
    if ruleset == "18xx.games":
        booked(game, discard("GT", train.id))
        assert game.state.depot.discarded == ()
        assert train.id in {gone.id for gone in game.state.depot.gone}
        assert asked(game) == "GT"
        accepted(game, discard("GT", "4-0"))
        assert asked(game) == "PRR"


@BOTH
def test_the_routes_of_a_corporation_without_president_need_not_be_the_best(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=None, price=90, market=40, trains=["2", "2"])
        .operating("PRR", "run")
    )
    train = game.state.corporations["PRR"].trains[0].id
    assert game.best_run("PRR").revenue == 2 * 40
    accepted(game, run("PRR", route(train, "F20 F22")))
    assert cash(game, "PRR") == 40


def test_rows_that_are_edge_cases_are_refused_by_the_rulebook_too() -> None:
    game = (
        Scenario("1846", ruleset="rulebook")
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["G15"])
        .lay("G15", "57", 2)
        .operating("PRR")
    )
    refused(game, lay("PRR", "G15", "14-0", 0), "colour_not_available")
    refused(game, issue("PRR", 1, 2, 3), "issue_limit")
    refused(game, issue("PRR", 1, price=70), "share_price")
    position = (
        Scenario("1846", ruleset="rulebook")
        .launched("PRR", president=1, price=112, market=20, cash=180, trains=["2"])
        .launched("GT", president=2, price=100, holdings={2: 30, 1: 10}, trains=["3/5"])
        .launched("IC", president=None, price=90, market=40, trains=["2"])
        .cash({1: 0})
    )
    game = position.operating("PRR", "trains")
    refused(game, buy_train("PRR", "4-1", 150, "3/5"), "train_price")
    refused(game, buy_train("PRR", "2-3", 10), "no_president")
    refused(game, sell(1, "GT_2"), "not_forced")
    refused(game, bankrupt("PRR"), "not_forced")
    game = (
        Scenario("1846", ruleset="rulebook")
        .launched("PRR", president=1, price=90, cash=100)
        .launched("GT", president=2, price=80, trains=["3/5"])
        .depot(next="4")
        .operating("PRR", "trains")
    )
    accepted(game, issue("PRR", 1))
    refused(game, buy_train("PRR", "4-0", 100, "3/5"), "bank_only")
