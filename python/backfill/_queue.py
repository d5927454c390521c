"""The environments of backfill play: an agent chooses which waiting jobs start."""

from __future__ import annotations

import json
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
import pyarrow as pa
from gymnasium.vector.utils import batch_space

from backfill._command import Call, Error
from backfill._results import Results
from backfill._run import run
from backfill.policy import Job, Machine, Policy

Observation: TypeAlias = npt.NDArray[np.float32]
Step: TypeAlias = tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class Part:
    """A workload, and the episodes that are parts of it."""

    def __init__(
        self,
        workload: Any,
        procs: int | None,
        length: int,
        firsts: range | None = None,
        shrink: float | None = None,
        estimates: str | None = None,
        overrun: str | None = None,
    ) -> None:
        # One run brings any workload into one form, and makes the command's checks.
        found = run(workload, "fcfs", procs=procs, shrink=shrink, estimates=estimates, overrun=overrun)
        self.procs = int(found.runs["procs"][0].as_py())
        jobs = found.jobs.sort_by([("submit_s", "ascending"), ("job", "ascending")])
        columns = {name: jobs[f"{name}_s"].cast(pa.int64()) for name in ("submit", "run", "estimate")}
        self._jobs = pa.table({**columns, "procs": jobs["procs"], "user": jobs["user"]})
        if not 1 <= length <= self._jobs.num_rows:
            raise Error(f"an episode of {length} jobs: give 1 to {self._jobs.num_rows}, the jobs of the workload")
        last = self._jobs.num_rows - length
        self.length = length
        self.firsts = range(last + 1) if firsts is None else firsts
        if not self.firsts or not all(0 <= end <= last for end in (self.firsts[0], self.firsts[-1])):
            raise Error(f"firsts={firsts!r}: give a range within 0 to {last}, the jobs with which an episode can begin")

    def jobs(self, first: int) -> pa.Table:
        """Return the jobs of the episode that begins with the first-th, to run other policies on them."""
        last = self._jobs.num_rows - self.length
        if not 0 <= first <= last:
            raise Error(f"the episode cannot begin with job {first}: give 0 to {last}")
        return self._jobs.slice(first, self.length)

    def first(self, draws: np.random.Generator, options: Mapping[str, Any] | None) -> int:
        """Return the first job of the next episode: the one that is given, else one that is drawn."""
        given = (options or {}).get("first")
        if given is None:
            return int(self.firsts[int(draws.integers(len(self.firsts)))])
        self.jobs(int(given))
        return int(given)

    def write(self, folder: str) -> str:
        """Write the jobs to a file in the folder, and return its name."""
        path = str(pathlib.Path(folder) / "jobs.arrow")
        with pa.ipc.new_file(path, self._jobs.schema) as file:
            file.write_table(self._jobs)
        return path


class _Played:
    """A process of backfill play, with its environments."""

    def __init__(self, part: Part, n: int, options: Mapping[str, Any]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            call = ["play", part.write(folder), "--procs", str(part.procs), "--envs", str(n), "--episode-jobs", str(part.length)]
            for option, value in options.items():
                if value is not None:
                    call += [f"--{option}", str(value)]
            self._call = Call(call, talks=True)
            hello = self._call.stdout.readline()
        if not hello:
            raise Error(self._call.end() or "the backfill command ended")
        self.hello = json.loads(hello)
        assert self._call.process.stdin is not None
        self._pipe = self._call.process.stdin
        self._request = np.zeros(n + 1, np.int32)
        window = self.hello["window"]
        self.size = len(self.hello["machine_features"]) + window * len(self.hello["job_features"])
        shapes: list[tuple[type, tuple[int, ...]]] = [
            (np.float64, (n,)), (np.float64, (n, 3)), (np.float32, (n, self.size)), (np.bool_, (n, window + 1)), (np.bool_, (n,)),
        ]  # fmt: skip
        self._fields: list[tuple[type, tuple[int, ...], int, int]] = []
        at = 0
        for kind, shape in shapes:
            count = int(np.prod(shape))
            self._fields.append((kind, shape, at, count))
            at += count * np.dtype(kind).itemsize
        self._bytes = at

    def frame(self, actions: npt.NDArray[np.int32]) -> list[npt.NDArray[Any]]:
        """Take the actions; return rewards, summaries, observations, masks and which episodes are over."""
        self._request[0] = 0
        self._request[1:] = actions
        data = self._ask(self._bytes)
        return [np.frombuffer(data, kind, count, at).reshape(shape) for kind, shape, at, count in self._fields]

    def started(self, k: int) -> list[tuple[int, int]]:
        """Return the jobs of an environment in the order of their starts, with how long each waited in seconds."""
        self._request[0] = k + 1
        n = int(np.frombuffer(self._ask(8), np.int64)[0])
        pairs = bytearray(16 * n)
        self._read(pairs)
        return [(job, wait) for job, wait in np.frombuffer(pairs, np.int64).reshape(n, 2).tolist()]

    def _ask(self, size: int) -> bytearray:
        answer = bytearray(size)
        try:
            self._pipe.write(self._request.tobytes())
            self._pipe.flush()
        except BrokenPipeError:
            pass  # reading says why
        self._read(answer)
        return answer

    def _read(self, answer: bytearray) -> None:
        if self._call.stdout.readinto(answer) != len(answer):  # type: ignore[attr-defined]
            raise Error(self._call.end() or "the backfill command ended in the middle of an episode")

    def close(self) -> None:
        self._pipe.close()
        self._call.kill()


class _Replay(Policy):
    """A schedule that is there: jobs in the order of their starts. A job of 0 s may make room for others in its second."""

    name = "agent"

    def __init__(self, started: Sequence[tuple[int, int]]) -> None:
        self.started = started

    def reset(self, machine: Machine) -> None:
        self.machine = machine
        self.waiting: dict[int, Job] = {}
        self.next = 0

    def submit(self, job: Job) -> None:
        self.waiting[job.index] = job

    def schedule(self) -> None:
        machine = self.machine
        while self.next < len(self.started):
            index, wait = self.started[self.next]
            job = self.waiting.get(index)
            if job is None or job.submit + wait > machine.now or job.procs > machine.free:
                break
            machine.start(job)
            self.next += 1


class _Queue:
    """What one environment and many of them share."""

    def __init__(self, n: int, workload: Any, given: Mapping[str, Any]) -> None:
        options = dict(given)
        taken = {name: options.get(name) for name in ("shrink", "estimates", "overrun")}
        self.part = Part(workload, options["procs"], options["episode_jobs"], options["firsts"], **taken)
        self.overrun = taken["overrun"]
        window = {name: options[name] for name in ("window", "reward", "base")}
        self.played = _Played(self.part, n, {**window, "overrun": self.overrun})
        self.n = n
        self.over = np.ones(n, np.bool_)
        self.masks = np.zeros((n, options["window"] + 1), np.bool_)
        self.firsts = [0] * n

    def step(self, actions: npt.NDArray[np.int32]) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        rewards, summaries, observations, self.masks, self.over = self.played.frame(actions)
        return observations, rewards, summaries

    def results(self, k: int) -> Results:
        started = self.played.started(k)
        if len(started) < self.part.length:
            raise Error("the episode is not over: results are those of a whole one")
        return run(self.part.jobs(self.firsts[k]), _Replay(started), procs=self.part.procs, overrun=self.overrun)


#: What a summary has: of info, at the end of an episode.
_SUMMARY = ("mean_wait_s", "mean_bsld", "utilisation")


class QueueVectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many environments like ``QueueEnv``, in one process of the command and with one exchange for each step.

    The arguments are those of ``QueueEnv``. Environments whose episode is over begin the next one in the next step, whose action
    does nothing (AutoresetMode.NEXT_STEP). With ``reset(seed=s)`` the k-th one plays what a ``QueueEnv`` plays after
    ``reset(seed=s + k)`` and as many resets. ``options={"first": [...]}`` has the first job of each.

    >>> envs = QueueVectorEnv(4, episode_jobs=20)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, over, cut, infos = envs.step(envs.action_masks().argmax(1))
    >>> observations.shape, rewards.shape
    ((4, 135), (4,))
    >>> envs.close()
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        workload: Any = None,
        *,
        procs: int | None = None,
        episode_jobs: int = 256,
        window: int = 16,
        reward: str = "wait",
        base: str | None = None,
        firsts: range | None = None,
        shrink: float | None = None,
        estimates: str | None = None,
        overrun: str | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name not in ("self", "num_envs", "workload", "__class__")}
        self.num_envs = num_envs
        self._queue = _Queue(num_envs, workload, given)
        self.procs, self.jobs = self._queue.part.procs, self._queue.part.jobs
        self.single_observation_space = gymnasium.spaces.Box(0, 1, (self._queue.played.size,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(window + 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._draws = [np.random.default_rng() for _ in range(num_envs)]
        self._actions = np.zeros(num_envs, np.int32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode in each environment."""
        if seed is not None:
            self._draws = [gymnasium.utils.seeding.np_random(seed + k)[0] for k in range(self.num_envs)]
        given = (options or {}).get("first")
        for k in range(self.num_envs):
            self._begin(k, None if given is None else {"first": given[k]})
        observations, _, _ = self._queue.step(self._actions)
        return observations, {"first": np.array(self._queue.firsts)}

    def _begin(self, k: int, options: Mapping[str, Any] | None = None) -> None:
        self._queue.firsts[k] = self._queue.part.first(self._draws[k], options)
        self._actions[k] = -1 - self._queue.firsts[k]

    def step(self, actions: Any) -> Step:
        """Start a job, or go on, in each environment."""
        self._actions[:] = actions
        if (self._actions < 0).any():
            raise Error(f"an action is from 0 to {self._queue.masks.shape[1] - 1}")
        for k in np.flatnonzero(self._queue.over):
            self._begin(int(k))
        observations, rewards, summaries = self._queue.step(self._actions)
        over = self._queue.over
        infos: dict[str, Any] = {}
        if over.any():
            for name, column in zip(_SUMMARY, summaries.T, strict=True):
                infos[name], infos[f"_{name}"] = column, over
            infos["first"], infos["_first"] = np.array(self._queue.firsts), over
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Tell of every action of every environment whether it is what it says."""
        return self._queue.masks

    def results(self, k: int) -> Results:
        """Return the results of the k-th environment's episode, which is over, with the referee's judgement."""
        return self._queue.results(k)

    def close(self, **_: Any) -> None:
        """End the command."""
        self._queue.played.close()


class QueueEnv(gymnasium.Env[Observation, np.int64]):
    """Choose the next job to start among the first ``window`` waiting jobs.

    An action is the place of a job in the window, in order of submission, or ``window`` to
    start nothing more before something happens. It stands for the latter, too, if the place is
    empty or the job does not fit. On an empty machine, where nothing would happen any more, it
    starts the first job. ``action_masks()`` tells which actions are what they say. Backfilling is the agent's own affair:
    any job that fits may start, whatever waits before it.

    An observation is 7 numbers of the machine and 8 of each place, all 0 for an empty place. ``machine_features`` and
    ``job_features`` have their names and sentences:

    ========== ================================================================================
    free       free processors, a share of the machine
    waiting    waiting jobs, n / (n + 16)
    running    running jobs, n / (n + 16)
    next_end   time t to the next expected end, t / (t + 3600 s), as are all times
    shadow     time until the first waiting job, the head, could start by the estimates
    extra      processors that the head leaves over then, a share of the machine
    work       estimated work of all waiting jobs, as time of the whole machine
    ---------- --------------------------------------------------------------------------------
    wait       time since the submission
    estimate   estimate
    procs      processors, a share of the machine
    slowdown   1 - 1/s, s the bounded slowdown if it started now and ran as long as estimated
    work       estimated work, as time of the whole machine
    user_jobs  waiting jobs of its user, itself too, n / (n + 16); 0 if the user is unknown
    fits       1 if it fits into the free processors
    backfills  1 if it fits, and to start it now does not delay the head, as in EASY
    ========== ================================================================================

    ``reward`` is one of

    wait
        Minus the time that jobs have waited since the step before, in hours, divided by the number of jobs. The rewards of
        an episode add up to minus the mean wait in hours.
    slowdown
        When a job starts, minus its bounded slowdown, max(1, (wait + run) / max(run, 10 s)), divided by the number of
        jobs. They add up to minus the mean bounded slowdown.
    utilisation
        At the end, the share of the processor seconds from the first submission to the last end that jobs used; 0 before.
    rlscheduler
        At the end, minus the mean bounded slowdown; 0 before. So Zhang, Dai, He, Bao, Xie: RLScheduler, SC 2020, by their
        program (DIR-LAB/deep-batch-scheduler, HPCSimPickJobs.py, step and job_score, type 0), with sequences of 256 jobs.
    schedinspector
        At the end, (b - a) / max(a, b, 1) for the mean bounded slowdown a and b, that of the same jobs under the policy
        ``base`` (sjf-fcfs unless given); 0 before. So Zhang, Dai, Xie: SchedInspector, HPDC 2022, by their program
        (DIR-LAB/SchedInspector, HPCSimSkip.py, step), whose agent accepts or rejects what the base policy chooses.

    ``firsts`` is the range of jobs with which episodes begin, so that an agent learns on one part of a log and is tested on
    another. ``shrink``, ``estimates`` (exact, factor:2, model:2) and ``overrun`` are as in ``backfill.run``. ``info`` of the last
    step has mean_wait_s, mean_bsld and utilisation; ``results()`` plays the schedule again for the referee.

    >>> env = QueueEnv(episode_jobs=20)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(env.action_space.n)
    ((135,), 17)
    >>> env.close()
    """

    def __init__(
        self,
        workload: Any = None,
        *,
        procs: int | None = None,
        episode_jobs: int = 256,
        window: int = 16,
        reward: str = "wait",
        base: str | None = None,
        firsts: range | None = None,
        shrink: float | None = None,
        estimates: str | None = None,
        overrun: str | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name not in ("self", "workload", "__class__")}
        self.window = window
        self._queue = _Queue(1, workload, given)
        self.procs, self.jobs = self._queue.part.procs, self._queue.part.jobs
        hello = self._queue.played.hello
        self.machine_features: dict[str, str] = {one["name"]: one["doc"] for one in hello["machine_features"]}
        self.job_features: dict[str, str] = {one["name"]: one["doc"] for one in hello["job_features"]}
        self.action_space = gymnasium.spaces.Discrete(window + 1)
        self.observation_space = gymnasium.spaces.Box(0, 1, (self._queue.played.size,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode. ``options={"first": k}`` begins it with the k-th job of the workload, from 0."""
        super().reset(seed=seed)
        first = self._queue.part.first(self.np_random, options)
        self._queue.firsts[0] = first
        observations, _, _ = self._queue.step(np.array([-1 - first], np.int32))
        return observations[0], {"first": first}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Start a job, or go on."""
        if self._queue.over[0]:
            raise Error("no episode goes on: call reset first")
        if not 0 <= int(action) <= self.window:
            raise Error(f"an action is from 0 to {self.window}")
        observations, rewards, summaries = self._queue.step(np.array([action], np.int32))
        over = bool(self._queue.over[0])
        info = dict(zip(_SUMMARY, summaries[0].tolist(), strict=True)) if over else {}
        return observations[0], float(rewards[0]), over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Tell of every action whether it is what it says, as sb3-contrib's MaskablePPO asks."""
        masks: npt.NDArray[np.bool_] = self._queue.masks[0]
        return masks

    def results(self) -> Results:
        """Return the results of the episode, which is over, with the referee's judgement."""
        return self._queue.results(0)

    def close(self) -> None:
        """End the command."""
        self._queue.played.close()
