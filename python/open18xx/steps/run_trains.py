"""Running trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from .. import _core
from ..actions import Action, Route, RunRoutes
from ..errors import IllegalAction, InvalidAction
from ..model.events import Ran
from ..model.state import Run, Train
from ..model.table import Table
from .base import expect_company, find_train, owner_of_train

#: A route of the track core: stops as (hex, kind, index, wire part, dollars).
Stops = list[tuple[str, str, int, int, int]]
#: A route as the core takes it: place of the train, hexes of each stretch, stops by hex and part.
GivenRoute: TypeAlias = "tuple[int, list[list[str]], list[tuple[str, int]] | None]"

#: The subject of refusals of track that two trains use.
TRAINS = "trains"

#: More routes than any company has trains, and more stops than any map has.
MOST_ROUTES, LONGEST_ROUTE = 50, 300


def ready_trains(table: Table, sym: str) -> tuple[Train, ...]:
    """A company's trains that have not run in this operating round; between operating rounds all of them."""
    trains = table.company(sym).trains
    if table.state.round.kind != "Operating":
        return trains
    return tuple(train for train in trains if not train.ran)


def best_run(
    table: Table, sym: str, budget: int | None = None, fixed: Sequence[Route] = ()
) -> tuple[_core.Run, tuple[Train, ...]]:
    """The best set of routes of a company's ready trains, and those trains; `fixed` routes are kept in it.

    Raises IllegalAction or InvalidAction for fixed routes that the trains cannot run.
    """
    trains = ready_trains(table, sym)
    board, rules = table.state.board, table.rules.run_rules(table, sym)

    def search() -> _core.Run:
        kept = given_routes(table, sym, fixed, trains)
        return board.best_run(sym, [table.rules.route_train(train) for train in trains], rules, budget, kept)

    if fixed:
        try:
            return search(), trains
        except IllegalAction as error:
            raise table.refuse(error.reason, f"{sym}: {error.message}") from None
    return table.state.memo.recall(("run", sym), (board, trains, rules, budget), search), trains


def route_values(table: Table, run: _core.Run, trains: tuple[Train, ...]) -> list[int]:
    """Dollars of each route of a run, the fleet bonus counted on the route that earns it."""
    values = [route.revenue for route in run.routes]
    if run.bonus:
        earner = table.rules.fleet_train([(trains[route.train].id, route.stops) for route in run.routes])
        for index, route in enumerate(run.routes):
            if trains[route.train].id == earner:
                values[index] += run.bonus
    return values


def run_action(sym: str, kind: Literal["corporation", "minor"], run: _core.Run, trains: tuple[Train, ...]) -> RunRoutes:
    """The action that plays a run of the core, without stated revenue."""
    return RunRoutes(
        entity=sym,
        entity_type=kind,
        routes=tuple(
            Route(
                train=trains[route.train].id,
                connections=tuple(tuple(link) for link in route.connections),
                hexes=tuple(stop[0] for stop in route.stops),
                nodes=tuple(f"{stop[0]}-{stop[3]}" for stop in route.stops),
            )
            for route in run.routes
        ),
    )


@dataclass(frozen=True)
class RunTrains:
    """Run one route with each train that has not run yet (1846 8.4).

    `strict`: the best run is demanded. `must_run`: at least one train that could run has to.
    """

    strict: bool = False
    must_run: bool = False
    handles: tuple[type[Action], ...] = (RunRoutes,)

    def claims(self, table: Table, action: Action) -> bool:
        return True

    def open(self, table: Table) -> bool:
        """Whether a train is ready and some other stop is reached (1846 17.3)."""
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        return bool(ready_trains(table, sym)) and table.state.board.legal_route(sym)

    def skip(self, table: Table) -> None:
        table.state.turn = replace(table.state.turn, run=Run(0))

    def actions(self, table: Table) -> Iterator[Action]:
        sym = table.state.turn.entity
        assert isinstance(sym, str)
        run, trains = best_run(table, sym)
        yield run_action(sym, "minor" if table.is_minor(sym) else "corporation", run, trains)

    def resolve(self, table: Table, action: RunRoutes) -> Run:
        sym = expect_company(table, action, ("corporation", "minor"))
        ready = ready_trains(table, sym)
        given = given_routes(table, sym, action.routes, ready)
        stated = [route.revenue for route in action.routes]
        extra = action.extra_revenue
        if table.recorded and action.routes and all(revenue is not None for revenue in stated):
            return self._recorded(table, sym, action, given, ready)
        try:
            run = table.state.board.check_run(
                sym, [table.rules.route_train(train) for train in ready], given, table.rules.run_rules(table, sym)
            )
        except IllegalAction as error:
            subject = self._subject(table, sym, action, given, error.reason)
            raise table.refuse(error.reason, f"{sym}: {error.message}", subject) from None
        values = route_values(table, run, ready)
        for route, value in zip(action.routes, values, strict=True):
            if route.revenue is not None and route.revenue != value:
                raise table.refuse(
                    "stated_revenue", f"the route of train {route.train} earns ${value}, not ${route.revenue}"
                )
        if extra or action.subsidy:
            table.lenient("extra_revenue", f"nothing earns {sym} an extra ${extra or action.subsidy}")
        if self.must_run and not action.routes:
            shapes = [table.rules.route_train(train) for train in ready]
            if table.state.board.legal_route(sym, shapes):
                raise table.refuse("must_run", f"{sym} has a train with a legal route and must run")
        if self.strict:
            best, _ = best_run(table, sym)
            if run.revenue < best.revenue:
                raise table.refuse("not_the_best_run", f"{sym} can run for ${best.revenue}, not ${run.revenue}")
        return Run(run.revenue + extra, _wire_routes(action, values))

    def _subject(self, table: Table, sym: str, action: RunRoutes, given: list[GivenRoute], reason: str) -> str | None:
        """What the rules have a section of its own for: a hex that a route passes, or track that two trains share, also
        in one hex."""
        for route in action.routes:
            ends = [end for link in route.connections if link for end in {link[0], link[-1]}]
            for end in ends:
                if ends.count(end) > 1 and f"{reason} {end}" in table.rules.citations:
                    return end
        if len(given) < 2 or not all(self._legal(table, sym, route) for route in given):
            return None
        places = [place for route in action.routes for place in {end for link in route.connections for end in link}]
        shared = [f"{TRAINS} {place}" for place in dict.fromkeys(places) if places.count(place) > 1]
        return next((name for name in (*shared, TRAINS) if f"{reason} {name}" in table.rules.citations), None)

    def _legal(self, table: Table, sym: str, route: GivenRoute) -> bool:
        """Whether a route is legal by itself."""
        trains = [table.rules.route_trains[train.face] for train in ready_trains(table, sym)]
        try:
            table.state.board.check_run(sym, trains, [route], table.rules.run_rules(table, sym))
        except IllegalAction:
            return False
        return True

    def _recorded(
        self,
        table: Table,
        sym: str,
        action: RunRoutes,
        given: list[GivenRoute],
        ready: tuple[Train, ...],
    ) -> Run:
        """Stated revenues are booked as recorded; what they should have been goes into the report."""
        revenue = sum(route.revenue or 0 for route in action.routes) + action.extra_revenue
        try:
            run = table.state.board.check_run(
                sym, [table.rules.route_train(train) for train in ready], given, table.rules.run_rules(table, sym)
            )
        except IllegalAction as error:
            table.lenient(error.reason, f"{sym}: {error.message}; ${revenue} booked as recorded")
        else:
            if run.revenue != revenue:
                table.lenient("stated_revenue", f"{sym} earns ${run.revenue}; ${revenue} booked as recorded")
        return Run(revenue, _wire_routes(action, [route.revenue or 0 for route in action.routes]))

    def play(self, table: Table, move: Run) -> None:
        turn = table.state.turn
        table.state.turn = replace(turn, run=move, step=turn.step + 1, begun=True)
        assert isinstance(turn.entity, str)
        table.events.append(Ran(turn.entity, move.revenue))


def given_routes(table: Table, sym: str, routes: Sequence[Route], ready: tuple[Train, ...]) -> list[GivenRoute]:
    """Routes of a company's ready trains as the track core takes them.

    Raises IllegalAction for a train that does not run for the company now, InvalidAction for an unknown one.
    """
    _check_size(routes)
    given: list[GivenRoute] = []
    for route in routes:
        train = find_train(table, route.train, ready)
        if train is None:
            owner, _ = owner_of_train(table, route.train)
            if owner == sym:
                raise table.refuse("train_has_run", f"train {route.train} has already run in this operating round")
            raise table.refuse("not_its_train", f"train {route.train} does not belong to {sym}")
        given.append((ready.index(train), [list(link) for link in route.connections], _nodes(route)))
    return given


def _check_size(routes: Sequence[Route]) -> None:
    """Refuse what is larger than any map, so that nobody keeps the track core busy with it."""
    if len(routes) > MOST_ROUTES:
        raise InvalidAction(f"a run has at most {MOST_ROUTES} routes, not {len(routes)}", "routes")
    for route in routes:
        for name, row in (("connections", route.connections), ("nodes", route.nodes or ())):
            if len(row) > LONGEST_ROUTE:
                raise InvalidAction(f"a route has at most {LONGEST_ROUTE} {name}, not {len(row)}", name)
        if any(len(link) > LONGEST_ROUTE for link in route.connections):
            raise InvalidAction(f"a connection has at most {LONGEST_ROUTE} hexes", "connections")


def _nodes(route: Route) -> list[tuple[str, int]] | None:
    """The stops that a route names, as hex and part."""
    if route.nodes is None:
        return None
    nodes = []
    for text in route.nodes:
        hex_id, _, part = text.rpartition("-")
        if not hex_id or not part.isascii() or not part.isdigit() or len(part) > 3:
            raise InvalidAction(f"{text!r:.80} is no stop like D6-0", "nodes")
        nodes.append((hex_id, int(part)))
    return nodes


def _wire_routes(action: RunRoutes, values: list[int]) -> tuple[Any, ...]:
    """What the state remembers of the routes, for drawings: train, dollars, the hexes of each stretch."""
    return tuple((route.train, value, route.connections) for route, value in zip(action.routes, values, strict=True))
