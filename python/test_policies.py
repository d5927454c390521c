"""Policies outside the command: in this process, in Python programs, in JavaScript."""

import os
import pathlib
import shutil
import sys

import pytest

import backfill

HERE = pathlib.Path(__file__).resolve().parent
N = range(400)
JOBS = {
    "submit": [29 * i for i in N],
    "run": [1 + i * i % 997 for i in N],
    "estimate": [500 + 100 * (i % 9) for i in N],
    "procs": [1 + i * 7 % 20 for i in N],
}
PROCS = 32


def starts(policy, **options):
    results = backfill.run(JOBS, policy, procs=PROCS, **options)
    assert all(found == 0 for found in results.verified.values())
    return results.jobs["start_s"].to_pylist()


class FCFS(backfill.Policy):
    name = "own-fcfs"

    def reset(self, machine):
        self.machine, self.queue = machine, []

    def submit(self, job):
        assert job.submit == self.machine.now and job.start == -1
        self.queue.append(job)

    def schedule(self):
        while self.queue and self.queue[0].procs <= self.machine.free:
            self.machine.start(self.queue.pop(0))


class Widest(backfill.EASY):
    """An order that is a method."""

    def key(self, job):
        return -job.procs


@pytest.mark.parametrize("overrun", ["cut", "extend"])
@pytest.mark.parametrize(("ours", "theirs"), [
    (FCFS(), "fcfs"), (backfill.EASY(), "easy"),
    (backfill.EASY(key=lambda job: job.estimate), "sjf-easy"), (backfill.EASY(key=lambda job: -job.estimate), "ljf-easy"),
    (Widest(), "wide-easy"),
])
def test_a_policy_in_this_process_is_that_of_the_command(ours, theirs, overrun):
    assert starts(ours, overrun=overrun) == starts(theirs, overrun=overrun)


def test_python_programs_are_played_too():
    assert starts(f"exec:'{sys.executable}' -m backfill.easy") == starts("easy")


@pytest.mark.parametrize("overrun", ["cut", "extend"])
def test_javascript_is_played_too(overrun):
    node = shutil.which("node")
    if node is None and os.environ.get("CI") != "true":
        pytest.skip("there is no node")
    assert node, "CI has no node"
    assert starts(f"exec:'{node}' '{HERE / 'examples' / 'easy.js'}'", overrun=overrun) == starts("easy", overrun=overrun)


def test_several_policies_run_beside_each_other():
    results = backfill.run(JOBS, [FCFS(), "easy", backfill.EASY()], procs=PROCS)
    assert results.runs["policy"].to_pylist() == ["own-fcfs", "easy", "python-easy"]


class Crash(FCFS):
    name = "crash"

    def schedule(self):
        super().schedule()
        if self.machine.now > 1000:
            raise ZeroDivisionError("out of ideas")


class Greedy(FCFS):
    name = "greedy"

    def schedule(self):
        self.machine.free = 10**6  # as if it did not know
        super().schedule()


class Lazy(FCFS):
    name = "lazy"

    def schedule(self):
        pass


class Patient(FCFS):
    name = "patient"

    def schedule(self):
        if self.machine.now < 5000:
            self.machine.wake_at(5000)
        else:
            super().schedule()


def test_an_error_of_the_policy_is_the_cause_and_the_others_are_kept():
    with pytest.raises(backfill.Error, match="crash.*ZeroDivisionError: out of ideas") as caught:
        backfill.run(JOBS, [Crash(), "easy"], procs=PROCS)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.results.runs["policy"].to_pylist() == ["easy"]


@pytest.mark.parametrize(("policy", "says"), [
    (Greedy(), "processors, and .* are free"), (Lazy(), "leaves 400 jobs waiting for ever"),
    ("exec:false", "it ended with exit status 1"), ("exec:true", "it has ended"),
])
def test_wrong_answers_are_errors(policy, says):
    with pytest.raises(backfill.Error, match=says):
        backfill.run(JOBS, policy, procs=PROCS)


def test_a_policy_can_wait_for_a_second():
    assert min(starts(Patient())) == 5000


def test_a_policy_of_a_built_in_name_is_refused():
    own = FCFS()
    own.name = "easy"
    with pytest.raises(backfill.Error, match="built in"):
        backfill.run(JOBS, own, procs=PROCS)
