"""Home tokens placed in a company's first turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ..actions import Action, PlaceToken
from ..model.facts import Home
from ..model.plan import Actor
from ..model.state import Interrupt
from ..model.table import Table
from ..model.verbs import place_token
from .base import expect_company
from .place_token import city_text, find_city, has_token

#: The interrupt that asks where a token goes when a bare hex gets several cities.
CHOOSE_CITY = "choose_city"


def open_cities(table: Table, sym: str, hex_id: str) -> list[int]:
    """The cities of a hex in which a company could place its token."""
    board = table.state.board
    laid = board.tile(hex_id)
    count = len(table.rules.map.city_slots(hex_id if laid is None else laid[0]))
    return [city for city in range(count) if board.slot_for(sym, hex_id, city) is not None]


@dataclass(frozen=True)
class PlaceHomeTokens:
    """In its first turn a company places its home tokens for nothing; it chooses where a laid tile gives a choice
    (18GA 4.2a)."""

    handles: tuple[type[Action], ...] = (PlaceToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "corporation"

    def missing(self, table: Table) -> list[Home]:
        """Home tokens that are not on the map yet."""
        sym = table.state.turn.entity
        facts = table.rules.corporations.get(sym) if isinstance(sym, str) else None
        if facts is None or table.corporation(facts.sym).operated:
            return []
        return [home for home in facts.home if not has_token(table, facts.sym, home.hex)]

    def _choice(self, table: Table) -> tuple[str, list[int]] | None:
        """A hex in which the company has to choose between cities."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        for home in self.missing(table):
            if home.city is None and table.state.board.tile(home.hex) is not None:
                cities = open_cities(table, sym, home.hex)
                if len(cities) > 1:
                    return home.hex, cities
        return None

    def open(self, table: Table) -> bool:
        return self._choice(table) is not None

    def skip(self, table: Table) -> None:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        for home in self.missing(table):
            cities = [home.city] if home.city is not None else open_cities(table, sym, home.hex)
            place_token(table, sym, home.hex, cities[0], 0)

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        choice = self._choice(table)
        if choice is not None:
            hex_id, cities = choice
            yield from token_choices(table, sym, sym, hex_id, cities)

    def resolve(self, table: Table, action: PlaceToken) -> tuple[str, int]:
        sym = expect_company(table, action)
        choice = self._choice(table)
        assert choice is not None
        return chosen_city(table, action, sym, *choice)

    def play(self, table: Table, move: tuple[str, int]) -> None:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        place_token(table, sym, *move, 0)


def token_choices(table: Table, actor: str, tokener: str, hex_id: str, cities: list[int]) -> Iterator[Action]:
    """The actions that answer in which city a token goes."""
    for city in cities:
        yield PlaceToken(
            entity=actor,
            entity_type="corporation",
            city=city_text(table, hex_id, city),
            slot=table.state.board.slot_for(tokener, hex_id, city),
            tokener=tokener,
        )


def chosen_city(table: Table, action: PlaceToken, tokener: str, hex_id: str, cities: list[int]) -> tuple[str, int]:
    """The city that an action names, refused if it is none of these."""
    if action.tokener is not None and action.tokener != tokener:
        raise table.refuse("other_token", f"the token of {tokener} is to be placed, not one of {action.tokener}")
    where, city = find_city(table, action.city)
    if where != hex_id or city not in cities:
        texts = ", ".join(city_text(table, hex_id, number) for number in cities)
        raise table.refuse("home_city", f"the token of {tokener} goes to one of {texts}, not to {action.city}")
    return where, city


@dataclass(frozen=True)
class ChooseCity:
    """Whoever lays a tile with several cities under a token says in which of them it goes on (18GA 5.1)."""

    handles: tuple[type[Action], ...] = (PlaceToken,)

    def claims(self, table: Table, action: Action) -> bool:
        return action.entity_type == "corporation"

    def _question(self, table: Table) -> tuple[str, str, list[int]]:
        top = table.state.pending[-1]
        hex_id = top.data[0]
        return top.subject, hex_id, open_cities(table, top.subject, hex_id)

    def asked(self, table: Table) -> Actor | None:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        return "corporation", sym

    def open(self, table: Table) -> bool:
        return True

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        yield from token_choices(table, sym, *self._question(table))

    def resolve(self, table: Table, action: PlaceToken) -> tuple[str, int]:
        expect_company(table, action)
        return chosen_city(table, action, *self._question(table))

    def play(self, table: Table, move: tuple[str, int]) -> None:
        sym = table.state.pending[-1].subject
        table.state.pending = table.state.pending[:-1]
        place_token(table, sym, *move, 0)


def lift_for_choice(table: Table, hex_id: str) -> None:
    """A home token on a bare hex that has just got several cities is taken up until its city is chosen."""
    state = table.state
    board = state.board
    for sym, row in state.corporations.items():
        homes = [home for home in table.rules.corporations[sym].home if home.hex == hex_id and home.city is None]
        if not homes or board.colour(hex_id) != "yellow":
            continue
        for where, city in board.tokens(sym):
            if where == hex_id:
                mine = state.edit_board()
                mine.remove_token(sym, hex_id, city)
                mine.reserve(sym, hex_id, None, None)
                state.put_corporation(replace(row, tokens_left=row.tokens_left + 1))
                state.pending = (*state.pending, Interrupt(CHOOSE_CITY, sym, (hex_id,)))
