"""The commands of README.md, docs/examples.md and docs/tables.md run, in this order, in this checkout, and
those of docs/tutorial.md print what it shows.

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
PAGES = ("README.md", "docs/examples.md", "docs/tables.md")

# Beginnings of lines that are not run, and what tests them instead.
SKIPPED = {
    "make test": "this is what is running",
    "make jupyter": "notebooks/test_jupyter.py",
    "make serve": "wasm/web/test",
    "backfill serve": "internal/cli",
    "backfill trace fetch": "internal/cli/internal/fetch",
    "git clone": "the checkout is here already",
}

BLOCKS = [
    (language, text, page)
    for page in PAGES
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)
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
    return f"{block[2]}: {block[1].strip().splitlines()[0][:60]}"


# A cluster's accounting, for the README's example on a machine without Slurm.
SACCT = """\
#!/bin/sh
cat <<'EOF'
JobID|User|Account|Partition|Submit|Start|End|Elapsed|Timelimit|State|AllocCPUS|ReqCPUS
101|ada|maths|batch|2026-01-01T00:00:00|2026-01-01T00:00:05|2026-01-01T01:00:05|01:00:00|02:00:00|COMPLETED|64|64
102|bob|physics|batch|2026-01-01T00:10:00|2026-01-01T01:00:05|2026-01-01T01:30:05|00:30:00|00:30:00|TIMEOUT|128|128
103|ada|maths|batch|2026-01-01T00:11:00|2026-01-01T00:11:02|2026-01-01T00:21:02|00:10:00|00:20:00|COMPLETED|16|16
104|bob|physics|batch|2026-01-01T00:12:00|Unknown|2026-01-01T00:13:00|00:00:00|01:00:00|CANCELLED by 1001|0|32
EOF
"""


@pytest.fixture(scope="session")
def path(tmp_path_factory):
    """The PATH of a reader: bin/, and the sacct of a cluster."""
    cluster = tmp_path_factory.mktemp("cluster")
    (cluster / "sacct").write_text(SACCT)
    (cluster / "sacct").chmod(0o755)
    return f"{ROOT / 'bin'}:{cluster}:{os.environ['PATH']}"


@pytest.mark.parametrize("block", BLOCKS, ids=first_line)
def test_readme_block_runs(block, tmp_path, path):
    env = dict(os.environ, PATH=path)
    done = subprocess.run(
        command(block[0], block[1], tmp_path), cwd=ROOT, env=env, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600,
    )
    assert done.returncode == 0, done.stdout


def test_readme_shows_the_two_commands_and_each_way_in():
    commands = "".join(text for language, text, page in BLOCKS if language == "sh" and page == "README.md")
    for line in ("make demo", "make test", "make serve", "make jupyter"):
        assert re.search(f"^{line}", commands, re.M), f"README.md has no `{line}`"


TUTORIAL = ROOT / "docs/tutorial.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def calls(block):
    """The commands of a console block ($ first, > continues), each with the lines it is shown to print."""
    found = []
    for line in block.splitlines(True):
        if line.startswith("$ "):
            found.append([line[2:], ""])
        elif re.match(r">( |$)", line):
            found[-1][0] += line[2:] or "\n"
        else:
            found[-1][1] += line
    return found


@pytest.fixture(scope="session")
def desk(tmp_path_factory):
    """Where the tutorial's reader sits: a checkout in which nothing has been run."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "out").mkdir()
    (folder / "python").symlink_to(ROOT / "python")
    return folder


@pytest.mark.parametrize("number", range(len(CONSOLE.findall(TUTORIAL.read_text()))))
def test_console_block_prints_what_it_shows(number, path, desk):
    """With UPDATE=1 in the environment the tutorial shows what is printed."""
    text = TUTORIAL.read_text()
    block = list(CONSOLE.finditer(text))[number]
    reader = {key: value for key, value in os.environ.items() if key != "BACKFILL_TRACES"}  # who has no logs of the papers
    now = []
    for call, _ in calls(block[1]):
        done = subprocess.run(
            ["bash", "-euc", call], cwd=desk, env=dict(reader, PATH=path), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600,
        )
        assert done.returncode == 0, f"{call}{done.stdout}{done.stderr}"
        first, *more = call.splitlines()
        now += ["$ " + first, *("> " + line for line in more), *done.stdout.splitlines()]
    printed = "".join(line.rstrip() + "\n" for line in now)
    if os.environ.get("UPDATE"):
        TUTORIAL.write_text(text[: block.start(1)] + printed + text[block.end(1) :])
    else:
        assert printed == block[1]
