"""Nobody sees what is hidden in the draft of 1846 (4.1.4, F138), by whatever way."""

from __future__ import annotations

import copy
import json
import operator
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import open18xx
from open18xx import VISITOR, Game, IllegalAction, InvalidAction
from open18xx.actions import Bid
from open18xx.view import OPEN_KEYS
from tests.scenario import Scenario

RULESETS = ("rulebook", "18xx.games")
#: Seat, as a player id; None is a visitor.
Onlooker = int | None


def draft(players: int, seed: int, ruleset: str = "rulebook") -> Game:
    return open18xx.new_game("1846", players, seed=seed, ruleset=ruleset)


def keep(game: Game, number: int) -> str:
    """The player in turn keeps one of the cards offered; which one."""
    choices = [action for action in game.legal_actions if isinstance(action, Bid)]
    action = choices[number % len(choices)]
    game.apply(action)
    return action.company


def everything(game: Game, player: Onlooker) -> dict[str, Any]:
    """All that somebody can get out of a game without being the host."""
    seen = game.observe(player)
    known = [card for card in game.rules.privates if card in game.snapshot()["privates"]]
    bids: list[dict[str, Any]] = [
        {"type": "bid", "entity": seat, "entity_type": "player", "company": card, "price": 0}
        for seat in game.players
        for card in known
    ]
    return {
        "view": game.view(player),
        "observed": seen.view,
        "decides": seen.decides,
        "turn": (seen.turn, game.turn),
        "legal": [action.to_dict() for action in seen.legal_actions],
        "in": [bid in seen.legal_actions for bid in bids],
        "explained": [str(seen.legal_actions.explain(bid)) for bid in bids],
        "file": open18xx.dump(game, for_player=VISITOR if player is None else player),
        "log": game.log_for(player),
        "repr": (repr(game), repr(seen), repr(seen.legal_actions), str(game)),
        "events": game.events(),
        "report": game.report,
        "refused": [refusal(game, bid) for bid in bids if bid["entity"] == player and not seen.decides],
        "others": (game.version, game.outcome, game.title, game.options, game.players, game.names),
    }


def refusal(game: Game, wire: dict[str, Any]) -> str:
    """What a player is told who acts out of turn."""
    with pytest.raises(IllegalAction) as caught:
        game.apply(wire)
    return f"{caught.value.reason} {caught.value}"


@given(
    players=st.integers(3, 5),
    seed=st.integers(0, 2**31 - 1),
    ruleset=st.sampled_from(RULESETS),
    picks=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=4),
)
def test_hidden_choices_make_no_difference_to_those_who_may_not_know(
    players: int, seed: int, ruleset: str, picks: list[tuple[int, int]]
) -> None:
    """Two games that differ only in what the seats before the last one kept: the last one, and a visitor, see one."""
    one, other = draft(players, seed, ruleset), draft(players, seed, ruleset)
    for first, second in picks[: players - 1]:
        assert everything(one, 1) == everything(other, 1)
        assert everything(one, None) == everything(other, None)
        keep(one, first)
        keep(other, second)
    assert everything(one, None) == everything(other, None)


def test_the_comparison_would_find_a_leak() -> None:
    """The player who chose does see the difference, in everything that shows choices."""
    one, other = draft(4, 1), draft(4, 1)
    assert keep(one, 0) != keep(other, 1)
    mine, his = everything(one, 4), everything(other, 4)
    assert {key for key in mine if mine[key] != his[key]} == {"view", "observed", "file", "log"}


def test_a_visitor_learns_nothing_from_the_seed_but_what_was_removed() -> None:
    """Games that the set-up left with the same companies look the same whatever lies in the deck."""
    groups: dict[str, list[Game]] = {}
    for seed in range(120):
        game = draft(3, seed, "18xx.games")
        key = json.dumps([sorted(game.state.privates), sorted(game.state.corporations)])
        groups.setdefault(key, []).append(game)
    pairs = 0
    for games in groups.values():
        for game in games[1:]:
            assert game.state.deck != games[0].state.deck
            assert everything(game, None) == everything(games[0], None)
            assert everything(game, 1) == everything(games[0], 1)
            pairs += 1
    # 4 * 4 * 3 = 48 ways to remove: with 120 games at least 72 share theirs with another.
    assert pairs >= 72


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_seen_is_what_may_be_known(players: int, ruleset: str) -> None:
    """The numbers are public; the hand is seen by the player in turn; the rest by nobody but who kept it."""
    rng = random.Random(players)
    game = draft(players, 7, ruleset)
    kept: dict[int | str, list[str]] = {player: [] for player in game.players}
    while game.turn is not None and game.turn.round == "Draft" and len(game.state.deck) > 1:
        mover = game.turn.entity
        offered = set(game.state.deck[: players + 2])
        for looker in (*game.players, None):
            seen = game.view(looker)
            deck = seen["more"]["deck"]
            shown = {card for card in deck if card is not None}
            assert len(deck) == len(game.state.deck)
            assert shown == (offered if looker == mover else set())
            assert deck[: len(shown)] == [card for card in game.rules.privates if card in shown]
            for player in game.players:
                own = kept[player] if player == looker else [None] * len(kept[player])
                assert seen["more"]["kept"][str(player)] == own
            owners = {card: row["owner"] for card, row in seen["privates"].items() if row["owner"] is not None}
            assert owners == ({card: str(looker) for card in kept[looker]} if looker is not None else {})
            assert seen["privates"].keys() == game.snapshot()["privates"].keys()
            assert game.observe(looker).decides == (looker == mover)
        if mover is not None:
            kept[mover].append(keep(game, rng.randrange(7)))


def test_all_is_revealed_at_the_end_except_what_was_taken_back() -> None:
    game = draft(3, 11)
    regretted = keep(game, 0)
    game.undo()
    kept = keep(game, 1)
    assert regretted != kept
    assert game.log_for(1)[0] == {"type": "bid", "entity": 3, "entity_type": "player", "id": 1, "hidden": True}
    while game.turn is not None and game.turn.round == "Draft":
        game.apply(game.legal_actions[0])
    for looker in (1, 2, 3, None):
        assert game.view(looker) == game.snapshot()
    for looker in (1, 2, None):
        log = game.log_for(looker)
        assert log[0] == {"type": "bid", "entity": 3, "entity_type": "player", "id": 1, "hidden": True}
        assert "company" not in json.dumps(log[0])
        assert log[2]["company"] == kept
        assert log[1:] == [dict(action) for action in game.log[1:]]
    assert game.log_for(3) == [dict(action) for action in game.log]
    # Taking the end of the draft back hides again what others kept.
    while game.turn is not None and game.turn.round != "Draft":
        game.undo()
    assert sum("hidden" in action for action in game.log_for(None)) >= len(game.state.round.picks)
    assert game.view(None) != game.snapshot()


def test_the_last_card_is_shown_to_all() -> None:
    """4.1.6: a single last private lies face up, and passing it on is done in the open."""
    for seed in range(200):
        game = draft(3, seed)
        while game.turn is not None and game.turn.round == "Draft" and len(game.state.deck) > 1:
            game.apply(game.legal_actions[-1])
        if game.turn is not None and game.turn.round == "Draft":
            break
    [card] = game.state.deck
    assert game.view(None)["more"]["deck"] == [card]
    before = len(game.log)
    game.apply({"type": "pass", "entity": game.turn.entity if game.turn else 0, "entity_type": "player"})
    assert game.turn is None or game.turn.round == "Stock" or "hidden" not in game.log_for(None)[before]


def test_the_open_draft_of_two_hides_nothing() -> None:
    game = open18xx.new_game("1846 2p Variant", 2, seed=3)
    rng = random.Random(3)
    for _ in range(12):
        assert game.view(None) == game.view(1) == game.snapshot()
        assert open18xx.dump(game, for_player=1)["actions"] == open18xx.dump(game)["actions"]
        game.apply(game.legal_actions.sample(rng))


# Files


@pytest.mark.parametrize("looker", [1, 2, 3, VISITOR])
def test_a_file_for_a_player_has_no_seed(looker: Any, tmp_path: Path) -> None:
    game = open18xx.load(
        {"id": "hs_abcdefgh_1716866882", "title": "1846", "players": [{"id": n, "name": f"P{n}"} for n in (1, 2, 3)]}
    )
    assert game.seed == 1716866882
    keep(game, 2)
    path = tmp_path / "game.json"
    data = open18xx.dump(game, path, for_player=looker)
    assert json.loads(path.read_text(encoding="utf-8")) == data
    assert "1716866882" not in path.read_text(encoding="utf-8")
    assert "seed" not in data["settings"]
    if looker != 3:
        assert set(data["actions"][0]) <= {*OPEN_KEYS, "hidden"}
    with pytest.raises(InvalidAction) as caught:
        open18xx.load(path)
    assert caught.value.field == "settings.open18xx.for_player"


def test_orders_to_the_automaton_are_known_to_who_gave_them() -> None:
    game = draft(3, 1)
    order = {"type": "program_x", "entity": 1, "entity_type": "player", "wanted": "MAIL"}
    game.apply(order)
    game.apply({"type": "log", "entity": 1, "entity_type": "player", "message": "thinking"})
    assert game.log_for(1)[0]["wanted"] == "MAIL"
    for looker in (2, 3, None):
        assert "MAIL" not in json.dumps(game.log_for(looker))
        assert game.log_for(looker)[1]["message"] == "thinking"


def test_the_hand_is_listed_in_the_order_of_the_title() -> None:
    """The order in which the deck lay would tell something about the rest of it."""
    listed = 0
    for seed in range(20):
        game = draft(5, seed)
        cards = [action.company for action in game.legal_actions.of(Bid)]
        order = list(game.rules.privates)
        assert cards == sorted(cards, key=order.index)
        listed += cards != list(game.state.deck[:7])
    assert listed > 15


def test_a_message_in_the_draft_is_no_secret() -> None:
    game = draft(3, 1)
    game.apply({"type": "message", "entity": 1, "entity_type": "player", "message": "hello"})
    keep(game, 0)
    assert game.log_for(None)[0]["message"] == "hello"
    assert game.log_for(None)[1]["hidden"] is True


@pytest.mark.parametrize("player", ["1", 0, 4, -1, True, 1.0, "", (), [], {}, object()])
def test_unknown_players_are_refused(player: Any) -> None:
    game = draft(3, 1)
    for ask in (game.view, game.observe, game.log_for, lambda who: open18xx.dump(game, for_player=who)):
        with pytest.raises(InvalidAction) as caught:
            ask(player)
        assert caught.value.field == "player"


# Observations


def test_an_observation_shows_no_game() -> None:
    game = draft(3, 1)
    seen = game.observe(1)
    public = {name for name in dir(seen) if not name.startswith("_")}
    assert public == {"best_run", "decides", "legal_actions", "player", "rules", "sample", "train_face", "turn", "view"}
    for copier in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="stays in its process"):
            copier(seen)


def test_legal_actions_carry_no_game_away() -> None:
    """The view holds the whole position; what it lists is free to go, and equal offers are not unequal."""
    view = draft(3, 1).observe(1).legal_actions
    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(view)
    rows = pickle.loads(pickle.dumps(list(view)))
    for row, same in zip(rows, view, strict=True):
        assert (operator.eq(row, same), operator.ne(row, same)) == (True, False)
    assert view[1:3] == tuple(view)[1:3]


def test_an_observation_stays_where_it_is() -> None:
    game = draft(3, 1)
    seen = game.observe(3)
    before = seen.view
    seen.view["more"]["deck"].clear()
    keep(game, 0)
    assert seen.view == before
    assert seen.decides
    assert len(seen.legal_actions) == 5


def test_everybody_decides_for_a_corporation_without_president() -> None:
    """GT runs from Port Huron to Detroit, whoever enters it (1846 7.6)."""
    position = Scenario("1846").launched("GT", president=None, price=60, holdings={2: 10}, market=40, trains=["2"])
    game = position.lay("B16", "57", 0).operating("GT", "run")
    assert game.turn is not None
    assert game.turn.player is None
    assert [game.observe(player).decides for player in (1, 2, 3, 4, None)] == [True, True, True, True, False]
    assert len(game.observe(2).legal_actions) == len(game.legal_actions) > 0
    assert not game.observe(None).legal_actions


# Samples


@given(players=st.integers(3, 5), seed=st.integers(0, 10_000), ruleset=st.sampled_from(RULESETS), data=st.data())
def test_a_sample_cannot_be_told_from_the_game(players: int, seed: int, ruleset: str, data: st.DataObject) -> None:
    rng = random.Random(seed)
    game = draft(players, seed, ruleset)
    for _ in range(data.draw(st.integers(0, 3 * players))):
        if game.turn is not None and game.turn.round == "Draft":
            game.apply(game.legal_actions.sample(rng))
    for looker in (*game.players, None):
        seen = game.observe(looker)
        sample = seen.sample(rng)
        assert sample.view(looker) == seen.view
        assert sorted(sample.state.privates) == sorted(game.state.privates)
        held = [*sample.state.deck, *(card for _, card in sample.state.round.picks)]
        assert sorted(held) == sorted([*game.state.deck, *(card for _, card in game.state.round.picks)])
        if seen.decides:
            assert list(sample.legal_actions) == list(seen.legal_actions)
        before = game.copy()
        sample.apply(sample.legal_actions.sample(rng))
        assert game == before
        assert not sample.log[:-1]


def test_samples_differ_where_the_player_knows_nothing() -> None:
    game = draft(4, 9)
    for number in (1, 4, 2, 0, 3):
        keep(game, number)
    rng = random.Random(1)
    for looker in (*game.players, None):
        seen = game.observe(looker)
        samples = [seen.sample(rng) for _ in range(30)]
        assert len({(sample.state.deck, sample.state.round.picks) for sample in samples}) > 20
        assert len({sample.state.rng for sample in samples}) == 30
        assert len({sample.seed for sample in samples}) == 30
        own = [pick for pick in game.state.round.picks if game.players[pick[0]] == looker]
        for sample in samples:
            assert [pick for pick in sample.state.round.picks if game.players[pick[0]] == looker] == own


def test_a_sample_remembers_what_the_player_has_seen() -> None:
    """Five players draw from 12 privates and 5 blanks, 7 cards at a time: what seat 5 gave back lies below 10 others,
    so seat 4, which saw 7 of those, cannot have kept any of it; and seat 3 saw the last 3 of the 10 and 4 cards given
    back by seat 5."""
    game = draft(5, 21)
    assert len(game.state.deck) == 17
    hand = set(game.state.deck[:7])
    keep(game, 3)
    keep(game, 3)
    rng = random.Random(5)
    assert all(sample_pick(game, 5, 4, rng) not in hand for _ in range(100))
    keep(game, 3)
    assert {sample_pick(game, 5, 3, rng) in hand for _ in range(100)} == {True, False}


def test_a_sample_brings_nothing_that_was_worked_out_of_hidden_cards() -> None:
    game = draft(3, 2)
    keep(game, 3)
    game.table().held_privates(2)
    looked = game.state.memo
    assert looked.deeds is not None
    memo = game.observe(1).sample(random.Random(0)).state.memo
    assert memo.deeds is not looked.deeds and memo is not looked
    looked.recall(("own",), (game.state.privates,), lambda: "kept")
    assert memo.recall(("own",), (game.state.privates,), lambda: "new") == "new"


def sample_pick(game: Game, looker: int, player: int, rng: random.Random) -> str:
    """The card that a player has kept first in a sample of somebody else."""
    picks = game.observe(looker).sample(rng).state.round.picks
    return next(card for seat, card in picks if game.players[seat] == player)


def test_after_the_draft_a_sample_is_the_position_itself() -> None:
    game = draft(3, 2)
    rng = random.Random(0)
    while game.turn is not None and game.turn.round != "Operating":
        game.apply(game.legal_actions.sample(rng))
    sample = game.observe(1).sample(rng)
    assert sample.snapshot() == game.snapshot()
    assert sample.state.rng != game.state.rng
    assert sample.seed != game.seed


def test_an_observation_knows_the_face_of_every_train() -> None:
    game = draft(3, 1)
    seen = game.observe(1)
    for trains in seen.view["more"]["trains"].values():
        for train in trains:
            assert seen.train_face(train["id"]).name == train["face"]
    unknown: tuple[Any, ...] = ("7-99", None, "2", "2-00")
    for name in unknown:
        with pytest.raises(InvalidAction):
            seen.train_face(name)
