"""Prints which solvers this Python environment has, as JSON."""

import importlib.metadata
import importlib.util
import json
import os
import platform


def folder(package):
    spec = importlib.util.find_spec(package)
    return os.path.dirname(spec.origin) if spec and spec.origin else None


def bundled():
    if root := folder("highsbox"):
        yield "highs", os.path.join(root, "highs_dist", "bin", "highs"), os.path.join(root, "highs_dist", "lib")
    if root := folder("pulp"):
        system = {"Linux": "linux", "Darwin": "osx"}.get(platform.system(), "")
        machine = "arm64" if platform.machine() == "aarch64" else "i64"
        yield "cbc", os.path.join(root, "solverdir", "cbc", system, machine, "cbc"), ""


found = {"ortools": "", "bundled": {}}
for command, path, library in bundled():
    if os.path.isfile(path):
        found["bundled"][command] = {"path": path, "library": library}
try:
    found["ortools"] = importlib.metadata.version("ortools")
except importlib.metadata.PackageNotFoundError:
    pass
print(json.dumps(found))
