"""Hostile input: every error is one of the named ones, names its field, and changes nothing (F123, F125)."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import open18xx
from open18xx import Game, IllegalAction, InvalidAction, ReplayError
from open18xx.actions import Action, Bid, BuyTrain, LayTile, Message, Pass, RunRoutes, SellShares
from tests.properties.files import mangled, shortened, source
from tests.properties.mutations import HOSTILE, Pools
from tests.properties.positions import settings, walk
from tests.properties.trial import try_file


def deep(levels: int) -> list[Any]:
    """Lists in lists."""
    rows: list[Any] = []
    for _ in range(levels):
        rows = [rows]
    return rows


def numbered(values: Iterable[Any]) -> list[Any]:
    """Cases whose names are numbers, since the values are no names."""
    return [pytest.param(value, id=str(index)) for index, value in enumerate(values)]


@functools.cache
def played() -> Game:
    """A game of 1846 in its first operating round."""
    game = open18xx.new_game("1846", 3, seed=4)
    rng = random.Random(4)
    while game.turn is not None and game.turn.round != "Operating":
        game.apply(game.legal_actions.sample(rng))
    return game


def refused(game: Game, action: Any) -> IllegalAction | InvalidAction:
    """The error, after a look at that nothing else happened."""
    before = game.copy()
    with pytest.raises((IllegalAction, InvalidAction)) as caught:
        game.apply(action)
    assert game == before
    assert (game.version, game.log) == (before.version, before.log)
    error = caught.value
    assert isinstance(error, IllegalAction | InvalidAction)
    return error


# Actions

EXAMPLES: dict[str, dict[str, Any]] = {
    "bid": {"company": "MAIL", "price": 80},
    "par": {"corporation": "GT", "share_price": "80,0,8"},
    "buy_shares": {"shares": ["GT_1"], "percent": 10, "share_price": 80},
    "sell_shares": {"shares": ["GT_1"], "percent": 10, "share_price": 80},
    "assign": {"target": "D14", "target_type": "hex"},
    "lay_tile": {"hex": "C13", "tile": "7-0", "rotation": 4},
    "place_token": {"city": "D6-0-3", "slot": 0, "tokener": "GT"},
    "buy_company": {"company": "SC", "price": 40},
    "run_routes": {"routes": [{"train": "2-0", "connections": [["C15", "C13"]]}], "extra_revenue": 0},
    "dividend": {"kind": "half", "amount": 1},
    "buy_train": {"train": "4-0", "price": 160, "variant": "4"},
    "discard_train": {"train": "2-0"},
    "undo": {"action_id": 3},
    "message": {"message": "hello"},
}


@pytest.mark.parametrize("kind", EXAMPLES)
def test_wrong_types_name_their_field(kind: str) -> None:
    """In each field, everything that is neither a number nor a text nor what the field wants."""
    for field in (*EXAMPLES[kind], "entity", "entity_type"):
        for value in (None, True, 1.5, float("nan"), {"a": {}}, deep(900), b"x", object(), 2**70, -(2**70), 10**5000):
            if value is None and field in (
                "percent",
                "share_price",
                "slot",
                "tokener",
                "variant",
                "action_id",
                "amount",
            ):
                continue
            wire = {"type": kind, "entity": 1, "entity_type": "player"} | EXAMPLES[kind] | {field: value}
            error = refused(played(), wire)
            assert isinstance(error, InvalidAction), (wire, error)
            assert (error.field or "").partition("[")[0] in (field, "action"), (field, value)
            assert len(str(error)) < 1_000


def test_a_bool_is_no_number() -> None:
    mover = played().legal_actions[0].to_dict()
    for value in (True, False):
        error = refused(played(), mover | {"entity": value})
        assert isinstance(error, InvalidAction)
        assert error.field == "entity"
        error = refused(played(), mover | {"id": value})
        assert isinstance(error, InvalidAction)
        assert error.field == "id"


@pytest.mark.parametrize(
    "kind", numbered([None, 1, True, [], {}, "", "nonsense", "x" * 10_000, "\0", "\ud800", "program", deep(900)])
)
def test_unknown_types_of_action(kind: Any) -> None:
    error = refused(played(), {"type": kind, "entity": 1, "entity_type": "player"})
    assert isinstance(error, InvalidAction)
    assert error.field in ("type", "action")


@pytest.mark.parametrize(
    "action", numbered([None, 1, "pass", [], [("type", "pass")], b"{}", object(), {1: 2}, {"type": "pass", 1: 2}])
)
def test_what_is_no_action_at_all(action: Any) -> None:
    assert isinstance(refused(played(), action), InvalidAction)
    assert action not in played().legal_actions


def made(kind: Callable[..., Action], **fields: object) -> Action:
    """A record as a careless caller makes it: nothing is checked at that moment."""
    return kind(**fields)


@pytest.mark.parametrize(
    "record",
    numbered(
        [
            made(Pass, entity=[]),
            made(Pass, entity=1, entity_type="king"),
            made(Bid, entity=1, company=5, price="a lot"),
            made(SellShares, entity=1, shares="PRR_1"),
            made(LayTile, entity="PRR", entity_type="corporation", hex="\ud800", tile="7-0", rotation=0),
            made(LayTile, entity="PRR", entity_type="corporation", hex="D6", tile="7-0", rotation=2**70),
            made(RunRoutes, entity="PRR", entity_type="corporation", routes=(1,)),
            made(BuyTrain, entity="PRR", entity_type="corporation", train="2-0", price=10**5000),
            made(Message, entity=1, message=deep(5)),
        ]
    ),
)
def test_records_are_looked_at_like_dicts(record: Any) -> None:
    assert isinstance(refused(played(), record), InvalidAction)
    assert record not in played().legal_actions


@pytest.mark.parametrize("text", numbered(["\ud800", "\udfff", "x\ud800x"]))
@pytest.mark.parametrize("field", ["message", "user", "created_at", "entity"])
def test_half_characters_are_refused_wherever_they_are(field: str, text: str) -> None:
    wire = {"type": "message", "entity": 1, "entity_type": "player", "message": "hello", field: text}
    assert isinstance(refused(played(), wire), InvalidAction)


def test_other_characters_are_kept() -> None:
    game = played().copy()
    text = "\0 \x1f \u2028 Zürich 東京 \U0001f682"
    game.apply({"type": "message", "entity": 1, "entity_type": "player", "message": text})
    again = open18xx.load(json.dumps(open18xx.dump(game)))
    assert again.log[-1]["message"] == text
    assert again == game


def test_texts_may_be_long_where_people_write() -> None:
    game = played().copy()
    game.apply({"type": "message", "entity": 1, "entity_type": "player", "message": "x" * 1_000_000})
    assert isinstance(
        refused(game, {"type": "par", "entity": 1, "corporation": "x" * 5_000, "share_price": ""}), InvalidAction
    )


@pytest.mark.parametrize(
    "carried",
    numbered(
        [
            1,
            "pass",
            {"type": "pass"},
            [1],
            [None],
            [[]],
            [{"type": "undo", "entity": 1}],
            [{"type": "redo", "entity": 1}],
            [{"type": "message", "entity": 1}],
            [{"type": "pass", "entity": 1, "auto_actions": [{"type": "pass", "entity": 2}]}],
            [{"type": "log", "entity": 1}] * 101,
            deep(900),
        ]
    ),
)
def test_automatic_actions_are_a_short_flat_list(carried: Any) -> None:
    order = {"type": "program_share_pass", "entity": 1, "entity_type": "player", "auto_actions": carried}
    error = refused(played(), order)
    assert isinstance(error, InvalidAction)
    assert error.field in ("auto_actions", "action", "entity")


def test_a_message_carries_nothing() -> None:
    mover = played().legal_actions[0].to_dict()
    error = refused(played(), {"type": "message", "entity": 1, "entity_type": "player", "auto_actions": [mover]})
    assert isinstance(error, InvalidAction)
    assert error.field == "auto_actions"


def test_one_bad_automatic_action_takes_the_others_back() -> None:
    game = played().copy()
    mover = game.legal_actions[0].to_dict()
    order = {"type": "program_share_pass", "entity": 1, "entity_type": "player"}
    error = refused(game, order | {"auto_actions": [mover, {"type": "undo", "entity": 1}]})
    assert isinstance(error, InvalidAction)
    late = {"type": "dividend", "entity": "GT", "entity_type": "corporation", "kind": "half"}
    assert isinstance(refused(game, order | {"auto_actions": [mover, late]}), IllegalAction)


@pytest.mark.parametrize("kind", ["undo", "redo", "end_game", "message", "log", "program_x"])
@pytest.mark.parametrize(
    ("entity", "sort"), [(99, "player"), ("1", "player"), ("XYZ", "corporation"), ("PRR", "minor")]
)
def test_nobody_undoes_or_ends_a_game(kind: str, entity: Any, sort: str) -> None:
    error = refused(played(), {"type": kind, "entity": entity, "entity_type": sort})
    assert isinstance(error, InvalidAction)
    assert error.field == "entity"


@pytest.mark.parametrize("target", [-1, 10**9, -(2**53), 2**53])
def test_undo_of_unknown_ids(target: int) -> None:
    error = refused(played(), {"type": "undo", "entity": 1, "entity_type": "player", "action_id": target})
    assert isinstance(error, IllegalAction)
    assert error.reason == "no_such_action"
    assert error.rule


@pytest.mark.parametrize("number", [-1, 0, 1, 7, 2**53])
def test_ids_out_of_order_or_twice_are_taken_as_they_are(number: int) -> None:
    game = open18xx.new_game("1846", 3, seed=1)
    game.apply(game.legal_actions[0])
    for _ in range(2):
        game.apply({"type": "log", "entity": 1, "entity_type": "player", "id": number})
    game.apply({"type": "undo", "entity": 1, "entity_type": "player"})
    assert [action["id"] for action in game.log][1:3] == [number, number]
    assert open18xx.load(open18xx.dump(game)) == game


# Files

GOOD: dict[str, Any] = {"title": "1846", "players": [{"id": n, "name": str(n)} for n in (1, 2, 3)], "actions": []}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": None}, "title"),
        ({"title": ["1846"]}, "title"),
        ({"players": None}, "players"),
        ({"players": 3}, "players"),
        ({"players": "abc"}, "players"),
        ({"players": []}, "players"),
        ({"players": {"1": "a"}}, "players"),
        ({"players": [1, 2, 3]}, "players.0"),
        ({"players": [{"id": 1}, {"id": 2}, {"id": 1}]}, "players"),
        ({"players": [{"id": 1}, {"id": 2}, {"id": "1"}]}, "players"),
        ({"players": ["a", "b", "a"]}, "players"),
        ({"players": [{"id": True}, {"id": 2}, {"id": 3}]}, "players.0.id"),
        ({"players": [{"id": 1}, {"id": 1.5}, {"id": 3}]}, "players.1.id"),
        ({"players": [{"id": 1}, {"id": 2**70}, {"id": 3}]}, "players.1.id"),
        ({"players": [{}, {"id": 2}, {"id": 3}]}, "players.0.id"),
        ({"players": [{"id": 1, "name": []}, {"id": 2}, {"id": 3}]}, "players.0.name"),
        ({"players": [{"id": 1, "name": "\ud800"}, {"id": 2}, {"id": 3}]}, "players"),
        ({"players": [{"id": n} for n in range(100_000)]}, "players"),
        ({"settings": []}, "settings"),
        ({"settings": {"optional_rules": "first_ed"}}, "settings.optional_rules"),
        ({"settings": {"optional_rules": [1]}}, "settings.optional_rules"),
        ({"settings": {"optional_rules": {"a": 1}}}, "settings.optional_rules"),
        ({"settings": {"open18xx": 1}}, "settings.open18xx"),
        ({"settings": {"open18xx": {"ruleset": 1}}}, "settings.open18xx.ruleset"),
        ({"settings": {"open18xx": {"options": []}}}, "settings.open18xx.options"),
        ({"settings": {"open18xx": {"options": {1: 2}}}}, "settings.open18xx.options"),
        ({"actions": None}, "actions"),
        ({"actions": "abc"}, "actions"),
        ({"actions": {"1": {}}}, "actions"),
        ({"description": "\ud800"}, "file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_in_the_head_of_a_file_is_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        open18xx.load(GOOD | change)
    assert caught.value.field == field
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize(
    "change",
    numbered(
        [
            {"title": "1830"},
            {"title": "\0"},
            {"players": [{"id": 1}]},
            {"players": [{"id": n} for n in range(1, 7)]},
            {"settings": {"optional_rules": ["third_ed"]}},
            {"settings": {"open18xx": {"ruleset": "house"}}},
            {"settings": {"open18xx": {"options": {"nonsense": 1}}}},
            {"settings": {"open18xx": {"options": {"boomtown_price": 60.0}}}},
            {"settings": {"open18xx": {"options": {"boomtown_price": True}}}},
            {"settings": {"open18xx": {"options": {"issue_moves_price": 1}}}},
            {"settings": {"open18xx": {"options": {"boomtown_price": []}}}},
            {"settings": {"open18xx": {"options": {"boomtown_price": 10**5000}}}},
            {"settings": {"seed": float("nan")}},
            {"settings": {"seed": float("inf")}},
            {"settings": {"seed": 10**5000}},
        ]
    ),
)
def test_unknown_titles_players_options_and_seeds_are_value_errors(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        open18xx.load(GOOD | change)
    assert type(caught.value) is ValueError
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("seed", numbered([True, "1", [], float("nan"), float("-inf"), 10**5000, b"1"]))
def test_a_seed_is_a_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        open18xx.new_game("1846", 3, seed=seed)


@pytest.mark.parametrize(
    "players", numbered([0, 1, 2, 6, 10**9, -1, True, None, "abc", 3.0, [1, 2, 3], {}, [None] * 3])
)
def test_a_new_game_has_three_to_five_players(players: Any) -> None:
    with pytest.raises(ValueError, match=r"player"):
        open18xx.new_game("1846", players)


@pytest.mark.parametrize(
    "text",
    numbered(
        [
            "",
            "{",
            "{}",
            "[]",
            "[1, 2",
            '{"title": "1846"',
            '"title": "1846", "players": []}',
            '{"title": "1846", "players": NaN}',
            "[" * 100_000,
            '{"a":' * 100_000,
            '{"title": ' + "9" * 5_000 + "}",
            "\0{}",
            "{\n\x00",
            "nonsense\n",
            "x" * 5_000,
        ]
    ),
)
def test_texts_that_are_no_game_file(text: str) -> None:
    for form in (text, text.encode(), text.encode("utf-16")):
        if form == "":
            continue  # the empty path, which is a folder
        with pytest.raises(InvalidAction) as caught:
            open18xx.load(form)
        assert caught.value.field in ("file", "title", "players")


@pytest.mark.parametrize(
    "thing", numbered([None, 1, 1.5, True, [], (), object(), {1, 2}, b"\xff\xfe", bytearray(b"{"), "\ud800.json"])
)
def test_things_that_are_no_game_file(thing: Any) -> None:
    with pytest.raises(InvalidAction) as caught:
        open18xx.load(thing)
    assert caught.value.field == "file"


def test_a_path_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open18xx.load(tmp_path / "nothing.json")
    with pytest.raises(FileNotFoundError):
        open18xx.load(str(tmp_path / "[1846] {nothing}.json"))


@pytest.mark.parametrize("action", numbered(HOSTILE))
def test_a_file_stops_at_what_is_no_action(action: Any) -> None:
    good = source(played())
    index = len(good["actions"]) // 2
    good["actions"].insert(index, action)
    with pytest.raises(ReplayError) as caught:
        open18xx.load(good)
    assert caught.value.index == index
    assert caught.value.action is action
    assert len(caught.value.game.log) == index
    assert caught.value.game == open18xx.load(good | {"actions": good["actions"][:index]})


@functools.cache
def sources() -> list[tuple[dict[str, Any], Pools]]:
    """The beginning of a random game of every setting."""
    games = [list(walk(setting, seed=index, most=60))[-1] for index, setting in enumerate(settings())]
    return [(source(game), Pools(game)) for game in games]


@given(number=st.integers(0, 10**6), seed=st.integers(0, 2**32))
def test_mangled_files_are_read_or_refused(number: int, seed: int) -> None:
    rng = random.Random(seed)
    data, pools = sources()[number % len(sources())]
    for _ in range(10):
        broken = mangled(shortened(data, rng), pools, rng)
        assert not try_file(broken).faults, broken


def test_every_cut_of_a_file_is_refused() -> None:
    text = json.dumps(source(played()))
    for end in range(0, len(text), 97):
        with pytest.raises(InvalidAction) as caught:
            open18xx.load(text[:end].encode())
        assert caught.value.field == "file"
