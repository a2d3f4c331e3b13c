"""Record random games for tests/test_conformance.py: whole files, and what their last position was.

    python -m benches.record            write tests/games anew

The games are regression tests: they show that something has changed, not what is right. Record them anew only after a
change of rules, and look at what became different.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import open18xx
from open18xx import Game
from open18xx.sim import play_one

FOLDER = Path(__file__).parent.parent / "tests" / "games"
#: Title, number of players, ruleset, seed of each game, and the bots that play it.
GAMES = (
    ("1846 2p Variant", 2, "rulebook", 2, "random"),
    ("1846", 3, "rulebook", 1, "random"),
    ("1846", 4, "18xx.games", 3, "greedy,random"),
    ("1846", 5, "rulebook", 4, "random"),
)


def digest(game: Game) -> str:
    """A digest of the position as far as its form is fixed by the file format."""
    state = game.snapshot()
    del state["more"]
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:16]


def main() -> None:
    """Play and write."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for title, players, ruleset, seed, bots in GAMES:
        game = play_one(title, bots, seed, players=players, ruleset=ruleset)
        file = open18xx.dump(game) | {"digest": digest(game)}
        name = f"{title.replace(' ', '-').lower()}-{players}-{ruleset.replace('.', '-')}-{seed}.json"
        text = json.dumps(file, ensure_ascii=False, separators=(",", ":"))
        (FOLDER / name).write_text(text.replace('{"type"', '\n{"type"') + "\n", encoding="utf-8")
        print(f"{name}: {len(game.actions)} actions, {len(text) // 1000} kB, {game.outcome}")


if __name__ == "__main__":
    main()
