"""18GA, section 13, D13 to D25: what both profiles do alike, and the options about sales and the Midland."""

from __future__ import annotations

from typing import Any

import open18xx
from open18xx.actions import BuyCompany, LayTile, SellShares
from tests.rules.acts import (
    asked,
    buy_private,
    buy_train,
    cash,
    dividend,
    percent,
    president,
    route,
    run,
    shown,
    yielded,
)
from tests.rules.ga import (
    RULEBOOK,
    accepted,
    atlanta_macon,
    bid,
    both,
    listed,
    macon,
    new,
    refused,
    sell,
    skip,
    span,
    tile,
    token,
    west,
    where,
)
from tests.rules.ga import scenario as position
from tests.rules.test_18ga_differences import cases
from tests.rules.test_18ga_forced import poor, share


@both
def test_d13_two_trains_go_before_the_limit_falls(ruleset: str) -> None:
    held = macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=300)
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["2", "2", "3", "3"])
    game = held.depot("4").operating("CoG", "trains")
    accepted(game, buy_train("CoG", "4-0", 300))
    assert shown(game, "GA") == ["3", "3"]
    assert not game.state.depot.discarded


@both
def test_d14_the_best_run_is_demanded_by_an_option_only(ruleset: str) -> None:
    for strict in (False, True):
        held = west(position(ruleset, options={"strict_routes": strict}))
        held.launched("W&A", president=1, par=70, holdings={1: 60}, trains=["3"], tokens=[("D4", 0)])
        game = held.operating("W&A", "run")
        short = run("W&A", route("3-0", "D4 E3 E1"))
        if strict:
            error = refused(game, short, "4.2.3.1")
            assert "$80" in error.message
            assert "$60" in error.message
        else:
            accepted(game, short, dividend("W&A", "withhold"))
            assert cash(game, "W&A") == 60


@both
def test_d15_the_lexington_terminal_never_blocks(ruleset: str) -> None:
    for rules, blocked in (((), False), (("edition_v1",), True)):
        held = position(ruleset, optional_rules=rules).lay("D10", "57", 1).lay("D8", "8", 2).private("LTR", 2)
        game = held.launched("GA", president=1, par=90, holdings={1: 60}, cash=300).operating("GA")
        # D8's edge 2 leads to edge 5 of C7.
        lay = tile(game, "GA", "C7", "8", 5)
        if blocked:
            refused(game, lay, "4.2.1k")
        else:
            accepted(game, lay)


@both
def test_d16_d17_a_major_buys_from_any_player(ruleset: str) -> None:
    for seller, consent in ((1, ()), (2, (2,))):
        held = position(ruleset).phase("3").private("OSR", seller)
        game = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=500).operating("CoG")
        (offer,) = listed(game, BuyCompany)
        assert (span(offer), offer.consent_of) == ((50, 150), consent)
        for amount in (49, 151):
            refused(game, buy_private("CoG", "OSR", amount), "4.2.6")
        accepted(game, buy_private("CoG", "OSR", 150))
        assert (cash(game, seller), cash(game, "CoG")) == (600, 350)


@both
def test_d17_half_to_one_and_a_half_times_the_par_value(ruleset: str) -> None:
    bounds = {sym: facts.resale for sym, facts in new(ruleset).rules.privates.items()}
    assert bounds == {"LTR": (10, 30), "MRC": (20, 60), "W&SR": (35, 105), "OSR": (50, 150), "M&BR": (75, 225)}
    held = position(ruleset).phase("3").private("LTR", "CoG").private("MRC", 2)
    game = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=19).operating("CoG")
    refused(game, buy_private("CoG", "LTR", 20), "4.2.6")
    refused(game, buy_private("CoG", "MRC", 20), "4.2.6")
    for phase in ("2", "5"):
        held = position(ruleset).private("LTR", 2) if phase == "2" else position(ruleset).phase(phase)
        game = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=100).operating("CoG")
        refused(game, buy_private("CoG", "LTR", 20), "4.2.6")


@both
def test_d18_the_bank_of_8000(ruleset: str) -> None:
    for players, money in ((3, 600), (4, 450), (5, 360)):
        game = open18xx.new_game("18GA", players, ruleset=ruleset)
        assert game.rules.bank == 8000
        assert game.state.bank == 8000 - players * money
        assert [cash(game, number) for number in range(1, players + 1)] == [money] * players


@both
def test_d19_privates_pay_first_and_at_once(ruleset: str) -> None:
    held = macon(position(ruleset)).private("LTR", 2).private("OSR", "CoG")
    held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=10)
    game = held.begins("Operating", 2)
    assert (cash(game, 2), cash(game, "CoG")) == (455, 30)


@both
def test_d20_who_lays_atlanta_chooses(ruleset: str) -> None:
    held = atlanta_macon(position(ruleset)).launched("CoG", president=1, par=90, holdings={1: 60}, cash=300)
    game = held.launched("W&A", president=2, par=70, holdings={2: 60}).operating("CoG")
    accepted(game, tile(game, "CoG", "D4", "451a", 0))
    # The president of the CoG decides, not that of the W&A.
    assert game.turn is not None
    assert (game.turn.entity, game.turn.player) == ("CoG", 1)
    accepted(game, token(game, "CoG", "D4", 2, tokener="W&A"))
    assert not game.state.board.reaches("CoG", "D4", 0)


@cases("D21")
def test_d21_how_much_is_needed(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    shares = {"GA": (60, 10), "SAL": (135, 10), "ACL": (80, 10)}
    game = poor(ruleset, 50, 0, shares, options=options).phase("3").operating("CoG", "trains")
    accepted(game, sell(1, share(game, "GA")))
    # 70 are missing: 80 leaves 10, 135 leaves 65, which is more than the 60 that the first share brought.
    dear = sell(1, share(game, "SAL"))
    if by_book:
        refused(game, dear, "4.2.5.1d")
    else:
        accepted(game, dear)


@cases("D21")
def test_d21_a_bundle_of_which_less_would_do(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    game = poor(ruleset, 50, 70, {"GA": (70, 20)}, options=options).phase("3").operating("CoG", "trains")
    both_shares = sell(1, share(game, "GA", 0), share(game, "GA", 1))
    # 60 are missing; one share brings 70, two leave 80.
    refused(game, both_shares, "4.2.5.1d")
    accepted(game, sell(1, share(game, "GA")))


@cases("D22")
def test_d22_the_ban_on_sales_ends_alike(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).launched("CoG", president=1, par=70, holdings={1: 60, 2: 20})
    refused(held.stock(1, turn=1), sell(1, "CoG_1"), "3.2a1")
    accepted(held.stock(1, turn=2), sell(1, "CoG_1"))


@cases("D22")
def test_d22_with_rounds_of_unsold_privates(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    game = new(ruleset, 3, **options)
    accepted(game, skip(1), skip(2), skip(3))
    accepted(game, bid(1, "LTR", 15), bid(2, "MRC", 40), bid(3, "W&SR", 70), bid(1, "OSR", 100), bid(2, "M&BR", 150))
    assert where(game) == ("Stock", 2 if ruleset == RULEBOOK else 1, 1)
    plan = game.rules.plans["Stock"]
    barred = plan.selling.ban(game.table())  # type: ignore[attr-defined]  # a stock round has one
    assert (barred is None) is (ruleset == RULEBOOK)


@cases("D23")
def test_d23_what_the_midland_lays(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).phase("3").private("MRC", "CoG")
    held.launched("CoG", president=1, par=90, holdings={1: 60})
    game = held.operating("CoG")
    kinds = {action.tile.split("-")[0] for action in listed(game, LayTile, entity="MRC")}
    # The colour of an empty hex is yellow, of which only plain track fits.
    assert kinds == {"7", "8", "9"}
    game = held.lay("F12", "9", 2).operating("CoG")
    kinds = {action.tile.split("-")[0] for action in listed(game, LayTile, entity="MRC")}
    assert bool(kinds) is by_book
    if by_book:
        assert kinds <= {"16", "17", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29"}
        assert "23" in kinds


@cases("D24")
def test_d24_half_of_the_presidents_certificate(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).launched("GA", president=1, par=90, holdings={1: 30, 2: 20, 3: 10})
    game = held.stock(1)
    sizes = {(len(action.shares), action.percent) for action in listed(game, SellShares)}
    half = sell(1, "GA_1", "GA_0", percent=20)
    if by_book:
        assert sizes == {(1, 10), (2, 30)}
        refused(game, half, "3.2a4")
    else:
        assert sizes == {(1, 10), (2, 20), (2, 30)}
        accepted(game, half)
        assert (percent(game, "GA", 1), president(game, "GA"), cash(game, 1)) == (10, 2, 630)


@both
def test_d25_no_sale_without_a_forced_purchase(ruleset: str) -> None:
    held = macon(position(ruleset)).cash({1: 0})
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["2"], cash=100)
    held.launched("GA", president=2, par=70, holdings={2: 60, 1: 10}, trains=["3"])
    game = held.operating("CoG", "trains")
    assert asked(game) == "CoG"
    assert not yielded(game, SellShares)
    refused(game, sell(1, share(game, "GA")), "4.2.5.1")
