"""Environments for Gymnasium in which an agent schedules: pip install 'backfill[gym]'.

QueueEnv, ``gymnasium.make("backfill/Queue-v1")``
    The agent chooses a waiting job to start, or to start nothing more for now. ``QueueVectorEnv``, which
    ``gymnasium.make_vec("backfill/Queue-v1", num_envs=64)`` makes, has many of them in one process of the command.
SwitchEnv, ``gymnasium.make("backfill/Switch-v1")``
    The agent chooses the order in which EASY goes through the queue, as dynP switches.

Importing this module registers them. The command's engine decides what happens, and the agent is asked whenever a waiting job
fits into the free processors.

Every number of an observation is from 0 to 1: a length of time t is t / (t + 3600 s), a
number of jobs n is n / (n + 16), processors are a share of the machine.

An episode is a part of a workload: ``episode_jobs`` successive jobs on an empty machine, from a place that the
seed draws. The referee checks schedules: QueueEnv.results and ``info["results"]`` of SwitchEnv's last step are the
``backfill.Results`` of an episode.

Gymnasium's checker finds nothing wrong with either, in every test.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyarrow as pa

from backfill._bundle import read
from backfill._command import Call, Error
from backfill._queue import Observation, Part, QueueEnv, QueueVectorEnv
from backfill._results import Results
from backfill._workload import Workload
from backfill.easy import EASY
from backfill.policy import Connection, Job, Machine, Policy


def _time(seconds: float) -> float:
    return seconds / (seconds + 3600)


def _count(n: int) -> float:
    return n / (n + 16)


class _Queue(Policy):
    """The waiting jobs, in order of submission, for an agent that decides from outside."""

    name = "agent"

    def reset(self, machine: Machine) -> None:
        self.machine = machine
        self.waiting: list[Job] = []
        self.waited = 0  # job seconds, up to self.since
        self.since = 0

    def _wait(self) -> None:
        self.waited += len(self.waiting) * (self.machine.now - self.since)
        self.since = self.machine.now

    def submit(self, job: Job) -> None:
        self._wait()
        self.waiting.append(job)

    def end(self, job: Job) -> None:
        self._wait()

    def extend(self, job: Job) -> None:
        self._wait()

    def schedule(self) -> None:
        self._wait()


class _Episode:
    """A run of the command that is stepped through."""

    def __init__(self, jobs: pa.Table, procs: int) -> None:
        self.policy = _Queue()
        self._workload = workload = Workload(jobs)
        reads, questions = os.pipe()
        answers, writes = os.pipe()
        call = ["run", *workload.arguments, "--procs", str(procs), "--policy", f"fd:{reads}:{writes}", "--out", "-"]
        self._call = Call(call, workload.feed, (reads, writes))
        os.close(reads)
        os.close(writes)
        self._writer = os.fdopen(questions, "wb", 0)
        self._reader = os.fdopen(answers, "rb")
        # The command writes the results before it ends the questions.
        self._files: dict[str, bytearray] | None = None
        self._drain = threading.Thread(target=self._read, daemon=True)
        self._drain.start()
        self.connection = Connection(self.policy, self._reader, self._writer)

    def _read(self) -> None:
        self._files = read(self._call.stdout)

    def question(self) -> bool:
        if not self.connection.question():
            return False
        self.policy.schedule()
        return True

    def results(self) -> Results:
        """What the command says at the end."""
        self._drain.join()
        error = self._call.end()
        self._close()
        if error is not None or self._files is None:
            raise Error(self._workload.worded(error or "the results are cut off"))
        return Results(self._files, None)

    def _close(self) -> None:
        self._reader.close()
        self._writer.close()

    def abort(self) -> None:
        """End it in the middle."""
        self._call.process.kill()
        self._drain.join()
        self._call.kill()
        self._close()


#: The orders of SwitchEnv, by action.
ORDERS: dict[str, Callable[[Job], float] | None] = {
    "fcfs": None,
    "sjf": lambda job: job.estimate,
    "ljf": lambda job: -job.estimate,
}


class SwitchEnv(gymnasium.Env[Observation, np.int64]):
    """Choose the queue order of EASY for one pass: 0 is FCFS, 1 SJF, 2 LJF.

    The observation is eight numbers: free processors, waiting jobs, running jobs, time to the next
    expected end; of the waiting jobs the mean wait, the mean and the longest estimate, and
    the mean processors. The reward of a step is minus the time that jobs have waited since the step before, in
    hours, divided by the number of jobs: those of an episode add up to minus the mean wait in hours, which the last
    step's ``info["mean_wait_s"]`` confirms.

    >>> env = SwitchEnv(episode_jobs=20)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(env.action_space.n)
    ((8,), 3)
    """

    def __init__(self, workload: Any = None, *, procs: int | None = None, episode_jobs: int = 256) -> None:
        self._part = Part(workload, procs, episode_jobs)
        self.procs = self._part.procs
        self.jobs = self._part.jobs
        self._episode: _Episode | None = None
        self._paid = 0
        self.action_space = gymnasium.spaces.Discrete(len(ORDERS))
        self.observation_space = gymnasium.spaces.Box(0, 1, (8,), np.float32)
        self._orders = list(ORDERS.values())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode. ``options={"first": k}`` begins it with the k-th job of the workload, from 0."""
        super().reset(seed=seed)
        self.close()
        first = self._part.first(self.np_random, options)
        self._episode = _Episode(self.jobs(first), self.procs)
        self._paid = 0
        self._episode.question()  # at least the first job fits into the empty machine
        return self._observe(), {"first": first}

    def close(self) -> None:
        """End the command, in the middle of an episode."""
        if self._episode is not None:
            self._episode.abort()
            self._episode = None

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Let EASY make a pass in the order chosen, and go on to the next question or the end."""
        episode = self._episode
        if episode is None:
            raise Error("no episode goes on: call reset first")
        queue = episode.policy
        easy = EASY(self._orders[int(action)])
        easy.reset(queue.machine)
        easy.queue = queue.waiting
        easy.schedule()
        queue.waiting = easy.queue
        episode.connection.answer()
        over = not episode.question()
        since, self._paid = queue.waited - self._paid, queue.waited
        reward = -since / 3600 / self._part.length
        if not over:
            return self._observe(), reward, False, False, {}
        results = episode.results()
        self._episode = None
        info = {"results": results, "mean_wait_s": results.runs["wait_mean_s"][0].as_py(), "violations": results.verified["agent"]}
        return np.zeros(8, np.float32), reward, True, False, info

    def _observe(self) -> Observation:
        assert self._episode is not None
        queue = self._episode.policy
        machine, waiting = queue.machine, queue.waiting
        n = max(1, len(waiting))
        next_end = machine.running[0].end - machine.now if machine.running else 0
        return np.array(
            [
                machine.free / machine.procs,
                _count(len(waiting)),
                _count(len(machine.running)),
                _time(max(0, next_end)),
                _time(sum(machine.now - job.submit for job in waiting) / n),
                _time(sum(job.estimate for job in waiting) / n),
                _time(max((job.estimate for job in waiting), default=0)),
                sum(job.procs for job in waiting) / n / machine.procs,
            ],
            np.float32,
        )


gymnasium.register("backfill/Queue-v1", entry_point="backfill.gym:QueueEnv", vector_entry_point="backfill.gym:QueueVectorEnv")
gymnasium.register("backfill/Switch-v1", entry_point="backfill.gym:SwitchEnv")

__all__ = ["ORDERS", "QueueEnv", "QueueVectorEnv", "SwitchEnv"]
