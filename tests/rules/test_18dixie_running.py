"""18Dixie, edge cases 69 to 86, 165, 166 and 175: runs, dividends, prices."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from open18xx import Game, IllegalAction
from open18xx._core import Train
from open18xx.actions import Dividend, LayTile, RunRoutes
from open18xx.model.state import Marker
from open18xx.model.table import Table
from tests.rules.acts import asked, cash, price, route
from tests.rules.dixie import ability, accepted, dividend, place, refused, revenue, run, scenario, skip, where


def test_case_069_a_city_and_a_town() -> None:
    # Milledgeville H20 lies at edge 3 of Macon.
    position = scenario().launched("CoG", president=1, par=70, trains=["2"]).lay("I19", "57", 0).lay("H20", "4", 0)
    game = position.operating("CoG", "run")
    assert revenue(game, run("CoG", route("2-0", "I19 H20"))) == 30


def line(face: str, tokens: tuple[str, ...] = ()) -> Game:
    """Rome F16 - Atlanta G17 (X10: 2 3 4) - ... Macon I19: towns and cities in a row, IC's 4-train and better.

    H20 (4: 0, 3) town - I19 city (57: 0, 3) - J18 (9) - K17 city (57: 0, 3) - L16 plain - M15.
    """
    return (
        scenario()
        .launched("CoG", president=1, par=70, trains=[face], tokens=tokens)
        .lay("H20", "4", 0)
        .lay("I19", "57", 0)
        .lay("J18", "9", 0)
        .lay("K17", "57", 0)
        .operating("CoG", "run")
    )


def test_case_070_towns_beyond_the_last_city() -> None:
    game = line("4")
    assert revenue(game, run("CoG", route("4-0", "H20 I19", "I19 J18 K17"))) == 10 + 20 + 20
    game = line("2")
    assert revenue(game, run("CoG", route("2-0", "H20 I19", "I19 J18 K17"))) == 50


@pytest.mark.parametrize(
    ("face", "limits", "multiplier"),
    [
        ("6+1", (("co", 6), ("cot", 7)), 1),
        ("7+3", (("co", 7), ("cot", 10)), 1),
        ("2D", (("cot", 2),), 2),
        ("4D", (("cot", 4),), 2),
        ("5D", (("cot", 5),), 2),
        ("1D+1", (("co", 1), ("cot", 2)), 2),
        ("5", (("co", 5),), 1),
    ],
)
def test_cases_071_to_074_the_reach_of_trains(face: str, limits: tuple[tuple[str, int], ...], multiplier: int) -> None:
    facts = line("4").rules.faces[face]
    assert (facts.limits, facts.multiplier) == (limits, multiplier)


def test_case_071_a_town_may_take_a_city_place_but_no_city_that_of_a_town() -> None:
    """The limits of an n+m train with n = 2, m = 1 on H20 (town) - Macon - Albany - L14 (town)."""
    game = (
        scenario()
        .launched("CoG", president=1, par=70, trains=["4"])
        .lay("H20", "4", 0)
        .lay("I19", "57", 0)
        .lay("J18", "9", 0)
        .lay("K17", "57", 0)
        .lay("L16", "8", 1)
        .lay("L14", "4", 1)
        .operating("CoG", "run")
    )
    board, rules = game.state.board, game.rules.run_rules(game.table(), "CoG")
    north, middle, south = ["H20", "I19"], ["I19", "J18", "K17"], ["K17", "L16", "L14"]
    small = Train(limits=(("co", 2), ("cot", 3)))
    assert board.check_run("CoG", [small], [(0, [north, middle], None)], rules).revenue == 50
    with pytest.raises(IllegalAction) as caught:
        board.check_run("CoG", [small], [(0, [north, middle, south], None)], rules)
    assert caught.value.reason == "route_too_long"
    with pytest.raises(IllegalAction):
        board.check_run("CoG", [Train(limits=(("co", 1), ("cot", 3)))], [(0, [middle], None)], rules)


def test_case_072_towns_of_a_permanent_train_are_not_skipped() -> None:
    # C + T <= 2 for a 2D: town, city and city are three stops.
    game = line("2D")
    shape = "2D-0"
    refused(game, run("CoG", route(shape, "H20 I19", "I19 J18 K17")), "4.4.1")
    assert revenue(game, run("CoG", route(shape, "I19 J18 K17"))) == (20 + 20) * 2
    assert revenue(game, run("CoG", route(shape, "H20 I19"))) == (10 + 20) * 2


def test_case_073_a_4d_doubles_every_stop() -> None:
    game = line("4D")
    assert revenue(game, run("CoG", route("2D-0", "H20 I19", "I19 J18 K17"))) == (10 + 20 + 20) * 2


def test_case_073_a_red_place_is_doubled_too() -> None:
    # Knoxville C17 (5: 2, 3) - B16 (8: 3, 5) - Lexington A17, 40 in brown.
    game = (
        scenario()
        .launched("SR", president=1, par=70, trains=["4D"])
        .lay("C17", "5", 2)
        .lay("B16", "8", 3)
        .operating("SR", "run")
    )
    assert revenue(game, run("SR", route("2D-0", "C17 B16 A17"))) == (20 + 40) * 2


def with_1d1() -> Game:
    game = line("4")
    table = Table(game.rules, game.state)
    (card,) = table.state.depot.aside
    table.state.depot = replace(table.state.depot, aside=())
    table.state.put_corporation(replace(table.corporation("CoG"), trains=(card,)))
    return game


def test_case_074_the_1d1() -> None:
    game = with_1d1()
    assert revenue(game, run("CoG", route("1D+1-0", "H20 I19"))) == (10 + 20) * 2
    refused(game, run("CoG", route("1D+1-0", "I19 J18 K17")), "4.4.1")


def blocked() -> Game:
    """Albany K17 is full of IC; behind it lies L16 with M15."""
    return (
        scenario()
        .launched("CoG", president=1, par=70, trains=["4"])
        .launched("IC", president=2, par=65, tokens=["K17"])
        .lay("H20", "4", 0)
        .lay("I19", "57", 0)
        .lay("J18", "9", 0)
        .lay("K17", "57", 0)
        .lay("L16", "8", 1)
        .lay("L14", "4", 1)
        .operating("CoG", "run")
    )


def test_case_075_a_blocked_city_ends_a_route() -> None:
    game = blocked()
    assert revenue(game, run("CoG", route("4-0", "H20 I19", "I19 J18 K17"))) == 50
    refused(game, run("CoG", route("4-0", "I19 J18 K17", "K17 L16 L14")), "4.4e")


def test_case_076_red_places_end_routes() -> None:
    # Knoxville C17 (5: 2, 3) - B16 (8: 3, 5) and B18 (8: 0, 2) - the two arrows of Lexington A17.
    game = (
        scenario()
        .launched("SR", president=1, par=70, trains=["4"])
        .lay("C17", "5", 2)
        .lay("B16", "8", 3)
        .lay("B18", "8", 0)
        .operating("SR", "run")
    )
    assert revenue(game, run("SR", route("4-0", "C17 B16 A17"))) == 20 + 30
    assert revenue(game, run("SR", route("4-0", "A17 B18 C17"))) == 20 + 30
    refused(game, run("SR", route("4-0", "C17 B16 A17", "A17 B18 C17")), "4.4g")


def test_case_077_routes_need_an_own_station() -> None:
    game = (
        scenario()
        .launched("CoG", president=1, par=70, trains=["4", "4"])
        .lay("H20", "4", 0)
        .lay("I19", "57", 0)
        .lay("J18", "9", 0)
        .lay("K17", "57", 0)
        .operating("CoG", "run")
    )
    refused(game, run("CoG", route("4-0", "I19 J18 K17"), route("4-1", "I19 J18 K17")), "4.4j")
    both = run("CoG", route("4-0", "I19 J18 K17"), route("4-1", "H20 I19"))
    assert revenue(game, both) == 40 + 30
    game = (
        scenario()
        .launched("IC", president=1, par=70, trains=["4"])
        .lay("D6", "57", 0)
        .lay("E5", "9", 0)
        .lay("F4", "9", 0)
        .lay("G3", "4", 0)
        .lay("H20", "4", 0)
        .lay("I19", "57", 0)
        .operating("IC", "run")
    )
    refused(game, run("IC", route("4-0", "H20 I19")), "4.4f")


def marked(face: str, owner: str = "CoG") -> Game:
    """P2's marker lies on Albany K17."""
    game = line(face)
    table = Table(game.rules, game.state)
    table.state.put_marker("P2", Marker("P2", owner, "K17"))
    return game


@pytest.mark.parametrize(
    ("face", "owner", "amount"), [("3", "CoG", 20 + 30), ("4D", "CoG", (20 + 30) * 2), ("3", "IC", 40)]
)
def test_case_078_the_marker_of_p2(face: str, owner: str, amount: int) -> None:
    card = "2D-0" if face == "4D" else "3-0"
    assert revenue(marked(face, owner), run("CoG", route(card, "I19 J18 K17"))) == amount


def test_case_079_the_marker_of_p8() -> None:
    # Macon - Milledgeville for CoG, Montgomery - J14 (9: 1, 4) - Columbus for WRA.
    for sym, extra, links, amount in (("CoG", 20, "H20 I19", 30), ("WRA", 30, "J12 J14 J16", 40)):
        game = (
            scenario()
            .launched(sym, president=1, par=70, trains=["3", "3"])
            .launched("L&N", president=2, par=65)
            .private("P8", 1)
            .lay("I19", "57", 0)
            .lay("H20", "4", 0)
            .lay("J14", "9", 1)
            .lay("J16", "57", 1)
            .operating(sym, "run")
        )
        accepted(game, ability("P8", "3-0"))
        assert game.state.privates["P8"].closed
        assert revenue(game, run(sym, route("3-0", links))) == amount + extra
        assert revenue(game, run(sym, route("3-1", links))) == amount
        assert game.state.corporations[sym].trains[0].bound


def test_case_080_minor_13_in_new_orleans() -> None:
    game = scenario().private("13", 1).begins("Operating", 2)
    assert asked(game) == "13"
    while asked(game) == "13" and not game.legal_actions.of(RunRoutes):
        accepted(game, skip("13"))
    before = cash(game, 1)
    best = game.best_run("13")
    assert best.revenue == 60
    accepted(game, game.legal_actions.of(RunRoutes)[0])
    assert (cash(game, 1), cash(game, "13")) == (before + 30, 30)


@pytest.mark.parametrize(("phase", "amount"), [("5", 40), ("6", 70)])
def test_case_081_two_values(phase: str, amount: int) -> None:
    # Jacksonville M25 - L24 Brunswick (57: 2 and 5 are edges to K23 and M25).
    game = (
        scenario()
        .launched("ACL", president=1, par=70, trains=["5"])
        .lay("L24", "57", 2)
        .phase(phase)
        .operating("ACL", "run")
    )
    assert game.rules.map.neighbour("M25", 2) == "L24"
    assert revenue(game, run("ACL", route("5-0", "M25 L24"))) == amount + 20


def paying(sym: str, amount: int, **declared: object) -> Game:
    position = scenario().launched(sym, president=1, par=70, trains=["4"], **declared)  # type: ignore[arg-type]
    return position.operating(sym, "dividend", revenue=amount)


def test_case_082_dividends() -> None:
    game = paying("CoG", 70, holdings={1: 60}, market=30)
    before = cash(game, 1)
    accepted(game, dividend("CoG", "payout"))
    assert (cash(game, 1), cash(game, "CoG")) == (before + 42, 21)
    refused(paying("CoG", 70, holdings={1: 60}), dividend("CoG", "half"), "4.5")


def test_case_083_minors_split() -> None:
    game = scenario().private("13", 1).begins("Operating", 2)
    while not game.legal_actions.of(RunRoutes):
        accepted(game, skip("13"))
    accepted(game, game.legal_actions.of(RunRoutes)[0])
    assert not game.legal_actions.of(Dividend)


@pytest.mark.parametrize(
    ("cell", "what", "after", "dollars"),
    [
        ((4, 8), "payout", (3, 8), 90),
        ((3, 0), "withhold", (4, 0), 40),
        ((6, 0), "withhold", (6, 0), 25),
        ((0, 17), "payout", (0, 18), 300),
        ((1, 6), "payout", (1, 7), 100),
        ((1, 6), "withhold", (1, 5), 80),
    ],
)
def test_cases_084_and_086_moves(cell: tuple[int, int], what: str, after: tuple[int, int], dollars: int) -> None:
    game = paying("CoG", 50, price=cell)
    accepted(game, dividend("CoG", what))
    assert (place(game, "CoG"), price(game, "CoG")) == (after, dollars)


def test_case_085_nothing_earned_is_left() -> None:
    game = scenario().launched("CoG", president=1, par=70, price=(1, 6)).operating("CoG", "run")
    assert place(game, "CoG") == (1, 5)


def test_case_086_the_round_is_finished() -> None:
    game = (
        scenario()
        .launched("CoG", president=1, par=70, price=(0, 17), trains=["4"])
        .launched("IC", president=2, par=65, trains=["4"])
        .operating("CoG", "dividend", turn=4, revenue=50)
    )
    accepted(game, dividend("CoG", "payout"))
    assert game.outcome is None
    while game.outcome is None and where(game) == ("Operating", 4, 1):
        who = asked(game)
        assert who is not None
        accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])
    assert game.outcome is not None
    assert game.outcome.reason == "stock_market"


@pytest.mark.parametrize("held", [False, True])
def test_case_165_the_town_behind_a_full_circle(held: bool) -> None:
    # Jackson J2 - K3 (8: 0, 2) - L2 (8: 3, 5) - M3 (8: 0, 2) - New Orleans N2.
    game = (
        scenario()
        .launched("Fr", president=1, par=70, trains=["4"])
        .lay("K3", "8", 0)
        .lay("L2", "8", 3)
        .lay("M3", "8", 0)
        .operating("Fr", "run")
    )
    if held:
        game.state.edit_board().place_token("13", "N2", 0)
    ends = run("Fr", route("4-0", "J2 K3 L2 M3 N2"))
    goes_on = run("Fr", route("4-0", "J2 K3 L2 M3 N2", "N2", nodes=["J2-0", "N2-0", "N2-1"]))
    assert revenue(game, ends) == 30 + 50
    if held:
        refused(game, goes_on, "4.4e")
    else:
        assert revenue(game, goes_on) == 30 + 50 + 10


def test_case_166_a_train_that_can_run_must() -> None:
    game = line("4")
    refused(game, run("CoG"), "4.4")


def test_case_175_minor_13_and_its_only_way_out() -> None:
    game = scenario().private("13", 1).begins("Operating", 2)
    assert not game.legal_actions.of(LayTile)
    assert game.rules.map.terrain("M3") == ("river", 40)
    while asked(game) != "13" or where(game)[2] == 1:
        who = asked(game)
        assert who is not None
        accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])
    assert cash(game, "13") == 30
    assert not game.legal_actions.of(LayTile)
    while where(game) != ("Operating", 3, 1):
        who = asked(game)
        assert who is not None
        accepted(game, skip(who) if skip(who) in game.legal_actions else game.legal_actions[0])
    assert cash(game, "13") == 60
    lay = game.legal_actions.of(LayTile)[0]
    accepted(game, lay)
    assert (lay.hex, cash(game, "13")) == ("M3", 20)
