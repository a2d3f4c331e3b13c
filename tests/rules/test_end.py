"""1846, edge cases 85 to 90: how a game ends."""

from __future__ import annotations

import pytest

from open18xx import Game
from open18xx.actions import EndGame
from tests.scenario import Scenario

from .acts import accepted, asked, bankrupt, buy_train, dividend, idle, refused, sell, skip

#: All corporations that a game for four may have.
SIX = ("PRR", "NYC", "B&O", "C&O", "GT", "IC")


def sets(game: Game) -> tuple[str, int, int]:
    where = game.state.round
    return where.kind, where.turn, where.number


def idle_to_the_end(game: Game) -> list[tuple[str, int, int]]:
    """All are idle until the game is over; the rounds that were played."""
    seen = [sets(game)]
    for _ in range(300):
        if game.outcome is not None:
            return seen
        idle(game)
        if sets(game) != seen[-1]:
            seen.append(sets(game))
    raise AssertionError("the game does not end")


def test_case_085_a_bank_of_exactly_0_is_not_broken() -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, price=90, holdings={1: 60, 2: 40}, trains=["2"])
        .launched("ERIE", president=2, price=80, holdings={2: 60, 1: 40}, trains=["2"])
        .bank(40, rest_to=4)
        .operating("NYC", "dividend", revenue=40)
    )
    accepted(game, dividend("NYC", "payout"))
    assert (game.state.bank, game.state.broken) == (0, False)
    assert asked(game) == "ERIE"
    # Salamanca 10 and Binghamton 20, all to players.
    idle(game)
    accepted(game, dividend("ERIE", "payout"))
    assert (game.state.bank, game.state.broken) == (-30, True)
    assert game.outcome is None


def broken_bank(money: int = 0) -> Scenario:
    return (
        Scenario("1846")
        .launched("NYC", president=1, price=90, holdings={1: 60, 2: 40}, trains=["2"], cash=50)
        .bank(money, rest_to=4)
    )


def test_case_086_broken_in_the_first_operating_round_the_set_is_finished() -> None:
    game = broken_bank().operating("NYC", "dividend", turn=5, number=1, revenue=40)
    accepted(game, dividend("NYC", "payout"))
    assert game.state.broken
    assert idle_to_the_end(game)[-1] == ("Operating", 5, 2)
    assert game.outcome is not None
    assert game.outcome.reason == "bank"


def test_case_086_broken_in_the_stock_round_two_operating_rounds_follow() -> None:
    game = broken_bank(60).stock(2, turn=6)
    accepted(game, sell(2, "NYC_5"))
    assert game.state.broken
    assert idle_to_the_end(game)[1:] == [("Operating", 6, 1), ("Operating", 6, 2)]
    assert game.outcome is not None
    assert game.outcome.reason == "bank"


def test_case_087_one_solvent_player_is_left() -> None:
    game = (
        Scenario("1846", players=3)
        .launched("NYC", president=1, par=50, market=20, cash=100)
        .launched("GT", president=2, par=60, holdings={2: 30}, cash=100, trains=["2"])
        .bankrupt(3)
        .cash({1: 0, 2: 77})
        .depot(next="5")
        .operating("NYC", "trains")
    )
    accepted(game, bankrupt("NYC"))
    assert game.outcome is not None
    assert game.outcome.reason == "bankrupt"
    assert game.outcome.scores == {1: 0, 2: 77 + 3 * 60, 3: 0}
    assert game.outcome.ranking[0] == 2
    assert game.turn is None
    refused(game, skip("GT"), "game_over")


def test_case_088_nothing_is_left_in_the_game() -> None:
    game = (
        Scenario("1846")
        .removed("ERIE")
        .launched("GT", president=1, price=10, holdings={1: 40}, cash=70)
        .closed(*(sym for sym in SIX if sym != "GT"))
        .phase("III")
        .stock(1)
    )
    accepted(game, sell(1, "GT_1"))
    assert game.outcome is not None
    assert game.outcome.reason == "all_closed"
    assert game.outcome.scores == {1: 410, 2: 400, 3: 400, 4: 400}


def test_case_088_with_a_minor_in_phase_1_play_goes_on_until_turn_100() -> None:
    position = Scenario("1846").removed("ERIE").closed(*SIX)
    game = position.private("MS", owner=1, cash=20).begins("Operating", 2)
    # Michigan Southern has the money for one lay, nothing else can be done: each round waits for its pass.
    assert asked(game) == "MS"
    assert idle_to_the_end(game)[-1] == ("Stock", 100, 1)
    assert game.outcome is not None
    assert game.outcome.reason == "dnf"


def test_case_088_blank_cards_count_as_open_until_phase_3() -> None:
    game = (
        Scenario("1846")
        .removed("ERIE")
        .launched("GT", president=1, price=10, holdings={1: 40}, cash=70)
        .closed(*(sym for sym in SIX if sym != "GT"))
        .stock(1, turn=98)
    )
    accepted(game, sell(1, "GT_1"))
    assert game.outcome is not None
    assert (game.outcome.reason, game.state.round.turn) == ("dnf", 100)


@pytest.mark.parametrize("phase", ["II", "III"])
def test_case_089_privates_count_at_list_price(phase: str) -> None:
    game = (
        Scenario("1846")
        .launched("NYC", president=1, par=60, holdings={1: 30, 2: 10}, cash=500)
        .private("MS", owner=1)
        .private("BIG4", owner=2)
        .private("MAIL", owner=3)
        .private("TBC", owner="NYC")
        .phase(phase)
        .stock(1)
    )
    game.apply(EndGame(entity=1))
    assert game.outcome is not None
    listed = phase == "II"
    assert game.outcome.scores == {
        1: 400 + 3 * 60 + 60 * listed,
        2: 400 + 60 + 40 * listed,
        3: 400 + 80 * listed,
        4: 400,
    }
    assert game.outcome.reason == "manually_ended"


def last_train(step: str, revenue: int = 0) -> Game:
    return (
        Scenario("1846 2p Variant", players=2)
        .launched("PRR", president=1, price=100, cash=900, trains=["4/6"], holdings={1: 60, 2: 40})
        .launched("GT", president=2, price=90, cash=40, trains=["5"], holdings={2: 60, 1: 40})
        .depot(next="6", left=1)
        .bank(0, rest_to=1)
        .operating("PRR", step, turn=7, number=1, revenue=revenue)
    )


def test_case_090_after_the_last_train_one_more_set() -> None:
    game = last_train("trains")
    accepted(game, buy_train("PRR", game.state.depot.upcoming[0].id, 800, "6"))
    rounds = idle_to_the_end(game)
    first = [("Operating", 7, 1), ("Operating", 7, 2)]
    assert rounds == [*first, ("Stock", 8, 1), ("Operating", 8, 1), ("Operating", 8, 2)]
    assert game.outcome is not None
    assert game.outcome.reason == "final_train"


def test_case_090_a_broken_bank_ends_it_earlier() -> None:
    game = last_train("dividend", revenue=300)
    accepted(game, dividend("PRR", "payout"))
    assert game.state.broken
    accepted(game, buy_train("PRR", game.state.depot.upcoming[0].id, 800, "6"))
    assert idle_to_the_end(game) == [("Operating", 7, 1), ("Operating", 7, 2)]
    assert game.outcome is not None
    assert game.outcome.reason == "bank"
