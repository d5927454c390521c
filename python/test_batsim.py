"""Batsim's protocol, with a scheduler of a few lines that speaks it. PyBatsim itself wants an old pyzmq, which cannot be
installed here; its fillerSched and easyBackfill have been tried by hand."""

import json
import threading

import pytest
import zmq

import backfill
from backfill.batsim import Batsim

JOBS = {
    "submit": [29 * i for i in range(200)],
    "run": [1 + i * i % 997 for i in range(200)],
    "estimate": [500 + 100 * (i % 9) for i in range(200)],
    "procs": [1 + i * 7 % 20 for i in range(200)],
}
PROCS = 32


class Scheduler(threading.Thread):
    """FCFS in Batsim's words. ``odd`` changes its first answer that starts a job."""

    def __init__(self, odd=None):
        super().__init__(daemon=True)
        self.socket = zmq.Context.instance().socket(zmq.REP)
        self.endpoint = f"tcp://127.0.0.1:{self.socket.bind_to_random_port('tcp://127.0.0.1')}"
        self.odd = odd
        self.kinds = []

    def run(self):
        queue, held = [], {}
        free = []
        while True:
            message = json.loads(self.socket.recv_string())
            for event in message["events"]:
                self.kinds.append(event["type"])
                data = event["data"]
                if event["type"] == "SIMULATION_BEGINS":
                    free = [resource["id"] for resource in data["compute_resources"]]
                elif event["type"] == "JOB_SUBMITTED":
                    queue.append(data["job"])
                elif event["type"] == "JOB_COMPLETED":
                    free += held.pop(data["job_id"])
            events = []
            while queue and queue[0]["res"] <= len(free):
                job = queue.pop(0)
                given, free = free[: job["res"]], free[job["res"] :]
                held[job["id"]] = given
                data = {"job_id": job["id"], "alloc": " ".join(map(str, given))}
                events.append({"timestamp": message["now"], "type": "EXECUTE_JOB", "data": data})
            if events and self.odd is not None:
                events[0] = {"timestamp": message["now"], **self.odd}
            if self.kinds[-1:] == ["JOB_SUBMITTED"] and len(self.kinds) == 2 and self.odd is None:
                events.append({"timestamp": message["now"], "type": "CALL_ME_LATER", "data": {"timestamp": 70.5}})
            self.socket.send_string(json.dumps({"now": message["now"], "events": events}))
            if self.kinds[-1] == "SIMULATION_ENDS":
                self.socket.close()
                return


def test_a_scheduler_of_batsim_is_played():
    scheduler = Scheduler()
    scheduler.start()
    bridge = Batsim(scheduler.endpoint)
    results = backfill.run(JOBS, [bridge, "fcfs"], procs=PROCS)
    bridge.close()
    scheduler.join()
    assert results.verified["batsim"] == 0
    starts = results.jobs["start_s"].to_pylist()
    assert starts[:200] == starts[200:]
    assert scheduler.kinds[0] == "SIMULATION_BEGINS" and scheduler.kinds[-1] == "SIMULATION_ENDS"
    assert scheduler.kinds.count("JOB_SUBMITTED") == 200 and scheduler.kinds.count("REQUESTED_CALL") == 1


@pytest.mark.parametrize(("odd", "says"), [
    ({"type": "REJECT_JOB", "data": {"job_id": "w!0"}}, "answers REJECT_JOB, which is not played"),
    ({"type": "EXECUTE_JOB", "data": {"job_id": "w!7", "alloc": "0"}}, "starts w!7, which does not wait"),
    ({"type": "EXECUTE_JOB", "data": {"job_id": "w!0", "alloc": "0-5"}}, "gives 6 processors to w!0, which asked for 1"),
])
def test_what_cannot_be_played_is_an_error(odd, says):
    scheduler = Scheduler(odd)
    scheduler.start()
    bridge = Batsim(scheduler.endpoint)
    with pytest.raises(backfill.Error, match=says):
        backfill.run(JOBS, bridge, procs=PROCS)
    bridge.close()


def test_without_a_scheduler_the_error_says_so():
    with pytest.raises(backfill.Error, match="no scheduler has answered at tcp://127.0.0.1:9 for 0.1 s: start it first"):
        backfill.run(JOBS, Batsim("tcp://127.0.0.1:9", seconds=0.1), procs=PROCS)
