"""backfill.sweep: a study of many runs."""

from __future__ import annotations

import contextlib
import json
import numbers
import os
import pathlib
import shlex
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet

from backfill import _show
from backfill._command import Error, answer, output
from backfill._pack import _word, pack
from backfill._results import SHOWN, _indexed
from backfill._workload import Columns, Workload, _map
from backfill.policy import Policy


class Sweep:
    """The results of a study: ``runs`` has a row for each run, with a column for each parameter that varies."""

    def __init__(self, runs: pa.Table, jobs: pa.Table | None, failed: Sequence[str] = (), varied: Sequence[str] = ()) -> None:
        self.runs = runs
        #: with tables=["jobs"], a row for each job of each run, with ``line`` and ``index`` as in ``Results.jobs``; else None
        self.jobs = jobs
        self._varied = list(varied)
        self.failed = list(failed)  #: the values and the error of each run that failed, at most as many as `sweep status` lists

    def __repr__(self) -> str:
        return f"<sweep: {self.runs.num_rows} runs{f', {len(self.failed)} failed' if self.failed else ''}>"

    def _repr_html_(self) -> str:
        names = [name for name in dict.fromkeys([*self._varied, *SHOWN]) if name in self.runs.column_names]
        return _show.table(self.runs.select(names).to_pylist())


def sweep(
    workload: Any = None,
    policy: str | Policy | Sequence[str | Policy] = "easy",
    *,
    columns: Columns | None = None,
    tables: Sequence[str] = (),
    folder: str | os.PathLike[str] | None = None,
    **fields: Any,
) -> Sweep:
    """Simulate every combination of some parameters, on all cores.

    ``policy`` has names, ``exec:PROGRAM ARGUMENTS``, or policies of your own, which processes of this Python play: see
    ``backfill.Policy``. One of your own is made again there, of its class and the arguments that it was made with. Its runs
    are kept by the SHA-256 of its code: a module that is not installed is copied whole; of a class in a program or a
    notebook, its source and all that it uses. A change of the code makes these runs again and no others.

    ``workload`` and ``columns`` are as in ``backfill.run``; a dict with ``model``, ``builtin`` or ``file``
    is a workload as `backfill sweep --help` describes it, in which values may be lists. ``fields`` are
    those of an experiment, such as ``procs`` and ``shrink``; a list, a range or an array of NumPy is tried value
    by value. The study is kept in ``folder``, if it is given: repeated, the call only does the runs that are missing.

    Runs that fail are left out of the tables, with a warning, and listed in ``failed``; ``backfill.Error`` is
    raised if all fail.

    >>> model = {"model": {"name": "lublin", "jobs": 50, "procs": 16, "seed": [1, 2]}}
    >>> found = sweep(model, ["fcfs", "easy"], shrink=[1, 0.8])
    >>> found.runs.num_rows
    8
    """
    with contextlib.ExitStack() as stack:
        place = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()) if folder is None else folder).absolute()
        study = place / "study.json"
        place.mkdir(parents=True, exist_ok=True)
        policy = fields.pop("policies", policy)
        given, allow, sources = _programs([policy] if isinstance(policy, str | Policy) else list(policy), place)
        source, index = _source(workload, columns, place)
        described: dict[str, Any] = {"workload": source, "policies": given, **fields}
        try:
            study.write_text(json.dumps(described, default=_plain, allow_nan=False), "utf-8")
        except ValueError as error:
            raise Error(f"a study's numbers must be finite, and one is not: {error}") from error
        runs = place / "study"
        kept = ["--tables", ",".join(tables)] if tables else []
        planned = json.loads(output(["sweep", "plan", str(study), "--out", str(runs), "--json", *kept, *allow, *sources], env=_with_package()))
        output(["sweep", "run", str(runs), *allow], done=(0, 3), env=_with_package())  # 3: some runs failed
        failed = _failed(runs)
        output(["sweep", "collect", str(runs), "--partial"])
        collected = runs / "collected"
        table = pyarrow.parquet.read_table(collected / "runs.parquet")
        varied = [path.rpartition(".")[2] for path in planned["varies"] or []]
        jobs = _rows(collected / "dataset" / "jobs", table) if "jobs" in tables else None
        return Sweep(table, jobs if jobs is None or index is None else _indexed(jobs, index), failed, varied)


def _programs(given: Sequence[str | Policy], place: pathlib.Path) -> tuple[list[str], list[str], list[str]]:
    """Return the policies as a study has them, and the options that let their programs start and name further files."""
    named, sources = [], []
    for one in given:
        if isinstance(one, Policy):
            line, others = pack(one, place / "policies")
            named.append(f"exec:{line}")
            sources += [f"--source={_quoted(str(path))}" for path in others]
        elif one.startswith("exec:"):
            words = shlex.split(one.removeprefix("exec:"), posix=True)
            named.append("exec:" + " ".join(_word(os.path.abspath(word) if os.path.isfile(word) else word) for word in words))
        else:
            named.append(one)
    return named, ["--allow-programs"] if any(name.startswith("exec:") for name in named) else [], sources


def _with_package() -> dict[str, str]:
    """The environment, in which programs find this package wherever it lies."""
    places = [str(pathlib.Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in places if place)}


def _quoted(path: str) -> str:
    """A file in a list that commas separate."""
    return '"' + path.replace('"', '""') + '"'


def _rows(folder: pathlib.Path, runs: pa.Table) -> pa.Table:
    """Read a dataset; what its folders' names tell has the types of the table of runs, where 0.7 is no text."""
    told = pyarrow.dataset.dataset(folder, partitioning="hive").partitioning.schema.names
    types = pa.schema([runs.schema.field(name) for name in told])
    return pyarrow.dataset.dataset(folder, partitioning=pyarrow.dataset.partitioning(types, flavor="hive")).to_table()


def _failed(runs: pathlib.Path) -> list[str]:
    """Return what the runs that failed say, after a warning."""
    status = answer(["sweep", "status", str(runs)])
    said = [", ".join(f"{one['path']} {one['value']}" for one in run["values"]) + ": " + run["error"] for run in status["errors"] or []]
    if status["failed"] > 0:
        message = f"{status['failed']} of {status['runs']} runs failed, the first with {said[0]}"
        if status["done"] == 0:
            raise Error(message)
        warnings.warn(message, stacklevel=3)
    return said


def _plain(value: Any) -> Any:
    """Return an array, a range or a number of NumPy as JSON has it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, range | set | tuple):
        return list(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    raise Error(f"a study cannot have {value!r}: give numbers, texts or lists of them")


_SOURCES = {"model", "builtin", "file"}


def _source(workload: Any, columns: Columns | None, place: pathlib.Path) -> tuple[dict[str, Any], Any]:
    """Return the workload of a study; one in memory becomes a file of it. And the index of a frame of pandas, or None."""
    mapped = {} if columns is None else {"map": _map(columns)}
    if workload is None:
        return {"builtin": "default"}, None
    if isinstance(workload, Mapping) and _SOURCES & set(workload):
        return {**workload, **mapped}, None
    if isinstance(workload, str | os.PathLike):
        path = os.fspath(workload)
        return ({"file": os.path.abspath(path), **mapped} if os.path.exists(path) else {"builtin": path}), None
    given = Workload(workload)
    table = given.table
    assert table is not None
    # Arrow, since Parquet has no place for some columns that nobody asks for, such as a struct without fields.
    with pa.ipc.new_file(str(place / "jobs.arrow"), table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as file:
        file.write_table(table, max_chunksize=1 << 16)
    return {"file": str(place / "jobs.arrow"), **mapped}, given.index
