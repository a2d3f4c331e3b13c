"""Field reports about the set-up and the draft: F1 to F3 and F58 to F63."""

from __future__ import annotations

from collections import Counter

import pytest

import open18xx
from tests.field.tools import SITE, both, dealt, mover, next_train, quiet, refused, tile, where
from tests.rules.acts import accepted, buy_train, cash, dividend, skip
from tests.scenario import Scenario

TWO = "1846 2p Variant"


@both
@pytest.mark.parametrize(
    ("minor", "asked", "floor", "treasury"),
    [("MS", (140, 130, 120, 110, 100, 90), 80, 60), ("BIG4", (100, 90, 80, 70), 60, 40)],
)
def test_f001_how_far_the_last_card_falls(
    ruleset: str, minor: str, asked: tuple[int, ...], floor: int, treasury: int
) -> None:
    game = Scenario("1846", 3, ruleset).draft((minor,), turn_of=3)
    seat = 3
    for price in asked:
        assert mover(game) == seat
        taker = game.copy()
        accepted(taker, {"type": "bid", "entity": seat, "entity_type": "player", "company": minor, "price": 0})
        assert (cash(taker, seat), cash(taker, minor)) == (400 - price, treasury)
        accepted(game, skip(seat))
        seat = (3, 1, 2)[seat - 1]
    # The next player was not asked: it had to be taken at the floor.
    assert where(game) == ("Stock", 1, 1)
    assert game.state.privates[minor].owner == seat - 1
    assert (cash(game, seat), cash(game, minor)) == (400 - floor, treasury)


@both
@pytest.mark.parametrize("blanks", [("Pass (1)", "Pass (2)"), ("Pass (3)",)])
def test_f002_the_draft_stops_at_blanks(ruleset: str, blanks: tuple[str, ...]) -> None:
    scenario = Scenario("1846", 3, ruleset).private("C&WI", 2).private("BIG4", 3)
    game = scenario.draft(("MAIL", *blanks), turn_of=1)
    accepted(game, {"type": "bid", "entity": 1, "entity_type": "player", "company": "MAIL", "price": 80})
    assert where(game) == ("Stock", 1, 1)
    assert [cash(game, seat) for seat in (1, 2, 3)] == [400 - 80, 400 - 60, 400 - 100]
    assert cash(game, "BIG4") == 40
    assert game.state.bank == 5300 + 80 + 60 + 100 - 40


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f003_number_of_trains(players: int) -> None:
    game = open18xx.new_game(TWO if players == 2 else "1846", players, seed=1)
    ranks = Counter(train.rank for train in game.state.depot.upcoming)
    column = players - 2
    assert ranks == {
        "2": (5, 5, 6, 7)[column],
        "4": (5, 4, 5, 6)[column],
        "5": (3, 3, 4, 5)[column],
        "6": (4, 9, 9, 9)[column],
    }
    assert [train.id for minor in ("MS", "BIG4") for train in game.state.minors[minor].trains] == ["2-0", "2-1"]


def bid(seat: int, private: str) -> dict[str, object]:
    return {"type": "bid", "entity": seat, "entity_type": "player", "company": private, "price": 0}


@both
def test_f058_open_draft_is_paid_at_once(ruleset: str) -> None:
    game = open18xx.new_game(TWO, 2, seed=1, ruleset=ruleset)
    assert game.state.bank == 7000 - 2 * 600
    accepted(game, bid(2, "MS"))
    assert (cash(game, 1), cash(game, 2), cash(game, "MS")) == (600, 600 - 140, 60)
    assert game.state.bank == 5800 + 140 - 60
    assert game.table().minor_owner("MS") == 1
    assert mover(game) == 1


@both
def test_f059_both_pass_in_the_draft(ruleset: str) -> None:
    game = dealt(TWO, 2, ["SC"], ruleset=ruleset)
    refused(game, skip(2), "draft_first_pass")
    accepted(game, bid(2, "SC"))
    accepted(game, skip(1))
    accepted(game, skip(2))
    # Nothing can benefit from the Steamboat yet, so both rounds go by; SC pays 10 in each.
    assert (where(game), mover(game)) == (("Draft", 0, 1), 2)
    assert cash(game, 2) == 600 - 40 + 2 * 10
    accepted(game, bid(2, "MS"))
    accepted(game, skip(1))
    accepted(game, skip(2))
    # Now the Steamboat's owner is asked, then the minor operates.
    assert (where(game), mover(game)) == (("Operating", 0, 1), "SC")
    accepted(game, {"type": "assign", "entity": "SC", "entity_type": "company", "target": "MS", "target_type": "minor"})
    accepted(game, skip("SC"))
    assert mover(game) == "MS"
    quiet(game, lambda now: where(now) == ("Operating", 0, 2))
    quiet(game, lambda now: where(now)[0] != "Operating")
    assert (where(game), mover(game)) == (("Draft", 0, 1), 2)
    assert cash(game, 2) == 600 - 40 - 140 + 4 * 10


@both
def test_f060_removed_erie(ruleset: str) -> None:
    game = dealt(TWO, 2, ["NYC"], ["ERIE"], ruleset=ruleset)
    board = game.state.board
    assert sorted((hex_id, city) for hex_id, city in board.tokens("ERIE")) == [("D20", 0), ("E21", 0)]
    assert board.city_tokens("E21", 0) == ["ERIE"]
    # NYC keeps the first circle of D20, ERIE stands in the second.
    assert board.city_tokens("D20", 0) == [None, "ERIE"]
    assert ("NYC", "D20", 0, 0) in board.reservations()
    assert not [row for row in board.reservations() if row[0] == "ERIE"]
    assert [board.slot_for(sym, "D20", 0) for sym in ("NYC", "GT")] == [0, None]


@both
def test_f061_a_phantom_token_that_is_not_there(ruleset: str) -> None:
    # NYC reaches Cleveland over D18, GT reaches Fort Wayne from Toledo over D12; PRR is out of the game.
    scenario = Scenario(TWO, 2, ruleset).removed("PRR").phase("II").lay("D18", "8", 4)
    scenario.lay("D14", "57", 1).lay("D12", "8", 4)
    scenario.launched("NYC", president=1, cash=400).launched("GT", president=2, cash=400, tokens=["D14"])
    game = scenario.operating("NYC")
    board = game.state.board
    accepted(game, tile(game, "NYC", "E17", "293", 0))
    assert game.state.board.city_tokens("E17", 0) == [None]
    accepted(game, tile(game, "NYC", "E17", "294", 0))
    assert game.state.board.city_tokens("E17", 0) == [None, None]
    quiet(game, lambda now: mover(now) == "GT")
    accepted(game, tile(game, "GT", "E11", "57", 0))
    assert game.state.board.city_tokens("E11", 0) == [None]
    accepted(game, tile(game, "GT", "E11", "14", 0))
    assert game.state.board.city_tokens("E11", 0) == ["PRR", None]
    assert board.city_tokens("E11", 0) == [None]
    # With NYC out of the game its token comes to Cleveland, when that turns green and not before.
    scenario = Scenario(TWO, 2, ruleset).removed("NYC").phase("II").lay("D14", "57", 2).lay("E15", "8", 2)
    game = scenario.launched("GT", president=2, cash=400, tokens=["D14"]).operating("GT")
    accepted(game, tile(game, "GT", "E17", "293", 1))
    assert game.state.board.city_tokens("E17", 0) == [None]
    accepted(game, tile(game, "GT", "E17", "294", 0))
    assert game.state.board.city_tokens("E17", 0) == ["NYC", None]


def last_train(ruleset: str) -> Scenario:
    """Two players, one rank 6 train left, NYC about to buy it."""
    scenario = Scenario(TWO, 2, ruleset).depot("6", left=1)
    return scenario.launched("NYC", president=1, cash=1000, trains=["7/8"]).launched(
        "GT", president=2, cash=10, trains=["7/8"]
    )


@both
def test_f062_end_after_the_last_train(ruleset: str) -> None:
    game = last_train(ruleset).operating("NYC", "trains", turn=7, number=1)
    accepted(game, buy_train("NYC", next_train(game), 800, "6"))
    quiet(game, lambda now: where(now) == ("Operating", 8, 2))
    quiet(game, lambda now: now.turn is None)
    assert (where(game), game.outcome and game.outcome.reason) == (("Operating", 8, 2), "final_train")
    # A bank that breaks first decides: here with the first dividend.
    scenario = last_train(ruleset).lay("D18", "8", 4).lay("E17", "293", 0).bank(30, rest_to=2)
    game = scenario.operating("NYC", "run", turn=7, number=1)
    assert game.state.bank == 30
    accepted(game, game.best_run("NYC").action)
    accepted(game, dividend("NYC", "withhold"))
    assert game.state.broken
    accepted(game, buy_train("NYC", next_train(game), 800, "6"))
    quiet(game, lambda now: now.turn is None)
    assert (where(game), game.outcome and game.outcome.reason) == (("Operating", 7, 2), "bank")


@pytest.mark.parametrize(("title", "players"), [("1846", 2), ("1846", 6), (TWO, 3), (TWO, 1)])
def test_f063_two_players_on_the_wrong_title(title: str, players: int) -> None:
    with pytest.raises(ValueError, match=f"{title} is for .* players, not {players}"):
        open18xx.new_game(title, players)
    file = {"title": title, "players": [{"name": str(seat)} for seat in range(players)], "actions": []}
    with pytest.raises(ValueError, match="players"):
        open18xx.load(file)


def test_f064_unpaid_train_broke_the_game() -> None:
    for ruleset in ("rulebook", SITE):
        scenario = Scenario(TWO, 2, ruleset).phase("II").cash({1: 1000})
        scenario.launched("NYC", president=1, cash=100, trains=["2"], holdings={1: 60})
        scenario.launched("GT", president=2, cash=0, trains=["2"])
        game = scenario.operating("NYC", "trains")
        train = {"type": "buy_train", "entity": "NYC", "entity_type": "corporation", "train": "4-1"}
        error = refused(game, train | {"price": 180, "variant": "4"}, "train_too_expensive")
        assert "does not have to buy" in error.message
        refused(game, train | {"price": 160, "variant": "3/5"}, "train_too_expensive")
        # With its own money it buys from the other corporation, so the step did wait.
        accepted(game, train | {"train": "2-3", "price": 100})
