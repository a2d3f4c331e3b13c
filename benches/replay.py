"""Replay of whole game files, move by move, against decoding the same files and dispatching no-ops.

The replay is that of a host: every action is decoded, checked and carried out, with events. It is measured as recorded
games are loaded, and live, where every rule is applied (on the repository's own games if real ones hold a leniency).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import open18xx
from benches.common import arguments, files, ratio, seconds
from open18xx.actions import decode


def no_ops(text: str) -> int:
    """Decode a file and dispatch each action to something that does nothing."""
    table: dict[str, Callable[[object], object]] = {}
    count = 0
    for wire in json.loads(text)["actions"]:
        action = decode(wire)
        table.get(action.type, id)(action)
        count += 1
    return count


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    measured: list[tuple[float, float, int]] = []
    for data in files(args.games):
        text = json.dumps(data)
        base = seconds(partial(no_ops, text), args.repeat)
        full = seconds(partial(open18xx.load, text), args.repeat)
        count = len(data["actions"])
        measured.append((full, base, count))
        ratio(f"{data['title']}, {len(data['players'])} players, {count} actions: load", full, base)
        print(f"{'':58} {1e3 * full:10.2f} ms, {500e3 * full / count:.2f} ms for 500 actions    goal: 10 ms")
    total: Any = [sum(column) for column in zip(*measured, strict=True)]
    ratio("all files", total[0], total[1])


if __name__ == "__main__":
    main()
