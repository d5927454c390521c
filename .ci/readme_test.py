"""The README's commands run, in its order, in this checkout.

Blocks fenced as sh are run by bash with bin/ on the PATH, python by the
interpreter of .venv, and go where it is a whole program. A command that starts
a server, sets the machine up or downloads is checked by a test of its own and
left out here: see SKIPPED.
"""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()

# Beginnings of lines that are not run, and what tests them instead.
SKIPPED = {
    "make test": "this is what is running",
    "make jupyter": "notebooks/test_jupyter.py",
    "make serve": "wasm/web/test",
    "backfill serve": "cmd/backfill",
    "bin/backfill serve": "cmd/backfill",
    "backfill trace fetch": "cmd/backfill/internal/fetch",
    "bin/backfill trace fetch": "cmd/backfill/internal/fetch",
    "git clone": "the checkout is here already",
    "cd ": "we are there",
}

BLOCKS = [
    (language, text)
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)
    if language in ("sh", "python") or (language == "go" and text.lstrip().startswith("package main"))
]


def script(text):
    """The lines of an sh block that are run."""
    return "".join(line for line in text.splitlines(True) if not line.startswith(tuple(SKIPPED)))


def command(language, text, scratch):
    if language == "sh":
        return ["bash", "-euo", "pipefail", "-c", script(text)]
    if language == "python":
        return [sys.executable, "-c", text]
    program = scratch / "main.go"
    program.write_text(text)
    return ["go", "run", str(program)]


def first_line(block):
    return block[1].strip().splitlines()[0][:60]


@pytest.mark.parametrize("block", BLOCKS, ids=first_line)
def test_readme_block_runs(block, tmp_path):
    env = dict(os.environ, PATH=f"{ROOT / 'bin'}:{os.environ['PATH']}")
    done = subprocess.run(
        command(*block, tmp_path), cwd=ROOT, env=env, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600,
    )
    assert done.returncode == 0, done.stdout


def test_readme_shows_the_two_commands_and_each_way_in():
    commands = "".join(text for language, text in BLOCKS if language == "sh")
    for line in ("make demo", "make test", "make serve", "make jupyter"):
        assert re.search(f"^{line}", commands, re.M), f"README.md has no `{line}`"
