"""What Binder and a Dev Container do to open the notebooks works in a checkout.

No test builds an image. The steps that set the checkout up are taken out of the files and run here; what is around them is
compared with what it has to agree with.
"""

import json
import re
import shutil
import subprocess

import pytest

from execute import ROOT

DOCKERFILE = (ROOT / ".binder" / "Dockerfile").read_text()
DEVCONTAINER = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
STEPS = {*re.findall(r"^RUN (make .*)$", DOCKERFILE, re.M), DEVCONTAINER["postCreateCommand"]}


@pytest.mark.parametrize("step", sorted(STEPS))
def test_steps_run(step):
    done = subprocess.run(step, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (ROOT / ".venv" / "share" / "jupyter" / "kernels" / "gonb" / "kernel.json").exists()


def test_every_step_is_known():
    steps = re.findall(r"^RUN (\S+)", DOCKERFILE, re.M)
    assert steps == ["apt-get", "useradd", "make"], "a step that no test looks at"


def test_images_have_the_go_of_go_mod():
    [go] = re.findall(r"^go (\d+\.\d+)", (ROOT / "go.mod").read_text(), re.M)
    images = [*re.findall(r"^FROM (\S+)", DOCKERFILE, re.M), DEVCONTAINER["image"]]
    assert images == [f"golang:{go}-bookworm"] * 2


def test_the_image_has_the_packages_that_make_would_install():
    [wanted] = re.findall(r"^get_python\(\) \{ get (.*); \}", (ROOT / "scripts" / "need").read_text(), re.M)
    [installed] = re.findall(r"apt-get install [^&]*--no-install-recommends ([^&]*) &&", DOCKERFILE)
    assert installed == wanted


def test_jupyter_is_where_the_image_looks_for_it():
    [path] = re.findall(r"^ENV PATH=/home/\$NB_USER/backfill/(\S+):\$PATH$", DOCKERFILE, re.M)
    for command in ("jupyter-lab", "jupyter-notebook"):
        assert shutil.which(command, path=ROOT / path), f"Binder starts {command}"
