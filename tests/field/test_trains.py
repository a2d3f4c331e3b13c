"""Field reports about trains and minors: F27 to F34 and F101."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from open18xx.actions import BuyTrain
from open18xx.model.events import DividendPaid
from tests.field.tools import both, mover, next_train, quiet, refused, train_ids, where
from tests.rules.acts import (
    accepted,
    buy_private,
    buy_train,
    cash,
    dividend,
    faces,
    price,
    route,
    run,
    shown,
    skip,
    step,
)
from tests.scenario import Scenario

if TYPE_CHECKING:
    from open18xx import Game


@both
def test_f027_permanent_trains_change_hands(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("IV")
    scenario.launched("NYC", president=1, cash=300)
    scenario.launched("GT", president=2, trains=["4/6", "7/8", "4"])
    game = scenario.operating("NYC", "trains")
    offers = {
        action.train: action for action in game.legal_actions.of(BuyTrain) if action.train in train_ids(game, "GT")
    }
    for train, face in zip(train_ids(game, "GT")[:2], ("4/6", "7/8"), strict=True):
        for amount in (1, 2, 151, 300):
            twin = game.copy()
            accepted(twin, buy_train("NYC", train, amount))
            assert (cash(twin, "NYC"), cash(twin, "GT"), shown(twin, "NYC")) == (300 - amount, amount, [face])
        for amount in (0, -1, 301):
            refused(game, buy_train("NYC", train, amount), "train_price")
        offer = offers[train]
        assert isinstance(offer, BuyTrain)
        assert offer.range is not None and (offer.range.low, offer.range.high, offer.range.step) == (1, 300, 1)
        assert offer.consent_of == (2,)
    # The 4 is phased out.
    old = train_ids(game, "GT")[2]
    assert old not in offers
    refused(game, buy_train("NYC", old, 1), "train_obsolete")


@both
def test_f028_the_minors_train_after_the_minor_is_bought(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).launched("PRR", president=1, cash=100)
    scenario.launched("GT", president=2)
    game = scenario.private("BIG4", "GT").operating("PRR", "trains")
    assert train_ids(game, "GT") == ["2-1"]
    accepted(game, buy_train("PRR", "2-1", 5))
    assert (cash(game, "PRR"), shown(game, "PRR"), shown(game, "GT")) == (95, ["2"], [])
    # Bought from the minor itself: refused.
    scenario = Scenario("1846", 4, ruleset).launched("PRR", president=1, cash=100)
    game = scenario.private("BIG4", 1).operating("PRR", "trains")
    refused(game, buy_train("PRR", "2-1", 5), "minors_train")


@both
def test_f029_the_minors_train_ran_twice(ruleset: str) -> None:
    # Detroit 40 and Port Huron 20 are joined; GT has a train of its own.
    scenario = Scenario("1846", 4, ruleset).lay("B16", "5", 0).private("MS", 1)
    scenario.launched("GT", president=1, cash=200, trains=["2"])
    game = scenario.begins("Operating", 2)
    accepted(game, skip("MS"))
    accepted(game, run("MS", route("2-0", "C15 B16", revenue=60)))
    accepted(game, buy_private("GT", "MS", 1))
    accepted(game, skip("GT"))
    assert step(game) == "run"
    listed = game.best_run("GT").action
    own = next(train for train in train_ids(game, "GT") if train != "2-0")
    assert [way.train for way in listed.routes] == [own]
    assert [action.to_dict() for action in game.legal_actions if action.type == "run_routes"] == [listed.to_dict()]
    error = refused(game, run("GT", route("2-0", "C15 B16")), "train_has_run")
    assert "2-0" in error.message
    refused(game, run("GT", route(own, "C15 B16"), route("2-0", "C15 B16")), "train_has_run")
    accepted(game, run("GT", route(own, "C15 B16", revenue=60)))
    quiet(game, lambda now: where(now) == ("Operating", 2, 2) and step(now) == "run")
    accepted(game, run("GT", route("2-0", "C15 B16", revenue=60)))


@both
def test_f030_michigan_southern_and_a_corporation_in_detroit(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).private("MS", 1, cash=33)
    scenario.launched("GT", president=1, cash=100, tokens=["C15"])
    game = scenario.operating("GT")
    assert game.state.board.city_tokens("C15", 0) == ["MS", "GT"]
    left = game.state.corporations["GT"].tokens_left
    accepted(game, buy_private("GT", "MS", 60))
    assert game.state.board.city_tokens("C15", 0) == [None, "GT"]
    assert (game.state.corporations["GT"].tokens_left, cash(game, "GT")) == (left, 100 - 60 + 33)
    assert train_ids(game, "GT") == ["2-0"]
    scenario = Scenario("1846", 4, ruleset).private("MS", 1, cash=33)
    game = scenario.launched("B&O", president=1, cash=100).operating("B&O")
    left = game.state.corporations["B&O"].tokens_left
    accepted(game, buy_private("B&O", "MS", 1))
    assert game.state.board.city_tokens("C15", 0) == ["B&O", None]
    assert (game.state.corporations["B&O"].tokens_left, cash(game, "B&O")) == (left, 100 - 1 + 33)
    assert train_ids(game, "B&O") == ["2-0"]


def homewood(ruleset: str) -> Scenario:
    """Homewood (10) with three ways out: both sides of Pittsburgh, and Erie over E19."""
    return Scenario("1846", 4, ruleset).lay("E19", "8", 3)


@both
def test_f031_three_trains_in_the_last_phase(ruleset: str) -> None:
    scenario = homewood(ruleset).phase("IV").launched("PRR", president=1, trains=["7/8", "4/6", "4"])
    game = scenario.operating("PRR", "run")
    big, middle, old = train_ids(game, "PRR")
    assert [train.obsolete for train in game.state.corporations["PRR"].trains] == [False, False, True]
    # Pittsburgh 70 twice, once for each side, and Erie 10 with Buffalo 60, each with Homewood 10.
    ways = (route(big, "F20 F22"), route(middle, "F20 G21"), route(old, "F20 E19 D20", "D20 C21"))
    assert game.best_run("PRR").revenue == 80 + 80 + 80
    accepted(game, run("PRR", *ways))
    accepted(game, dividend("PRR", "withhold"))
    assert (cash(game, "PRR"), shown(game, "PRR")) == (240, ["7/8", "4/6"])


@both
def test_f032_phased_out_trains_leave(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).depot("5", discarded=["2"]).phase("II")
    scenario.launched("NYC", president=1, par=112, cash=500).launched("GT", president=2, par=100, cash=30, trains=["2"])
    game = scenario.operating("NYC", "trains")
    accepted(game, buy_train("NYC", next_train(game), 500, "5"))
    # One in the discard pile goes at once, one of a corporation later.
    assert game.state.depot.discarded == ()
    quiet(game, lambda now: mover(now) == "GT")
    assert [(train.face, train.obsolete) for train in game.state.corporations["GT"].trains] == [("2", True)]
    # No route: the run step is passed over, the dividend step all the same takes the train.
    assert step(game) == "track"
    accepted(game, skip("GT"))
    assert (step(game), shown(game, "GT")) == ("trains", [])
    # The first rank 6 train takes any 2 that is left at once.
    scenario = Scenario("1846", 4, ruleset).phase("III").depot("6")
    scenario.launched("NYC", president=1, par=112, cash=800).launched("GT", president=2, par=100, trains=["2", "5"])
    game = scenario.operating("NYC", "trains")
    assert shown(game, "GT") == ["2", "5"]
    accepted(game, buy_train("NYC", next_train(game), 800, "6"))
    assert shown(game, "GT") == ["5"]


@both
@pytest.mark.parametrize(("face", "list_price"), [("3/5", 160), ("4", 180)])
def test_f033_a_discarded_train_keeps_both_faces(ruleset: str, face: str, list_price: int) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("III").depot("5", discarded=["3/5"])
    game = scenario.launched("NYC", president=1, cash=180, trains=["5"]).operating("NYC", "trains")
    pile = game.state.depot.discarded[0].id
    assert faces(game) == {"3/5", "4"}
    refused(game, buy_train("NYC", pile, 180, "3/5"), "train_price")
    accepted(game, buy_train("NYC", pile, list_price, face))
    assert (cash(game, "NYC"), shown(game, "NYC")) == (180 - list_price, ["5", face])
    assert game.state.depot.discarded == ()


@both
@pytest.mark.parametrize(
    ("revenue", "kept", "after"),
    # Paid 30, 50, 10 and 210 at 100: less than half, half, less than half, and twice the price.
    [(50, 20, 90), (90, 40, 100), (10, 0, 90), (410, 200, 124)],
)
def test_f034_half_dividends_of_odd_tens(ruleset: str, revenue: int, kept: int, after: int) -> None:
    scenario = Scenario("1846", 4, ruleset).launched("NYC", president=1, holdings={1: 60, 2: 10}, cash=80)
    game = scenario.operating("NYC", "dividend", revenue=revenue)
    events = accepted(game, dividend("NYC", "half"))
    paid = revenue - kept
    assert [event for event in events if isinstance(event, DividendPaid)] == [DividendPaid("NYC", "half", paid, kept)]
    # 60 and 10 % with players, 30 % in the treasury.
    assert [cash(game, seat) for seat in (1, 2)] == [400 + 6 * paid // 10, 400 + paid // 10]
    assert (cash(game, "NYC"), price(game, "NYC")) == (80 + kept + 3 * paid // 10, after)


def five(ruleset: str) -> tuple[Game, list[str]]:
    """PRR at the beginning of phase III with five trains, two of them phased out, and five separate tracks."""
    scenario = homewood(ruleset).phase("III").lay("F18", "9", 1).lay("F16", "7", 3).lay("E17", "293", 0)
    scenario.lay("D18", "8", 4).lay("D20", "14", 3)
    scenario.launched("PRR", president=1, trains=["2", "2", "4", "4", "5"], tokens=["E17"])
    game = scenario.operating("PRR", "run")
    return game, train_ids(game, "PRR")


@both
def test_f101_five_trains_in_any_order(ruleset: str) -> None:
    game, trains = five(ruleset)
    assert [train.obsolete for train in game.state.corporations["PRR"].trains] == [True, True, False, False, False]
    # Homewood to both sides of Pittsburgh and over E19 to Erie, Cleveland over D18 to Erie, Cleveland over F18... to
    # Homewood: no side is used twice.
    links = ("F20 F22", "F20 G21", "F20 E19 D20", "D20 D18 E17", "E17 F16 F18 F20")
    for number, order in enumerate(itertools.permutations(range(5))):
        twin = game.copy()
        ways = [route(trains[index], links[(index + number) % 5]) for index in order]
        accepted(twin, run("PRR", *ways))
    for count in range(1, 5):
        accepted(game.copy(), run("PRR", *(route(trains[index], links[index]) for index in range(count))))
    refused(game, run("PRR", route(trains[0], links[0]), route(trains[0], links[1])), "train_used_twice")
