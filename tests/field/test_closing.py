"""Field reports about closings and bankruptcies: F9, F11 to F14, F17, F18, F57, F93 and F97."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from open18xx.actions import Message
from open18xx.model.state import MARKET, UNSOLD
from tests.field.tools import both, dealt, mover, next_train, quiet, refused, where
from tests.rules.acts import (
    accepted,
    bankrupt,
    buy_train,
    cash,
    percent,
    president,
    price,
    sell,
    skip,
    step,
)
from tests.scenario import Scenario

if TYPE_CHECKING:
    from open18xx import Game


@both
@pytest.mark.parametrize("trains", [("2",), ()])
def test_f009_price_zero_closes(ruleset: str, trains: tuple[str, ...]) -> None:
    scenario = Scenario("1846", 4, ruleset)
    scenario.launched("GT", president=1, par=40, price=10, holdings={1: 30, 2: 10}, cash=77, trains=trains)
    scenario.launched("NYC", president=3, par=40, price=10, cash=100)
    game = scenario.operating("GT")
    bank, money = game.state.bank, [cash(game, seat) for seat in (1, 2)]
    accepted(game, skip("GT"))
    row = game.state.corporations["GT"]
    assert (row.closed, row.cash, row.trains, row.cell) == (True, 0, (), None)
    assert game.state.bank == bank + 77
    assert [cash(game, seat) for seat in (1, 2)] == money
    assert not game.state.certificates["GT"]
    assert not game.state.board.tokens("GT")
    assert "GT" not in {entry[0] for entry in game.state.board.reservations()}
    depot = game.state.depot
    assert [train.id for train in depot.discarded] == []
    assert {train.rank for train in depot.gone if train.id not in ("2-0", "2-1")} == set(trains)
    assert (mover(game), step(game)) == ("NYC", "track")


@both
def test_f011_certificate_limit_after_closings_and_a_bankruptcy(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).launched("GT", president=1, par=40, price=10, holdings={1: 30})
    game = scenario.stock(1)
    assert game.table().certificate_limit() == 12
    accepted(game, sell(1, "GT_1"))
    assert game.state.corporations["GT"].closed
    assert game.table().certificate_limit() == 10
    # One closed, then a player goes bankrupt.
    scenario = Scenario("1846", 4, ruleset).closed("GT").cash({2: 0})
    game = scenario.launched("NYC", president=2, par=40, price=10).operating("NYC", "trains", number=2)
    assert game.table().certificate_limit() == 10
    accepted(game, bankrupt("NYC"))
    assert game.state.players[1].bankrupt
    assert game.table().certificate_limit() == 10
    # One closed, one player out, and another corporation closes.
    scenario = Scenario("1846", 4, ruleset).closed("GT").bankrupt(2)
    game = scenario.launched("NYC", president=1, par=40, price=10, holdings={1: 30}).stock(1)
    assert game.table().certificate_limit() == 10
    accepted(game, sell(1, "NYC_1"))
    assert game.table().certificate_limit() == 8


@both
def test_f012_remains_of_a_closed_corporation(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).lay("E11", "57", 0).phase("II")
    scenario.launched("PRR", president=1, par=40, price=10, holdings={1: 30}, cash=57, trains=["3/5"])
    scenario.private("MAIL", "PRR")
    scenario.launched("GT", president=2, cash=500)
    game = scenario.stock(1)
    bank, train = game.state.bank, game.state.corporations["PRR"].trains[0].id
    assert game.state.board.slot_for("GT", "E11", 0) is None
    accepted(game, sell(1, "PRR_1"))
    assert game.state.board.slot_for("GT", "E11", 0) == 0
    assert not game.state.board.tokens("PRR")
    assert game.state.bank == bank + 57 - 10
    assert game.state.privates["MAIL"].closed
    assert game.state.depot.discarded == ()
    assert train in {gone.id for gone in game.state.depot.gone}
    assert "PRR" not in {sym for stack in game.state.stacks.values() for sym in stack}
    # Nobody can buy its train.
    quiet(game, lambda now: mover(now) == "GT" and step(now) == "trains")
    refused(game, buy_train("GT", train, 160, "3/5"), "train_gone")
    refused(game, buy_train("GT", train, 1), "train_gone")


@both
def test_f013_which_shares_are_sold_first(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("III").depot("6").cash({1: 7, 2: 400})
    scenario.launched("NYC", president=1, par=50, holdings={1: 40, 2: 20}, market=40)
    scenario.launched("GT", president=1, par=40, holdings={1: 40, 3: 20}, market=20)
    scenario.launched("B&O", president=2, par=40, price=30, holdings={2: 40, 1: 20}, market=40)
    game = scenario.operating("NYC", "trains")
    # Nothing can be issued: the treasury is empty.
    assert game.table().percent("NYC", UNSOLD) == 0
    accepted(game, bankrupt("NYC"))
    # With price moves: NYC 10 % at 50, GT 30 % at 40 (player 3 becomes president), B&O 10 % at 30 by a mere holder.
    # Without: NYC 30 % at 40, GT 10 % at 30, B&O 10 % at 30, above 50 % in the market and with the certificate.
    assert [price(game, sym) for sym in ("NYC", "GT", "B&O")] == [40, 30, 30]
    assert cash(game, "NYC") == 7 + 50 + 3 * 40 + 30 + 3 * 40 + 30 + 30
    assert [president(game, sym) for sym in ("NYC", "GT", "B&O")] == [2, 3, 2]
    table = game.table()
    assert [table.percent(sym, MARKET) for sym in ("NYC", "GT", "B&O")] == [80, 60, 60]
    assert [table.percent(sym, 0) for sym in ("NYC", "GT", "B&O")] == [0, 0, 0]
    assert (cash(game, 1), game.state.players[0].bankrupt) == (0, True)
    # The new president has to complete the purchase.
    assert game.turn is not None and (game.turn.entity, game.turn.player) == ("NYC", 2)
    refused(game, skip("NYC"), "must_buy_train")


def ruined(ruleset: str, *out: int) -> Game:
    """Player 1, with a private, cannot pay for the train of a corporation at 10."""
    scenario = Scenario("1846", 4, ruleset).cash({1: 0}).bankrupt(*out).private("MAIL", 1)
    scenario.launched("NYC", president=1, par=40, price=10)
    scenario.launched("GT", president=4, par=40, price=10, cash=100)
    return scenario.operating("NYC", "trains")


@both
def test_f014_play_goes_on_after_a_bankruptcy(ruleset: str) -> None:
    game = ruined(ruleset)
    limit = game.table().certificate_limit()
    accepted(game, bankrupt("NYC"))
    assert game.outcome is None
    assert game.state.privates["MAIL"].closed
    assert game.table().certificate_limit() == limit
    assert game.table().solvent() == (1, 2, 3)
    assert mover(game) == "GT"
    quiet(game, lambda now: where(now)[0] == "Stock")
    for seat in (2, 3, 4):
        assert mover(game) == seat
        accepted(game, skip(seat))
    game.apply({"type": "end_game", "entity": 2, "entity_type": "player"})
    assert game.outcome is not None and game.outcome.scores[1] == 0
    # With two players out before, one solvent player is left: the end.
    game = ruined(ruleset, 2, 3)
    accepted(game, bankrupt("NYC"))
    assert game.outcome is not None
    assert game.outcome.reason == "bankrupt"
    assert {player: score for player, score in game.outcome.scores.items() if score} == {4: 400 + 2 * 10}


def leaderless(ruleset: str) -> Game:
    """Illinois Central without president, with a train and the track from Cairo to Centralia."""
    scenario = Scenario("1846", 4, ruleset).lay("J4", "9", 0)
    scenario.launched("IC", president=None, holdings={2: 10, 3: 10}, market=60, cash=0, trains=["2", "2"])
    scenario.launched("NYC", president=1, cash=90)
    return scenario.operating("IC")


@both
def test_f017_a_chat_message_changes_nothing(ruleset: str) -> None:
    plain, chatty = leaderless(ruleset), leaderless(ruleset)
    word = Message(entity=2, message="who runs this?")
    chatty.apply(word)
    assert chatty.state == plain.state
    for _ in range(8):
        action = plain.legal_actions[0]
        plain.apply(action)
        chatty.apply(action)
        assert chatty.state == plain.state
        chatty.apply(word)
        assert chatty.state == plain.state
        assert list(chatty.legal_actions) == list(plain.legal_actions)


@both
def test_f018_who_runs_a_corporation_without_president(ruleset: str) -> None:
    game = leaderless(ruleset)
    assert game.turn is not None and (game.turn.entity, game.turn.player) == ("IC", None)
    refused(game, skip("IC"), "wrong_step")
    # Cairo 20 and Centralia 10; the second train finds no other track.
    assert game.best_run("IC").revenue == 30
    assert [action.to_dict() for action in game.legal_actions] == [game.best_run("IC").action.to_dict()]
    money = [cash(game, seat) for seat in (1, 2, 3, 4)]
    accepted(game, game.best_run("IC").action)
    assert (cash(game, "IC"), price(game, "IC")) == (30, 90)
    assert [cash(game, seat) for seat in (1, 2, 3, 4)] == money
    assert mover(game) == "NYC"


@both
def test_f057_everything_closed(ruleset: str) -> None:
    start = dealt("1846", 3, ["GT"], ruleset=ruleset)
    others = [sym for sym in start.state.corporations if sym != "GT"]
    assert isinstance(start.seed, int)
    scenario = Scenario("1846", 3, ruleset, seed=start.seed).closed(*others).phase("III")
    scenario.launched("GT", president=1, par=40, price=10, holdings={1: 30}, trains=["5"])
    game = scenario.stock(1)
    accepted(game, sell(1, "GT_1"))
    assert game.turn is None
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.scores) == ("all_closed", {1: 410, 2: 400, 3: 400})


@both
def test_f093_forced_sales_and_other_presidencies(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).phase("III").depot("6").cash({1: 100})
    scenario.launched("NYC", president=1, par=50, holdings={1: 40, 2: 30}, market=30, cash=0)
    scenario.launched("GT", president=1, par=100, holdings={1: 40, 3: 30})
    game = scenario.operating("NYC", "trains")
    # Of NYC one share may go (30 % against 30 %, the president keeps it on a tie), not two.
    refused(game, sell(1, "NYC_1", "NYC_2"), "sale_loses_presidency")
    accepted(game, sell(1, "GT_1", "GT_2"))
    assert (president(game, "GT"), cash(game, 1), price(game, "GT")) == (3, 300, 90)
    assert (percent(game, "GT", 1), percent(game, "GT", 3)) == (20, 30)
    accepted(game, sell(1, "NYC_1"))
    assert (president(game, "NYC"), cash(game, 1)) == (1, 350)


@both
def test_f097_forced_purchase_with_nothing_to_sell(ruleset: str) -> None:
    # Only the operating corporation's own certificate, and shares whose market is full.
    scenario = Scenario("1846", 4, ruleset).phase("III").depot("6").cash({1: 0})
    scenario.launched("NYC", president=1, par=50, holdings={1: 20}, market=50, cash=0)
    scenario.launched("GT", president=3, par=100, holdings={3: 30, 1: 20}, market=50)
    game = scenario.operating("NYC", "trains")
    assert (mover(game), step(game)) == ("NYC", "trains")
    assert [action.type for action in game.legal_actions] == ["bankrupt"]
    refused(game, buy_train("NYC", next_train(game), 800, "6"), "train_too_expensive")
    refused(game, sell(1, "GT_3"), "market_limit")
    refused(game, sell(1, "NYC_0", percent=10), "president_certificate", "market_limit")
    accepted(game, bankrupt("NYC"))
    assert game.state.players[0].bankrupt
