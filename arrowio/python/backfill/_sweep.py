"""backfill.sweep: a study of many runs."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet

from backfill._command import output
from backfill._workload import Columns, Workload, _map


class Sweep:
    """The results of a study: ``runs`` has a row for each run, with a column for each parameter that varies."""

    def __init__(self, runs: pa.Table, jobs: pa.Table | None) -> None:
        self.runs = runs
        self.jobs = jobs  #: with tables=["jobs"], a row for each job of each run; else None

    def __repr__(self) -> str:
        return f"<sweep: {self.runs.num_rows} runs>"


def sweep(
    workload: Any = None,
    policy: str | Sequence[str] = "easy",
    *,
    columns: Columns | None = None,
    tables: Sequence[str] = (),
    folder: str | os.PathLike[str] | None = None,
    **fields: Any,
) -> Sweep:
    """Simulate every combination of some parameters, on all cores.

    ``workload`` and ``columns`` are as in ``backfill.run``; a dict with ``model``, ``builtin`` or ``file``
    is a workload as `backfill sweep --help` describes it, in which values may be lists. ``fields`` are
    those of an experiment, such as ``procs`` and ``shrink``; a list is tried value by value. The study
    is kept in ``folder``, if it is given: repeated, the call only does the runs that are missing.

    >>> model = {"model": {"name": "lublin", "jobs": 50, "procs": 16, "seed": [1, 2]}}
    >>> found = sweep(model, ["fcfs", "easy"], shrink=[1, 0.8])
    >>> found.runs.num_rows
    8
    """
    with contextlib.ExitStack() as stack:
        place = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()) if folder is None else folder).absolute()
        study = place / "study.json"
        place.mkdir(parents=True, exist_ok=True)
        described: dict[str, Any] = {
            "workload": _source(workload, columns, place),
            "policies": [policy] if isinstance(policy, str) else list(policy),
            **fields,
        }
        study.write_text(json.dumps(described), "utf-8")
        runs = place / "study"
        output(["sweep", "plan", str(study), "--out", str(runs), *(["--tables", ",".join(tables)] if tables else [])])
        output(["sweep", "run", str(runs)])
        output(["sweep", "collect", str(runs)])
        collected = runs / "collected"
        jobs = None
        if "jobs" in tables:
            jobs = pyarrow.dataset.dataset(collected / "dataset" / "jobs", partitioning="hive").to_table()
        return Sweep(pyarrow.parquet.read_table(collected / "runs.parquet"), jobs)


_SOURCES = {"model", "builtin", "file"}


def _source(workload: Any, columns: Columns | None, place: pathlib.Path) -> dict[str, Any]:
    """Return the workload of a study; one in memory becomes a file of it."""
    mapped = {} if columns is None else {"map": _map(columns)}
    if workload is None:
        return {"builtin": "default"}
    if isinstance(workload, Mapping) and _SOURCES & set(workload):
        return {**workload, **mapped}
    if isinstance(workload, str | os.PathLike):
        path = os.fspath(workload)
        return {"file": os.path.abspath(path), **mapped} if os.path.exists(path) else {"builtin": path}
    table = Workload(workload).table
    pyarrow.parquet.write_table(table, place / "jobs.parquet")
    return {"file": str(place / "jobs.parquet"), **mapped}
