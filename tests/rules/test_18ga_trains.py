"""18GA, edge cases 49 to 58: buying trains, limits, what leaves the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import BuyTrain, DiscardTrain
from open18xx.rounds.operating import OperatingRound
from open18xx.steps.buy_trains import BuyTrains
from tests.rules.acts import asked, buy_private, buy_train, cash, discard, dividend, route, run, shown
from tests.rules.ga import RULEBOOK, SITE, accepted, both, listed, macon, refused, skip, step
from tests.rules.ga import scenario as position

if TYPE_CHECKING:
    from open18xx import Game
    from tests.scenario import Scenario

#: What makes 4-Trains run once more, or not, in each profile.
SOFT = {RULEBOOK: (), SITE: ("soft_rust_4t",)}
HARD = {RULEBOOK: ("hard_rust_4",), SITE: ()}


def pair(ruleset: str, first: list[str], second: list[str], rules: tuple[str, ...] = (), money: int = 2000) -> Scenario:
    """CoG (player 1), then GA (player 2), each with these trains and money."""
    held = macon(position(ruleset, optional_rules=rules))
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=first, cash=money)
    return held.launched("GA", president=2, par=70, holdings={2: 60}, trains=second, cash=money // 2)


def ids(game: Game, sym: str) -> list[str]:
    return [train.id for train in game.state.corporations[sym].trains]


@both
def test_case_049_one_train_a_turn_from_the_bank(ruleset: str) -> None:
    game = pair(ruleset, [], ["3"]).operating("CoG", "trains")
    accepted(game, buy_train("CoG", "3-1", 180))
    refused(game, buy_train("CoG", "3-2", 180), "4.2.5f")
    accepted(game, buy_train("CoG", "3-0", 1))
    assert (shown(game, "CoG"), shown(game, "GA"), cash(game, "GA")) == (["3", "3"], [], 1001)
    # A train of the market is one of the bank.
    game = pair(ruleset, [], ["3"]).depot("3", discarded=["2"]).operating("CoG", "trains")
    accepted(game, buy_train("CoG", "2-0", 100))
    refused(game, buy_train("CoG", "3-1", 180), "4.2.5f")


@both
def test_case_050_the_first_four_train_lifts_the_limit_of_one(ruleset: str) -> None:
    game = pair(ruleset, [], ["2", "2", "2"]).phase("3").depot("3", left=1).operating("CoG", "trains")
    (last,) = (train.id for train in game.state.depot.upcoming if train.rank == "3")
    accepted(game, buy_train("CoG", last, 180))
    refused(game, buy_train("CoG", "4-0", 300), "4.2.5f")
    while asked(game) == "CoG":
        accepted(game, skip("CoG"))
    accepted(game, skip("GA"))
    while step(game) != "trains":
        accepted(game, skip("GA"))
    accepted(game, buy_train("GA", "4-0", 300))
    # The 2-Trains are gone first: one train at a limit of three, nobody discards.
    assert (shown(game, "GA"), asked(game), game.table().phase.train_limit) == (["4"], "GA", 3)
    accepted(game, buy_train("GA", "4-1", 300))
    assert shown(game, "GA") == ["4", "4"]
    assert not game.state.depot.discarded
    assert not game.state.depot.aside


@both
def test_case_051_no_purchase_at_the_limit(ruleset: str) -> None:
    held = pair(ruleset, ["2", "2", "2", "3"], ["2"]).depot("4").private("MRC", 1)
    game = held.operating("CoG", "trains")
    # The train step of a full major passes by itself; what is asked is whether it buys the private.
    assert step(game) == "last"
    refused(game, buy_train("CoG", "4-0", 300), "4.2.5")
    assert why_not(game, "CoG") == ("train_limit", "18GA 4.2.5g")


def why_not(game: Game, sym: str) -> tuple[str, str]:
    """Reason and section for which the next train of the bank is closed to a major."""
    plan = game.rules.plans["Operating"]
    assert isinstance(plan, OperatingRound)
    (buying,) = (part for part in plan.turn_steps if isinstance(part, BuyTrains))
    table = game.table()
    problem = buying.face_obstacle(table, sym, *table.bank_trains()[0])
    assert problem is not None
    return problem[0], table.rules.cite(problem[0])


@both
def test_case_052_a_discard_of_choice(ruleset: str) -> None:
    for choice, amount in (("3-0", 180), ("4-0", 300)):
        game = pair(ruleset, [], ["3", "4", "4"]).depot("5").operating("CoG", "trains")
        accepted(game, buy_train("CoG", "5-0", 450))
        assert asked(game) == "GA"
        assert {action.train for action in listed(game, DiscardTrain)} == {"3-0", "4-0", "4-1"}
        before = cash(game, "GA")
        accepted(game, discard("GA", choice))
        assert cash(game, "GA") == before
        assert [train.id for train in game.state.depot.discarded] == [choice]
        refused(game, buy_train("CoG", choice, amount - 10), "4.2.5c")
        accepted(game, buy_train("CoG", choice, amount))
        assert ids(game, "CoG") == ["5-0", choice]


@both
def test_case_053_the_first_six_train_and_the_market(ruleset: str) -> None:
    game = pair(ruleset, ["5"], ["3", "4"]).depot("6", discarded=["3"]).operating("CoG", "trains")
    accepted(game, buy_train("CoG", "6-0", 630))
    assert not game.state.depot.discarded
    assert (shown(game, "GA"), shown(game, "CoG")) == (["4"], ["5", "6"])


@both
def test_case_054_the_train_of_the_ocilla_southern(ruleset: str) -> None:
    game = pair(ruleset, ["2", "2", "2", "3"], []).private("OSR", 1).operating("CoG")
    accepted(game, buy_private("CoG", "OSR", 100))
    assert len(ids(game, "CoG")) == 4
    assert not game.state.depot.aside
    game = pair(ruleset, ["4"], []).private("OSR", 1).operating("CoG")
    accepted(game, buy_private("CoG", "OSR", 100))
    assert shown(game, "CoG") == ["4"]
    game = pair(ruleset, [], ["3"]).private("OSR", 1).operating("CoG")
    accepted(game, buy_private("CoG", "OSR", 100), skip("CoG"))
    assert ids(game, "CoG") == ["2-5"]
    accepted(game, run("CoG", route("2-5", "F6 E7")), dividend("CoG", "withhold"))
    assert cash(game, "CoG") == 2000 - 100 + 30
    # It was no purchase from the bank, of which one is still free.
    accepted(game, buy_train("CoG", "3-1", 180))


@both
def test_case_054_bought_after_the_run_it_waits(ruleset: str) -> None:
    game = pair(ruleset, [], ["3"]).private("OSR", 1).operating("CoG", "trains")
    accepted(game, buy_private("CoG", "OSR", 100))
    assert (ids(game, "CoG"), step(game)) == (["2-5"], "trains")
    accepted(game, skip("CoG"))


@both
def test_case_055_the_free_train_is_never_sold(ruleset: str) -> None:
    game = pair(ruleset, [], ["3"]).private("OSR", 1).operating("CoG")
    accepted(game, buy_private("CoG", "OSR", 100), skip("CoG"))
    accepted(game, run("CoG", route("2-5", "F6 E7")), dividend("CoG", "withhold"), skip("CoG"))
    while step(game) != "trains":
        accepted(game, skip("GA"))
    refused(game, buy_train("GA", "2-5", 50), "12.III.4")
    assert not [action for action in listed(game, BuyTrain) if action.train == "2-5"]


@both
def test_case_056_four_trains_run_once_more(ruleset: str) -> None:
    held = pair(ruleset, ["5"], [], SOFT[ruleset])
    held.launched("SAL", president=3, par=55, holdings={3: 60}, trains=["4"], cash=900)
    game = held.depot("8").operating("CoG", "trains")
    accepted(game, buy_train("CoG", "8-0", 800))
    (four,) = game.state.corporations["SAL"].trains
    assert four.obsolete
    assert asked(game) == "GA"
    while step(game) != "trains":
        accepted(game, skip("GA"))
    refused(game, buy_train("GA", "4-0", 1), "4.2.5.2")
    assert not [action for action in listed(game, BuyTrain) if action.train == "4-0"]


def last_run(ruleset: str, rules: tuple[str, ...]) -> Game:
    """GA buys the first 8-Train; CoG, with a 4-Train on its line to Milledgeville, has its next turn."""
    held = macon(position(ruleset, optional_rules=rules))
    held.launched("GA", president=2, par=90, holdings={2: 60}, trains=["5"], cash=800)
    held.launched("CoG", president=1, par=70, holdings={1: 60}, trains=["4"], cash=1000)
    game = held.depot("8", discarded=["4"]).operating("GA", "trains")
    accepted(game, buy_train("GA", "8-0", 800))
    return game


@both
def test_case_056_the_last_run_and_the_next_train(ruleset: str) -> None:
    game = last_run(ruleset, SOFT[ruleset])
    # Those of the market are gone.
    assert not game.state.depot.discarded
    accepted(game, skip("CoG"), run("CoG", route("4-0", "F6 E7")), dividend("CoG", "payout"))
    assert (shown(game, "CoG"), step(game)) == ([], "trains")
    refused(game, skip("CoG"), "4.2.5.1")
    accepted(game, buy_train("CoG", "8-1", 800))
    game = last_run(ruleset, HARD[ruleset])
    assert shown(game, "CoG") == []
    accepted(game, skip("CoG"))
    assert step(game) == "trains"
    refused(game, run("CoG", route("4-0", "F6 E7")), "4.2.3")


@both
def test_case_057_full_is_full(ruleset: str) -> None:
    held = pair(ruleset, ["4", "5"], [], SOFT[ruleset]).private("MRC", 1)
    game = held.depot("8").operating("CoG", "trains")
    assert (asked(game), step(game)) == ("GA", "track")
    assert why_not(game, "CoG") == ("train_limit", "18GA 4.2.5g")
    refused(game, buy_train("CoG", "8-0", 800), "4.2")


def test_case_057_an_obsolete_train_counts_in_the_rulebook() -> None:
    for ruleset in (RULEBOOK, SITE):
        # A 5-Train for sale elsewhere keeps the step waiting.
        game = pair(ruleset, ["4"], ["5"], SOFT[ruleset]).depot("8").operating("CoG", "trains")
        accepted(game, buy_train("CoG", "8-0", 800))
        if ruleset == SITE:
            accepted(game, buy_train("CoG", "8-1", 800))
            assert shown(game, "CoG") == ["4", "8", "8"]
        else:
            assert asked(game) == "GA"
            assert why_not(game, "CoG") == ("train_limit", "18GA 4.2.5g")


@both
def test_case_058_no_duty_without_run_or_train(ruleset: str) -> None:
    held = position(ruleset).phase("3").launched("CoG", president=1, par=90, holdings={1: 60}, cash=500)
    game = held.operating("CoG", "trains")
    accepted(game, skip("CoG"))
    held = macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=500)
    game = held.phase("3").operating("CoG", "trains")
    refused(game, skip("CoG"), "4.2.5.1")
    held = macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=900)
    game = held.phase("8").depot("8", left=0).operating("CoG", "trains")
    assert game.turn is None or game.turn.round == "Stock"


@both
@pytest.mark.parametrize("sold", ["5", "6", "8"])
def test_what_leaves_with_which_train(ruleset: str, sold: str) -> None:
    """1.3: 3-Trains go with the first 6-Train, 4-Trains with the first 8-Train, 5-Trains never."""
    second = ["4"] if sold == "8" else ["3", "4"]
    held = pair(ruleset, [] if sold == "5" else ["5"], second, HARD[ruleset])
    game = held.depot(sold).operating("CoG", "trains")
    first = next(action for action in listed(game, BuyTrain) if action.range is None)
    assert first.variant == sold
    accepted(game, first)
    assert shown(game, "GA") == {"5": ["3", "4"], "6": ["4"], "8": []}[sold]
