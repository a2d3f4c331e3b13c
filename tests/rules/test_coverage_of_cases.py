"""Each numbered edge case of the rules has its test: `python tests/rules/test_coverage_of_cases.py` lists them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
#: Edge cases of section 20, vectors of section 21, rows of section 18.
CASES, VECTORS, DIFFERENCES = range(1, 125), range(1, 9), range(1, 29)


def all_tests() -> list[tuple[str, str]]:
    """File and name of every test of 1846; files of other titles are named after them."""
    found: list[tuple[str, str]] = []
    for path in sorted(HERE.glob("test_*.py")):
        if path.name.startswith("test_18"):
            continue
        nodes = ast.parse(path.read_text(encoding="utf-8")).body
        names = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
        found += [(path.name, name) for name in names if name.startswith("test_")]
    return found


def covered() -> dict[int, list[str]]:
    """Edge case to the tests of its number."""
    found: dict[int, list[str]] = {number: [] for number in CASES}
    for file, name in all_tests():
        match = re.match(r"test_case_(\d{3})_", name)
        if match:
            found[int(match[1])].append(f"{file}::{name}")
    return found


def test_no_edge_case_is_without_test() -> None:
    cases = covered()
    assert sorted(cases) == list(CASES)
    assert [number for number, names in cases.items() if not names] == []


def test_no_name_stands_twice() -> None:
    names = [name for _, name in all_tests()]
    assert len(names) == len(set(names))


def test_every_vector_is_tested() -> None:
    text = (HERE / "test_vectors.py").read_text(encoding="utf-8")
    assert all(f'"21.{number}"' in text or f"vector_21_{number}_" in text for number in VECTORS)


def test_every_difference_is_tested() -> None:
    rows = {int(match[1]) for _, name in all_tests() if (match := re.match(r"test_d(\d+)_", name))}
    assert rows == set(DIFFERENCES)


if __name__ == "__main__":
    for number, names in covered().items():
        print(f"{number:3}  {names[0] if names else 'no test'}")  # noqa: T201
        for name in names[1:]:
            print(f"     {name}")  # noqa: T201
