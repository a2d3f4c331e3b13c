"""Field reports about trains that have to be bought: F16, F20 to F26 and F98."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import BuyTrain, SellShares
from open18xx.model.state import UNSOLD
from tests.field.tools import RULEBOOK, SITE, both, next_train, refused, train_ids
from tests.rules.acts import (
    accepted,
    bankrupt,
    buy_private,
    buy_train,
    cash,
    faces,
    issue,
    price,
    sell,
    shown,
    skip,
    step,
)
from tests.scenario import Scenario

if TYPE_CHECKING:
    from open18xx import Game


def own_treasury(game: Game, sym: str, count: int) -> tuple[int, ...]:
    """The first certificates of a treasury."""
    return game.table().certificates(sym, UNSOLD)[:count]


@pytest.mark.parametrize(("ruleset", "value"), [(SITE, 30), (RULEBOOK, 20)])
def test_f016_bankruptcy_although_issuing_helps(ruleset: str, value: int) -> None:
    # One share brings 10: two steps left of 30 for the site, one step left of 20 by the card. 70 + 10 pays a 2-train.
    scenario = Scenario("1846", 4, ruleset).cash({1: 0})
    scenario.launched("NYC", president=1, par=40, price=value, cash=70)
    scenario.launched("GT", president=2, par=100, holdings={2: 40, 1: 20}, trains=["2"])
    game = scenario.operating("NYC", "trains")
    assert [len(action.shares) for action in game.legal_actions.of(SellShares)] == [1]
    refused(game, bankrupt("NYC"), "not_insolvent")
    refused(game, sell(1, "GT_3"), "issue_first")
    refused(game, buy_train("NYC", next_train(game), 80), "train_too_expensive")
    refused(game, skip("NYC"), "must_buy_train")
    # It may buy a train of another corporation with its own $70,
    other = game.copy()
    accepted(other, buy_train("NYC", train_ids(game, "GT")[0], 70))
    assert (cash(other, "NYC"), shown(other, "NYC")) == (0, ["2"])
    # or issue and buy from the bank.
    accepted(game, issue("NYC", 1))
    assert cash(game, "NYC") == 80
    accepted(game, buy_train("NYC", next_train(game), 80))
    assert shown(game, "NYC") == ["2"]


@both
@pytest.mark.parametrize("reached", [True, False])
def test_f020_pass_of_a_corporation_that_must_buy(ruleset: str, reached: bool) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("II")
    scenario.launched("GT", president=1, cash=500)
    if reached:
        scenario.lay("B16", "5", 0)
    game = scenario.operating("GT", "trains")
    assert game.state.board.legal_route("GT") is reached
    refused(game, skip("GT"), "must_buy_train")
    assert faces(game) == {"3/5", "4"}


@pytest.mark.parametrize(("ruleset", "raised"), [(SITE, 40), (RULEBOOK, 50)])
def test_f021_issuing_in_an_emergency(ruleset: str, raised: int) -> None:
    scenario = Scenario("1846", 4, ruleset).launched("NYC", president=1, par=60, holdings={1: 30}, cash=60)
    game = scenario.operating("NYC", "trains")
    refused(game, issue("NYC", 2, 3), "forced_issue_size")
    refused(game, buy_train("NYC", next_train(game), 80), "train_too_expensive")
    refused(game, sell(1, "NYC_1"), "issue_first")
    assert [len(action.shares) for action in game.legal_actions.of(SellShares)] == [1]
    accepted(game, issue("NYC", 2))
    assert (cash(game, "NYC"), price(game, "NYC")) == (60 + raised, 50)
    # One issue a turn.
    refused(game, issue("NYC", 3), "no_forced_issue")


@both
def test_f022_help_for_the_dearer_face(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("IV").cash({1: 500})
    scenario.launched("NYC", president=1, holdings={1: 60}, market=40, cash=850)
    game = scenario.operating("NYC", "trains")
    refused(game, buy_train("NYC", next_train(game), 900, "7/8"), "train_too_expensive")
    refused(game, sell(1, "NYC_1"), "not_forced", "market_limit")
    assert faces(game) == {"6"}
    accepted(game, buy_train("NYC", next_train(game), 800, "6"))
    assert (cash(game, "NYC"), cash(game, 1)) == (50, 500)


@both
def test_f023_a_cheap_train_in_the_discard_pile(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("IV").depot("6", discarded=["4/6"]).cash({1: 500})
    scenario.launched("NYC", president=1, holdings={1: 60}, market=40, cash=460)
    game = scenario.operating("NYC", "trains")
    pile = game.state.depot.discarded[0].id
    for train, face, list_price in ((pile, "5", 500), (next_train(game), "6", 800), (next_train(game), "7/8", 900)):
        refused(game, buy_train("NYC", train, list_price, face), "train_too_expensive")
    refused(game, sell(1, "NYC_1"), "not_forced", "market_limit")
    assert faces(game) == {"4/6"}
    accepted(game, buy_train("NYC", pile, 450, "4/6"))
    assert (cash(game, "NYC"), cash(game, 1), shown(game, "NYC")) == (10, 500, ["4/6"])


@pytest.mark.parametrize(("ruleset", "value"), [(SITE, 80), (RULEBOOK, 70)])
def test_f023_the_issue_comes_first(ruleset: str, value: int) -> None:
    # One share in the treasury brings 60: 400 + 60 pays the 4/6.
    scenario = Scenario("1846", 4, ruleset).phase("IV").depot("6", discarded=["4/6"]).cash({1: 500})
    scenario.launched("NYC", president=1, par=value, holdings={1: 60}, market=30, cash=400)
    game = scenario.operating("NYC", "trains")
    pile = game.state.depot.discarded[0].id
    refused(game, buy_train("NYC", pile, 450, "4/6"), "train_too_expensive")
    assert [action.type for action in game.legal_actions] == ["sell_shares"]
    accepted(game, game.legal_actions[0])
    assert cash(game, "NYC") == 460
    assert faces(game) == {"4/6"}
    accepted(game, buy_train("NYC", pile, 450, "4/6"))
    assert cash(game, 1) == 500


@both
def test_f024_dollar_deal_with_an_empty_treasury(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).cash({1: 500})
    scenario.launched("NYC", president=1, holdings={1: 60}, market=40, cash=0)
    scenario.launched("GT", president=1, trains=["2"])
    game = scenario.operating("NYC", "trains")
    for amount in (0, 1, 80):
        refused(game, buy_train("NYC", train_ids(game, "GT")[0], amount), "train_price")
    assert {action.train for action in game.legal_actions.of(BuyTrain)} == {next_train(game)}


@both
def test_f025_a_private_between_issue_and_train(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("II").private("MAIL", 2).private("BIG4", 2)
    scenario.launched("NYC", president=1, holdings={1: 40}, cash=100)
    scenario.launched("GT", president=1, trains=["2"])
    game = scenario.operating("NYC", "trains")
    before = game.copy()
    accepted(before, buy_private("NYC", "MAIL", 1))
    # One share brings 80 (site) or 90 (card), enough for either face.
    accepted(game, issue("NYC", own_treasury(game, "NYC", 1)[0]))
    refused(game, buy_private("NYC", "MAIL", 1), "train_first")
    refused(game, buy_private("NYC", "BIG4", 1), "train_first")
    refused(game, buy_train("NYC", train_ids(game, "GT")[0], 1), "bank_only")
    accepted(game, buy_train("NYC", next_train(game), 160, "3/5"))
    accepted(game, buy_private("NYC", "MAIL", 1))
    accepted(game, buy_private("NYC", "BIG4", 1))
    assert shown(game, "NYC") == ["3/5", "2"]


@pytest.mark.parametrize(
    ("treasury", "options"),
    [
        (40, {2: {"4/6", "5"}}),
        (380, {1: {"4/6"}, 2: {"5"}}),
        (449, {1: {"4/6", "5"}}),
        (500, {}),
    ],
)
def test_f026_which_train_each_issue_buys(treasury: int, options: dict[int, set[str]]) -> None:
    # At 90 one share brings 70 and two bring 120 (site), or 80 and 150 (card); the president has 400 to add.
    for ruleset, raised in ((SITE, {1: 70, 2: 120}), (RULEBOOK, {1: 80, 2: 80 + 70})):
        scenario = Scenario("1846", 4, ruleset).phase("III").cash({1: 400})
        game = scenario.launched("NYC", president=1, par=90, cash=treasury).operating("NYC", "trains")
        found: dict[int, set[str]] = {}
        for action in game.legal_actions.of(SellShares):
            if action.entity_type != "corporation":
                continue
            after = game.copy()
            accepted(after, action)
            assert cash(after, "NYC") == treasury + raised[len(action.shares)]
            found[len(action.shares)] = faces(after)
        assert found == options
        if not options:
            assert faces(game) == {"4/6", "5"}
        for count in {1, 2, 3} - set(options):
            shares = own_treasury(game, "NYC", count)
            refused(game, issue("NYC", *shares), "forced_issue_size", "no_forced_issue")


@both
def test_f098_help_without_an_emergency(ruleset: str) -> None:
    # A corporation with a train; the president is rich.
    scenario = Scenario("1846", 4, ruleset).phase("III").cash({1: 900})
    scenario.launched("NYC", president=1, holdings={1: 60}, cash=100, trains=["5"])
    scenario.launched("GT", president=1, holdings={1: 30, 2: 20}, trains=["5"])
    game = scenario.operating("NYC", "trains")
    assert step(game) == "trains"
    for face, list_price in (("4/6", 450), ("5", 500)):
        refused(game, buy_train("NYC", next_train(game), list_price, face), "train_too_expensive")
    refused(game, sell(1, "GT_1"), "not_forced")
    refused(game, bankrupt("NYC"), "not_forced")
    # One without a train whose treasury pays for some train, and cannot issue.
    scenario = Scenario("1846", 4, ruleset).phase("III").cash({1: 900})
    scenario.launched("NYC", president=1, holdings={1: 60}, market=40, cash=470)
    scenario.launched("GT", president=1, holdings={1: 30, 2: 20})
    game = scenario.operating("NYC", "trains")
    refused(game, buy_train("NYC", next_train(game), 500, "5"), "train_too_expensive")
    refused(game, sell(1, "GT_1"), "not_forced")
    refused(game, bankrupt("NYC"), "not_insolvent", "not_forced")
    assert faces(game) == {"4/6"}
    accepted(game, buy_train("NYC", next_train(game), 450, "4/6"))
    assert cash(game, 1) == 900
