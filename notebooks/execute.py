"""Run notebooks through Jupyter, from top to bottom in a fresh kernel.

    python notebooks/execute.py NOTEBOOK...     runs each and keeps what it shows

What a run leaves in the file is what a reader sees and nothing else: no times
of day, no versions of what it ran on.
"""

import copy
import functools
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

# Nothing of the user's own Jupyter set-up is read or written.
SCRATCH = ROOT / ".cache" / "jupyter"
os.environ["JUPYTER_DATA_DIR"] = str(SCRATCH / "data")
os.environ["JUPYTER_CONFIG_DIR"] = str(SCRATCH / "config")
os.environ["JUPYTER_RUNTIME_DIR"] = str(SCRATCH / "runtime")
os.environ["IPYTHONDIR"] = str(SCRATCH / "ipython")
os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"

import nbformat  # noqa: E402
from nbclient import NotebookClient  # noqa: E402


def notebooks():
    """All notebooks of this folder, in the order a reader meets them."""
    return sorted(HERE.glob("*.ipynb"))


@functools.cache
def execute(path, seconds=600):
    """Return the notebook with the outputs of a fresh run, one per process.

    A cell that fails raises nbclient's CellExecutionError, which shows it.
    """
    notebook = nbformat.read(path, as_version=4)
    metadata = copy.deepcopy(notebook.metadata)
    NotebookClient(
        notebook,
        timeout=seconds,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(HERE)}},
    ).execute()
    notebook.metadata = metadata
    return notebook


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        nbformat.write(execute(path), path)
        print(f"{name}: {path.stat().st_size // 1000} kB")
