"""The Python package: every kind of input, what comes back, and what is said when something is wrong."""

import doctest
import importlib
import os
import pathlib
import pkgutil
import subprocess
import sys
import tomllib
import venv
import warnings

import duckdb
import numpy
import pandas
import polars
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import backfill

HERE = pathlib.Path(__file__).resolve().parent
PROCS = 32


@pytest.fixture(scope="module")
def jobs():
    """300 jobs, of which some overtake others under EASY."""
    n = range(300)
    return pa.table({
        "job": [1 + i for i in n],
        "submit": [37 * i for i in n],
        "run": [1 + i * i % 997 for i in n],
        "estimate": [1000 + 100 * (i % 7) for i in n],
        "procs": [1 + i * 7 % 20 for i in n],
        "user": [f"user{i % 5}" for i in n],
        "account": [f"account{i % 3}" for i in n],
        "queue": ["long" if i % 4 else "short" for i in n],
    })


@pytest.fixture(scope="module")
def inputs(jobs, tmp_path_factory):
    """The same jobs as everything that a workload may be."""
    folder = tmp_path_factory.mktemp("inputs")
    pyarrow.csv.write_csv(jobs, folder / "jobs.csv")
    pyarrow.parquet.write_table(jobs, folder / "jobs.parquet")
    with pa.ipc.new_file(folder / "jobs.arrow", jobs.schema) as file:
        file.write_table(jobs)
    return {
        "pandas": jobs.to_pandas(),
        "pandas with another index": jobs.to_pandas().set_index(pandas.Index(range(7, 307), name="odd")),
        "polars": polars.DataFrame(polars.from_arrow(jobs)),
        "lazy polars": polars.DataFrame(polars.from_arrow(jobs)).lazy(),
        "table": jobs,
        "chunks": pa.Table.from_batches(jobs.to_batches(max_chunksize=17)),
        "reader": jobs.to_reader(),
        "batch": jobs.combine_chunks().to_batches()[0],
        "dict": jobs.to_pydict(),
        "csv": folder / "jobs.csv",
        "parquet": str(folder / "jobs.parquet"),
        "arrow": folder / "jobs.arrow",
    }


def test_every_input_gives_the_starts_of_the_command(inputs, tmp_path):
    out = tmp_path / "out"
    subprocess.run([backfill.command(), "run", inputs["csv"], "--policy", "easy,sjf-cons", "--procs", str(PROCS), "--out", out],
                   check=True, capture_output=True)
    by_command = {name: pyarrow.parquet.read_table(out / f"{name}.parquet") for name in ("jobs", "runs")}
    wanted = by_command["jobs"].drop_columns(["run"]).to_pylist()
    assert any(row["wait_s"] > 0 for row in wanted)
    for kind, given in inputs.items():
        results = backfill.run(given, ["easy", "sjf-cons"], procs=PROCS)
        placed = results.tables["jobs"].drop_columns(["run"] + ["index"] * kind.startswith("pandas")).to_pylist()
        if kind != "csv":  # its first line has the names
            for row in placed:
                row["line"] += 1
        assert placed == wanted, kind
        assert results.runs["workload_sha256"].to_pylist() == by_command["runs"]["workload_sha256"].to_pylist(), kind


def test_tables_open_in_pandas_and_polars(jobs):
    results = backfill.run(jobs, "dynp-advanced", procs=PROCS)
    assert results.jobs.to_pandas()["wait_s"].mean() == pytest.approx(results.runs["wait_mean_s"][0].as_py())
    assert results.pl.jobs["wait_s"].mean() == pytest.approx(results.runs["wait_mean_s"][0].as_py())
    assert results.steps.num_rows > 0 and results.pl.steps.height == results.steps.num_rows
    assert backfill.run(jobs, procs=PROCS).steps is None


def test_columns_of_other_names_are_mapped(jobs):
    odd = jobs.rename_columns(["no", "arrival, ms", "r", "limit", "w", "u", "a", "q"])
    odd = odd.set_column(1, "arrival, ms", pa.array([1000 * x for x in jobs["submit"].to_pylist()]))
    columns = {"job": "no", "submit": ("arrival, ms", "ms"), "run": "r", "estimate": "limit", "procs": "w", "user": "u", "account": "a",
               "queue": "q"}
    mapped = backfill.run(odd, procs=PROCS, columns=columns)
    assert mapped.runs["workload_sha256"] == backfill.run(jobs, procs=PROCS).runs["workload_sha256"]


def test_without_estimates_the_run_time_is_the_estimate(jobs):
    results = backfill.run(jobs.drop_columns(["estimate"]), procs=PROCS)
    assert results.jobs["estimate_s"].to_pylist() == [max(1, x) for x in jobs["run"].to_pylist()]


def test_figures_and_answers_need_no_files(jobs, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = backfill.run(jobs, ["easy", "fcfs"], procs=PROCS)
    figure = results.figure("gantt", only=["easy"])
    assert figure._repr_svg_().count("<path") > 20
    late = max(results.jobs.to_pylist(), key=lambda row: row["wait_s"])
    [answer] = results.why(late["job"], run=late["policy"])
    assert answer.wait_s == late["wait_s"] and answer.spans and "waited" in str(answer)
    assert len(results.why(late["job"])) == 2
    assert "easy" in repr(results) and "<td>easy</td>" in results._repr_html_()
    assert not list(tmp_path.iterdir())


def test_a_run_of_a_file_answers_too(inputs):
    assert backfill.run(inputs["csv"], procs=PROCS).why(300)[0].policy == "easy"


def test_jobs_are_known_by_the_texts_of_a_frame():
    frame = pandas.DataFrame({"job": ["app-c", "app-a", "7", "app-b"], "submit": [0, 1, 2, 3], "run": 60, "procs": 3})
    results = backfill.run(frame, procs=4)
    joined = frame.merge(results.jobs.to_pandas().assign(job=lambda rows: rows["id"].astype(object).fillna(rows["job"].astype(str))), on="job")
    assert joined["wait_s"].tolist() == [0, 59, 118, 177]
    [answer] = results.why("app-b")
    assert answer.wait_s == 177


def test_the_referee_is_asked(jobs):
    assert backfill.run(jobs, ["easy", "cons"], procs=PROCS, verify=True).verified == {"easy": 0, "cons": 0}


def test_rows_are_found_again_by_index_and_line():
    frame = pandas.DataFrame(
        {"job": [9, 5, 5, 5, 7], "submit": [30, 5, 10, 2, -1], "run": [10, 20, 30, 40, 50], "procs": [1, 2, 2, 2, 1]}, index=list("vwxyz"))
    with pytest.warns(UserWarning, match="left out"):
        results = backfill.run(frame, procs=4)
    found = results.jobs.to_pandas().set_index("index")
    assert sorted(found.index) == ["v", "w", "x", "y"]  # z was never submitted
    joined = frame.join(found[["run_s", "submit_s"]], how="inner")
    assert len(joined) == 4 and (joined["run"] == joined["run_s"]).all() and (joined["submit"] - joined["submit_s"] == 2).all()
    assert (frame.iloc[found["line"].astype(int) - 1].index == found.index).all()
    assert results.pl.jobs["index"].to_list() == list(found.index)
    mixed = backfill.run(frame.iloc[:2].set_index(pandas.Index([1, "b"])), procs=4)
    assert sorted(mixed.jobs["index"].to_pylist()) == ["1", "b"]
    assert backfill.run(pa.Table.from_pandas(frame.iloc[:4], preserve_index=False), procs=4).jobs["line"].to_pylist() == [4, 2, 3, 1]


def test_compact_results_have_the_columns_with_values(jobs):
    whole, compact = (backfill.run(jobs, "easy", procs=PROCS, compact=small) for small in (False, True))
    used = [name for name in whole.jobs.column_names if whole.jobs[name].null_count < whole.jobs.num_rows]
    assert compact.jobs.column_names == used and len(used) < whole.jobs.num_columns
    assert compact.jobs.cast(whole.jobs.select(used).schema).equals(whole.jobs.select(used))
    assert compact.jobs.schema.field("wait_s").type == pa.int64()
    assert compact.runs.schema.field("wait_mean_s").type == pa.float64()
    assert compact.figure("gantt").save and str(compact.why(300)) == str(whole.why(300))


def test_a_sweep_of_a_frame_has_a_run_for_each_value(jobs, tmp_path):
    found = backfill.sweep(jobs.to_pandas(), ["easy", "fcfs"], procs=PROCS, shrink=[1, 0.5], tables=["jobs"], folder=tmp_path / "study")
    assert found.runs.num_rows == 4 and found.jobs.num_rows == 4 * 300
    assert found.jobs["index"].to_pylist() == [line - 1 for line in found.jobs["line"].to_pylist()]
    assert set(found.jobs["shrink"].to_pylist()) == {1, 0.5} and set(found.jobs["policy"].to_pylist()) == {"easy", "fcfs"}
    by = {(row["policy"], row["shrink"]): row["wait_mean_s"] for row in found.runs.to_pylist()}
    assert by["easy", 1] == backfill.run(jobs, procs=PROCS).runs["wait_mean_s"][0].as_py()
    assert by["easy", 0.5] > by["easy", 1]


def test_a_sweep_takes_arrays_and_ranges(jobs):
    found = backfill.sweep(jobs, "easy", procs=range(20, 23), shrink=numpy.linspace(0.5, 1, 2))
    assert sorted(zip(*(found.runs[c].to_pylist() for c in ("procs", "shrink")), strict=True)) == [
        (p, s) for p in (20, 21, 22) for s in (0.5, 1)]


def test_a_sweep_takes_the_columns_that_a_run_takes(jobs):
    n = jobs.num_rows
    odd = jobs.set_column(2, "run", jobs["run"].cast(pa.duration("s"))).append_column("nothing", pa.array([{}] * n, pa.struct([])))
    odd = odd.set_column(4, "procs", jobs["procs"].cast(pa.float16())).append_column("user_id", pa.nulls(n))
    of = [done.runs["workload_sha256"][0].as_py() for done in (backfill.sweep(odd, procs=PROCS), backfill.run(jobs, procs=PROCS))]
    assert of[0] == of[1]


def test_runs_of_a_sweep_that_fail_are_told(jobs):
    with pytest.warns(UserWarning, match="1 of 2 runs failed, the first with .*no-such"):
        found = backfill.sweep({"builtin": ["default", "no-such"]}, "fcfs")
    assert found.runs.num_rows == 1 and len(found.failed) == 1 and "no-such" in found.failed[0] and "1 failed" in repr(found)


@pytest.mark.parametrize(("odd", "rule"), [
    ({"run": [60, None, 10]}, "not-started"), ({"procs": [2, 1, 3]}, "too-wide"), ({"run": [60, 2**62, 1]}, "out-of-range"),
])
def test_rows_that_are_left_out_are_told(odd, rule):
    table = {"submit": [0, 10, 20], "run": [60, 30, 10], "procs": [2, 1, 2]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert backfill.run(table, procs=2).left_out == {}
    with pytest.warns(UserWarning, match=f"left out: 1 {rule};"):
        results = backfill.run({**table, **odd}, procs=2)
    assert results.jobs.num_rows == 2 and results.left_out == {rule: 1}
    assert any(note.startswith(f"1 row, {rule}: ") for note in results.notes)


def test_units_that_cannot_be_right_are_told(jobs):
    odd = jobs.set_column(3, "estimate", pa.array([2 + x // 60 for x in jobs["run"].to_pylist()]))
    with pytest.warns(UserWarning, match='limits look like minutes read as seconds: give columns="auto,estimate=estimate:min"') as warned:
        results = backfill.run(odd, procs=PROCS)
    assert str(warned[0].message) in results.notes[1].replace("--map auto,estimate=estimate:min", 'columns="auto,estimate=estimate:min"')


def test_a_guessed_machine_is_told(jobs, tmp_path):
    with pytest.warns(UserWarning, match="how large the machine is: .* a guess from the widest job: give procs=$"):
        results = backfill.run(jobs)
    assert [doubt["key"] for doubt in results.doubts] == ["machine-size"] and results.doubts[0]["grave"]
    file = tmp_path / "jobs.csv"
    jobs.to_pandas().to_csv(file, index=False)
    with pytest.warns(UserWarning, match="give --procs$"):
        assert backfill.run(file).doubts == results.doubts


def test_an_index_with_a_name_is_a_column(jobs):
    frame = jobs.to_pandas()
    wanted = backfill.run(frame, procs=PROCS).jobs
    for index in ("job", ["job", "submit"]):
        assert backfill.run(frame.set_index(index), procs=PROCS).jobs.drop_columns("index") == wanted.drop_columns("index")


def test_any_column_can_be_named():
    table = {'a "b", c:d=e': [0, 10], "run": [60, 30]}
    columns = {"submit": ('a "b", c:d=e', "min"), "procs": 1}
    assert backfill.run(table, procs=2, columns=columns).jobs["submit_s"].to_pylist() == [0, 600]


def test_decimal_numbers_are_read():
    table = duckdb.sql("select 10 * i as submit, 1.5::decimal(20, 1) * i as run, sum(1) over (order by i) as procs from range(1, 4) t(i)")
    assert pa.types.is_decimal(table.to_arrow_table().schema.field("run").type)
    assert backfill.run(table.to_arrow_table(), procs=4).jobs["run_s"].to_pylist() == [2, 3, 5]  # halves go up


def test_a_paper_has_numbers_claims_and_a_figure():
    found = backfill.paper("dynp/table4")
    assert {"published", "ours", "verdict", "scale"} <= set(found.numbers.column_names) and found.claims.num_rows > 0
    assert found.scale == "quick" and "scale quick" in repr(found)
    assert set(backfill.paper("dynp/table2").numbers["scale"].to_pylist()) == {"quick"}


@pytest.mark.parametrize(("call", "says"), [
    (lambda: backfill.run("no-such-log.swf"), "no-such-log.swf: no such file"),
    (lambda: backfill.run({"submit": [0], "run": [1], "procs": [1]}, "esay", procs=4), "did you mean"),
    (lambda: backfill.run({"submit": [0], "procs": [1]}, procs=4), "the table: no column is known to be the run time of jobs: columns= says which"),
    (lambda: backfill.run(42), "a workload cannot be a int"),
    (lambda: backfill.run({"submit": [0, 1], "run": [1]}), "cannot be made an Arrow table"),
    (lambda: backfill.run(policy=[]), "no policy is named"),
    (lambda: backfill.run({"submit": [0], "run": [1], "procs": [1]}, procs=4).figure("gnatt"), "gnatt"),
    (lambda: backfill.run({"submit": [0], "run": [1], "procs": [1]}, procs=4).why(9), "9"),
    (lambda: backfill.paper("dynp/table99"), "dynp/table99"),
    (lambda: backfill.run("-x"), "-x: no such file"),
    (lambda: backfill.run({"submit": [0], "run": [-1], "procs": [1]}, procs=4), "the table, row 1"),
    (lambda: backfill.run({"submit": [0], "run": [[1]], "procs": [1]}, procs=4), 'the table: column "run" (list) cannot be read as run (run time)'),
    (lambda: backfill.run({"submit": [0], "run": [1]}, columns={"procs": 1.5}), "columns= has 1.5 for procs"),
    (lambda: backfill.run({"submit": [0], "run": [1]}, columns={"run": ("run", "year")}), "columns=: "),
    (lambda: backfill.sweep("no-such-log.swf"), "no-such-log.swf"),
    (lambda: backfill.sweep(shrink=[1, float("nan")]), "a study's numbers must be finite"),
    (lambda: backfill.sweep(shrink=object()), "a study cannot have <object"),
])
def test_errors_are_one_line_that_says_what_to_do(call, says):
    with pytest.raises(backfill.Error) as caught:
        call()
    assert says in str(caught.value) and "\n" not in str(caught.value) and "Traceback" not in str(caught.value)


def test_the_command_is_found_by_the_variable_then_in_the_wheel_then_on_the_path(monkeypatch, tmp_path):
    real = backfill.command()
    assert real == os.environ["BACKFILL"]
    monkeypatch.setenv("BACKFILL", str(tmp_path / "none"))
    with pytest.raises(backfill.Error, match="BACKFILL is"):
        backfill.command()
    monkeypatch.delenv("BACKFILL")
    monkeypatch.setenv("PATH", str(pathlib.Path(real).parent))
    assert backfill.command() == real
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(backfill.Error, match="there is no backfill command"):
        backfill.command()


def test_the_examples_in_the_documentation_are_true():
    modules = [backfill] + [importlib.import_module(f"backfill.{m.name}") for m in pkgutil.iter_modules(backfill.__path__)
                            if m.name != "__main__"]
    tried = 0
    for module in modules:
        result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
        assert result.failed == 0, module.__name__
        tried += result.attempted
    assert tried > 10


def test_the_version_is_that_of_the_package():
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    assert backfill.__version__ == project["version"]


def test_policies_explain_themselves():
    every = backfill.policies()
    assert {"fcfs", "easy", "f1-easy", "dynp-advanced", "grid-easy"} - {one.name for one in every} <= {"grid-easy"}
    assert all(one.doc and one.source for one in every)
    [f1] = backfill.policies("f1-easy")
    assert "Carastan-Santos" in f1.source and {option["name"] for option in f1.options} >= {"since", "predict"}
    assert "f1-easy:since=first|log  Where the formula" in str(f1) and "<td>" in f1._repr_html_()
    assert every._repr_html_().count("<tr>") == len(every) + 1
    with pytest.raises(backfill.Error, match='unknown policy "ezsy"'):
        backfill.policies("ezsy")


def test_results_show_themselves_in_a_notebook(jobs):
    results = backfill.run(jobs, ["fcfs", "easy"], procs=PROCS)
    study = backfill.sweep(jobs, ["fcfs", "easy"], procs=PROCS, shrink=[1.0, 0.9])
    for shown, rows, has in [
        (results, 2, "wait_mean_s"), (results.why(7), 2, "Job 7"), (study, 4, "shrink"), (backfill.paper("rules/table3"), 1, "verdict"),
    ]:
        text = shown._repr_html_()
        assert text.count("<tr>") > rows and has in text, text


def test_types_are_strict():
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", os.devnull], cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# A fresh environment has the wheel alone; pyarrow, which is large, is lent by this one.
def test_the_wheel_works_in_a_fresh_environment(tmp_path):
    clean = {k: v for k, v in os.environ.items() if k not in ("BACKFILL", "PYTHONPATH", "VIRTUAL_ENV")}
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, HERE],
                   check=True, env=clean)
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.name.startswith("backfill-") and not wheel.name.endswith("-any.whl")
    venv.create(tmp_path / "fresh", with_pip=False)
    [python] = (tmp_path / "fresh").glob("bin/python")
    packages = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True,
                              text=True, env=clean).stdout.strip()
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", wheel], check=True, env=clean)
    pathlib.Path(packages, "lent.pth").write_text(str(pathlib.Path(pa.__file__).parents[1]), "utf-8")
    clean["PATH"] = "/nowhere"
    program = "import backfill; print(backfill.command()); print(backfill.run(policy='fcfs').runs['jobs'][0])"
    said = subprocess.run([python, "-c", program], check=True, capture_output=True, text=True, env=clean, cwd=tmp_path).stdout.split()
    assert pathlib.Path(said[0]).is_relative_to(tmp_path / "fresh") and said[1] == "5000"


def test_names_that_look_like_options_are_names() -> None:
    results = backfill.run("holes", "easy")
    with pytest.raises(backfill.Error, match="--help"):
        results.figure("--help")
    with pytest.raises(backfill.Error, match="--from"):
        results.why("--from")
    with pytest.raises(backfill.Error, match="--all"):
        results.why(2, run="--all")
