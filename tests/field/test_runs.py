"""Field reports about what a run earns: F49 to F56, F100, F102, F103, F105, F106 and F108."""

from __future__ import annotations

import itertools
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

import open18xx
from open18xx import IllegalAction, InvalidAction
from open18xx._core import Board, Map, RunRules, Train
from open18xx.actions import RunRoutes
from tests.field.tools import RULEBOOK, SITE, both, mover, next_train, quiet, refused, train_ids, where
from tests.rules.acts import (
    accepted,
    assign,
    booked,
    buy_private,
    buy_train,
    cash,
    dividend,
    route,
    run,
    shown,
    skip,
    step,
)
from tests.scenario import Scenario

if TYPE_CHECKING:
    from open18xx import Game

#: The hexes around B4, by its edges.
AROUND = ("C3", "B2", "A3", "A5", "B6", "C5")
#: From Chicago Connections over city 2 of Chicago to Detroit, past Toledo.
WEST = ("C5 D6", "D6 D8 D10 D12 C13 C15")


@cache
def track() -> dict[str, Any]:
    """The map and tiles of 1846."""
    path = Path(open18xx.__file__).parent / "titles" / "t1846" / "track.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def lakes(ruleset: str, *, through_toledo: bool = False, sarnia: bool = False, strict: bool = False) -> Scenario:
    """Green Chicago and Detroit, joined; Detroit is joined with Windsor and Port Huron.

    `through_toledo`: the line goes by Toledo instead of past it; `sarnia`: Port Huron is joined with Sarnia;
    `strict`: only the best run is accepted.
    """
    scenario = Scenario("1846", 4, ruleset, {"strict_routes": strict}).lay("D6", "298", 0).lay("C15", "294", 0)
    scenario.lay("D8", "9", 1).lay("D10", "9", 1)
    if through_toledo:
        scenario.lay("D12", "9", 1).lay("D14", "6", 1)
    else:
        scenario.lay("D12", "8", 1).lay("C13", "8", 4)
    return scenario.lay("B16", "6", 4) if sarnia else scenario.lay("B16", "5", 0)


@both
def test_f049_which_stops_of_a_3_5_count(ruleset: str) -> None:
    scenario = lakes(ruleset).phase("II").launched("IC", president=1, trains=["3/5"], tokens=["C15"])
    game = scenario.operating("IC", "run")
    train = train_ids(game, "IC")[0]
    links = (*WEST, "C15 B16")
    # 20 + 40 + 50 + 20 are visited, the best three of them counted with the token in Detroit.
    refused(game, run("IC", route(train, *links, revenue=20 + 50 + 20)), "stated_revenue")
    accepted(game, run("IC", route(train, *links, revenue=40 + 50 + 20)))


@both
def test_f050_east_west_only_when_both_ends_are_counted(ruleset: str) -> None:
    scenario = lakes(ruleset).phase("II").launched("IC", president=1, trains=["3/5"], tokens=["C15"])
    game = scenario.operating("IC", "run")
    train = train_ids(game, "IC")[0]
    best = game.best_run("IC")
    assert best.revenue == 20 + 40 + 50 + (50 + 30)
    paid = {stop[0]: stop[4] for stop in best.routes[0].stops}
    assert paid == {"C5": 20, "D6": 0, "C15": 50, "C17": 40}
    # With Chicago counted instead of its Connections there would be 40 + 50 + 40 and no bonus.
    refused(game, run("IC", route(train, *WEST, "C15 C17", revenue=130)), "stated_revenue")
    accepted(game, run("IC", route(train, *WEST, "C15 C17", revenue=190)))


@pytest.mark.parametrize(("ruleset", "small", "large"), [(SITE, 50, 60), (RULEBOOK, 30, 40)])
def test_f051_mail_for_stops_that_are_not_counted(ruleset: str, small: int, large: int) -> None:
    scenario = lakes(ruleset, sarnia=True).phase("II").private("MAIL", "IC")
    game = scenario.launched("IC", president=1, trains=["3/5"], tokens=["C15"]).operating("IC", "run")
    # Counted are Connections 20, Detroit 50, Sarnia 30 and the bonus 50 + 20; visited five stops, three of them cities.
    past = (*WEST, "C15 B16", "B16 B18")
    accepted(game, run("IC", route(train_ids(game, "IC")[0], *past, revenue=170 + small)))
    scenario = lakes(ruleset, through_toledo=True, sarnia=True).phase("II").private("MAIL", "IC").phase("III")
    game = scenario.launched("IC", president=1, trains=["4/6"], tokens=["C15"]).operating("IC", "run")
    assert game.state.privates["MAIL"].owner == "IC"
    # Counted: 40, Detroit 50, Chicago 40, Sarnia 50 and the bonus 70; visited six stops, four of them cities.
    links = ("C5 D6", "D6 D8 D10 D12 D14", "D14 C15", "C15 B16", "B16 B18")
    accepted(game, run("IC", route(train_ids(game, "IC")[0], *links, revenue=250 + large)))


@both
def test_f052_a_private_bought_during_the_run_counts(ruleset: str) -> None:
    scenario = lakes(ruleset).phase("II").private("MAIL", 2)
    game = scenario.launched("IC", president=1, cash=10, trains=["2"], tokens=["C15"]).operating("IC", "run")
    train = train_ids(game, "IC")[0]
    before = game.best_run("IC").revenue
    accepted(game, buy_private("IC", "MAIL", 1))
    assert step(game) == "run"
    # Detroit and Port Huron: two cities, 20 in either profile. The best run has Windsor, no city, at 40 + 50.
    assert before == 90
    refused(game, run("IC", route(train, "C15 B16", revenue=70)), "stated_revenue")
    accepted(game, run("IC", route(train, "C15 B16", revenue=70 + 20)))


@both
def test_f053_same_hexes_different_chicago_city(ruleset: str) -> None:
    # C5 - D6 is a segment of each of the four cities; the one that holds the token is meant.
    scenario = Scenario("1846", 4, ruleset).phase("II").lay("D6", "298", 0)
    game = scenario.launched("IC", president=1, trains=["2"], tokens=[("D6", 2)]).operating("IC", "run")
    two = train_ids(game, "IC")[0]
    accepted(game.copy(), run("IC", route(two, "C5 D6", revenue=60)))
    accepted(game.copy(), run("IC", route(two, "C5 D6", nodes=["C5-0", "D6-2"], revenue=60)))
    # With the token elsewhere only the city that chains on will do.
    scenario = lakes(ruleset).phase("II").launched("IC", president=1, trains=["3/5"], tokens=["C15"])
    game = scenario.operating("IC", "run")
    long = train_ids(game, "IC")[0]
    accepted(game.copy(), run("IC", route(long, *WEST)))
    accepted(game.copy(), run("IC", route(long, *WEST, nodes=["C5-0", "D6-2", "C15-0"])))
    refused(game, run("IC", route(long, "C5 D6")), "route_no_token")
    # Where two cities fit, both with a token, the named one counts, and without names the first by number.
    board, rules = game.state.board.copy(), game.rules.run_rules(game.table(), "IC")
    for city in (1, 3):
        board.place_token("IC", "D6", city)
    for nodes, chosen in ((None, 1), ([("C5", 0), ("D6", 1)], 1), ([("C5", 0), ("D6", 3)], 3)):
        done = board.check_run("IC", [game.rules.route_trains["2"]], [(0, [["C5", "D6"]], nodes)], rules)
        assert [stop[2] for stop in done.routes[0].stops if stop[0] == "D6"] == [chosen]


@both
def test_f054_one_hexside_two_uses(ruleset: str) -> None:
    # City 2 leads to Detroit, city 3 to Indianapolis; both lead to the Connections over the same side.
    scenario = lakes(ruleset).phase("II").lay("G9", "15", 5).lay("F8", "9", 2).lay("E7", "9", 2)
    scenario.launched("IC", president=1, trains=["3/5", "3/5"], tokens=["C15", "G9"])
    game = scenario.operating("IC", "run")
    one, other = train_ids(game, "IC")
    south = ("C5 D6", "D6 E7 F8 G9")
    accepted(game.copy(), run("IC", route(one, *WEST)))
    accepted(game.copy(), run("IC", route(other, *south)))
    refused(game, run("IC", route(one, *WEST), route(other, *south)), "track_used_twice")
    # One route out of Dayton and back over the side to F14, whose switch leads to Cleveland and on to Homewood.
    scenario = Scenario("1846", 4, ruleset).phase("II").lay("G13", "57", 0).lay("F14", "23", 0).lay("E15", "8", 4)
    scenario.lay("E17", "291", 0).lay("F16", "9", 1).lay("F18", "9", 1)
    scenario.launched("PRR", president=1, trains=["3/5"])
    game = scenario.operating("PRR", "run")
    train = train_ids(game, "PRR")[0]
    first, second = "E17 E15 F14 G13", "G13 F14 F16 F18 F20"
    accepted(game.copy(), run("PRR", route(train, second)))
    refused(game, run("PRR", route(train, first, second)), "track_used_twice")


@both
@pytest.mark.parametrize("port_first", [True, False])
def test_f055_a_players_steamboat(ruleset: str, port_first: bool) -> None:
    # Detroit and Toledo are joined by C13.
    scenario = Scenario("1846", 4, ruleset).lay("D14", "57", 2).lay("C13", "7", 4)
    scenario.private("SC", 1).private("MS", 2).launched("GT", president=3, cash=100)
    game = scenario.begins("Operating", 2)
    assert game.turn is not None and (game.turn.entity, game.turn.player) == ("SC", 1)
    port, company = assign("SC", "D14"), assign("SC", "MS")
    first, second = (port, company) if port_first else (company, port)
    accepted(game, first)
    refused(game, assign("SC", "C5") if port_first else assign("SC", "GT"), "marker_moved")
    accepted(game, second)
    # Both choices are made: the first minor is to move, and nothing may be changed in this round.
    assert mover(game) == "MS"
    for change in (assign("SC", "C5"), assign("SC", "GT")):
        refused(game, change, "power_not_owned", "out_of_turn", "wrong_step")
    accepted(game, skip("MS"))
    accepted(game, run("MS", route("2-0", "C15 C13 D14", revenue=40 + 20 + 20)))
    assert mover(game) == "GT"
    for change in (assign("SC", "C5"), assign("SC", "GT")):
        refused(game, change, "power_not_owned", "out_of_turn", "wrong_step", "marker_company")


@both
def test_f056_meat_packing_marker(ruleset: str) -> None:
    # Two trains of IC both count Chicago: city 2 to Detroit 50, and city 3 to Indianapolis 30.
    for phase, trains, chicago, bonus in (("II", "2", 40, 30), ("III", "5", 70, 30), ("IV", "5", 70, 0)):
        scenario = lakes(ruleset).phase(phase).lay("G9", "15", 5).lay("F8", "9", 2).lay("E7", "9", 2)
        if chicago == 70:
            scenario.lay("D6", "299", 0)
        scenario.private("MPC", "IC", used=("marker",), hex="D6", company="IC")
        game = scenario.launched("IC", president=1, trains=[trains] * 2, tokens=["C15", "G9"]).operating("IC", "run")
        one, other = train_ids(game, "IC")
        ways = (
            route(one, "D6 D8 D10 D12 C13 C15", revenue=chicago + 50 + bonus),
            route(other, "D6 E7 F8 G9", revenue=chicago + 30 + bonus),
        )
        accepted(game, run("IC", *ways))
    # Through a purchase: the first rank 5 train leaves the marker, the first rank 6 train takes it.
    scenario = Scenario("1846", 4, ruleset).phase("II").depot("5").private("MPC", "IC")
    game = scenario.launched("IC", president=1, cash=2000).operating("IC")
    placed = game.copy()
    accepted(placed, assign("MPC", "D6"))
    for twin, hex_id in ((game, None), (placed, "D6")):
        quiet(twin, lambda now: step(now) == "trains")
        accepted(twin, buy_train("IC", next_train(twin), 500, "5"))
        assert twin.state.privates["MPC"].closed
        # Not placed when the private closes: lost.
        assert twin.state.markers["MPC"].hex == hex_id
        refused(twin, assign("MPC", "I1"), "power_not_owned")
    for phase, hex_id in (("III", "D6"), ("IV", None)):
        scenario = Scenario("1846", 4, ruleset).phase(phase)
        scenario.private("MPC", "IC", used=("marker",), hex="D6", company="IC")
        game = scenario.depot("6").launched("IC", president=1, cash=900).operating("IC", "trains")
        assert game.state.markers["MPC"].hex == hex_id
        accepted(game, buy_train("IC", next_train(game), 800, "6"))
        assert game.state.markers["MPC"].hex is None


@both
def test_f100_earlier_routes_are_not_locked_in(ruleset: str) -> None:
    # The 2-train ran Detroit - Windsor in the last round, for its best; the 3/5 needs Windsor for the bonus.
    scenario = lakes(ruleset).phase("II").launched("IC", president=1, cash=0, trains=["2"], tokens=["C15"])
    scenario.launched("GT", president=2, cash=500, trains=["3/5"])
    game = scenario.operating("IC", "run")
    two = train_ids(game, "IC")[0]
    assert [stop[0] for stop in game.best_run("IC").routes[0].stops] in (["C15", "C17"], ["C17", "C15"])
    accepted(game, game.best_run("IC").action)
    accepted(game, dividend("IC", "withhold"))
    assert cash(game, "IC") == 90
    accepted(game, buy_train("IC", train_ids(game, "GT")[0], 1))
    quiet(game, lambda now: where(now)[2] == 2 and (mover(now), step(now)) == ("IC", "run"))
    best = game.best_run("IC")
    # 3/5: 20 + 40 + 50 + 80 by Windsor; 2: Detroit 50 and Port Huron 20. With Windsor kept for the 2: 90 + 110 only.
    assert (best.revenue, best.optimal) == (190 + 70, True)
    ways = {way.train: {stop[0] for stop in way.stops} for way in best.routes}
    assert ways[two] == {"C15", "B16"}
    assert shown(game, "IC") == ["2", "3/5"]

    # Only if the caller says so the 2-train keeps Windsor; the answer names the condition.
    (earlier,) = (route for action in game.actions if isinstance(action, RunRoutes) for route in action.routes)
    kept = game.best_run("IC", fixed=[earlier])
    assert (kept.fixed, kept.revenue, kept.optimal) == ((two,), 90 + 110, True)
    ways = {way.train: {stop[0] for stop in way.stops} for way in kept.routes}
    assert ways[two] == {"C15", "C17"}
    assert (kept.action in game.legal_actions) is not game.options["strict_routes"]
    three = next(train for train in ways if train != two)
    twice = replace(earlier, train=three, connections=earlier.connections * 2)
    with pytest.raises(IllegalAction) as caught:
        game.best_run("IC", fixed=[twice])
    assert caught.value.reason == "track_used_twice"
    assert game.best_run("IC", fixed=(route for route in [earlier])) == kept
    wrongs: tuple[Any, ...] = (kept.routes[0], replace(earlier, train=5), replace(earlier, connections=None))
    for wrong in wrongs:
        with pytest.raises(InvalidAction):
            game.best_run("IC", fixed=[wrong])
    for unknown in (replace(earlier, train="6-99"), replace(earlier, connections=(("C15", "Z99"),))):
        with pytest.raises(InvalidAction, match=r"6-99|Z99"):
            game.best_run("IC", fixed=[unknown])


@both
def test_between_operating_rounds_all_trains_count(ruleset: str) -> None:
    for others, kind, revenue in (((), "Stock", 90), (("GT",), "Operating", 0)):
        scenario = lakes(ruleset).phase("II").launched("IC", president=1, cash=0, trains=["2"], tokens=["C15"])
        for sym in others:
            scenario.launched(sym, president=2, cash=500)
        game = scenario.operating("IC", "run")
        accepted(game, game.best_run("IC").action)
        accepted(game, dividend("IC", "withhold"))
        quiet(game, lambda now: mover(now) != "IC")
        # Detroit and Windsor, as in the round before; as long as that lasts the train has run.
        assert where(game)[0] == kind
        assert (game.best_run("IC").revenue, game.best_run("IC").optimal) == (revenue, True)


def line(ruleset: str) -> Game:
    """Indianapolis - Dayton - Columbus: PRR in Indianapolis, Dayton full of a foreign token."""
    scenario = Scenario("1846", 4, ruleset).phase("II")
    scenario.lay("G9", "14", 0).lay("G11", "9", 1).lay("G13", "57", 1).lay("G15", "57", 1)
    scenario.launched("NYC", president=2, par=40, tokens=["G13"])
    return scenario.launched("PRR", president=1, trains=["4"], tokens=["G9"]).operating("PRR", "run")


@both
def test_f102_legality_does_not_depend_on_direction(ruleset: str) -> None:
    game = line(ruleset)
    train = train_ids(game, "PRR")[0]
    near, far = ["G9", "G11", "G13"], ["G13", "G15"]
    for first, second in itertools.permutations((near, far)):
        for one, other in itertools.product((first, first[::-1]), (second, second[::-1])):
            wanted = run("PRR", route(train, " ".join(one), " ".join(other)))
            refused(game, wanted, "route_blocked")
    for way in (near, near[::-1]):
        accepted(game.copy(), run("PRR", route(train, " ".join(way), revenue=30 + 20)))


@both
def test_f103_two_ways_between_the_same_two_stops(ruleset: str) -> None:
    # Dayton and Columbus are neighbours, and joined over F14, too.
    scenario = Scenario("1846", 4, ruleset).lay("G13", "5", 3).lay("G15", "5", 1).lay("F14", "7", 5)
    game = scenario.launched("PRR", president=1, trains=["2", "2"], tokens=["G13"]).operating("PRR", "run")
    one, other = train_ids(game, "PRR")
    direct, around = "G13 G15", "G13 F14 G15"
    assert game.best_run("PRR").revenue == 2 * (20 + 20)
    for first, second in ((direct, around), (around, direct)):
        accepted(game.copy(), run("PRR", route(one, first, revenue=40), route(other, second, revenue=40)))
    for way in (direct, around):
        refused(game, run("PRR", route(one, way), route(other, way)), "track_used_twice")
    refused(game, run("PRR", route(one, "G13 H14 G15")), "route_unknown_track")


def ring(number: str, rotation: int) -> Board:
    """One tile within six cities, each joined with it and with its two neighbours; PRR stands in all of them."""
    paths = next(piece["paths"] for piece in track()["tiles"] if piece["id"] == number)
    turned = [[(int(end) + rotation) % 6 for end in path.split("-")] for path in paths]
    city = {"slots": 1, "revenue": 10, "part": 0}
    hexes: list[dict[str, Any]] = [{"id": "B4", "wire": "B4-0", "colour": "gray"}]
    hexes[0]["paths"] = [f"{one}-{other}" for one, other in turned]
    for edge, name in enumerate(AROUND):
        towards = ((edge + 3) % 6, (edge + 2) % 6, (edge + 4) % 6)
        ways = [f"{side}-c0" for side in towards]
        hexes.append({"id": name, "wire": f"{name}-0", "colour": "gray", "cities": [city], "paths": ways})
    board = Board(Map(json.dumps({"layout": "pointy", "companies": ["PRR"], "hexes": hexes, "tiles": []})))
    for name in AROUND:
        board.place_token("PRR", name, 0)
    return board


@pytest.mark.parametrize(
    ("number", "rotation", "apart", "switch"),
    [
        # 43: 0-3 0-2 1-3 1-2; 44: 0-3 1-4 0-1 3-4; 47: 0-3 1-4 1-3 0-4. Two pieces apart, and two from the same side.
        ("43", 0, ((0, 3), (2, 1)), ((3, 0), (0, 2))),
        ("44", 0, ((0, 3), (4, 1)), ((0, 3), (3, 4))),
        ("47", 0, ((0, 3), (4, 1)), ((4, 1), (1, 3))),
        ("47", 2, ((2, 5), (0, 3)), ((0, 3), (3, 5))),
    ],
)
def test_f105_two_separate_tracks_on_one_tile(number: str, rotation: int, apart: Any, switch: Any) -> None:
    board = ring(number, rotation)
    rules = RunRules(colours=("yellow",))
    trains = [Train(limits=[("cot", 2)]), Train(limits=[("cot", 2)]), Train(limits=[("cot", 6)])]
    pieces = {pair: [AROUND[pair[0]], "B4", AROUND[pair[1]]] for pair in (*apart, *switch)}
    for piece in pieces.values():
        assert board.check_run("PRR", trains, [(0, [piece], None)], rules).revenue == 20
    # Two routes.
    assert (
        board.check_run("PRR", trains, [(0, [pieces[apart[0]]], None), (1, [pieces[apart[1]]], None)], rules).revenue
        == 40
    )
    with pytest.raises(IllegalAction) as caught:
        board.check_run("PRR", trains, [(0, [pieces[switch[0]]], None), (1, [pieces[switch[1]]], None)], rules)
    assert caught.value.reason == "track_used_twice"
    # Two parts of one route: over the tile, on to the neighbouring city, and over the tile again.
    between = [AROUND[apart[0][1]], AROUND[apart[1][0]]]
    whole = (2, [pieces[apart[0]], between, pieces[apart[1]]], None)
    assert board.check_run("PRR", trains, [whole], rules).revenue == 40
    with pytest.raises(IllegalAction) as caught:
        board.check_run("PRR", trains, [(2, [pieces[switch[0]], pieces[switch[1]]], None)], rules)
    assert caught.value.reason == "track_used_twice"


@both
def test_f106_the_stated_revenue_is_not_believed(ruleset: str) -> None:
    scenario = lakes(ruleset, sarnia=True).phase("II").launched("NYC", president=2, par=40, trains=["2"])
    scenario.launched("IC", president=1, trains=["2", "4"], tokens=["C15"])
    game = scenario.operating("IC", "run")
    two, four = train_ids(game, "IC")
    foreign = train_ids(game, "NYC")[0]
    honest = run("IC", route(two, "C15 C17", revenue=90))
    bad = {
        "stated_revenue": run("IC", route(two, "C15 C17", revenue=100)),
        "route_group_twice": run("IC", route(four, "B18 B16", "B16 C15", "C15 C17", revenue=140)),
        "not_its_train": run("IC", route(foreign, "C15 C17", revenue=90)),
        "route_no_token": run("IC", route(two, "B18 B16", revenue=50)),
        "train_used_twice": run("IC", route(two, "C15 C17"), route(two, "C15 B16")),
    }
    for reason, action in bad.items():
        refused(game, action, reason)
    refused(game, {**honest.to_dict(), "extra_revenue": 10}, "extra_revenue")
    # In a replay of a site file the stored figure is used, with a warning where it differs.
    replay = game.copy()
    booked(replay, bad["stated_revenue"])
    accepted(replay, dividend("IC", "withhold"))
    assert cash(replay, "IC") == 100
    game.apply(honest, recorded=True)
    assert game.report == ()


@both
def test_f108_nobody_checks_that_the_run_is_the_best(ruleset: str) -> None:
    for strict in (False, True):
        scenario = lakes(ruleset, strict=strict).phase("II")
        game = scenario.launched("IC", president=1, trains=["2"], tokens=["C15"]).operating("IC", "run")
        train = train_ids(game, "IC")[0]
        # Windsor 40 against Port Huron 20, each with Detroit 50.
        worse = run("IC", route(train, "C15 B16", revenue=70))
        if strict:
            error = refused(game, worse, "not_the_best_run")
            assert "$90" in error.message
        else:
            accepted(game.copy(), worse)
        accepted(game, run("IC", route(train, "C15 C17", revenue=90)))
    game = Scenario("1846", 4, ruleset).stock(1)
    assert game.options["strict_routes"] is False
