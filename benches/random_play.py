"""Random play with all legal actions listed at each decision, against replaying the same games."""

from __future__ import annotations

import json

import open18xx
from benches.common import arguments, ratio, seconds
from open18xx.sim import game_seed, play_one


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    seeds = [game_seed(1, index) for index in range(max(4, args.games))]
    played = seconds(lambda: [play_one("1846", "random", seed, players=4) for seed in seeds], min(args.repeat, 3))
    games = [play_one("1846", "random", seed, players=4) for seed in seeds]
    texts = [json.dumps(open18xx.dump(game)) for game in games]
    again = seconds(lambda: [open18xx.load(text) for text in texts], min(args.repeat, 3))
    actions = sum(len(game.actions) for game in games)
    print(f"{len(games)} games, {actions} actions; {len(games) / played:.1f} games a second    goal: 30")
    ratio("random play", played, again, "at most 3 x")


if __name__ == "__main__":
    main()
