"""Bots: the registry, what a bot sees, consent, and that thinking beats chance."""

from __future__ import annotations

import importlib.metadata
import random
from collections.abc import Iterator
from typing import Any

import pytest

import open18xx
from open18xx.actions import Action, BuyCompany, BuyTrain, EndGame, Message, Pass, Redo, Undo
from open18xx.observe import Observation
from open18xx.sim import (
    Bot,
    GameFailed,
    GreedyBot,
    RandomBot,
    bots,
    decide,
    factories,
    factory,
    make,
    play,
    register,
    simulate,
)
from tests.scenario import Scenario


class Named(RandomBot):
    """A random bot of another name."""


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(bots, "_registered", {})
    bots._installed.cache_clear()
    yield
    bots._installed.cache_clear()


def test_the_stock_bots_are_there() -> None:
    assert {"random", "greedy"} <= set(factories())
    for code in ("random", "greedy"):
        assert isinstance(make(code, random.Random(1)), Bot)


@pytest.mark.usefixtures("registry")
def test_what_cannot_be_called_is_no_bot() -> None:
    nothing: Any = None
    with pytest.raises(ValueError, match="cannot be"):
        register("nothing-at-all", nothing)
    assert "nothing-at-all" not in factories()


@pytest.mark.usefixtures("registry")
def test_a_bot_is_registered_under_a_code() -> None:
    register("named", Named)
    register("named", Named)
    assert factory("named") is Named
    assert "named" in factories()
    with pytest.raises(ValueError, match="named"):
        register("named", RandomBot)
    with pytest.raises(ValueError, match="random"):
        register("random", Named)
    with pytest.raises(ValueError, match="code"):
        register("a:b", Named)


@pytest.mark.usefixtures("registry")
def test_a_bot_of_another_package_is_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = importlib.metadata.EntryPoint("clever", f"{__name__}:Named", bots.ENTRY_POINTS)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry] if group == bots.ENTRY_POINTS else [])
    assert "clever" in factories()
    assert isinstance(make("clever:passing=2", random.Random(1)), RandomBot)


def test_parameters_are_values() -> None:
    assert bots.parse('greedy:a=1:b=0.5:c=true:d=word:e="1"') == (
        "greedy",
        {"a": 1, "b": 0.5, "c": True, "d": "word", "e": "1"},
    )
    assert bots.split(" random, greedy:caution=2 ") == ("random", "greedy:caution=2")
    assert bots.split(Named) == (Named,)
    assert bots.name_of(Named) == "Named"


class Recorder:
    """Notes what it is shown, and plays at random."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []
        self.inner = RandomBot(random.Random(1))

    def choose(self, view: Observation) -> Action:
        self.seen.append(view)
        return self.inner.choose(view)

    def agrees(self, view: Observation, action: Action) -> bool:
        return self.inner.agrees(view, action)


def test_a_bot_sees_its_own_player_only() -> None:
    game = open18xx.new_game("1846", 3, seed=1)
    recorders = {player: Recorder() for player in game.players}
    play(game, recorders, max_actions=6)
    for player, recorder in recorders.items():
        assert recorder.seen
        assert all(type(view) is Observation and view.player == player for view in recorder.seen)


class Wants:
    """Asks for one thing, and passes once it is declined."""

    def __init__(self, kind: type[Action], price: int) -> None:
        self.kind = kind
        self.price = price
        self.asked = 0

    def choose(self, view: Observation) -> Action:
        for action in view.legal_actions:
            if isinstance(action, self.kind) and action.consent_of:
                self.asked += 1
                wanted = action.at(self.price) if isinstance(action, BuyCompany | BuyTrain) else action
                assert wanted in view.legal_actions
                return wanted
        return view.legal_actions.of(Pass)[0]

    def agrees(self, view: Observation, action: Action) -> bool:
        raise AssertionError("nobody asks the buyer")


def private_for_sale() -> open18xx.Game:
    """NYC of player 1 operates with $100; player 2 owns the Lake Shore Line, list price $40 (1846 facts)."""
    scenario = Scenario("1846", players=3)
    scenario.launched("NYC", president=1, cash=100).private("LSL", 2)
    return scenario.operating("NYC")


def train_for_sale() -> open18xx.Game:
    """NYC of player 1 has $500 and no train; ERIE of player 2 has two 2-trains, whose face costs $80 (card)."""
    scenario = Scenario("1846", players=5)
    scenario.launched("NYC", president=1, cash=500).launched("ERIE", president=2, cash=0, trains=["2", "2"])
    return scenario.operating("NYC", "trains")


@pytest.mark.parametrize(("price", "sold"), [(39, False), (40, True)])
def test_a_private_goes_for_its_list_price(price: int, sold: bool) -> None:
    game = private_for_sale()
    buyer, owner = Wants(BuyCompany, price), RandomBot(random.Random(1))
    action = decide(game, {1: buyer, 2: owner, 3: owner})
    assert isinstance(action, BuyCompany) == sold
    assert buyer.asked == 1


@pytest.mark.parametrize(("price", "sold"), [(79, False), (80, True)])
def test_a_train_goes_for_the_price_of_its_face(price: int, sold: bool) -> None:
    game = train_for_sale()
    owner = GreedyBot(random.Random(1))
    view = game.observe(2)
    for action in game.legal_actions.of(BuyTrain):
        if action.consent_of:
            assert action.consent_of == (2,)
            assert owner.agrees(view, action.at(price)) == sold


def test_a_declined_offer_is_not_legal_when_asked_again() -> None:
    game = private_for_sale()
    views: list[Observation] = []

    class Looks(Wants):
        def choose(self, view: Observation) -> Action:
            views.append(view)
            return super().choose(view)

    decide(game, {1: Looks(BuyCompany, 10), 2: RandomBot(random.Random(1)), 3: RandomBot(random.Random(1))})
    first, second = views
    (offer,) = first.legal_actions.of(BuyCompany)
    assert offer not in second.legal_actions
    assert offer.at(12).to_dict() not in second.legal_actions
    assert not second.legal_actions.of(BuyCompany)
    assert len(second.legal_actions) == len(first.legal_actions) - 1
    refusal = second.legal_actions.explain(offer)
    assert refusal is not None
    assert refusal.reason == "declined"
    assert second.view == first.view
    assert second.turn == first.turn


def test_offering_again_what_was_declined_is_an_error() -> None:
    class Insists(Wants):
        def choose(self, view: Observation) -> Action:
            return BuyCompany(entity="NYC", entity_type="corporation", company="LSL", price=10, consent_of=(2,))

    with pytest.raises(open18xx.IllegalAction, match="declined"):
        decide(
            private_for_sale(),
            {1: Insists(BuyCompany, 10), 2: RandomBot(random.Random(1)), 3: RandomBot(random.Random(1))},
        )


@pytest.mark.parametrize("variant", [None, "2"])
def test_who_consents_does_not_depend_on_what_the_bot_says(variant: str | None) -> None:
    """A buyer that leaves the consent out of its action, or the face, does not get the train for $1."""

    class Steals(Wants):
        def choose(self, view: Observation) -> Action:
            self.asked += 1
            if self.asked > 1:
                return super().choose(view)
            offers = view.legal_actions.of(BuyTrain)
            train = next(action.train for action in offers if action.consent_of)
            return BuyTrain(entity="NYC", entity_type="corporation", train=train, price=1, variant=variant)

    game = train_for_sale()
    owner = RandomBot(random.Random(1))
    buyer = Steals(BuyTrain, 80)
    action = decide(game, {1: buyer, **dict.fromkeys((2, 3, 4, 5), owner)})
    assert isinstance(action, BuyTrain)
    assert (action.price, buyer.asked) == (80, 3)


@pytest.mark.parametrize(
    "action", [Undo(entity=1), Redo(entity=1), EndGame(entity=1), Message(entity=1, message="hello")]
)
def test_a_bot_takes_decisions_and_nothing_else(action: Action) -> None:
    class Meddles(RandomBot):
        def choose(self, view: Observation) -> Action:
            return action

    meddler = Meddles(random.Random(1))
    with pytest.raises(open18xx.IllegalAction, match="no decision"):
        decide(private_for_sale(), {1: meddler, 2: meddler, 3: meddler})
    with pytest.raises(GameFailed, match="no decision"):
        simulate("18MS", Meddles, 1, 1, players=2)


@pytest.mark.parametrize("answer", [None, {"type": "pass", "entity": 1}, "pass"])
def test_a_bot_answers_with_an_action(answer: Any) -> None:
    class Mumbles(RandomBot):
        def choose(self, view: Observation) -> Action:
            chosen: Action = answer
            return chosen

    mumbler = Mumbles(random.Random(1))
    with pytest.raises(open18xx.InvalidAction, match="a bot chooses an action"):
        decide(private_for_sale(), {1: mumbler, 2: mumbler, 3: mumbler})


def test_nobody_is_asked_to_consent_to_what_is_not_legal() -> None:
    class Wonders(RandomBot):
        def choose(self, view: Observation) -> Action:
            return BuyCompany(entity="nobody", entity_type="corporation", company="LSL", price=1, consent_of=(2,))

        def agrees(self, view: Observation, action: Action) -> bool:
            raise AssertionError("this is not legal")

    bot = Wonders(random.Random(1))
    with pytest.raises(open18xx.IllegalAction):
        decide(private_for_sale(), {1: bot, 2: bot, 3: bot})


def test_a_buyer_that_never_gives_up_is_stopped() -> None:
    class Haggles(Wants):
        def choose(self, view: Observation) -> Action:
            self.asked += 1
            train = next(action.train for action in train_for_sale().legal_actions.of(BuyTrain) if action.consent_of)
            return BuyTrain(entity="NYC", entity_type="corporation", train=train, price=self.asked)

    owner = RandomBot(random.Random(1))
    with pytest.raises(open18xx.IllegalAction, match="declined"):
        decide(train_for_sale(), {1: Haggles(BuyTrain, 1), **dict.fromkeys((2, 3, 4, 5), owner)})


def test_greedy_beats_random() -> None:
    """Two against two in six games: by chance alone one of 64 simulations would have greedy win them all."""
    result = simulate("1846", "greedy,random", 6, 1, players=4, jobs=2)
    greedy, other = result.summary.bots["greedy"], result.summary.bots["random"]
    assert greedy.wins == 6
    assert greedy.values.mean > 1.5 * other.values.mean
