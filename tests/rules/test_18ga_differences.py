"""18GA, section 13, D1 to D12: each difference as each profile has it, and each option turned alone."""

from __future__ import annotations

from typing import Any

import pytest

import open18xx
from open18xx.actions import Bid
from tests.rules.acts import asked, buy_train, cash, route, run, shown
from tests.rules.ga import (
    RULEBOOK,
    SITE,
    accepted,
    bid,
    both,
    coast,
    macon,
    new,
    owner,
    pass_round,
    refused,
    revenue,
    skip,
    tile,
    token,
    trade,
    where,
)
from tests.rules.ga import scenario as position
from tests.rules.test_18ga_forced import poor

#: Option by row: what the rulebook says, what the site does.
ROWS: dict[str, tuple[str, Any, Any]] = {
    "D1": ("auction", "clockwise", "lowest_first"),
    "D2": ("exact_price", True, False),
    "D3": ("unsold_rounds", "ends", "goes_on"),
    "D4": ("map", "v2", "v1_20"),
    "D5": ("columbus_cost", 20, 0),
    "D6": ("soft_rust_4", True, False),
    "D7": ("tile_set", "18dixie", "v1"),
    "D8": ("ebuy_from_majors", "never", "value"),
    "D9": ("obsolete_counts", True, False),
    "D10": ("private_trade", "either", "buyer"),
    "D11": ("lenient_replay", False, True),
    "D21": ("ebuy_sales", "total", "each"),
    "D22": ("sale_ban", "first_round", "turn_1"),
    "D23": ("midland_tiles", "any", "yellow"),
    "D24": ("president_split", "bare", "any"),
}
#: Options in which the profiles agree.
ALIKE = {"jacksonville": "closed", "strict_routes": False}


def cases(row: str) -> pytest.MarkDecorator:
    """Profile, options, and whether the rulebook's way is played: both profiles, and the option turned in each."""
    name, book, site = ROWS[row]
    return pytest.mark.parametrize(
        ("ruleset", "options", "by_book"),
        [(RULEBOOK, {}, True), (RULEBOOK, {name: site}, False), (SITE, {}, False), (SITE, {name: book}, True)],
        ids=["book", "book-turned", "site", "site-turned"],
    )


@both
def test_every_option_of_18ga_has_its_row(ruleset: str) -> None:
    game = new(ruleset)
    column = 1 if ruleset == RULEBOOK else 2
    assert game.options == {row[0]: row[column] for row in ROWS.values()} | ALIKE
    for name, book, site in ROWS.values():
        for value in (book, site):
            assert new(ruleset, **{name: value}).options == game.options | {name: value}


@cases("D1")
def test_d1_who_speaks_in_an_auction(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    game = new(ruleset, **options)
    # The lowest bid is that of player 2; clockwise after the maker of the highest, 3, comes player 1.
    accepted(game, skip(1), bid(2, "MRC", 45), skip(3), skip(4), bid(1, "MRC", 50), skip(2))
    accepted(game, bid(3, "MRC", 55), bid(4, "LTR", 20))
    first = 1 if by_book else 2
    assert asked(game) == first
    accepted(game, skip(first))
    second = 2 if by_book else 1
    assert asked(game) == second
    accepted(game, bid(second, "MRC", 60), skip(3))
    if by_book:
        assert asked(game) == 1
        accepted(game, skip(1))
    assert (owner(game, "MRC"), cash(game, second)) == (second, 450 - 60)


@cases("D2")
def test_d2_the_price_of_the_cheapest_private(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    for amount in (0, 19, 21, 450):
        game = new(ruleset, **options)
        assert [action.price for action in game.legal_actions.of(Bid, company="LTR")] == [20]
        refused(game, bid(1, "LTR", amount), "3.1a")
        if by_book:
            with pytest.raises(ValueError, match=r"3.1a"):
                game.apply(bid(1, "LTR", amount), recorded=True)
        else:
            game.apply(bid(1, "LTR", amount), recorded=True)
            assert (owner(game, "LTR"), cash(game, 1)) == (1, 450 - amount)


@cases("D3")
def test_d3_when_all_pass(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    game = new(ruleset, 3, **options)
    accepted(game, skip(1), skip(2), skip(3))
    assert game.legal_actions.of(Bid, company="LTR")[0].price == 15
    assert where(game) == ("Auction", 2 if by_book else 1, 1)
    accepted(game, bid(1, "LTR", 15), bid(2, "MRC", 40), skip(3), skip(1), skip(2))
    assert [cash(game, player) for player in (1, 2, 3)] == [600 - 15 + 5, 600 - 40 + 10, 600]
    assert where(game) == ("Auction", 3 if by_book else 1, 1)


@cases("D4")
def test_d4_the_map(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    rules = new(ruleset, **options).rules
    assert {"E13", "F14", "E15"} <= set(rules.map.hexes) if by_book else "E15" not in rules.map.hexes
    assert rules.map.colour("G13") == ("gray" if by_book else "white")
    assert rules.corporations["GA"].tokens == ((0, 0, 40, 100) if by_book else (0, 40, 100, 100))
    assert [home.hex for home in rules.corporations["GA"].home] == (["D10", "E15"] if by_book else ["D10"])
    assert [rules.map.terrain(hex_id) for hex_id in ("E3", "F2", "H2", "I3")] == [("water", 20)] * 4


@cases("D5")
def test_d5_columbus(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).lay("H4", "57", 2)
    game = held.launched("G&F", president=1, par=90, holdings={1: 60}, cash=100).operating("G&F")
    accepted(game, tile(game, "G&F", "G3", "57", 2))
    assert cash(game, "G&F") == (80 if by_book else 100)


@cases("D6")
def test_d6_four_trains_after_the_first_eight(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = macon(position(ruleset, options=options))
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["5"], cash=800)
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["4"])
    game = held.depot("8", discarded=["4"]).operating("CoG", "trains")
    accepted(game, buy_train("CoG", "8-0", 800))
    assert shown(game, "GA") == (["4"] if by_book else [])
    assert not game.state.depot.discarded


@cases("D7")
def test_d7_the_mix_of_tiles(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    track = new(ruleset, **options).rules.map
    assert (track.count("8"), track.count("63"), track.count("57")) == ((29, 12, 10) if by_book else (11, 4, 4))
    assert ("619" in track.tiles) is by_book
    assert ("459a" in track.tiles) is not by_book


@cases("D8")
def test_d8_help_for_a_train_of_another_major(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = poor(ruleset, 250, 500, options=options)
    held.launched("GA", president=2, par=90, holdings={2: 60}, trains=["4"])
    # The treasury could pay a 3-Train of the market ($180).
    game = held.depot("4", discarded=["3"]).operating("CoG", "trains")
    refused(game, buy_train("CoG", "4-0", 301), "4.2.5.1a")
    if by_book:
        refused(game, buy_train("CoG", "4-0", 251), "4.2.5.1a")
    else:
        accepted(game, buy_train("CoG", "4-0", 300))
        assert (cash(game, "CoG"), cash(game, 1)) == (0, 450)


@cases("D9")
def test_d9_obsolete_trains_and_the_limit(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    rules = ("soft_rust_4t",)
    held = macon(position(ruleset, options=options, optional_rules=rules))
    held.launched("CoG", president=1, par=90, holdings={1: 60}, trains=["4"], cash=2000)
    held.launched("GA", president=2, par=70, holdings={2: 60}, trains=["5"])
    game = held.depot("8").operating("CoG", "trains")
    accepted(game, buy_train("CoG", "8-0", 800))
    assert game.table().has_room("CoG") is not by_book
    assert (buy_train("CoG", "8-1", 800) in game.legal_actions) is not by_book


@cases("D10")
def test_d10_privates_between_players(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).private("MRC", 1).private("LTR", 2)
    game = held.stock(1)
    if by_book:
        accepted(game, trade(2, "MRC", 33))
        assert (owner(game, "MRC"), cash(game, 1), cash(game, 2)) == (2, 483, 417)
        # It was the seller's turn, who may still buy; so may the buyer, on the next turn.
        accepted(game, trade(1, "LTR", 10))
        assert asked(game) == 2
        accepted(game, trade(2, "LTR", 10))
    else:
        refused(game, trade(2, "MRC", 33), "3.2")
        accepted(game, trade(1, "LTR", 10))
        assert asked(game) == 2
        accepted(game, trade(2, "MRC", 33))
    refused(held.stock(1), trade(1, "LTR", 0), "3.2c4")
    refused(held.stock(1), trade(1, "LTR", 451), "3.2c4")


@cases("D11")
def test_d11_what_is_not_checked_on_loading(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).phase("3").lay("F6", "57", 2).private("OSR", 2)
    held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=300)
    game = held.operating("CoG")
    for action, section in (
        (tile(game, "CoG", "G7", "8", 2), "4.2.1k"),
        (tile(game, "CoG", "D8", "9", 0), "4.2.1j"),
        (tile(game, "CoG", "J6", "9", 0), "4.2.1i"),
    ):
        refused(game, action, section)
        lays_as_recorded(game, action, section, by_book)
    held.lay("C3", "57", 0).private("W&SR", "CoG")
    game = held.operating("CoG", "station")
    far = token(game, "CoG", "C3")
    refused(game, far, "4.2.2a")
    lays_as_recorded(game, far, "4.2.2a", by_book)


def lays_as_recorded(game: open18xx.Game, action: Any, section: str, strict: bool) -> None:
    twin = game.copy()
    if strict:
        with pytest.raises(ValueError, match=section):
            twin.apply(action, recorded=True)
        assert twin == game
    else:
        twin.apply(action, recorded=True)
        assert len(twin.report) == 1
        assert f"18GA {section}" in twin.report[0]


@cases("D11")
def test_d11_costs_and_pieces_are_always_checked(ruleset: str, options: dict[str, Any], by_book: bool) -> None:
    held = position(ruleset, options=options).phase("3").lay("F6", "57", 0)
    game = held.launched("CoG", president=1, par=90, holdings={1: 60}, cash=19).operating("CoG")
    for action, section in (
        (tile(game, "CoG", "E7", "4", 0), "4.2.1f"),
        (tile(game, "CoG", "G5", "57", 0), "4.2.1d"),
        (tile(game, "CoG", "F6", "458a", 0), "4.2.1c"),
        (tile(game, "CoG", "F6", "14", 1), "4.2.1h"),
    ):
        with pytest.raises(ValueError, match=section):
            game.copy().apply(action, recorded=True)


@both
@pytest.mark.parametrize("setting", ["closed", "open"])
def test_d12_jacksonville_before_acl_floats(ruleset: str, setting: str) -> None:
    held = coast(position(ruleset, options={"jacksonville": setting}))
    held.launched("SAL", president=1, par=90, holdings={1: 60}, trains=["3"], tokens=["I11"])
    game = held.operating("SAL", "run")
    through = run("SAL", route("3-0", "I11 J12", "J12 J10 I9"))
    if setting == "open":
        assert revenue(game, through) == 70
        held.launched("ACL", president=2, par=70, holdings={2: 60})
        game = held.operating("SAL", "run")
    # Once ACL's token lies there it is closed in any case.
    refused(game, through, "4.2.3i")
    assert game.rules.corporations["ACL"].tokens == (0, 40, 100, 100)
    # ACL's next station costs $40, whether its home token lay there from the start or not.
    held = coast(position(ruleset, options={"jacksonville": setting}))
    held.launched("ACL", president=1, par=90, holdings={1: 60}, cash=100, operated=False)
    game = held.operating("ACL", "home")
    accepted(game, skip("ACL"), token(game, "ACL", "I11"))
    assert cash(game, "ACL") == 60


def test_unsold_rounds_leave_the_priority_deal_to_who_acted_last() -> None:
    game = new(RULEBOOK, 3)
    accepted(game, skip(1), bid(2, "MRC", 45))
    pass_round(game)
    # Player 2 was the last to act: the next stock round begins with player 3.
    assert (where(game), asked(game)) == (("Auction", 2, 1), 3)
    pass_round(game)
    assert (where(game), asked(game)) == (("Auction", 3, 1), 3)
    assert game.state.bids == (("MRC", 1, 45),)
