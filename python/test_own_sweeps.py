"""Studies of policies in Python: packed, killed and resumed, done again when their code changes."""

import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pyarrow.parquet as pq
import pytest

import backfill
from backfill._pack import pack

HERE = pathlib.Path(__file__).resolve().parent
MODEL = {"model": {"name": "lublin", "jobs": 40, "procs": 16, "seed": [1, 2, 3]}}


class Ordered(backfill.EASY):
    """EASY in the order of a function."""

    name = "ordered"


def shortest(job):
    return job.estimate


def waits(found, policy):
    rows = [row for row in found.runs.to_pylist() if row["policy"] == policy]
    return [row["wait_mean_s"] for row in rows]


def test_a_policy_of_a_class_is_played_beside_built_in_ones_and_equals_them():
    found = backfill.sweep(MODEL, policies=["easy", "sjf-easy", backfill.EASY(), Ordered(shortest)], shrink=[1, 0.8])
    assert waits(found, "python-easy") == waits(found, "easy") and len(waits(found, "easy")) == 6
    assert waits(found, "ordered") == waits(found, "sjf-easy")
    assert not found.failed


def test_a_program_is_played_too():
    found = backfill.sweep(MODEL, ["easy", f"exec:'{sys.executable}' '{HERE / 'backfill' / 'easy.py'}'"])
    assert waits(found, "python-easy") == waits(found, "easy")


class Weighted(backfill.Policy):
    """The best by a weighted sum that fits."""

    def __init__(self, weights, *, floor=-math.inf):
        self.weights, self.floor = weights, floor

    def reset(self, machine):
        self.machine, self.queue = machine, []

    def submit(self, job):
        self.queue.append(job)

    def schedule(self):
        for job in sorted(self.queue, key=lambda job: max(self.floor, float(np.dot(self.weights, (job.estimate, job.procs))))):
            if job.procs <= self.machine.free:
                self.machine.start(job)
                self.queue.remove(job)


def test_arguments_are_part_of_what_a_policy_is(tmp_path):
    first = backfill.sweep(MODEL, [Weighted(np.array([1.0, 0.0]))], folder=tmp_path)
    second = backfill.sweep(MODEL, [Weighted(np.array([0.0, 1.0]), floor=np.float64(2))], folder=tmp_path)
    assert waits(first, "Weighted") != waits(second, "Weighted")
    again = backfill.sweep(MODEL, [Weighted(np.array([1.0, 0.0]))], folder=tmp_path)
    assert again.runs.equals(first.runs)


LIMIT = 3


def limited(queue):
    return queue[:LIMIT]


def test_a_class_within_a_function_has_its_source_packed_with_what_it_uses(tmp_path):
    most = 2

    class Few(Weighted):
        name = "few"

        def schedule(self):
            for job in limited(list(self.queue))[:most]:
                if job.procs <= self.machine.free:
                    self.machine.start(job)
                    self.queue.remove(job)

    line, others = pack(Few([1]), tmp_path)
    text = (tmp_path / "few" / "play_policy.py").read_text("utf-8")
    assert "\nclass Few(Weighted):\n" in text and "\nmost = 2\n" in text and sys.executable in line
    assert [path.name for path in others] == [pathlib.Path(__file__).name]  # what can be imported is copied whole
    assert waits(backfill.sweep(MODEL, [Few([1])]), "few")


def test_what_cannot_be_packed_is_told():
    class Object:
        pass

    class Deep(Weighted):
        pass

    elsewhere = Ordered(shortest)
    elsewhere.name = "../elsewhere"
    for policy, says in [
        (elsewhere, "a policy in a sweep cannot be called '../elsewhere'"),
        (Ordered(lambda job: job.procs), "policy ordered cannot be packed for a sweep: an argument is <lambda>"),
        (Weighted(Object()), "policy Weighted cannot be packed for a sweep: an argument is an object of your class Object"),
        (Weighted([open(os.devnull)]), "an argument is a TextIOWrapper, which has no copy: "),  # noqa: SIM115
        (Deep([1]), "its class is Deep, whose source is not found"),
    ]:
        with pytest.raises(backfill.Error, match=says):
            backfill.sweep(MODEL, [policy])


class Crash(backfill.EASY):
    name = "crash"

    def schedule(self):
        super().schedule()
        if self.machine.now > 1000:
            raise ZeroDivisionError("out of ideas")


def test_a_policy_that_fails_fails_its_runs_and_says_why():
    with pytest.warns(UserWarning, match="3 of 6 runs failed"):
        found = backfill.sweep(MODEL, ["easy", Crash()])
    assert found.runs["policy"].to_pylist() == ["easy"] * 3
    assert len(found.failed) == 3 and all("ZeroDivisionError: out of ideas" in one for one in found.failed)


SCRIPT = """
import sys, time
import backfill
from helper import pause

SECONDS = 0.0005

class Slow(backfill.EASY):
    name = "slow"

    def schedule(self):
        pause(SECONDS)
        super().schedule()

if __name__ == "__main__":
    model = {"model": {"name": "lublin", "jobs": 60, "procs": 16, "seed": {"from": 1, "to": 20}}}
    backfill.sweep(model, ["easy", Slow()], folder=sys.argv[1])
"""
HELPER = """
import time

def pause(seconds):
    time.sleep(seconds)
"""


@pytest.fixture
def script(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    (tmp_path / "helper.py").write_text(HELPER, "utf-8")
    return lambda folder: [sys.executable, str(tmp_path / "script.py"), str(tmp_path / folder)]


def status(folder):
    return backfill._command.answer(["sweep", "status", str(folder / "study")])


@pytest.mark.skipif(os.name == "nt", reason="kills a group of processes")
def test_a_sweep_killed_and_resumed_gives_the_same_bytes(script, tmp_path):
    subprocess.run(script("whole"), check=True)
    begun = subprocess.Popen(script("killed"), start_new_session=True)
    packs = tmp_path / "killed" / "study"
    deadline = time.monotonic() + 60
    while not ((packs / "sweep.json").exists() and 3 <= status(packs.parent)["done"]):
        assert time.monotonic() < deadline and begun.poll() is None, "it is over before it is killed"
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()
    done = status(packs.parent)["done"]
    assert 0 < done < 40 and not (packs / "collected").exists()
    # Only the missing runs are done, by the command alone.
    subprocess.run([backfill.command(), "sweep", "run", packs, "--allow-programs"], check=True, capture_output=True)
    subprocess.run(script("killed"), check=True)
    name = pathlib.Path("study", "collected", "runs.parquet")
    assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_changed_code_makes_its_own_runs_again(script, tmp_path):
    def runs():
        subprocess.run(script("study"), check=True)
        table = pq.read_table(tmp_path / "study" / "study" / "collected" / "runs.parquet").to_pylist()
        return {policy: {row["run"] for row in table if row["policy"] == policy} for policy in ("easy", "slow")}

    first = runs()
    for file, old, new in [
        ("script.py", "SECONDS = 0.0005", "SECONDS = 0"), ("helper.py", "sleep(seconds)", "sleep(0)"),
        ("script.py", "super().schedule()", "return super().schedule()"),
    ]:
        path = tmp_path / file
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        second = runs()
        assert second["easy"] == first["easy"] and not second["slow"] & first["slow"], file
        first = second
    # What the policy does not use is not its code.
    path = tmp_path / "script.py"
    path.write_text(path.read_text("utf-8") + "\n# done\n", "utf-8")
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    assert runs() == first


CELL = """
import backfill
LEAST = 2
class Late(backfill.EASY):
    name = "late"
    def schedule(self):
        if len(self.queue) >= LEAST or not self.machine.running:
            super().schedule()
print(sorted(backfill.sweep(MODEL, ["easy", Late()]).runs["policy"].to_pylist()))
"""


def test_a_class_in_a_notebook_is_packed():
    pytest.importorskip("IPython")
    call = [sys.executable, "-m", "IPython", "--no-banner", "--colors=NoColor", "-c", CELL.replace("MODEL", repr(MODEL))]
    printed = subprocess.run(call, check=True, capture_output=True, text=True).stdout
    assert printed.endswith("['easy', 'easy', 'easy', 'late', 'late', 'late']\n")


def test_the_package_is_found_wherever_it_lies(tmp_path):
    program = textwrap.dedent(f"""
        import sys
        sys.path.insert(0, {str(HERE)!r})
        import backfill
        print(backfill.sweep({MODEL!r}, [backfill.EASY()]).runs.num_rows)
    """)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    printed = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert printed.stdout == "3\n"
