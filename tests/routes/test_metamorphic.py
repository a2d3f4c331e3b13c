"""What must hold between two calls, whatever the answer is."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from open18xx._core import Board, Map, RunRules, Train

from . import boards
from .boards import COMPANY, OTHERS, PHASES, Position

ALL = ("yellow", "green", "brown", "gray")


def fleets() -> st.SearchStrategy[list[Train]]:
    """One to four trains."""
    return st.lists(boards.trains().map(boards.core_train), min_size=1, max_size=4)


def best(board: Board, trains: list[Train], rules: RunRules) -> int:
    """The proved best revenue."""
    run = board.best_run(COMPANY, trains, rules)
    assert run.optimal
    return run.revenue


def answer(board: Board, trains: list[Train], rules: RunRules) -> list[tuple[Train, int, Any, Any]]:
    """Which train runs what, as far as it does not depend on the order of the trains."""
    run = board.best_run(COMPANY, trains, rules)
    rows = [(trains[route.train], route.revenue, route.stops, route.connections) for route in run.routes]
    return sorted(rows, key=lambda row: (repr(row[0]), row[2], row[3]))


@boards.examples(100)
@given(st.data())
def test_more_tokens_freedom_and_trains_never_hurt(data: Any) -> None:
    """Another own token, a freed city or a further train cannot lower the best run."""
    position: Position = data.draw(boards.positions())
    trains = data.draw(fleets())
    rules = boards.core_rules(data.draw(boards.rules(position)))
    before = best(position.board, trains, rules)

    free = position.board.copy()
    for other in OTHERS:
        free.remove_tokens(other)
    freed = best(free, trains, rules)
    assert freed >= before

    cities = [(name, city) for name, kind, city in position.world.stops() if kind == "c"]
    open_cities = [(name, city) for name, city in cities if free.slot_for(COMPANY, name, city) is not None]
    own = set(free.tokens(COMPANY))
    name, city = data.draw(st.sampled_from([place for place in open_cities if place not in own] or [("", 0)]))
    if name and all(name != hex for hex, _ in own):
        free.place_token(COMPANY, name, city)
        assert best(free, trains, rules) >= freed

    further: Train = data.draw(boards.trains().map(boards.core_train))
    with_further = best(position.board, [*trains, further], rules)
    assert with_further >= before
    # What the further train brings it cannot bring better than alone.
    assert with_further - before <= best(position.board, [further], rules)


@boards.examples(60)
@given(st.data())
def test_values(data: Any) -> None:
    """A raised value never hurts; all values times three give three times as much."""
    position: Position = data.draw(boards.positions())
    specs = data.draw(st.lists(boards.trains().filter(lambda spec: not spec.constant), min_size=1, max_size=4))
    trains = [boards.core_train(spec) for spec in specs]
    colours = data.draw(st.sampled_from(PHASES))
    names = sorted({name for name, _, _ in position.world.stops()})
    values = {name: data.draw(st.integers(0, 9)) * 10 for name in names}
    plain = best(position.board, trains, RunRules(colours=colours, values=values))

    tripled = RunRules(colours=colours, values={name: 3 * value for name, value in values.items()})
    assert best(position.board, trains, tripled) == 3 * plain
    dearer = data.draw(st.sampled_from(names))
    raised = RunRules(colours=colours, values={**values, dearer: values[dearer] + 10})
    assert best(position.board, trains, raised) >= plain


@boards.examples(100)
@given(st.data())
def test_the_order_of_trains_means_nothing(data: Any) -> None:
    """The same trains in another order run the same routes, and the answer is in their order."""
    position: Position = data.draw(boards.positions())
    trains = data.draw(fleets())
    trains += data.draw(st.lists(st.sampled_from(trains), max_size=2))
    rules = boards.core_rules(data.draw(boards.rules(position)))
    order = data.draw(st.permutations(trains))
    assert answer(position.board, trains, rules) == answer(position.board, order, rules)
    run = position.board.best_run(COMPANY, order, rules)
    assert [route.train for route in run.routes] == sorted(route.train for route in run.routes)
    for route in run.routes:
        first, last = route.stops[0], route.stops[-1]
        places = [(name, kind, number) for name, kind, number in position.world.stops()]
        assert places.index(first[:3]) < places.index(last[:3])


@boards.examples(60)
@given(st.data())
def test_a_turned_or_mirrored_map_is_the_same(data: Any) -> None:
    """Half a turn, or a mirror, moves every hex and edge and changes no revenue."""
    position: Position = data.draw(boards.made_positions())
    trains = data.draw(fleets())
    rules = RunRules(colours=data.draw(st.sampled_from(PHASES)))
    mirror = data.draw(st.booleans())

    def moved(name: str) -> str:
        row, column = name[0], int(name[1:])
        # Rows A to C become C to A; columns 1 to 6 become 6 to 1, which keeps the offset of row B.
        return (row if mirror else chr(ord("A") + ord("C") - ord(row))) + str(7 - column)

    def edge(old: str) -> str:
        # A half turn, or left for right.
        return str((5, 4, 3, 2, 1, 0)[int(old)] if mirror else (int(old) + 3) % 6)

    def path(old: str) -> str:
        ends = old.rstrip("!").split("-")
        return "-".join(edge(end) if end.isdigit() else end for end in ends) + ("!" if old.endswith("!") else "")

    hexes = [
        {**printed, "id": moved(printed["id"]), "wire": "x", "paths": [path(old) for old in printed["paths"]]}
        for printed in position.data["hexes"]
    ]
    other = Board(Map(json.dumps({**position.data, "hexes": data.draw(st.permutations(hexes))})))
    for company, name, city, slot in position.board.all_tokens():
        other.place_token(company, moved(name), city, slot)
    assert best(other, trains, rules) == best(position.board, trains, rules)


@boards.examples(40)
@given(st.data())
def test_names_mean_nothing(data: Any) -> None:
    """Another company in the same cities earns the same."""
    position: Position = data.draw(boards.made_positions())
    trains = data.draw(fleets())
    rules = RunRules(colours=ALL)
    own, other = COMPANY, data.draw(st.sampled_from(OTHERS))
    swap = {own: other, other: own}
    board = Board(Map(json.dumps(position.data)))
    for company, name, city, slot in position.board.all_tokens():
        board.place_token(swap.get(company, company), name, city, slot)
    assume(position.board.tokens(own))
    there = board.best_run(other, trains, rules)
    here = position.board.best_run(own, trains, rules)
    assert there.revenue == here.revenue
    assert [route.stops for route in there.routes] == [route.stops for route in here.routes]
