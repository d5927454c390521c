"""Solves an instance given as JSON on standard input with CP-SAT.

Every job is an interval of its estimated length that begins at some whole second;
processors that are not free yet are held by intervals that are fixed. Some optimal
schedule keeps the given limits of the starts and the order among equal jobs; the
caller proves that. The answer is JSON on standard output.
"""

import json
import math
import sys

import ortools
from ortools.sat.python import cp_model

task = json.load(sys.stdin)
now, free = task["instance"]["now"], task["instance"]["free"]
jobs = task["instance"]["jobs"] or []

model = cp_model.CpModel()
starts, intervals, widths = [], [], []
for i, j in enumerate(jobs):
    start = model.new_int_var(task["first"][i] - now, task["last"][i] - now, f"start{i}")
    starts.append(start)
    intervals.append(model.new_fixed_size_interval_var(start, j["estimate"], f"job{i}"))
    widths.append(j["procs"])
    model.add_hint(start, task["hint"][i] - now)
for first, second in task["before"]:
    model.add(starts[first] <= starts[second])
for before, after in zip(free, free[1:]):
    intervals.append(model.new_fixed_size_interval_var(0, after["at"] - now, f"held{after['at']}"))
    widths.append(after["procs"] - before["procs"])
model.add_cumulative(intervals, widths, free[-1]["procs"])
paid = sum((now - j["submit"] + j["estimate"]) * j["procs"] for j in jobs)  # for a start now
model.minimize(sum(j["procs"] * start for j, start in zip(jobs, starts)) + paid)

solver = cp_model.CpSolver()
solver.parameters.max_time_in_seconds = task["seconds"]
solver.parameters.num_workers = task["workers"]
solver.parameters.linearization_level = 2  # without it, bounds of large instances hardly rise
solver.parameters.relative_gap_limit = 0
if task["memory_mib"]:
    solver.parameters.max_memory_in_mb = task["memory_mib"]
status = solver.solve(model)
answer = {"version": ortools.__version__, "status": solver.status_name(status), "nodes": solver.num_branches}
if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    answer["objective"] = solver.objective_value
    answer["starts"] = [solver.value(s) + now for s in starts]
if status != cp_model.MODEL_INVALID and math.isfinite(solver.best_objective_bound):
    answer["bound"] = solver.best_objective_bound
json.dump(answer, sys.stdout)
