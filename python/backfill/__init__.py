"""A laboratory for batch scheduling, from Python.

>>> import backfill
>>> jobs = {"submit": [0, 0, 0], "run": [10, 10, 10], "procs": [3, 2, 1]}
>>> results = backfill.run(jobs, policy=["fcfs", "easy"], procs=4)
>>> results.jobs.select(["policy", "job", "start_s"]).to_pylist()[2]
{'policy': 'fcfs', 'job': 3, 'start_s': 10.0}
>>> print(results.why(2, run="easy"))
stdin/easy: Job 2 waited 10 s...
"""

import importlib
from typing import TYPE_CHECKING, Any

from backfill._command import Error, command
from backfill.policy import Connection, Job, Machine, Policy, serve

if TYPE_CHECKING:
    from backfill._papers import Paper, paper
    from backfill._policies import Policies, PolicyInfo, policies
    from backfill._results import Answer, Answers, Figure, Polars, Results
    from backfill._run import run
    from backfill._sweep import Sweep, sweep
    from backfill.easy import EASY

# What needs pyarrow is imported when it is first wanted: a program that only plays a policy starts without it.
_LATE = {
    "_papers": ("Paper", "paper"),
    "_policies": ("Policies", "PolicyInfo", "policies"),
    "_results": ("Answer", "Answers", "Figure", "Polars", "Results"),
    "_run": ("run",),
    "_sweep": ("Sweep", "sweep"),
    "easy": ("EASY",),  # it is a program, too
}


def __getattr__(name: str) -> Any:
    for module, names in _LATE.items():
        if name in names:
            return getattr(importlib.import_module(f"backfill.{module}"), name)
    raise AttributeError(f"module backfill has no {name!r}")


#: That of python/pyproject.toml.
__version__ = "0.1.0"

__all__ = [
    "EASY",
    "Answer",
    "Answers",
    "Connection",
    "Error",
    "Figure",
    "Job",
    "Machine",
    "Paper",
    "Policies",
    "Policy",
    "PolicyInfo",
    "Polars",
    "Results",
    "Sweep",
    "command",
    "paper",
    "policies",
    "run",
    "serve",
    "sweep",
]
