"""Random small positions, for the engine and for the oracle alike."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from open18xx import errors
from open18xx._core import Board, Map, Run, RunRules, Train

from .oracle import RulesSpec, TrainSpec, World

TRACK = Path(errors.__file__).parent / "titles" / "t1846" / "track.json"

COMPANY = "PRR"
OTHERS = ("NYC", "B&O", "C&O", "ERIE")

PHASES = (("yellow",), ("yellow", "green"), ("yellow", "green", "brown"), ("yellow", "green", "brown", "gray"))

# Faces with towns, junctions and several stops in a hex, which the 1846 tiles do not have: the numbers are those of
# the tiles of other games, "x" are made up. Paths, cities, towns, off-boards, group.
FACES: dict[str, tuple[str, int, int, int]] = {
    "3": ("0-t0 t0-1", 0, 1, 0),
    "4": ("0-t0 t0-3", 0, 1, 0),
    "58": ("0-t0 t0-2", 0, 1, 0),
    "141": ("0-t0 3-t0 1-t0", 0, 1, 0),
    "87": ("0-t0 1-t0 2-t0 3-t0", 0, 1, 0),
    "1": ("0-t0 t0-1 3-t1 t1-4", 0, 2, 0),
    "6": ("0-c0 2-c0", 1, 0, 0),
    "57": ("0-c0 c0-3", 1, 0, 0),
    "14": ("0-c0 1-c0 3-c0 4-c0", 1, 0, 0),
    "63": ("0-c0 1-c0 2-c0 3-c0 4-c0 5-c0", 1, 0, 0),
    "446": ("0-c0 1-c0 2-c0 3-c0 4-c0 5-c0", 1, 0, 0),
    "611": ("0-c0 1-c0 2-c0 3-c0 4-c0", 1, 0, 0),
    "X31b": ("0-c0 1-c0 2-c0 3-c0", 1, 0, 0),
    "452a": ("0-c0 c0-3 2-c1 c1-5 4-c2 c2-1", 3, 0, 0),
    "298": ("0-c0 c0-2 3-c1 c1-2 4-c2 c2-2 5-c3 c3-2", 4, 0, 0),
    "x city and town": ("3-c0 t0-c0 0-t0", 1, 1, 0),
    "x terminal": ("0-c0! 1-c0 3-c0", 1, 0, 0),
    "x junction": ("0-j 1-j 3-j j-c0", 1, 0, 0),
    "x crossroads": ("0-j 1-j 3-j 4-j", 0, 0, 0),
    "x two areas": ("0-o0 1-o0 3-o1", 0, 0, 2),
    "x area": ("0-o0 1-o0 2-o0 3-o0", 0, 0, 1),
    "8": ("0-2", 0, 0, 0),
    "16": ("0-2 1-3", 0, 0, 0),
    "23": ("0-3 0-4", 0, 0, 0),
    "39": ("0-2 0-1 1-2", 0, 0, 0),
    "44": ("0-3 1-4 0-1 3-4", 0, 0, 0),
    "47": ("0-3 1-4 1-3 0-4", 0, 0, 0),
}


def examples(number: int) -> settings:
    """So many examples, however long the oracle takes for one."""
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck))


@dataclass
class Position:
    """One position, twice."""

    data: dict[str, Any]
    board: Board
    world: World


@cache
def real_map() -> tuple[dict[str, Any], Map]:
    """The map and tiles of 1846."""
    text = TRACK.read_text()
    return json.loads(text), Map(text)


def place_tokens(chance: Random, board: Board, cities: Sequence[tuple[str, int]], own: int) -> None:
    """Puts own tokens into some of the cities, and others' into the rest."""
    drawn = chance.sample(cities, len(cities))
    for name, city in drawn[:own]:
        board.place_token(COMPANY, name, city)
    for name, city in drawn[own:]:
        for other in OTHERS[: chance.choice((0, 0, 1, 2, 3))]:
            if board.slot_for(other, name, city) is not None:
                board.place_token(other, name, city)


def turned(paths: Sequence[str], rotation: int) -> list[str]:
    """Paths after a rotation of their tile."""
    return [re.sub(r"\b\d\b", lambda edge: str((int(edge[0]) + rotation) % 6), path) for path in paths]


def meeting(paths: Sequence[str], name: str, around: dict[str, Sequence[str]]) -> int:
    """How many edges with track meet track of the hexes around, less those that meet a blank edge."""
    score = 0
    for edge, (down, right) in enumerate(((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))):
        other = around.get(f"{chr(ord(name[0]) + down)}{int(name[1:]) + right}")
        if other is not None:
            mine, theirs = exits(paths), exits(other)
            score += ((edge in mine) and ((edge + 3) % 6 in theirs)) - ((edge in mine) != ((edge + 3) % 6 in theirs))
    return score


def exits(paths: Sequence[str]) -> set[int]:
    """Edges with track."""
    return {int(edge) for path in paths for edge in re.findall(r"\b\d\b", path)}


@st.composite
def real_positions(draw: st.DrawFn, least: int = 4, most: int = 9) -> Position:
    """A few neighbouring hexes of the 1846 map under tiles of 1846, in any rotation."""
    chance = Random(draw(st.integers(0, 2**32)))
    data, track = real_map()
    board = Board(track)
    fixed = {printed["id"] for printed in data["hexes"] if printed["colour"] in ("gray", "red", "blue")}
    region = [draw(st.sampled_from(("D6", "C15", "G19", "E11", "H12", "D14", "G9", "H4", "E17", "C9")))]
    wanted = draw(st.integers(least, most))
    while len(region) < wanted:
        beside = [track.neighbour(name, edge) for name in region for edge in range(6)]
        region.append(chance.choice(sorted({name for name in beside if name is not None and name not in region})))
    cities = [tile["id"] for tile in data["tiles"] if len(tile.get("cities", ())) == 1 and tile["colour"] != "yellow"]
    plain = [tile["id"] for tile in data["tiles"] if not tile.get("cities")]
    paths = {tile["id"]: tile["paths"] for tile in data["tiles"]}
    around: dict[str, Sequence[str]] = {
        printed["id"]: printed.get("paths", ()) for printed in data["hexes"] if printed["id"] in region
    }
    for name in region:
        if name in fixed:
            continue
        kinds = ("298", "299", "300") if name == "D6" else cities if chance.random() < 0.5 else plain
        # Of some random lays the one that joins most track, so that there are routes to find.
        lays = [(chance.choice(kinds), chance.randrange(1 if name == "D6" else 6)) for _ in range(4)]
        tile, rotation = max(lays, key=lambda lay: meeting(turned(paths[lay[0]], lay[1]), name, around))
        copy = board.free_copy(tile)
        if copy is not None:
            board.lay(name, tile, copy, rotation)
            around[name] = turned(paths[tile], rotation)
    laid = {name: (tile, rotation) for name, tile, _, rotation in board.laid()}
    world = World(data, laid, ())
    sites = [(name, number) for name, kind, number in world.stops() if kind == "c" and name in region]
    place_tokens(chance, board, sites, draw(st.integers(1, 3)))
    world.tokens = [(company, name, city) for company, name, city, _ in board.all_tokens()]
    return Position(data, board, world)


def lying(face: str, rotation: int) -> list[str]:
    """The paths of one of our faces after a rotation."""
    return turned(FACES[face][0].split(), rotation)


@st.composite
def made_positions(draw: st.DrawFn) -> Position:
    """A map of its own with faces of every sort."""
    chance = Random(draw(st.integers(0, 2**32)))
    hexes = []
    around: dict[str, Sequence[str]] = {}
    for row, columns in (("A", (1, 3, 5)), ("B", (2, 4, 6)), ("C", (1, 3, 5))):
        for column in columns:
            name = f"{row}{column}"
            picks = [(chance.choice(sorted(FACES)), chance.randrange(6)) for _ in range(4)]
            face, rotation = max(picks, key=lambda pick: meeting(lying(*pick), name, around))
            _, cities, towns, areas = FACES[face]
            around[name] = lying(face, rotation)
            group = {"groups": [chance.choice("XY")]} if chance.random() < 0.2 else {}
            figures = (0, 10, 20, 30, 40, 50)
            part = iter(range(9))
            hexes.append(
                {
                    "id": name,
                    "wire": f"{name}-0",
                    "colour": "red" if areas else "gray",
                    "paths": list(around[name]),
                    "cities": [
                        {
                            "slots": chance.randint(1, 2),
                            "revenue": chance.choice(figures),
                            "part": next(part),
                            **group,
                        }
                        for _ in range(cities)
                    ],
                    "towns": [{"revenue": 10, "part": next(part), **group} for _ in range(towns)],
                    "offboards": [
                        {"revenue": {"yellow": chance.choice(figures), "brown": 60}, "part": next(part), **group}
                        for _ in range(areas)
                    ],
                }
            )
    data = {"layout": "pointy", "companies": [COMPANY, *OTHERS], "hexes": hexes, "tiles": []}
    board = Board(Map(json.dumps(data)))
    world = World(data, {}, ())
    sites = [(name, number) for name, kind, number in world.stops() if kind == "c"]
    place_tokens(chance, board, sites, draw(st.integers(1, 3)))
    world.tokens = [(company, name, city) for company, name, city, _ in board.all_tokens()]
    return Position(data, board, world)


def positions() -> st.SearchStrategy[Position]:
    """Any small position."""
    return st.one_of(real_positions(), made_positions())


@st.composite
def trains(draw: st.DrawFn) -> TrainSpec:
    """A train of any form."""
    n, more = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    form = draw(st.sampled_from(("N", "N/M", "N/M any", "free towns", "n+m", "nD", "1D+1", "pots", "odd")))
    constant = draw(st.sampled_from((0, 0, 0, 20)))
    match form:
        case "N":
            return TrainSpec((("cot", n + 1),), constant=constant)
        case "N/M":
            return TrainSpec((("cot", n + more + 1),), (("cot", n),), counted_token=True, constant=constant)
        case "N/M any":
            return TrainSpec((("cot", n + more + 1),), (("cot", n),), constant=constant)
        case "free towns":
            return TrainSpec((("co", n),), constant=constant)
        case "n+m":
            return TrainSpec((("co", n), ("cot", n + more)), constant=constant)
        case "nD":
            return TrainSpec((("cot", n + 1),), multiplier=2, constant=constant)
        case "1D+1":
            return TrainSpec((("co", 1), ("cot", 2)), multiplier=2, constant=constant)
        case "pots":
            pots = (("co", n), ("t", draw(st.integers(0, 2))))
            return TrainSpec((("cot", n + more + 1),), pots, counted_token=draw(st.booleans()), constant=constant)
    pay = (("c", 1), ("cot", n + 1))
    return TrainSpec((("cot", n + more + 1),), pay, multiplier={"c": 2, "ot": 1}, constant=constant)


@st.composite
def rules(draw: st.DrawFn, position: Position) -> RulesSpec:
    """Any bonuses, on the stops of the position."""
    there = sorted({name for name, _, _ in position.world.stops()})
    names = st.lists(st.sampled_from(there), min_size=1, max_size=3, unique=True)
    figures = st.dictionaries(st.sampled_from(there), st.sampled_from((10, 20, 30)), min_size=1, max_size=2)
    once = st.lists(st.tuples(names.map(tuple), st.sampled_from((10, 30))), max_size=2)
    return RulesSpec(
        colours=draw(st.sampled_from(PHASES)),
        once=tuple(draw(once)) if there else (),
        pairs=tuple(draw(st.lists(st.tuples(figures, figures), max_size=1))) if there else (),
        fleet=draw(st.sampled_from((None, None, ("cot", 10), ("c", 20)))),
        values=draw(st.dictionaries(st.sampled_from(there), st.sampled_from((0, 15, 70)), max_size=2)) if there else {},
    )


def core_train(spec: TrainSpec) -> Train:
    """The engine's form of a train."""
    return Train(
        limits=spec.limits,
        pay=spec.pay,
        counted_token=spec.counted_token,
        multiplier=spec.multiplier,
        constant=spec.constant,
    )


def core_rules(spec: RulesSpec) -> RunRules:
    """The engine's form of the rules."""
    return RunRules(colours=spec.colours, once=spec.once, pairs=spec.pairs, fleet=spec.fleet, values=spec.values)


Given = tuple[int, list[list[str]], list[tuple[str, int]] | None]


def given_routes(run: Run) -> list[Given]:
    """The routes of a run as `check_run` takes them."""
    return [
        (route.train, route.connections, [(name, part) for name, _, _, part, _ in route.stops]) for route in run.routes
    ]
