"""18GA, sections 1, 12 and 13: what is in the box in each edition."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from open18xx import _core
from tests.rules.ga import (
    PORT,
    RULEBOOK,
    SITE,
    both,
    new,
)

#: Tiles as hex, number and rotation.
Lays: TypeAlias = tuple[tuple[str, str, int], ...]

#: The lists of section 13, as number of pieces by tile; those of one city carry an a on the wire.
V1 = {
    "3": 3,
    "4": 3,
    "5": 2,
    "6": 2,
    "7": 5,
    "8": 11,
    "9": 10,
    "57": 4,
    "58": 3,
    "451a": 1,
    "14": 4,
    "15": 4,
    "16": 1,
    "17": 1,
    "19": 1,
    "20": 1,
    "23": 4,
    "24": 4,
    "25": 1,
    "26": 1,
    "27": 1,
    "28": 2,
    "29": 2,
    "141": 2,
    "142": 2,
    "143": 2,
    "452a": 1,
    "453a": 1,
    "454a": 1,
    "39": 2,
    "40": 1,
    "41": 3,
    "42": 3,
    "43": 2,
    "44": 1,
    "45": 2,
    "46": 2,
    "47": 2,
    "63": 4,
    "70": 1,
    "455a": 1,
    "456a": 1,
    "457a": 1,
    "458a": 1,
    "459a": 1,
}
DIXIE = {
    "3": 5,
    "4": 7,
    "5": 9,
    "6": 10,
    "7": 6,
    "8": 29,
    "9": 30,
    "57": 10,
    "58": 9,
    "451a": 1,
    "14": 6,
    "15": 8,
    "16": 3,
    "17": 1,
    "18": 1,
    "19": 3,
    "20": 3,
    "23": 13,
    "24": 13,
    "25": 5,
    "26": 3,
    "27": 3,
    "28": 4,
    "29": 4,
    "87": 3,
    "88": 3,
    "141": 2,
    "142": 2,
    "143": 4,
    "204": 2,
    "619": 6,
    "452a": 1,
    "453a": 1,
    "39": 2,
    "40": 2,
    "41": 4,
    "42": 4,
    "43": 3,
    "44": 2,
    "45": 3,
    "46": 3,
    "47": 3,
    "63": 12,
    "70": 3,
    "455a": 1,
    "456a": 1,
    "457a": 1,
    "458a": 1,
}
#: Cost of the first tile by hex (1.5), on the map of 2015; version 1 has $40 on the river of columns 2 and 3.
COSTS = {
    **dict.fromkeys(("C5", "E3", "E7", "F2", "F8", "F14", "G3", "G9", "H2", "H10", "H12", "I3"), 20),
    **dict.fromkeys(("F12", "J10"), 40),
    **dict.fromkeys(("B2", "B6", "B8", "C1"), 60),
}
RIVER = ("E3", "F2", "G3", "H2", "I3")
#: Red and gray places: values before and after the first 5-Train, and where their track leads to.
PLACES = {
    "A3": ((30, 60), {"B2", "B4"}),
    "B10": ((30, 40), {"B8", "C9"}),
    "E15": ((30, 60), {"E13", "F14"}),
    "J12": ((30, 60), {"I11", "J10"}),
    "G13": ((30, 60), {"F12", "F14", "G11", "H12"}),
    "E1": ((30, 40), {"D2", "E3", "F2"}),
    "J4": ((20, 50), {"I3", "I5", "J6"}),
}
#: Profile, optional rules and options of each edition, its list of tiles and its costs.
EDITIONS: dict[str, tuple[str, tuple[str, ...], dict[str, Any], dict[str, int], dict[str, int]]] = {
    "2015": (RULEBOOK, (), {}, DIXIE, COSTS),
    "version 1": (
        RULEBOOK,
        ("edition_v1",),
        {},
        V1,
        {hex_id: 40 if hex_id in RIVER else cost for hex_id, cost in COSTS.items() if hex_id != "F14"},
    ),
    "site": (SITE, (), {}, V1, {hex_id: cost for hex_id, cost in COSTS.items() if hex_id not in ("F14", "G3")}),
    "site, 2015": (
        SITE,
        ("cotton_port",),
        {},
        V1,
        {hex_id: cost for hex_id, cost in COSTS.items() if hex_id != "G3"},
    ),
    "site, other tiles": (
        SITE,
        (),
        {"tile_set": "18dixie"},
        DIXIE,
        {hex_id: cost for hex_id, cost in COSTS.items() if hex_id not in ("F14", "G3")},
    ),
    "2015, old tiles": (RULEBOOK, (), {"tile_set": "v1"}, V1, COSTS),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tiles_of_an_edition(edition: str) -> None:
    ruleset, rules, options, tiles, _ = EDITIONS[edition]
    track = new(ruleset, optional_rules=rules, **options).rules.map
    assert {number: track.count(number) for number in track.tiles} == tiles


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_costs_of_an_edition(edition: str) -> None:
    ruleset, rules, options, _, costs = EDITIONS[edition]
    track = new(ruleset, optional_rules=rules, **options).rules.map
    found = {hex_id: terrain for hex_id in track.hexes if (terrain := track.terrain(hex_id)) is not None}
    assert found == {hex_id: ("water", cost) for hex_id, cost in costs.items()}


def values(ruleset: str, phase: str, lays: Lays, sym: str, hex_id: str) -> dict[str, int]:
    """What the two stops of the best run of a 2-Train pay, with a station of a major in the first city of a hex."""
    rules = new(ruleset, optional_rules=PORT[ruleset]).rules
    board = new(ruleset, optional_rules=PORT[ruleset]).state.board.copy()
    for where_, number, rotation in lays:
        board.lay(where_, number, 0, rotation)
    if (hex_id, 0) not in board.tokens(sym):
        board.place_token(sym, hex_id, 0)
    colours = rules.phases[rules.phase_index[phase]].colours
    best = board.best_run(sym, [_core.Train(limits=[("co", 2)])], _core.RunRules(colours=colours))
    return {stop[0]: stop[4] for stop in best.routes[0].stops}


#: A line to each place: tiles, a major and the city of its station.
LINES: dict[str, tuple[Lays, str, str]] = {
    "A3": ((("C3", "57", 0), ("B4", "8", 0)), "W&A", "C3"),
    "B10": ((("D10", "57", 2), ("C9", "8", 3)), "GA", "D10"),
    "E15": ((("D10", "57", 2), ("E11", "8", 2), ("E13", "9", 1)), "GA", "D10"),
    "J12": ((("I11", "57", 2),), "SAL", "I11"),
    "G13": ((("I11", "57", 0), ("H12", "9", 0)), "SAL", "I11"),
    "E1": ((("C3", "57", 0), ("D2", "9", 0)), "W&A", "C3"),
    "J4": ((("H4", "57", 0), ("I3", "8", 3)), "G&F", "H4"),
}


@both
@pytest.mark.parametrize("place", PLACES)
def test_values_of_red_and_gray_places(ruleset: str, place: str) -> None:
    (low, high), _ = PLACES[place]
    for phase in ("2", "3", "4", "5", "6", "8"):
        found = values(ruleset, phase, *LINES[place])
        assert found[place] == (high if phase in ("5", "6", "8") else low), phase
        assert found[LINES[place][2]] == 20


@both
@pytest.mark.parametrize("place", PLACES)
def test_sides_of_red_and_gray_places(ruleset: str, place: str) -> None:
    board = new(ruleset, optional_rules=PORT[ruleset]).state.board
    met = set()
    for edge in range(6):
        hex_id = board.map.neighbour(place, edge)
        if hex_id is None or board.map.colour(hex_id) != "white":
            continue
        rules = _core.LayRules(colours=["yellow"], connection="none", hexes=[hex_id])
        if any((edge + 3) % 6 in board.map.exits(lay[1], lay[3]) for lay in board.lays(None, rules)):
            met.add(hex_id)
    assert met == PLACES[place][1]


#: Dollars of a city by hex and tile (1.5), with the tile that leads on to another stop.
CITIES = [
    *(
        ("CoG", "F6", number, rotation, amount, ("E7", "4", 0))
        for number, rotation, amount in (("57", 0, 20), ("14", 0, 30), ("458a", 1, 50))
    ),
    *(
        ("GA", "D10", number, rotation, amount, ("C9", "8", 3))
        for number, rotation, amount in (("57", 2, 20), ("453a", 0, 40), ("456a", 0, 50))
    ),
    *(
        ("SAL", "I11", number, rotation, amount, None)
        for number, rotation, amount in (("57", 2, 20), ("14", 2, 30), ("457a", 1, 40))
    ),
    *(
        ("W&A", "C3", number, rotation, amount, ("D2", "9", 0))
        for number, rotation, amount in (("57", 0, 20), ("14", 0, 30), ("63", 0, 40))
    ),
    *(
        ("W&A", "D4", number, 0, amount, ("E3", "8", 1))
        for number, amount in (("451a", 30), ("452a", 20), ("455a", 70))
    ),
]


@both
@pytest.mark.parametrize(("sym", "hex_id", "number", "rotation", "amount", "further"), CITIES)
def test_what_a_city_earns(
    ruleset: str, sym: str, hex_id: str, number: str, rotation: int, amount: int, further: tuple[str, str, int] | None
) -> None:
    lays = ((hex_id, number, rotation), *(() if further is None else (further,)))
    found = values(ruleset, "2", lays, sym, hex_id)
    assert found[hex_id] == amount
    # Milledgeville is a town of $10, the other places are those above.
    assert {"E7": 10, "B10": 30, "J12": 30, "E1": 30}[
        next(other for other in found if other != hex_id)
    ] in found.values()


@both
def test_majors_and_privates_of_the_tables(ruleset: str) -> None:
    rules = new(ruleset, optional_rules=PORT[ruleset]).rules
    homes = {sym: [home.hex for home in facts.home] for sym, facts in rules.corporations.items()}
    assert homes == {
        "ACL": ["J12"],
        "CoG": ["F6"],
        "GA": ["D10", "E15"],
        "G&F": ["H4"],
        "SAL": ["G13"],
        "W&A": ["D4"],
    }
    tokens = {sym: facts.tokens for sym, facts in rules.corporations.items()}
    assert tokens == {
        "ACL": (0, 40, 100, 100),
        "CoG": (0, 40, 100, 100),
        "GA": (0, 0, 40, 100),
        "G&F": (0, 40),
        "SAL": (0, 40, 100),
        "W&A": (0, 40),
    }
    privates = {sym: (facts.price, facts.income) for sym, facts in rules.privates.items()}
    assert privates == {"LTR": (20, 5), "MRC": (40, 10), "W&SR": (70, 15), "OSR": (100, 20), "M&BR": (150, 25)}
    trains = {rank: (facts.count, facts.faces[0].price) for rank, facts in rules.trains.items()}
    # The sixth 2-Train is that of the Ocilla Southern.
    assert trains == {"2": (6, 100), "3": (4, 180), "4": (3, 300), "5": (2, 450), "6": (2, 630), "8": (5, 800)}
    limits = {phase.name: (phase.train_limit, phase.bank_trains, phase.operating_rounds) for phase in rules.phases}
    assert limits == {
        "2": (4, 1, 1),
        "3": (4, 1, 2),
        "4": (3, None, 2),
        "5": (2, None, 3),
        "6": (2, None, 3),
        "8": (2, None, 3),
    }
    assert {players: new(ruleset, players).table().certificate_limit() for players in (3, 4, 5)} == {
        3: 15,
        4: 12,
        5: 10,
    }


@both
def test_the_chart(ruleset: str) -> None:
    market = new(ruleset).rules.market
    rows = [
        "60   70   80   90  100  110p 120  135  150  170  190  210  230  250  275  300e",
        "55   60   70   80   90p 100  110  120  135  150  170  190  210  230  250",
        "50y  55   60   70p  80   90  100  110  120  135  150  170  190",
        "45y  50y  55p  60   70   80   90  100  110  120  135",
        "40y  45y  50y  55   60   70   80   90",
        "35y  40y  45y  50y  55y",
        "30y  35y  40y  45y  50y",
    ]
    assert [" ".join(row.split()) for row in rows] == list(market.rows)
    assert market.par_cells == {110: (0, 5), 90: (1, 4), 70: (2, 3), 55: (3, 2)}
    # At the end of its row a token goes up, in column 0 down.
    assert (market.right((4, 7)), market.right((0, 15)), market.left((0, 0)), market.left((6, 0))) == (
        (3, 7),
        (0, 15),
        (1, 0),
        (6, 0),
    )
