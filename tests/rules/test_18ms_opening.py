"""18MS, edge cases 1 to 13: the selection of privates and stock rounds."""

from __future__ import annotations

import pytest

from open18xx.actions import BuyCompany, SellShares
from tests.rules.acts import asked, buy, cash, dividend, percent, price, sell, yielded
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    choose,
    debt,
    new,
    owner,
    par,
    pass_round,
    place,
    position,
    refused,
    skip,
    trade,
    where,
)


@both
def test_case_001_the_selection_goes_counter_clockwise(ruleset: str) -> None:
    game = new(ruleset)
    for player, private, amount in ((3, "MC", 60), (2, "AGS", 30), (1, "M&O", 70)):
        assert asked(game) == player
        accepted(game, choose(player, private, amount))
        assert (owner(game, private), cash(game, player)) == (player, 625 - amount)
    assert (where(game), asked(game)) == (("Stock", 1, 1), 1)
    assert set(game.state.privates) == {"AGS", "MC", "M&O"}


@both
def test_case_002_no_pass_and_no_second_private(ruleset: str) -> None:
    game = new(ruleset)
    refused(game, skip(3), "3.1")
    accepted(game, choose(3, "MC", 60))
    refused(game, choose(3, "AGS", 30), "3.1")
    refused(game, choose(1, "AGS", 30), "3.1")
    refused(game, choose(2, "MC", 60), "3.1")
    accepted(game, choose(2, "AGS", 30))


@both
def test_case_003_three_privates_leave_a_game_of_two(ruleset: str) -> None:
    game = new(ruleset, 2)
    accepted(game, choose(2, "M&O", 70), choose(1, "BS", 40))
    assert set(game.state.privates) == {"BS", "M&O"}
    assert set(game.snapshot()["privates"]) == {"BS", "M&O"}
    game = new(ruleset, 2)
    accepted(game, choose(2, "M&O", 70), choose(1, "BS", 40), par(1, "GMO", 90))
    before = game.state.bank
    while where(game) == ("Stock", 1, 1):
        accepted(game, skip(int(asked(game) or 0)))
    # Nothing has floated, so two operating rounds only paid the privates.
    assert (where(game), before - game.state.bank) == (("Stock", 2, 1), 2 * (10 + 5))


@both
def test_case_004_no_sale_in_the_first_stock_round(ruleset: str) -> None:
    game = position(ruleset).launched("GMO", president=2, par=80, holdings={2: 60, 1: 10}).stock(1, turn=1)
    assert not yielded(game, SellShares)
    refused(game, sell(1, "GMO_5"), "3.2a1")
    game = position(ruleset).launched("GMO", president=2, par=80, holdings={2: 60, 1: 10}).stock(1, turn=2)
    accepted(game, sell(1, "GMO_5"))


@both
def test_case_005_at_most_seventy_percent(ruleset: str) -> None:
    game = position(ruleset).launched("GMO", president=1, par=80, holdings={1: 60}).stock(1)
    accepted(game, buy(1, "GMO_5"))
    assert percent(game, "GMO", 1) == 70
    game = position(ruleset).launched("GMO", president=1, par=80, holdings={1: 70}).stock(1)
    refused(game, buy(1, "GMO_6"), "3.3a")


@both
def test_case_006_par_values(ruleset: str) -> None:
    for amount, row, column in ((65, 1, 1), (100, 0, 5), (65, 0, 0)):
        game = position(ruleset).stock(1)
        action = par(1, "GMO", 90).to_dict() | {"share_price": f"{amount},{row},{column}"}
        refused(game, action, "3.2c1")
    for amount in (70, 75, 80, 90):
        game = position(ruleset).stock(1)
        accepted(game, par(1, "GMO", amount))
        assert (price(game, "GMO"), cash(game, 1)) == (amount, 525 - 2 * amount)


@both
def test_case_007_the_certificate_limit_and_yellow_spaces(ruleset: str) -> None:
    for cell, value in (((1, 2), 70), ((2, 2), 65)):
        held = position(ruleset).launched("GMO", president=1, par=80, holdings={1: 60})
        held.launched("IC", president=1, par=80, holdings={1: 60})
        held.launched("WRA", president=2, par=70, holdings={2: 60}, market=10, price=cell)
        game = held.stock(1)
        assert game.table().certificate_count(0) == game.table().certificate_limit() == 10
        share = f"WRA_{game.state.certificates['WRA'][-2][0]}"
        if value == 70:
            refused(game, buy(1, share), "3.3b")
        else:
            accepted(game, buy(1, share))
            assert game.table().certificate_count(0) == 10


@both
def test_case_008_falling_into_yellow_cures_an_excess(ruleset: str) -> None:
    held = position(ruleset).launched("GMO", president=1, par=90, holdings={1: 60})
    held.launched("WRA", president=1, par=70, holdings={1: 60}, price=(1, 2))
    held.launched("IC", president=2, par=80, holdings={2: 30, 1: 20})
    game = held.stock(1)
    assert (game.table().certificate_count(0), game.table().certificate_limit()) == (12, 10)
    refused(game, skip(1), "3.3b")
    refused(game, buy(1, "IC_6"), "3.3b")
    accepted(game, sell(1, "WRA_4"))
    assert (price(game, "WRA"), place(game, "WRA")) == (65, (2, 2))
    # 12 less the 5 certificates of WRA that stop counting.
    assert game.table().certificate_count(0) == 7
    accepted(game, buy(1, "IC_6"))


@both
def test_case_009_a_sale_in_the_lowest_space_of_a_column(ruleset: str) -> None:
    held = position(ruleset).launched("GMO", president=2, par=80, holdings={2: 60, 1: 30}, price=(3, 6))
    game = held.cash({1: 0}).stock(1)
    accepted(game, sell(1, "GMO_5", "GMO_6", "GMO_7"))
    assert (cash(game, 1), place(game, "GMO"), price(game, "GMO")) == (240, (3, 6), 80)


@both
def test_case_010_the_end_of_the_chart_ends_nothing(ruleset: str) -> None:
    for cell in ((1, 13), (0, 13)):
        held = position(ruleset).launched(
            "GMO", president=1, par=80, holdings={1: 60}, price=cell, cash=1000, trains=["5"]
        )
        game = held.operating("GMO", "dividend", turn=4, revenue=100)
        accepted(game, dividend("GMO", "payout"))
        assert (place(game, "GMO"), price(game, "GMO")) == ((0, 13), 300)
        assert game.outcome is None


@both
def test_case_011_a_major_floats_with_full_capital(ruleset: str) -> None:
    held = position(ruleset).launched(
        "GMO", president=1, par=75, holdings={1: 30, 2: 20}, floated=False, operated=False
    )
    game = held.stock(3)
    before = game.state.bank
    accepted(game, buy(3, "GMO_4"))
    assert cash(game, "GMO") == 750
    assert game.state.bank == before + 75 - 750
    pass_round(game)
    assert (where(game), asked(game)) == (("Operating", 2, 1), "GMO")


def test_case_012_privates_between_players() -> None:
    for ruleset in (RULEBOOK, SITE):
        game = position(ruleset).private("MC", 2).stock(1)
        if ruleset == SITE:
            assert not yielded(game, BuyCompany)
            refused(game, trade(1, "MC", 1), None)
            continue
        refused(game, trade(1, "MC", 0), "3.2c4")
        accepted(game, trade(1, "MC", 1))
        assert (owner(game, "MC"), cash(game, 1), cash(game, 2)) == (1, 524, 526)


def test_case_013_a_debtor_buys_nothing() -> None:
    held = position(RULEBOOK).launched("GMO", president=2, par=80, holdings={2: 60, 1: 10})
    game = held.private("MC", 2).cash({1: 0}).debt({1: 136}).stock(1)
    refused(game, buy(1, "GMO_6"), "4.2.5.2")
    refused(game, par(1, "IC", 70), "4.2.5.2")
    refused(game, trade(1, "MC", 1), "4.2.5.2")
    accepted(game, sell(1, "GMO_5"))
    assert (cash(game, 1), debt(game, 1)) == (0, 56)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_section_1_the_figures(players: int) -> None:
    for ruleset, bank in ((RULEBOOK, 12000), (SITE, 10000)):
        game = new(ruleset, players)
        money = {2: 900, 3: 625, 4: 525}[players]
        assert [cash(game, number + 1) for number in range(players)] == [money] * players
        assert game.state.bank == bank - players * money
        assert game.table().certificate_limit() == {2: 20, 3: 14, 4: 10}[players]
        assert len(game.state.privates) == 5
