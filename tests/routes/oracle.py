"""A slow solver for the best run, written from the text of the rules.

It compiles nothing: it walks the track piece by piece on the tiles, collects what each route touches, and tries every
product of routes. It reads the same map data as the engine, but by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

COLOURS = ("white", "yellow", "green", "brown", "gray")

Stop = tuple[str, str, int]
"""Hex, letter of the kind, number within the kind."""
End = tuple[str, ...]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class TrainSpec:
    """A train, as the rules of routes.md describe it."""

    limits: tuple[tuple[str, int], ...]
    pay: tuple[tuple[str, int], ...] = ()
    counted_token: bool = False
    multiplier: int | Mapping[str, int] = 1
    constant: int = 0

    def times(self, kind: str) -> int:
        """How often a stop of this kind pays."""
        if isinstance(self.multiplier, int):
            return self.multiplier
        return next((number for kinds, number in self.multiplier.items() if kind in kinds), 1)


@dataclass(frozen=True)
class RulesSpec:
    """What runs pay beside the trains."""

    colours: tuple[str, ...]
    once: tuple[tuple[tuple[str, ...], int], ...] = ()
    pairs: tuple[tuple[Mapping[str, int], Mapping[str, int]], ...] = ()
    fleet: tuple[str, int] | None = None
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Walked:
    """A route on the track: its stops in order, everything it touches, and the hexes from stop to stop."""

    stops: tuple[Stop, ...]
    keys: frozenset[Key]
    connections: tuple[tuple[str, ...], ...]


class World:
    """A map with tiles and tokens."""

    def __init__(
        self,
        data: Mapping[str, Any],
        laid: Mapping[str, tuple[str, int]],
        tokens: Sequence[tuple[str, str, int]],
    ) -> None:
        self.hexes = {printed["id"]: printed for printed in data["hexes"]}
        tiles = {tile["id"]: tile for tile in data["tiles"]}
        self.faces: dict[str, Mapping[str, Any]] = dict(self.hexes)
        self.turned = dict.fromkeys(self.hexes, 0)
        for name, (tile, rotation) in laid.items():
            self.faces[name] = tiles[tile]
            self.turned[name] = rotation
        self.tokens = list(tokens)

    # Track

    def neighbour(self, name: str, edge: int) -> str | None:
        """The hex across an edge."""
        row, column = ord(name[0]) - ord("A"), int(name[1:])
        down, right = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))[edge]
        other = f"{chr(ord('A') + row + down)}{column + right}"
        return other if row + down >= 0 and other in self.hexes else None

    def pieces(self, name: str) -> list[tuple[str, str, bool]]:
        """The pieces of track of a hex as they lie: two ends, and whether a route must end there."""
        found = []
        for path in self.faces[name].get("paths", ()):
            a, b = path.rstrip("!").split("-")
            found.append((self.turn(name, a), self.turn(name, b), path.endswith("!")))
        return found

    def turn(self, name: str, end: str) -> str:
        """An end of a printed path after the rotation of the tile."""
        return str((int(end) + self.turned[name]) % 6) if end.isdigit() else ("j0" if end == "j" else end)

    def stops(self) -> Iterator[Stop]:
        """Every stop on the map."""
        for name, face in self.faces.items():
            for kind, places in (("c", "cities"), ("t", "towns"), ("o", "offboards")):
                for number in range(len(face.get(places, ()))):
                    yield name, kind, number

    def place(self, stop: Stop) -> Mapping[str, Any]:
        """What the data say about a stop."""
        name, kind, number = stop
        found: Mapping[str, Any] = self.faces[name][{"c": "cities", "t": "towns", "o": "offboards"}[kind]][number]
        return found

    # Rules

    def has_token(self, company: str, stop: Stop) -> bool:
        """Whether a token of the company lies there."""
        return stop[1] == "c" and (company, stop[0], stop[2]) in self.tokens

    def ends_there(self, company: str, stop: Stop) -> bool:
        """Whether the company may only end a route at this stop."""
        if stop[1] != "c":
            return stop[1] == "o"
        held = [token for token in self.tokens if token[1:] == (stop[0], stop[2])]
        return len(held) >= self.place(stop)["slots"] and not self.has_token(company, stop)

    def worth(self, stop: Stop, rules: RulesSpec) -> int:
        """What the stop pays before multipliers."""
        if stop[0] in rules.values:
            return rules.values[stop[0]]
        revenue = self.place(stop)["revenue"]
        if isinstance(revenue, int):
            return revenue
        figures = [revenue[colour] for colour in COLOURS if colour in rules.colours and colour in revenue]
        return int(figures[-1]) if figures else 0

    def routes(self, company: str, most: int) -> list[Walked]:
        """Every route of the company with at most so many stops, once for its two directions."""
        found: dict[tuple[Any, ...], Walked] = {}
        for start in self.stops():
            for walked in self.walk(company, most, (start,), frozenset(), (), start[0], start[1] + str(start[2]), ()):
                if any(self.has_token(company, stop) for stop in walked.stops) and walked.stops[0] < walked.stops[-1]:
                    found[walked.stops, walked.keys] = walked
        return list(found.values())

    def walk(
        self,
        company: str,
        most: int,
        stops: tuple[Stop, ...],
        keys: frozenset[Key],
        done: tuple[tuple[str, ...], ...],
        name: str,
        end: str,
        line: tuple[str, ...],
    ) -> Iterator[Walked]:
        """Walks on from an end of track in a hex. `line` are the hexes since the last stop."""
        at_stop = not line
        for number, (a, b, terminal) in enumerate(self.pieces(name)):
            if end not in (a, b):
                continue
            far = b if end == a else a
            if at_stop and terminal and len(stops) > 1:
                continue  # this track may only end or begin a route
            if terminal and not at_stop and far[0] not in "cto":
                continue
            new: set[Key] = {("piece", name, number)}
            other = None
            if far.isdigit():
                other = self.neighbour(name, int(far))
                new.add(("side", *sorted(((name, int(far)), (other or "", (int(far) + 3) % 6)))))
            if new & keys:
                continue
            hexes = (*line, name)
            if far.isdigit():
                if other is not None:
                    back = str((int(far) + 3) % 6)
                    yield from self.walk(company, most, stops, keys | new, done, other, back, hexes)
            elif far[0] == "j":
                yield from self.walk(company, most, stops, keys | new, done, name, far, hexes)
            else:
                stop = (name, far[0], int(far[1:]))
                if stop in stops or len(stops) == most or self.group_used(stops, stop):
                    continue
                after, links = (*stops, stop), (*done, hexes)
                yield Walked(after, keys | new, links)
                if not terminal and not self.ends_there(company, stop):
                    yield from self.walk(company, most, after, keys | new, links, name, far, ())

    def group_used(self, stops: tuple[Stop, ...], stop: Stop) -> bool:
        """Whether one of the stops is of a group of the new one."""
        return any(self.groups(stop) & self.groups(other) for other in stops)

    def groups(self, stop: Stop) -> set[str]:
        """The groups of a stop. Those printed on the hex stay when tiles are laid."""
        name, kind, number = stop
        printed = self.hexes[name].get({"c": "cities", "t": "towns", "o": "offboards"}[kind], ())
        below = printed[number].get("groups", ()) if number < len(printed) else ()
        return {*self.place(stop).get("groups", ()), *below}

    # Money

    def value(self, company: str, train: TrainSpec, rules: RulesSpec, stops: tuple[Stop, ...]) -> int | None:
        """What a route is worth to a train by the best choice of paid stops; None if it may not run it."""
        if any(sum(stop[1] in kinds for stop in stops) > limit for kinds, limit in train.limits):
            return None
        best = None
        for size in range(len(stops), -1, -1):
            for paid in combinations(stops, size):
                if any(sum(stop[1] in kinds for stop in paid) > limit for kinds, limit in train.pay):
                    continue
                if train.counted_token and not any(self.has_token(company, stop) for stop in paid):
                    continue
                best = max(best or 0, self.earned(train, rules, paid))
            if best is not None and not train.pay:
                break  # every stop pays
        return best

    def earned(self, train: TrainSpec, rules: RulesSpec, paid: tuple[Stop, ...]) -> int:
        """What a route earns if these stops pay."""
        total = train.constant + sum(self.worth(stop, rules) * train.times(stop[1]) for stop in paid)
        total += sum(amount for hexes, amount in rules.once if any(stop[0] in hexes for stop in paid))
        for east, west in rules.pairs:
            both = [east[a[0]] + west[b[0]] for a in paid for b in paid if a != b and a[0] in east and b[0] in west]
            total += max(both, default=0)
        return total

    def best(
        self,
        company: str,
        trains: Sequence[TrainSpec],
        rules: RulesSpec,
        routes: Sequence[Walked],
        fixed: Sequence[tuple[TrainSpec, Walked]] = (),
    ) -> int:
        """The most that the trains can earn, at most one route a train and nothing touched twice.

        `fixed` trains run these routes besides.
        """
        lists = []
        for train in trains:
            kept: dict[tuple[frozenset[Key], int], int] = {}
            for route in routes:
                value = self.value(company, train, rules, route.stops)
                if value is not None:
                    key = route.keys, self.mail(rules, route.stops)
                    kept[key] = max(kept.get(key, 0), value)
            lists.append([(keys, value, mail) for (keys, mail), value in kept.items()])

        def rest(number: int, used: frozenset[Key], total: int, mail: int) -> int:
            if number == len(lists):
                return total + mail
            most = rest(number + 1, used, total, mail)
            for keys, value, weight in lists[number]:
                if not keys & used:
                    most = max(most, rest(number + 1, used | keys, total + value, max(mail, weight)))
            return most

        earned = [self.value(company, train, rules, route.stops) or 0 for train, route in fixed]
        taken = frozenset(key for _, route in fixed for key in route.keys)
        return rest(0, taken, sum(earned), max((self.mail(rules, route.stops) for _, route in fixed), default=0))

    @staticmethod
    def mail(rules: RulesSpec, stops: tuple[Stop, ...]) -> int:
        """The fleet bonus if this route carries it."""
        return rules.fleet[1] * sum(stop[1] in rules.fleet[0] for stop in stops) if rules.fleet else 0
