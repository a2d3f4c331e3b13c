"""One hostile action or file: what came of it, and what should not have."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import open18xx
from open18xx import Game, IllegalAction, InvalidAction, ReplayError
from open18xx.actions import Action, RunRoutes, read
from open18xx.sim import check
from tests.properties.mutations import FREE, covered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.properties.files import Broken

#: Keys that decide nothing, so that `in` ignores them, but can be malformed.
BESIDE = ("id", "auto_actions")
#: Seconds in which any file of a fuzzer is read or refused.
PATIENCE = 20.0


@dataclass
class Trial:
    """What came of it ("accepted", "refused: <reason>", "invalid", ...), and every way in which that is wrong."""

    result: str
    faults: list[str] = field(default_factory=list)


def try_action(game: Game, wire: Mapping[str, Any], yielded: Sequence[Action]) -> Trial:
    """Apply an action to a copy of the game; `yielded` are the game's legal actions."""
    twin = game.copy()
    faults: list[str] = []
    try:
        twin.apply(wire)
    except IllegalAction as error:
        trial = Trial(f"refused: {error.reason}", faults)
        if not error.reason or not error.rule or not error.message:
            faults.append(f"refused without reason, rule or words: {error!r}")
    except InvalidAction as error:
        trial = Trial("invalid", faults)
        if not error.field:
            faults.append(f"invalid without a field: {error!r}")
    except Exception as error:  # noqa: BLE001  anything else is what is looked for
        return Trial("error", [f"{type(error).__name__} outside the named errors: {error}"])
    else:
        return _accepted(game, twin, wire, yielded)
    if twin != game or twin.version != game.version or twin.log != game.log:
        faults.append("a refusal changed the game")
    if not any(key in wire for key in BESIDE) and wire in game.legal_actions:
        faults.append("in the view, but refused")
    return trial


def _accepted(game: Game, twin: Game, wire: Mapping[str, Any], yielded: Sequence[Action]) -> Trial:
    """What went through has to be among the legal actions."""
    action, _ = read(wire)
    if action.type in FREE or action.type.startswith("program_"):
        return Trial("accepted beside the game")
    trial = Trial("accepted")
    if wire not in game.legal_actions:
        trial.faults.append("accepted, but not in the view")
    if not covered(game, action, yielded):
        trial.faults.append("accepted, but no yielded action decides the same")
    if isinstance(action, RunRoutes):
        run = twin.state.turn.run
        best = game.best_run(str(action.entity)).revenue
        if run is not None and run.revenue > best:
            trial.faults.append(f"a run of ${run.revenue} was accepted; the best one pays ${best}")
    return trial


def try_file(data: Broken) -> Trial:
    """Load a file; the game that comes of it, or that stood before what did not fit, has to be whole."""
    began = time.perf_counter()
    game: Game | None = None
    faults: list[str] = []
    try:
        game = open18xx.load(data)
        result = "loaded"
    except ReplayError as error:
        game = error.game
        result = "stopped"
        if not isinstance(error.index, int) or error.index != len(game.log):
            faults.append(f"the index {error.index} is not that of the action after {len(game.log)}")
    except InvalidAction as error:
        result = f"invalid: {(error.field or '').partition('.')[0]}"
        if not error.field:
            faults.append(f"invalid without a field: {error!r}")
    except ValueError as error:
        result = "no such title, players, option or seed"
        if type(error) is not ValueError:
            faults.append(f"{type(error).__name__} outside the named errors: {error}")
    except Exception as error:  # noqa: BLE001  anything else is what is looked for
        return Trial("error", [f"{type(error).__name__} outside the named errors: {error}"])
    if time.perf_counter() - began > PATIENCE:
        faults.append("too slow")
    if game is not None:
        try:
            check(game)
            if open18xx.load(open18xx.dump(game)) != game:
                faults.append("the dumped game is another one")
        except (AssertionError, ValueError) as error:
            faults.append(f"{result}, but broken: {error}")
    return Trial(result, faults)
