"""Files that are no game files, or not quite: refused by a named error, or read up to what does not fit (F125)."""

from __future__ import annotations

import functools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import open18xx
from open18xx import InvalidAction, ReplayError
from tests.properties.files import mangled, shortened, source
from tests.properties.given import numbered, played
from tests.properties.mutations import HOSTILE, Pools
from tests.properties.positions import settings, walk
from tests.properties.trial import try_file

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
