"""The searching bot against greedy ones: how much more than its share it wins, and what a game with it costs."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from fractions import Fraction

from open18xx.sim import Record, simulate

#: Titles with the number of players.
TABLES = {"1846": 4, "18GA": 4, "18MS": 4, "18Dixie": 3}


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of 95 % for the chance of a win, after so many wins (a shared one in parts)."""
    rate = wins / games
    middle = rate + z * z / (2 * games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - half) / scale, (middle + half) / scale


def standing(records: Sequence[Record], bot: str) -> tuple[float, float, float]:
    """Wins of a bot's seats, and how far their mean score lies above the others', with its standard error."""
    wins = Fraction()
    leads = []
    for record in records:
        own = [score for name, score in zip(record.bots, record.scores, strict=True) if name == bot]
        others = [score for name, score in zip(record.bots, record.scores, strict=True) if name != bot]
        leads.append(sum(own) / len(own) - sum(others) / len(others))
        if record.winners:
            wins += Fraction(sum(record.bots[seat] == bot for seat in record.winners), len(record.winners))
    mean = sum(leads) / len(leads)
    spread = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / max(1, len(leads) - 1))
    return float(wins), mean, spread / math.sqrt(len(leads))


def line(title: str, records: Sequence[Record], bot: str) -> str:
    """What is to be said of these games of a title."""
    wins, lead, error = standing(records, bot)
    low, high = wilson(wins, len(records))
    fair = sum(record.bots.count(bot) for record in records) / sum(len(record.bots) for record in records)
    verdict = "better" if low > fair else "worse" if high < fair else "not told apart"
    return (
        f"{title}, {len(records[0].bots)} players, {len(records)} games: {bot} wins {wins / len(records):.1%}"
        f" (95 %: {low:.1%} to {high:.1%}; fair share {fair:.1%}): {verdict}; lead {lead:+.0f} +- {1.96 * error:.0f}"
        f" dollars; {sum(record.truncated for record in records)} given up"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each title")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seats", type=int, default=1, help="seats of the searching bot")
    parser.add_argument("--bot", default="search", help="the bot that is measured")
    parser.add_argument("--against", default="greedy", help="the bot of the other seats")
    parser.add_argument("--title", action="append", choices=sorted(TABLES), help="default: all")
    args = parser.parse_args()
    for title in args.title or TABLES:
        players = TABLES[title]
        bots = [args.bot] * args.seats + [args.against] * (players - args.seats)
        begun = time.process_time()
        done: list[Record] = []

        def count(record: Record, title: str = title, done: list[Record] = done) -> None:
            done.append(record)
            if len(done) % 20 == 0 and len(done) < args.games:
                print(line(title, done, args.bot), file=sys.stderr, flush=True)

        result = simulate(title, bots, args.games, args.seed, players=players, jobs=args.jobs, progress=count)
        cost = time.process_time() - begun if args.jobs == 1 else result.seconds
        unit = "of processor " if args.jobs == 1 else ""
        print(f"{line(title, result.records, args.bot)}; {cost / args.games:.2f} s {unit}a game", flush=True)


if __name__ == "__main__":
    main()
