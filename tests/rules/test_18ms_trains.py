"""18MS, edge cases 41 to 54 and 73: trains, their time, and the privates that go with them."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.steps.buy_trains import BuyTrains
from tests.rules.acts import asked, cash, shown
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    buy_private,
    buy_train,
    coast,
    idle,
    owner,
    pass_round,
    position,
    refused,
    skip,
    step,
    train_ids,
    upcoming,
    where,
)
from tests.scenario import Scenario


def pair(ruleset: str, first: list[str], second: list[str], treasury: int = 1000, **more: Any) -> Scenario:
    """GMO of player 1, which operates first, and IC of player 2, with these trains."""
    held = position(ruleset, **more)
    held.launched("GMO", president=1, par=90, holdings={1: 60}, cash=treasury, trains=first)
    return held.launched("IC", president=2, par=80, holdings={2: 60}, cash=500, trains=second)


def test_case_041_trains_a_turn() -> None:
    for ruleset in (RULEBOOK, SITE):
        game = pair(ruleset, [], ["2+"]).operating("GMO", "trains", turn=1)
        accepted(game, buy_train("GMO", "2+-1", 80))
        if ruleset == RULEBOOK:
            refused(game, buy_train("GMO", "2+-2", 80), "4.2.5f")
            accepted(game, buy_train("GMO", "2+-0", 1))
            assert shown(game, "IC") == []
        else:
            accepted(game, buy_train("GMO", "2+-2", 80), buy_train("GMO", "2+-3", 80))
        assert shown(game, "GMO") == (["2+", "2+"] if ruleset == RULEBOOK else ["2+", "2+", "2+"])


@both
def test_case_042_the_limit_is_three(ruleset: str) -> None:
    game = pair(ruleset, ["3+", "3+", "4+"], ["4+"]).operating("GMO", "trains", turn=3)
    # Nothing can be bought, so the step is over; the rule says why.
    assert step(game) != "trains" or asked(game) != "GMO"
    refused(game, buy_train("GMO", "4+-1", 300), None)
    buying = next(part for part in game.rules.plans["Operating"].turn_steps if isinstance(part, BuyTrains))  # type: ignore[attr-defined]  # a plan of its kind
    table = game.table()
    for problem in (
        buying.face_obstacle(table, "GMO", *table.bank_trains()[0]),
        buying.other_obstacle(table, "GMO", "IC", table.company("IC").trains[0]),
    ):
        assert problem is not None
        assert table.rules.cite(problem[0]) == "18MS 4.2.5g"
    for phase in game.rules.phases:
        assert phase.train_limit == 3


@both
def test_case_043_trains_in_their_order(ruleset: str) -> None:
    game = pair(ruleset, [], ["2+"]).operating("GMO", "trains", turn=2, number=2)
    refused(game, buy_train("GMO", "3+-0", 180), "4.2.5b")
    accepted(game, skip("GMO"))
    pass_round(game)
    assert (where(game), upcoming(game)[0]) == (("Stock", 3, 1), "3+")
    assert shown(game, "IC") == []


@both
def test_case_044_diesels_beside_the_other_6_train(ruleset: str) -> None:
    game = pair(ruleset, ["5"], []).phase("6").operating("GMO", "trains", turn=5)
    assert {train.id for train, _ in game.table().bank_trains()} == {"6-1", "2D-0", "5D-0"}
    accepted(game, buy_train("GMO", "2D-0", 750, "4D"))
    assert (shown(game, "GMO"), game.table().phase.name) == (["5", "4D"], "D")
    assert "6-1" in {train.id for train, _ in game.table().bank_trains()}
    game = pair(ruleset, ["5"], []).depot("6").operating("GMO", "trains", turn=5)
    refused(game, buy_train("GMO", "2D-0", 750, "4D"), "4.2.5b")


@both
def test_case_045_later_trains_scrap_nothing(ruleset: str) -> None:
    game = pair(ruleset, [], ["2+", "3+"]).depot("4+").operating("GMO", "trains", turn=1, number=2)
    accepted(game, buy_train("GMO", "4+-0", 300))
    assert shown(game, "IC") == ["2+", "3+"]
    while where(game) != ("Stock", 3, 1):
        assert shown(game, "IC") == ["2+", "3+"]
        idle(game)
    assert shown(game, "IC") == ["3+"]


@both
def test_case_046_salvage_after_the_fourth_round(ruleset: str) -> None:
    held = coast(pair(ruleset, ["2+", "2+"], []))
    game = held.operating("GMO", "dividend", turn=2, number=2, revenue=100)
    pass_round(game)
    assert (cash(game, "GMO"), shown(game, "GMO")) == (1000 + 100 + 2 * 20, [])
    while where(game)[0] == "Stock":
        idle(game)
    while step(game) != "trains":
        assert asked(game) == "GMO"
        assert game.state.turn.run is None
        idle(game)
    assert game.state.turn.run is not None
    assert game.state.turn.run.revenue == 0
    refused(game, skip("GMO"), "4.2.5.2")
    accepted(game, buy_train("GMO", "3+-0", 180))


@both
def test_the_later_removals(ruleset: str) -> None:
    for train, turn, salvage, following in (("3+", 3, 30, "4+"), ("4+", 4, 60, "5")):
        held = coast(pair(ruleset, [train], [train]))
        game = held.operating("GMO", "dividend", turn=turn, number=2, revenue=0)
        pass_round(game)
        assert (cash(game, "IC"), shown(game, "IC"), shown(game, "GMO")) == (500 + salvage, [], [])
        assert upcoming(game)[0] == following


def test_case_047_salvage_of_the_special_train() -> None:
    for ruleset in (RULEBOOK, SITE):
        held = coast(pair(ruleset, ["2+", "2+"], [])).private("MC", 1)
        game = held.operating("GMO", "trains", turn=2, number=2)
        accepted(game, buy_private("GMO", "MC", 30))
        assert train_ids(game, "GMO") == ["2+-0", "2+-1", "2+-4"]
        assert game.state.privates["MC"].closed
        before = cash(game, "GMO")
        pass_round(game)
        assert cash(game, "GMO") - before == (40 if ruleset == RULEBOOK else 60)


@both
def test_case_048_no_late_trade(ruleset: str) -> None:
    for number, optional, legal in ((2, (), False), (1, (), True), (2, ("allow_buy_rusting",), True)):
        held = pair(ruleset, ["2+"], [], optional_rules=optional)
        held.launched("Fr", president=3, par=70, holdings={3: 60}, cash=200, trains=["2+"])
        game = held.operating("IC", "trains", turn=2, number=number)
        if legal:
            accepted(game.copy(), buy_train("IC", "2+-0", 10))
        else:
            refused(game, buy_train("IC", "2+-0", 10), "4.2.5.1")
        accepted(game.copy(), buy_train("IC", "2+-1", 10))
        accepted(game, buy_train("IC", "2+-2", 80))


def test_case_049_when_majors_buy_privates() -> None:
    held = pair(RULEBOOK, ["2+"], []).private("M&M", 1).private("AGS", 3)
    refused(held.operating("GMO", turn=1, number=2), buy_private("GMO", "M&M", 50), "4.2g")
    game = held.operating("GMO", turn=2)
    for amount in (24, 76):
        refused(game, buy_private("GMO", "M&M", amount), "4.2g")
    accepted(game, buy_private("GMO", "M&M", 75), buy_private("GMO", "AGS", 15))
    assert (owner(game, "M&M"), owner(game, "AGS"), cash(game, 3)) == ("GMO", "GMO", 525 + 15)
    held = pair(SITE, ["2+"], []).private("M&M", 1).private("AGS", 1)
    game = held.operating("GMO", turn=1)
    refused(game, buy_private("GMO", "M&M", 50), "4.2g")
    for amount in (29, 31):
        refused(game, buy_private("GMO", "AGS", amount), "4.2g")
    accepted(game, buy_private("GMO", "AGS", 30))
    game = held.operating("GMO", turn=1, number=2)
    accepted(game, buy_private("GMO", "AGS", 15))


@both
def test_case_050_no_room_or_time_for_the_special_train(ruleset: str) -> None:
    held = pair(ruleset, ["2+", "2+", "2+"], []).private("MC", 1)
    refused(held.operating("GMO", turn=2), buy_private("GMO", "MC", 60), "10.III.4")
    held = pair(ruleset, ["3+"], []).private("MC", 1)
    refused(held.operating("GMO", turn=3), buy_private("GMO", "MC", 60), "10.III.4")
    accepted(held.operating("GMO", turn=2, number=2), buy_private("GMO", "MC", 60))


def test_case_051_the_special_train_is_the_bank_train_of_the_turn() -> None:
    held = pair(RULEBOOK, [], ["2+"]).private("MC", 1)
    game = held.operating("GMO", "trains", turn=2)
    accepted(game, buy_train("GMO", "2+-1", 80))
    refused(game, buy_private("GMO", "MC", 60), "10.III.4")
    game = held.operating("GMO", "trains", turn=2)
    accepted(game, buy_private("GMO", "MC", 60))
    refused(game, buy_train("GMO", "2+-1", 80), "4.2.5f")
    accepted(game, buy_train("GMO", "2+-0", 5))
    # On the site it is no purchase.
    game = pair(SITE, [], ["2+"]).private("MC", 1).operating("GMO", "trains", turn=2)
    accepted(game, buy_train("GMO", "2+-1", 80), buy_private("GMO", "MC", 60), buy_train("GMO", "2+-0", 5))


def test_case_052_the_special_train_is_not_sold() -> None:
    for ruleset in (SITE, RULEBOOK):
        game = pair(ruleset, ["2+"], []).private("MC", 1).operating("GMO", "trains", turn=2)
        accepted(game, buy_private("GMO", "MC", 60))
        while step(game) != "trains" or asked(game) != "IC":
            idle(game)
        if ruleset == SITE:
            refused(game, buy_train("IC", "2+-4", 50), "10.III.4")
        else:
            accepted(game, buy_train("IC", "2+-4", 50))


@pytest.mark.parametrize(("ruleset", "prices"), [(RULEBOOK, (90, 210)), (SITE, (80, 200))])
def test_case_053_the_discount_of_the_mobile_and_ohio(ruleset: str, prices: tuple[int, int]) -> None:
    for train, price in zip(("3+", "4+"), prices, strict=True):
        held = pair(ruleset, ["2+"], []).private("M&O", "GMO").depot(train)
        game = held.operating("GMO", "trains", turn=2)
        refused(game, buy_train("M&O", f"{train}-0", price - 1, train), "4.2.5c")
        accepted(game, buy_train("M&O", f"{train}-0", price, train))
        assert (cash(game, "GMO"), shown(game, "GMO")) == (1000 - price, ["2+", train])
        assert game.state.privates["M&O"].closed
    game = pair(ruleset, ["2+"], []).private("M&O", "GMO").depot("5").operating("GMO", "trains", turn=4)
    refused(game, buy_train("M&O", "5-0", 400, "5"), "10.III.5")
    game = pair(ruleset, ["2+"], ["3+"]).private("M&O", "GMO").operating("GMO", "trains", turn=2)
    refused(game, buy_train("M&O", "3+-0", 90, "3+"), "10.III.5")
    accepted(game, buy_train("GMO", "3+-1", 180))
    assert not game.state.privates["M&O"].closed


@both
def test_case_054_the_first_6_train_closes_all_privates(ruleset: str) -> None:
    held = pair(ruleset, ["5"], []).depot("6")
    for private, of in (("AGS", "GMO"), ("BS", "IC"), ("M&M", 1), ("MC", 2), ("M&O", 3)):
        held.private(private, of)
    game = held.operating("GMO", "trains", turn=4)
    accepted(game, buy_train("GMO", "6-0", 550))
    assert all(row.closed and row.owner is None for row in game.state.privates.values())
    assert game.table().phase.name == "6"
    assert "brown" in game.table().phase.colours


@both
def test_case_073_a_train_bought_after_the_run_may_go_on(ruleset: str) -> None:
    held = coast(pair(ruleset, ["2+"], []))
    game = held.operating("GMO", "run", turn=2, number=2)
    while step(game) != "trains":
        idle(game)
    accepted(game, buy_train("GMO", "2+-1", 80))
    while not (asked(game) == "IC" and step(game) == "trains"):
        idle(game)
    refused(game, buy_train("IC", "2+-0", 10), "4.2.5.1")
    accepted(game, buy_train("IC", "2+-1", 10))
    assert train_ids(game, "IC") == ["2+-1"]
