"""The code of README.md runs as it stands, one block after the other."""

import pathlib
import re

import pandas

HERE = pathlib.Path(__file__).resolve().parent


def test_the_code_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    n = range(300)
    frame = pandas.DataFrame({
        "job": [4500 + i for i in n], "submit": [97 * i for i in n], "run": [1 + i * i % 997 for i in n],
        "estimate": [1000 + 100 * (i % 7) for i in n], "procs": [1 + i * 7 % 90 for i in n], "user": [f"user{i % 5}" for i in n],
    })
    names = {"frame": frame}
    text = (HERE / "README.md").read_text("utf-8")
    blocks = re.findall("```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == text.count("```python") >= 6
    for k, block in enumerate(blocks):
        # A class needs a file in which its source is found.
        path = tmp_path / f"block{k}.py"
        path.write_text(block, "utf-8")
        exec(compile(block, path, "exec"), names)
    assert sorted(set(names["study"].runs["policy"].to_pylist())) == ["SmallFirst", "cons", "easy"]
    assert names["study"].runs.num_rows == 12 and not names["study"].failed
    assert len(frame[["job"]].join(names["jobs"].set_index("index")[["wait_s"]])) == 600
