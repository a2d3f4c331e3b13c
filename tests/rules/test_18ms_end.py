"""18MS, edge cases 64 to 66, the calendar, optional rules, seating and names of the wire."""

from __future__ import annotations

import pytest

import open18xx
from tests.rules.acts import asked, cash
from tests.rules.ms import (
    RULEBOOK,
    SITE,
    accepted,
    both,
    buy_train,
    choose,
    coast,
    idle,
    new,
    pass_round,
    position,
    refused,
    skip,
    step,
    upcoming,
    where,
)


@both
def test_case_064_the_game_ends_after_ten_rounds(ruleset: str) -> None:
    for optional, rounds in (((), 10), (("or_11",), 11)):
        game = new(ruleset, 3, optional)
        for player, private, amount in ((3, "MC", 60), (2, "AGS", 30), (1, "M&O", 70)):
            accepted(game, choose(player, private, amount))
        seen = []
        while game.outcome is None:
            seen.append(where(game))
            pass_round(game)
        # Nobody launches anything, so operating rounds have no turn and are not seen.
        assert [kind for kind, _, _ in seen] == ["Stock"] * 5
        assert [turn for _, turn, _ in seen] == [1, 2, 3, 4, 5]
        assert game.outcome.reason == "fixed_round"
        assert where(game) == ("Operating", 5, rounds - 8)
        # AGS 10 (15 on the site), MC and M&O 5 each a round.
        income = 10 if ruleset == RULEBOOK else 15
        assert game.outcome.scores == {1: 625 + 5 * rounds, 2: 625 + income * rounds, 3: 625 + 5 * rounds}


@both
def test_case_064_the_eleventh_round_follows_at_once(ruleset: str) -> None:
    for optional, after in (((), None), (("or_11",), ("Operating", 5, 3))):
        held = position(ruleset, optional_rules=optional)
        game = held.launched("GMO", president=1, par=90, holdings={1: 60}, cash=100).begins("Operating", 5, 2)
        pass_round(game)
        if after is None:
            assert game.outcome is not None
        else:
            assert (game.outcome, where(game), asked(game)) == (None, after, "GMO")
            pass_round(game)
        assert game.outcome is not None
        assert game.outcome.reason == "fixed_round"
        refused(game, skip(1), "5")


@both
def test_case_065_the_bank_never_breaks(ruleset: str) -> None:
    held = coast(position(ruleset)).bank(100, 1)
    held.launched("GMO", president=1, par=90, holdings={1: 60}, cash=100, trains=["3+"])
    game = held.operating("GMO", "run", turn=2)
    idle(game)
    idle(game)
    assert game.state.bank < 100
    pass_round(game)
    assert game.outcome is None
    game = position(ruleset).bank(0, 1).private("M&O", 1).launched("GMO", president=1, par=90).begins("Operating", 2, 1)
    assert game.state.bank == -5
    pass_round(game)
    assert game.outcome is None


@both
def test_case_066_privates_count_their_list_price(ruleset: str) -> None:
    held = position(ruleset).private("M&O", 1).private("MC", 2).private("AGS", "GMO").cash({1: 0, 2: 0, 3: 0, 4: 0})
    game = held.launched("GMO", president=3, par=90, holdings={3: 60}).begins("Operating", 5, 2)
    pass_round(game)
    assert game.outcome is not None
    # Two players with an income of 5 and their private; six shares, which fall once for no run: 90 to 80.
    assert (game.outcome.scores[1], game.outcome.scores[2]) == (5 + 70, 5 + 60)
    assert game.outcome.scores[3] == 6 * 80
    assert game.outcome.scores[4] == 0


@both
def test_the_calendar(ruleset: str) -> None:
    """Sets of a stock round and two operating rounds; trains leave after rounds 4, 6 and 8 (1.3)."""
    held = position(ruleset).launched("GMO", president=1, par=90, holdings={1: 60}, cash=100)
    game = held.begins("Operating", 1, 1)
    order = []
    while game.outcome is None:
        now = where(game)
        order.append((*now, upcoming(game)[0]))
        pass_round(game)
    expected = []
    for turn, first in ((1, "2+"), (2, "2+"), (3, "3+"), (4, "4+"), (5, "5")):
        expected += [("Stock", turn, 1, first)] if turn > 1 else []
        expected += [("Operating", turn, 1, first), ("Operating", turn, 2, first)]
    assert order == expected


@pytest.mark.parametrize("optional", [(), ("allow_buy_rusting",)])
def test_the_option_to_buy_rusting_trains(optional: tuple[str, ...]) -> None:
    for turn, train in ((2, "2+"), (3, "3+"), (4, "4+")):
        held = position(SITE, optional_rules=optional)
        held.launched("GMO", president=1, par=90, holdings={1: 60}, trains=[train])
        held.launched("IC", president=2, par=80, holdings={2: 60}, cash=500)
        game = held.operating("IC", "trains", turn=turn, number=2)
        action = buy_train("IC", f"{train}-0", 100)
        if optional:
            accepted(game, action)
            assert cash(game, "GMO") >= 100
        else:
            refused(game, action, "4.2.5.1")


def test_the_file_gives_the_seating() -> None:
    """Section 10: the order in the file decides; its last player chooses first."""
    players = [{"id": number, "name": str(number)} for number in (680, 4861, 686)]
    game = open18xx.load({"title": "18MS", "players": players, "settings": {"seed": 14375}, "actions": []})
    assert game.players == (680, 4861, 686)
    assert asked(game) == 686
    assert game.snapshot()["priority"] == "680"


@both
def test_names_of_the_wire(ruleset: str) -> None:
    game = new(ruleset)
    assert list(game.state.privates) == ["AGS", "BS", "M&M", "MC", "M&O"]
    assert list(game.state.corporations) == ["GMO", "IC", "L&N", "Fr", "WRA"]
    ids = [train.id for train in game.state.depot.upcoming]
    assert ids == [
        *(f"2+-{copy}" for copy in range(4)),
        *(f"3+-{copy}" for copy in range(4)),
        *(f"4+-{copy}" for copy in range(3)),
        *("5-0", "5-1", "6-0", "6-1", "2D-0", "2D-1", "2D-2", "2D-3", "5D-0"),
    ]
    assert [train.id for train in game.state.depot.aside] == ["2+-4"]
    assert [phase.name for phase in game.rules.phases] == ["2", "3", "6", "D"]
    assert {game.rules.map.wire_id(hex_id) for hex_id in ("I1", "A1", "E1")} == {"I1-0", "A1-0", "E1-0"}


@both
def test_where_a_pass_is_asked_for(ruleset: str) -> None:
    """Section 10: the last step waits for the president's privates alone."""
    for holder, waits in ((1, True), (2, False)):
        held = position(ruleset).private("M&O", holder).phase("3").depot("4+")
        held.launched("GMO", president=1, par=90, holdings={1: 60}, cash=50, trains=["3+", "3+", "4+"])
        held.launched("IC", president=2, par=80, holdings={2: 60}, cash=50, trains=[])
        game = held.operating("GMO", "trains", turn=2)
        assert (asked(game) == "GMO") is waits
        if waits:
            assert step(game) == "last"
            accepted(game, skip("GMO"))
