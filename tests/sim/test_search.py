"""The searching bot: it knows what its player knows, repeats itself, and beats the greedy one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import open18xx
from open18xx import engine, sim
from open18xx.actions import Action, BuyShares, Dividend, LayTile, Par, Pass
from open18xx.model.table import Table
from open18xx.observe import Observation
from open18xx.sim import SearchBot, make, play_one, simulate
from open18xx.sim.appraise import Appraiser
from open18xx.sim.outlook import Outlook
from open18xx.sim.pilot import Pilot, after
from open18xx.sim.survey import FADING, STOP, Survey, stops_around
from open18xx.titles import titles
from tests.scenario import Scenario


@pytest.fixture
def outlook() -> Outlook:
    return Outlook(Appraiser(), Survey())


class Glass:
    """An observation behind glass: what a bot may ask for, and nothing else."""

    def __init__(self, seen: Observation, rng: random.Random) -> None:
        self.player, self.turn, self.decides, self.rules = seen.player, seen.turn, seen.decides, seen.rules
        self.legal_actions, self.view = tuple(seen.legal_actions), seen.view
        self._game = seen.sample(rng)

    def sample(self, rng: random.Random) -> open18xx.Game:
        return self._game.observe(self.player).sample(rng)


def test_it_is_known_by_its_code() -> None:
    bot = make("search:width=2:depth=1", random.Random(1))
    assert isinstance(bot, SearchBot)
    assert (bot.width, bot.depth) == (2, 1)
    with pytest.raises(ValueError, match="width"):
        make("search:width=0", random.Random(1))


def test_it_repeats_itself() -> None:
    games = [play_one("18MS", "search:width=2,greedy", 4, players=2) for _ in range(2)]
    assert games[0].outcome is not None
    assert games[0].actions == games[1].actions


def test_it_needs_no_more_than_an_observation() -> None:
    """It plays the same from a mere sample of the position."""
    game = open18xx.new_game("18MS", 2, seed=3)
    bots = {player: SearchBot(random.Random(player), width=2) for player in game.players}
    twins = {player: SearchBot(random.Random(player), width=2) for player in game.players}
    decisions = 0
    while game.outcome is None and decisions < 60:
        assert game.turn is not None and game.turn.player is not None
        player = game.turn.player
        seen = game.observe(player)
        glass: Any = Glass(seen, random.Random(5))
        action = bots[player].choose(seen)
        assert twins[player].choose(glass) == action
        game.apply(action)
        decisions += 1


def test_it_beats_greedy() -> None:
    """Over a few games, seats rotated; `benches/search_vs_greedy.py` measures how much."""
    result = simulate("18MS", "search:width=3,greedy,greedy,greedy", 8, 2026, players=4, jobs=2)
    search, greedy = (result.summary.bots[name] for name in ("search:width=3", "greedy"))
    assert search.seats == 8
    assert search.win_rate > greedy.win_rate


def test_it_launches_what_it_can_float() -> None:
    """With $525, six shares at $85 would be $510 and at $90 $540: the dearest par price of 18MS is out of reach."""
    game = open18xx.new_game("18MS", 4, seed=1)
    bots = {player: make("search", random.Random(player)) for player in game.players}
    while True:
        assert game.turn is not None and game.turn.player is not None
        player = game.turn.player
        action = bots[player].choose(game.observe(player))
        if isinstance(action, Par):
            break
        game.apply(action)
    cash = game.snapshot()["players"][str(player)]["cash"]
    assert 6 * int(action.share_price.split(",")[0]) <= cash


@pytest.mark.parametrize("title", [title for title in titles() if title != "1846 2p Variant"])
def test_a_look_leaves_the_position_alone(title: str, outlook: Outlook) -> None:
    game = play_one(title, "random", 3, players=3, max_actions=120)
    table = game.table()
    before = table.state.copy()
    end = Pilot(outlook).fly(Table(table.rules, table.state.copy()), 1, 100)
    assert game.state == before
    if table.state.round.kind in ("Stock", "Operating"):
        assert end.state != before


def test_a_look_ends_with_its_rounds(outlook: Outlook) -> None:
    """From a stock round on: one round ahead ends at the second operating round, two end at the next stock round."""
    game = Scenario("1846", 3).launched("PRR", president=1, cash=200, trains=["2"]).stock()
    table = game.table()
    ends = [Pilot(outlook).fly(Table(table.rules, table.state.copy()), depth, 500).state.round for depth in (1, 2)]
    assert [(row.kind, row.turn, row.number) for row in ends] == [("Operating", 2, 2), ("Stock", 3, 1)]


def test_a_position_after_an_action_is_another(outlook: Outlook) -> None:
    game = Scenario("1846", 3).launched("PRR", president=1, cash=200).cash({1: 300}).stock()
    table = game.table()
    action: Action = game.legal_actions.of(BuyShares)[0]
    position = after(table, action)
    assert position.state.players[0].cash == table.state.players[0].cash - 100
    game.apply(action)
    assert game.state == position.state


def test_the_pilot_withholds_for_a_train_that_lacks(outlook: Outlook) -> None:
    """Its only train has been phased out and makes its last run; the bank asks $450 for the next one."""
    wants = []
    for cash in (0, 500):
        scenario = Scenario("1846", 3).launched("PRR", president=1, cash=cash, trains=["2"]).phase("III")
        game = scenario.depot("5").operating("PRR", "dividend", revenue=60)
        action = Pilot(outlook).choose(game.table())
        assert isinstance(action, Dividend)
        wants.append(action.kind)
    assert wants == ["withhold", "payout"]


def test_a_train_that_lasts_is_worth_more(outlook: Outlook) -> None:
    """To a president with 20 % and an empty treasury, who has to replace a 2 soon, as the first 5 phases it out."""
    values = []
    for train in ("2", "4"):
        scenario = Scenario("1846", 3).launched("PRR", president=1, trains=[train]).phase("II")
        share, shortage = outlook.share(scenario.depot("5").stock().table(), "PRR", 5.0)
        values.append(2 * share - shortage)
    assert values[1] > values[0]


def test_the_president_fears_for_a_train_that_lacks(outlook: Outlook) -> None:
    """Without a train and without money, the president of 1846 has to add what the cheapest train costs: $160."""
    fears = []
    for cash in (0, 160):
        game = Scenario("1846", 3).launched("PRR", president=1, cash=cash).phase("II").depot("4").stock()
        fears.append(outlook.share(game.table(), "PRR", 5.0)[1])
    assert fears == [160, 0]


def test_debts_and_ruin_count(outlook: Outlook) -> None:
    game = Scenario("18MS", 3).cash({1: 600, 2: 600, 3: 600}).debt({2: 40}).stock()
    values = outlook.values(game.table())
    assert values[0] == values[2] == values[1] + 40


def test_the_rounds_of_a_fixed_game_are_counted(outlook: Outlook) -> None:
    """18MS has ten operating rounds; before the third set, four are over."""
    game = Scenario("18MS", 3).launched("GMO", president=1, par=75, cash=500).stock(turn=3)
    assert outlook.rounds_left(game.table()) == 6


def test_track_that_leads_nearer_promises_more() -> None:
    """A lay from the home of L&N towards the next city, against one that points away from it."""
    game = Scenario("18MS", 3).launched("L&N", president=1, par=75, cash=500).operating("L&N", "track")
    table = game.table()
    survey = Survey()
    promises = {}
    for lay in game.legal_actions.of(LayTile):
        board = after(table, lay).state.board
        promises[lay] = survey.promise(table, "L&N", board)
    sights = stops_around(table.rules)
    home = table.rules.corporations["L&N"].home[0].hex
    nearest = next(distance for distance, _, stop in sights[home] if stop != home)
    assert max(promises.values()) == pytest.approx(STOP * FADING ** (nearest - 1))
    assert min(promises.values()) < max(promises.values())


def test_no_title_is_named_in_what_thinks() -> None:
    folder = Path(sim.__file__).parent
    for name in ("appraise", "greedy", "outlook", "pilot", "search", "survey"):
        text = (folder / f"{name}.py").read_text(encoding="utf-8")
        for title in titles():
            assert title not in text, name


def test_a_pilot_always_has_an_answer(outlook: Outlook) -> None:
    """At every decision of a game its choice is legal."""
    game = open18xx.new_game("18Dixie", 3, seed=2)
    bots = {player: make("random", random.Random(player)) for player in game.players}
    pilot = Pilot(outlook)
    for _ in range(250):
        if game.outcome is not None or game.turn is None or game.turn.player is None:
            break
        table = game.table()
        if table.state.round.kind in ("Stock", "Operating"):
            action = pilot.choose(table)
            assert action is not None
            engine.resolve(table, action)
            assert isinstance(action, Pass) or action in game.legal_actions
        game.apply(bots[game.turn.player].choose(game.observe(game.turn.player)))
