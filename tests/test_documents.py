"""What the documents say is so: the README's tour, its commands, the examples in docstrings, the version."""

from __future__ import annotations

import doctest
import importlib
import importlib.resources
import pkgutil
import re
import tomllib
from pathlib import Path

import pytest

import open18xx

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def modules() -> list[str]:
    """Every module of the package but the ones that run a program."""
    found = pkgutil.walk_packages(open18xx.__path__, "open18xx.")
    return ["open18xx", *(module.name for module in found if not module.name.endswith(("__main__", "._core")))]


def test_the_tour_of_the_readme() -> None:
    runner = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 30
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_readme_has_two_commands_and_ci_uses_the_second() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)
    assert len(commands) == 2
    install, run = commands[1].split(" && ")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert install in script
    assert run in script


def test_every_command_of_the_readme_is_one() -> None:
    commands = importlib.import_module("open18xx.commands")
    names = {command.name for command in commands.app.registered_commands}
    told = set(re.findall(r"^open18xx (\w+)", README, re.MULTILINE))
    assert told == names


def test_the_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
    changes = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert changes is not None
    assert open18xx.__version__ == project["version"] == cargo["version"] == changes[1]


def test_types_and_data_are_installed_with_the_package() -> None:
    package = importlib.resources.files("open18xx")
    assert package.joinpath("py.typed").is_file()
    assert package.joinpath("_core.pyi").is_file()
    assert package.joinpath("titles", "t1846", "track.json").is_file()


def test_the_command_is_named_in_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, name = project["scripts"]["open18xx"].split(":")
    assert getattr(importlib.import_module(module), name) is importlib.import_module("open18xx.cli").main


def test_the_package_depends_on_msgspec_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [re.split(r"[<>=~!]", name)[0] for name in project["dependencies"]] == ["msgspec"]
