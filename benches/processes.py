"""Simulation in two processes against one."""

from __future__ import annotations

from benches.common import arguments, ratio
from open18xx.sim import simulate


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    games = max(32, 16 * args.games)
    one = simulate("1846", "random", games, 1, players=4, jobs=1)
    two = simulate("1846", "random", games, 1, players=4, jobs=2)
    assert one.records == two.records
    print(f"{games} games: {games / one.seconds:.1f} a second in one process, {games / two.seconds:.1f} in two")
    ratio("two processes", two.seconds, one.seconds, "1.8 x faster")


if __name__ == "__main__":
    main()
