"""The engine against the oracle: best runs, and the value of given ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from open18xx.errors import IllegalAction

from . import boards
from .boards import COMPANY, Position
from .oracle import RulesSpec, TrainSpec, Walked


def longest(trains: Sequence[TrainSpec], position: Position) -> int:
    """The most stops that one of the trains can visit."""
    stops = len(list(position.world.stops()))
    caps = [
        min((limit for kinds, limit in train.limits if set(kinds) >= set("cot")), default=stops) for train in trains
    ]
    return max(caps, default=0)


def in_reach(position: Position, trains: list[TrainSpec]) -> list[Walked]:
    """The routes of a position; trains are left out until the oracle can try all products."""
    routes = position.world.routes(COMPANY, longest(trains, position))
    assume(len(routes) < 600)
    fits = lambda train: sum(len(route.stops) <= longest([train], position) for route in routes) + 1  # noqa: E731
    while len(trains) > 1 and prod(map(fits, trains)) > 100_000:
        trains.pop()
    return routes


@boards.examples(200)
@given(st.data())
def test_best_run_is_the_oracles(data: Any) -> None:
    """Equal revenue, proved, and the routes are legal and worth that much."""
    position: Position = data.draw(boards.positions())
    specs: list[TrainSpec] = data.draw(st.lists(boards.trains(), min_size=1, max_size=3))
    specs += data.draw(st.lists(st.sampled_from(specs), max_size=4 - len(specs)))
    rules: RulesSpec = data.draw(boards.rules(position))
    routes = in_reach(position, specs)
    trains = [boards.core_train(spec) for spec in specs]
    core_rules = boards.core_rules(rules)

    run = position.board.best_run(COMPANY, trains, core_rules)

    assert run.revenue == position.world.best(COMPANY, specs, rules, routes)
    assert run.optimal
    assert run.upper_bound == run.revenue
    again = position.board.check_run(COMPANY, trains, boards.given_routes(run), core_rules)
    assert again.revenue == run.revenue
    assert again.bonus == run.bonus
    for route, same in zip(run.routes, again.routes, strict=True):
        assert route.stops == same.stops
        assert route.connections == same.connections
        stops = tuple((name, kind, number) for name, kind, number, _, _ in route.stops)
        assert route.revenue == position.world.value(COMPANY, specs[route.train], rules, stops)


@boards.examples(100)
@given(st.data())
def test_the_best_run_beside_fixed_routes_is_the_oracles(data: Any) -> None:
    """Some trains keep the routes given for them; the others run for the most that these leave."""
    position: Position = data.draw(boards.positions())
    specs: list[TrainSpec] = data.draw(st.lists(boards.trains(), min_size=2, max_size=3))
    rules: RulesSpec = data.draw(boards.rules(position))
    world = position.world
    routes = in_reach(position, specs)
    # With two stops in a hex a list of hexes can mean several routes.
    plain = [route for route in routes if len({stop[0] for stop in route.stops}) == len(route.stops)]
    fixed: dict[int, Walked] = {}
    for number, spec in enumerate(specs[:-1]):
        used = {key for route in fixed.values() for key in route.keys}
        able = [
            route
            for route in plain
            if not used & route.keys and world.value(COMPANY, spec, rules, route.stops) is not None
        ]
        if able:
            fixed[number] = data.draw(st.sampled_from(able))
    assume(fixed)
    trains = [boards.core_train(spec) for spec in specs]
    core_rules = boards.core_rules(rules)
    given_routes = [
        (number, route.connections, [(stop[0], int(world.place(stop)["part"])) for stop in route.stops])
        for number, route in fixed.items()
    ]
    kept = position.board.check_run(COMPANY, trains, given_routes, core_rules)

    run = position.board.best_run(COMPANY, trains, core_rules, fixed=given_routes)

    rest = [spec for number, spec in enumerate(specs) if number not in fixed]
    most = world.best(COMPANY, rest, rules, routes, [(specs[number], route) for number, route in fixed.items()])
    assert (run.revenue, run.optimal, run.upper_bound) == (most, True, most)
    assert position.board.check_run(COMPANY, trains, boards.given_routes(run), core_rules).revenue == most
    by_train = {route.train: route for route in run.routes}
    for route in kept.routes:
        assert by_train[route.train].stops == route.stops
    budget = data.draw(st.integers(0, run.work))
    cut = position.board.best_run(COMPANY, trains, core_rules, budget, given_routes)
    assert kept.revenue <= cut.revenue <= most <= cut.upper_bound


@boards.examples(100)
@given(st.data())
def test_check_run_takes_what_the_rules_allow(data: Any) -> None:
    """Any set of routes, good or bad: legal ones are worth what the oracle says, others are refused."""
    position: Position = data.draw(boards.positions())
    specs: list[TrainSpec] = data.draw(st.lists(boards.trains(), min_size=1, max_size=3))
    rules: RulesSpec = data.draw(boards.rules(position))
    world = position.world
    routes = world.routes(COMPANY, longest(specs, position))
    assume(0 < len(routes) < 600)
    picked = [data.draw(st.sampled_from(routes)) for _ in specs]
    given_routes = []
    for i, walked in enumerate(picked):
        segments = data.draw(st.permutations(walked.connections))
        turned = [list(reversed(line)) if data.draw(st.booleans()) else list(line) for line in segments]
        nodes = [(stop[0], int(world.place(stop)["part"])) for stop in walked.stops]
        given_routes.append((i, turned, nodes))
    trains = [boards.core_train(spec) for spec in specs]
    values = [world.value(COMPANY, spec, rules, walked.stops) for spec, walked in zip(specs, picked, strict=True)]
    keys = [key for walked in picked for key in walked.keys]

    def check() -> int:
        return position.board.check_run(COMPANY, trains, given_routes, boards.core_rules(rules)).revenue

    if len(keys) == len(set(keys)) and None not in values:
        mail = max((world.mail(rules, walked.stops) for walked in picked), default=0)
        assert check() == sum(value or 0 for value in values) + mail
    elif all(len(stops) == len(set(stops)) for stops in ([stop[0] for stop in walked.stops] for walked in picked)):
        # With one stop a hex there is no other way to read the routes.
        with pytest.raises(IllegalAction):
            check()


@boards.examples(100)
@given(st.data())
def test_legal_route_says_whether_there_is_one(data: Any) -> None:
    """Without search, yet the same answer as looking for a route."""
    position: Position = data.draw(boards.positions())
    spec: TrainSpec = data.draw(boards.trains())
    world = position.world
    rules = RulesSpec(colours=("yellow",))
    short = world.routes(COMPANY, 2)
    legal = any(world.value(COMPANY, spec, rules, walked.stops) is not None for walked in short)
    assert position.board.legal_route(COMPANY, [boards.core_train(spec)]) == legal
    if short:
        assert position.board.legal_route(COMPANY)
