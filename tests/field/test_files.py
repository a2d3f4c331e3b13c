"""Field reports about files: F110, F111 and F118 to F122, F125 and F126."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import open18xx
from open18xx import IllegalAction, InvalidAction, ReplayError
from open18xx.model.state import MARKET, UNSOLD
from tests.field.tools import RULEBOOK, SITE, both, played, refused
from tests.rules.acts import accepted, buy, buy_train, cash, dividend, par, percent, president, price, sell, skip
from tests.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Mapping

    from open18xx import Game

#: The card list of the draft and the groups of which some leave the game, in the order of the rules (1846 3.4).
CARDS = ("MS", "BIG4", "C&WI", "MAIL", "TBC", "MPC", "SC", "LSL", "MC", "O&I", "BT", "LM")
ORANGE, BLUE, GREEN = ("LSL", "MC", "O&I", "LM"), ("SC", "MPC", "TBC", "BT"), ("C&O", "ERIE", "PRR")


def site_file(game: Game) -> dict[str, Any]:
    """The game as that site would have written it."""
    data = open18xx.dump(game)
    settings = {key: value for key, value in data["settings"].items() if key != "open18xx"}
    return {**data, "settings": settings}


def plain_setup(players: int, seed: float) -> tuple[list[str], set[str], float]:
    """Deck, leavers and last draw by the text of the rules (1846 3): draws, shuffles, and who leaves."""
    state = seed % 2**31

    def shuffle(items: tuple[str, ...]) -> list[str]:
        nonlocal state
        draws = []
        for _ in items:
            state = (1103515245 * state + 12345) % 2**31
            draws.append(state)
        return [item for _, item in sorted(zip(draws, items, strict=True))]

    deck = shuffle((*CARDS, *(f"Pass ({number})" for number in range(1, players + 1))))
    spare = 5 - players
    gone = {*shuffle(ORANGE)[: spare + 1], *shuffle(BLUE)[: spare + 1], *shuffle(GREEN)[:spare]}
    return [card for card in deck if card not in gone], gone, state


def seated(count: int, **more: Any) -> dict[str, Any]:
    """A file without actions; players have names only."""
    return {"title": "1846", "players": [{"name": f"player {seat}"} for seat in range(count)], "actions": [], **more}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    ("seed", "file"),
    [
        (1, {"id": 77, "settings": {"seed": 1}}),
        (3.26e38, {"id": 77, "settings": {"seed": 3.26e38}}),
        (1716866882, {"id": "hs_abcdefgh_1716866882", "settings": {"seed": ""}}),
        (1716866882, {"id": "hs_abcdefgh_1716866882", "settings": {}}),
        (1716866882, {"id": "hs_abcdefgh_1716866882"}),
        (10264, {"id": 10264, "settings": {"seed": None}}),
    ],
)
def test_f110_old_files_and_the_random_generator(players: int, seed: float, file: dict[str, Any]) -> None:
    game = open18xx.load(seated(players, **file))
    deck, gone, state = plain_setup(players, seed)
    assert game.players == tuple(f"player {seat}" for seat in range(players))
    assert list(game.state.deck) == deck
    left = {*game.state.privates, *game.state.corporations}
    assert gone == {*CARDS, *GREEN} - left
    assert game.state.rng == state


def test_f110_first_draws() -> None:
    """The figures of the rules (1846 3.1, 3.2, 21.1)."""
    assert plain_setup(3, 1)[2] == 1969681615
    state, draws = 3.26e38 % 2**31, []
    for _ in range(4):
        draws.append(state)
        state = (1103515245 * state + 12345) % 2**31
    assert draws == [0.0, 12345.0, 1406932606.0, 654583808.0]


def test_f111_optional_rules_is_null() -> None:
    game = played("1846", 3, 4, actions=60, ruleset=SITE)
    data = site_file(game)
    absent: list[list[str] | None] = [None, []]
    for rules in absent:
        again = open18xx.load({**data, "settings": {**data["settings"], "optional_rules": rules}})
        assert again == game
        assert again.optional_rules == ()


def test_f118_games_frozen_to_a_version() -> None:
    """A file says what it was played by; a reader plays that, or says that it cannot."""
    odd = {"boomtown_price": 40, "track_order": "any"}
    game = open18xx.new_game("1846", 4, seed=3, options=odd)
    data = json.loads(json.dumps(open18xx.dump(game)))
    own = data["settings"]["open18xx"]
    assert data["title"] == "1846"
    assert (own["version"], own["ruleset"]) == (open18xx.__version__, RULEBOOK)
    # Every option is written, so that another default tomorrow changes nothing.
    assert own["options"] == game.options
    assert {name: own["options"][name] for name in odd} == odd
    assert open18xx.load(data) == game
    other = {**own["options"], "issue_moves_price": not own["options"]["issue_moves_price"]}
    again = open18xx.load({**data, "settings": {**data["settings"], "open18xx": {**own, "options": other}}})
    assert again.options == other
    for part, value in (
        ("ruleset", "third edition"),
        ("options", {"issue_moves_price": "sometimes"}),
        ("options", {"x": 1}),
    ):
        with pytest.raises(ValueError, match="1846"):
            open18xx.load({**data, "settings": {**data["settings"], "open18xx": {**own, part: value}}})


def renamed(data: dict[str, Any], ids: Mapping[int, int | str | None], game_id: int | str) -> dict[str, Any]:
    """The same file with other ids; None: the player has a name only."""

    def entity(action: dict[str, Any]) -> dict[str, Any]:
        if action.get("entity_type") == "player":
            known = ids[action["entity"]]
            return {**action, "entity": f"Player {action['entity']}" if known is None else known}
        return action

    players = [
        {"name": row["name"]} if ids[row["id"]] is None else {"id": ids[row["id"]], "name": row["name"]}
        for row in data["players"]
    ]
    return {**data, "id": game_id, "players": players, "actions": [entity(action) for action in data["actions"]]}


def test_f119_ids_of_many_shapes() -> None:
    game = played("1846 2p Variant", 2, 1, ruleset=SITE)
    assert game.outcome is not None
    data = site_file(game)
    figures = list(game.outcome.scores.values())
    shapes: list[tuple[dict[int, int | str | None], int | str]] = [
        ({1: 1, 2: 2}, 1234),
        ({1: 4711, 2: 15}, 1234),
        ({1: "anna", 2: "bert"}, "hs_abcdefgh_1600037415"),
        ({1: None, 2: None}, "hs_abcdefgh_1600037415"),
    ]
    for ids, game_id in shapes:
        other = open18xx.load(renamed(data, ids, game_id))
        assert other.outcome is not None
        assert list(other.outcome.scores.values()) == figures
        assert (other.outcome.reason, other.state.board, other.state.bank) == (
            game.outcome.reason,
            game.state.board,
            game.state.bank,
        )
        # The result of a file has text keys, whatever the ids are.
        result = open18xx.dump(other)["result"]
        assert result == {str(player): score for player, score in other.outcome.scores.items()}
        assert list(result.values()) == figures


def drafted() -> Game:
    """Three players, seed 1; everyone has kept the first card offered (1846 21.8), so player 1 has paid 60."""
    game = open18xx.new_game("1846", 3, seed=1, ruleset=SITE)
    while game.state.round.kind == "Draft":
        assert game.turn is not None
        game.apply(
            {
                "type": "bid",
                "entity": game.turn.entity,
                "entity_type": "player",
                "company": game.state.deck[0],
                "price": 0,
            }
        )
    assert cash(game, 1) == 340
    return game


def test_f120_old_files_with_illegal_moves() -> None:
    game = drafted()
    game.apply(par(1, "GT", 40))
    for share in range(1, 5):
        game.apply(skip(2))
        game.apply(skip(3))
        game.apply(buy(1, f"GT_{share}"))
    game.apply(skip(2))
    game.apply(skip(3))
    assert percent(game, "GT", 1) == 60
    data = site_file(game)
    number = len(data["actions"])
    for action, reason in (
        (buy(1, "GT_5"), "holding_limit"),
        (dividend("GT", "payout"), "out_of_turn"),
        (skip(2), "out_of_turn"),
        (skip("GT"), "out_of_turn"),
    ):
        bad = {**action.to_dict(), "id": number + 1}
        good = {**skip(1).to_dict(), "id": number + 2}
        with pytest.raises(ReplayError) as caught:
            open18xx.load({**data, "actions": [*data["actions"], bad, good]})
        error = caught.value
        assert (error.index, error.action, error.game) == (number, bad, game)
        cause = error.__cause__
        assert isinstance(cause, IllegalAction)
        assert cause.reason == reason
        assert cause.rule is not None and cause.rule.startswith("1846")
        assert f"action {number}" in str(error)
    # The entity counts, not who clicked.
    clicked = [{**action, "user": 3} for action in data["actions"]]
    assert open18xx.load({**data, "actions": clicked}) == game


@both
def test_f121_the_certificate_that_is_named_moves(ruleset: str) -> None:
    scenario = Scenario("1846", 4, ruleset).launched("GT", president=1, market=[5, 7], cash=11)
    game = scenario.stock(2)
    for index, receiver in ((7, "bank"), (5, "bank"), (1, "GT"), (8, "GT")):
        for recorded in (False, True):
            twin = game.copy()
            bank = twin.state.bank
            twin.apply(buy(2, f"GT_{index}"), recorded=recorded)
            assert twin.table().certificates("GT", 1) == (index,)
            assert index not in twin.table().certificates("GT", MARKET) + twin.table().certificates("GT", UNSOLD)
            gained = (twin.state.bank - bank, cash(twin, "GT") - 11)
            assert gained == ((100, 0) if receiver == "bank" else (0, 100))


@both
def test_f122_part_of_a_presidents_certificate(ruleset: str) -> None:
    game = Scenario("1846", 4, ruleset).launched("GT", president=1, holdings={1: 20, 2: 20}).stock(1)
    accepted(game, sell(1, "GT_0", percent=10))
    assert (cash(game, 1), price(game, "GT"), president(game, "GT")) == (400 + 100, 90, 2)
    assert [percent(game, "GT", seat) for seat in (1, 2)] == [10, 20]
    table = game.table()
    assert table.certificates("GT", 1) == (0,)
    # Player 2 gave 1 and 2 to the market, of which the first came back to the seller.
    assert (table.certificates("GT", 0), table.certificates("GT", MARKET)) == ((1,), (2,))


def replay_error(data: dict[str, Any]) -> ReplayError | None:
    """Where a file stops fitting."""
    try:
        open18xx.load(data)
    except ReplayError as error:
        return error
    return None


def test_f125_a_broken_game() -> None:
    game = played("1846", 3, 6, actions=120, ruleset=SITE)
    data = site_file(game)
    actions = data["actions"]
    text = json.dumps({**data, "actions": actions})
    last = text.index(json.dumps(actions[-1]))
    for end in range(last, len(text)):
        with pytest.raises(InvalidAction) as broken:
            open18xx.load(text[:end])
        assert broken.value.field == "file"
    unknown = {"type": "fly_to_the_moon", "entity": 1, "entity_type": "player", "id": 500}
    with pytest.raises(ReplayError) as caught:
        open18xx.load({**data, "actions": [*actions[:50], unknown, *actions[50:]]})
    assert (caught.value.index, caught.value.action) == (50, unknown)
    assert isinstance(caught.value.__cause__, InvalidAction)
    assert caught.value.__cause__.field == "type"
    refusals = 0
    for index in range(0, len(actions) - 1, 4):
        twice = [*actions[: index + 1], *actions[index:]]
        swapped = [*actions[:index], actions[index + 1], actions[index], *actions[index + 2 :]]
        for spoilt in (twice, swapped):
            error = replay_error({**data, "actions": spoilt})
            if error is not None:
                refusals += 1
                # The game stands as it was before the action that does not fit.
                assert error.index >= index
                assert error.action == spoilt[error.index]
                assert error.game == open18xx.load({**data, "actions": spoilt[: error.index]})
    assert refusals > len(actions) // 4


def test_f126_a_game_ended_by_hand() -> None:
    game = drafted()
    game.apply(par(1, "GT", 40))
    worth = {1: 340 - 80 + 80, 2: cash(game, 2), 3: cash(game, 3)}
    for seat in (2, 3):
        for private in game.table().held_privates(seat - 1):
            worth[seat] += game.rules.privates[private.sym].price
    worth[1] += 60
    game.apply({"type": "end_game", "entity": 2, "entity_type": "player", "id": 99})
    assert game.turn is None
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.scores) == ("manually_ended", worth)
    assert (game.log[-1]["type"], game.log[-1]["entity"]) == ("end_game", 2)
    assert open18xx.load(site_file(game)) == game
    for action in (skip(2), buy(2, "GT_1"), {"type": "end_game", "entity": 1, "entity_type": "player"}):
        refused(game, action, "game_over")
    assert buy_train("GT", "2-2", 80) not in game.legal_actions
