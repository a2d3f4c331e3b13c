"""18Dixie, edge cases 132, 137, 145, 148, 158, 159, 168, 172 and 173: after a merger, and its options."""

from __future__ import annotations

from msgspec.structs import replace

from open18xx.actions import BuyTrain, Choose
from open18xx.model.state import PREFERRED_BOX
from open18xx.model.table import Table
from open18xx.model.verbs import place_token
from open18xx.titles.t18dixie.minors import close_without_share
from open18xx.titles.t18dixie.policies import everywhere
from tests.rules.acts import asked, cash, percent, president
from tests.rules.dixie import (
    accepted,
    bought,
    choose,
    consent,
    formed,
    pair,
    place,
    pool,
    refused,
    settle,
    skip,
    train,
)


def test_case_132_a_battle_of_stockholders() -> None:
    def asked_after(own: int, other: int) -> object:
        game = bought(pair({1: own}, {2: 40, 1: other}, rules=("stockholder_battle",)).cash({1: 1000}))
        assert percent(game, "ACL", 1) == own
        accepted(game, choose("ACL", "merge"))
        return asked(game)

    assert asked_after(60, 40) == "SAL"
    assert asked_after(70, 30) != "SAL"
    assert asked_after(70, 20) == "SAL"


def test_case_137_p8_is_inherited() -> None:
    game = bought(pair(trains=["6+1"]))
    table = Table(game.rules, game.state)
    row = table.corporation("ACL")
    table.state.put_corporation(replace(row, trains=(replace(row.trains[0], bonus=30, bound=True),)))
    consent(game)
    settle(game)
    (card,) = game.state.corporations["SCL"].trains
    assert (card.bonus, card.bound) == (30, True)


def test_case_145_the_second_chance() -> None:
    position = pair().launched("IC", president=1, par=65, holdings={1: 40}).launched("Fr", president=2, par=65)
    game = bought(position)
    table = Table(game.rules, game.state)
    table.state.tried, table.state.chances = ("SCL", "ICG"), ("ICG",)
    accepted(game, choose("ACL", "decline"))
    assert asked(game) == "IC"
    game = bought(position)
    table = Table(game.rules, game.state)
    table.state.tried, table.state.chances = ("SCL", "ICG"), ("ICG",)
    consent(game)
    settle(game)
    assert "SCL" in game.state.corporations
    assert "ICG" not in game.state.corporations
    assert asked(game) != "IC" or not game.legal_actions.of(Choose)


def test_case_148_undo_of_every_step() -> None:
    game = bought(pair({1: 40, 3: 30}, {2: 30, 3: 20}, prices=((1, 3), (2, 3))).cash({2: 500}))
    states = [game.state.copy()]
    count = 0
    while game.state.pending or game.state.stages:
        game.apply(game.legal_actions[0])
        states.append(game.state.copy())
        count += 1
    assert count > 2
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state == state


def test_case_158_two_with_more_than_the_president() -> None:
    position = pair({1: 40, 2: 10, 3: 30}, {2: 50, 3: 30})
    game = formed(position)
    settle(game)
    # Player 1 20 %, player 2 20 + 10, player 3 30.
    assert [percent(game, "SCL", number) for number in (1, 2, 3)] == [20, 30, 30]
    assert president(game, "SCL") == 2


def test_case_159_a_minor_without_its_share() -> None:
    game = formed(pair())
    settle(game)
    table = Table(game.rules, game.state)
    table.state.put_minor(replace(table.state.minors[" 6"], closed=False, cash=30))
    before = cash(game, "SCL")
    place_token(table, " 6", "H10", 0, 0)
    close_without_share(table, " 6", everywhere)
    assert cash(game, "SCL") == before + 30
    assert ("H10", 0) in table.state.board.tokens("SCL")


def test_case_168_the_1d1_is_not_sold_to_a_system() -> None:
    game = formed(pair())
    settle(game)
    table = Table(game.rules, game.state)
    (card,) = table.state.depot.aside or tuple(card for card in table.state.depot.gone if card.rank == "1D+1")
    table.state.depot = replace(
        table.state.depot, aside=(), gone=tuple(other for other in table.state.depot.gone if other.id != card.id)
    )
    row = table.corporation("CoG")
    table.state.put_corporation(replace(row, trains=(*row.trains, card)))
    table.state.put_corporation(replace(table.corporation("SCL"), cash=1000))
    while not game.legal_actions.of(BuyTrain):
        accepted(game, skip("SCL"))
    refused(game, train("SCL", card.id, 1), "Table 4")


def test_case_172_the_first_turn_of_a_system() -> None:
    game = formed(pair())
    settle(game)
    assert asked(game) == "SCL"
    step = game.rules.plans["Operating"].steps(game.table())[-1]
    track = step.parts[0]  # type: ignore[attr-defined]
    assert (track.any_colour(game.table()), track.allowed(game.table())) == (2, 3)


def test_case_173_what_the_bank_holds_leaves_unpaid() -> None:
    game = bought(pair())
    assert game.table().percent("ACL", PREFERRED_BOX) == 10
    money = sum(player.cash for player in game.state.players)
    consent(game)
    settle(game)
    assert (game.state.certificates["ACL"], game.state.certificates["SAL"]) == ({}, {})
    assert sum(player.cash for player in game.state.players) == money
    assert (pool(game, "SCL"), place(game, "ACL")) == (60, None)
    assert cash(game, "SCL") == 100
