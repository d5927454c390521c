"""backfill.paper: tables and figures of papers, computed again."""

from __future__ import annotations

import html
import os
import pathlib
import tempfile
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from backfill import _show
from backfill._command import Error, answer, output
from backfill._results import Figure

#: The columns of numbers that a notebook shows.
_SHOWN = ("row", "column", "unit", "published", "ours", "ratio", "verdict")


class Paper:
    """A table or figure of a paper beside ours: numbers and claims with their verdicts."""

    def __init__(self, name: str, options: Sequence[str], found: dict[str, Any]) -> None:
        self.name = name
        self._options = options
        self.scale = options[1]  #: quick or paper
        self.numbers = pa.Table.from_pylist(found.get("numbers") or [])  #: a row for each printed number, and ours, with scale and job_set
        self.claims = pa.Table.from_pylist(found.get("claims") or [])  #: a row for each claim of the text

    def figure(self) -> Figure:
        """Draw it. This goes by a temporary folder, because a paper's results are one."""
        with tempfile.TemporaryDirectory() as folder:
            output(["paper", "run", self.name, *self._options, "--out", folder, "--format", "svg"])
            found = sorted(pathlib.Path(folder).rglob("figure.svg"))
            if not found:
                raise Error(f"{self.name} has no figure: backfill paper list has those of kind figure")
            return Figure(self.name, found[0].read_text("utf-8"))

    def _repr_html_(self) -> str:
        columns = [name for name in _SHOWN if name in self.numbers.column_names]
        return f"<p>{html.escape(repr(self)[1:-1])}</p>" + _show.table(self.numbers.select(columns).to_pylist())

    def __repr__(self) -> str:
        sets = sorted({n["job_set"] for n in self.numbers.to_pylist() if n.get("job_set")})
        return f"<{self.name}, scale {self.scale}, jobs of {'; '.join(sets) or 'its own'}: {self.numbers.num_rows} numbers, {self.claims.num_rows} claims>"


def paper(name: str, *, scale: str = "quick", seeds: int = 1, traces: str | os.PathLike[str] | None = None) -> Paper:
    """Compute an experiment of a paper, such as ``dynp/table4``, and compare it with what is printed.

    ``scale`` is quick (seconds) or paper (the paper's own size); ``traces`` is the folder with
    the real logs, by default that of the environment variable BACKFILL_TRACES.
    `backfill paper list` has the names.
    """
    options = ["--scale", scale, "--seeds", str(seeds)]
    if traces is not None:
        options += ["--traces", os.fspath(traces)]
    return Paper(name, options, answer(["paper", "verify", name, *options]))
