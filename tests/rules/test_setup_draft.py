"""1846, edge cases 1 to 11: setup and draft. Decks and removals are those of section 21."""

from __future__ import annotations

import pytest

import open18xx
from open18xx import Game
from open18xx.actions import Bid
from tests.scenario import Scenario

from .acts import accepted, cash, lay, refused, skip

SITE = "18xx.games"


def blanks(game: Game) -> int:
    return sum(game.rules.privates[card].blank for card in game.state.deck)


def gone(game: Game) -> set[str]:
    """Corporations and privates that the set-up took out."""
    facts: set[str] = {*game.rules.corporations, *game.rules.privates}
    return facts - {*game.state.corporations, *game.state.privates}


def all_tokens(game: Game, sym: str) -> set[tuple[str, int]]:
    return {(hex_id, slot) for company, hex_id, _, slot in game.state.board.all_tokens() if company == sym}


def reserved(game: Game, hex_id: str) -> set[tuple[str, int | None]]:
    return {(company, slot) for company, where, _, slot in game.state.board.reservations() if where == hex_id}


def keep(player: int, card: str, price: int = 0) -> Bid:
    return Bid(entity=player, company=card, price=price)


def test_case_001_seed_1_with_three_players() -> None:
    game = open18xx.new_game("1846", 3, seed=1, ruleset=SITE)
    assert gone(game) == {"LSL", "O&I", "MC", "TBC", "BT", "SC", "C&O", "ERIE"}
    deck = ("MPC", "BIG4", "Pass (1)", "C&WI", "Pass (2)", "LM", "MS", "MAIL", "Pass (3)")
    assert game.state.deck == deck
    assert game.state.rng == 1969681615


def test_case_002_first_edition_for_five_removes_nothing_and_draws_all_the_same() -> None:
    game = open18xx.new_game("1846", 5, seed=10264, ruleset=SITE, optional_rules=["first_ed"])
    assert gone(game) == set()
    assert {"BT", "LM"}.isdisjoint(game.rules.privates)
    # 15 cards and groups of 3, 3 and 3 are shuffled: 24 draws from the seed.
    state = 10264
    for _ in range(15 + 3 + 3 + 3):
        state = (1103515245 * state + 12345) % 2**31
    assert game.state.rng == state == 1517303648
    assert game.state.deck[:5] == ("MPC", "SC", "MS", "MAIL", "Pass (2)")


def test_case_003_an_empty_seed_is_read_off_the_id() -> None:
    players = [{"id": number, "name": f"P{number}"} for number in (1, 2, 3)]
    head = {"title": "1846", "id": "hs_x_1716866882", "players": players, "actions": []}
    game = open18xx.load(head | {"settings": {"seed": ""}})
    same = open18xx.load(head | {"settings": {"seed": 1716866882}})
    other = open18xx.load(head | {"settings": {"seed": 1716866883}})
    assert game.seed == 1716866882
    assert game.state == same.state
    assert game.state.rng != other.state.rng


def test_case_004_three_players_keep_three_cards_each() -> None:
    for seed in range(1, 21):
        game = open18xx.new_game("1846", 3, seed=seed, ruleset=SITE)
        assert (len(game.state.deck), blanks(game)) == (9, 3)
        kept = {1: 0, 2: 0, 3: 0}
        while (turn := game.turn) is not None and game.state.round.kind == "Draft":
            game.apply(keep(int(turn.entity), game.state.deck[0]))
            kept[int(turn.entity)] += 1
        # Seats 3, 2, 1 in turn; blanks that are left at the end are not asked for (case 6).
        if sum(kept.values()) == 9:
            assert set(kept.values()) == {3}
        assert kept[3] == 3
        assert 0 <= kept[3] - kept[1] <= 1
        assert 6 <= sum(kept.values()) <= 9


def test_case_004_the_last_card_rule_may_move_the_ninth_card() -> None:
    game = open18xx.new_game("1846", 3, seed=1, ruleset=SITE)
    for player, card in ((3, "MPC"), (2, "LM"), (1, "Pass (1)"), (3, "Pass (3)"), (2, "BIG4"), (1, "Pass (2)")):
        accepted(game, keep(player, card))
    for player, card in ((3, "MS"), (2, "MAIL")):
        accepted(game, keep(player, card))
    accepted(game, skip(1))
    accepted(game, keep(3, "C&WI"))
    # Seat 3 has MPC 60, MS 60 + 80 and C&WI 60 - 10: 400 - 250.
    assert cash(game, 3) == 150
    assert [row.sym for row in game.table().held_privates(2)] == ["MS", "C&WI", "MPC"]
    assert [row.sym for row in game.table().held_privates(0)] == []


def test_case_005_the_last_card_falls_to_the_debt_of_michigan_southern() -> None:
    game = Scenario("1846", players=3).draft(["MS"], turn_of=3)
    for player, asked in ((3, 140), (2, 130), (1, 120), (3, 110), (2, 100), (1, 90)):
        twin = game.copy()
        accepted(twin, keep(player, "MS"))
        assert cash(twin, player) == 400 - asked
        assert twin.state.minors["MS"].cash == 60
        accepted(game, skip(player))
    assert game.state.privates["MS"].owner == 2
    assert [cash(game, player) for player in (1, 2, 3)] == [400, 400, 320]
    assert game.state.minors["MS"].cash == 60
    assert game.state.round.kind == "Stock"


def test_case_006_a_last_blank_ends_the_draft() -> None:
    game = Scenario("1846", players=3).draft(["MAIL", "Pass (1)"], turn_of=2)
    accepted(game, keep(2, "MAIL"))
    assert game.state.round.kind == "Stock"
    assert cash(game, 2) == 400 - 80
    turn = game.turn
    assert turn is not None
    assert turn.player == 1


def test_case_006_a_last_private_does_not_end_it() -> None:
    game = Scenario("1846", players=3).draft(["MAIL", "Pass (1)"], turn_of=2)
    accepted(game, keep(2, "Pass (1)"))
    assert game.state.round.kind == "Draft"
    assert cash(game, 2) == 400


def test_case_007_the_price_of_a_bid_is_ignored() -> None:
    game = Scenario("1846", players=3).private("MAIL", owner=2).draft(["MS", "TBC"], turn_of=3)
    accepted(game, keep(3, "MS", 60))
    assert cash(game, 3) == 400
    accepted(game, keep(2, "TBC", 1))
    assert [cash(game, player) for player in (1, 2, 3)] == [400, 400 - 80 - 60, 400 - 60 - 80]


def test_a_card_that_could_not_be_paid_is_refused() -> None:
    # 4.1.8: MS 140, BIG4 100, MAIL 80 and SC 40 leave 40 of the 400.
    position = Scenario("1846", players=5)
    for card in ("MS", "BIG4", "MAIL", "SC"):
        position.private(card, owner=5)
    game = position.draft(["LM", "TBC"], turn_of=5)
    refused(game, keep(5, "TBC"), "not_enough_cash")
    assert [bid.company for bid in game.legal_actions.of(Bid)] == ["LM"]
    accepted(game, keep(5, "LM"))
    accepted(game, keep(4, "TBC"))
    assert cash(game, 5) == 0


def test_case_008_removed_corporations_leave_a_token_at_home() -> None:
    game = open18xx.new_game("1846", 3, seed=1, ruleset=SITE)
    assert all_tokens(game, "C&O") == {("I15", 0)}
    assert all_tokens(game, "ERIE") == {("E21", 0)}
    assert reserved(game, "D20") == {("NYC", 0)}
    board = game.state.board
    assert [board.slot_for(sym, "D20", 0) for sym in ("GT", "PRR", "NYC")] == [1, 1, 0]
    assert all(company not in ("ERIE", "C&O") for company, *_ in board.reservations())


def test_case_009_without_pennsylvania_fort_wayne_is_free() -> None:
    game = Scenario("1846", players=4).removed("PRR").stock(turn=1)
    assert all_tokens(game, "PRR") == {("F20", 0)}
    assert reserved(game, "E11") == set()
    other = Scenario("1846", players=4).needs("PRR").stock(turn=1)
    assert reserved(other, "E11") == {("PRR", 0)}
    assert all_tokens(other, "PRR") == set()


def test_case_010_two_players_without_erie() -> None:
    game = Scenario("1846 2p Variant", players=2).removed("ERIE").stock(turn=1)
    assert all_tokens(game, "ERIE") == {("E21", 0), ("D20", 1)}


@pytest.mark.parametrize("through_private", [False, True])
def test_case_010_two_players_without_new_york_central(through_private: bool) -> None:
    game = (
        Scenario("1846 2p Variant", players=2)
        .removed("NYC")
        .lay("E17", "293", 1)
        .launched("PRR", president=1, cash=200, trains=["2"], tokens=["E17"])
        .private("LSL", owner="PRR")
        .phase("II")
        .operating("PRR")
    )
    assert all_tokens(game, "NYC") == {("D20", 0)}
    assert game.state.board.city_tokens("E17", 0) == ["PRR"]
    # Cleveland has F16, E15, D18 and E19 at its edges 0, 1, 3 and 4; edge 2 is the lake.
    accepted(game, lay("LSL" if through_private else "PRR", "E17", "294-0", 0))
    assert all_tokens(game, "NYC") == {("D20", 0), ("E17", 1)}
    assert cash(game, "PRR") == (200 if through_private else 180)


def test_case_011_two_players_may_not_pass_first_and_two_passes_start_rounds_of_turn_0() -> None:
    game = open18xx.new_game("1846 2p Variant", 2, seed=1, ruleset=SITE)
    refused(game, skip(2), "draft_first_pass")
    accepted(game, keep(2, "MS"))
    assert cash(game, 2) == 600 - 140
    assert game.state.minors["MS"].cash == 60
    accepted(game, skip(1))
    assert game.state.round.kind == "Draft"
    accepted(game, skip(2))
    for number in (1, 2):
        where = game.state.round
        assert (where.kind, where.turn, where.number, where.order) == ("Operating", 0, number, ("MS",))
        accepted(game, skip("MS"))
    where = game.state.round
    assert (where.kind, where.turn) == ("Draft", 0)
    turn = game.turn
    assert turn is not None
    assert turn.player == 2
    assert "MS" not in game.state.deck
