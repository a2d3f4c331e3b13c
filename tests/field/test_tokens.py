"""Field reports about tokens, issues and steps that wait: F43 to F48."""

from __future__ import annotations

import pytest

from tests.field.tools import RULEBOOK, SITE, both, mover, paid_for, quiet, refused, tile, train_ids
from tests.rules.acts import (
    accepted,
    buy_private,
    cash,
    dividend,
    issue,
    lay,
    price,
    route,
    run,
    skip,
    step,
    token,
)
from tests.scenario import Scenario


@both
@pytest.mark.parametrize(("left", "waits"), [(45, True), (39, False)])
def test_f043_baltimore_with_little_money(ruleset: str, left: int, waits: bool) -> None:
    # Dayton and Cincinnati are joined; the treasury is empty of shares.
    scenario = Scenario("1846", 4, ruleset).lay("G13", "57", 0).lay("H12", "293", 0)
    scenario.launched("B&O", president=1, holdings={1: 60}, market=40, cash=left + 40, tokens=["G13"])
    game = scenario.operating("B&O")
    assert paid_for(game, "B&O", tile(game, "B&O", "F14", "9", 0)) == 20
    wanted = tile(game, "B&O", "E15", "7", 0)
    assert paid_for(game, "B&O", wanted) == 20
    assert cash(game, "B&O") == left
    if not waits:
        assert step(game) != "track"
        refused(game, token(game, "B&O", "H12"), "wrong_step")
        return
    assert step(game) == "track"
    assert [action.type for action in game.legal_actions] == ["pass", "place_token"]
    assert paid_for(game, "B&O", token(game, "B&O", "H12")) == 40


@both
def test_f044_erie_and_illinois_central_have_no_such_right(ruleset: str) -> None:
    scenario = Scenario("1846", 5, ruleset).launched("ERIE", president=1, cash=200)
    game = scenario.operating("ERIE")
    refused(game, token(game, "ERIE", "D20"), "token_not_connected")
    game = scenario.phase("II").lay("D20", "619", 3).operating("ERIE")
    assert paid_for(game, "ERIE", token(game, "ERIE", "D20")) == 40
    assert game.state.board.city_tokens("D20", 0) == [None, "ERIE"]
    scenario = Scenario("1846", 4, ruleset).launched("IC", president=1, cash=200)
    game = scenario.operating("IC")
    refused(game, token(game, "IC", "I5"), "token_not_connected")
    game = scenario.lay("J4", "9", 0).operating("IC")
    assert paid_for(game, "IC", token(game, "IC", "I5")) == 40
    assert game.state.board.city_tokens("I5", 0) == ["IC", None]


@both
def test_f045_the_city_of_chicago_and_western_indiana(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).private("C&WI", 1).launched("GT", president=1, cash=200)
    game = scenario.operating("GT")
    refused(game, token(game, "C&WI", "D6", 3), "power_not_owned")
    accepted(game, buy_private("GT", "C&WI", 60))
    for city in (0, 1, 2):
        refused(game, token(game, "C&WI", "D6", city), "power_elsewhere")
    left = game.state.corporations["GT"].tokens_left
    late = game.copy()
    accepted(late, skip("GT"))
    for stage in (game, late):
        assert paid_for(stage, "GT", token(stage, "C&WI", "D6", 3)) == 0
        assert stage.state.board.tokens("GT") == [("B16", 0), ("D6", 3)]
        assert (stage.state.corporations["GT"].tokens_left, stage.state.turn.tokened) == (left, False)
    # A corporation in Chicago already may not.
    scenario = Scenario("1846", 4, ruleset).private("C&WI", "GT")
    game = scenario.launched("GT", president=1, cash=200, tokens=[("D6", 0)]).operating("GT")
    refused(game, token(game, "C&WI", "D6", 3), "second_token")
    # From the purchase on city 3 is open to others with a connection: here from Indianapolis over F8 and E7.
    for owner, slot in ((1, None), ("GT", 0)):
        scenario = Scenario("1846", 4, ruleset).private("C&WI", owner).launched("GT", president=1)
        scenario.phase("II").lay("G9", "15", 5).lay("F8", "9", 2).lay("E7", "9", 2)
        game = scenario.launched("NYC", president=2, cash=200, tokens=["G9"]).operating("NYC")
        assert game.state.board.slot_for("NYC", "D6", 3) == slot
        if slot is None:
            refused(game, token(game, "NYC", "D6", 3), "no_slot")
        else:
            assert paid_for(game, "NYC", token(game, "NYC", "D6", 3)) == 80


@both
def test_f046_no_cash_but_shares_to_issue(ruleset: str) -> None:
    game = Scenario("1846", 4, ruleset).launched("NYC", president=1, cash=0).operating("NYC")
    assert step(game) == "track"
    wanted = tile(game, "NYC", "D18", "8", 4)
    refused(game, wanted, "too_expensive")
    accepted(game, issue("NYC", 1))
    assert cash(game, "NYC") == 90
    assert paid_for(game, "NYC", wanted) == 20
    # As many shares in the market as with players: nothing can be issued, nobody is asked.
    game = Scenario("1846", 4, ruleset).launched("NYC", president=1, market=20, cash=0).operating("NYC")
    assert step(game) == "trains"


@both
def test_f047_an_unused_power_does_not_hold_up_the_turn(ruleset: str) -> None:
    # Port Huron and Detroit are joined. All three tokens of GT are out, two lays are paid for.
    scenario = Scenario("1846", 4, ruleset).lay("B16", "5", 0).lay("D14", "5", 0).private("MC", "GT")
    scenario.launched("GT", president=1, holdings={1: 60}, market=40, cash=40, trains=["2"], tokens=["C15", "D14"])
    game = scenario.operating("GT")
    assert game.state.corporations["GT"].tokens_left == 0
    accepted(game, tile(game, "GT", "D12", "9", 1))
    accepted(game, tile(game, "GT", "D10", "9", 1))
    assert step(game) == "run"
    power = lay("MC", "B10", "9-2", 1)
    accepted(game.copy(), power)
    accepted(game, run("GT", route(train_ids(game, "GT")[0], "B16 C15", revenue=60)))
    accepted(game, dividend("GT", "withhold"))
    quiet(game, lambda now: step(now) != "trains")
    assert (mover(game), step(game)) == ("GT", "last")
    accepted(game.copy(), power)
    declined = game.copy()
    accepted(declined, skip("GT"))
    assert declined.state.turn.entity != "GT" or declined.state.round.number == 2


def test_f048_when_may_a_corporation_issue() -> None:
    def ready(ruleset: str) -> Scenario:
        scenario = Scenario("1846", 4, ruleset).lay("B16", "5", 0)
        return scenario.launched("GT", president=1, par=60, cash=100, trains=["2"], tokens=["C15"])

    late = {}
    for ruleset in (SITE, RULEBOOK):
        game = ready(ruleset).operating("GT")
        accepted(game, tile(game, "GT", "B14", "9", 1))
        accepted(game, skip("GT"))
        accepted(game, run("GT", route(train_ids(game, "GT")[0], "B16 C15")))
        late[ruleset] = game
    game = late[SITE]
    before = cash(game, "GT")
    accepted(game, issue("GT", 1, price=50))
    assert (cash(game, "GT"), price(game, "GT")) == (before + 50, 60)
    accepted(game, dividend("GT", "withhold"))
    refused(late[RULEBOOK], issue("GT", 1), "issue_not_first")
    game = ready(RULEBOOK).operating("GT")
    accepted(game, issue("GT", 1))
    assert (cash(game, "GT"), price(game, "GT")) == (150, 50)
    # Any first other action closes the window.
    game = ready(RULEBOOK).operating("GT")
    accepted(game, tile(game, "GT", "B14", "9", 1))
    refused(game, issue("GT", 1), "issue_not_first")
