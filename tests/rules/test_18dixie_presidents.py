"""18Dixie, edge cases 38 to 46: floats, presidencies, the end of a stock round."""

from __future__ import annotations

from open18xx import Game
from open18xx.actions import SellShares
from open18xx.model.state import MARKET, PREFERRED_BOX
from open18xx.model.table import Table
from open18xx.model.verbs import move_certificates
from tests.rules.acts import asked, cash, percent, president
from tests.rules.dixie import (
    accepted,
    box,
    buy,
    choose,
    par,
    pass_round,
    place,
    pool,
    refused,
    scenario,
    sell,
    turn_of,
    two,
    where,
)


def test_case_038_half_of_the_certificate() -> None:
    game = scenario().launched("CoG", president=1, par=70, holdings={1: 20, 2: 20}).stock(1)
    accepted(game, sell(1, "CoG_0", percent=10))
    assert (president(game, "CoG"), percent(game, "CoG", 1), percent(game, "CoG", 2)) == (2, 10, 20)
    assert pool(game, "CoG") == 10
    game = scenario().launched("CoG", president=1, par=70, holdings={1: 20, 2: 10}).stock(1)
    refused(game, sell(1, "CoG_0", percent=10), "3.1a2")


def test_case_039_the_example_of_the_rules() -> None:
    held = scenario().launched("CoG", president=1, par=70, holdings={1: (0, 7), 2: (1, 2, 8)}, market=(3,))
    game = held.stock(1)
    before = place(game, "CoG")
    assert before is not None
    accepted(game, sell(1, "CoG_0", percent=10))
    assert asked(game) == 2
    accepted(game, choose(2, "regular,preferred"))
    assert asked(game) == 1
    accepted(game, choose(1, "preferred"))
    assert (percent(game, "CoG", 1), percent(game, "CoG", 2), pool(game, "CoG")) == (20, 30, 20)
    assert place(game, "CoG") == (before[0] + 1, before[1])
    assert set(game.table().certificates("CoG", 0)) == {7, 8}
    game = held.stock(1)
    accepted(game, sell(1, "CoG_0", percent=10, swap="CoG_3"), choose(2, "regular,regular"))
    assert set(game.table().certificates("CoG", 0)) == {7, 3}


def test_case_040_ties() -> None:
    game = two().stock(2)
    accepted(game, buy(2, "CoG_5"))
    assert president(game, "CoG") == 1
    held = scenario().launched("CoG", president=2, par=70, holdings={2: 40, 1: 30, 3: 30})
    game = held.stock(2)
    accepted(game, sell(2, "CoG_1", "CoG_2"), choose(3, "preferred,preferred"))
    assert (president(game, "CoG"), percent(game, "CoG", 2), percent(game, "CoG", 3)) == (3, 20, 30)


def test_case_041_a_pool_share_in_hand_changes_no_float() -> None:
    held = scenario().launched("L&N", president=1, par=70, holdings={1: 30}, market=(8,), floated=False, operated=False)
    game = held.stock(2)
    accepted(game, buy(2, "L&N_8"))
    assert not game.state.corporations["L&N"].floated
    turn_of(game, 1)
    accepted(game, buy(1, "L&N_3"))
    assert (game.state.corporations["L&N"].floated, cash(game, "L&N")) == (True, 700)


def with_preferred(*seats: int) -> Game:
    """A new game's second stock round in which the preferred shares of L&N are in these hands."""
    game = scenario(3).stock(1)
    table = Table(game.rules, game.state)
    for seat in seats:
        move_certificates(table, "L&N", table.certificates("L&N", PREFERRED_BOX)[:1], PREFERRED_BOX, seat)
    return game


def test_case_042_preferred_shares_make_a_president_at_the_launch() -> None:
    game = with_preferred(1, 1, 1)
    accepted(game, par(1, "L&N", 65))
    row = game.state.corporations["L&N"]
    assert (row.floated, row.cash, president(game, "L&N")) == (True, 650, 2)
    assert (percent(game, "L&N", 1), percent(game, "L&N", 2)) == (20, 30)
    assert set(game.table().certificates("L&N", 0)) == {6, 7}


def test_case_043_shares_without_a_price() -> None:
    game = with_preferred(0, MARKET)
    assert not game.legal_actions.of(SellShares)
    refused(game, sell(1, "L&N_6"), "3.2c2")
    refused(game, buy(1, "L&N_7"), "3.2c2")
    assert game.table().worth(0) == 700


def all_sold(cell: tuple[int, int] | None, held: tuple[int, ...]) -> Game:
    position = scenario(3).launched("CoG", president=1, par=70, price=cell, holdings={1: (0, 1, 2, 3), 2: held})
    game = position.stock(1)
    pass_round(game)
    return game


def test_case_044_sold_out() -> None:
    assert place(all_sold((1, 6), (4, 5, 6, 7, 8)), "CoG") == (0, 6)
    assert place(all_sold((1, 6), (4, 5, 6, 7)), "CoG") == (1, 6)
    assert place(all_sold((0, 6), (4, 5, 6, 7, 8)), "CoG") == (0, 6)


def test_case_045_the_higher_price_moves_first() -> None:
    position = (
        scenario(3)
        .launched("IC", president=1, par=65, price=(2, 6), holdings={1: (0, 1, 2, 3), 2: (4, 5, 6, 7, 8)})
        .launched("CoG", president=1, par=70, price=(1, 6), holdings={1: (0, 1, 2, 3), 2: (4, 5, 6, 7, 8)})
    )
    game = position.stock(1)
    pass_round(game)
    assert (place(game, "CoG"), place(game, "IC")) == ((0, 6), (1, 6))
    assert "operating" in where(game)[0].lower()


def test_case_046_no_preferred_share_out_of_the_box() -> None:
    game = two().stock(3)
    assert box(game, "CoG") == 20
    refused(game, buy(3, "CoG_8"), "3.2")
