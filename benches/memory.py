"""What games take of memory: a game with its history, copies of it, and a simulation that goes on and on."""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benches.common import files, start
from open18xx import Game
from open18xx.sim import simulate

#: Megabytes that a game with its history, all copies together, and a longer simulation may take.
GAME, COPIES, GROWTH = 1.0, 100.0, 5.0
#: Games, and copies of one game, that are made.
GAMES, NUMBER = 25, 10_000


def resident() -> float:
    """Megabytes of this process in memory (Linux)."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("this system does not tell what a process takes")


def grown(work: Callable[[], object]) -> float:
    """Megabytes by which this process grows while it keeps what the work made."""
    gc.collect()
    before = resident()
    kept = work()
    gc.collect()
    growth = resident() - before
    del kept
    return growth


def verdict(what: str, measured: float, goal: float) -> bool:
    """A line: megabytes, the goal, and whether it is met."""
    met = measured < goal
    print(f"{what:62} {measured:9.3f} MB   goal: under {goal:g} MB   {'met' if met else 'MISSED'}")
    return met


def half_played() -> Game:
    """A real game in its middle, with its history."""
    (data,) = files(1)
    game = start(data)
    for action in data["actions"][: len(data["actions"]) // 2]:
        game.apply(action, recorded=True)
    return game


def measure_game() -> bool:
    """A game with its history, many together so that the pages of memory do not blur them."""
    game = half_played()  # What is shared by all games, such as the title, is there from now on.
    print(f"{game.title}, {len(game.players)} players, {len(game.actions)} actions played")
    total = grown(lambda: [half_played() for _ in range(GAMES)])
    return verdict("a game in its middle, with history", total / GAMES, GAME)


def measure_copies() -> bool:
    """Copies without history, as a search makes them, each with an action of its own after it."""
    game = half_played()
    action = game.legal_actions[0]

    def one() -> Game:
        twin = game.copy(history=False)
        twin.apply(action)
        return twin

    total = grown(lambda: [one() for _ in range(NUMBER)])
    return verdict(f"{NUMBER:,} copies without history, one action farther", total, COPIES)


def measure_simulation(games: tuple[int, int]) -> bool:
    """A process of its own plays some games and then many more: afterwards it has to be as large as before."""
    few, many = games
    command = [sys.executable, "-m", "benches.memory", "--simulate", str(few), str(many)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    first, last = float(answer[0]), float(answer[1])
    print(f"    after {few} games {first:.1f} MB, after {many} games {last:.1f} MB")
    return verdict(f"what games {few + 1} to {many} of a simulation leave behind", last - first, GROWTH)


def grow(few: int, many: int) -> None:
    """Print megabytes after some games and after many."""
    simulate("1846", "random", few, 1, players=4)
    gc.collect()
    print(f"{resident():.3f}", flush=True)
    simulate("1846", "random", many - few, 2, players=4)
    gc.collect()
    print(f"{resident():.3f}")


def main() -> None:
    """Measure and print; the exit code is 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--few", type=int, default=50, help="games after which a simulation is measured first")
    parser.add_argument("--many", type=int, default=300, help="games after which it is measured again")
    parser.add_argument("--simulate", type=int, nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.simulate is not None:
        grow(*args.simulate)
        return
    met = [measure_copies(), measure_game(), measure_simulation((args.few, args.many))]
    sys.exit(not all(met))


if __name__ == "__main__":
    main()
