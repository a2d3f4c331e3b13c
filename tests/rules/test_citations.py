"""Every refusal cites the rules: each reason that the code can raise for a title has its section."""

from __future__ import annotations

import ast
import dataclasses
import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import open18xx
from open18xx.titles import titles

PACKAGE = Path(open18xx.__file__).parent
ROOT = Path(__file__).parents[2]
RUST = ROOT / "rust"
RULES = ROOT.parent / "shared" / "rules" / "1846.md"

#: A stable code of several words.
CODE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")

#: By title: reasons in shared code that it cannot raise, and the parameter that it does not set or set so.
EXEMPT = {
    "1846": {
        "draft_price": "ChoosePrivate(price='list'), or checked",
        "help_for_cheapest": "BuyTrains(help_for='cheapest')",
        "in_debt": "ForcedSale with loans",
        "must_run": "RunTrains(must_run=True)",
        "no_sale_yet": "SellShareBlock with not_in_first_round",
        "no_such_dividend": "PayDividend(kinds=...) without half",
        "one_train_a_turn": "Phase(bank_trains=1)",
        "power_window": "LayPower or TokenPower(window='track' or 'token')",
        "preferred_box": "preferred shares",
        "president_split": "SaleRules(split='bare')",
        "private_chosen": "an open draft of one private a player",
        "sell_buy_sell": "SellShareBlock(after_purchase=True)",
        "track_not_continued": "LayPower(continues=True)",
        "train_bound": "trains of privates",
    },
}


@functools.cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def reasons_of(path: Path) -> set[str]:
    """Reasons that a file raises: in a call of refuse or lenient, or as the first of reason and message."""
    found = set()
    for node in ast.walk(tree(path)):
        text: ast.expr | None = None
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("refuse", "lenient") and node.args:
                text = node.args[0]
            elif name == "IllegalAction" and len(node.args) > 1:
                text = node.args[1]
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first, second = node.elts
            message = isinstance(second, ast.JoinedStr) or (
                isinstance(second, ast.Constant) and isinstance(second.value, str) and " " in second.value
            )
            if message and isinstance(first, ast.Constant) and CODE.fullmatch(str(first.value)):
                text = first
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            found.add(text.value)
    return found


def reasons_of_the_core() -> set[str]:
    """Reasons in the Rust sources."""
    found = set()
    for crate in ("core", "py"):
        for path in (RUST / crate / "src").rglob("*.rs"):
            source = path.read_text(encoding="utf-8")
            found |= set(re.findall(r'(?:illegal\(\s*|=>\s*)"([a-z]+(?:_[a-z]+)+)"', source))
    return found


def file_of(module: str) -> Path | None:
    path = PACKAGE.parent.joinpath(*module.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.exists():
            return candidate
    return None


def modules_in(value: object, seen: set[int]) -> set[str]:
    """The modules of all steps, policies and plans that hang on a value."""
    if id(value) in seen:
        return set()
    seen.add(id(value))
    parts: list[object] = []
    found = set()
    if isinstance(value, Mapping):
        parts += value.values()
    elif isinstance(value, tuple | list):
        parts += value
    elif isinstance(value, Callable):  # type: ignore[arg-type]  # the name is an alias of the abstract class
        found.add(value.__module__)
    elif dataclasses.is_dataclass(value):
        found.add(type(value).__module__)
        parts += [getattr(value, entry.name) for entry in dataclasses.fields(value)]
    else:
        found.add(type(value).__module__)
    return found.union(*(modules_in(part, seen) for part in parts))


def imported(module: str) -> set[str]:
    """Modules of rounds, steps and model that a module of the package imports."""
    path = file_of(module)
    found = set()
    for node in ast.walk(tree(path)) if path is not None else ():
        if isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            name = ".".join([*base, *(node.module.split(".") if node.module else [])])
            found |= {name, *(f"{name}.{alias.name}" for alias in node.names)}
    return {name for name in found if re.match(r"open18xx\.(rounds|steps|model)\b", name)}


def sources_of(title: str, players: int) -> set[Path]:
    """The files whose refusals a game of this title may meet: its steps and what they import, and the game itself."""
    rules = open18xx.new_game(title, players).rules
    todo = modules_in([rules.plans, rules.interrupts, rules.calendar], set())
    todo |= {f"open18xx.{name}" for name in ("engine", "game", "history", "legal", "observe")}
    seen: set[str] = set()
    while todo:
        module = todo.pop()
        if module not in seen and module.startswith("open18xx"):
            seen.add(module)
            todo |= imported(module)
    return {path for module in seen if (path := file_of(module)) is not None}


@pytest.mark.parametrize("title", EXEMPT)
def test_every_reason_has_its_citation(title: str) -> None:
    variants = [name for name in titles() if name.startswith(title)]
    assert title in variants
    for name in variants:
        for players in range(titles()[name].players[0], titles()[name].players[1] + 1):
            sources = sources_of(name, players)
            assert {"engine.py", "buy_trains.py", "sell_shares.py", "lay_track.py"} <= {path.name for path in sources}
            raised = set().union(*(reasons_of(path) for path in sources)) - EXEMPT[title].keys()
            assert len(raised) > 80
            citations = open18xx.new_game(name, players).rules.citations
            assert sorted(raised - citations.keys()) == [], f"{name}: add a section, or an exemption"


@pytest.mark.skipif(not RUST.exists(), reason="the Rust sources are not at hand")
def test_every_reason_of_the_core_has_its_citation() -> None:
    raised = reasons_of_the_core()
    assert {"not_connected", "track_used_twice", "no_free_slot", "wrong_cities"} <= raised
    citations = open18xx.new_game("1846", 3).rules.citations
    assert sorted(raised - citations.keys()) == []


def test_no_citation_is_left_over() -> None:
    raised = set().union(*(reasons_of(path) for path in PACKAGE.rglob("*.py")))
    if RUST.exists():
        citations = open18xx.new_game("1846", 3).rules.citations
        assert sorted(citations.keys() - raised - reasons_of_the_core()) == []
        assert citations.keys().isdisjoint(EXEMPT["1846"])
    for exempt in EXEMPT.values():
        assert sorted(exempt.keys() - raised) == []


def test_citations_name_sections() -> None:
    citations = open18xx.new_game("1846", 3).rules.citations
    section = r"\d+(\.\d+)*(-\d+(\.\d+)*)?"
    for reason, text in citations.items():
        assert re.fullmatch(rf"1846 (card, [\w ]+ \(D\d+\)|{section}(, {section})*)", text), (reason, text)


@pytest.mark.skipif(not RULES.exists(), reason="the rules file is not at hand")
def test_citations_name_sections_of_the_rules_file() -> None:
    text = RULES.read_text(encoding="utf-8")
    sections = set(re.findall(r"^(?:#+ )?(\d+(?:\.\d+)*)\.? ", text, re.MULTILINE))
    rows = set(re.findall(r"^\| (D\d+) \|", text, re.MULTILINE))
    for citation in open18xx.new_game("1846", 3).rules.citations.values():
        if "card" in citation:
            assert re.search(r"D\d+", citation)
            assert set(re.findall(r"D\d+", citation)) <= rows
        else:
            assert set(re.findall(r"\d+(?:\.\d+)*", citation.removeprefix("1846 "))) <= sections, citation
