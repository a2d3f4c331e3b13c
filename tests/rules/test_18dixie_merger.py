"""18Dixie, edge cases 112 to 126: mergers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game
from open18xx.actions import Bankrupt, BuyTrain, Choose, DiscardTrain, RemoveToken, SellShares
from open18xx.model.state import Marker
from open18xx.model.table import Table
from open18xx.model.verbs import place_token
from open18xx.steps.blocks import obstacle
from open18xx.titles.t18dixie.merger import start_cell
from tests.rules.acts import asked, cash, percent, president, price, shown
from tests.rules.dixie import (
    accepted,
    bought,
    choose,
    consent,
    discard,
    formed,
    pair,
    refused,
    remove_token,
    scenario,
    sell,
    settle,
    skip,
    train,
    where,
)


@pytest.mark.parametrize(
    ("first", "second", "start"),
    [
        ((1, 3), (0, 10), 160),  # 70 + 140 = 210
        ((4, 1), (5, 1), 90),  # 45 + 40 = 85
        ((1, 3), (2, 3), 130),  # 70 + 65 = 135
        ((2, 3), (3, 0), 110),  # 65 + 45 = 110
        ((0, 16), (0, 14), 160),  # 250 + 200 = 450
    ],
)
def test_case_112_the_price_of_a_system(first: tuple[int, int], second: tuple[int, int], start: int) -> None:
    game = pair(prices=(first, second)).stock(1)
    cell = start_cell(game.table(), "SCL")
    assert (cell[0], game.rules.market.prices[cell]) == (0, start)


def test_case_113_a_missing_share_costs_the_price() -> None:
    game = bought(pair({1: 40, 2: 10}, {2: 20}).cash({2: 500}))
    assert asked(game) == "ACL"
    accepted(game, choose("ACL", "merge"))
    assert asked(game) == "SAL"
    accepted(game, choose("SAL", "merge"))
    # 70 + 70 = 140; 30 % are there, 10 % are missing.
    assert (price(game, "SCL"), cash(game, 2)) == (140, 360)
    assert (president(game, "SCL"), game.table().certificates("SCL", 1)) == (1, (7,))
    assert percent(game, "SCL", 1) == 20


def test_case_114_one_president_of_both() -> None:
    game = bought(pair({1: 40}, {1: 30}, presidents=(1, 1)).cash({1: 500}))
    accepted(game, choose("ACL", "merge"))
    assert (cash(game, 1), set(game.table().certificates("SCL", 0))) == (360, {0, 7})


def test_case_115_who_has_not_operated_forms_nothing() -> None:
    position = (
        scenario()
        .launched("CoG", president=3, par=90, price=(0, 12), cash=2000, trains=["6+1"])
        .launched("ACL", president=1, par=70, holdings={1: 40})
        .launched("SAL", president=2, par=70, holdings={2: 40}, operated=False)
    )
    game = bought(position)
    assert not game.state.pending
    assert game.state.tried == ("SCL",)
    assert "SCL" not in game.state.corporations


def test_case_116_one_refusal_is_final() -> None:
    game = bought(pair())
    refused(game, choose("SAL", "merge"), "4")
    accepted(game, choose("ACL", "merge"), choose("SAL", "decline"))
    assert "SCL" not in game.state.corporations
    assert game.state.chances == ()


def odd(money: int = 100) -> Game:
    """Player 3 holds 30 % of ACL and 20 % of SAL; SCL starts at 130."""
    position = pair({1: 40, 3: 30}, {2: 40, 3: 20}, prices=((1, 3), (2, 3))).cash({3: money})
    return formed(position)


def test_case_117_an_odd_share() -> None:
    game = odd()
    assert (price(game, "SCL"), asked(game), percent(game, "SCL", 3)) == (130, 3, 20)
    accepted(game, choose(3, "sell"))
    assert (cash(game, 3), percent(game, "SCL", 3)) == (165, 20)
    game = odd()
    accepted(game, choose(3, "redeem"))
    assert (cash(game, 3), percent(game, "SCL", 3)) == (35, 30)
    game = odd(64)
    assert {action.choice for action in game.legal_actions.of(Choose)} == {"sell", "pass"}
    accepted(game, choose(3, "pass"))
    assert (cash(game, 3), percent(game, "SCL", 3)) == (64, 20)


def test_case_118_the_presidency_of_a_system() -> None:
    game = formed(pair({1: 40, 2: 20}, {2: 60, 1: 20}))
    settle(game)
    # Player 1: 20 + 10, player 2: 20 + 20.
    assert (president(game, "SCL"), percent(game, "SCL", 1), percent(game, "SCL", 2)) == (2, 30, 40)
    game = formed(pair({1: 60, 2: 20}, {2: 60, 1: 20}))
    settle(game)
    assert (president(game, "SCL"), percent(game, "SCL", 1), percent(game, "SCL", 2)) == (1, 40, 40)


def tokens(game: Game, *, acl: tuple[str, ...], sal: tuple[str, ...], private: bool = False) -> None:
    table = Table(game.rules, game.state)
    for sym, hexes in (("ACL", acl), ("SAL", sal)):
        for hex_id in hexes:
            place_token(table, sym, hex_id, 0, 0, extra=True)
    if private:
        table.state.put_marker("P3", Marker("P3", "ACL", "G17"))


def test_case_119_tokens() -> None:
    game = bought(pair())
    # Jacksonville, Savannah and three more, Atlanta twice.
    tokens(game, acl=("G17", "L24"), sal=("G17",))
    consent(game)
    assert sorted(hex_id for hex_id, _ in game.state.board.tokens("SCL")) == ["G17", "J26", "L24", "M25"]
    assert (game.state.corporations["SCL"].tokens_left, game.rules.corporations["SCL"].tokens) == (2, (100, 100))
    game = bought(pair())
    tokens(game, acl=("G17", "L24", "L22", "K17"), sal=("J16", "H10", "F14"))
    consent(game)
    assert len(game.state.board.tokens("SCL")) == 9
    for left in (8, 7, 6):
        accepted(game, game.legal_actions.of(RemoveToken)[0])
        assert len(game.state.board.tokens("SCL")) == left
    assert not game.legal_actions.of(RemoveToken)


def test_case_119_seven_with_the_token_of_p3() -> None:
    game = bought(pair())
    tokens(game, acl=("G17", "L24", "L22", "K17"), sal=("J16", "H10"), private=True)
    consent(game)
    assert len(game.state.board.tokens("SCL")) == 8
    twin = game.copy()
    accepted(game, remove_token(game, "SCL", "L24"))
    assert len(game.state.board.tokens("SCL")) == 7
    assert not game.legal_actions.of(RemoveToken)
    accepted(twin, remove_token(twin, "SCL", "G17"))
    assert twin.legal_actions.of(RemoveToken)


def test_case_120_trains() -> None:
    position = (
        scenario()
        .launched("CoG", president=3, par=90, price=(0, 12), cash=2000, trains=["6+1"])
        .launched("ACL", president=1, par=70, holdings={1: 40}, trains=["5", "5"])
        .launched("SAL", president=2, par=70, holdings={2: 40}, trains=["5", "6+1"])
    )
    game = bought(position)
    consent(game)
    settle_tokens(game)
    assert asked(game) == "SCL"
    assert len(game.legal_actions.of(DiscardTrain)) == 4
    before = cash(game, "SCL")
    accepted(game, discard("SCL", "5-0"))
    assert (sorted(shown(game, "SCL")), cash(game, "SCL")) == (["5", "5", "6+1"], before)


def settle_tokens(game: Game) -> None:
    while game.legal_actions.of(RemoveToken):
        accepted(game, game.legal_actions.of(RemoveToken)[0])


def test_case_121_when_a_system_operates() -> None:
    # CoG at 160 is first, so neither has operated.
    game = formed(pair())
    settle(game)
    assert asked(game) == "SCL"
    # With ACL before CoG the system waits, and SAL does not operate any more.
    game = formed(pair(prices=((0, 13), (1, 3))))
    settle(game)
    assert where(game) == ("Operating", 2, 2)
    assert game.state.round.order == ("SCL", "CoG")


def test_case_122_the_buyer_is_acl_itself() -> None:
    position = (
        scenario()
        .launched("ACL", president=1, par=90, price=(0, 12), cash=2000, trains=["6+1"], holdings={1: 40})
        .launched("SAL", president=2, par=70, holdings={2: 40})
    )
    game = position.phase("7").operating("ACL", "trains")
    accepted(game, train("ACL", "2D-0", 800, "4D"))
    consent(game)
    settle(game)
    assert game.state.corporations["ACL"].closed
    assert "4D" in shown(game, "SCL")
    assert where(game) != ("Operating", 2, 1)


def test_case_123_after_the_merger() -> None:
    position = pair({1: 60, 3: 20}, {2: 40, 1: 30})
    game = formed(position)
    settle(game)
    table = game.table()
    assert table.certificate_limit() == 14
    assert not game.state.corporations["SCL"].operated
    twin = Table(game.rules, game.state.copy())
    held = twin.certificates("SCL", 0)
    problem = obstacle(twin, 0, "SCL", held[-1:], 10)
    assert problem is not None
    assert problem[0] == "sale_before_operating"


def test_case_124_face_value() -> None:
    position = pair().launched("WRA", president=4, par=65, trains=["5"])
    game = formed(position)
    settle(game)
    table = Table(game.rules, game.state)
    table.state.put_corporation(replace(table.corporation("SCL"), cash=1000))
    assert asked(game) == "SCL"
    accepted(game, skip("SCL"))
    while not game.legal_actions.of(BuyTrain):
        accepted(game, skip("SCL"))
    refused(game, train("SCL", "5-0", 399), "4.7d")
    assert train("SCL", "5-0", 400) in game.legal_actions


def test_case_125_a_president_who_cannot_pay_is_bankrupt() -> None:
    game = formed(pair({1: 40}, {2: 20}).cash({2: 100}))
    assert asked(game) == 2
    accepted(game, Bankrupt(entity=2))
    assert game.outcome is not None
    assert game.outcome.reason == "bankrupt"
    assert game.state.players[1].cash == 0


def test_case_125_he_sells_first() -> None:
    position = pair({1: 40}, {2: 30}).cash({2: 100}).launched("IC", president=4, par=90, holdings={4: 40, 2: 20})
    game = formed(position)
    # 140 are due.
    refused(game, Bankrupt(entity=2), "4.7.1d")
    refused(game, sell(2, *(f"IC_{index}" for index in game.table().certificates("IC", 1))), "4.7.1d")
    accepted(game, game.legal_actions.of(SellShares)[0])
    assert cash(game, 2) == 100 + 90 - 140


def test_case_126_shares_run_out() -> None:
    """Six players; both presidents have 20 % of their own only, the four others 20 % of each."""
    others = {3: 20, 4: 20, 5: 20, 6: 20}
    position = (
        scenario(6)
        .launched("CoG", president=3, par=90, price=(0, 12), cash=2000, trains=["6+1"])
        .launched("ACL", president=1, par=70, holdings={1: 20} | others)
        .launched("SAL", president=2, par=70, holdings={2: 20} | others)
        .cash({1: 1000, 2: 1000})
    )
    game = formed(position)
    # 16 shares are left for six certificates: two each for players 3, 4 and 5, nothing for player 6.
    assert [percent(game, "SCL", number) for number in (3, 4, 5, 6)] == [20, 20, 20, 0]
    assert [cash(game, number) for number in (1, 2)] == [1000 - 2 * 140] * 2
    assert asked(game) == 6
    assert {action.choice for action in game.legal_actions.of(Choose)} == {"sell", "pass"}
    before = cash(game, 6)
    accepted(game, choose(6, "sell"))
    assert cash(game, 6) == before + 4 * 70
