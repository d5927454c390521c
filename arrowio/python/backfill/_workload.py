"""What may be simulated: a file, a built-in workload, or a table of jobs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import IO, Any, TypeAlias

import pyarrow as pa

from backfill._command import Error

Columns: TypeAlias = str | Mapping[str, str | tuple[str, str] | int]


class Workload:
    """A workload as the command takes it: its argument, and what it reads from standard input."""

    def __init__(self, given: Any, columns: Columns | None = None) -> None:
        self.table: pa.Table | None = None
        self.arguments: list[str] = []
        if isinstance(given, str | os.PathLike):
            self.arguments = [os.fspath(given)]
        elif given is not None:
            self.table = _table(given)
            self.arguments = ["-"]
        if columns is not None:
            self.arguments += ["--map", _map(columns)]

    def worded(self, error: str) -> str:
        """Return an error of the command in this package's words: it reads a table from standard input, by --map."""
        if self.table is None:
            return error
        return error.replace("-: ", "the table: ", 1).replace("--map says", "columns= says")

    @property
    def feed(self) -> Callable[[IO[bytes]], None] | None:
        """What writes the jobs to standard input; None for a file."""
        return None if self.table is None else self.write

    def write(self, pipe: IO[bytes]) -> None:
        """Write the jobs as an Arrow stream."""
        assert self.table is not None
        with pa.ipc.new_stream(pipe, self.table.schema) as stream:
            stream.write_table(self.table, max_chunksize=1 << 16)


def _table(given: Any) -> pa.Table:
    """Return the Arrow table of any frame: pandas, Polars, Arrow and others with the PyCapsule protocol."""
    try:
        if isinstance(given, Mapping):
            return pa.table(dict(given))
        if hasattr(given, "collect") and not hasattr(given, "__arrow_c_stream__"):
            given = given.collect()  # a lazy frame
        if hasattr(given, "__arrow_c_stream__"):
            table = pa.RecordBatchReader.from_stream(given).read_all()
        elif hasattr(given, "__arrow_c_array__"):
            table = pa.Table.from_batches([pa.record_batch(given)])
        elif type(given).__module__.partition(".")[0] == "pandas":
            table = pa.Table.from_pandas(given, preserve_index=False)
        else:
            raise Error(f"a workload cannot be a {type(given).__name__}: give a path, a frame of pandas or Polars, or an Arrow table")
    except (pa.ArrowException, AttributeError, TypeError, ValueError) as error:
        raise Error(f"the workload cannot be made an Arrow table: {' '.join(str(error).split())}") from error
    return table.drop_columns([name for name in table.column_names if name.startswith("__index_level_")])


def _map(columns: Columns) -> str:
    """Return the text of --map.

    >>> _map({"submit": ("arrival", "ms"), "procs": 1, "run": "run time"})
    'auto,submit="arrival":ms,procs=1,run="run time"'
    """
    if isinstance(columns, str):
        return columns
    entries = ["auto"]
    for field, column in columns.items():
        name, unit = column if isinstance(column, tuple) else (column, "")
        text = str(name) if isinstance(name, int) else '"' + name.replace('"', '""') + '"'
        entries.append(f"{field}={text}" + (f":{unit}" if unit else ""))
    return ",".join(entries)
