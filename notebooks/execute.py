"""Run notebooks through Jupyter, from top to bottom in a fresh kernel, several at once.

    python notebooks/execute.py [NOTEBOOK...]     runs each, or all of ours, and keeps what it shows

What a run leaves in the file is what a reader sees and nothing else: no times
of day, no versions of what it ran on, no empty places where progress was shown.
"""

import concurrent.futures
import copy
import functools
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

# The notebooks of this project, in the order a reader meets them. Any other in
# this folder is its user's: nothing runs or tests it. A list, and not what git
# tracks, so that it holds without git too; a test compares the two.
OURS = [
    "00-tour", "01-results-in-python", "change-a-paper", "data", "dfrs", "dynp", "exact", "grid", "gym", "python", "rules", "study", "sweep", "whatif",
]

# make checks this too (scripts/place), but this file can be run without it.
VENV = pathlib.Path(sys.prefix)
PLACE = VENV / ".place"  # the checkout that make installed VENV for
if not PLACE.exists() or PLACE.read_text().strip() != str(ROOT):
    sys.exit(
        f"{VENV} was not made for the checkout {ROOT}: its Go kernel would run another one's code. "
        "`make notebooks` makes the checkout's own."
    )

# Nothing of the user's own Jupyter set-up is read or written.
SCRATCH = ROOT / ".cache" / "jupyter"
os.environ["JUPYTER_DATA_DIR"] = str(SCRATCH / "data")
os.environ["JUPYTER_CONFIG_DIR"] = str(SCRATCH / "config")
os.environ["JUPYTER_RUNTIME_DIR"] = str(SCRATCH / "runtime")
os.environ["IPYTHONDIR"] = str(SCRATCH / "ipython")
os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"

# What kernels are given: pytest sets a variable of its own while others are copied in another thread.
ENVIRONMENT = dict(os.environ)

import nbformat  # noqa: E402
from nbclient import NotebookClient  # noqa: E402


def notebooks():
    """The paths of our notebooks."""
    return [HERE / f"{name}.ipynb" for name in OURS]


# A cell mostly waits for one compiler or one program, so each core takes a notebook.
pool = concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1))


@functools.cache
def begin(path):
    """Start a fresh run of the notebook, once per process; the future of execute's result."""
    return pool.submit(fresh, path)


def execute(path):
    """Return the notebook with the outputs of a fresh run, one per process.

    A cell that fails raises nbclient's CellExecutionError, which shows it.
    """
    return begin(path).result()


def fresh(path, seconds=600):
    """Return the notebook with the outputs of this run."""
    notebook = nbformat.read(path, as_version=4)
    metadata = copy.deepcopy(notebook.metadata)
    NotebookClient(
        notebook,
        timeout=seconds,
        startup_timeout=seconds,
        iopub_timeout=seconds,  # the last of what a cell shows may come after it has ended: after 4 s of waiting it would be left out
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(HERE)}},
    ).execute(env=ENVIRONMENT)
    notebook.metadata = metadata
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("data") != {"text/html": ""}]
    return notebook


if __name__ == "__main__":
    paths = [pathlib.Path(name) for name in sys.argv[1:]] or notebooks()
    for path in paths:
        begin(path)
    for path in paths:
        nbformat.write(execute(path), path)
        print(f"{path}: {path.stat().st_size // 1000} kB")
