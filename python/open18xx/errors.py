"""The errors of the engine: what was refused, why, and by which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game


class IllegalAction(ValueError):
    """A known thing used against a rule.

    `reason` is a stable short code, `rule` the citation ("1846 8.2"); the message says what was tried, what the
    rule allows, and the numbers.
    """

    def __init__(self, message: str, reason: str = "illegal", rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message

    def __reduce__(self) -> tuple[type, tuple[str, str, str | None]]:
        return type(self), (self.message, self.reason, self.rule)


class InvalidAction(ValueError):
    """Malformed input or an unknown id; `field` names the place."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    def __reduce__(self) -> tuple[type, tuple[str, str | None]]:
        return type(self), (self.message, self.field)


class StaleVersion(ValueError):
    """An action was meant for another version of the game; `version` is the present one."""

    reason = "stale"

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.message = message
        self.version = version

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        return type(self), (self.message, self.version)


class ReplayError(ValueError):
    """A file stops fitting: `index` and `action` name the place, `game` is the game as it stood before it."""

    def __init__(self, message: str, index: int, action: object, game: Game) -> None:
        super().__init__(message)
        self.index = index
        self.action = action
        self.game = game


def shown(value: object) -> str:
    """A value as a message names it: short, whatever size the value is."""
    if isinstance(value, str):
        return repr(value[:80])
    if isinstance(value, int) and value.bit_length() > 100:
        return "a huge number"
    if value is None or isinstance(value, int | float):
        return repr(value)
    return f"a {type(value).__name__}"
