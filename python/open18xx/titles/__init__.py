"""The titles: one folder each; the registry finds the folders by itself."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from ..errors import shown
from .pickling import register
from .title import Title

__all__ = ["Title", "find", "titles"]

register()


@functools.cache
def titles() -> dict[str, Title]:
    """All titles by name."""
    found: dict[str, Title] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda entry: entry.name):
        if module.ispkg:
            for title in importlib.import_module(f"{__name__}.{module.name}").TITLES:
                found[title.name] = title
    return found


def find(name: str) -> Title:
    """The title of this name; raises ValueError, which lists the known ones."""
    title = titles().get(name) if isinstance(name, str) else None
    if title is None:
        raise ValueError(f"unknown title {shown(name)}; known titles: {', '.join(titles())}")
    return title
