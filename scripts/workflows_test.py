"""The workflows only call make and .ci/run, with targets that there are."""

import pathlib
import re
import subprocess

import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

# What is neither: it puts files in the place where an action looks for them, publishes them, or lets git read a checkout of another user's.
PLUMBING = [r"npm publish --provenance --access public release/\*\.tgz", r"mkdir \w+ && mv [^&;|]+", r'git config --global --add safe\.directory "\$PWD"']


def commands(job):
    """A job's commands, one for each of its variants."""
    variants = job.get("strategy", {}).get("matrix", {}).get("target", [""])
    for step in job["steps"]:
        for variant in variants:
            if "run" in step:
                command = step["run"].replace("${{ matrix.target }}", variant).replace("${{ github.ref_name }}", "v0.1.0")
                yield re.sub(r" \| tee \S+$", "", command.strip())


def jobs():
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text())["jobs"].items():
            yield pytest.param(job, id=f"{path.stem}-{name}")


@pytest.mark.parametrize("job", list(jobs()))
def test_steps_call_make(job):
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert "uses" not in step or re.fullmatch(r"[\w./-]+@[\w./-]+", step["uses"]), "an action has a version"
    for command in commands(job):
        if command == ".ci/run":
            assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
        elif command.startswith("make "):
            dry = subprocess.run(["make", "--dry-run", *command.split()[1:]], cwd=ROOT, capture_output=True, text=True)
            assert dry.returncode == 0, dry.stderr
        else:
            assert any(re.fullmatch(p, command) for p in PLUMBING), f"{command}: put it behind a make target"


def test_every_job_ends():
    for path in WORKFLOWS:
        text = yaml.safe_load(path.read_text())
        assert text["permissions"] == {"contents": "read"}, "a job asks for more only where it needs more"
        for job in text["jobs"].values():
            assert "timeout-minutes" in job or not any("run" in s and "make" in s["run"] for s in job["steps"])
