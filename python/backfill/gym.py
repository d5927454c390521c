"""Environments for Gymnasium in which an agent schedules: pip install 'backfill[gym]'.

Both play a run of the command, whose engine decides what happens, and ask the agent
whenever a waiting job fits into the free processors.

QueueEnv
    The agent chooses a waiting job to start, or to start nothing more for now.
SwitchEnv
    The agent chooses the order in which EASY goes through the queue, as dynP switches.

Every number of an observation is from 0 to 1: a length of time t is t / (t + 3600 s), a
number of jobs n is n / (n + 16), processors are a share of the machine.

The reward of a step is minus the time that jobs have waited since the step before, in
hours, divided by the number of jobs. So the rewards of an episode add up to minus the mean
wait in hours, which the last step's ``info["mean_wait_s"]`` confirms.

An episode is a part of a workload: ``episode_jobs`` successive jobs, from a place that the
seed draws. ``info["results"]`` of the last step is the ``backfill.Results`` of the episode, whose
schedule the referee has checked.

Gymnasium's checker finds nothing wrong with either, in every test; nor does that of stable-baselines3 2.9.2, tried by
hand on 2026-11-26. Its PPO and DQN ran in both without a violation. Waits fell with training in QueueEnv; in SwitchEnv
no agent beat chance within 41,000 steps.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from backfill._bundle import read
from backfill._command import Call, Error
from backfill._results import Results
from backfill._run import run
from backfill._workload import Workload
from backfill.easy import EASY
from backfill.policy import Connection, Job, Machine, Policy

Observation = npt.NDArray[np.float32]


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

    def start(self, job: Job) -> None:
        self.machine.start(job)
        self.waiting.remove(job)


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


class _Env(gymnasium.Env[Observation, np.int64]):
    """What the two environments share."""

    def __init__(self, workload: Any = None, *, procs: int | None = None, episode_jobs: int = 256) -> None:
        # One run brings any workload into one form, and makes the command's checks.
        found = run(workload, "fcfs", procs=procs)
        self.procs = int(found.runs["procs"][0].as_py())
        jobs = found.jobs.sort_by([("submit_s", "ascending"), ("job", "ascending")])
        self._jobs = pa.table(
            {
                "submit": jobs["submit_s"].cast(pa.int64()),
                "run": jobs["run_s"].cast(pa.int64()),
                "estimate": jobs["estimate_s"].cast(pa.int64()),
                "procs": jobs["procs"],
            }
        )
        if not 1 <= episode_jobs <= self._jobs.num_rows:
            raise Error(f"an episode of {episode_jobs} jobs: give 1 to {self._jobs.num_rows}, the jobs of the workload")
        self._length = episode_jobs
        self._episode: _Episode | None = None
        self._paid = 0

    def jobs(self, first: int) -> pa.Table:
        """Return the jobs of the episode that begins with the first-th, to run other policies on them."""
        last = self._jobs.num_rows - self._length
        if not 0 <= first <= last:
            raise Error(f"the episode cannot begin with job {first}: give 0 to {last}")
        return self._jobs.slice(first, self._length)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode. ``options={"first": k}`` begins it with the k-th job of the workload, from 0."""
        super().reset(seed=seed)
        self.close()
        last = self._jobs.num_rows - self._length
        first = (options or {}).get("first")
        first = int(self.np_random.integers(last + 1)) if first is None else int(first)
        self._episode = _Episode(self.jobs(first), self.procs)
        self._paid = 0
        self._episode.question()  # at least the first job fits into the empty machine
        return self._observe(), {"first": first}

    def close(self) -> None:
        """End the command, in the middle of an episode."""
        if self._episode is not None:
            self._episode.abort()
            self._episode = None

    @property
    def _queue(self) -> _Queue:
        if self._episode is None:
            raise Error("no episode goes on: call reset first")
        return self._episode.policy

    def _proceed(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give the answer, and go on to the next question or the end."""
        episode, queue = self._episode, self._queue
        assert episode is not None
        episode.connection.answer()
        over = not episode.question()
        if not over:
            return self._observe(), self._reward(), False, False, {}
        results = episode.results()
        self._episode = None
        reward = self._reward(queue)
        info = {"results": results, "mean_wait_s": results.runs["wait_mean_s"][0].as_py(), "violations": results.verified["agent"]}
        return np.zeros(self.observation_space.shape or (), np.float32), reward, True, False, info

    def _reward(self, queue: _Queue | None = None) -> float:
        queue = queue or self._queue
        since, self._paid = queue.waited - self._paid, queue.waited
        return -since / 3600 / self._length

    def _observe(self) -> Observation:
        raise NotImplementedError


class QueueEnv(_Env):
    """Choose the next job to start among the first ``window`` waiting jobs.

    An action is the place of a job in the window, in order of submission, or ``window`` to
    start nothing more before something happens. It stands for the latter, too, if the place is
    empty or the job does not fit. On an empty machine, where nothing would happen any more, it
    starts the first job. ``action_masks()`` tells which actions are what they say.

    The observation is three numbers of the machine (free processors, waiting jobs, time to the
    next expected end) and four of each place (wait, estimate, processors, 1 if it fits; all 0
    for an empty place).

    >>> env = QueueEnv(episode_jobs=20)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(env.action_space.n)
    ((67,), 17)
    """

    def __init__(self, workload: Any = None, *, procs: int | None = None, episode_jobs: int = 256, window: int = 16) -> None:
        super().__init__(workload, procs=procs, episode_jobs=episode_jobs)
        if window < 1:
            raise Error(f"a window of {window} jobs: give at least 1")
        self.window = window
        self.action_space = gymnasium.spaces.Discrete(window + 1)
        self.observation_space = gymnasium.spaces.Box(0, 1, (3 + 4 * window,), np.float32)

    def _fits(self) -> list[bool]:
        queue = self._queue
        return [job.procs <= queue.machine.free for job in queue.waiting[: self.window]]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Tell of every action whether it may be chosen, as sb3-contrib's MaskablePPO asks."""
        fits = self._fits()
        masks = np.zeros(self.window + 1, np.bool_)
        masks[: len(fits)] = fits
        masks[self.window] = bool(self._queue.machine.running)
        return masks

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Start a job, or go on."""
        queue, fits, chosen = self._queue, self._fits(), int(action)
        if (chosen >= len(fits) or not fits[chosen]) and not queue.machine.running:
            chosen = 0
        if chosen < len(fits) and fits[chosen]:
            queue.start(queue.waiting[chosen])
            if any(self._fits()):
                return self._observe(), self._reward(), False, False, {}
        return self._until_something_fits()

    def _until_something_fits(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """A job may fit beyond the window, which is no choice."""
        found = self._proceed()
        while not found[2] and not any(self._fits()):
            before = found[1]
            found = self._proceed()
            found = (found[0], before + found[1], *found[2:])
        return found

    def _observe(self) -> Observation:
        queue = self._queue
        machine = queue.machine
        numbers = np.zeros(3 + 4 * self.window, np.float32)
        next_end = machine.running[0].end - machine.now if machine.running else 0
        numbers[:3] = machine.free / machine.procs, _count(len(queue.waiting)), _time(max(0, next_end))
        for place, job in enumerate(queue.waiting[: self.window]):
            numbers[3 + 4 * place : 7 + 4 * place] = (
                _time(machine.now - job.submit),
                _time(job.estimate),
                job.procs / machine.procs,
                job.procs <= machine.free,
            )
        return numbers


#: The orders of SwitchEnv, by action.
ORDERS: dict[str, Callable[[Job], float] | None] = {
    "fcfs": None,
    "sjf": lambda job: job.estimate,
    "ljf": lambda job: -job.estimate,
}


class SwitchEnv(_Env):
    """Choose the queue order of EASY for one pass: 0 is FCFS, 1 SJF, 2 LJF.

    The observation is eight numbers: free processors, waiting jobs, running jobs, time to the next
    expected end; of the waiting jobs the mean wait, the mean and the longest estimate, and
    the mean processors.

    >>> env = SwitchEnv(episode_jobs=20)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(env.action_space.n)
    ((8,), 3)
    """

    def __init__(self, workload: Any = None, *, procs: int | None = None, episode_jobs: int = 256) -> None:
        super().__init__(workload, procs=procs, episode_jobs=episode_jobs)
        self.action_space = gymnasium.spaces.Discrete(len(ORDERS))
        self.observation_space = gymnasium.spaces.Box(0, 1, (8,), np.float32)
        self._orders = list(ORDERS.values())

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Let EASY make a pass in the order chosen."""
        queue = self._queue
        easy = EASY(self._orders[int(action)])
        easy.reset(queue.machine)
        easy.queue = queue.waiting
        easy.schedule()
        queue.waiting = easy.queue
        return self._proceed()

    def _observe(self) -> Observation:
        queue = self._queue
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


gymnasium.register("backfill/Queue-v0", entry_point="backfill.gym:QueueEnv")
gymnasium.register("backfill/Switch-v0", entry_point="backfill.gym:SwitchEnv")
