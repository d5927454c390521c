"""Policies in Python, and the lines by which the command plays them (core/policy/PROTOCOL.md).

A policy is a class with four methods, as in the command's own language. This one starts
jobs in order of submission:

>>> class Mine(Policy):
...     version = "1"
...     def reset(self, machine):
...         self.machine, self.queue = machine, []
...     def submit(self, job):
...         self.queue.append(job)
...     def end(self, job):
...         pass
...     def schedule(self):
...         while self.queue and self.queue[0].procs <= self.machine.free:
...             self.machine.start(self.queue.pop(0))

``backfill.run(jobs, policy=Mine())`` plays it in this process; a program that ends with
``backfill.serve(Mine())`` is what ``backfill run --policy 'exec:python3 mine.py'`` plays.
"""

from __future__ import annotations

import bisect
import sys
from typing import IO, Any, Self

PROTOCOL = 1


class Job:
    """What a scheduler knows of a job. Times are seconds since the start of the workload."""

    __slots__ = ("end", "estimate", "group", "index", "number", "procs", "queue", "start", "submit", "user")

    def __init__(self, index: int, submit: int, estimate: int, procs: int, user: int, group: int, queue: int, number: int) -> None:
        self.index = index  #: counts the jobs of a run from 0
        self.submit = submit
        self.estimate = estimate  #: seconds asked for, at least 1
        self.procs = procs
        self.user = user  #: a number from 0, or -1 if unknown; so are group and queue
        self.group = group
        self.queue = queue
        self.number = number  #: that of the log
        self.start = -1  #: second of its start, -1 while it waits
        self.end = -1  #: second of its expected end, -1 while it waits

    def __repr__(self) -> str:
        return f"<job {self.number}: {self.procs} processors, estimate {self.estimate} s>"


def _end(job: Job) -> int:
    return job.end


class Machine:
    """What a policy sees of the machine, and acts on."""

    def __init__(self, procs: int) -> None:
        self.procs = procs  #: processors
        self.free = procs  #: processors that no job holds
        self.now = 0  #: the present second
        self.running: list[Job] = []  #: by expected end, then by start; do not change it
        self._started: list[int] = []
        self._wake = 0

    def start(self, job: Job) -> None:
        """Start a waiting job now. It must fit into the free processors."""
        if job.start >= 0:
            raise ValueError(f"{job} has been started before")
        if job.procs > self.free:
            raise ValueError(f"{job} does not fit into {self.free} free processors")
        self.free -= job.procs
        job.start, job.end = self.now, self.now + job.estimate
        bisect.insort(self.running, job, key=_end)
        self._started.append(job.index)

    def wake_at(self, second: int) -> None:
        """Ask for a call of schedule at a later second, even if nothing happens then."""
        self._wake = second


class Policy:
    """The base of policies: override the four methods.

    Of one second, ``end`` is called for each job that has ended, then ``submit`` for each
    that has arrived, then ``schedule`` once, unless no waiting job fits into the free
    processors: then nothing could start. So ``machine.now`` in ``end`` and ``submit`` may
    be earlier than in the next ``schedule``.
    """

    name = ""  #: what results call the policy; the name of the class unless set
    version = "1"  #: change it when the policy decides otherwise
    _arguments: tuple[tuple[Any, ...], dict[str, Any]]  # with which it was made, so that a sweep makes it again

    def __new__(cls, *arguments: Any, **keywords: Any) -> Self:
        made = super().__new__(cls)
        made._arguments = (arguments, keywords)
        return made

    def reset(self, machine: Machine) -> None:
        """Forget everything, and prepare for a run on the machine."""
        raise NotImplementedError

    def submit(self, job: Job) -> None:
        """A job has arrived, and waits."""
        raise NotImplementedError

    def end(self, job: Job) -> None:
        """A job has ended, and its processors are free."""

    def extend(self, job: Job) -> None:
        """A running job outlives its estimate, and has a new ``job.end``."""

    def schedule(self) -> None:
        """Start the jobs that should start now, with ``machine.start``."""
        raise NotImplementedError


class Connection:
    """The policy's end of the lines: the command asks, the policy answers.

    ``serve`` is all that most programs need. Who steps through a run calls ``question``
    until it is False, and ``answer`` after each.
    """

    def __init__(self, policy: Policy, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.policy = policy
        self.machine = Machine(0)
        self._reader = reader
        self._writer = writer
        self._jobs: dict[int, Job] = {}
        hello = reader.readline().split()
        if hello[:1] != [b"backfill-policy"]:
            raise ValueError("nobody asks: a policy is started by backfill run --policy exec:PROGRAM")
        if hello[1:] != [str(PROTOCOL).encode()]:
            self.fail(f"this program speaks version {PROTOCOL} of the protocol")
            raise ValueError(f"the command speaks another version of the protocol than {PROTOCOL}: install the one of this package")
        self._write(f"policy {PROTOCOL} {policy.name or type(policy).__name__} {policy.version}\n".encode())

    def _write(self, line: bytes) -> None:
        self._writer.write(line)
        self._writer.flush()

    def question(self) -> bool:
        """Read what has happened, up to the next question. False is the end of the run."""
        machine, policy, jobs = self.machine, self.policy, self._jobs
        for line in self._reader:
            word, *rest = line.split()
            numbers = [int(x) for x in rest]
            if word == b"job":
                job = jobs[numbers[0]] = Job(*numbers)
                machine.now = job.submit
                policy.submit(job)
            elif word == b"pass":
                machine.now, machine.free = numbers
                return True
            elif word == b"end":
                machine.now = numbers[0]
                job = jobs.pop(numbers[1])
                machine.running.remove(job)
                machine.free += job.procs
                policy.end(job)
            elif word == b"extend":
                machine.now = numbers[0]
                job = jobs[numbers[1]]
                machine.running.remove(job)
                job.end = numbers[2]
                bisect.insort(machine.running, job, key=_end)
                policy.extend(job)
            elif word == b"machine":
                machine = self.machine = Machine(numbers[0])
                jobs.clear()
                policy.reset(machine)
        return False

    def answer(self) -> None:
        """Tell which jobs the policy has started since the question."""
        machine = self.machine
        words = [str(index) for index in machine._started]
        machine._started.clear()
        if machine._wake > machine.now:
            words.append(f"@{machine._wake}")
        machine._wake = 0
        self._write((" ".join(words) + "\n").encode())

    def fail(self, reason: str) -> None:
        """Give up instead of an answer."""
        self._write(f"error {' '.join(reason.split())}\n".encode())


def play(policy: Policy, reader: IO[bytes], writer: IO[bytes]) -> None:
    """Answer until the reader ends. If the policy fails, say so in its place, and raise."""
    connection = Connection(policy, reader, writer)
    try:
        while connection.question():
            policy.schedule()
            connection.answer()
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except BaseException as error:
        connection.fail(f"{type(error).__name__}: {error}")
        raise


def serve(policy: Policy) -> None:
    """Play the policy for the command that has started this program, until its run is over.

    What the program prints goes to standard error meanwhile.
    """
    reader, writer = sys.stdin.buffer, sys.stdout.buffer
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        play(policy, reader, writer)
    finally:
        sys.stdout = printed
