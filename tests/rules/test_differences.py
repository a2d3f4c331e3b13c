"""1846, section 18: the differences that are no option; both profiles play alike."""

from __future__ import annotations

import pytest

import open18xx
from open18xx import Game
from open18xx.titles.t1846.policies import dividend_moves
from tests.scenario import Scenario

from .acts import (
    accepted,
    asked,
    bankrupt,
    buy_train,
    cash,
    dividend,
    faces,
    lay,
    par,
    refused,
    route,
    run,
    sell,
    shown,
    skip,
    step,
    token,
)

BOTH = pytest.mark.parametrize("ruleset", ["18xx.games", "rulebook"])

#: Tiles of the card by how many there are; 7, 8 and 9 are unlimited.
BOX = {
    1: "17 18 21 22 26 27 28 29 30 31 39 40 44 70 290 291 292 293 296 298 299 300",
    2: "16 19 20 25 41 42 43 45 46 47 51 294 295 297",
    3: "5 619",
    4: "6 14 23 24 57 611",
    5: "15",
}


@BOTH
@pytest.mark.parametrize(("card", "passes", "floor"), [("MS", 6, 80), ("BIG4", 4, 60), ("MAIL", 8, 0)])
def test_d9_the_last_card_falls_to_its_debt(ruleset: str, card: str, passes: int, floor: int) -> None:
    # List prices 60, 40 and 80 go down by 10 a pass; the debts 80 and 60 stay.
    game = Scenario("1846", players=5, ruleset=ruleset).draft([card], turn_of=5)
    for _ in range(passes):
        who = asked(game)
        assert isinstance(who, int)
        accepted(game, skip(who))
    taker = game.state.privates[card].owner
    assert isinstance(taker, int)
    assert cash(game, taker + 1) == 400 - floor
    assert game.state.round.kind == "Stock"


def test_d10_half_the_price_exactly_or_rounded_down() -> None:
    prices = Scenario("1846").stock(turn=1).rules.market.prices.values()
    for share_price in sorted(prices):
        for paid in range(0, 1200, 10):
            assert (dividend_moves(paid, share_price) < 0) == (paid < share_price // 2), (paid, share_price)


@BOTH
def test_d12_a_bank_of_0_is_not_broken(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("NYC", president=1, price=90, holdings={1: 60, 2: 40}, trains=["2"], cash=100)
        .bank(40, rest_to=4)
        .operating("NYC", "dividend", revenue=40)
    )
    accepted(game, dividend("NYC", "payout"))
    assert (game.state.bank, game.state.broken) == (0, False)


@BOTH
@pytest.mark.parametrize("left", [0, 1])
def test_d13_nothing_to_buy_forces_nobody(ruleset: str, left: int) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, price=100, cash=500)
        .launched("GT", president=2, price=90, trains=["6"])
        .depot(next="6", left=left)
        .operating("PRR", "trains")
    )
    assert (asked(game), step(game)) == ("PRR", "trains")
    if left:
        refused(game, skip("PRR"), "must_buy_train")
    else:
        accepted(game, skip("PRR"))
        assert (asked(game), game.state.round.number) == ("GT", 1)


@BOTH
def test_d14_trains_that_are_not_for_sale(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, price=100, cash=500, trains=["3/5"])
        .launched("GT", president=1, price=90, cash=0, trains=["2", "3/5"])
        .private("MS", owner=1)
        .depot(next="5")
        .operating("PRR", "trains")
    )
    refused(game, buy_train("PRR", "2-0", 10), "minors_train")
    assert buy_train("PRR", "2-2", 10) in game.legal_actions
    for amount, legal in ((0, False), (1, True), (500, True), (501, False)):
        assert (buy_train("PRR", "4-1", amount) in game.legal_actions) == legal
    accepted(game, buy_train("PRR", "5-0", 450, "4/6"))
    refused(game, buy_train("PRR", "2-2", 10), "train_obsolete")


@BOTH
def test_d15_privates_of_a_bankrupt_player_close(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("GT", president=1, par=40, price=30, holdings={1: 20}, market=20, cash=0)
        .launched("NYC", president=2, par=40, price=20, trains=["2"], cash=100)
        .private("MS", owner=1, cash=33)
        .private("MAIL", owner=1)
        .private("TBC", owner=2)
        .cash({1: 0})
        .operating("GT", "trains")
    )
    accepted(game, bankrupt("GT"))
    closed = {sym for sym, row in game.state.privates.items() if row.closed}
    assert {"MS", "MAIL"} <= closed
    assert "TBC" not in closed
    minor = game.state.minors["MS"]
    assert (minor.closed, minor.cash, minor.trains) == (True, 0, ())
    assert game.state.board.tokens("MS") == []


@BOTH
def test_d16_little_miami_pays_for_a_bridge(ruleset: str) -> None:
    # I11 with edges 0 and 3 stands on the other side of the river, at edge 0 of Cincinnati.
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, cash=100, trains=["2"])
        .private("LM", owner="PRR")
        .lay("I11", "9", 0)
        .operating("PRR")
    )
    accepted(game, lay("LM", "H12", "293-0", 0))
    assert cash(game, "PRR") == 100 - 40
    # Dayton's tile has to be on the line to Cincinnati, its edge 0.
    refused(game, lay("LM", "G13", "57-0", 1), "cities_not_joined")
    accepted(game, lay("LM", "G13", "57-0", 0))
    assert cash(game, "PRR") == 100 - 40


@BOTH
def test_d17_the_mail_contract_closes_with_its_corporation(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("GT", president=1, price=10, holdings={1: 40}, cash=70)
        .private("MAIL", owner="GT")
        .phase("III")
        .stock(1)
    )
    assert not game.state.privates["MAIL"].closed
    accepted(game, sell(1, "GT_1"))
    assert game.state.privates["MAIL"].closed


@BOTH
def test_d18_two_titles(ruleset: str) -> None:
    for players in (3, 4, 5):
        assert len(open18xx.new_game("1846", players, ruleset=ruleset).players) == players
    assert len(open18xx.new_game("1846 2p Variant", 2, ruleset=ruleset).players) == 2
    for title, players in (("1846", 2), ("1846", 6), ("1846 2p Variant", 3)):
        with pytest.raises(ValueError, match="players"):
            open18xx.new_game(title, players, ruleset=ruleset)


def new(players: int, ruleset: str) -> Game:
    title = "1846" if players > 2 else "1846 2p Variant"
    return open18xx.new_game(title, players, ruleset=ruleset)


@BOTH
@pytest.mark.parametrize(
    ("players", "trains", "limits"),
    [
        (2, (5, 5, 3, 4), {5: 19, 4: 16}),
        (3, (5, 4, 3, 9), {5: 14, 4: 11}),
        (4, (6, 5, 4, 9), {6: 12, 5: 10, 4: 8}),
        (5, (7, 6, 5, 9), {7: 11, 6: 10, 5: 8, 4: 6}),
    ],
)
def test_d19_what_the_card_leaves_open(
    ruleset: str, players: int, trains: tuple[int, ...], limits: dict[int, int]
) -> None:
    game = new(players, ruleset)
    ranks = [train.rank for train in game.state.depot.upcoming]
    assert tuple(ranks.count(rank) for rank in ("2", "4", "5", "6")) == trains
    assert [game.rules.certificate_limit[number] for number in limits] == list(limits.values())
    assert game.rules.holding_limit == (60 if players > 2 else 70)
    prices = [game.rules.market.prices[cell] for cell in sorted(game.rules.market.prices)]
    assert prices[15:] == [165, 180, 195, 212, 230, 250, 270, 295, 320, 345, 375, 405, 440, 475, 510, 550]


@BOTH
def test_d19_subsidy_and_free_hexes_of_illinois_central(ruleset: str) -> None:
    game = Scenario("1846", ruleset=ruleset).needs("IC").stock(1, turn=1)
    accepted(game, par(1, "IC", 60))
    assert cash(game, "IC") == 180
    game = Scenario("1846", ruleset=ruleset).launched("IC", president=1, cash=50).operating("IC")
    accepted(game, lay("IC", "J4", "8-0", 4))
    assert cash(game, "IC") == 50


@BOTH
def test_d20_tiles_in_the_box(ruleset: str) -> None:
    box = {tile: count for count, tiles in BOX.items() for tile in tiles.split()}
    game = new(4, ruleset)
    assert {tile: game.rules.map.count(tile) for tile in game.rules.map.tiles} == box | dict.fromkeys("789")


@BOTH
@pytest.mark.parametrize(("players", "bank", "money"), [(2, 7000, 600), (3, 6500, 400), (4, 7500, 400), (5, 9000, 400)])
def test_d21_money_tokens_and_prices(ruleset: str, players: int, bank: int, money: int) -> None:
    game = new(players, ruleset)
    rules = game.rules
    assert (rules.bank, rules.cash) == (bank, money)
    assert game.state.bank == bank - players * money
    tokens = {sym: len(facts.tokens) for sym, facts in rules.corporations.items()}
    assert tokens == {"B&O": 4, "C&O": 4, "ERIE": 4, "GT": 3, "IC": 4, "NYC": 4, "PRR": 5}
    assert {face.name: face.price for face in rules.faces.values()} == {
        "2": 80,
        "3/5": 160,
        "4": 180,
        "4/6": 450,
        "5": 500,
        "7/8": 900,
        "6": 800,
    }
    listed = {sym: (facts.price, facts.income) for sym, facts in rules.privates.items() if not facts.blank}
    listed.pop("BT")
    assert listed == {
        "MS": (60, 0),
        "BIG4": (40, 0),
        "LSL": (40, 15),
        "MC": (40, 15),
        "O&I": (40, 15),
        "LM": (40, 15),
        "SC": (40, 10),
        "MPC": (60, 15),
        "TBC": (60, 20),
        "C&WI": (60, 10),
        "MAIL": (80, 0),
    }


@BOTH
@pytest.mark.parametrize("discount", [False, True])
def test_d23_bridges_are_paid(ruleset: str, discount: bool) -> None:
    position = Scenario("1846", ruleset=ruleset).launched("B&O", president=1, cash=500, trains=["2"])
    if discount:
        position.private("TBC", owner="B&O")
    game = position.lay("G19", "14", 1).phase("II").operating("B&O")
    accepted(game, lay("B&O", "G17", "9-0", 1))
    # The mountain 40, or 20 with Tunnel Blasting, and the bridge to Wheeling 20.
    assert 500 - cash(game, "B&O") == (20 if discount else 40) + 20


@BOTH
def test_d24_both_ends_must_be_counted(ruleset: str) -> None:
    # Charleston 20 - Huntington 20 (token) - Cincinnati 50 + Boomtown 20 - St. Louis 50, for a 3/5: see case 80.
    position = Scenario("1846", ruleset=ruleset).launched("C&O", president=1, trains=["3/5"])
    position.lay("H14", "8", 5).lay("H12", "294", 0).lay("H2", "8", 4)
    for hex_id in ("H10", "H8", "H6", "H4"):
        position.lay(hex_id, "9", 1)
    game = position.private("BT", owner="C&O", hex="H12").phase("II").operating("C&O", "run")
    links = ("I17 I15", "I15 H14 H12", "H12 H10 H8 H6 H4 H2 I1")
    train = game.state.corporations["C&O"].trains[0].id
    accepted(game, run("C&O", route(train, *links, revenue=20 + 70 + 50)))


@BOTH
@pytest.mark.parametrize("place", [0, 1, 2])
def test_d25_a_token_at_any_time_of_the_track_step(ruleset: str, place: int) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, cash=500, trains=["2"], tokens=["G15"])
        .lay("G15", "57", 1)
        .lay("G13", "57", 1)
        .operating("PRR")
    )
    actions = [lay("PRR", "G17", "9-0", 1), lay("PRR", "G11", "9-1", 1)]
    for number in range(3):
        if number == place:
            accepted(game, token(game, "PRR", "G13"))
        else:
            accepted(game, actions.pop(0))
    assert step(game) == "run"
    assert cash(game, "PRR") == 500 - 80 - 40 - 20


@BOTH
@pytest.mark.parametrize(("phase", "value"), [("II", 40), ("III", 10)])
def test_d26_holland_falls(ruleset: str, phase: str, value: int) -> None:
    # B8 meets B10 at its edge 4; B10 and B12 run to B14 and Port Huron, tile 57 with edges 1 and 4.
    position = Scenario("1846", ruleset=ruleset).launched("GT", president=1, trains=["4"])
    for hex_id in ("B10", "B12", "B14"):
        position.lay(hex_id, "9", 1)
    game = position.lay("B16", "57", 1).phase(phase).operating("GT", "run")
    train = game.state.corporations["GT"].trains[0].id
    accepted(game, run("GT", route(train, "B8 B10 B12 B14 B16", revenue=value + 20)))


@BOTH
def test_d27_a_forced_sale_may_reach_for_the_dearer_face(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("PRR", president=1, price=112, market=20, cash=442)
        .launched("GT", president=3, price=100, holdings={3: 30, 1: 10}, trains=["4"])
        .cash({1: 400})
        .depot(next="6")
        .operating("PRR", "trains")
    )
    # 842 pay for the 6 already; the share makes 942.
    assert faces(game) == {"6"}
    accepted(game, sell(1, "GT_2"))
    assert faces(game) == {"7/8"}
    accepted(game, buy_train("PRR", "6-0", 900, "7/8"))
    assert (cash(game, 1), shown(game, "PRR")) == (42, ["7/8"])


@BOTH
def test_d28_shares_of_a_corporation_without_president_are_not_sold(ruleset: str) -> None:
    game = (
        Scenario("1846", ruleset=ruleset)
        .launched("GT", president=None, par=60, holdings={3: [5]}, market=40)
        .cash({3: 0})
        .stock(3)
    )
    assert asked(game) == 3
    refused(game, sell(3, "GT_5"), "no_president_no_sale")
    assert list(game.legal_actions) == [skip(3)]
