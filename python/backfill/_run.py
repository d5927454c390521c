"""backfill.run: simulate a workload under policies."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from collections.abc import Iterator, Sequence
from typing import IO, Any

from backfill import _bundle
from backfill._command import Call, Error
from backfill._results import Results, worded
from backfill._workload import Columns, Workload
from backfill.policy import Policy, play


def run(
    workload: Any = None,
    policy: str | Policy | Sequence[str | Policy] = "easy",
    *,
    procs: int | None = None,
    columns: Columns | None = None,
    shrink: float | None = None,
    load: float | None = None,
    seed: int | None = None,
    estimates: str | None = None,
    overrun: str | None = None,
    tables: Sequence[str] | None = None,
    verify: bool = False,
    compact: bool = False,
    arguments: Sequence[str] = (),
) -> Results:
    """Simulate a workload under one or more policies.

    workload
        A path (any log that `backfill run` reads), the name of a built-in workload, None for
        the default one, or a table with a row for each job: a frame of pandas or Polars, an
        Arrow table or reader, anything with the Arrow PyCapsule protocol, or a dict of lists.
        Its columns are ``submit, run, estimate, procs`` in seconds and processors (without
        ``estimate`` it is the run time), and ``job, user, account, queue`` if they are there.
    policy
        Names, as `backfill policies` lists them, ``exec:PROGRAM ARGUMENTS``, or objects of
        your own: see ``backfill.Policy``. The referee checks the schedules of your own.
    procs
        Processors of the machine; the workload's own if it says so.
    columns
        Which columns are what, if their names do not say it: a dict from a field to a column,
        a (column, unit) or a number that holds for each job, as in
        ``{"submit": ("arrival", "ms"), "procs": "cpus"}``, or a text as `--map` takes it.
    shrink, load, seed, estimates, overrun, tables, verify, compact
        As the options of `backfill run`; ``arguments`` has any other.

    Rows that cannot be simulated are left out. Of a table, a warning says so, and if units cannot be right;
    ``results.notes`` says what was read as what, and what became of odd rows.

    Raises ``backfill.Error``, which says what is wrong. If only some policies failed, its
    ``results`` has the others.

    >>> jobs = {"submit": [0, 0], "run": [60, 30], "procs": [2, 1]}
    >>> run(jobs, policy=["fcfs", "sjf-list"], procs=2).jobs["start_s"].to_pylist()
    [0.0, 60.0, 30.0, 0.0]
    """
    source = Workload(workload, columns)
    call = [*source.arguments]
    given = [policy] if isinstance(policy, str | Policy) else list(policy)
    if not given:
        raise Error("no policy is named: give at least one, such as easy")
    options = {"procs": procs, "shrink": shrink, "load": load, "seed": seed, "estimates": estimates, "overrun": overrun}
    for option, value in options.items():
        if value is not None:
            call += [f"--{option}", str(value)]
    if tables is not None:
        call += ["--tables", ",".join(tables)]
    if verify:
        call.append("--verify")
    if compact:
        call.append("--compact")
    with contextlib.ExitStack() as stack:
        played = [stack.enter_context(_played(p)) if isinstance(p, Policy) else None for p in given]
        for name, own in zip(given, played, strict=True):
            call += ["--policy", f"fd:{own.reads}:{own.writes}" if own is not None else _quoted(str(name))]
        own_policies = [own for own in played if own is not None]
        files, error = _call(["run", *call, *arguments, "--out", "-"], source, own_policies)
    raised = next((own.raised for own in own_policies if own.raised is not None), None)
    results = None if files is None else Results(files, source.table, source.index)
    if error is not None or results is None:
        failure = Error(source.worded(error or "the results are cut off"))
        failure.results = results
        raise failure from raised
    for doubt in results.doubts:
        # what is left out of a table is told below, by rule
        if doubt.get("grave", False) if source.table is None else doubt["key"] != "rows-left-out":
            warnings.warn(source.worded(worded(doubt)), stacklevel=2)
    left = results.left_out
    if left and source.table is not None:
        rows = ", ".join(f"{n:,} {rule}" for rule, n in left.items())
        warnings.warn(f"rows of the table are left out: {rows}; results.notes says why", stacklevel=2)
    return results


def _quoted(name: str) -> str:
    """A command line may have commas, which separate policies."""
    return '"' + name.replace('"', '""') + '"' if name.startswith("exec:") else name


class _Played:
    """A policy of this process, which a thread plays over two pipes."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.raised: BaseException | None = None
        self.reads, questions = os.pipe()  # the command reads answers
        answers, self.writes = os.pipe()
        self._writer: IO[bytes] = os.fdopen(questions, "wb", 0)
        self._reader: IO[bytes] = os.fdopen(answers, "rb")
        self._thread = threading.Thread(target=self._play, daemon=True)

    def begin(self) -> None:
        """The command has begun: its ends of the pipes are its own."""
        self.given_away()
        self._thread.start()

    def given_away(self) -> None:
        """Close the command's ends here."""
        for number in (self.reads, self.writes):
            if number >= 0:
                os.close(number)
        self.reads = self.writes = -1

    def _play(self) -> None:
        try:
            play(self.policy, self._reader, self._writer)
        except (BrokenPipeError, ValueError) as error:
            if self.policy_failed(error):
                self.raised = error
        except BaseException as error:
            self.raised = error
        finally:
            self._writer.close()

    @staticmethod
    def policy_failed(error: Exception) -> bool:
        """Tell an error of the policy from a command that has ended before the run."""
        return not isinstance(error, BrokenPipeError) and "nobody asks" not in str(error)

    def close(self) -> None:
        """Wait for the policy."""
        self.given_away()
        if self._thread.ident is not None:
            self._thread.join()
        else:
            self._writer.close()
        self._reader.close()


@contextlib.contextmanager
def _played(policy: Policy) -> Iterator[_Played]:
    if os.name == "nt":
        raise Error("a policy in the same process needs pipes, which Windows does not hand down: use exec: with backfill.serve")
    played = _Played(policy)
    try:
        yield played
    finally:
        played.close()


def _call(arguments: Sequence[str], source: Workload, own: Sequence[_Played]) -> tuple[dict[str, bytearray] | None, str | None]:
    """Return the files of the results, and the error."""
    call = Call(arguments, source.feed, [number for played in own for number in (played.reads, played.writes)])
    try:
        for played in own:
            played.begin()
        files = _bundle.read(call.stdout)
        return files, call.end()
    except BaseException:
        call.kill()
        raise
