"""Field reports about the interface: F134 to F136, F139 and F141."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

import open18xx
from open18xx import Game, IllegalAction, InvalidAction
from open18xx.actions import Action
from open18xx.model.events import Event, Paid, PriceMoved, SharesMoved, TrainBought
from open18xx.model.state import MARKET, UNSOLD
from open18xx.steps.base import owner_of_train
from tests.field.tools import RULEBOOK, SITE, both, dealt, next_train, played, refused, tile
from tests.rules.acts import buy, buy_private, buy_train, cash, par, sell, skip, token
from tests.scenario import Scenario


def test_f134_a_documented_way_in(tmp_path: Path) -> None:
    game = open18xx.new_game("1846", 3, seed=1)
    listed = list(game.legal_actions)
    assert listed and all(isinstance(action, Action) for action in listed)
    events = game.apply(listed[0])
    assert isinstance(events, tuple) and all(isinstance(event, Event) for event in events)
    path = tmp_path / "game.json"
    data = open18xx.dump(game, path)
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(json.dumps(data))
    for source in (path, str(path), path.read_bytes(), data):
        again = open18xx.load(source)
        assert isinstance(again, Game) and again == game
    # The public names are those of the list, each with a word about it; the calls have typed answers.
    assert {"Game", "new_game", "load", "dump", "IllegalAction", "InvalidAction", "LegalActions"} <= set(
        open18xx.__all__
    )
    for name in open18xx.__all__:
        thing = getattr(open18xx, name)
        assert name == "__version__" or (thing.__doc__ or "").strip()
    for call, answer in ((open18xx.new_game, Game), (open18xx.load, Game)):
        assert get_type_hints(call)["return"] is answer


@both
def test_f135_who_is_to_move_and_what_happened(ruleset: str) -> None:
    game = Scenario("1846", 3, ruleset).needs("GT", "NYC").stock(1)
    version = game.version
    events = game.apply(par(1, "GT", 60))
    assert game.version > version
    assert game.turn is not None
    assert (game.turn.kind, game.turn.entity, game.turn.player, game.turn.round) == ("player", 2, 2, "Stock")
    assert game.title == "1846"
    picture = game.snapshot()
    assert (picture["active"], picture["round"], picture["turn"], picture["round_num"]) == (["2"], "Stock", 2, 1)
    assert Paid(0, "GT", 120, "shares") in events
    # As data: every event goes to JSON and back.
    for event in events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
        assert msgspec.to_builtins(event)["event"]
    assert game.events() == events
    # What was undone is told as such, and happened no more.
    assert game.apply({"type": "undo", "entity": 1, "entity_type": "player"}) == ()
    assert game.events() == ()
    assert [(entry.action["type"], entry.cancelled) for entry in game.history(cancelled=True)] == [
        ("par", True),
        ("undo", False),
    ]


def balance(game: Game) -> Counter[str]:
    """All purses of a game, by name; the bank's is "bank"."""
    state = game.state
    purses = {str(seat): row.cash for seat, row in enumerate(state.players)}
    purses |= {sym: row.cash for rows in (state.corporations, state.minors) for sym, row in rows.items()}
    return Counter({**purses, "bank": state.bank})


@pytest.mark.parametrize(
    ("title", "players", "seed", "ruleset"), [("1846", 4, 6, RULEBOOK), ("1846 2p Variant", 2, 2, SITE)]
)
def test_f136_statistics_come_from_events(title: str, players: int, seed: int, ruleset: str) -> None:
    """Every change of money, shares and price is in the events; their sums are the changes of the state."""
    start = open18xx.new_game(title, players, seed=seed, ruleset=ruleset)
    game = played(title, players, seed, ruleset=ruleset)
    money, events = balance(start), game.events()
    assert len(events) > 100
    for event in events:
        if isinstance(event, Paid):
            assert event.amount > 0 and event.reason
            money[str(event.payer)] -= event.amount
            money[str(event.payee)] += event.amount
    assert {who: amount for who, amount in money.items() if amount} == {
        who: amount for who, amount in balance(game).items() if amount
    }
    prices: dict[str, int] = {}
    for event in events:
        if isinstance(event, PriceMoved):
            assert prices.get(event.corporation, event.before) == event.before
            prices[event.corporation] = event.after
    assert prices
    for sym, price in prices.items():
        row = game.state.corporations[sym]
        assert price == (0 if row.closed else game.table().price(sym))
    bought = [event for event in events if isinstance(event, TrainBought)]
    trains = [event for event in events if isinstance(event, Paid) and event.reason == "train"]
    assert [(event.company, event.price) for event in bought] == [(event.payer, event.amount) for event in trains]
    shares: Counter[tuple[str, int]] = Counter()
    for event in events:
        if isinstance(event, SharesMoved):
            shares[event.corporation, event.source] -= event.percent
            shares[event.corporation, event.target] += event.percent
    for sym, row in game.state.corporations.items():
        for holder in (*range(players), MARKET, UNSOLD):
            if not row.closed:
                assert game.table().percent(sym, holder) == shares[sym, holder] + (100 if holder == UNSOLD else 0)


@pytest.mark.parametrize(("title", "players"), [("1846", 3), ("1846", 5), ("1846 2p Variant", 2)])
def test_f139_which_cards_are_in_the_game(title: str, players: int) -> None:
    game = played(title, players, 8, actions=40, ruleset=SITE)
    fresh = open18xx.new_game(title, players, seed=8, ruleset=SITE)
    facts = game.rules
    gone = {*facts.privates, *facts.corporations} - {*fresh.state.privates, *fresh.state.corporations}
    assert gone
    for state in (fresh, game):
        assert set(state.snapshot()["more"]["removed"]) == gone
        for seat in (*state.players, None):
            assert set(state.view(seat)["more"]["removed"]) == gone


def test_f141_lookup_by_id() -> None:
    game = dealt("1846", 4, ["GT", "MAIL"])
    table = game.table()
    assert table.find_corporation("GT").sym == "GT"
    assert table.find_private("MAIL").sym == "MAIL"
    assert game.rules.corporations["GT"].name == "Grand Trunk Railway"
    assert (game.state.board.colour("C15"), game.rules.map.label("C15")) == ("yellow", "Z")
    owner, train = owner_of_train(table, "2-0")
    assert (owner, train.id, train.face) == ("MS", "2-0", "2")
    for missing, field in (
        (lambda: table.find_corporation("XYZ"), "corporation"),
        (lambda: table.find_private("XYZ"), "company"),
        (lambda: owner_of_train(table, "9-9"), "train"),
    ):
        with pytest.raises(InvalidAction) as caught:
            missing()
        assert caught.value.field == field
        assert "XYZ" in str(caught.value) or "9-9" in str(caught.value)


@both
def test_f141_named_errors(ruleset: str) -> None:
    """Each error has a stable code, the rule, and words with the figures concerned; malformed ones name the field."""
    stock = (
        Scenario("1846", 4, ruleset).cash({1: 59}).launched("GT", president=2, par=60, holdings={2: 20, 1: 10}).stock(1)
    )
    turn = (
        Scenario("1846", 4, ruleset)
        .private("MAIL", 2)
        .launched("GT", president=1, cash=30, trains=["2"])
        .operating("GT")
    )
    cases: list[tuple[Game, Action, str, str]] = [
        (stock, buy(1, "GT_2"), "not_enough_cash", "$59"),
        (stock, skip(2), "out_of_turn", "Player 1"),
        (stock, sell(1, "GT_5"), "not_held", "GT_5"),
        (turn, tile(turn, "GT", "F10", "9", 0), "not_connected", "F10"),
        (turn, token(turn, "GT", "I5"), "token_not_connected", "I5"),
        (turn, buy_private("GT", "MAIL", 31), "not_enough_cash", "$30"),
        (turn, buy_private("GT", "MAIL", 81), "private_price", "$80"),
        (turn, buy_train("GT", next_train(turn), 80), "wrong_step", "GT"),
    ]
    for game, action, reason, word in cases:
        error = refused(game, action, reason)
        assert isinstance(error, IllegalAction)
        assert word in error.message
    broken: list[tuple[dict[str, Any], str]] = [
        ({"type": "par", "entity": 1, "entity_type": "player", "corporation": "GT"}, "share_price"),
        (
            {"type": "lay_tile", "entity": "GT", "entity_type": "corporation", "hex": "D6", "tile": 7, "rotation": 0},
            "tile",
        ),
        ({"type": "pass", "entity": 99, "entity_type": "player"}, "entity"),
    ]
    for wire, field in broken:
        with pytest.raises(InvalidAction) as caught:
            stock.apply(wire)
        assert caught.value.field == field
    assert cash(stock, 1) == 59
