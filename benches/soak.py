"""Random games, every invariant looked at after every action: what fails, and what the games came to see.

    python -m benches.soak --games 20                    twenty games of every title, ruleset and number of players
    python -m benches.soak --games 1000 --jobs 2 --title 1846 --ruleset rulebook

A game that fails is written to the folder of --out (a file of the game so far). The exit code is 1 if any game failed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import open18xx
from open18xx import Game
from open18xx.actions import Action, Bankrupt, BuyCompany, BuyTrain, RunRoutes, SellShares
from open18xx.errors import IllegalAction, InvalidAction
from open18xx.model.events import Closed, Event, Paid, PresidencyChanged, PrivateSold, Ran, TrainGone
from open18xx.model.power import PresidencyPower, SharePower, TrainPower
from open18xx.model.verbs.trains import all_trains
from open18xx.sim import InvariantBroken, check, game_seed, play, seat_bots
from open18xx.sim.bots import split
from open18xx.titles.title import Title

#: Actions between two looks that cost more: at copies, at all legal actions, at refusals.
COPIES, ACTIONS, REFUSALS = 7, 23, 5
#: Payments that only some games come to see.
RARE = frozenset(("president's help", "loan", "repayment", "salvage", "penalty", "odd share", "minor's treasury"))
#: Actions after which a game counts as stuck.
STUCK = 5_000


@dataclass
class Found:
    """What games came to: how often what happened, and what failed."""

    games: int = 0
    actions: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)

    def merge(self, other: Found) -> None:
        """Count what others found, too."""
        self.games += other.games
        self.actions += other.actions
        self.seen += other.seen
        self.failures += other.failures


class Watch:
    """Looks at a game after every action."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.count = 0
        self.paid = False
        self.round = game.state.round.kind
        self.obsolete: set[str] = set()
        self.parts: dict[str, int] = {}
        self.closed: set[str] = set()
        self.corporations = set(game.state.corporations)

    def __call__(self, game: Game, action: Action, events: tuple[Event, ...]) -> None:
        self.count += 1
        self._count(game, action, events)
        if isinstance(action, RunRoutes):
            self._prove(game, action, events)
        check(game, copies=self.count % COPIES == 0, actions=self.count % ACTIONS == 0)
        if self.count % REFUSALS == 0:
            self._refuse(game)
        self.paid = game.state.turn.paid
        self.round = game.state.round.kind

    def _count(self, game: Game, action: Action, events: tuple[Event, ...]) -> None:
        """What the action was, where the rules have something special to it, and what followed."""
        if action.entity_type == "company":
            self.seen[f"power of {action.entity}: {action.type}"] += 1
        elif isinstance(action, SellShares) and self.round == "Operating":
            forced = "forced issue" if self.paid else "issue"
            self.seen["president's sale for a train" if action.entity_type == "player" else forced] += 1
        elif isinstance(action, Bankrupt):
            self.seen["bankruptcy"] += 1
        elif isinstance(action, BuyTrain) and action.range is not None:
            self.seen["train bought from another corporation"] += 1
        elif isinstance(action, BuyCompany):
            self.seen["private bought from " + ("another player" if action.consent_of else "the president")] += 1
        for event in events:
            self._note(game, event)
        for train in all_trains(game.table()):
            if train.obsolete and train.id not in self.obsolete:
                self.obsolete.add(train.id)
                self.seen["train phased out"] += 1
            if train.parts < self.parts.get(train.id, train.parts) and train.obsolete:
                self.seen["spare part used"] += 1
            self.parts[train.id] = train.parts
        for sym in game.state.corporations.keys() - self.corporations:
            self.corporations.add(sym)
            self.seen[f"formed: {sym}"] += 1

    def _prove(self, game: Game, action: RunRoutes, events: tuple[Event, ...]) -> None:
        """The best run of the position before is proved, and pays no less than the run that was made."""
        twin = game.copy()
        twin.undo()
        best = twin.best_run(str(action.entity))
        ran = next(event.revenue for event in events if isinstance(event, Ran))
        if not best.optimal or best.revenue < ran:
            raise InvariantBroken(f"{action.entity} ran for ${ran}, the best run is {best}")
        self.seen["best run proved"] += 1

    def _note(self, game: Game, event: Event) -> None:
        """What an event tells that only some games come to see."""
        if isinstance(event, Closed):
            if event.company in game.state.minors:
                # Its card closes under the same name.
                if event.company not in self.closed:
                    self.closed.add(event.company)
                    self.seen[f"minor {event.company.strip()} closed"] += 1
            else:
                kind = "corporation" if event.company in game.state.corporations else "private"
                self.seen[f"{kind} closed"] += 1
        elif isinstance(event, PresidencyChanged):
            self.seen["presidency: " + ("none left" if event.president is None else "taken")] += 1
        elif isinstance(event, TrainGone):
            self.seen[f"train gone: {event.reason}"] += 1
        elif isinstance(event, Paid) and event.reason in RARE:
            self.seen[f"paid: {event.reason}"] += 1
        elif isinstance(event, PrivateSold) and isinstance(event.owner, int):
            for power in game.rules.privates[event.private].powers:
                if isinstance(power, PresidencyPower | SharePower | TrainPower):
                    self.seen[f"power of {event.private}: {type(power).__name__} when it is bought"] += 1

    def _refuse(self, game: Game) -> None:
        """A spoiled action is refused by name, or carried out, and a refusal changes nothing."""
        if not game.actions:
            return
        wire = spoiled(self.rng.choice(game.actions).to_dict(), self.rng)
        legal = wire in game.legal_actions
        twin = game.copy()
        try:
            twin.apply(wire)
        except (IllegalAction, InvalidAction):
            if legal:
                raise InvariantBroken(f"in legal_actions, but refused: {wire}") from None
            if twin != game or twin.version != game.version:
                raise InvariantBroken(f"refused, but the game changed: {wire}") from None
            self.seen["refusals"] += 1
        else:
            if not legal:
                raise InvariantBroken(f"accepted, but not in legal_actions: {wire}")


def spoiled(wire: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """An action of the past, as it was or with one field replaced by something else."""
    wire = json.loads(json.dumps(wire))
    key = rng.choice(sorted(wire))
    if key != "type" and rng.random() < 0.7:
        wire[key] = rng.choice([None, -1, 0, 7, "", "XYZ", "D6", [], {}, 10**12, True, ["PRR_0"], "PRR", 1])
    return wire


def optional_sets(title: Title, ruleset: str, players: int) -> list[tuple[str, ...]]:
    """No optional rule, each by itself, and all of them, as far as they can be played."""
    sets = [(), *((rule,) for rule in title.optional_rules), title.optional_rules]
    possible = []
    for rules in dict.fromkeys(sets):
        try:
            title.configure(players, ruleset, {}, rules)
        except ValueError:
            continue
        possible.append(rules)
    return possible


def play_checked(
    title: str, ruleset: str, players: int, rules: tuple[str, ...], bots: str, seed: int, out: str | None
) -> Found:
    """One game with all looks at it."""
    found = Found(games=1)
    name = f"{title.replace(' ', '_')}-{ruleset}-{players}-{seed}"
    game = open18xx.new_game(title, players, seed=seed, ruleset=ruleset, optional_rules=rules)
    for rule in rules:
        found.seen[f"with {rule}"] += 1
    watch = Watch(game, seed)
    try:
        check(game, copies=True, actions=True)
        found.actions = play(game, seat_bots(game, split(bots), seed), max_actions=STUCK, watch=watch)
        if game.outcome is None:
            raise InvariantBroken(f"not over after {STUCK} actions")
        again = open18xx.load(json.loads(json.dumps(open18xx.dump(game))))
        if again != game:
            raise InvariantBroken("the game that its own file gives is not equal")
        found.seen[f"ended: {game.outcome.reason}"] += 1
    except Exception as error:  # noqa: BLE001  # whatever it is, it is reported
        found.actions = watch.count
        found.failures.append((name, f"{type(error).__name__}: {error}", traceback.format_exc(limit=-4)))
        if out is not None:
            Path(out).mkdir(parents=True, exist_ok=True)
            open18xx.dump(game, Path(out) / f"{name}.json")
    found.seen += watch.seen
    return found


def main() -> int:
    """Play, count, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each title, ruleset and number of players")
    parser.add_argument("--title", action="append", help="may be given more than once; default: all")
    parser.add_argument("--ruleset", action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--optional", action="store_true", help="the optional rules in turn: none, each one, all")
    parser.add_argument("--out", help="folder for the files of games that failed")
    args = parser.parse_args()
    jobs = [
        (title.name, ruleset, players, sets[index % len(sets)], args.bots, game_seed(args.seed, index), args.out)
        for title in open18xx.titles().values()
        if not args.title or title.name in args.title
        for ruleset in title.rulesets
        if not args.ruleset or ruleset in args.ruleset
        for players in range(title.players[0], title.players[1] + 1)
        if not args.players or players in args.players
        for sets in [optional_sets(title, ruleset, players) if args.optional else [()]]
        for index in range(args.games)
    ]
    started = time.perf_counter()
    found = Found()
    if args.jobs > 1:
        with ProcessPoolExecutor(args.jobs) as pool:
            for part in pool.map(play_checked, *zip(*jobs, strict=True)):
                found.merge(part)
    else:
        for part in itertools.starmap(play_checked, jobs):
            found.merge(part)
    for what, times in sorted(found.seen.items()):
        print(f"{times:8}  {what}")
    for name, error, trace in found.failures:
        print(f"\nFAILED {name}: {error}\n{trace}")
    seconds = time.perf_counter() - started
    print(f"\n{found.games} games, {found.actions} actions, {seconds:.0f} s")
    print(f"{found.games - len(found.failures)} passed, {len(found.failures)} failed")
    return 1 if found.failures or not found.games else 0


if __name__ == "__main__":
    sys.exit(main())
