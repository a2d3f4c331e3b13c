"""18Dixie, edge cases 87 to 102, 136, 139, 140, 142, 144, 161 to 163 and 167: trains, forced purchases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game
from open18xx.actions import Bankrupt, BuyTrain, DiscardTrain, Pass, RunRoutes, SellShares
from open18xx.model.state import MARKET
from open18xx.model.table import Table
from open18xx.model.verbs import begin_phase_of, buy_bank_train, discard_train, drop_obsolete
from tests.rules.acts import asked, cash, president, price, shown, yielded
from tests.rules.dixie import (
    ability,
    accepted,
    discard,
    dividend,
    refused,
    scenario,
    sell,
    skip,
    train,
)
from tests.scenario import Scenario


def offers(game: Game) -> dict[str, int]:
    """The faces that may be bought from the bank, with their prices."""
    depot = game.state.depot
    bank = {card.id for card in (*depot.upcoming, *depot.discarded)}
    return {str(action.variant): action.price for action in game.legal_actions.of(BuyTrain) if action.train in bank}


def buyer(*trains: str, cash: int = 2000, sym: str = "CoG") -> Scenario:
    return scenario().launched(sym, president=1, par=70, price=(1, 6), cash=cash, trains=trains)


def test_case_087_2_trains_go_for_salvage() -> None:
    game = (
        buyer("3")
        .launched("IC", president=2, par=65, trains=["2", "2", "3", "3"])
        .private("10", 3)
        .operating("CoG", "trains")
    )
    table = Table(game.rules, game.state)
    depot = table.state.depot
    table.state.depot = replace(depot, upcoming=tuple(card for card in depot.upcoming if card.rank not in ("2", "3")))
    gone = [card for card in depot.upcoming if card.rank in ("2", "3")]
    table.state.depot = replace(table.state.depot, gone=tuple(gone))
    before = cash(game, "IC")
    accepted(game, train("CoG", "4-0", 300))
    assert (shown(game, "IC"), cash(game, "IC")) == (["3", "3"], before + 2 * 20)
    assert shown(game, "10") == ["2M"]
    assert game.table().train_limit("IC") == 3
    assert not game.legal_actions.of(DiscardTrain)


def to(rank: str, position: Scenario, sym: str = "CoG") -> Game:
    """The train step, the lower ranks sold out."""
    return position.depot(rank).operating(sym, "trains")


def test_case_088_no_purchase_at_the_limit() -> None:
    game = to("4", buyer("2", "2", "3", "3").launched("IC", president=2, par=65))
    assert asked(game) != "CoG"
    # With P5 it is asked, and told so.
    game = buyer("2", "2", "3", "3").private("P5", 1).depot("4").operating("CoG")
    assert not game.legal_actions.of(BuyTrain)
    refused(game, train("P5", "4-0", 150, "4"), "4.7h")


def test_case_089_discards_after_the_purchase() -> None:
    game = to("7+3", buyer("5", "5"))
    accepted(game, train("CoG", "7+3-0", 700))
    assert {action.train for action in game.legal_actions.of(DiscardTrain)} == {"5-0", "5-1", "7+3-0"}
    before = cash(game, "CoG")
    accepted(game, discard("CoG", "5-0"))
    assert ([card.id for card in game.state.depot.discarded], cash(game, "CoG")) == (["5-0"], before)
    game = to("7+3", buyer("4", "4"))
    accepted(game, train("CoG", "7+3-0", 700))
    assert (shown(game, "CoG"), cash(game, "CoG")) == (["7+3"], 2000 - 700 + 120)


def first_5d(*trains: str, parts: int = 0) -> Game:
    """CoG may buy the first 5D while SR has these trains; `parts` more lie on SR's first."""
    position = buyer("6+1").launched("SR", president=2, par=65, trains=trains, cash=100)
    game = position.depot("7+3", left=1).phase("7").lay("C17", "57", 0).operating("CoG", "trains")
    table = Table(game.rules, game.state)
    row = table.corporation("SR")
    first, *rest = row.trains
    table.state.put_corporation(replace(row, trains=(replace(first, parts=first.parts + parts), *rest)))
    accepted(game, train("CoG", "5D-0", 900))
    return game


def worn(game: Game, sym: str, turns: int) -> list[str]:
    """The faces of a company's trains after so many turns of it."""
    table = Table(game.rules, game.state.copy())
    for _ in range(turns):
        drop_obsolete(table, sym)
    return [card.face for card in table.company(sym).trains]


def test_case_090_a_plain_5_runs_once_more() -> None:
    game = first_5d("5", "6+1")
    (old, _) = game.state.corporations["SR"].trains
    assert old.obsolete
    assert len(game.table().counted_trains("SR")) == 1
    assert worn(game, "SR", 1) == ["6+1"]
    table = Table(game.rules, game.state.copy())
    before = table.company("SR").cash
    drop_obsolete(table, "SR")
    assert table.company("SR").cash == before + 100
    game = buyer().launched("SR", president=2, par=65, trains=["5"]).operating("CoG", "trains")
    row = game.state.corporations["SR"]
    game.state.put_corporation(replace(row, trains=(replace(row.trains[0], obsolete=True),)))
    refused(game, train("CoG", "5-0", 1), "4.6")


@pytest.mark.parametrize(("parts", "turns"), [(0, 1), (1, 2), (2, 3)])
def test_case_091_spare_parts(parts: int, turns: int) -> None:
    game = first_5d("5", parts=parts)
    assert worn(game, "SR", turns - 1) == ["5"]
    assert worn(game, "SR", turns) == []


def test_case_091_a_3_train_with_a_part() -> None:
    position = buyer("5").launched("SR", president=2, par=65, trains=["3"], cash=100)
    game = position.depot("6+1").phase("5").operating("CoG", "trains")
    table = Table(game.rules, game.state)
    row = table.corporation("SR")
    table.state.put_corporation(replace(row, trains=(replace(row.trains[0], parts=1),)))
    accepted(game, train("CoG", "6+1-0", 600))
    assert game.state.corporations["SR"].trains[0].obsolete
    table = Table(game.rules, game.state.copy())
    drop_obsolete(table, "SR")
    assert (table.company("SR").trains, table.company("SR").cash) == ((), 130)


def test_case_094_one_bank_train_a_turn() -> None:
    position = buyer().launched("SR", president=2, par=65, trains=["4", "4", "4"])
    game = to("5", position)
    accepted(game, train("CoG", "5-0", 400))
    assert offers(game) == {}
    accepted(game, train("CoG", "4-1", 1))
    refused(game, train("CoG", "5-1", 400), "4.7f")
    game = to("6+1", buyer())
    accepted(game, train("CoG", "6+1-0", 600))
    assert "6+1" in offers(game)
    accepted(game, train("CoG", "6+1-1", 600))


def test_case_095_p5_before_running() -> None:
    position = buyer(cash=100).private("P5", 1).lay("I19", "57", 0).lay("H20", "4", 0)
    game = position.depot("3").operating("CoG")
    accepted(game, train("P5", "3-0", 90, "3"))
    assert (cash(game, "CoG"), shown(game, "CoG"), game.state.privates["P5"].closed) == (10, ["3"], True)
    accepted(game, skip("CoG"))
    assert game.best_run("CoG").revenue == 30
    accepted(game, game.legal_actions.of(RunRoutes)[0], dividend("CoG", "withhold"))
    # The bank is closed to it in this turn, though it has $40.
    assert asked(game) != "CoG" or offers(game) == {}


def test_case_095_p5_for_the_first_6_1() -> None:
    game = to("6+1", buyer(cash=1000).private("P5", 1))
    accepted(game, train("P5", "6+1-0", 300, "6+1"))
    assert cash(game, "CoG") == 700
    assert offers(game) == {"6+1": 600}


def test_case_096_d_trains_beside_the_7_3() -> None:
    game = to("7+3", buyer())
    accepted(game, train("CoG", "7+3-0", 700))
    assert offers(game) == {"7+3": 700, "2D": 600, "4D": 800, "5D": 900}
    accepted(game, train("CoG", "2D-0", 600, "2D"))
    assert game.state.tried == ()
    assert game.table().phase.name == "8"


def test_case_097_a_face_is_kept() -> None:
    game = to("7+3", buyer("6+1"))
    table = Table(game.rules, game.state)
    buy_bank_train(table, "CoG", table.state.depot.upcoming[0], "7+3", 700)
    card = next(card for card in table.state.depot.upcoming if card.rank == "2D")
    table.state.depot = replace(
        table.state.depot, upcoming=tuple(other for other in table.state.depot.upcoming if other.rank != "2D")
    )
    table.state.depot = replace(table.state.depot, discarded=(replace(card, face="4D"),))
    assert [(face.name, face.price) for other, face in table.bank_trains() if other.rank == "2D"] == [("4D", 800)]


def forced(treasury: int, president_cash: int, rank: str, **declared: object) -> Scenario:
    """CoG without a train, with a route Macon - Milledgeville."""
    position = scenario().launched("CoG", president=1, par=70, price=(1, 6), cash=treasury, **declared)  # type: ignore[arg-type]
    position.cash({1: president_cash}).lay("I19", "57", 0).lay("H20", "4", 0)
    return position.depot(rank)


def test_case_098_no_help_where_the_treasury_pays_for_one() -> None:
    position = forced(250, 500, "4").launched("IC", president=2, par=65, trains=["3"])
    game = position.depot("4", discarded=["3"]).operating("CoG", "trains")
    assert offers(game) == {"3": 180}
    refused(game, train("CoG", "4-0", 300), "4.7.1a")
    assert not yielded(game, SellShares, Pass)


def test_case_099_any_train_with_help() -> None:
    game = forced(100, 2000, "7+3").phase("7").depot("7+3", discarded=["5"]).operating("CoG", "trains")
    assert offers(game) == {"7+3": 700, "2D": 600, "4D": 800, "5D": 900, "5": 400}
    accepted(game, train("CoG", "2D-0", 600, "2D"))
    assert (cash(game, "CoG"), cash(game, 1)) == (0, 1500)
    assert not game.legal_actions.of(BuyTrain)


def test_case_100_just_enough_is_sold() -> None:
    position = (
        forced(0, 0, "2")
        .cash({1: 30})
        .launched("IC", president=2, par=70, price=(1, 7), holdings={2: 40, 1: 30})
        .launched("SR", president=1, par=65, price=(2, 3), holdings={1: 20, 3: 20})
    )
    game = position.operating("CoG", "trains")
    assert offers(game) == {}
    assert all(action.percent == 10 for action in game.legal_actions.of(SellShares))
    assert not any(action.shares[0].startswith("CoG") for action in game.legal_actions.of(SellShares))
    accepted(game, sell(1, "SR_0", percent=10))
    assert president(game, "SR") == 3
    assert offers(game) == {"2": 80}


def test_case_101_no_route_no_duty() -> None:
    game = scenario().launched("CoG", president=1, par=70, cash=100).operating("CoG", "trains")
    accepted(game, skip("CoG"))


def given(*trains: str) -> Game:
    """The first 6+1 is bought while player 2, president of SR with these trains, owns P9."""
    position = buyer("5").launched("SR", president=2, par=65, trains=trains).private("P9", 2)
    game = position.depot("6+1").phase("5").operating("CoG", "trains")
    accepted(game, train("CoG", "6+1-0", 600))
    return game


def test_case_102_p9_gives_its_train() -> None:
    game = given("4", "4", "5")
    assert asked(game) == "P9"
    accepted(game, ability("P9", "SR"))
    assert asked(game) == "SR"
    accepted(game, discard("SR", "1D+1-0"))
    assert "1D+1-0" in [card.id for card in game.state.depot.gone]
    game = given("5")
    refused(game, ability("P9", "CoG"), "3.6")
    accepted(game, ability("P9", "SR"))
    assert shown(game, "SR") == ["5", "1D+1"]


def test_case_102_the_owner_presides_over_nothing() -> None:
    position = buyer("5").private("P9", 2)
    game = position.depot("6+1").phase("5").operating("CoG", "trains")
    accepted(game, train("CoG", "6+1-0", 600))
    assert asked(game) != "P9"
    assert "1D+1-0" in [card.id for card in game.state.depot.gone]


def test_case_136_p8_out_of_turn() -> None:
    position = buyer("5").launched("SR", president=3, par=65, trains=["3"]).private("P8", 3)
    game = position.depot("6+1").phase("5").operating("CoG", "trains")
    accepted(game, ability("P8", "3-0"))
    assert game.state.corporations["SR"].trains[0].bonus == 20
    accepted(game, train("CoG", "6+1-0", 600))
    assert game.state.corporations["SR"].trains == ()


def test_case_139_both_parts_for_one_corporation() -> None:
    position = buyer("4", "3").launched("SAL", president=1, par=65, trains=["4"]).private("P7", 1)
    game = position.operating("CoG", "trains")
    refused(game, ability("P7", "4-0,4-1"), "Table 3")
    accepted(game, ability("P7", "4-0,4-0"))
    (four, three) = game.state.corporations["CoG"].trains
    assert (four.parts, four.bound, three.parts) == (2, True, 0)
    table = Table(game.rules, game.state.copy())
    begin_phase_of(table, "7+3")
    assert [card.face for card in table.company("CoG").trains if card.rank == "4"] == ["4"]
    for left in (1, 0):
        drop_obsolete(table, "CoG")
        assert len([card for card in table.company("CoG").trains if card.rank == "4"]) == left


def test_case_140_obsolete_trains_do_not_count() -> None:
    for held, may in ((("3", "3", "3"), False), (("3", "3"), True)):
        game = buyer(*held).depot("4").phase("4").operating("CoG", "trains")
        table = Table(game.rules, game.state)
        old = next(card for card in table.state.depot.gone if card.rank == "2")
        table.state.depot = replace(
            table.state.depot, gone=tuple(card for card in table.state.depot.gone if card.id != old.id)
        )
        row = table.corporation("CoG")
        table.state.put_corporation(replace(row, trains=(*row.trains, replace(old, obsolete=True, parts=1))))
        assert (train("CoG", table.state.depot.upcoming[0].id, 300) in game.legal_actions) == may


def test_case_142_p5_in_a_forced_purchase() -> None:
    game = forced(50, 100, "3").private("P5", 1).operating("CoG", "trains")
    accepted(game, train("P5", "3-0", 90, "3"))
    assert (cash(game, "CoG"), cash(game, 1)) == (0, 60)
    game = forced(95, 100, "3").private("P5", 1).operating("CoG", "trains")
    accepted(game, train("P5", "3-0", 90, "3"))
    assert (cash(game, "CoG"), cash(game, 1)) == (5, 100)


def test_case_144_a_train_for_a_dollar() -> None:
    position = buyer().launched("SR", president=1, par=65, trains=["3"])
    game = position.operating("CoG", "trains", turn=1)
    accepted(game, train("CoG", "3-0", 1))
    assert shown(game, "CoG") == ["3"]
    game = (
        buyer("3")
        .launched("SR", president=1, par=65, trains=["3"])
        .lay("I19", "57", 0)
        .lay("H20", "4", 0)
        .operating("CoG", "run")
    )
    refused(game, train("CoG", "3-1", 1), "4")


def test_case_161_the_last_certificate_was_needed() -> None:
    position = forced(0, 100, "7+3").phase("7")
    for sym, cell in (("IC", (0, 16)), ("SR", (1, 17)), ("L&N", (0, 16))):
        position.launched(sym, president=2, par=70, price=cell, holdings={2: 40, 1: 10})
    game = position.depot("7+3", left=1).operating("CoG", "trains")
    table = Table(game.rules, game.state)
    rest = tuple(card for card in table.state.depot.upcoming if card.rank != "7+3")
    table.state.depot = replace(table.state.depot, upcoming=rest)
    shares = {sym: f"{sym}_{game.table().certificates(sym, 0)[0]}" for sym in ("IC", "SR", "L&N")}
    assert {price(game, sym) for sym in shares} == {250}
    accepted(game, sell(1, shares["IC"]), sell(1, shares["SR"]))
    assert offers(game) == {"2D": 600}
    accepted(game, sell(1, shares["L&N"]))
    assert cash(game, 1) == 850
    assert offers(game) == {"4D": 800}
    refused(game, train("CoG", "2D-0", 600, "2D"), "4.7.1d")


def test_case_162_p5_serves_the_offering_only() -> None:
    game = buyer(cash=100).private("P5", 1).operating("CoG")
    table = Table(game.rules, game.state)
    depot = table.state.depot
    twos = tuple(card for card in depot.upcoming if card.rank == "2")
    table.state.depot = replace(
        depot, upcoming=tuple(card for card in depot.upcoming if card.rank != "2"), discarded=twos
    )
    assert [(action.train, action.price) for action in game.legal_actions.of(BuyTrain)] == [("3-0", 90)]
    refused(game, train("P5", "2-0", 40, "2"), "Table 3")


def test_case_163_a_5d_before_any_4d() -> None:
    game = to("7+3", buyer("6+1"))
    table = Table(game.rules, game.state)
    begin_phase_of(table, "7+3")
    table.state.pending = ()
    accepted(game, train("CoG", "5D-0", 900))
    assert (game.table().phase.name, game.state.tried) == ("9", ("ICG",))
    begin_phase_of(Table(game.rules, game.state), "2D")
    assert game.table().phase.name == "9"


def test_case_167_a_discarded_5_keeps_its_own_part_only() -> None:
    game = buyer("5").operating("CoG", "trains")
    table = Table(game.rules, game.state)
    card = replace(table.corporation("CoG").trains[0], parts=2, bound=True, bonus=20)
    table.state.put_corporation(replace(table.corporation("CoG"), trains=(card,)))
    discard_train(table, "CoG", card)
    (pooled,) = table.state.depot.discarded
    assert (pooled.parts, pooled.bonus, pooled.bound) == (1, 0, False)


def test_case_128_a_president_who_cannot_pay() -> None:
    game = forced(0, 10, "7+3").phase("7").operating("CoG", "trains")
    accepted(game, Bankrupt(entity="CoG", entity_type="corporation"))
    outcome = game.outcome
    assert outcome is not None
    assert outcome.reason == "bankrupt"
    # 20 % of CoG at $90 could not be sold.
    assert outcome.scores[1] == 2 * 90
    assert game.table().percent("CoG", MARKET) == 0
