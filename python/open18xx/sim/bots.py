"""Bots: what one is, and how they are found by short codes such as `random` or `greedy:caution=1.5`."""

from __future__ import annotations

import functools
import importlib.metadata
import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

import msgspec

from ..errors import InvalidAction

if TYPE_CHECKING:
    from ..actions import Action
    from ..observe import Observation

#: The group of entry points by which other packages add bots: a short code each, naming a factory.
ENTRY_POINTS = "open18xx.bots"


@runtime_checkable
class Bot(Protocol):
    """A player of one seat in one game; it sees what that player may see."""

    def choose(self, view: Observation) -> Action:
        """One of the legal actions, a free amount set as the bot likes."""
        ...

    def agrees(self, view: Observation, action: Action) -> bool:
        """Whether its player lets another take a train or a private away by this action, for the price in it."""
        ...


#: Makes a bot for one seat of one game out of a random number generator of its own and the parameters of the code.
Factory: TypeAlias = Callable[..., Bot]
#: A short code with parameters, or a factory.
Spec: TypeAlias = str | Factory

_registered: dict[str, Factory] = {}


def register(code: str, factory: Factory) -> None:
    """Make a bot known by a short code in this process.

    `factory` is called with a `random.Random` and the parameters of the code as keywords. Worker processes know what
    they import: a bot for them is given as a factory or comes from an entry point of the group `open18xx.bots`. Raises
    ValueError for a code that is taken or has other characters than letters, digits, "-" and "_", and for no factory.
    """
    if not code.replace("-", "").replace("_", "").isalnum():
        raise ValueError(f"a code has letters, digits, '-' and '_', not {code!r:.80}")
    if not callable(factory):
        raise ValueError(f"the factory of bot {code!r} is called; {type(factory).__name__} cannot be")
    if _registered.get(code, factory) is not factory or (code not in _registered and code in factories()):
        raise ValueError(f"there is a bot {code!r} already")
    _registered[code] = factory


@functools.cache
def _installed() -> Mapping[str, importlib.metadata.EntryPoint]:
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=ENTRY_POINTS)}


def _own() -> dict[str, Factory]:
    from .greedy import GreedyBot
    from .random_bot import RandomBot
    from .search import SearchBot

    return {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


def factories() -> tuple[str, ...]:
    """The codes of all bots, sorted."""
    return tuple(sorted({*_own(), *_installed(), *_registered}))


def factory(code: str) -> Factory:
    """The factory of a short code; raises ValueError, which lists the codes, for an unknown one."""
    known: Factory | None = _own().get(code) or _registered.get(code)
    if known is None and code in _installed():
        known = _installed()[code].load()
    if known is None:
        raise ValueError(f"no bot {code!r:.80}; there are {', '.join(factories())}")
    return known


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """The short code and the parameters of `code:name=value:name=value`.

    A value is JSON (a number, true, a text in quotes) or a plain text. Raises ValueError for anything else.
    """
    code, *parts = text.strip().split(":")
    parameters: dict[str, Any] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or not name.isidentifier() or name in parameters:
            raise ValueError(f"a parameter of a bot is name=value, each name once, not {part!r:.80} in {text!r:.80}")
        try:
            parameters[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            parameters[name] = value
    return code, parameters


def make(spec: Spec, rng: random.Random) -> Bot:
    """A bot for one seat of one game; raises ValueError for an unknown code or parameter."""
    if not isinstance(spec, str):
        return spec(rng)
    code, parameters = parse(spec)
    maker = factory(code)
    try:
        return maker(rng, **parameters)
    except TypeError as error:
        raise ValueError(f"bot {spec!r:.80}: {error}") from error


def split(bots: Spec | Sequence[Spec]) -> tuple[Spec, ...]:
    """Several bots out of a comma list, one spec, or a sequence of them; raises ValueError if there is none."""
    if isinstance(bots, str):
        bots = [part for part in bots.split(",") if part.strip()]
    elif callable(bots):
        bots = [bots]
    specs = tuple(spec.strip() if isinstance(spec, str) else spec for spec in bots)
    if not specs:
        raise ValueError("name at least one bot")
    return specs


def name_of(spec: Spec) -> str:
    """What a bot is called in records."""
    if isinstance(spec, str):
        return spec
    inner = spec.func if isinstance(spec, functools.partial) else spec
    return str(getattr(inner, "__name__", type(inner).__name__))


def seeded(seed: int, seat: int) -> random.Random:
    """The random numbers of a seat: they depend on the seed of the game and the seat only."""
    return random.Random(f"open18xx {seed} {seat}")


def offered(view: Observation, action: Action) -> int:
    """What an action would take away, in dollars by the books: a private's list price, the price of a train's face.

    Raises InvalidAction for an action that takes neither.
    """
    from ..actions import BuyCompany, BuyTrain

    rules = view.rules
    if isinstance(action, BuyCompany):
        return rules.privates[action.company].price
    if isinstance(action, BuyTrain):
        return view.train_face(action.train).price
    raise InvalidAction(f"{action.type} takes nothing that has a price by the books", "type")
