"""The slider of study.ipynb works in a page without a kernel."""

import re
import subprocess

import nbformat
import pytest

from execute import HERE, ROOT

# Moves the slider as a hand does, and notes what is seen then.
MOVE = """<script>
const slider = document.querySelector("input"), seen = [];
for (let i = 0; i <= slider.max; i++) {
	slider.value = i;
	slider.dispatchEvent(new Event("input"));
	const shown = [...document.querySelectorAll("img")].filter((p) => !p.hidden);
	seen.push(document.querySelector("output").textContent + "=" + shown.map((p) => p.alt).join("+"));
}
document.body.innerHTML = "<pre>" + seen.join("\\n") + "</pre>";
</script>"""


def test_every_value_shows_its_picture(tmp_path):
    found = subprocess.run([ROOT / "scripts" / "chromium"], capture_output=True, text=True)
    if found.returncode != 0:
        pytest.skip("this machine has no Chromium")
    [cell] = [cell for cell in nbformat.read(HERE / "study.ipynb", as_version=4).cells if cell.id == "slider"]
    [output] = cell.outputs
    page = tmp_path / "slider.html"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{output.data['text/html']}{MOVE}")
    dom = subprocess.run(
        [found.stdout.strip(), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile", "--dump-dom", page],
        check=True, capture_output=True, text=True, timeout=600,
    ).stdout
    seen = re.search(r"<pre>(.*?)</pre>", dom, re.S)[1].split("\n")
    values = [value.strip() for value in re.search(r"SlideShrink\((.*)\)", cell.source)[1].split(",")[2:]]
    assert seen == [f"{value}=shrinking factor {value}" for value in values]
