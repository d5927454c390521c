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
    [table] = [output.data["text/html"] for output in cells[cell].outputs if "data" in output]
    compared = 0
    for row in re.findall("<tr>(.*?)</tr>", table)[1:]:
        policy = re.search(">([^<>]+)</td>", row)[1]
        numbers = [float(title.removesuffix(" s")) for title in re.findall('title="(.*?)"', row)]
        assert len(numbers) == len(metrics) == 6
        if policy in runs:
            assert numbers == [runs[policy][metric] for metric in metrics]
            compared += 1
    assert compared == {"table": 4, "compare": 2}[cell]


def test_a_table_stars_what_the_command_stars(cells):
    """Bold and * is what is better by more than chance, and ' what is merely first."""
    metrics = re.findall(r'"(\w+)"', cells["table"].source)
    printed = subprocess.run(
        [ROOT / "bin" / "backfill", "run", "--policy", ",".join(POLICIES), "--metrics", ",".join(metrics)],
        check=True, capture_output=True, text=True,
    ).stdout
    lines = {line.split()[0]: line.split()[1:] for line in printed.splitlines() if line}
    theirs = [[value[-1] if value[-1] in "*'" else "" for value in lines[metric]] for metric in metrics]
    table, said = cells["table"].outputs
    rows = re.findall("<tr>(.*?)</tr>", table.data["text/html"])[1:]
    ours = [re.findall(r'title="[^"]*">(<b>)?[^<]*?( \*| &#39;)?(?:</b>)?</td>', row) for row in rows]
    marks = {" *": "*", " &#39;": "'", "": ""}
    assert [[marks[mark] for _, mark in column] for column in zip(*ours, strict=True)] == theirs
    assert all(bool(bold) == (mark == " *") for row in ours for bold, mark in row)
    assert {"*", "'"} <= {mark for column in theirs for mark in column}
    assert "* the best of its column, by more than the 12 weeks" in said.text


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
