"""1846, edge cases found by random games, on shares and players: 99, 108, 111, 113 to 117."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import Bid, BuyCompany, BuyTrain, Pass
from open18xx.model.state import MARKET
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    bankrupt,
    booked,
    buy,
    buy_private,
    buy_train,
    cash,
    faces,
    issue,
    pass_until_round,
    percent,
    president,
    price,
    recorded,
    redeem,
    refused,
    sell,
    shown,
    skip,
)


@pytest.mark.parametrize("market", [40, 50])
def test_case_099_a_player_with_unsaleable_shares_only(market: int) -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=60)
        .launched("GT", president=None, price=60, holdings={3: 10}, market=market)
        .cash({3: 9})
        .stock(2)
    )
    accepted(game, skip(2))
    if market == 50:
        assert asked(game) == 4
    else:
        assert asked(game) == 3
        assert list(game.legal_actions) == [Pass(entity=3)]
        share = game.state.certificates["GT"][2][0]
        refused(game, sell(3, f"GT_{share}"), "no_president_no_sale")
        accepted(game, skip(3))
        assert asked(game) == 4


def test_case_099_in_a_recorded_game() -> None:
    game = recorded("selfplay/1846/30", until=189)
    assert asked(game) == 3
    assert list(game.legal_actions) == [Pass(entity=3)]


def test_case_108_an_issue_of_one_share_too_many() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, cash=100).operating("NYC")
    refused(game, issue("NYC", 1, 2, 3, price=50), "issue_limit")
    booked(game, issue("NYC", 1, 2, 3, price=50))
    assert cash(game, "NYC") == 100 + 150
    assert game.table().percent("NYC", MARKET) == 30
    assert price(game, "NYC") == 60


@pytest.mark.parametrize(("stated", "money"), [(70, 140), (60, 120), (None, 120)])
def test_case_108_an_issue_at_another_price(stated: int | None, money: int) -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, cash=100).operating("NYC")
    if stated is not None:
        refused(game, issue("NYC", 1, 2, price=stated), "share_price")
        booked(game, issue("NYC", 1, 2, price=stated))
    else:
        # Live the price is the neighbour's; a file that names none was booked at the present price.
        twin = game.copy()
        accepted(twin, issue("NYC", 1, 2))
        assert cash(twin, "NYC") == 100 + 2 * 50
        game.apply(issue("NYC", 1, 2), recorded=True)
        assert len(game.report) == 1
    assert cash(game, "NYC") == 100 + money


def test_case_108_a_redemption_at_another_price() -> None:
    position = Scenario("1846").launched("NYC", president=1, par=60, market=[4], cash=100)
    game = position.operating("NYC")
    refused(game, redeem("NYC", 4, price=50), "share_price")
    booked(game, redeem("NYC", 4, price=50))
    assert cash(game, "NYC") == 50


def test_case_111_a_deal_is_one_action_of_the_buyer() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, price=90, cash=200, trains=["2"])
        .launched("GT", president=2, price=80, trains=["2"])
        .private("MAIL", owner=3)
        .private("TBC", owner=1)
        .operating("NYC", "trains")
    )
    consent = {str(offer.company): offer.consent_of for offer in game.legal_actions.of(BuyCompany)}
    assert consent == {"MAIL": (3,), "TBC": ()}
    (offer,) = [offer for offer in game.legal_actions.of(BuyTrain) if offer.train == "2-3"]
    assert offer.consent_of == (2,)
    accepted(game, buy_private("NYC", "MAIL", 80))
    assert (game.state.privates["MAIL"].owner, cash(game, 3), asked(game)) == ("NYC", 480, "NYC")
    accepted(game, buy_train("NYC", "2-3", 33))
    assert (shown(game, "GT"), cash(game, "GT")) == ([], 33)
    assert game.report == ()
    twin = game.copy()
    twin.undo()
    twin.apply(buy_train("NYC", "2-3", 33), recorded=True)
    assert twin.report == ()


def test_case_113_past_its_first_dividend_step_it_has_operated() -> None:
    game = (
        Scenario("1846")
        .launched("GT", president=1, par=60, holdings={1: 20, 2: 10}, cash=100, operated=False)
        .operating("GT", turn=1, number=2)
    )
    accepted(game, skip("GT"))
    assert (game.state.turn.paid, shown(game, "GT")) == (True, [])
    assert game.state.corporations["GT"].operated
    accepted(game, buy_train("GT", "2-2", 80))
    pass_until_round(game, "Stock")
    accepted(game, skip(1))
    accepted(game, sell(2, "GT_1"))


def test_case_114_a_bankrupt_player_does_not_begin() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60).bankrupt(3).priority(3).begins("Stock", 3)
    assert asked(game) == 4
    assert game.snapshot()["priority"] == "4"


def test_case_114_the_priority_deal_passes_a_bankrupt_player() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60, trains=["2"], cash=50).bankrupt(3).stock(1)
    accepted(game, skip(1))
    accepted(game, buy(2, "NYC_1"))
    pass_until_round(game, "Operating")
    assert game.snapshot()["priority"] == "4"
    pass_until_round(game, "Stock")
    assert asked(game) == 4


def two_presidents() -> Game:
    """A (1) and B (2) hold 30 % of PRR each; GT is led by a third player; a 6 costs 800."""
    return (
        Scenario("1846")
        .launched("PRR", president=1, price=60, holdings={1: 30, 2: 30})
        .launched("GT", president=3, price=70, holdings={3: 30, 1: 10, 2: 10}, trains=["4/6"])
        .cash({1: 100, 2: 850})
        .depot(next="6")
        .operating("PRR", "trains")
    )


def test_case_115_the_second_president_of_a_turn() -> None:
    game = two_presidents()
    # Four shares are all that the treasury has; five steps left of 60 they bring 10 each.
    accepted(game, issue("PRR", 5, 6, 7, 8, price=10))
    assert price(game, "PRR") == 20
    accepted(game, sell(1, "GT_2"))
    accepted(game, bankrupt("PRR"))
    assert president(game, "PRR") == 2
    assert asked(game) == "PRR"
    # 40 raised, 100 and 70 of A; 10 % of A's 30 go first, so that the price falls to 10, and two more at that price.
    held = 40 + 100 + 70 + sum_of_sales(game)
    assert cash(game, "PRR") == held
    refused(game, issue("PRR", *game.state.certificates["PRR"].get(-1, (1,)), price=10), "no_forced_issue")
    refused(game, sell(2, f"GT_{game.state.certificates['GT'][1][0]}"), "second_block")
    assert held + 850 >= 900
    assert faces(game) == {"6", "7/8"}
    accepted(game, buy_train("PRR", "6-0", 800, "6"))
    assert (cash(game, "PRR"), cash(game, 2)) == (0, 850 - (800 - held))


def sum_of_sales(game: Game) -> int:
    """What A's shares of PRR brought: no block may make B president (12.6), the market may hold half."""
    assert percent(game, "PRR", 1) == 0
    assert game.table().percent("PRR", MARKET) == 70
    # No block is legal in step 2: the market holds 40 % and any sale would leave B with more. So 3 x 20 in step 3.
    assert price(game, "PRR") == 20
    return 60


def test_case_116_certificates_go_in_list_order_the_presidents_last() -> None:
    game = (
        Scenario("1846")
        .launched("PRR", president=1, price=70, market=20, cash=0)
        .launched("B&O", president=3, price=60, cash=100, trains=["2"])
        .launched("GT", president=1, price=60, holdings={1: [0, 4, 1], 2: 10}, market=[2, 3, 5], trains=["2"])
        .cash({1: 0})
        .depot(next="5")
        .operating("PRR", "trains")
    )
    accepted(game, bankrupt("PRR"))
    # The market has room for two of GT; they bring 60 each and one step left, the certificate then 50 a share.
    assert game.state.certificates["GT"][MARKET] == (2, 3, 5, 4, 1, 0)
    assert price(game, "GT") == 50
    assert cash(game, "PRR") == 2 * 60 + 2 * 50 + 2 * 70


@pytest.mark.parametrize(("ruleset", "listed"), [("18xx.games", 40), ("rulebook", 60)])
def test_case_117_boomtown(ruleset: str, listed: int) -> None:
    game = Scenario("1846", players=3, ruleset=ruleset).draft(["BT"], turn_of=3)
    accepted(game, Bid(entity=3, company="BT", price=listed))
    assert cash(game, 3) == 400 - listed
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("NYC", president=1, price=90, cash=200, trains=["2"])
        .private("BT", owner=3)
        .operating("NYC")
    )
    assert game.snapshot()["players"]["3"]["value"] == 400 + listed
    refused(game, buy_private("NYC", "BT", listed + 1), "private_price")
    accepted(game, buy_private("NYC", "BT", listed))
