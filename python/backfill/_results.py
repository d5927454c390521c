"""The results of a run: tables, figures and answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import pyarrow as pa

from backfill import _bundle, _show
from backfill._command import Error, output

if TYPE_CHECKING:
    import polars

#: The columns of runs that a notebook shows.
SHOWN = ("policy", "jobs", "util", "wait_mean_s", "wait_p95_s", "bsld_mean", "makespan_s")


class Figure:
    """A figure, which a notebook shows."""

    def __init__(self, name: str, svg: str) -> None:
        self.name = name
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<figure {self.name}: {len(self.svg)} bytes of SVG>"

    def save(self, path: Any) -> None:
        """Write the SVG to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


@dataclass(frozen=True)
class Answer:
    """Why a job of a run did not start earlier."""

    run: str
    policy: str
    summary: str
    wait_s: float
    spans: list[dict[str, Any]]  #: of its wait, with from_s, to_s and text, as `backfill why --json` has them

    def __str__(self) -> str:
        return f"{self.run}: {self.summary}"


class Answers(tuple[Answer, ...]):
    """An answer for each run. It prints as `backfill why` does."""

    def __str__(self) -> str:
        return "\n".join(str(one) for one in self)

    def _repr_html_(self) -> str:
        rows = [{"run": one.run, "wait_s": one.wait_s, "why": one.summary} for one in self]
        return _show.table(rows, most=len(rows))


class Polars:
    """The tables of results as Polars frames, without a copy."""

    def __init__(self, tables: dict[str, pa.Table]) -> None:
        self._tables = tables

    def __getattr__(self, name: str) -> polars.DataFrame:
        try:
            import polars
        except ImportError:
            raise Error("Polars is not installed: pip install polars, or take the Arrow tables") from None
        if name not in self._tables:
            raise AttributeError(f"unknown table {name}: expected one of {', '.join(self._tables)}")
        return polars.DataFrame(polars.from_arrow(self._tables[name]))


def worded(doubt: Mapping[str, Any]) -> str:
    """Return a doubt in words."""
    example = f", such as {doubt['example']}" if doubt.get("example") else ""
    fix = f": {doubt['fix']}" if doubt.get("fix") else ""
    return f"{doubt['what']}{example}{fix}"


class Results:
    """What a run left: Arrow tables, figures, and answers to why.

    ``tables`` has every table by name; docs/tables.md describes their columns. ``report`` is
    what `backfill run --json` prints, and ``spec`` the experiment.

    >>> from backfill import run
    >>> results = run({"submit": [0, 0], "run": [60, 30], "procs": [2, 1]}, procs=2)
    >>> results.jobs["wait_s"].to_pylist()
    [0.0, 60.0]
    >>> results.runs["wait_mean_s"].to_pylist()
    [30.0]
    >>> results.figure("gantt")
    <figure gantt: ... bytes of SVG>
    """

    def __init__(self, files: dict[str, bytearray], log: pa.Table | None, index: Any = None) -> None:
        self._files = files
        self._log = log
        self.tables: dict[str, pa.Table] = {}
        for name, data in files.items():
            if name.endswith(".arrow"):
                self.tables[name.removesuffix(".arrow")] = pa.ipc.open_file(pa.py_buffer(data)).read_all()
        if index is not None and "jobs" in self.tables:
            self.tables["jobs"] = _indexed(self.tables["jobs"], index)
        self.spec: dict[str, Any] = json.loads(files["spec.json"])
        self.report: dict[str, Any] = json.loads(files["report.json"])

    @property
    def jobs(self) -> pa.Table:
        """A row for each job and policy.

        ``line`` is the job's row in the given table, from 1, or its line in a log; for a frame of pandas ``index`` is its label there, so
        that ``frame.join(results.jobs.to_pandas().set_index("index"))`` finds each job again, however often its number is used.
        """
        return self.tables["jobs"]

    @property
    def runs(self) -> pa.Table:
        """A row for each policy, with its metrics."""
        return self.tables["runs"]

    @property
    def steps(self) -> pa.Table | None:
        """A row for each decision that a policy recorded; None if there is none."""
        return self.tables.get("steps")

    @property
    def pl(self) -> Polars:
        """The tables as Polars frames: ``results.pl.jobs``."""
        return Polars(self.tables)

    @property
    def verified(self) -> dict[str, int]:
        """Violations that the referee found, by policy, of the runs that it checked."""
        return {one["policy"]: one["verified"]["found"] for one in self.report["runs"] if "verified" in one}

    @property
    def left_out(self) -> dict[str, int]:
        """Rows of the workload that were not simulated, by the rule that they met."""
        return {odd["rule"]: odd["rows"] for odd in self.report["workload"]["counts"] if odd["effect"] == "leaves out"}

    @property
    def doubts(self) -> list[dict[str, Any]]:
        """What of the workload may not mean what it seems to, or was decided because it is not said.

        Each has a ``key``, ``what`` was found, and where they are known the ``jobs`` that it is about ``of`` how many, an ``example``,
        the ``fix`` to give, and ``grave``: results could change by more than a tenth, so that `run` warns of it.

        >>> from backfill import run
        >>> run({"submit": [0, 5], "run": [60, 30], "cores": [2, 1]}).doubts[0]["fix"]
        'give --procs'
        """
        doubts: list[dict[str, Any]] = self.report["workload"].get("doubts") or []
        return doubts

    @property
    def notes(self) -> list[str]:
        """What was read as what, what became of odd rows, and what the simulation leaves out, as `backfill run` prints it.

        >>> from backfill import run
        >>> for note in run({"submit": [0, 5], "run": [60, 30], "cores": [2, 1]}, procs=2).notes:
        ...     print(note)
        read by the names of its columns: submit from submit (s), run from run (s), procs from cores
        2 rows, run-as-estimate: A row without a requested time takes its run time, at least 1 s, as its estimate.
        """
        workload = self.report["workload"]
        reading = [workload["reading"]] if "reading" in workload else []
        odd = [f"{odd['rows']:,} row{'s'[: odd['rows'] != 1]}, {odd['rule']}: {odd['doc']}" for odd in workload["counts"]]
        for cause in workload.get("causes") or []:
            first = cause["first"][0]
            rows = f"{cause['rows']:,} row{'s'[: cause['rows'] != 1]}, {cause['rule']}"
            odd.append(f"{rows}: {cause.get('field', '')} {cause['why']}, first in row {first['line']} ({first.get('text', '')!r})")
        ignored = [f"{one['jobs']:,} jobs {one['doc']}, which the simulation leaves out" for one in workload["ignored"]]
        notes: list[str] = self.report.get("notes", [])
        return reading + [worded(doubt) for doubt in self.doubts] + odd + ignored + notes

    def figure(
        self,
        name: str = "gantt",
        *,
        only: Sequence[str] | None = None,
        since: str | int | None = None,
        until: str | int | None = None,
        color: str | None = None,
        metrics: Sequence[str] | None = None,
    ) -> Figure:
        """Draw a figure, as `backfill figure` does; `backfill figure --list` has their names."""
        call = ["figure", "--from", "-", "--out", "-"]
        for option, value in {"since": since, "until": until, "color": color}.items():
            if value is not None:
                call += [f"--{option}={value}"]
        for option, values in {"only": only, "metrics": metrics}.items():
            if values is not None:
                call += [f"--{option}={','.join(values)}"]
        call += ["--", name]
        return Figure(name, output(call, self._write).decode())

    def why(self, job: str | int, *, run: str | None = None) -> Answers:
        """Say why a job did not start earlier, under every policy or in one run.

        Policies of your own cannot be asked.
        """
        call = ["why", "--json", "--from", "-"]
        if run is not None:
            call += [f"--run={run}"]
        call += ["--", str(job)]
        return Answers(
            Answer(one["run"], one["policy"], one["summary"], one["wait_s"], one["spans"] or []) for one in json.loads(output(call, self._write_all))
        )

    def _write(self, pipe: IO[bytes]) -> None:
        _bundle.write(pipe, self._files)

    def _write_all(self, pipe: IO[bytes]) -> None:
        """Also the log, which the command has not kept."""
        files: dict[str, bytes | bytearray] = {**self._files}
        if self._log is not None:
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, self._log.schema) as stream:
                stream.write_table(self._log, max_chunksize=1 << 16)
            files["log"] = sink.getvalue().to_pybytes()
        _bundle.write(pipe, files)

    def _shown(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.runs.select([c for c in SHOWN if c in self.runs.column_names]).to_pylist()
        return rows

    def __repr__(self) -> str:
        lines = [f"{self.report['workload']['name']}: {self.report['workload']['jobs']} jobs"]
        lines += [", ".join(f"{k} {_show.text(v)}" for k, v in row.items()) for row in self._shown()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = self._shown()
        return _show.table(rows, most=len(rows))


def _indexed(jobs: pa.Table, index: Any) -> pa.Table:
    """Return the table of jobs with their labels in the frame of pandas that had them."""
    lines = jobs["line"].to_numpy()
    labels = index.take((lines - 1).astype("int64"))
    try:
        return jobs.append_column("index", pa.array(labels))
    except (pa.ArrowException, TypeError):  # labels of several types
        return jobs.append_column("index", pa.array([str(label) for label in labels]))
