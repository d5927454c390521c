"""Schedulers of Batsim's ecosystem, unchanged: pip install 'backfill[batsim]'.

Such a scheduler is a process that answers JSON messages over ZeroMQ (Batsim's protocol
before its version 5, which PyBatsim speaks). Start it, and then

    backfill run log.swf --policy 'exec:python3 -m backfill.batsim tcp://localhost:28000'

which stands between the two. Of the protocol it has what schedulers of jobs need:
SIMULATION_BEGINS, JOB_SUBMITTED, JOB_COMPLETED, REQUESTED_CALL and SIMULATION_ENDS there,
EXECUTE_JOB and CALL_ME_LATER back. Any other answer ends the run with an error, such as
REJECT_JOB, KILL_JOB or the registration of jobs. Machines have numbers only.

The scheduler is asked when a waiting job fits, and is then told all that has happened since
it was asked last. What it starts, it starts then: delays that it adds to its clock for its own
thinking are not played.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import zmq

from backfill.policy import Job, Machine, Policy, serve

#: What a resource looks like to the scheduler.
_CONFIG = {
    "profiles-forwarded-on-submission": True,
    "dynamic-jobs-enabled": False,
    "dynamic-jobs-acknowledged": False,
    "forward-unknown-events": False,
}


class Batsim(Policy):
    """A policy that asks a scheduler which speaks Batsim's protocol.

    ``endpoint`` is where the scheduler listens. ``seconds`` is how long it may take to answer.
    Call ``close`` after the run: it tells the scheduler that the simulation is over.
    """

    name = "batsim"
    version = "1"

    def __init__(self, endpoint: str = "tcp://localhost:28000", seconds: float = 60) -> None:
        self.endpoint = endpoint
        self.seconds = seconds
        self._socket: zmq.Socket[bytes] | None = None

    def reset(self, machine: Machine) -> None:
        self.close()
        self.machine = machine
        self._events: list[dict[str, Any]] = []
        self._waiting: dict[str, Job] = {}
        self._calls: list[float] = []
        self._silent = False  # the scheduler has not answered
        self._socket = zmq.Context.instance().socket(zmq.REQ)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.RCVTIMEO, int(1000 * self.seconds))
        self._socket.connect(self.endpoint)
        resources = [{"id": k, "name": f"machine{k}", "state": "idle", "properties": {}} for k in range(machine.procs)]
        self._tell(
            "SIMULATION_BEGINS",
            {
                "nb_resources": machine.procs,
                "nb_compute_resources": machine.procs,
                "nb_storage_resources": 0,
                "allow_compute_sharing": False,
                "allow_storage_sharing": False,
                "config": _CONFIG,
                "compute_resources": resources,
                "storage_resources": [],
                "workloads": {"w": "workload"},
                "profiles": {"w": {}},
            },
        )
        self._exchange()

    def submit(self, job: Job) -> None:
        name = f"w!{job.index}"
        self._waiting[name] = job
        described = {"id": name, "subtime": job.submit, "walltime": job.estimate, "res": job.procs, "profile": "unknown"}
        self._tell("JOB_SUBMITTED", {"job_id": name, "job": described, "profile": {"type": "delay", "delay": job.estimate}})

    def end(self, job: Job) -> None:
        self._tell("JOB_COMPLETED", {"job_id": f"w!{job.index}", "job_state": "COMPLETED_SUCCESSFULLY", "return_code": 0})

    def schedule(self) -> None:
        now = self.machine.now
        for _ in [t for t in self._calls if t <= now]:
            self._tell("REQUESTED_CALL", {})
        self._calls = [t for t in self._calls if t > now]
        self._exchange()

    def close(self) -> None:
        """Tell the scheduler that the simulation is over."""
        if self._socket is None:
            return
        try:
            if not self._silent:
                self._tell("SIMULATION_ENDS", {})
                self._exchange()
        finally:
            self._socket.close()
            self._socket = None

    def _tell(self, kind: str, data: dict[str, Any]) -> None:
        self._events.append({"timestamp": float(self.machine.now), "type": kind, "data": data})

    def _exchange(self) -> None:
        """Send what has happened, and do what the answer says."""
        assert self._socket is not None
        self._socket.send_string(json.dumps({"now": float(self.machine.now), "events": self._events}))
        self._events = []
        try:
            answer = json.loads(self._socket.recv_string())
        except zmq.Again:
            self._silent = True
            raise TimeoutError(f"no scheduler has answered at {self.endpoint} for {self.seconds:g} s: start it first") from None
        for event in answer["events"]:
            if event["type"] == "EXECUTE_JOB":
                self._execute(event["data"])
            elif event["type"] == "CALL_ME_LATER":
                self._calls.append(math.ceil(event["data"]["timestamp"]))
            else:
                raise ValueError(f"the scheduler answers {event['type']}, which is not played here")
        if self._calls:
            self.machine.wake_at(int(min(self._calls)))

    def _execute(self, data: dict[str, Any]) -> None:
        name = data["job_id"]
        if name not in self._waiting:
            raise ValueError(f"the scheduler starts {name}, which does not wait")
        job = self._waiting.pop(name)
        given = _size(data["alloc"])
        if given != job.procs:
            raise ValueError(f"the scheduler gives {given} processors to {name}, which asked for {job.procs}")
        self.machine.start(job)


def _size(intervals: str) -> int:
    """Return how many machines a text has.

    >>> _size("1 2 4-8")
    7
    """
    total = 0
    for interval in intervals.replace(",", " ").split():
        first, _, last = interval.partition("-")
        total += int(last or first) - int(first) + 1
    return total


if __name__ == "__main__":
    bridge = Batsim(sys.argv[1]) if len(sys.argv) > 1 else Batsim()
    try:
        serve(bridge)
    finally:
        bridge.close()
