"""Puts the command into the wheel: compiled from this checkout, or the one that BACKFILL names.

BACKFILL_WHEEL is the platform tag if that command is for another system than this one.
"""

import os
import pathlib
import shutil
import subprocess
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Binary(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # the checkout's own command is found on the PATH, or by BACKFILL
            return
        platform = os.environ.get("BACKFILL_WHEEL") or sysconfig.get_platform().replace("-", "_").replace(".", "_")
        name = "backfill.exe" if platform.startswith("win") else "backfill"
        given = os.environ.get("BACKFILL")
        if given is None and not (ROOT / "go.mod").exists():
            raise SystemExit("backfill: build the wheel in a checkout of the repository, or set BACKFILL to a built command")
        if given is None and shutil.which("go") is None:
            raise SystemExit("backfill: Go is missing, which compiles the command: install it, or set BACKFILL to a built command")
        self.folder = tempfile.mkdtemp()
        binary = pathlib.Path(self.folder, name)
        if given is not None:
            shutil.copy2(given, binary)
        else:
            subprocess.run(["go", "build", "-o", binary, "./cmd/backfill"], cwd=ROOT, check=True)
        build_data["force_include"][str(binary)] = f"backfill/bin/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)
