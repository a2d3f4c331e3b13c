"""Which test answers which field report: a test carries the number in its name, a script under benches/ in its file's.

Other parts of the suite answer the hidden draft (F138), orders to bots and simulated opponents (F140, F142), and
drawings and views (F144 to F152).
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
BENCHES = HERE.parents[1] / "benches"

REPORTS = range(1, 153)
ELSEWHERE = {138, 140, 142, *range(144, 153)}
#: Reports that only a measurement can answer.
MEASURED = {128, 129, 132}


def answers() -> dict[int, list[str]]:
    """The tests and scripts of each report."""
    found: dict[int, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for number, name in re.findall(r"^def test_f(\d{3})_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(int(number), []).append(f"{path.name}: {name}")
    for path in sorted(BENCHES.glob("f*.py")):
        match = re.match(r"f(\d{3})_", path.name)
        if match:
            found.setdefault(int(match[1]), []).append(f"benches/{path.name}")
    return found


def test_no_report_is_without_an_answer() -> None:
    found = answers()
    missing = set(REPORTS) - set(found) - ELSEWHERE
    assert not missing, f"no test for {sorted(missing)}"
    assert set(found) <= set(REPORTS)


def test_what_others_answer_has_no_test_here() -> None:
    """A report leaves the table when its test is there."""
    assert not set(answers()) & ELSEWHERE


def test_only_measurements_are_left_to_scripts() -> None:
    found = answers()
    scripts = {number for number, names in found.items() if all(name.startswith("benches/") for name in names)}
    assert scripts == MEASURED
