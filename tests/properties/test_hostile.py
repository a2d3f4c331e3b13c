"""Hostile input: every error is one of the named ones, names its field, and changes nothing (F123, F125)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import open18xx
from open18xx import Game, IllegalAction, InvalidAction
from open18xx.actions import Action, Bid, BuyTrain, LayTile, Message, Pass, RunRoutes, SellShares
from tests.properties.given import deep, numbered, played


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
