"""Field reports that 18GA answers: F76 to F81, F91, F94, F95; its part of F92, F93, F97, F98, F102, F108, F122."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import Bankrupt, Bid, BuyCompany, Pass, PlaceToken, SellShares
from open18xx.model.events import PhaseBegan
from tests.field.tools import RULEBOOK, SITE, both, refused
from tests.rules import ga
from tests.rules.acts import (
    accepted,
    asked,
    bankrupt,
    buy_private,
    buy_train,
    cash,
    discard,
    dividend,
    percent,
    president,
    route,
    run,
    shown,
    yielded,
)

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario


@both
@pytest.mark.parametrize("floated", [False, True])
def test_f076_passing_jacksonville(ruleset: str, floated: bool) -> None:
    held = ga.coast(ga.scenario(ruleset))
    held.launched("SAL", president=1, par=90, holdings={1: 60}, trains=["4"], tokens=["I11"], cash=300)
    if floated:
        held.launched("ACL", president=2, par=55, holdings={2: 60}, operated=False)
    game = held.operating("SAL", "run")
    refused(game, run("SAL", route("4-0", "I11 J12", "J12 J10 I9")), "route_blocked")
    refused(game, run("SAL", route("4-0", "I9 J10 J12", "J12 I11")), "route_blocked")
    assert game.best_run("SAL").revenue == 20 + 30
    accepted(game, run("SAL", route("4-0", "I11 J12")))
    # Tiles and stations beyond it are out of reach, too.
    game = held.operating("SAL")
    refused(game, ga.tile(game, "SAL", "H8", "9", 2), "not_connected", "no_new_track_reached")
    held = ga.coast(ga.scenario(ruleset))
    held.launched("ACL", president=2, par=55, holdings={2: 60}, trains=["4"], cash=300)
    game = held.operating("ACL", "run")
    twin = held.operating("ACL")
    accepted(twin, ga.tile(twin, "ACL", "H8", "9", 2))
    accepted(game, run("ACL", route("4-0", "I11 J12", "J12 J10 I9")))
    assert game.state.turn.run is not None
    assert game.state.turn.run.revenue == 20 + 30 + 20


@both
def test_f077_home_of_the_western_and_atlantic_in_bare_atlanta(ruleset: str) -> None:
    held = ga.atlanta_macon(ga.scenario(ruleset))
    held.launched("W&A", president=1, par=110, holdings={1: 60}, cash=100, operated=False)
    held.launched("CoG", president=2, par=70, holdings={2: 60}, cash=100)
    game = held.operating("W&A", "home")
    # It has no choice yet: the station lies on the hex.
    assert [hex_id for hex_id, _ in game.state.board.tokens("W&A")] == ["D4"]
    while asked(game) != "CoG":
        accepted(game, ga.skip(str(asked(game))))
    accepted(game, ga.tile(game, "CoG", "D4", "451a", 0))
    assert len(yielded(game, PlaceToken)) == 3
    accepted(game, ga.token(game, "CoG", "D4", 0, tokener="W&A"))
    assert game.state.board.tokens("W&A") == [("D4", 0)]
    assert [game.state.board.slot_for("CoG", "D4", city) for city in range(3)] == [None, 0, 0]


@both
def test_f077_one_city_is_kept_until_it_has_placed(ruleset: str) -> None:
    held = ga.atlanta_macon(ga.scenario(ruleset)).lay("D4", "451a", 0).private("W&SR", "CoG")
    held.launched("GA", president=2, par=70, holdings={2: 60}, tokens=[("D4", 0)])
    held.launched("G&F", president=3, par=70, holdings={3: 60}, tokens=[("D4", 1)])
    held.launched("CoG", president=1, par=70, holdings={1: 60}, cash=100)
    game = held.operating("CoG", "station")
    assert refused(game, ga.token(game, "CoG", "D4", 2), "no_slot").rule == "18GA 4.2.2c"
    held.launched("W&A", president=4, par=55, holdings={4: 60}, operated=False)
    game = held.operating("W&A", "home")
    # The one city that is left is its home.
    assert game.state.board.tokens("W&A") == [("D4", 2)]


@both
def test_f078_free_station_in_waycross(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).private("W&SR", "CoG")
    game = held.launched("CoG", president=1, par=70, holdings={1: 60}, trains=["2"]).operating("CoG")
    accepted(game, Pass(entity="CoG", entity_type="corporation"))
    # It has no money and no connection, but the step waits.
    (free,) = yielded(game, PlaceToken)
    assert free.entity == "W&SR"
    accepted(game, free)
    assert cash(game, "CoG") == 0

    held = ga.scenario(ruleset).private("W&SR", "G&F")
    held.lay("H4", "57", 1).lay("H6", "8", 5).lay("I7", "58", 2).lay("I9", "57", 1)
    game = held.launched("G&F", president=1, par=70, holdings={1: 60}, cash=100).operating("G&F", "station")
    twin = game.copy()
    accepted(twin, ga.token(twin, "G&F", "I9"))
    assert (cash(twin, "G&F"), twin.state.privates["W&SR"].used) == (60, ())
    refused(twin, ga.token(twin, "W&SR", "I9"), "second_token", "power_window", "out_of_turn")
    accepted(game, ga.token(game, "W&SR", "I9"))
    assert (cash(game, "G&F"), game.state.privates["W&SR"].used) == (100, ("station",))
    refused(game, ga.token(game, "G&F", "I9"), "second_token_of_turn", "wrong_step")


@both
def test_f079_three_cities_on_one_hex(ruleset: str) -> None:
    held = ga.scenario(ruleset).phase("5").lay("D4", "455a", 0)
    held.lay("E5", "7", 1).lay("E3", "7", 3).lay("C5", "7", 5).lay("D6", "7", 1)
    held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=["3"], tokens=[("D4", 0)])
    game = held.operating("W&A", "run")
    best = game.best_run("W&A")
    assert (best.revenue, best.optimal) == (210, True)
    assert sorted((stop[0], stop[2]) for stop in best.routes[0].stops) == [("D4", 0), ("D4", 1), ("D4", 2)]
    accepted(game, best.action)


@both
def test_f080_a_train_bought_without_enough_money(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).cash({1: 1000})
    held.launched("CoG", president=1, par=70, holdings={1: 60}, trains=["5"], cash=600)
    held.launched("GA", president=2, par=55, holdings={2: 60}, trains=["5"])
    game = held.depot("6").operating("CoG", "trains")
    refused(game, buy_train("CoG", "6-0", 630), "train_too_expensive")
    held = ga.macon(ga.scenario(ruleset)).cash({1: 1000})
    held.launched("CoG", president=1, par=70, holdings={1: 60}, cash=600)
    game = held.depot("6").operating("CoG", "trains")
    accepted(game, buy_train("CoG", "6-0", 630))
    assert (cash(game, 1), cash(game, "CoG")) == (970, 0)


@both
def test_f081_one_train_a_turn(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).phase("3")
    held.launched("CoG", president=1, par=70, holdings={1: 60}, cash=1000)
    held.launched("GA", president=2, par=55, holdings={2: 60}, trains=["2"])
    game = held.operating("CoG", "trains")
    accepted(game, buy_train("CoG", "3-1", 180))
    refused(game, buy_train("CoG", "3-2", 180), "one_train_a_turn")
    accepted(game, buy_train("CoG", "2-0", 40))
    game = held.depot("4").operating("CoG", "trains")
    accepted(game, buy_train("CoG", "4-0", 300))
    accepted(game, buy_train("CoG", "4-1", 300))


@both
def test_f081_price_range_of_privates(ruleset: str) -> None:
    held = ga.scenario(ruleset).phase("3").private("OSR", 2)
    game = held.launched("CoG", president=1, par=70, holdings={1: 60}, cash=1000).operating("CoG")
    for amount in (49, 151):
        refused(game, buy_private("CoG", "OSR", amount), "private_price")
    for amount in (50, 150):
        accepted(game.copy(), buy_private("CoG", "OSR", amount))


@both
def test_f091_money_in_standing_bids(ruleset: str) -> None:
    game = ga.new(ruleset, 5)
    accepted(game, ga.bid(1, "M&BR", 200))
    for player in (2, 3, 4, 5):
        accepted(game, ga.skip(player))
    refused(game, ga.bid(1, "OSR", 165), "bid_above_cash")
    accepted(game.copy(), ga.bid(1, "OSR", 160))
    offer = game.legal_actions.of(Bid, company="M&BR")[0]
    assert offer.range is not None
    # Only the difference to the own bid has to be free.
    assert (offer.range.low, offer.range.high) == (205, 360)


def over_the_limit(ruleset: str, market: int) -> Scenario:
    held = ga.scenario(ruleset, 4)
    for sym in ("CoG", "GA"):
        held.launched(sym, president=1, par=90, holdings={1: 50}, market=market)
    held.launched("SAL", president=1, par=90, holdings={1: 50}, market=market)
    return held.private("MRC", 1)


@both
def test_f092_over_the_limit_with_and_without_something_to_sell(ruleset: str) -> None:
    game = over_the_limit(ruleset, 40).stock(1)
    # Three presidencies of 50 % are four certificates each.
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (13, 12)
    assert {type(action) for action in game.legal_actions} <= {SellShares, BuyCompany}
    refused(game, ga.skip(1), "must_sell")
    game = over_the_limit(ruleset, 50).stock(1)
    assert not yielded(game, SellShares)
    if asked(game) == 1:
        accepted(game, ga.skip(1))
    assert asked(game) == 2
    assert game.table().certificate_count(0) == 13


@both
def test_f093_forced_sales_and_other_presidencies(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).cash({1: 0})
    held.launched("CoG", president=1, par=110, holdings={1: 30, 2: 30}, cash=0)
    held.launched("GA", president=1, par=90, holdings={1: 30, 2: 30})
    game = held.operating("CoG", "trains")
    own = next(index for index in game.state.certificates["CoG"][0] if index)
    other = next(index for index in game.state.certificates["GA"][0] if index)
    refused(game, ga.sell(1, f"CoG_{own}"), "sale_loses_presidency")
    accepted(game, ga.sell(1, f"GA_{other}"))
    assert (president(game, "GA"), president(game, "CoG")) == (2, 1)


@both
def test_f094_a_used_train_sets_nothing_off(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).depot("6", discarded=["4"])
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["5"], cash=1000)
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["4", "3"])
    for train, price in (("4-0", 1), ("4-1", 300)):
        game = held.operating("CoG", "trains")
        owners = {row.id: "GA" for row in game.state.corporations["GA"].trains}
        amount = 1 if train in owners else 300
        events = accepted(game, buy_train("CoG", train, amount))
        assert not [event for event in events if isinstance(event, PhaseBegan)]
        assert game.table().phase.name == "5"
        assert price in (1, 300)


@both
def test_f095_scrapping_ones_own_last_train(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).depot("4")
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["2"], cash=300)
    game = held.operating("CoG", "trains")
    accepted(game, buy_train("CoG", "4-0", 300))
    assert shown(game, "CoG") == ["4"]
    held = ga.macon(ga.scenario(ruleset)).depot("4").private("LTR", 2)
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["2", "2", "2", "2"], cash=300)
    game = held.operating("CoG", "trains")
    refused(game, buy_train("CoG", "4-0", 300), "wrong_step", "train_limit")


@both
def test_f097_a_forced_purchase_without_sellable_shares(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).cash({1: 0})
    held.launched("CoG", president=1, par=110, holdings={1: 20, 2: 10}, market=30)
    held.launched("GA", president=2, par=90, holdings={2: 30, 1: 20}, market=50)
    game = held.operating("CoG", "trains")
    assert [type(action) for action in game.legal_actions] == [Bankrupt]
    accepted(game, bankrupt("CoG"))
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.scores[1]) == ("bankrupt", 2 * 110 + 2 * 90)


@both
def test_f098_no_help_without_an_emergency(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).cash({1: 1000}).phase("3")
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["2"], cash=100)
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["2"])
    game = held.operating("CoG", "trains")
    refused(game, buy_train("CoG", "3-1", 180), "train_too_expensive")
    held = ga.macon(ga.scenario(ruleset)).cash({1: 1000}).depot("4", discarded=["3"])
    held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=200)
    game = held.operating("CoG", "trains")
    # The treasury pays for the 3-Train of the market, so the president does not help with a 4-Train.
    refused(game, buy_train("CoG", "4-0", 300), "train_too_expensive", "help_for_cheapest")
    accepted(game, buy_train("CoG", "3-0", 180))


@both
def test_f102_a_blocked_city_in_every_form(ruleset: str) -> None:
    held = ga.west(ga.scenario(ruleset)).lay("B4", "8", 0)
    held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=["4"], tokens=[("D4", 0)])
    held.launched("GA", president=2, par=55, holdings={2: 60}, tokens=["C3"])
    game = held.operating("W&A", "run")
    links = ["D4 E3 E1", "E1 D2 C3", "C3 B4 A3"]
    turned = [" ".join(reversed(link.split())) for link in links]
    for form in (links, [*reversed(turned)], [links[0], turned[1], links[2]], [turned[0], links[1], turned[2]]):
        refused(game, run("W&A", route("4-0", *form)), "route_blocked")
    for form in (links[:2], [*reversed(turned[:2])], [links[0], turned[1]]):
        accepted(game.copy(), run("W&A", route("4-0", *form)))


@both
def test_f108_nobody_checks_that_the_run_is_the_best_one(ruleset: str) -> None:
    for strict in (False, True):
        held = ga.west(ga.scenario(ruleset, options={"strict_routes": strict}))
        held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=["3"], tokens=[("D4", 0)])
        game = held.operating("W&A", "run")
        assert game.best_run("W&A").revenue == 80
        short = run("W&A", route("3-0", "D4 E3 E1"))
        if strict:
            assert "$80" in refused(game, short, "not_the_best_run").message
        else:
            accepted(game, short)
    assert not ga.new(ruleset).options["strict_routes"]


@both
def test_f122_part_of_a_presidents_certificate(ruleset: str) -> None:
    held = ga.scenario(ruleset).launched("GA", president=1, par=90, holdings={1: 20, 2: 20, 3: 20})
    game = held.stock(1)
    accepted(game, ga.sell(1, "GA_0", percent=10))
    assert (percent(game, "GA", 1), percent(game, "GA", 2), president(game, "GA")) == (10, 20, 2)
    assert cash(game, 1) == 450 + 90
    assert 0 in game.state.certificates["GA"][1]


@both
def test_f052_a_train_of_the_ocilla_southern_runs_at_once(ruleset: str) -> None:
    game = _with_ocilla(ruleset)
    accepted(game, buy_private("CoG", "OSR", 60))
    accepted(game, Pass(entity="CoG", entity_type="corporation"))
    accepted(game, run("CoG", route("2-5", "F6 E7")))
    accepted(game, dividend("CoG", "withhold"))
    assert cash(game, "CoG") == 200 - 60 + 30


def _with_ocilla(ruleset: str) -> Game:
    held = ga.macon(ga.scenario(ruleset)).phase("3").private("OSR", 1)
    return held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=200).operating("CoG")


@both
def test_f094_a_discarded_train_of_a_kind_bought_again(ruleset: str) -> None:
    held = ga.macon(ga.scenario(ruleset)).depot("5")
    held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=1000)
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["3", "4", "4"])
    game = held.operating("CoG", "trains")
    accepted(game, buy_train("CoG", "5-0", 450))
    accepted(game, discard("GA", "4-0"))
    events = accepted(game, buy_train("CoG", "4-0", 300))
    assert not [event for event in events if isinstance(event, PhaseBegan)]
    assert (game.table().phase.name, shown(game, "CoG")) == ("5", ["5", "4"])


def test_the_profiles_of_this_file() -> None:
    assert (RULEBOOK, SITE) == (ga.RULEBOOK, ga.SITE)
