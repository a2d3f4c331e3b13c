"""Field reports about stock rounds and share prices: F4 to F8, F10, F15, F19 and F92."""

from __future__ import annotations

import pytest

from open18xx.actions import SellShares
from open18xx.model.events import Paid
from open18xx.model.state import MARKET, UNSOLD
from tests.field.tools import both, mover, quiet, refused, tile, where
from tests.rules.acts import (
    accepted,
    buy,
    cash,
    issue,
    par,
    percent,
    president,
    price,
    sell,
    skip,
    token,
)
from tests.scenario import Scenario


@both
@pytest.mark.parametrize("value", [60, 150])
def test_f004_illinois_central_without_its_subsidy(ruleset: str, value: int) -> None:
    game = Scenario("1846", 4, ruleset).needs("IC", "GT").stock(1)
    bank = game.state.bank
    events = accepted(game, par(1, "IC", value))
    assert (cash(game, 1), cash(game, "IC")) == (400 - 2 * value, 3 * value)
    assert game.state.bank == bank - value
    assert [event.amount for event in events if isinstance(event, Paid) and event.payer == "bank"] == [value]
    # Once only: the next share brings its price, and others get no subsidy.
    accepted(game, buy(2, "IC_1"))
    assert cash(game, "IC") == 4 * value
    accepted(game, par(3, "GT", value))
    assert cash(game, "GT") == 2 * value
    assert game.state.bank == bank - value


@both
def test_f005_a_sale_that_does_not_move_the_price(ruleset: str) -> None:
    scenario = Scenario("1846", 3, ruleset)
    game = scenario.launched("GT", president=1, par=70, holdings={1: 40, 2: 30}, cash=100).stock(2)
    accepted(game, sell(2, "GT_3", "GT_4", "GT_5"))
    assert (cash(game, 2), price(game, "GT")) == (400 + 210, 70)
    # Nobody does anything else until the round is over.
    quiet(game, lambda now: price(now, "GT") != 70)
    assert (where(game)[0], mover(game)) == ("Operating", "GT")
    assert price(game, "GT") == 60


@both
def test_f006_end_of_a_stock_round(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset)
    scenario.launched("NYC", president=1, holdings={1: 60, 2: 40}, cash=100)
    scenario.launched("GT", president=2, holdings={2: 50, 3: 40})
    scenario.launched("B&O", president=3, holdings={3: 50, 4: 40}, market=10)
    game = scenario.stock(1)
    assert game.table().percent("GT", UNSOLD) == 10
    quiet(game, lambda now: now.state.round.kind != "Stock")
    assert [price(game, sym) for sym in ("NYC", "GT", "B&O")] == [112, 100, 90]


@both
@pytest.mark.parametrize("order", [("NYC", "GT"), ("GT", "NYC")])
def test_f007_neighbours_keep_their_places(ruleset: str, order: tuple[str, str]) -> None:
    scenario = Scenario("1846", 4, ruleset)
    for seat, sym in enumerate(order, 1):
        scenario.launched(sym, president=seat, par=80, holdings={seat: 20, 3: 10}, market=10, cash=100)
    game = scenario.stock(1)
    quiet(game, lambda now: now.state.round.kind != "Stock")
    assert list(game.state.stacks.values()) == [order]
    assert price(game, "NYC") == price(game, "GT") == 70


@both
def test_f008_first_operating_round_ascends(ruleset: str) -> None:
    game = Scenario("1846", 3, ruleset).needs("NYC", "GT", "B&O").begins("Stock", 1)
    for action in (par(1, "NYC", 50), par(2, "GT", 50), par(3, "B&O", 60)):
        accepted(game, action)
    quiet(game, lambda now: now.state.round.kind != "Stock")
    assert (where(game), game.state.round.order) == (("Operating", 1, 1), ("NYC", "GT", "B&O"))
    # Nobody runs: all fall by one step, NYC before GT, so they keep their order in the next space.
    quiet(game, lambda now: where(now) != ("Operating", 1, 1))
    assert [price(game, sym) for sym in ("NYC", "GT", "B&O")] == [40, 40, 50]
    assert (where(game), game.state.round.order) == (("Operating", 1, 2), ("B&O", "NYC", "GT"))
    quiet(game, lambda now: where(now) == ("Operating", 2, 1))
    assert game.state.round.order == ("B&O", "NYC", "GT")


@both
def test_f010_a_closing_leaves_the_next_player_nothing_to_do(ruleset: str) -> None:
    scenario = Scenario("1846", 3, ruleset).cash({1: 400, 2: 5, 3: 400})
    scenario.launched("NYC", president=3)
    scenario.launched("GT", president=1, par=40, price=10, holdings={1: 40, 2: 10})
    game = scenario.stock(1)
    asked = game.copy()
    accepted(asked, skip(1))
    assert mover(asked) == 2
    accepted(game, sell(1, "GT_1"))
    assert game.state.corporations["GT"].closed
    accepted(game, skip(1))
    assert mover(game) == 3
    assert game.legal_actions


@both
def test_f015_a_corporation_without_president(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).lay("J4", "9", 0).cash({4: 400})
    scenario.launched("IC", president=None, holdings={2: 10, 3: 10}, market=70, cash=200, trains=["2"])
    scenario.launched("NYC", president=1, trains=["2"])
    game = scenario.stock(2)
    refused(game, sell(2, "IC_1"), "no_president_no_sale")
    assert not any(share.startswith("IC") for action in game.legal_actions.of(SellShares) for share in action.shares)
    market = [index for index in game.table().certificates("IC", MARKET) if index]
    accepted(game, buy(2, f"IC_{market[0]}"))
    # The buyer has 20 % now and is president: that ends the want of one.
    assert (percent(game, "IC", 2), president(game, "IC")) == (20, 2)
    # In an operating round without president: it runs, and does nothing else.
    game = scenario.operating("IC")
    assert game.turn is not None and (game.turn.entity, game.turn.player) == ("IC", None)
    refused(game, issue("IC", *game.table().certificates("IC", UNSOLD)[:1]), "no_president")
    refused(game, tile(game, "IC", "H6", "9", 0), "wrong_step")
    refused(game, token(game, "IC", "I5"), "wrong_step")
    refused(game, skip("IC"), "wrong_step")
    assert [action.type for action in game.legal_actions] == ["run_routes"]


@both
def test_f019_half_a_presidents_certificate(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset)
    scenario.launched("NYC", president=None, holdings={1: 10, 3: 10}, market=60)
    outsider = scenario.stock(2)
    refused(outsider, buy(2, "NYC_0"), "half_certificate")
    refused(outsider, buy(2, "NYC_0", 10), "half_certificate")
    refused(outsider, buy(2, "NYC_0", 20), "half_certificate")
    game = scenario.stock(1)
    bank = game.state.bank
    old = game.table().certificates("NYC", 0)
    accepted(game, buy(1, "NYC_0", 10))
    assert (cash(game, 1), game.state.bank) == (400 - 100, bank + 100)
    assert (president(game, "NYC"), game.table().certificates("NYC", 0)) == (1, (0,))
    assert old[0] in game.table().certificates("NYC", MARKET)
    # 20 and 10 with players, 50 in the market, 20 in the treasury.
    shares = [percent(game, "NYC", seat) for seat in (1, 2, 3, 4)]
    assert (shares, game.table().percent("NYC", MARKET), game.table().percent("NYC", UNSOLD)) == (
        [20, 0, 10, 0],
        50,
        20,
    )


@both
def test_f092_over_the_limit_with_nothing_to_sell(ruleset: str) -> None:
    # Four players, six corporations: 12 certificates. 20 + 4 x 10 of two corporations and 3 x 10 of NYC make 13.
    scenario = Scenario("1846", 4, ruleset).launched("NYC", president=2, holdings={2: 40, 1: 30})
    scenario.launched("B&O", president=1, holdings={1: 60}).launched("IC", president=1, holdings={1: 60})
    game = scenario.stock(1)
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (13, 12)
    refused(game, skip(1), "must_sell")
    refused(game, buy(1, "NYC_8"), "must_sell", "certificate_limit")
    assert {action.type for action in game.legal_actions} == {"sell_shares"}
    accepted(game, sell(1, "NYC_3"))
    accepted(game, skip(1))
    assert mover(game) == 2
    # Every sale barred: NYC has not operated, the markets of the own corporations are full. 4 + 4 + 4 and a private.
    scenario = Scenario("1846", 4, ruleset).launched("NYC", president=2, holdings={2: 40, 1: 40}, operated=False)
    scenario.launched("B&O", president=1, holdings={1: 50}, market=50)
    scenario.launched("IC", president=1, holdings={1: 50}, market=50)
    scenario.private("MAIL", 1)
    game = scenario.stock(1)
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (13, 12)
    assert mover(game) == 2
    before = game.table().certificate_count(0)
    quiet(game, lambda now: now.state.round.kind != "Stock")
    assert game.table().certificate_count(0) == before
