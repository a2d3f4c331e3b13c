"""18Dixie: each edge case of section 17 has its test, each refusal its section."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import open18xx
from tests.rules.test_citations import RUST, reasons_of, reasons_of_the_core, sources_of

HERE = Path(__file__).parent
#: Edge cases of section 17.
CASES = range(1, 176)

#: Reasons of shared steps behind parameters that 18Dixie does not set, and those of the format of actions.
ELSEWHERE = {
    **dict.fromkeys(("already_joined", "cannot_join", "cities_not_joined", "lays_not_joined"), "LayPower(joined=...)"),
    **dict.fromkeys(("second_lay_first", "second_lay_same_hex", "track_not_continued"), "LayPower(lays=2)"),
    **dict.fromkeys(("forced_issue_price", "forced_issue_shares", "forced_issue_size", "smaller_issue"), "ForcedIssue"),
    **dict.fromkeys(("issue_first", "no_forced_issue", "train_first"), "ForcedIssue"),
    **dict.fromkeys(("issue_for_nothing", "issue_limit", "issue_not_first", "issue_too_late"), "IssueOrRedeem"),
    **dict.fromkeys(("issued_already", "own_shares_only", "president_not_issued"), "IssueOrRedeem"),
    **dict.fromkeys(("marker_after_run", "marker_company", "marker_fixed"), "MarkerPower(moves=True)"),
    **dict.fromkeys(("marker_moved", "marker_unchanged"), "MarkerPower(moves=True)"),
    **dict.fromkeys(("no_president_no_sale", "president_split"), "no corporation loses its president"),
    **dict.fromkeys(("sale_at_least_price",), "ForcedSale(least_price=...)"),
    **dict.fromkeys(("help_for_cheapest", "in_debt", "last_train"), "BuyTrains(help_for='cheapest', loans=...)"),
    **dict.fromkeys(("private_closed", "private_phase"), "privates are not sold to corporations"),
    **dict.fromkeys(("route_group_twice", "sell_after_buy"), "groups of stops, SellShareBlock()"),
    **dict.fromkeys(("declined", "no_such_action", "nothing_to_redo", "nothing_to_undo"), "format"),
}


def numbers() -> set[int]:
    """The edge cases that the names of tests here give, alone or as a range."""
    found: set[int] = set()
    for path in sorted(HERE.glob("test_18dixie_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (match := re.match(r"test_case_(\d{3})_", node.name)):
                found.add(int(match[1]))
            elif isinstance(node, ast.FunctionDef) and (
                match := re.match(r"test_cases_(\d{3})_(to|and)_(\d{3})_", node.name)
            ):
                first, last = int(match[1]), int(match[3])
                found.update(range(first, last + 1) if match[2] == "to" else (first, last))
    return found


def test_no_edge_case_of_18dixie_is_without_test() -> None:
    assert sorted(numbers()) == list(CASES)


def test_every_reason_of_18dixie_has_its_citation() -> None:
    citations = open18xx.new_game("18Dixie", 3).rules.citations
    raised = set().union(*(reasons_of(path) for path in sources_of("18Dixie", 3)))
    if RUST.exists():
        raised |= reasons_of_the_core()
        assert sorted({key.split()[0] for key in citations} - raised) == []
    assert sorted(raised - citations.keys() - ELSEWHERE.keys()) == []
    assert citations.keys().isdisjoint(ELSEWHERE)
    assert all(cited.startswith("18Dixie ") for cited in citations.values())
