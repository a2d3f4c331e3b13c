"""Field reports that 18Dixie answers: F82 to F90; its part of F92, F97, F109."""

from __future__ import annotations

import pytest

from open18xx import IllegalAction
from open18xx._core import RunRules, Train
from open18xx.actions import (
    Bankrupt,
    BuyShares,
    BuyTrain,
    Choose,
    DiscardTrain,
    Par,
    RemoveToken,
    RunRoutes,
    SellShares,
)
from open18xx.model.state import MARKET
from tests.field.test_finder import road
from tests.rules.acts import asked, cash, percent, president, price, route, shown
from tests.rules.dixie import (
    accepted,
    bid,
    box,
    buy,
    choose,
    discard,
    dividend,
    first_auctions,
    idle_to_the_end,
    idle_until,
    ipo,
    new,
    owner,
    par,
    pool,
    refused,
    run,
    scenario,
    sell,
    skip,
    take,
    tile,
    train,
    turn_of,
    where,
)
from tests.scenario import Scenario


def macon(*trains: str, cash: int = 0) -> Scenario:
    """CoG of player 1 at $100, with track Milledgeville H20 (10) - Macon I19 (20) - Albany K17 (20)."""
    position = scenario().launched("CoG", president=1, par=70, price=(1, 6), trains=trains, cash=cash)
    return position.lay("H20", "4", 0).lay("I19", "57", 0).lay("J18", "9", 0).lay("K17", "57", 0)


MACON = ("H20 I19", "I19 J18 K17")


def test_f082_preferred_shares_and_the_60_percent_limit() -> None:
    held = scenario().launched("L&N", president=1, par=70, holdings={1: (0, 1, 2, 3, 4)}, market=(5, 6))
    game = held.stock(1)
    assert (percent(game, "L&N", 1), pool(game, "L&N")) == (60, 20)
    assert {action.shares for action in game.legal_actions.of(BuyShares)} == {("L&N_6",)}
    refused(game, buy(1, "L&N_5"), "3.4a")
    accepted(game, buy(1, "L&N_6"))
    assert (percent(game, "L&N", 1), cash(game, 1)) == (70, 525 - 70)
    # A regular share is not to be had with 70 % either, and the next player may have it.
    turn_of(game, 2)
    accepted(game, buy(2, "L&N_5"))


def test_f083_the_privates_that_start_a_corporation() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P3")
    assert owner(game, "P6") is None
    refused(game, par(1, "SR", 65), "Table 3")
    assert not game.legal_actions.of(Par, corporation="SR")
    refused(game, buy(1, "SR_1"), "3.2c2")
    # Won in the first auctions for 150, with a par price of 90: the presidency, floated by three shares in the pool.
    game = new(4)
    accepted(game, bid(1, "P6", 150), skip(2), skip(3), skip(4), par(1, "SR", 90))
    row = game.state.corporations["SR"]
    assert (row.floated, row.cash, cash(game, 1)) == (True, 10 * 90, 525 - 150)
    assert (percent(game, "SR", 1), pool(game, "SR"), ipo(game, "SR"), box(game, "SR")) == (20, 30, 30, 20)
    kinds = {game.rules.corporations["SR"].kind(index) for index in game.table().certificates("SR", MARKET)}
    assert (kinds, game.state.privates["P6"].closed) == ({"regular"}, True)


@pytest.mark.parametrize("turn", [1, 4])
def test_f083_p6_leaves_the_game_unsold(turn: int) -> None:
    """As the highest private after the first auctions, or after the last stock round in which it is offered."""
    game = new(3)
    first_auctions(game, *(("P1", "P2", "P7") if turn == 1 else ("P1", "P2", "P3")))
    idle_until(game, "Stock", turn)
    assert (game.state.privates["P6"].closed, owner(game, "P6")) == (True, None)
    who = asked(game)
    assert isinstance(who, int)
    before = cash(game, who)
    accepted(game, par(who, "SR", 90))
    row = game.state.corporations["SR"]
    assert (cash(game, who), row.floated, ipo(game, "SR")) == (before - 180, False, 60)
    # No regular share lies in the pool; the two preferred ones are there from the fifth operating round on.
    assert (pool(game, "SR"), box(game, "SR")) == ((0, 20) if turn == 1 else (20, 0))


def test_f083_p10_starts_wra_as_p6_starts_sr() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P3")
    refused(game, par(1, "WRA", 65), "Table 3")
    idle_until(game, "Stock", 2)
    assert asked(game) == 1
    accepted(game, bid(1, "P10", 150), skip(2), skip(3), par(1, "WRA", 65))
    row = game.state.corporations["WRA"]
    assert (row.floated, row.cash, pool(game, "WRA"), cash(game, 1)) == (True, 650, 30, 700 - 20 + 2 * 5 - 150)


def test_f084_one_purchase_of_whatever_kind() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P3")
    accepted(game, par(1, "CoG", 65))
    idle_until(game, "Stock", 2)
    turn_of(game, 2)
    start = game.copy()
    others = [buy(2, "CoG_1"), take(2, "P5", 80), take(2, " 4", 80), par(2, "IC", 65), bid(2, "P8", 50)]
    for number, first in enumerate(others):
        game = start.copy()
        accepted(game, first)
        while game.state.pending:
            who = asked(game)
            assert who is not None
            accepted(game, skip(who))
        # The turn goes on, for player 2 could still offer P2.
        assert asked(game) == 2
        for second in (*others[:number], *others[number + 1 :]):
            refused(game, second, "3.2")
        assert not game.legal_actions.of(BuyShares, entity=2)


def test_f084_a_share_after_a_private_is_a_second_purchase() -> None:
    """The buyer may still sell, so the turn goes on, and what is refused is the purchase itself."""
    game = new(3)
    first_auctions(game, "P1", "P2", "P6")
    idle_until(game, "Stock", 2)
    turn_of(game, 3)
    start = game.copy()
    accepted(game, take(3, "P4", 50))
    assert asked(game) == 3
    refused(game, buy(3, "SR_1"), "3.2")
    refused(game, take(3, "P5", 80), "3.2")
    accepted(start, buy(3, "SR_1"))
    refused(start, take(3, "P4", 50), "3.2")


def test_f085_the_order_of_the_merger() -> None:
    # Seven cities have a token, one too many; four trains are one too many, too.
    position = (
        scenario()
        .launched("CoG", president=3, par=90, price=(0, 12), cash=2000)
        .launched(
            "ACL",
            president=1,
            par=70,
            price=(1, 3),
            holdings={1: 40, 2: 10, 4: 20},
            trains=["5", "5"],
            tokens=["G17", "L24", "L22"],
            cash=30,
        )
        .launched(
            "SAL",
            president=2,
            par=70,
            price=(0, 10),
            holdings={2: 20, 4: 10},
            trains=["5", "6+1"],
            tokens=["J16", "H10"],
            cash=50,
        )
        .cash({2: 500, 4: 300})
    )
    game = position.phase("7").operating("CoG", "trains")
    assert (price(game, "ACL"), price(game, "SAL")) == (70, 140)
    accepted(game, train("CoG", "2D-0", 800, "4D"))
    # The turn of the buyer is not over.
    assert (asked(game), game.state.pending) == ("CoG", ())
    accepted(game, skip("CoG"))
    assert asked(game) == "ACL"
    accepted(game, choose("ACL", "merge"))
    assert (asked(game), "SCL" in game.state.corporations) == ("SAL", False)
    accepted(game, choose("SAL", "merge"))
    # 70 + 140 is more than the highest start. Player 2 gives 30 % and pays for the missing 10 %.
    assert (price(game, "SCL"), cash(game, 2)) == (160, 500 - 160)
    assert game.table().certificates("SCL", 1) == (7,)
    assert game.table().certificates("SCL", 0) == (0,)
    # Certificates first: of three shares two gave one of the system, the third is asked about.
    assert (asked(game), percent(game, "SCL", 4)) == (4, 10)
    assert not game.state.board.tokens("SCL")
    accepted(game, choose(4, "sell"))
    assert cash(game, 4) == 300 + 80
    # The rest of it follows: the pool, the money, then tokens, then trains.
    assert (pool(game, "SCL"), cash(game, "SCL"), president(game, "SCL")) == (50, 100 + 30 + 50, 1)
    assert (asked(game), len(game.state.board.tokens("SCL"))) == ("SCL", 7)
    assert not game.legal_actions.of(DiscardTrain)
    accepted(game, game.legal_actions.of(RemoveToken)[0])
    assert (len(game.state.board.tokens("SCL")), game.legal_actions.of(RemoveToken)) == (6, [])
    assert {action.train for action in game.legal_actions.of(DiscardTrain)} == {"5-0", "5-1", "5-2", "6+1-0"}
    accepted(game, discard("SCL", "5-0"))
    assert sorted(shown(game, "SCL")) == ["5", "5", "6+1"]
    assert not game.legal_actions.of(Choose)


def test_f086_an_obsolete_5_train() -> None:
    """SR buys the first 5D; L&N would like CoG's old train; CoG runs it once more."""
    position = macon("5", "6+1", cash=100).phase("7")
    position.launched("SR", president=2, par=90, price=(0, 12), cash=1000, trains=["6+1"])
    position.launched("L&N", president=3, par=90, price=(0, 10), cash=2000, trains=["6+1"])
    game = position.operating("SR", "trains")
    accepted(game, train("SR", "5D-0", 900))
    old, other = game.state.corporations["CoG"].trains
    assert (old.face, old.obsolete, other.obsolete) == ("5", True, False)
    assert (game.table().counted_trains("CoG"), game.table().train_limit("CoG")) == ([other], 2)
    while not game.legal_actions.of(BuyTrain, entity="L&N"):
        who = asked(game)
        assert who in ("SR", "L&N")
        accepted(game, skip(who))
    refused(game, train("L&N", old.id, 1), "4.6")
    idle = {"SR", "L&N"}
    while asked(game) in idle:
        accepted(game, skip(str(asked(game))))
    while not game.legal_actions.of(RunRoutes):
        accepted(game, skip("CoG"))
    accepted(game, run("CoG", route(old.id, *MACON)))
    assert shown(game, "CoG") == ["5", "6+1"]
    accepted(game, dividend("CoG", "withhold"))
    # It ran for 10 + 20 + 20 and has gone for its salvage.
    assert (shown(game, "CoG"), cash(game, "CoG")) == (["6+1"], 100 + 50 + 100)


@pytest.mark.parametrize(
    ("card", "face", "amount", "help"),
    [
        ("5-0", "5", 400, 300),
        ("2D-0", "2D", 600, 500),
        ("7+3-1", "7+3", 700, 600),
        ("2D-0", "4D", 800, 700),
        ("5D-0", "5D", 900, 800),
    ],
)
def test_f087_any_train_of_the_bank_in_a_forced_purchase(card: str, face: str, amount: int, help: int) -> None:
    position = macon(cash=100).cash({1: 1000}).phase("7").depot("7+3", discarded=["5"])
    game = position.operating("CoG", "trains")
    refused(game, skip("CoG"), "4.7.1")
    refused(game, train("CoG", card, amount - 1, face), "4.7c")
    accepted(game, train("CoG", card, amount, face))
    assert (cash(game, "CoG"), cash(game, 1), shown(game, "CoG")) == (0, 1000 - help, [face])
    assert not game.legal_actions.of(BuyTrain)


def test_f088_the_order_of_operating() -> None:
    held = scenario().launched("IC", president=1, par=65, operated=False)
    game = held.launched("CoG", president=2, par=90, operated=False).begins("Operating", 1)
    assert game.state.round.order == ("CoG", "IC")
    # 100 is at column 6 of row 0, 7 of row 1 and 8 of row 2; the farthest right is first, then the upper marker.
    for upper, lower in (("Fr", "SAL"), ("SAL", "Fr")):
        held = scenario().launched("IC", president=1, par=65, price=(0, 6))
        for sym in (upper, lower):
            held.launched(sym, president=3, par=65, price=(1, 7))
        game = held.launched("CoG", president=2, par=65, price=(2, 8)).begins("Operating", 4)
        assert [price(game, str(sym)) for sym in game.state.round.order] == [100] * 4
        assert game.state.round.order == ("CoG", upper, lower, "IC")


def test_f089_a_broken_bank_ends_the_round() -> None:
    position = macon("4", cash=0).launched("IC", president=2, par=65, cash=100, trains=["4"]).bank(10, rest_to=4)
    game = position.operating("CoG", "run", turn=4)
    assert where(game) == ("Operating", 4, 1)
    accepted(game, run("CoG", route("4-0", *MACON)))
    assert not game.state.broken
    accepted(game, dividend("CoG", "withhold"))
    # The treasury got $50 of a bank that had 10, and IC has its turn.
    assert (game.state.broken, cash(game, "CoG"), game.outcome) == (True, 50, None)
    while asked(game) == "CoG":
        accepted(game, skip("CoG"))
    assert (asked(game), where(game)) == ("IC", ("Operating", 4, 1))
    assert idle_to_the_end(game)[1:] == []


def test_f089_a_bank_that_breaks_in_a_stock_round() -> None:
    position = scenario().launched("IC", president=1, par=70, price=(1, 3), holdings={1: 40, 2: 20}, trains=["4"])
    game = position.bank(10, rest_to=4).stock(2, turn=4)
    before = cash(game, 2)
    accepted(game, sell(2, "IC_3"))
    assert (game.state.broken, cash(game, 2), where(game)) == (True, before + 70, ("Stock", 4, 1))
    assert idle_to_the_end(game)[1:] == [("Operating", 4, 1)]


def test_f090_the_tiles_of_augusta() -> None:
    position = scenario().launched("CoG", president=1, par=70, cash=500, tokens=["G23"]).lay("G23", "57", 2)
    game = position.phase("6").operating("CoG")
    for number in ("14", "15", "619"):
        for rotation in range(6):
            refused(game, tile(game, "CoG", "G23", number, rotation), "4.2e")
    refused(game, tile(game, "CoG", "G23", "456", 2), "4.2")
    accepted(game, tile(game, "CoG", "G23", "453", 1))
    accepted(game, tile(game, "CoG", "G23", "456", 1))
    assert game.state.board.tile("G23") == ("456", 0, 1)


def test_f092_over_the_limit_with_and_without_something_to_sell() -> None:
    """Fifteen certificates are the limit of four; player 1 has one more."""
    held = scenario()
    for number in range(1, 9):
        held.private(f"{number:2}", 1)
    held.launched("IC", president=1, par=90, holdings={1: 60})
    stuck = held.launched("CoG", president=2, par=90, holdings={2: 40, 1: 30}, operated=False)
    game = stuck.stock(1)
    assert game.table().certificate_count(0) == 8 + 5 + 3
    refused(game, skip(1), "3.4b")
    assert {type(action) for action in game.legal_actions} == {SellShares}
    refused(game, sell(1, *(f"CoG_{index}" for index in game.table().certificates("CoG", 0))), "3.1")
    accepted(game, sell(1, "IC_1"))
    assert game.table().certificate_count(0) == 15


def test_f097_a_forced_purchase_with_nothing_to_sell() -> None:
    """Nothing but the certificate of the operating corporation, and of another one with half of it in the market."""
    position = macon(cash=0).cash({1: 0})
    position.launched("IC", president=2, par=90, holdings={2: 40, 1: 10}, market=50)
    game = position.operating("CoG", "trains")
    assert asked(game) == "CoG"
    assert {type(action) for action in game.legal_actions} == {Bankrupt}
    accepted(game, Bankrupt(entity="CoG", entity_type="corporation"))
    assert game.outcome is not None
    # 20 % of CoG at $100 and 10 % of IC at $90 could not be sold.
    assert (game.outcome.reason, game.outcome.scores[1]) == ("bankrupt", 2 * price(game, "CoG") + 90)


@pytest.mark.parametrize(
    ("face", "cities", "towns", "legal"),
    [
        ("6+1", 5, 2, True),
        ("6+1", 4, 3, True),
        ("6+1", 7, 0, False),
        ("6+1", 6, 2, False),
        ("7+3", 4, 6, True),
        ("7+3", 8, 0, False),
        ("1D+1", 1, 1, True),
        ("1D+1", 2, 0, False),
    ],
)
def test_f109_trains_that_count_cities_and_towns_together(face: str, cities: int, towns: int, legal: bool) -> None:
    facts = new(3).rules.faces[face]
    card = Train(limits=facts.limits, multiplier=facts.multiplier)
    board, links = road(cities, towns)
    rules = RunRules(colours=("yellow",))
    if legal:
        amount = 10 * (cities + towns) * (2 if "D" in face else 1)
        assert board.check_run("PRR", [card], [(0, links, None)], rules).revenue == amount
    else:
        with pytest.raises(IllegalAction) as caught:
            board.check_run("PRR", [card], [(0, links, None)], rules)
        assert caught.value.reason == "route_too_long"
