"""Write `positions.json`: the track, tokens and trains of demanding recorded positions, with their proven optima.

usage: python record_positions.py FIXTURES   the folder of recorded games, one subfolder a title

The figures stand in the table below; they were proved by other means than this engine. Only the positions come from the
games.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import open18xx
from open18xx.steps.run_trains import ready_trains

POSITIONS = Path(__file__).with_name("positions.json")

#: Folder, game, id of the run, company, dollars of the recorded run, dollars of the best one.
TABLE = (
    ("1846", "1846_game_end_reason_all_closed", 550, "IC", 690, 690),
    ("1846", "1846_game_end_reason_all_closed", 584, "IC", 740, 740),
    ("1846", "1846_game_end_reason_all_closed", 589, "IC", 760, 760),
    ("1846", "1846_game_end_reason_all_closed", 345, "GT", 520, 610),
    ("1846", "10264", 291, "IC", 480, 750),
    ("1846", "10264", 347, "IC", 640, 720),
    ("1846", "10264", 303, "B&O", 570, 600),
    ("1846", "10264", 366, "B&O", 670, 740),
    ("1846", "10264", 525, "B&O", 590, 610),
    ("1846", "19962", 181, "IC", 550, 550),
    ("1846", "19962", 306, "PRR", 720, 720),
    ("1846-2p", "18462pVariant_game_end_bank", 257, "NYC", 710, 710),
    ("1846-2p", "18462pVariant_game_end_bank", 364, "PRR", 730, 730),
    ("1846-2p", "11098", 306, "NYC", 700, 740),
)


def before(fixtures: Path, folder: str, name: str, action_id: int) -> tuple[open18xx.Game, dict[str, Any]]:
    """A recorded game as it stood before the action with this id, and that action."""
    trace = json.loads((fixtures / folder / f"{name}.json").read_text())
    actions = trace["actions"]
    index = next(number for number, action in enumerate(actions) if action["id"] == action_id)
    head = {key: trace[key] for key in ("title", "players", "settings")}
    return open18xx.load({**head, "actions": actions[:index]}), actions[index]


def position(game: open18xx.Game, action: dict[str, Any], company: str) -> dict[str, Any]:
    """What the best run of a company depends on, and the run that was made."""
    table = game.table()
    board = game.state.board
    ready = ready_trains(table, company)
    ids = [train.id for train in ready]
    amounts = {
        sym: power["hexes"] for sym, powers in _components()["powers"].items() for power in powers if "hexes" in power
    }
    markers = [marker for marker in game.state.markers.values() if marker.company == company and marker.hex]
    mail = any(private.sym == "MAIL" for private in table.held_privates(company))
    return {
        "trains": [train.face for train in ready],
        "colours": list(table.phase.colours),
        "once": [[marker.hex, amounts[marker.private][marker.hex]] for marker in markers],
        "mail": 10 if mail else 0,
        "laid": sorted([hex_id, tile, rotation] for hex_id, tile, _, rotation in board.laid()),
        "tokens": sorted([sym, hex_id, city, slot] for sym, hex_id, city, slot in board.all_tokens()),
        "routes": [
            [ids.index(route["train"]), route["connections"], _nodes(route.get("nodes"))] for route in action["routes"]
        ],
    }


def _components() -> dict[str, Any]:
    """The faces of trains, the marker amounts and the east-west figures of 1846."""
    box = json.loads((Path(open18xx.__file__).parent / "titles" / "t1846" / "components.json").read_text())
    return {
        "faces": {
            face["name"]: {key: face[key] for key in ("limits", "pay", "counted_token") if key in face}
            for train in box["trains"]
            for face in train["faces"]
        },
        "powers": {
            row["sym"]: [power for power in row["powers"] if power["kind"] == "marker"] for row in box["privates"]
        },
        "east_west": [box["east_west"]["east"], box["east_west"]["west"]],
    }


def _nodes(nodes: list[str] | None) -> list[list[str | int]] | None:
    if nodes is None:
        return None
    return [[hex_id, int(part)] for hex_id, _, part in (node.rpartition("-") for node in nodes)]


def main(fixtures: Path) -> None:
    """Write the file."""
    rows = []
    for folder, name, action_id, company, recorded, optimum in TABLE:
        game, action = before(fixtures, folder, name, action_id)
        row = {"game": f"{folder}/{name}", "action": action_id, "company": company}
        rows.append(row | {"recorded": recorded, "optimum": optimum} | position(game, action, company))
    box = _components()
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    head = json.dumps({"faces": box["faces"], "east_west": box["east_west"]})[:-1]
    POSITIONS.write_text(f'{head}, "positions": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main(Path(sys.argv[1]))
