"""Copy and undo against replaying the game to the same point."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benches.common import arguments, files, ratio, seconds, start
from open18xx import Game

#: Calls measured together.
CALLS = 200


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    for data in files(args.games):
        half = data["actions"][: len(data["actions"]) // 2]
        game = start(data)

        for action in half:
            game.apply(action, recorded=True)
        base = seconds(partial(replay, data, half), args.repeat)
        print(f"{data['title']}, {len(data['players'])} players, after {len(half)} actions")
        for name, call, steps in (
            ("copy(history=False)", partial(game.copy, history=False), 1),
            ("copy()", game.copy, 1),
            ("undo() or redo()", partial(there_and_back, game), 2),
        ):
            each = seconds(partial(often, call), args.repeat) / CALLS / steps
            ratio(f"    {name}: {1e6 * each:.2f} us", each, base, "1000 x faster, about 5 us")


def replay(data: dict[str, Any], actions: list[dict[str, Any]]) -> None:
    """Play a game from its start."""
    game = start(data)
    for action in actions:
        game.apply(action, recorded=True)


def there_and_back(game: Game) -> None:
    """Take an action back, and take that back."""
    game.undo()
    game.redo()


def often(call: Callable[[], object]) -> None:
    """Call so often that the clock can see it."""
    for _ in range(CALLS):
        call()


if __name__ == "__main__":
    main()
