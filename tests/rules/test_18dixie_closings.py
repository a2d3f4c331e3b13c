"""18Dixie, edge cases 103 to 111, 127, 129 to 131, 133 to 135 and 169: closings, ends, options."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game
from open18xx.actions import Merge
from open18xx.model.state import PREFERRED_BOX
from open18xx.model.table import Table
from open18xx.model.verbs import move_certificates, pay, place_token
from open18xx.rounds.operating import start_round
from tests.rules.acts import asked, cash, percent, president
from tests.rules.dixie import (
    MINORS,
    ability,
    accepted,
    box,
    buy,
    idle_to_the_end,
    merge,
    new,
    place,
    pool,
    refused,
    scenario,
    skip,
    where,
)
from tests.scenario import Scenario


def owned(*minors: str, rules: tuple[str, ...] = (), players: int = 4) -> Scenario:
    """Minors of player 1."""
    position = scenario(players, rules)
    for sym in minors:
        position.private(sym, 1)
    return position


def closing(position: Scenario, after: int) -> Game:
    """The closing step after this operating round."""
    return position.begins("Merger", (after + 1) // 2, 2 - after % 2)


@pytest.mark.parametrize(("after", "group"), [(3, MINORS[:4]), (4, MINORS[4:8]), (5, MINORS[8:]), (2, ()), (6, ())])
def test_case_103_who_closes_when(after: int, group: tuple[str, ...]) -> None:
    game = closing(owned(*MINORS), after)
    order = []
    while game.state.round.kind == "Merger":
        who = asked(game)
        assert isinstance(who, str)
        order.append(who)
        accepted(game, game.legal_actions.of(Merge)[0])
    assert order == list(group)


def test_case_104_minor_2_may_take_the_second_share_of_sr() -> None:
    game = closing(owned(" 1", " 2"), 3)
    accepted(game, merge(" 1", "SR"))
    refused(game, merge(" 2", "IC"), "5.2")
    accepted(game, merge(" 2", "SR"))
    assert (percent(game, "SR", 1), box(game, "SR")) == (20, 0)


def test_case_105_minor_12_can_always_choose() -> None:
    game = owned(" 3", " 4", " 8", "12").begins("Merger", 2, 1)
    accepted(game, merge(" 3", "Fr"), merge(" 4", "WRA"))
    game = closing(owned("12"), 5)
    table = Table(game.rules, game.state)
    for sym in ("CoG", "Fr", "WRA"):
        move_certificates(table, sym, table.certificates(sym, PREFERRED_BOX)[:1], PREFERRED_BOX, 0)
    assert {action.corporation for action in game.legal_actions.of(Merge)} == {"CoG", "Fr", "WRA"}


def test_case_106_minor_13_chooses_last() -> None:
    game = owned(*MINORS).begins("Merger", 2, 1)
    for after in (3, 4, 5):
        if after > 3:
            table = Table(game.rules, game.state)
            start_round(table, "Merger", (after + 1) // 2, 2 - after % 2)
            table.rules.plans["Merger"].advance(table)
        while game.state.round.kind == "Merger":
            who = asked(game)
            if who == "13":
                left = {sym: box(game, sym) for sym in game.state.corporations if box(game, sym)}
                assert sum(left.values()) == 30
                assert {action.corporation for action in game.legal_actions.of(Merge)} == set(left)
            accepted(game, game.legal_actions.of(Merge)[0])
    assert sum(box(game, sym) for sym in game.state.corporations) == 0
    assert sum(pool(game, sym) for sym in game.state.corporations) == 20


def test_case_107_a_second_token_in_one_city() -> None:
    position = owned("10").launched("IC", president=2, par=65, tokens=["E7"])
    game = closing(position, 5)
    table = Table(game.rules, game.state)
    place_token(table, "10", "E3", 0, 0)
    table.state.edit_board().lay("E7", "57", 0, 0)
    table.state.edit_board().lay("E7", "14", 0, 0)
    place_token(table, "10", "E7", 0, 0)
    left = game.state.corporations["IC"].tokens_left
    accepted(game, merge("10", "IC"))
    assert sorted(game.state.board.tokens("IC")) == [("D6", 0), ("E3", 0), ("E7", 0)]
    assert game.state.board.city_tokens("E7", 0).count("IC") == 1
    assert game.state.corporations["IC"].tokens_left == left


def test_case_108_an_exchange_floats() -> None:
    position = owned(" 8").launched("CoG", president=2, par=70, holdings={2: 40}, floated=False, operated=False)
    game = closing(position, 4)
    table = Table(game.rules, game.state)
    pay(table, "bank", " 8", 30, "test")
    accepted(game, merge(" 8", "CoG"))
    row = game.state.corporations["CoG"]
    assert (row.floated, row.cash) == (True, 700 + 30)
    assert where(game)[0] == "Stock"
    while where(game)[0] == "Stock":
        who = asked(game)
        assert who is not None
        accepted(game, skip(who))
    assert game.state.round.order == ("CoG",)


def test_case_109_the_release_floats() -> None:
    position = owned("10").launched("L&N", president=2, par=70, holdings={2: 30}, floated=False, operated=False)
    game = closing(position, 5)
    table = Table(game.rules, game.state)
    move_certificates(table, "L&N", table.certificates("L&N", PREFERRED_BOX)[:1], PREFERRED_BOX, 2)
    move_certificates(table, "L&N", (1,), 1, -1)
    assert (percent(game, "L&N", 2), percent(game, "L&N", 3), box(game, "L&N")) == (20, 10, 20)
    accepted(game, merge("10", "IC"))
    assert (game.state.corporations["L&N"].floated, pool(game, "L&N")) == (True, 20)
    assert game.state.round.order[0] == "L&N"


def test_case_110_a_presidency_changes_before_the_next_closing() -> None:
    position = owned(" 1", " 2").launched("SR", president=2, par=70, holdings={2: 20, 1: 20})
    game = closing(position, 3)
    accepted(game, merge(" 1", "SR"))
    assert asked(game) == 1
    assert game.state.pending[-1].kind == "swap"
    accepted(game, game.legal_actions[0])
    assert (president(game, "SR"), asked(game)) == (1, " 2")


def test_case_111_the_release_may_exceed_half() -> None:
    position = owned("10").launched("L&N", president=2, par=70, holdings={2: 40}, market=30)
    game = closing(position, 5)
    before = place(game, "L&N")
    accepted(game, merge("10", "IC"))
    assert (pool(game, "L&N"), place(game, "L&N")) == (60, before)


# Ends


def broke(game: Game) -> Game:
    game.state.broken = True
    return game


def test_case_127_the_bank_breaks() -> None:
    position = scenario().launched("IC", president=1, par=65, trains=["4"])
    assert idle_to_the_end(broke(position.begins("Operating", 4, 1))) == [("Operating", 4, 1)]
    assert idle_to_the_end(broke(position.stock(1, turn=4))) == [("Stock", 4, 1), ("Operating", 4, 1)]


def test_case_127_the_closing_step_belongs_to_the_round() -> None:
    game = broke(owned(" 1").begins("Operating", 2, 1))
    assert idle_to_the_end(game) == [("Operating", 2, 1), ("Merger", 2, 1)]


def test_case_129_the_score() -> None:
    game = (
        scenario()
        .private("P2", 1)
        .private(" 1", 1)
        .launched("IC", president=2, par=70, cash=500, holdings={2: 40, 1: 20})
        .cash({1: 100})
        .stock(1)
    )
    # $100, P2 at 30, minor 1 at 90, two shares at $70; the treasury does not count.
    assert game.table().worth(0) == 100 + 30 + 90 + 140


# Options and P4


def test_case_130_an_early_closing() -> None:
    position = owned(" 6", "13", rules=("early_minor_closure",)).private(" 9", 2)
    position.launched("ACL", president=3, par=70, holdings={3: 40}, floated=False, operated=False)
    game = position.begins("Merger", 2, 0)
    assert asked(game) == " 6"
    accepted(game, merge(" 6", "ACL"))
    assert (percent(game, "ACL", 1), game.state.corporations["ACL"].floated) == (10, True)
    assert asked(game) == " 9"
    accepted(game, skip(" 9"))
    # Minor 13 is not asked while minor 9 is open.
    assert where(game) == ("Stock", 2, 1)
    assert not game.state.minors["13"].closed


def test_case_169_minor_13_waits_for_an_unsold_minor_9() -> None:
    game = owned("13", rules=("early_minor_closure",)).stock(1)
    table = Table(game.rules, game.state)
    for sym, closed in ((" 9", False), ("10", True)):
        table.state.put_minor(replace(table.state.minors[sym], closed=closed))
    start_round(table, "Merger", 3, 0)
    table.rules.plans["Merger"].advance(table)
    assert table.state.round.over
    assert not table.state.minors["13"].closed


@pytest.mark.parametrize(("sym", "kept"), [("CoG", False), ("Fr", True)])
def test_case_131_service_areas(sym: str, kept: bool) -> None:
    game = closing(owned("12", rules=("historical_service_areas",)), 5)
    table = Table(game.rules, game.state)
    place_token(table, "12", "F6", 0, 0)
    accepted(game, merge("12", sym))
    assert (("F6", 0) in game.state.board.tokens(sym)) == kept


def test_case_133_the_longer_game() -> None:
    game = new(4, ("extended_game",))
    assert game.rules.bank == 16_000 == game.state.bank + 4 * 525
    assert [card.rank for card in game.state.depot.upcoming].count("4") == 5
    assert [card.rank for card in new(4).state.depot.upcoming].count("4") == 4


def test_case_134_p4_in_anothers_turn() -> None:
    game = scenario().launched("CoG", president=2, par=70).private("P4", 3).operating("CoG", number=2)
    before = cash(game, 3)
    accepted(game, ability("P4", "priority_deal"))
    assert (cash(game, 3), game.state.priority, game.state.privates["P4"].closed) == (before + 10, 2, True)
    while where(game)[0] != "Stock":
        who = asked(game)
        assert who is not None
        accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])
    assert asked(game) == 3


def test_case_135_p4_in_a_stock_round() -> None:
    position = scenario().launched("CoG", president=2, par=70, holdings={2: 40}).private("P4", 3)
    game = position.stock(1)
    accepted(game, ability("P4", "priority_deal"))
    assert asked(game) == 3
    game = position.stock(1)
    accepted(game, buy(1, "CoG_3"))
    refused(game, ability("P4", "priority_deal"), "Table 3")
