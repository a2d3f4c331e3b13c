"""The invariant checker finds what is wrong, part by part, and random games keep every invariant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

import open18xx
from open18xx import Game
from open18xx.actions import BuyShares
from open18xx.model.state import State
from open18xx.sim import InvariantBroken, broken, check, play_one


@pytest.fixture(scope="module")
def position() -> Game:
    """A random game in its middle, with corporations, trains and track."""
    game = play_one("1846", "random", 11, players=3, max_actions=150)
    check(game, copies=True, actions=True)
    assert game.state.board.laid()
    return game


def spoilt(position: Game, spoil: Callable[[State], None]) -> list[str]:
    """What is found in the position once its state has been spoilt."""
    state = position.state.copy()
    spoil(state)
    return broken(Game(position.rules, state, seed=1))


def launched(state: State) -> str:
    return next(sym for sym, row in state.corporations.items() if row.president is not None)


def more_money(state: State) -> None:
    state.bank += 1


def debt(state: State) -> None:
    state.bank += state.players[0].cash + 5
    state.put_player(0, replace(state.players[0], cash=-5))


def lost_certificate(state: State) -> None:
    sym = launched(state)
    state.put_certificates(sym, {holder: held[1:] for holder, held in state.certificates[sym].items()})


def usurper(state: State) -> None:
    sym = launched(state)
    seat = state.corporations[sym].president
    state.put_corporation(replace(state.corporations[sym], president=((seat or 0) + 1) % 3))


def headless(state: State) -> None:
    sym = launched(state)
    state.put_corporation(replace(state.corporations[sym], president=None, floated=True))


def off_the_market(state: State) -> None:
    cell = next(iter(state.stacks))
    state.put_stack(cell, ())


def lost_train(state: State) -> None:
    state.depot = replace(state.depot, upcoming=state.depot.upcoming[1:])


def doubled_train(state: State) -> None:
    state.depot = replace(state.depot, discarded=(*state.depot.discarded, state.depot.upcoming[0]))


def lost_token(state: State) -> None:
    sym = next(sym for sym, row in state.corporations.items() if row.floated)
    state.edit_board().remove_tokens(sym)


def dead_owner(state: State) -> None:
    seat = next(holder for held in state.certificates.values() for holder in held if holder >= 0)
    state.put_player(seat, replace(state.players[seat], bankrupt=True))


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (more_money, r"\$6501 in the game, not \$6500"),
        (debt, r"has \$-5"),
        (lost_certificate, "certificates of"),
        (usurper, "president"),
        (headless, "no president"),
        (off_the_market, "market"),
        (lost_train, "0 times, not 1"),
        (doubled_train, "2 times, not 1"),
        (lost_token, "tokens on the map"),
        (dead_owner, "bankrupt and holds"),
    ],
)
def test_what_is_wrong_is_found(position: Game, spoil: Callable[[State], None], word: str) -> None:
    faults = "; ".join(spoilt(position, spoil))
    with pytest.raises(InvariantBroken, match=word):
        raise InvariantBroken(faults)


def test_check_raises_with_all_that_is_wrong(position: Game) -> None:
    state = position.state.copy()
    more_money(state)
    lost_train(state)
    with pytest.raises(InvariantBroken, match=r"(?s)\$6501.*0 times"):
        check(Game(position.rules, state, seed=1))


def test_what_is_remembered_wrongly_is_found() -> None:
    """A player who counts as having too many certificates may buy nothing."""
    games = (play_one("1846", "random", 11, players=3, max_actions=count) for count in range(5, 60))
    game = next(game for game in games if game.legal_actions.of(BuyShares, entity_type="player"))
    check(game, copies=True)
    table = game.table()
    seat = table.state.turn.entity
    assert isinstance(seat, int)
    table.holdings.players[seat] = table.certificate_limit(), False
    assert "the legal actions are not those of a state that remembers nothing" in broken(game, copies=True)


@pytest.mark.parametrize("ruleset", ["rulebook", "18xx.games"])
@pytest.mark.parametrize(("title", "players"), [("1846 2p Variant", 2), ("1846", 3), ("1846", 4), ("1846", 5)])
def test_random_games_keep_the_invariants(title: str, players: int, ruleset: str) -> None:
    count = 0

    def look(game: Game, *_: object) -> None:
        nonlocal count
        count += 1
        check(game, copies=count % 10 == 0, actions=count % 40 == 0)

    game = play_one(title, "random", 100 + players, players=players, ruleset=ruleset, watch=look)
    assert game.outcome is not None
    assert open18xx.load(open18xx.dump(game)) == game
