"""18Dixie, edge cases 20, 47, 48, 54, 59, 92, 93, 138, 141, 146, 147, 149, 151, 152, 154 to 157, 160 and 171."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game
from open18xx.actions import BuyCompany, BuyTrain, Choose, LayTile, OfferPrivate, Par, Pass, SellShares
from open18xx.model.state import MARKET, UNSOLD, Corporation
from open18xx.model.table import Table
from open18xx.model.verbs import drop_obsolete, move_price, place_on_market
from open18xx.sim.invariants import money
from tests.rules.acts import asked, cash, percent, president, price, route, yielded
from tests.rules.dixie import (
    accepted,
    bid,
    buy,
    choose,
    dividend,
    first_auctions,
    idle_until,
    merge,
    new,
    offer,
    owner,
    par,
    place,
    pool,
    refused,
    respond,
    revenue,
    run,
    scenario,
    sell,
    skip,
    take,
    tile,
    train,
    turn_of,
)


def test_case_047_trades_between_players() -> None:
    game = scenario().private("P2", 2).stock(1)
    refused(game, take(1, "P2", 0), "3.2d")
    before = cash(game, 1)
    accepted(game, take(1, "P2", 1))
    assert (owner(game, "P2"), cash(game, 1)) == (1, before - 1)
    assert not game.legal_actions.of(Par)
    game = scenario().private("P2", 1).stock(1)
    refused(game, offer(1, "P2", 0), "3.2d")
    accepted(game, offer(1, "P2", 40))
    assert asked(game) == 2
    accepted(game, respond(2, "P2", False), respond(3, "P2", True))
    assert (owner(game, "P2"), cash(game, 1), cash(game, 3)) == (3, 525 + 40, 525 - 40)
    assert game.legal_actions.of(Par)


def test_case_048_nothing_goes_to_the_bank_or_a_corporation() -> None:
    game = scenario().private("P2", 1).private(" 1", 1).launched("IC", president=1, par=65, cash=500).stock(1)
    assert {action.company for action in game.legal_actions.of(OfferPrivate)} == {"P2"}
    refused(game, offer(1, " 1", 90), "3.2d")
    game = scenario().private(" 1", 2).stock(1)
    refused(game, take(1, " 1", 90), "1.3.3")
    game = scenario().private("P2", 1).launched("IC", president=1, par=65, cash=500).operating("IC")
    assert not yielded(game, BuyCompany)


def test_case_054_an_upgrade_needs_new_track_in_reach() -> None:
    # Macon I19 (57: 2, 5) - H18 (9: 2, 5) is reached; 20 keeps 2-5 and adds a track that is not.
    game = (
        scenario()
        .launched("CoG", president=1, par=70, cash=500, trains=["3"])
        .lay("I19", "57", 2)
        .lay("H18", "9", 2)
        .operating("CoG")
    )
    tiles = {action.tile.split("-")[0] for action in game.legal_actions.of(LayTile) if action.hex == "H18"}
    assert "20" not in tiles
    assert "24" in tiles
    codes = {
        game.legal_actions.explain(tile(game, "CoG", "H18", "20", rotation)).reason  # type: ignore[union-attr]
        for rotation in range(6)
    }
    assert "no_new_track_reached" in codes


def test_case_059_atlanta_green() -> None:
    position = scenario().launched("CoG", president=1, par=70, trains=["3"], tokens=["G17"]).lay("I19", "57", 2)
    position.lay("H18", "9", 2).lay("G17", "X10", 3)
    links = run("CoG", route("3-0", "G17 H18 I19"))
    assert revenue(position.operating("CoG", "run"), links) == 20 + 20
    position.lay("G17", "X20", 3)
    assert revenue(position.operating("CoG", "run"), links) == 20 + 20


def worn_out() -> Game:
    """CoG's only train is an obsolete 5 with its last part; it has run for 50."""
    game = (
        scenario()
        .launched("CoG", president=1, par=70, cash=300, trains=["5"])
        .cash({1: 2000})
        .lay("I19", "57", 0)
        .lay("H20", "4", 0)
        .depot("6+1")
        .operating("CoG", "dividend", revenue=50)
    )
    table = Table(game.rules, game.state)
    row = table.corporation("CoG")
    table.state.put_corporation(replace(row, trains=(replace(row.trains[0], obsolete=True),)))
    return game


def test_case_092_a_part_is_lost_without_a_run() -> None:
    game = worn_out()
    table = Table(game.rules, game.state.copy())
    row = table.corporation("CoG")
    table.state.put_corporation(replace(row, trains=(replace(row.trains[0], parts=2, ran=False),)))
    drop_obsolete(table, "CoG")
    (card,) = table.corporation("CoG").trains
    assert card.parts == 1


def test_case_093_who_loses_its_only_train_buys_in_the_same_turn() -> None:
    game = worn_out()
    accepted(game, dividend("CoG", "withhold"))
    assert (game.state.corporations["CoG"].trains, cash(game, "CoG")) == ((), 300 + 50 + 100)
    assert asked(game) == "CoG"
    assert not yielded(game, Pass)
    assert {action.variant for action in game.legal_actions.of(BuyTrain)} == {"6+1"}


def test_case_138_a_circle_is_kept_for_p3() -> None:
    game = new(3)
    first_auctions(game, "P1", "P2", "P4")
    assert ("P3", "G17", 0, 2) in game.state.board.reservations()
    idle_until(game, "Stock", 2)
    buyer = asked(game)
    assert isinstance(buyer, int)
    table = Table(game.rules, game.state)
    table.state.edit_board().place_token(" 7", "G17", 0)
    table.state.edit_board().place_token("IC", "G17", 0)
    assert table.state.board.slot_for("CoG", "G17", 0) is None
    accepted(game, take(buyer, "P3", 50))
    assert game.state.board.city_tokens("G17", 0) == [" 7", "IC", "P3"]


def second_round() -> Game:
    game = new(4)
    first_auctions(game, "P1", "P2", "P3", "P4")
    idle_until(game, "Stock", 2)
    return game


def test_case_141_p10_floats_wra() -> None:
    game = second_round()
    first = asked(game)
    assert isinstance(first, int)
    accepted(game, bid(first, "P10", 150))
    while game.state.pending[-1].kind == "nominated":
        who = asked(game)
        assert who is not None
        accepted(game, skip(who))
    accepted(game, par(first, "WRA", 65))
    assert (game.state.corporations["WRA"].floated, cash(game, "WRA"), pool(game, "WRA")) == (True, 650, 30)


def test_case_141_the_exchange_changes_the_presidency() -> None:
    game = (
        scenario()
        .private(" 4", 2)
        .launched("WRA", president=1, par=65, holdings={1: 20, 2: 20}, market=20)
        .begins("Merger", 2, 1)
    )
    accepted(game, merge(" 4", "WRA"))
    while game.state.pending:
        accepted(game, game.legal_actions[0])
    assert (percent(game, "WRA", 2), president(game, "WRA")) == (30, 2)


def test_case_146_a_preferred_share_sold_and_bought() -> None:
    position = scenario().launched("Fr", president=1, par=70, price=(1, 6), holdings={1: (0, 1), 2: (7,)})
    game = position.stock(2)
    accepted(game, sell(2, "Fr_7"))
    assert (pool(game, "Fr"), price(game, "Fr")) == (10, 80)
    turn_of(game, 3)
    before = cash(game, 3)
    accepted(game, buy(3, "Fr_7"))
    assert cash(game, 3) == before - 80


def test_case_147_the_pool_has_a_limit() -> None:
    game = scenario().launched("SR", president=1, par=70, holdings={1: 50, 2: 20}, market=30).stock(1)
    refused(game, sell(1, "SR_0", "SR_1", "SR_2", "SR_3"), "3.1")
    accepted(game, sell(1, "SR_1", "SR_2"))
    assert (percent(game, "SR", 1), president(game, "SR")) == (30, 1)


def test_case_149_money_is_conserved() -> None:
    game = second_round()
    assert list(money(game.table())) == []
    assert game.state.bank + sum(row.cash for row in game.state.players) == 12_000


def test_case_151_a_par_price_out_of_turn() -> None:
    game = second_round()
    first = asked(game)
    assert isinstance(first, int)
    second, third, fourth = (1 + (first + step - 1) % 4 for step in (1, 2, 3))
    accepted(game, bid(first, "P10", 150), skip(second), bid(third, "P10", 155), skip(fourth), skip(first))
    assert asked(game) == third
    accepted(game, par(third, "WRA", 90))
    assert president(game, "WRA") == third
    assert asked(game) in (first, second)


def test_case_152_no_room_for_an_offered_private() -> None:
    position = (
        scenario(5)
        .launched("CoG", president=2, par=90, holdings={2: 60, 1: 20})
        .launched("IC", president=2, par=90, holdings={2: 50, 1: 20})
        .launched("Fr", president=2, par=90, holdings={2: 40, 1: 20})
        .private("P2", 1)
    )
    game = position.stock(1)
    assert game.table().certificate_count(1) == game.table().certificate_limit() == 12
    accepted(game, offer(1, "P2", 1))
    assert asked(game) == 3


def test_case_154_private_sales_stand_outside_the_order() -> None:
    position = (
        scenario()
        .launched("CoG", president=1, par=70, holdings={1: 40, 2: 20})
        .launched("IC", president=2, par=70, holdings={2: 40})
        .private("P2", 1)
    )
    game = position.stock(1)
    accepted(game, buy(1, "IC_3"), offer(1, "P2", 5), respond(2, "P2", True), sell(1, "CoG_1"))
    game = position.stock(1)
    accepted(game, sell(1, "CoG_1"), buy(1, "IC_3"), offer(1, "P2", 5), respond(2, "P2", True))
    assert owner(game, "P2") == 2


@pytest.mark.parametrize("half", [False, True])
def test_case_155_either_way_he_ends_with_20(half: bool) -> None:
    game = scenario().launched("CoG", president=1, par=70, holdings={1: (0, 1), 2: (2, 3, 4)}).stock(1)
    accepted(game, sell(1, "CoG_0", percent=10) if half else sell(1, "CoG_1"))
    assert (percent(game, "CoG", 1), percent(game, "CoG", 2), president(game, "CoG")) == (20, 30, 2)


def system(holders: dict[int, tuple[int, ...]], *, seat: int = 1) -> Game:
    """SCL of player 1, or another, has formed and operated; it stands at 120."""
    game = scenario().cash({1: 1000, 2: 1000}).stock(seat)
    table = Table(game.rules, game.state)
    state = table.state
    state.put_corporation(Corporation("SCL", operated=True, floated=True, par=120, president=0, tokens_left=2))
    taken = {index for held in holders.values() for index in held}
    rest = tuple(index for index in range(8) if index not in taken)
    state.put_certificates("SCL", holders | ({UNSOLD: rest} if rest else {}))
    place_on_market(table, "SCL", (0, 8))
    return game


def test_case_156_the_special_certificate() -> None:
    game = system({0: (0, 1), 1: (7,)}, seat=2)
    before = cash(game, 2)
    accepted(game, sell(2, "SCL_7"))
    assert (cash(game, 2), place(game, "SCL"), price(game, "SCL")) == (before + 240, (2, 8), 100)
    turn_of(game, 3)
    before = cash(game, 3)
    accepted(game, buy(3, "SCL_7"))
    assert (cash(game, 3), percent(game, "SCL", 3)) == (before - 200, 20)
    game = system({0: (0, 1), 1: (7,), MARKET: (2, 3, 4, 5)}, seat=2)
    assert not game.legal_actions.of(SellShares)


def test_case_157_no_half_without_10_percent() -> None:
    game = system({0: (0,), 1: (7,)})
    refused(game, sell(1, "SCL_0", percent=10), "3.1a2")
    accepted(game, sell(1, "SCL_0"))
    assert (president(game, "SCL"), game.table().certificates("SCL", MARKET)) == (2, (7,))
    game = system({0: (0,), 1: (7,), MARKET: (1,)})
    accepted(game, sell(1, "SCL_0", percent=10))
    assert (percent(game, "SCL", 1), game.table().certificates("SCL", 0)) == (10, (1,))


def test_case_157_the_choice_between_special_and_two() -> None:
    game = system({0: (0,), 1: (7, 1, 2)}, seat=2)
    accepted(game, buy(2, "SCL_3"))
    assert asked(game) == 2
    assert [action.choice for action in game.legal_actions.of(Choose)] == ["regular,regular", "special"]
    accepted(game, choose(2, "special"))
    assert (game.table().certificates("SCL", 0), president(game, "SCL")) == ((7,), 2)


def test_case_171_phase_6_ends_the_reservation_of_p10() -> None:
    game = (
        scenario()
        .launched("CoG", president=1, par=70, cash=600, trains=["5"])
        .depot("6+1")
        .phase("5")
        .operating("CoG", "trains")
    )
    table = Table(game.rules, game.state)
    table.state.put_private(replace(table.state.privates["P10"], closed=False))
    accepted(game, train("CoG", "6+1-0", 600))
    assert game.state.privates["P10"].closed
    idle_until(game, "Stock", 3)
    buyer = asked(game)
    assert isinstance(buyer, int)
    assert par(buyer, "WRA", 65) in game.legal_actions


def test_case_160_who_has_not_operated_lies_above() -> None:
    """Y is IC, which has operated, X is CoG, Z is SAL."""
    position = (
        scenario()
        .launched("SAL", president=3, par=65, price=(2, 4))
        .launched("IC", president=1, par=70, price=(2, 4))
        .launched("CoG", president=2, par=70, price=(1, 4))
    )
    for with_z, after in ((False, ("CoG", "IC")), (True, ("SAL", "CoG", "IC"))):
        game = position.operating("CoG")
        table = Table(game.rules, game.state)
        table.state.round = replace(table.state.round, order=("IC", "CoG", "SAL"), index=0)
        if not with_z:
            move_price(table, "SAL", (5, 0), "test")
        move_price(table, "CoG", (2, 4), "test")
        assert table.state.stacks[(2, 4)] == after
