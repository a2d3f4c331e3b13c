"""Copy and undo against replaying the game to the same point."""

from __future__ import annotations

from benches.common import arguments, files, ratio, seconds, start

#: Calls measured together.
CALLS = 200


def main() -> None:
    """Measure and print."""
    args = arguments(__doc__)
    for data in files(args.games):
        half = data["actions"][: len(data["actions"]) // 2]
        game = start(data)

        def replay(data: dict[str, object] = data, half: list[dict[str, object]] = half) -> None:
            again = start(data)
            for action in half:
                again.apply(action, recorded=True)

        for action in half:
            game.apply(action, recorded=True)
        base = seconds(replay, args.repeat)
        print(f"{data['title']}, {len(data['players'])} players, after {len(half)} actions")
        measured = {
            "    copy(history=False)": lambda game=game: [game.copy(history=False) for _ in range(CALLS)],
            "    copy()": lambda game=game: [game.copy() for _ in range(CALLS)],
            "    undo() and redo()": lambda game=game: [(game.undo(), game.redo()) for _ in range(CALLS)],
        }
        for name, work in measured.items():
            each = seconds(work, args.repeat) / CALLS
            ratio(f"{name}: {1e6 * each:.2f} us", each, base, "1000 x faster, about 5 us")


if __name__ == "__main__":
    main()
