"""18MS: each edge case of section 11 and each row of section 9 has its test, each refusal its section."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import open18xx
from tests.rules.test_citations import RUST, reasons_of, reasons_of_the_core, sources_of

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared"
#: Edge cases of section 11, rows of section 9.
CASES, DIFFERENCES = range(1, 80), range(1, 34)

#: Reasons of shared steps behind parameters that 18MS does not set, and those of the format of actions.
ELSEWHERE = {
    **dict.fromkeys(("already_joined", "cannot_join", "cities_not_joined", "lays_not_joined"), "LayPower(joined=...)"),
    **dict.fromkeys(("second_lay_first", "second_lay_same_hex"), "LayPower(joined=...)"),
    **dict.fromkeys(("forced_issue_price", "forced_issue_shares", "forced_issue_size", "smaller_issue"), "ForcedIssue"),
    **dict.fromkeys(("issue_first", "no_forced_issue", "train_first"), "ForcedIssue"),
    **dict.fromkeys(("issue_for_nothing", "issue_limit", "issue_not_first", "issue_too_late"), "IssueOrRedeem"),
    **dict.fromkeys(("issued_already", "own_shares_only", "president_not_issued"), "IssueOrRedeem"),
    **dict.fromkeys(("marker_after_run", "marker_company", "marker_fixed", "marker_hex"), "MarkerPower"),
    **dict.fromkeys(("marker_moved", "marker_unchanged"), "MarkerPower"),
    **dict.fromkeys(("closed", "no_president", "no_president_no_sale"), "no corporation closes or loses its president"),
    **dict.fromkeys(("sale_at_least_price", "second_block"), "ForcedSale(least_price=..., once=True)"),
    **dict.fromkeys(("last_train", "minors_train", "wrong_company"), "BuyTrains(keep_last_train=True), minors"),
    **dict.fromkeys(("sale_before_operating", "sell_after_buy"), "SaleRules(after_operating=True), SellShareBlock()"),
    **dict.fromkeys(("minor_not_for_sale", "must_run", "preferred_box"), "minors, RunTrains(must_run=True)"),
    **dict.fromkeys(("train_obsolete", "discard_obsolete"), "no train is phased out, none is discarded"),
    "draft_first_pass": "ChoosePrivate(each=None)",
    "help_for_cheapest": "BuyTrains(help_for='cheapest')",
    "lay_after_upgrade": "LayTrack(order='yellow_first')",
    "not_insolvent": "bankruptcy",
    "private_phase": "PhaseTerms",
    "route_group_twice": "groups of stops",
    **dict.fromkeys(("declined", "no_such_action", "not_a_decision", "nothing_to_redo", "nothing_to_undo"), "format"),
}


def names() -> list[str]:
    """Every test of this title here."""
    found: list[str] = []
    for path in sorted(HERE.glob("test_18ms_*.py")):
        nodes = ast.parse(path.read_text(encoding="utf-8")).body
        found += [node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return found


def test_no_edge_case_of_18ms_is_without_test() -> None:
    numbers = {int(match[1]) for name in names() if (match := re.match(r"test_case_(\d{3})_", name))}
    assert sorted(numbers) == list(CASES)


def test_every_difference_of_18ms_is_tested() -> None:
    numbers = {int(match[1]) for name in names() if (match := re.match(r"test_m(\d{2})_", name))}
    assert sorted(numbers) == list(DIFFERENCES)


def test_every_reason_of_18ms_has_its_citation() -> None:
    citations = open18xx.new_game("18MS", 3).rules.citations
    raised = set().union(*(reasons_of(path) for path in sources_of("18MS", 3)))
    # Policies of the title's own folder, and of the windows that its steps are given.
    raised |= set().union(*(reasons_of(path) for path in Path(open18xx.__file__).parent.glob("titles/t18ms/*.py")))
    if RUST.exists():
        raised |= reasons_of_the_core()
        assert sorted({key.split()[0] for key in citations} - raised) == []
    assert sorted(raised - citations.keys() - ELSEWHERE.keys()) == []
    assert citations.keys().isdisjoint(ELSEWHERE)


@pytest.mark.skipif(not SHARED.exists(), reason="the rulebooks are not at hand")
def test_citations_of_18ms_name_sections_of_the_rulebook() -> None:
    (book,) = (SHARED / "seeds").glob("000_*.txt")
    text = book.read_text(encoding="utf-8")
    text = text[text.rindex("18MS: The Railroads Come to") :]
    headings = set(re.findall(r"^(\d+(?:\.\d+)*) [A-Z]", text, re.MULTILINE))
    assert {"3.1", "4.2.1", "4.2.5.1", "4.2.5.2"} <= headings
    for reason, cited in open18xx.new_game("18MS", 3).rules.citations.items():
        for section in cited.removeprefix("18MS ").split(", "):
            table = re.fullmatch(r"10\.(I|II|III(?:\.[1-5])?)", section)
            match = re.fullmatch(r"(\d+(?:\.\d+)*)([a-k]?)(\d?)", section)
            assert table or match, (reason, section)
            if match:
                assert match[1] in headings, (reason, section)
