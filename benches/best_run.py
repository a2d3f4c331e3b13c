"""The best run of real positions against an exhaustive solver in Python, which has to find the same revenue.

The solver is that of the tests (tests/routes/oracle.py). It takes very long where trains are long and track is dense,
so it is asked only where the number of its routes is bounded; the engine is measured in all positions.
"""

from __future__ import annotations

import importlib.resources
import json
import time
from functools import partial
from typing import Any

from benches.common import arguments, files, positions, ratio, seconds, spread
from open18xx import Game
from open18xx.actions import RunRoutes, decode
from open18xx.model.power import FleetPower, MarkerPower
from open18xx.model.table import Table
from open18xx.steps.run_trains import best_run, ready_trains
from tests.routes.oracle import RulesSpec, TrainSpec, World

#: The solver is asked up to so many routes, to the power of the trains.
PRODUCTS = 2e6


def specs(table: Table, sym: str, track: dict[str, Any]) -> tuple[World, list[TrainSpec], RulesSpec]:
    """The position as the solver takes it."""
    state = table.state
    board = state.board
    world = World(
        track,
        {hex_id: (tile, rotation) for hex_id, tile, _, rotation in board.laid()},
        [(company, hex_id, city) for company, hex_id, city, _ in board.all_tokens()],
    )
    trains = [
        TrainSpec(face.limits, face.pay, face.counted_token)
        for face in (table.rules.faces[train.face] for train in ready_trains(table, sym))
    ]
    once = []
    for marker in state.markers.values():
        power = table.rules.privates[marker.private].power(MarkerPower)
        if marker.company == sym and marker.hex is not None and isinstance(power, MarkerPower):
            once.append(((marker.hex,), power.hexes.get(marker.hex, 0)))
    fleet = sum(power.amount for _, power in table.powers(sym, FleetPower) if isinstance(power, FleetPower))
    kinds = "c" if table.rules.options["mail_counts"] == "cities" else "cot"
    pairs = json.loads(importlib.resources.files("open18xx.titles.t1846").joinpath("components.json").read_text())
    both = pairs["east_west"]
    rules = RulesSpec(
        table.phase.colours, tuple(once), ((both["east"], both["west"]),), (kinds, fleet) if fleet else None
    )
    return world, trains, rules


def solve(game: Game, sym: str, track: dict[str, Any]) -> tuple[int, float] | None:
    """Revenue and seconds of the solver; None where it would take too long."""
    begun = time.perf_counter()
    world, trains, rules = specs(game.table(), sym, track)
    most = max(sum(number for _, number in train.limits) for train in trains)
    routes = world.routes(sym, most)
    if len(routes) ** len(trains) > PRODUCTS:
        return None
    revenue = world.best(sym, trains, rules, routes)
    return revenue, time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    track = json.loads(importlib.resources.files("open18xx.titles.t1846").joinpath("track.json").read_text())
    core: list[float] = []
    whole: list[float] = []
    ours = theirs = 0.0
    compared = 0
    for data in files(args.games):
        for game, wire in positions(data):
            action = decode(wire)
            if not isinstance(action, RunRoutes):
                continue
            sym = str(action.entity)
            table = game.table()
            core.append(seconds(partial(best_run, table, sym), args.repeat))
            whole.append(seconds(partial(game.best_run, sym), args.repeat))
            run = game.best_run(sym)
            assert run.optimal
            solved = solve(game, sym, track)
            if solved is not None:
                revenue, time_taken = solved
                assert revenue == run.revenue, (game, sym, revenue, run.revenue)
                ours += core[-1]
                theirs += time_taken
                compared += 1
    print(f"{len(core)} runs, all proved; the solver agrees in all of the {compared} that it can do")
    spread("best run, with its rules", core, "median 20, worst 1000")
    spread("Game.best_run, with the action", whole)
    ratio("best run", ours, theirs, "10,000 x faster")


if __name__ == "__main__":
    main()
