"""Records as tables of Arrow and files of Parquet."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from open18xx.sim import Simulation, simulate


@pytest.fixture(scope="module")
def games() -> Simulation:
    return simulate("18MS", "random", 3, 1, players=2, max_actions=2_000)


def test_a_row_a_game(games: Simulation) -> None:
    pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    table = games.to_arrow()
    assert table.num_rows == 3
    for row, record in zip(table.to_pylist(), games.records, strict=True):
        assert row["seed"] == record.seed
        assert row["players"] == ["1", "2"]
        assert row["bots"] == ["random", "random"]
        assert tuple(row["scores"]) == record.scores
        assert row["winner"] == str(record.winner)
        assert (row["actions"], row["reason"], row["truncated"]) == (record.actions, record.reason, record.truncated)


def test_a_file_holds_the_table(games: Simulation, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    import pyarrow.parquet

    games.to_parquet(tmp_path / "games.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "games.parquet").equals(games.to_arrow())


def test_no_games_have_the_same_columns(games: Simulation) -> None:
    pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    none = simulate("18MS", "random", 0, 1).to_arrow()
    assert none.num_rows == 0
    assert none.schema == games.to_arrow().schema


def test_without_the_extra_it_is_named(games: Simulation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ModuleNotFoundError, match=r"open18xx\[arrow\]"):
        games.to_arrow()
    with pytest.raises(ModuleNotFoundError, match=r"open18xx\[arrow\]"):
        games.to_parquet(tmp_path / "games.parquet")
