"""F132: random play of every title, on one core and on all: games, actions and lists of legal actions a second.

Beside it, how many times the cost of applying an action it is to list all of them.
"""

from __future__ import annotations

import os
import time

import open18xx
from benches.common import arguments, no_collection, ratio
from open18xx.sim import game_seed, play_one, simulate
from open18xx.titles import titles


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    cores = os.cpu_count() or 1
    games = 8 * args.games
    for name, title in titles().items():
        players = title.players[0]
        one = simulate(name, "random", games, 1, players=players, jobs=1)
        many = simulate(name, "random", games, 1, players=players, jobs=cores)
        actions = sum(record.actions for record in one.records)
        print(f"{name}, {players} players: {games} games, {actions} actions")
        print(f"    one core: {games / one.seconds:8.1f} games, {actions / one.seconds:9.0f} actions a second")
        print(f"    {cores} cores:  {games / many.seconds:8.1f} games, {actions / many.seconds:9.0f} actions a second")
        game = play_one(name, "random", game_seed(1, 0), players=players)
        again = open18xx.new_game(name, players, seed=int(game.seed), ruleset=game.ruleset)
        listing = applying = 0.0
        lists = 0
        with no_collection():
            for action in game.actions:
                begun = time.perf_counter()
                lists += len(list(again.legal_actions)) > 0
                listed = time.perf_counter()
                again.apply(action)
                listing += listed - begun
                applying += time.perf_counter() - listed
        print(f"    lists: {lists / listing:8.0f} a second")
        ratio("    listing all legal actions against applying one", listing, applying, "a few times")


if __name__ == "__main__":
    main()
