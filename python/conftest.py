"""Result files, written by the program arrowio/internal/sample, and what must be in them; and the package beside this file."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

# The package and the command are those of this checkout, here and in programs that tests start.
sys.path.insert(0, str(HERE))
os.environ["PYTHONPATH"] = str(HERE)
os.environ["BACKFILL"] = str(ROOT / "bin" / "backfill")


class Sample:
    def __init__(self, folder):
        self.out = folder / "out"
        self.grown = folder / "grown.arrow"
        self.expected = json.loads((folder / "expected.json").read_text("utf-8"))
        self.meta = {pair["Key"]: pair["Value"] for pair in self.expected["meta"]}


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    subprocess.run(["go", "run", "../arrowio/internal/sample", str(folder)], cwd=HERE, check=True)
    return Sample(folder)
