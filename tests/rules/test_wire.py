"""1846, edge cases 91 to 94: undo, redo, programmed actions, and a price that is not the list price."""

from __future__ import annotations

import open18xx
from open18xx import Game
from open18xx.actions import Redo, Undo
from tests.scenario import Scenario

from .acts import accepted, asked, booked, buy, buy_train, cash, refused, skip


def three_purchases() -> Game:
    game = Scenario("1846").launched("NYC", president=1, par=60).stock(1)
    for number, player in enumerate((1, 2, 3), 1):
        action = buy(player, f"NYC_{number}").to_dict()
        game.apply(action | {"id": 10 * number})
    return game


def test_case_091_an_action_after_an_undo_clears_what_could_be_redone() -> None:
    game = three_purchases()
    full = game.state
    game.apply(Undo(entity=1, action_id=10))
    assert [cash(game, player) for player in (1, 2, 3)] == [340, 400, 400]
    game.apply(Redo(entity=1))
    assert game.state == full
    game.apply(Undo(entity=1, action_id=10))
    game.apply(Undo(entity=1))
    assert [cash(game, player) for player in (1, 2, 3)] == [400, 400, 400]
    game.apply(Redo(entity=1))
    assert [cash(game, player) for player in (1, 2, 3)] == [340, 400, 400]
    accepted(game, skip(2))
    refused(game, Redo(entity=1), "nothing_to_redo")
    assert [cash(game, player) for player in (1, 2, 3)] == [340, 400, 400]


def test_case_092_undo_back_to_the_start() -> None:
    game = open18xx.new_game("1846", 3, seed=1, ruleset="18xx.games")
    start = game.copy()
    for _ in range(4):
        game.apply(next(iter(game.legal_actions)))
    assert game.state.rng != start.state.rng
    game.apply(Undo(entity=1, action_id=0))
    assert game == start
    assert game.state.deck == start.state.deck
    game.apply(Redo(entity=1))
    assert len(game.actions) == 4


def test_case_093_an_automatic_pass_is_executed_once() -> None:
    game = Scenario("1846").launched("NYC", president=1, par=60).stock(2)
    order = {
        "type": "program_share_pass",
        "entity": 2,
        "entity_type": "player",
        "id": 44,
        "unconditional": False,
        "indefinite": False,
    }
    twin = game.copy()
    twin.apply(order)
    assert asked(twin) == 2
    game.apply(order | {"auto_actions": [skip(2).to_dict()]})
    assert asked(game) == 3
    assert game.state.round.passes == 1
    game.undo()
    assert asked(game) == 2


def test_case_094_a_recorded_price_is_charged_as_written() -> None:
    game = Scenario("1846").launched("NYC", president=1, cash=500, trains=["3/5"]).operating("NYC", "trains")
    for price in (100, 200):
        refused(game, buy_train("NYC", "4-1", price, "3/5"), "train_price")
        twin = game.copy()
        booked(twin, buy_train("NYC", "4-1", price, "3/5"))
        assert cash(twin, "NYC") == 500 - price
    accepted(game, buy_train("NYC", "4-1", 160, "3/5"))
    assert cash(game, "NYC") == 500 - 160
    assert game.report == ()
