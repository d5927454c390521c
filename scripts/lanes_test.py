"""`make test` runs every part, says how each went, and leaves nothing running."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import pytest

HERE = pathlib.Path(__file__).resolve().parent

MAKEFILE = """\
page: ;
test-good: ; @echo it is good
test-fine: ; @echo it is fine
test-bad: ; @exit 1
test-absent: ; @echo 'not run: absent: this machine has no moon' >.cache/missing-absent
test-slow: ; @echo $$$$ >slow.pid; exec sleep 60
"""


@pytest.fixture
def parts(tmp_path):
    """A checkout with parts of its own; starts scripts/test with some of them."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(HERE / "test", tmp_path / "scripts")
    need = tmp_path / "scripts" / "need"
    need.write_text("#!/bin/sh\n")
    need.chmod(0o755)
    (tmp_path / "Makefile").write_text(MAKEFILE)

    def start(*names):
        return subprocess.Popen(["scripts/test", *names], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, env=dict(os.environ, MAKE="make", MAKEFLAGS=""), preexec_fn=interruptible)

    start.folder = tmp_path
    return start


def interruptible():
    """Undo what a shell does to the programs that it starts in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def runs(pid):
    """Whether the process is there, and is more than the entry of one that nobody waited for."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def test_all_parts_run_and_pass(parts):
    run = parts("good", "--", "good", "--", "fine")
    out, _ = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "it is good" in out and "it is fine" in out and "every part ran and passed" in out


def test_a_failure_fails_and_does_not_stop_the_others(parts):
    run = parts("bad", "good", "--", "absent")
    out, _ = run.communicate(timeout=60)
    assert run.returncode == 1
    lines = [line.split()[:3] for line in out.splitlines() if "of processors" in line]
    assert lines == [["absent", "not", "run"], ["bad", "FAILED", lines[1][2]], ["good", "ok", lines[2][2]]]
    assert "no moon" in out and "every part ran" not in out


def test_an_interrupt_ends_every_part(parts):
    run = parts("good", "--", "slow", "--", "slow")
    pid = parts.folder / "slow.pid"
    deadline = time.monotonic() + 60
    while not (pid.exists() and pid.read_text().strip()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=30)
    assert run.returncode == 130
    deadline = time.monotonic() + 30
    while runs(pid.read_text().strip()):
        assert time.monotonic() < deadline, "the slow part runs on"
        time.sleep(0.05)
