"""The tour shows the command's numbers, and everything it promises."""

import re
import subprocess

import pyarrow.parquet as pq
import pytest

from execute import HERE, ROOT, execute

POLICIES = ["fcfs", "easy", "cons", "sjf-easy"]


@pytest.fixture(scope="module")
def cells():
    """The cells of the tour, freshly run, by id."""
    return {cell.id: cell for cell in execute(HERE / "00-tour.ipynb").cells}


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    """What the command leaves of the same experiment."""
    out = tmp_path_factory.mktemp("command") / "out"
    subprocess.run(
        [ROOT / "bin" / "backfill", "run", "--policy", ",".join(POLICIES), "--out", out],
        check=True, capture_output=True,
    )
    return out


@pytest.mark.parametrize("file", ["jobs.parquet", "runs.parquet"])
def test_files_are_the_commands(cells, command, file):
    ours, theirs = pq.read_table(ROOT / "out" / "tour" / file), pq.read_table(command / file)
    assert ours.num_rows > 0
    assert ours.equals(theirs)


@pytest.mark.parametrize("cell", ["table", "compare"])
def test_tables_show_the_commands_numbers(cells, command, cell):
    runs = {run["policy"]: run for run in pq.read_table(command / "runs.parquet").to_pylist()}
    metrics = re.findall(r'"(\w+)"', cells[cell].source)
    [table] = [output.data["text/html"] for output in cells[cell].outputs]
    compared = 0
    for row in re.findall("<tr>(.*?)</tr>", table)[1:]:
        policy = re.search(">([^<>]+)</td>", row)[1]
        numbers = [float(title.removesuffix(" s")) for title in re.findall('title="(.*?)"', row)]
        assert len(numbers) == len(metrics) == 6
        if policy in runs:
            assert numbers == [runs[policy][metric] for metric in metrics]
            compared += 1
    assert compared == {"table": 4, "compare": 2}[cell]


def test_a_table_marks_the_best(cells):
    rows = re.findall("<tr>(.*?)</tr>", cells["table"].outputs[0].data["text/html"])[1:]
    columns = zip(*(re.findall(r'title="([\d.]+).*?">(<b>)?', row) for row in rows))
    for name, column in zip(re.findall(r'"(\w+)"', cells["table"].source), columns, strict=True):
        values = [float(value) for value, _ in column]
        best = max(values) if name == "util" else min(values)
        assert [bool(bold) for _, bold in column] == [value == best for value in values]


@pytest.mark.parametrize("cell", ["gantt", "queue", "cdf", "by-width", "compare-cdf"])
def test_pictures_are_shown(cells, cell):
    assert ["image/png" in output.data for output in cells[cell].outputs] == [True]


def test_the_referee_passes_the_readers_policy_and_catches_another(cells):
    verdicts = dict(re.findall(r"(\S+) +illegal: 0, delays of the head: (\d+)", cells["referee"].outputs[0].text))
    assert verdicts.keys() == {"easy", "sjbf", "sjf-easy"}
    assert verdicts["easy"] == verdicts["sjbf"] == "0" != verdicts["sjf-easy"]


def test_why_says_what_the_command_says(cells, command):
    said = subprocess.run(
        [ROOT / "bin" / "backfill", "why", "3115", "--from", command, "--run", "easy"],
        check=True, capture_output=True, text=True,
    ).stdout
    [shown] = [output.data["text/plain"] for output in cells["why"].outputs if output.output_type == "display_data"]
    reasons = re.findall("too few .*|would delay .*", shown)
    assert len(reasons) == 3
    assert all(reason in said for reason in reasons)
