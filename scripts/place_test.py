"""A moved or copied checkout does not run the old one's code."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture
def checkout(tmp_path):
    """What make needs of a checkout to decide, with a .venv that was made there."""
    old = tmp_path / "old"
    (old / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", old)
    shutil.copy(ROOT / "scripts" / "place", old / "scripts")
    kernel = old / ".venv/share/jupyter/kernels/gonb/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text("{}")
    subprocess.run([old / "scripts" / "place", "--mark"], check=True)
    return old


def make(folder):
    """Runs make there; whether it said that the checkout was moved."""
    done = subprocess.run(["make", "help"], cwd=folder, capture_output=True, text=True, check=True)
    return "moved or copied" in done.stderr


def test_a_checkout_that_stays_keeps_its_kernel(checkout):
    assert not make(checkout)
    assert (checkout / ".venv/share/jupyter/kernels/gonb/kernel.json").exists()


def test_a_copied_checkout_makes_its_own(checkout):
    copy = checkout.with_name("new")
    shutil.copytree(checkout, copy)
    assert make(copy)
    assert not (copy / ".venv").exists()
    assert (checkout / ".venv").exists()


def test_a_moved_checkout_makes_its_own(checkout):
    moved = checkout.rename(checkout.with_name("new"))
    assert make(moved)
    assert not (moved / ".venv").exists()


def test_a_venv_of_unknown_place_is_made_anew(checkout):
    (checkout / ".venv/.place").unlink()
    assert make(checkout)
    assert not (checkout / ".venv").exists()


def execute(folder):
    """Runs the notebooks there without make; what it says on standard error."""
    done = subprocess.run(
        [folder / ".venv/bin/python", "notebooks/execute.py"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode != 0  # these environments have no Jupyter
    return done.stderr


def test_notebooks_run_only_in_the_checkout_of_their_venv(checkout):
    (checkout / "notebooks").mkdir()
    shutil.copy(ROOT / "notebooks" / "execute.py", checkout / "notebooks")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout / ".venv"], check=True)
    copy = checkout.with_name("new")
    shutil.copytree(checkout, copy, symlinks=True)
    assert "No module named" in execute(checkout)
    assert "was not made for the checkout" in execute(copy)
    assert "`make notebooks`" in execute(copy)


def test_a_linked_venv_is_left_to_its_owner(checkout):
    other = checkout.with_name("other")
    (other / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", other)
    shutil.copy(ROOT / "scripts" / "place", other / "scripts")
    (other / ".venv").symlink_to(checkout / ".venv")
    assert make(other)
    assert not (other / ".venv").is_symlink()
    assert (checkout / ".venv/.place").exists()
