"""Solves an instance given as JSON on standard input with CP-SAT.

Every job is an interval of its estimated length that begins at some whole second;
processors that are not free yet are held by intervals that are fixed. The answer
is JSON on standard output.
"""

import json
import math
import sys

import ortools
from ortools.sat.python import cp_model

task = json.load(sys.stdin)
now, jobs, free = task["now"], task["jobs"] or [], task["free"]
last = free[-1]["at"] - now
end = last + sum(j["estimate"] for j in jobs)  # no greedy schedule is longer

model = cp_model.CpModel()
starts, intervals, widths = [], [], []
for i, (j, hint) in enumerate(zip(jobs, task["hint"])):
    first = next(s["at"] for s in free if s["procs"] >= j["procs"]) - now
    start = model.new_int_var(first, end - j["estimate"], f"start{i}")
    starts.append(start)
    intervals.append(model.new_fixed_size_interval_var(start, j["estimate"], f"job{i}"))
    widths.append(j["procs"])
    model.add_hint(start, hint - now)
for before, after in zip(free, free[1:]):
    intervals.append(model.new_fixed_size_interval_var(0, after["at"] - now, f"held{after['at']}"))
    widths.append(after["procs"] - before["procs"])
model.add_cumulative(intervals, widths, free[-1]["procs"])
paid = sum((now - j["submit"] + j["estimate"]) * j["procs"] for j in jobs)  # for a start now
model.minimize(sum(j["procs"] * start for j, start in zip(jobs, starts)) + paid)

solver = cp_model.CpSolver()
solver.parameters.max_time_in_seconds = task["seconds"]
solver.parameters.num_workers = 1
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
