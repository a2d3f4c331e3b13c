"""1846, section 21: the random set-up for given seeds, and one whole draft."""

from __future__ import annotations

from typing import Any

import pytest

import open18xx
from open18xx.actions import Bid
from open18xx.model.chance import draw, shuffle, start

from .acts import accepted, cash

SITE = "18xx.games"

VECTORS: dict[str, tuple[int, int, tuple[str, ...], str, str, int]] = {
    "21.1": (
        *(1, 3, ()),
        "LSL O&I MC TBC BT SC C&O ERIE",
        "MPC BIG4 Pass(1) C&WI Pass(2) LM MS MAIL Pass(3)",
        1969681615,
    ),
    "21.2": (
        *(1, 4, ()),
        "MC LSL MPC BT C&O",
        "O&I BIG4 Pass(1) C&WI Pass(2) LM MS MAIL Pass(4) SC TBC Pass(3)",
        1116175964,
    ),
    "21.3": (
        *(1, 5, ()),
        "LSL SC",
        "BT O&I MPC BIG4 Pass(1) C&WI Pass(2) LM MC MS MAIL Pass(4) Pass(5) TBC Pass(3)",
        861472101,
    ),
    "21.4": (1, 2, (), "MC O&I MPC BT NYC B&O", "", 2111915288),
    "21.5": (
        *(10264, 5, ("first_ed",)),
        "",
        "MPC SC MS MAIL Pass(2) Pass(4) Pass(5) MC TBC C&WI Pass(3) Pass(1) LSL O&I BIG4",
        1517303648,
    ),
    "21.6": (
        *(1093335663, 4, ()),
        "LSL MC SC MPC ERIE",
        "BIG4 Pass(1) MAIL LM TBC C&WI MS O&I BT Pass(2) Pass(4) Pass(3)",
        1967814242,
    ),
    "21.7": (
        *(1, 4, ("second_ed_co",)),
        "MC LSL TBC SC PRR",
        "BT O&I MPC BIG4 Pass(1) C&WI Pass(2) LM MS MAIL Pass(4) Pass(3)",
        675780521,
    ),
}

#: Seat, what it is offered, what it keeps: the first card each time.
DRAFT = (
    (3, "MPC BIG4 Pass(1) C&WI Pass(2)"),
    (2, "LM MS MAIL Pass(3) BIG4"),
    (1, "Pass(1) C&WI Pass(2) BIG4 MAIL"),
    (3, "Pass(3) MS Pass(2) C&WI MAIL"),
    (2, "BIG4 Pass(2) C&WI MAIL MS"),
    (1, "Pass(2) MAIL C&WI MS"),
    (3, "MS MAIL C&WI"),
    (2, "MAIL C&WI"),
    (1, "C&WI"),
)


def cards(text: str) -> tuple[str, ...]:
    return tuple(card.replace("(", " (") for card in text.split())


@pytest.mark.parametrize("name", VECTORS)
def test_vector(name: str) -> None:
    seed, players, rules, removed, deck, rng = VECTORS[name]
    title = "1846" if players > 2 else "1846 2p Variant"
    game = open18xx.new_game(title, players, seed=seed, ruleset=SITE, optional_rules=rules)
    there: set[Any] = {*game.state.corporations, *game.state.privates}
    everything: set[Any] = {*game.rules.corporations, *game.rules.privates}
    assert everything - there == set(cards(removed))
    assert game.state.rng == rng
    if deck:
        assert game.state.deck == cards(deck)


def test_vector_21_8_a_draft_in_which_everyone_keeps_the_first_card() -> None:
    game = open18xx.new_game("1846", 3, seed=1, ruleset=SITE)
    for seat, offered in DRAFT:
        turn = game.turn
        assert turn is not None
        assert turn.player == seat
        assert game.state.deck[:5] == cards(offered)
        assert {bid.company for bid in game.legal_actions.of(Bid)} == set(cards(offered))
        accepted(game, Bid(entity=seat, company=cards(offered)[0], price=0))
    # Paid at the end: seat 1 C&WI 60; seat 2 LM 40, BIG4 40 + 60, MAIL 80; seat 3 MPC 60, MS 60 + 80.
    assert [cash(game, player) for player in (1, 2, 3)] == [400 - 60, 400 - 220, 400 - 200]
    assert (game.state.round.kind, game.state.round.turn, game.state.priority) == ("Stock", 1, 0)


def test_draws_of_3_2() -> None:
    state = start(1)
    drawn = []
    for _ in range(6):
        state = draw(state)
        drawn.append(state)
    assert drawn == [1103527590, 377401575, 662824084, 1147902781, 2035015474, 368800899]


def test_shuffle_of_3_3_sorts_by_one_draw_a_card() -> None:
    # Of the six numbers above the sixth is lowest but one: 377401575 > 368800899, then 662824084, ...
    assert shuffle("abcdef", start(1))[0] == tuple("fbcade")


def test_a_floating_point_seed_runs_through_doubles() -> None:
    state = start(3.26e38)
    drawn = [state]
    for _ in range(3):
        state = draw(state)
        drawn.append(state)
    assert drawn == [0.0, 12345.0, 1406932606.0, 654583808.0]
