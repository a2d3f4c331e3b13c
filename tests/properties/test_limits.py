"""Large files are read or refused in time that grows with their size, and no faster (F128 to F131)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

import open18xx
from open18xx import InvalidAction, ReplayError
from open18xx.actions import RunRoutes
from tests.scenario import Scenario

PLAYER = {"entity": 1, "entity_type": "player"}
LOG, MESSAGE, UNDO, REDO = ({"type": kind, **PLAYER} for kind in ("log", "message", "undo", "redo"))
START = UNDO | {"action_id": 0}
UNKNOWN = UNDO | {"action_id": 10**6}

#: What a file of about n actions is made of.
STORMS: dict[str, Callable[[int], list[dict[str, Any]]]] = {
    "logs": lambda n: [LOG] * n,
    "messages": lambda n: [MESSAGE] * n,
    "undo one, redo one": lambda n: [LOG, *[UNDO, REDO] * (n // 2)],
    "undo all, redo all": lambda n: [LOG] * (n // 2) + [START, REDO] * (n // 4),
    "undo to the middle": lambda n: [LOG] * (n // 2) + [UNDO | {"action_id": n // 4}, REDO] * (n // 4),
    "undo step by step": lambda n: [LOG] * (n // 3) + [UNDO] * (n // 3) + [REDO] * (n // 3),
    "undo behind messages": lambda n: [LOG] * (n // 4) + [MESSAGE] * (n // 2) + [UNDO] * (n // 4),
    "anew after every undo": lambda n: [LOG, UNDO] * (n // 2),
    "undo to messages": lambda n: [LOG, MESSAGE] * (n // 4) + [UNDO | {"action_id": 2}, REDO] * (n // 4),
    "the same id": lambda n: [LOG | {"id": 7}] * (n // 2) + [UNDO, REDO] * (n // 4),
}


def file(actions: list[dict[str, Any]]) -> dict[str, Any]:
    return {"title": "1846", "players": [{"id": n} for n in (1, 2, 3)], "actions": actions}


def seconds(actions: list[dict[str, Any]]) -> float:
    """The better of two times in which a file is read, in seconds of this process."""
    best = 1e9
    for _ in range(2):
        began = time.process_time()
        game = open18xx.load(file(actions))
        best = min(best, time.process_time() - began)
        assert len(game.log) == len(actions)
    return best


@pytest.mark.parametrize("storm", STORMS)
def test_loading_is_linear(storm: str) -> None:
    """Sixteen times the actions take sixteen times as long; were it their square, it would be 256 times."""
    few, many = seconds(STORMS[storm](1_000)), seconds(STORMS[storm](16_000))
    assert many < 64 * few


def test_a_hundred_thousand_actions() -> None:
    game = open18xx.load(file(STORMS["undo all, redo all"](100_000)))
    assert len(game.log) == 100_000
    assert len(game.actions) == 50_000
    game.undo()
    game.redo()
    assert len(game.copy().actions) == 50_000
    assert repr(game).endswith("50000 actions>")


def test_a_file_that_stops_at_its_last_action() -> None:
    with pytest.raises(ReplayError) as caught:
        open18xx.load(file([*[MESSAGE] * 50_000, UNKNOWN]))
    assert caught.value.index == 50_000


@pytest.mark.parametrize(
    "action",
    [
        MESSAGE | {"message": "x" * 10_000_000},
        LOG | {"x": ["y" * 10] * 700_000},
        LOG | {"x": {str(number): number for number in range(400_000)}},
    ],
)
def test_ten_megabytes_in_one_action(action: dict[str, Any]) -> None:
    text = json.dumps(file([action, LOG]))
    assert len(text) > 6_000_000
    assert len(open18xx.load(text).log) == 2


LINK, ROUTE = ["B16", "C15"], {"train": "2-0", "connections": [["B16", "C15"]]}


@pytest.mark.parametrize(
    ("routes", "field"),
    [
        ([ROUTE] * 100_000, "routes"),
        ([ROUTE | {"connections": [LINK] * 300_000}], "connections"),
        ([ROUTE | {"connections": [LINK * 300_000]}], "connections"),
        ([ROUTE | {"connections": [[]] * 300_000}], "connections"),
        ([ROUTE | {"nodes": ["B16-0"] * 500_000}], "nodes"),
    ],
    ids=["routes", "links", "a long link", "empty links", "nodes"],
)
def test_endless_routes_do_not_keep_the_core_busy(routes: list[Any], field: str) -> None:
    """GT runs from Port Huron to Detroit."""
    position = Scenario("1846").launched("GT", president=1, trains=["2"]).lay("B16", "57", 0)
    game = position.operating("GT", "run")
    train = game.legal_actions.of(RunRoutes)[0].routes[0].train
    began = time.process_time()
    with pytest.raises(InvalidAction) as caught:
        game.apply(
            {
                "type": "run_routes",
                "entity": "GT",
                "entity_type": "corporation",
                "routes": [route | {"train": train} for route in routes],
            }
        )
    assert caught.value.field == field
    assert len(str(caught.value)) < 1_000
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "action",
    [
        {"type": "x" * 10_000_000, **PLAYER},
        {"type": "bid", "price": 1, "company": "x" * 10_000_000, **PLAYER},
        {"type": "sell_shares", "shares": ["PRR_1"] * 1_000_000, **PLAYER},
        {
            "type": "run_routes",
            "entity": "PRR",
            "entity_type": "corporation",
            "routes": [{"train": "2-0", "connections": []}] * 200_000,
        },
        {"type": "program_x", "auto_actions": [LOG] * 200_000, **PLAYER},
    ],
)
def test_ten_megabytes_of_nonsense(action: dict[str, Any]) -> None:
    with pytest.raises(ReplayError) as caught:
        open18xx.load(file([action]))
    assert len(str(caught.value)) < 1_000
    assert caught.value.index == 0
