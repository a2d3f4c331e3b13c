"""A title: its name, its data, and how it is configured for one game."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from .. import _core
from ..errors import shown
from ..model.facts import Components
from ..model.rules import Rules

#: The profile of a file of 18xx.games.
SITE = "18xx.games"
#: The profile of the printed rules.
RULEBOOK = "rulebook"


@dataclass(frozen=True)
class Option:
    """A named rule of a title in which the profiles differ: allowed values, and what each profile plays."""

    name: str
    rulebook: Any
    site: Any
    values: tuple[Any, ...]
    meaning: str

    def default(self, ruleset: str) -> Any:
        """What a profile plays."""
        return self.site if ruleset == SITE else self.rulebook


@dataclass(frozen=True)
class Title:
    """One published game; `build` makes the rules for a number of players, a profile, options and optional rules."""

    name: str
    players: tuple[int, int]
    optional_rules: tuple[str, ...]
    rulesets: tuple[str, ...]
    options: tuple[Option, ...]
    build: Callable[[Title, int, str, Mapping[str, Any], tuple[str, ...]], Rules]

    def configure(self, players: int, ruleset: str, options: Mapping[str, Any], optional_rules: Sequence[str]) -> Rules:
        """The rules of a game.

        Raises ValueError, which names the allowed values, for a number of players, profile, option or optional rule
        that the title does not have.
        """
        low, high = self.players
        if not low <= players <= high:
            numbers = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"{self.name} is for {numbers} players, not {players}")
        if ruleset not in self.rulesets:
            raise ValueError(f"{self.name} has no ruleset {shown(ruleset)}; it has {', '.join(self.rulesets)}")
        known = {option.name: option for option in self.options}
        chosen = {option.name: option.default(ruleset) for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise ValueError(f"{self.name} has no option {shown(name)}; it has {', '.join(known) or 'none'}")
            if not any(type(value) is type(other) and value == other for other in known[name].values):
                allowed = ", ".join(repr(other) for other in known[name].values)
                raise ValueError(f"option {name} of {self.name} is one of {allowed}, not {shown(value)}")
            chosen[name] = value
        for name in optional_rules:
            if name not in self.optional_rules:
                raise ValueError(
                    f"{self.name} has no optional rule {shown(name)}; it has {', '.join(self.optional_rules) or 'none'}"
                )
        rules = tuple(dict.fromkeys(optional_rules))
        return _configured(self, players, ruleset, tuple(sorted(chosen.items())), rules)


@functools.lru_cache(maxsize=256)
def _configured(
    title: Title, players: int, ruleset: str, options: tuple[tuple[str, Any], ...], optional_rules: tuple[str, ...]
) -> Rules:
    return title.build(title, players, ruleset, dict(options), optional_rules)


def limits_by_corporations(limit: int | Mapping[str, int]) -> dict[int, int]:
    """A certificate limit by corporations still in the game; a plain number holds for any number of them."""
    if isinstance(limit, int):
        return {0: limit}
    return {int(number): certificates for number, certificates in limit.items()}


#: Package and further files of every map loaded so far, by its digest.
MAP_FILES: dict[int, tuple[str, tuple[str, ...]]] = {}


@functools.cache
def load_map(package: str, *names: str) -> _core.Map:
    """The map and tiles of a title, shared by all its games: `track.json`, with these further files laid over it.

    A further file names hexes and tiles to be replaced or added whole; one with only a `count` keeps its tile.
    """
    data = msgspec.json.decode(_read(package, "track.json").encode())
    for name in names:
        over = msgspec.json.decode(_read(package, name).encode())
        for key in ("hexes", "tiles"):
            rows = {row["id"]: row for row in data[key]}
            for row in over.get(key, ()):
                rows[row["id"]] = rows.get(row["id"], {}) | row if set(row) <= {"id", "count"} else row
            data[key] = [row for row in rows.values() if row.get("count", 1) != 0]
    found = _core.Map(msgspec.json.encode(data).decode())
    MAP_FILES[found.digest] = package, names
    return found


@functools.cache
def load_components(package: str, name: str = "components.json") -> Components:
    """The other components of a title."""
    return msgspec.json.decode(_read(package, name).encode(), type=Components)


@functools.cache
def load_data(package: str, name: str) -> Any:
    """A further data file of a title."""
    return msgspec.json.decode(_read(package, name).encode())


def _read(package: str, name: str) -> str:
    return importlib.resources.files(package).joinpath(name).read_text(encoding="utf-8")
