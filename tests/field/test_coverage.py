"""Which test answers which field report: a test carries the number in its name, a script under benches/ in its file's.

Reports that wait for a title; their tests come with it:

| reports | title | subject |
| --- | --- | --- |
| F82 to F85 | 18Dixie | preferred shares, P5 and P6, one purchase a turn, merger |
| F86 to F90 | 18Dixie | obsolete 5-Trains, forced purchase, first order, broken bank, Augusta |

Reports of several titles have their parts of 1846, 18GA and 18MS here, and the rest waits likewise: F97 (18Dixie), F109
(the core counts as 18Dixie does).

Other parts of the suite answer the hidden draft (F138), orders to bots and simulated opponents (F140, F142), and
drawings and views (F144 to F152).
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
BENCHES = HERE.parents[1] / "benches"

REPORTS = range(1, 153)
WAITING = {
    "18Dixie": {*range(82, 91)},
}
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
    waiting = set().union(*WAITING.values())
    missing = set(REPORTS) - set(found) - waiting - ELSEWHERE
    assert not missing, f"no test for {sorted(missing)}"
    assert set(found) <= set(REPORTS)


def test_what_waits_has_no_answer_yet() -> None:
    """A report leaves the table when its test is there."""
    found = answers()
    early = {number for numbers in WAITING.values() for number in numbers if number in found}
    assert not early, f"these no longer wait: {sorted(early)}"
    assert not set(found) & ELSEWHERE


def test_only_measurements_are_left_to_scripts() -> None:
    found = answers()
    scripts = {number for number, names in found.items() if all(name.startswith("benches/") for name in names)}
    assert scripts == MEASURED
