"""All legal actions of real positions, listed, against applying the one action that was taken there.

Beside it: asking whether one action is legal, without listing.
"""

from __future__ import annotations

import time
from collections import defaultdict

from benches.common import arguments, files, no_collection, positions, ratio, spread
from open18xx.actions import META_ACTIONS, decode


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    listed: list[float] = []
    applied: list[float] = []
    asked: list[float] = []
    by_round: dict[str, list[float]] = defaultdict(list)
    actions = 0
    for data in files(args.games):
        for game, wire in positions(data):
            action = decode(wire)
            if isinstance(action, META_ACTIONS) or game.outcome is not None:
                continue
            with no_collection():
                times = []
                for _ in range(args.repeat):
                    begun = time.perf_counter()
                    rows = list(game.legal_actions)
                    times.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                answer = action in game.legal_actions
                asked.append(time.perf_counter() - begun)
                twin = game.copy(history=False)
                begun = time.perf_counter()
                twin.apply(wire, recorded=True)
                applied.append(time.perf_counter() - begun)
            assert answer or game.ruleset == "18xx.games"
            actions += len(rows)
            listed.append(min(times))
            by_round[type(action).__name__ if game.state.round.kind == "Operating" else game.state.round.kind].append(
                min(times)
            )
    print(f"{len(listed)} positions, {actions / len(listed):.1f} legal actions each on average")
    spread("listing all", listed, "mean 50, worst 2000")
    for kind, values in sorted(by_round.items(), key=lambda pair: -sum(pair[1])):
        spread(f"    where the answer was {kind} ({len(values)})", values)
    spread("applying one", applied)
    spread("asking for one", asked)
    ratio("listing all", sum(listed), sum(applied))
    ratio("asking for one", sum(asked), sum(applied))


if __name__ == "__main__":
    main()
