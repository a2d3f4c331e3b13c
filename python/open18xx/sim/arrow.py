"""Records as a table of Apache Arrow (extra `arrow`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .stats import Record

if TYPE_CHECKING:
    import pyarrow as pa

MISSING = "a table of records needs pyarrow: pip install 'open18xx[arrow]'"


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING, name=error.name) from error
    return pyarrow


def table(records: Sequence[Record]) -> pa.Table:
    """One row a game, with the names of `Record`; ids of players are texts. Raises ModuleNotFoundError."""
    arrow = _pyarrow()
    texts, whole = arrow.list_(arrow.string()), arrow.list_(arrow.int64())
    schema = arrow.schema(
        [
            ("index", arrow.int64()),
            ("seed", arrow.int64()),
            ("players", texts),
            ("bots", texts),
            ("scores", whole),
            ("winners", whole),
            ("winner", arrow.string()),
            ("actions", arrow.int64()),
            ("turn", arrow.int64()),
            ("reason", arrow.string()),
            ("truncated", arrow.bool_()),
        ]
    )
    return arrow.Table.from_pylist([_row(record) for record in records], schema=schema)


def _row(record: Record) -> dict[str, Any]:
    row = record.row()
    winner = row["winner"]
    return {**row, "players": list(map(str, record.players)), "winner": None if winner is None else str(winner)}


def write(records: Sequence[Record], path: str | os.PathLike[str]) -> None:
    """Write the table to a file of Parquet. Raises ModuleNotFoundError and OSError."""
    _pyarrow().parquet.write_table(table(records), os.fspath(path))
