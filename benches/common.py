"""What the benchmarks share: games to measure on, clocks, and lines of results."""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import open18xx
from open18xx import Game

ROOT = Path(__file__).parent.parent
COLLECTION = Path(os.environ.get("OPEN18XX_CONFORMANCE", ROOT.parent / "shared" / "conformance"))


def arguments(text: str | None) -> argparse.Namespace:
    """The options that all benchmarks have."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="how many recorded games to measure on")
    parser.add_argument("--repeat", type=int, default=5, help="the best of so many runs counts")
    return parser.parse_args()


def files(number: int) -> list[dict[str, Any]]:
    """Game files: real games of the collection where it is there, the longest first, else the repository's own."""
    folder = COLLECTION / "fixtures" / "1846"
    paths = sorted(folder.glob("*.json")) if folder.is_dir() else []
    found = [json.loads(path.read_bytes()) for path in paths or sorted((ROOT / "tests" / "games").glob("*.json"))]
    found.sort(key=lambda data: -len(data["actions"]))
    keys = ("title", "players", "settings", "actions", "id")
    return [{key: data[key] for key in keys if key in data} for data in found[:number]]


def start(data: dict[str, Any]) -> Game:
    """The game of a file before its first action."""
    return open18xx.load(data | {"actions": []})


def positions(data: dict[str, Any]) -> Iterator[tuple[Game, dict[str, Any]]]:
    """The positions of a file, each with the action that comes next; the game moves on by itself."""
    game = start(data)
    for action in data["actions"]:
        yield game, action
        game.apply(action, recorded=True)


@contextmanager
def no_collection() -> Iterator[None]:
    """Without the garbage collector, which would blur short times."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Seconds that the work takes, the best of some runs."""
    best = float("inf")
    with no_collection():
        for _ in range(repeat):
            begun = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - begun)
    return best


def each(works: Sequence[Callable[[], object]], repeat: int = 3) -> list[float]:
    """Seconds of each of many short works."""
    return [seconds(work, repeat) for work in works]


def ratio(what: str, measured: float, baseline: float, goal: str = "") -> None:
    """A line: how many times the baseline the measured time is, or the other way round where it is faster."""
    if measured >= baseline:
        text = f"{measured / baseline:10.2f} x the time of the baseline"
    else:
        text = f"{baseline / measured:10.1f} x faster than the baseline"
    print(f"{what:58} {text}{'    goal: ' + goal if goal else ''}")


def spread(what: str, times: Sequence[float], goal: str = "") -> None:
    """A line: mean, median and worst in microseconds."""
    micro = [1e6 * value for value in times]
    text = f"mean {statistics.fmean(micro):8.1f}  median {statistics.median(micro):8.1f}  worst {max(micro):9.1f} us"
    print(f"{what:58} {text}{'    goal: ' + goal if goal else ''}")
