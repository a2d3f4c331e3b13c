"""A title as configured for one game: its facts for this number of players, its steps, and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from .. import _core
from .facts import CorporationFacts, Face, MinorFacts, Phase, PrivateFacts, TrainFacts
from .market import Market
from .plan import Calendar, InterruptStep, Plan, SecretPlan, SoftStep
from .power import Kind, MinorPower
from .sale import SaleRules

if TYPE_CHECKING:
    from .state import Seat, State, Train
    from .table import Table


@dataclass(frozen=True, eq=False)
class Rules:
    """Everything about a game that never changes while it is played."""

    title: str
    ruleset: str
    options: Mapping[str, Any]
    optional_rules: tuple[str, ...]
    players: int
    map: _core.Map
    market: Market
    phases: tuple[Phase, ...]
    trains: Mapping[str, TrainFacts]
    corporations: Mapping[str, CorporationFacts]
    minors: Mapping[str, MinorFacts]
    privates: Mapping[str, PrivateFacts]
    bank: int
    cash: int
    holding_limit: int
    market_limit: int
    certificate_limit: Mapping[int, int]
    #: Reason code to the section of the rules that it cites.
    citations: Mapping[str, str]
    sale: SaleRules
    plans: Mapping[str, Plan]
    interrupts: Mapping[str, InterruptStep]
    calendar: Calendar
    #: The state before the first action, by seats and seed.
    setup: Callable[[Rules, tuple[Seat, ...], int | float], State]
    #: What happens besides when a phase begins, by its name.
    phase_effects: Mapping[str, tuple[Callable[[Table], None], ...]]
    #: What a company's run pays, for the track core.
    run_rules: Callable[[Table, str], _core.RunRules]
    #: The train whose route earns the fleet bonus, among (train id, stops as the core names them).
    fleet_train: Callable[[list[tuple[str, list[tuple[str, str, int, int, int]]]]], str]
    #: What a lay costs a company by itself, in dollars, before terrain.
    tile_cost: int
    #: What happens besides when a tile has been laid in a hex.
    after_lay: Callable[[Table, str], None] | None = None
    #: What happens besides when a corporation has placed a token in a hex, at the price of a private (None: without).
    after_token: Callable[[Table, str, str, str | None], None] | None = None
    #: Where the money for unsold shares goes: to the corporation, or to the bank, which pays ten times par at the
    #: float.
    capital: Literal["incremental", "full"] = "incremental"
    #: When home tokens are placed: at the float, or in the first turn.
    home_at: Literal["float", "turn"] = "float"
    #: When a corporation without train has to buy one: always, or if it has a legal route.
    train_duty: Literal["always", "route"] = "always"
    #: Whether phased-out trains count for the train limit.
    obsolete_counts: bool = False
    #: Which privates serve a corporation: those it owns, or those of its president.
    powers_of: Literal["corporation", "president"] = "corporation"
    #: Which certificates a new president gives for the president's certificate: the first ones, or those of its choice.
    presidency: Literal["first", "choice"] = "first"
    #: Where a marker comes to lie in a cell: under all others, or in an operating round above those that have
    #: operated in it if it has not.
    stacking: Literal["arrival", "unoperated_first"] = "arrival"
    #: The certificate limit once a corporation was formed from others; None leaves it as it was.
    certificate_limit_after_merger: int | None = None
    #: What follows when a train was bought from the bank, by the buyer and the face.
    after_train: Callable[[Table, str, str], None] | None = None
    #: Reasons for which a recorded action is refused like any other.
    strict: frozenset[str] = frozenset()
    caches: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def secret_plans(self) -> Mapping[str, SecretPlan]:
        """The kinds of rounds that know secrets."""
        return {kind: plan for kind, plan in self.plans.items() if isinstance(plan, SecretPlan)}

    @cached_property
    def soft_steps(self) -> Mapping[str, SoftStep]:
        """The steps of interrupts that other actions may answer, too."""
        return {kind: step for kind, step in self.interrupts.items() if isinstance(step, SoftStep)}

    def with_power(self, kind: type[Kind]) -> tuple[tuple[str, Kind], ...]:
        """The privates in the box that have a power of this kind, by symbol, with it."""
        known = self._with_power.get(kind)
        if known is None:
            powers = ((sym, facts.power(kind)) for sym, facts in self.privates.items())
            known = self._with_power[kind] = tuple((sym, power) for sym, power in powers if power is not None)
        return known

    @cached_property
    def _with_power(self) -> dict[type, tuple[tuple[str, Any], ...]]:
        return {}

    @cached_property
    def minor_privates(self) -> Mapping[str, str]:
        """The privates that stand for minors, by minor."""
        return {power.minor: sym for sym, power in self.with_power(MinorPower)}

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """Faces of trains by name."""
        return {face.name: face for train in self.trains.values() for face in train.faces}

    @cached_property
    def train_aliases(self) -> Mapping[str, str]:
        """Ranks of trains by the other name that the wire has for them."""
        return {facts.alias: rank for rank, facts in self.trains.items() if facts.alias is not None}

    @cached_property
    def percents(self) -> Mapping[str, dict[tuple[int, ...], int]]:
        """By corporation, what sets of certificates add up to; filled as they are met."""
        return {sym: {} for sym in self.corporations}

    @cached_property
    def phase_of_rank(self) -> Mapping[str, int]:
        """The phase that begins with the first sale of a train of this rank."""
        return {rank: index for index, phase in enumerate(self.phases) for rank in phase.on}

    @cached_property
    def phase_index(self) -> Mapping[str, int]:
        """Index of a phase by its name."""
        return {phase.name: index for index, phase in enumerate(self.phases)}

    @cached_property
    def route_trains(self) -> Mapping[str, _core.Train]:
        """What the track core needs to know of a face."""
        return {
            name: _core.Train(
                limits=face.limits, pay=face.pay, counted_token=face.counted_token, multiplier=face.multiplier
            )
            for name, face in self.faces.items()
        }

    def route_train(self, train: Train) -> _core.Train:
        """What the track core needs to know of a train."""
        if not train.bonus:
            return self.route_trains[train.face]
        face = self.faces[train.face]
        return _core.Train(
            limits=face.limits,
            pay=face.pay,
            counted_token=face.counted_token,
            multiplier=face.multiplier,
            constant=train.bonus,
        )

    def same_as(self, other: Rules) -> bool:
        """Whether two games are played by the same rules: title, players, profile, options and optional rules."""
        return self is other or self._name == other._name

    @cached_property
    def _name(self) -> tuple[object, ...]:
        return self.title, self.players, self.ruleset, dict(self.options), self.optional_rules

    def cite(self, reason: str, subject: str | None = None) -> str:
        """The section of the rules that a reason cites, for a subject (a private, a hex, a kind of action or of
        round) if that has one of its own ("reason subject"); the title alone for reasons of the format."""
        own = self.citations.get(f"{reason} {subject}") if subject is not None else None
        return own or self.citations.get(reason, self.title)
