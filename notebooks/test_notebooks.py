"""Every notebook runs, and shows what it was checked in with."""

import base64
import copy
import functools
import io
import json
import re
import shutil
import subprocess

import nbformat
import pytest
from PIL import Image

from execute import HERE, execute, notebooks

LARGEST_IMAGE = 200_000  # bytes: a clone stays small


def text(value):
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def shown(cell):
    """What a reader sees below a cell: text as it is, a picture by its kind.

    GoNB carries what a program prints and what it displays by two pipes and
    promises no order between them, so what is printed comes first here.
    """
    printed = {}
    displayed = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            printed[output.name] = printed.get(output.name, "") + output.text
        elif output.output_type == "error":
            displayed.append(("error", output.ename))
        else:
            for kind, value in sorted(output.data.items()):
                seen = re.sub(r"(data:image/png;base64),[A-Za-z0-9+/=]+", r"\1", text(value))
                displayed.append((kind, None if kind.startswith("image/") else seen))
    return sorted(printed.items()) + displayed


@functools.cache
def colours(png):
    return len(Image.open(io.BytesIO(png)).convert("RGB").getcolors(1 << 24))


def images(notebook):
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            for kind, value in output.get("data", {}).items():
                if kind == "image/png":
                    yield base64.b64decode(value)
                elif kind.startswith("image/"):
                    yield text(value).encode()


@pytest.fixture(scope="module", params=notebooks(), ids=lambda path: path.stem)
def pair(request):
    """A notebook as checked in and the same notebook freshly run."""
    return nbformat.read(request.param, as_version=4), execute(request.param)


def test_shows_what_is_checked_in(pair):
    kept, fresh = pair
    for number, (was, now) in enumerate(zip(kept.cells, fresh.cells, strict=True)):
        assert shown(now) == shown(was), f"cell {number}: `make notebooks` keeps the new output"


def test_code_cells_are_numbered_as_run(pair):
    counts = [cell.execution_count for cell in pair[0].cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_nothing_goes_wrong_on_the_way(pair):
    for cell in pair[1].cells:
        assert {kind for kind, _ in shown(cell)}.isdisjoint({"error", "stderr"}), cell.source


def test_pictures_are_drawn_and_small(pair):
    for notebook in pair:
        for data in images(notebook):
            assert len(data) < LARGEST_IMAGE
            if data.startswith(b"\x89PNG"):
                assert colours(data) > 2, "a blank picture"
            else:
                assert data.count(b"<path") + data.count(b"<rect") > 2, "a blank picture"


def test_checked_in_notebooks_name_no_machine(pair):
    """The folders of whoever ran it are no business of the reader."""
    notebook = copy.deepcopy(pair[0])
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("image/png", None)  # base64 has any letters
    assert not re.findall(r"/(?:home|root|Users|tmp|work)/[^\s\"]*", nbformat.writes(notebook))


def test_ours_are_those_that_git_tracks():
    """A notebook that a user saves here is theirs; one that we add belongs in the list."""
    git = shutil.which("git") and subprocess.run(["git", "ls-files", "*.ipynb"], cwd=HERE, capture_output=True, text=True)
    if not git or git.returncode != 0:
        pytest.skip("not a git checkout")
    assert git.stdout.split() == [path.name for path in notebooks()], "OURS in execute.py has to name them all"


@pytest.mark.parametrize("name", ["00-tour", "change-a-paper", "study"])
def test_cells_import_lab_alone(name):
    """What a beginner has to know of our packages is one of them."""
    cells = nbformat.read(HERE / f"{name}.ipynb", as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    assert set(re.findall(r'"(github\.com/[^"]*)"', code)) == {"github.com/backfill-lab/backfill/notebooks/lab"}
