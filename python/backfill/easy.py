"""EASY backfilling, as an example of a policy: backfill run --policy 'exec:python3 -m backfill.easy'."""

from __future__ import annotations

from collections.abc import Callable

from backfill.policy import Job, Machine, Policy, serve


class EASY(Policy):
    """Jobs start in order until one, the head, does not fit. It gets a reservation at the
    shadow time, when enough jobs will have ended by their estimates. Later jobs may start
    now if they end by then, or use only processors that the head leaves over.

    ``key`` sorts the queue: jobs with the smallest value come first, ties by submission. It is an
    argument, or a method of a subclass; it may be changed between two calls of ``schedule``. The default is
    the order of submission.
    """

    name = "python-easy"
    version = "1"
    key: Callable[[Job], float] | None = None

    def __init__(self, key: Callable[[Job], float] | None = None) -> None:
        if key is not None:
            self.key = key

    def reset(self, machine: Machine) -> None:
        self.machine = machine
        self.queue: list[Job] = []

    def submit(self, job: Job) -> None:
        self.queue.append(job)

    def end(self, job: Job) -> None:
        pass

    def schedule(self) -> None:
        machine = self.machine
        queue = self.queue
        if self.key is not None:
            queue = sorted(queue, key=self.key)
        begun = 0
        while begun < len(queue) and queue[begun].procs <= machine.free:
            machine.start(queue[begun])
            begun += 1
        if begun < len(queue) and machine.free > 0:
            self._backfill(queue[begun], queue[begun + 1 :])
        self.queue = [job for job in self.queue if job.start < 0]

    def _backfill(self, head: Job, others: list[Job]) -> None:
        machine = self.machine
        shadow, extra = self._reservation(head)
        for job in others:
            if job.procs > machine.free:
                continue
            if machine.now + job.estimate <= shadow:
                machine.start(job)
            elif job.procs <= extra:
                extra -= job.procs
                machine.start(job)
            if machine.free == 0:
                break

    def _reservation(self, head: Job) -> tuple[int, int]:
        """Return when the head will fit, and how many more processors will be free then."""
        free, shadow = self.machine.free, -1
        for job in self.machine.running:
            if free >= head.procs and job.end > shadow:
                break
            free, shadow = free + job.procs, job.end
        return shadow, free - head.procs


if __name__ == "__main__":
    serve(EASY())
