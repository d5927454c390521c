"""What may be simulated: a file, a built-in workload, or a table of jobs."""

from __future__ import annotations

import numbers
import os
import re
from collections.abc import Callable, Mapping
from typing import IO, Any, TypeAlias

import pyarrow as pa

from backfill._command import Error

Columns: TypeAlias = str | Mapping[str, str | tuple[str, str] | int]


class Workload:
    """A workload as the command takes it: its argument, and what it reads from standard input."""

    def __init__(self, given: Any, columns: Columns | None = None) -> None:
        self.table: pa.Table | None = None
        self.index: Any = None  # of a frame of pandas
        self.arguments: list[str] = []
        if isinstance(given, str | os.PathLike):
            path = os.fspath(given)
            self.arguments = [os.path.join(".", path) if path.startswith("-") else path]  # "-" is no option, and no pipe
        elif given is not None:
            self.table = _table(given)
            self.index = given.index if _is_pandas(given) else None
            self.arguments = ["-"]
        if columns is not None:
            self.arguments += ["--map", _map(columns)]

    def worded(self, error: str) -> str:
        """Return an error of the command in this package's words: it reads a table from standard input, by --map."""
        if self.table is None:
            return error
        error = re.sub(r"(?<![^ ])-:(\d+:)? ", lambda row: f"the table, row {row[1]} " if row[1] else "the table: ", error, count=1)
        error = re.sub(r'^invalid argument ".*" for "--map" flag: (.*); see backfill run --help$', r"columns=: \1", error)
        error = re.sub(r"give --map (\S+)", r'give columns="\1"', error)
        error = re.sub(r"give --procs$", "give procs=", error)
        return error.replace(" in --map", " in columns=").replace("--map says", "columns= says")

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
        if _is_pandas(given):
            return _pandas(given)
        if hasattr(given, "__arrow_c_stream__"):
            table = pa.RecordBatchReader.from_stream(given).read_all()
        elif hasattr(given, "__arrow_c_array__"):
            table = pa.Table.from_batches([pa.record_batch(given)])
        else:
            raise Error(f"a workload cannot be a {type(given).__name__}: give a path, a frame of pandas or Polars, or an Arrow table")
    except (pa.ArrowException, AttributeError, TypeError, ValueError) as error:
        raise Error(f"the workload cannot be made an Arrow table: {' '.join(str(error).split())}") from error
    return table


def _is_pandas(given: Any) -> bool:
    return type(given).__module__.partition(".")[0] == "pandas" and hasattr(given, "columns")


def _pandas(frame: Any) -> pa.Table:
    """Return the Arrow table of a frame of pandas. An index with a name is a column, as after set_index("job")."""
    named = [name for name in frame.index.names if name is not None and name not in frame.columns]
    if named:
        frame = frame.reset_index(level=named)
    return pa.Table.from_pandas(frame, preserve_index=False)


def _map(columns: Columns) -> str:
    """Return the text of --map.

    >>> _map({"submit": ("arrival", "ms"), "procs": 1, "run": "run time"})
    'auto,submit="arrival":ms,procs=1,run="run time"'
    """
    if isinstance(columns, str):
        return columns
    entries = ["auto"]
    for field, column in columns.items():
        name, unit = column if isinstance(column, tuple) and len(column) == 2 else (column, "")
        if isinstance(name, str):
            text = '"' + name.replace('"', '""') + '"'
        elif isinstance(name, numbers.Integral):
            text = str(int(name))
        else:
            raise Error(f"columns= has {column!r} for {field}: give a column's name, a (name, unit), or a whole number for all jobs")
        entries.append(f"{field}={text}" + (f":{unit}" if unit else ""))
    return ",".join(entries)
