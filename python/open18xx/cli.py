"""The command `open18xx`; what it needs beyond the package is imported when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence

#: What the extra `cli` installs.
EXTRA = ("typer", "rich")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, or 2 for what cannot be done, with a line that says why."""
    try:
        from .commands import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in EXTRA:
            raise
        print(f'open18xx needs {error.name}: python -m pip install "open18xx[cli]"', file=sys.stderr)  # noqa: T201
        return 2
    return run(arguments)
