"""Which documents the site has, and where their links lead. site.test.js looks at the site as it was built."""

import importlib.util
import pathlib

HERE = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("build", HERE / "build.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)


def test_every_document_has_a_page():
    documents = {str(p.relative_to(build.ROOT)) for p in (build.ROOT / "docs").rglob("*.md")}
    assert documents <= build.PAGES.keys()
    assert all((build.ROOT / source).exists() for source in build.PAGES)


def test_links_lead_to_pages_or_to_the_repository(tmp_path):
    site = build.Site(tmp_path)
    text = "[t](tables.md#runs) [the `Run`](../core/sim/event/run.go) [a](tutorial.md#the-student) [x](https://x.org) `[c](no.md)`\n"
    text += "![p](page.png) [![q](page.png)](../core)\n```\n[c](no.md)\n```\n[h](#here)\n"
    main = build.NAMES["repository"]
    assert site.linked(text, "docs/slurm.md", "explanations/slurm.md") == (
        f"[t](../reference/tables.md#runs) [the `Run`]({main}/blob/main/core/sim/event/run.go) [a](../tutorials/student.md) "
        f"[x](https://x.org) `[c](no.md)`\n![p](../assets/page.png) [![q](../assets/page.png)]({main}/tree/main/core)\n"
        "```\n[c](no.md)\n```\n[h](#here)\n")
    assert (tmp_path / "assets/page.png").exists()


def test_requirements_have_hashes():
    blocks = (HERE / "requirements.txt").read_text().split("\n", 1)[1].replace("\\\n", "").splitlines()
    assert all("==" in line and "--hash=sha256:" in line for line in blocks if line)
