"""Finished boards: every hex under the densest tile that is left for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from open18xx import errors
from open18xx._core import Board, Map

from .boards import exits, turned
from .oracle import COLOURS

TITLES = Path(errors.__file__).parent / "titles"

#: How often every tile is turned again to meet the track around it.
SWEEPS = 2


@cache
def title_map(title: str) -> tuple[dict[str, Any], Map]:
    """The map and tiles of a title."""
    text = (TITLES / title / "track.json").read_text()
    return json.loads(text), Map(text)


def stops(face: Mapping[str, Any]) -> tuple[int, int]:
    """Cities and towns of a face."""
    return len(face.get("cities", ())), len(face.get("towns", ()))


def worth(face: Mapping[str, Any]) -> int:
    """What a city of the face pays at the end of the game."""
    values = [city["revenue"] for city in face.get("cities", ())]
    return max((value if isinstance(value, int) else max(value.values()) for value in values), default=0)


class Layout:
    """Which tile lies where, while a board is being filled."""

    def __init__(self, title: str, chance: Random) -> None:
        self.data, self.map = title_map(title)
        self.chance = chance
        self.printed: dict[str, dict[str, Any]] = {face["id"]: face for face in self.data["hexes"]}
        self.tiles: dict[str, dict[str, Any]] = {face["id"]: face for face in self.data["tiles"]}
        self.left = Counter({name: tile["count"] or 999 for name, tile in self.tiles.items()})
        self.around: dict[str, Sequence[str]] = {name: face.get("paths", ()) for name, face in self.printed.items()}
        self.laid: dict[str, tuple[str, int]] = {}

    def meeting(self, name: str, paths: Sequence[str]) -> int:
        """How many edges with track meet track, less those that meet none."""
        score = 0
        mine = exits(paths)
        for edge in range(6):
            other = self.map.neighbour(name, edge)
            meets = other is not None and (edge + 3) % 6 in exits(self.around[other])
            score += (edge in mine) * (1 if meets else -1)
        return score

    def kinds(self, name: str) -> list[str]:
        """The tiles of the last colour that is left for a hex, most track first."""
        printed = self.printed[name]
        named = {printed.get("label"), printed.get("future_label", {}).get("label")} - {None}
        # A label that tiles of the hex can bring ("P") is taken for any of them.
        named |= {
            tile["future_label"]["label"]
            for tile in self.tiles.values()
            if tile.get("label") in named and "future_label" in tile
        }
        same = [tile for tile in self.tiles.values() if stops(tile) == stops(printed) and self.left[tile["id"]] > 0]
        fit = [tile for tile in same if tile.get("label") in named] if named else []
        fit = fit or [tile for tile in same if "label" not in tile]
        last = max((COLOURS.index(tile["colour"]) for tile in fit), default=0)
        return [tile["id"] for tile in fit if COLOURS.index(tile["colour"]) == last]

    def lay(self, name: str, kinds: Sequence[str]) -> None:
        """Lays one of these tiles so that most track meets."""
        lays = [(kind, rotation) for kind in kinds for rotation in range(1 if name == "D6" else 6)]
        if not lays:
            return
        self.chance.shuffle(lays)
        tile, rotation = max(
            lays,
            key=lambda lay: (
                self.meeting(name, turned(self.tiles[lay[0]]["paths"], lay[1])),
                len(self.tiles[lay[0]]["paths"]),
            ),
        )
        self.left[tile] -= 1
        self.laid[name] = tile, rotation
        self.around[name] = turned(self.tiles[tile]["paths"], rotation)

    def fill(self) -> None:
        """Lays a tile on every hex that takes one, then turns each until it meets most track."""
        names = [name for name, face in self.printed.items() if face["colour"] not in ("gray", "red", "blue")]
        self.chance.shuffle(names)
        # The places with tiles of their own come first, while those are left.
        names.sort(key=lambda name: "label" not in self.printed[name] and "future_label" not in self.printed[name])
        for name in names:
            self.lay(name, self.kinds(name))
        for _ in range(SWEEPS):
            for name in [name for name in names if name in self.laid]:
                tile, _ = self.laid.pop(name)
                self.left[tile] += 1
                self.lay(name, self.kinds(name))

    def dearest(self, number: int) -> list[str]:
        """The hexes with the dearest cities, of equal ones the first on the map."""
        faces = {
            name: self.tiles[self.laid[name][0]] if name in self.laid else face for name, face in self.printed.items()
        }
        return sorted(faces, key=lambda name: -worth(faces[name]))[:number]


def finished_board(title: str, company: str, seed: int, *, share: float = 1, tokens: int = 5) -> Board:
    """A finished board with tokens in the dearest cities; or only the share of its tiles that lies nearest to them."""
    layout = Layout(title, Random(seed))
    layout.fill()
    homes = layout.dearest(tokens)
    # By distance from the dearest city, over all hexes.
    reached = homes[:1]
    for name in reached:
        beside = [layout.map.neighbour(name, edge) for edge in range(6)]
        reached += [other for other in beside if other is not None and other not in reached]
    reached = [name for name in reached if name in layout.laid]
    board = Board(layout.map)
    for name in reached[: round(share * len(reached))]:
        tile, rotation = layout.laid[name]
        board.lay(name, tile, board.free_copy(tile) or 0, rotation)
    for name in homes:
        city = len(layout.printed[name].get("cities", ())) - 1
        board.place_token(company, name, city)
    return board
