"""All legal actions of real positions, listed, against applying the one action that was taken there.

Beside it: asking whether one action is legal, without listing.
"""

from __future__ import annotations

import itertools
import time
from collections import defaultdict

from benches.common import arguments, files, no_collection, positions, ratio, spread
from open18xx.actions import META_ACTIONS, decode


def least(times: dict[tuple[int, int], float], key: tuple[int, int], seconds: float) -> None:
    """Keep the best time of a position."""
    times[key] = min(times.get(key, seconds), seconds)


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    listed: dict[tuple[int, int], float] = {}
    applied: dict[tuple[int, int], float] = {}
    asked: dict[tuple[int, int], float] = {}
    kinds: dict[tuple[int, int], str] = {}
    actions = 0
    # Each repetition replays the games: a position that is listed a second time remembers much of it.
    for turn, (number, data) in itertools.product(range(args.repeat), enumerate(files(args.games))):
        with no_collection():
            for place, (game, wire) in enumerate(positions(data)):
                action = decode(wire)
                if isinstance(action, META_ACTIONS) or game.outcome is not None:
                    continue
                key = number, place
                begun = time.perf_counter()
                rows = list(game.legal_actions)
                least(listed, key, time.perf_counter() - begun)
                begun = time.perf_counter()
                answer = action in game.legal_actions
                least(asked, key, time.perf_counter() - begun)
                twin = game.copy(history=False)
                begun = time.perf_counter()
                twin.apply(wire, recorded=True)
                least(applied, key, time.perf_counter() - begun)
                assert answer or game.ruleset == "18xx.games"
                if not turn:
                    actions += len(rows)
                    kind = game.state.round.kind
                    kinds[key] = type(action).__name__ if kind == "Operating" else kind
    by_round: dict[str, list[float]] = defaultdict(list)
    for key, kind in kinds.items():
        by_round[kind].append(listed[key])
    print(f"{len(listed)} positions, {actions / len(listed):.1f} legal actions each on average")
    spread("listing all", [*listed.values()], "mean 50, worst 2000")
    for kind, values in sorted(by_round.items(), key=lambda pair: -sum(pair[1])):
        spread(f"    where the answer was {kind} ({len(values)})", values)
    spread("applying one", [*applied.values()])
    spread("asking for one", [*asked.values()])
    ratio("listing all", sum(listed.values()), sum(applied.values()))
    ratio("asking for one", sum(asked.values()), sum(applied.values()))


if __name__ == "__main__":
    main()
