"""What backfill sweep collect writes is one dataset to DuckDB, Polars and pandas."""

import json
import pathlib
import subprocess

import duckdb
import kubernetes_validate
import mlcroissant
import pandas
import polars
import pyarrow.dataset
import pytest

import backfill

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
STUDY = {
    "workload": {"model": {"name": "lublin", "jobs": 40, "procs": 16, "load": [0.5, 0.7], "seed": {"from": 1, "to": 3}}},
    "policies": ["fcfs", "cons", "dynp-advanced:quality=artww,slack=5"],
}
RUNS = 2 * 3 * 3


@pytest.fixture(scope="module")
def sweep(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    (folder / "study.json").write_text(json.dumps(STUDY), "utf-8")
    subprocess.run(["go", "build", "-o", folder / "backfill", "./cmd/backfill"], cwd=REPOSITORY, check=True)
    for call in (["plan", "study.json", "--tables", "jobs"], ["run", "study"], ["collect", "study"]):
        subprocess.run([folder / "backfill", "sweep", *call], cwd=folder, check=True, capture_output=True)
    return folder / "study" / "collected"


def test_the_table_has_a_column_for_each_parameter(sweep):
    runs = pandas.read_parquet(sweep / "runs.parquet")
    assert len(runs) == RUNS
    assert sorted(runs["load"].unique()) == [0.5, 0.7]
    assert sorted(runs["seed"].unique()) == [1, 2, 3]
    advanced = runs[runs["policy"].str.startswith("dynp")]
    assert set(advanced["quality"]) == {"artww"} and set(advanced["slack"]) == {5}
    assert runs[runs["policy"] == "cons"]["slack"].isna().all()
    assert runs["run"].is_unique and runs["wait_mean_s"].notna().all()


def test_the_description_is_valid_and_opens_the_tables(sweep):
    described = mlcroissant.Dataset(jsonld=str(sweep / "croissant.json"))
    assert not described.metadata.ctx.issues.errors
    columns = {records.id: [field.name for field in records.fields] for records in described.metadata.record_sets}
    assert set(columns) == {"runs", "jobs"}
    assert columns["runs"] == list(pandas.read_parquet(sweep / "runs.parquet").columns)
    policy = next(iter(described.records("runs")))["runs/policy"]
    assert policy.decode() in STUDY["policies"]
    assert "policy" not in columns["jobs"]  # the folders tell it
    assert next(iter(described.records("jobs")))["jobs/wait_s"] >= 0


def test_one_pattern_reads_the_runs_of_all_policies(sweep):
    table = duckdb.sql(f"select * from '{sweep}/runs.parquet' order by all")
    dataset = duckdb.sql(f"select {', '.join(table.columns)} from '{sweep}/dataset/runs/**/*.parquet' order by all")
    assert table.fetchall() == dataset.fetchall()


def test_a_table_of_jobs_is_given_a_load():
    jobs = {"submit": [37 * i for i in range(300)], "run": [1 + i * i % 997 for i in range(300)], "procs": [1 + i * 7 % 20 for i in range(300)]}
    runs = backfill.sweep(jobs, ["easy"], procs=32, load=[0.5, 0.9]).runs.to_pylist()
    assert [row["load"] for row in runs] == [0.5, 0.9]
    assert [row["load_reached"] for row in runs] == pytest.approx([0.5, 0.9], rel=0.01)
    alone = backfill.run(jobs, "easy", procs=32, load=0.9).runs["wait_mean_s"][0].as_py()
    assert runs[1]["wait_mean_s"] == alone > runs[0]["wait_mean_s"]


# What varies is a column of every job, so that no join is needed; the key of the run is there for one.
def test_one_pattern_reads_the_jobs_of_all_runs(sweep):
    jobs = f"'{sweep}/dataset/jobs/**/*.parquet'"
    got = duckdb.sql(f"select policy, load::double, seed, avg(wait_s), count(*) from {jobs} group by all order by all").fetchall()
    want = duckdb.sql(f"select policy, load, seed::bigint, wait_mean_s, jobs from '{sweep}/runs.parquet' order by all").fetchall()
    assert len(got) == RUNS
    for ours, theirs in zip(got, want):
        assert ours[:3] == theirs[:3] and ours[4] == theirs[4]
        assert ours[3] == pytest.approx(theirs[3])
    joined = duckdb.sql(f"select count(*) from {jobs} j join '{sweep}/runs.parquet' r using (run)").fetchall()
    assert joined == [(sum(row[4] for row in want),)]


# A run without a value that others have is in a folder all the same, and the value is null.
def test_what_only_some_runs_have_is_null_in_the_others(sweep, tmp_path):
    study = {"workload": {"builtin": "holes"}, "shared": [{"nodes": 64}, {"nodes": 64, "penalty_s": [0, 60]}], "policies": ["easy"]}
    (tmp_path / "study.json").write_text(json.dumps(study), "utf-8")
    for call in (["plan", "study.json", "--tables", "jobs"], ["run", "study"], ["collect", "study"]):
        subprocess.run([sweep.parents[1] / "backfill", "sweep", *call], cwd=tmp_path, check=True, capture_output=True)
    folder = tmp_path / "study" / "collected"
    query = "select shared, penalty_s::double as p, count(*) from '{}' group by all order by all"
    got = duckdb.sql(query.format(f"{folder}/dataset/jobs/**/*.parquet")).fetchall()
    assert got == [("#1", None, 12), ("#2", 0, 12), ("#2", 60, 12)]
    assert duckdb.sql("select shared, penalty_s from '{}' order by all".format(folder / "runs.parquet")).fetchall() == [
        ("#1", None), ("#2", 0), ("#2", 60)]
    # What the labels stand for is told beside, as the study has it.
    objects = zip(("#1", "#2"), study["shared"], strict=True)
    assert json.loads((folder / "varied.json").read_text("utf-8")) == [
        {"column": "shared", "value": label, "is": given} for label, given in objects]


# README.md has the line with which pandas reads numbers as numbers, and what a run lacks as null.
def test_pandas_reads_the_dataset_as_it_is_told(sweep, tmp_path):
    jobs = pandas.read_parquet(sweep / "dataset" / "jobs")
    assert set(jobs["policy"]) == set(pandas.read_parquet(sweep / "runs.parquet")["policy"])
    study = STUDY | {"shrink": [None, 0.5], "policies": ["EASY", "cons"]}
    (tmp_path / "study.json").write_text(json.dumps(study), "utf-8")
    for call in (["plan", "study.json", "--tables", "jobs"], ["run", "study"], ["collect", "study"]):
        subprocess.run([sweep.parents[1] / "backfill", "sweep", *call], cwd=tmp_path, check=True, capture_output=True)
    folder = tmp_path / "study" / "collected"
    lines = (folder / "README.md").read_text("utf-8").splitlines()
    line = next(line for line in lines if line.startswith("| `dataset/jobs/")).split("for pandas ")[1].removesuffix(" |")
    jobs = eval(line.replace("'dataset/", f"'{folder}/dataset/"), {"read_parquet": pandas.read_parquet, "pyarrow": pyarrow})
    assert set(jobs["policy"]) == {"easy", "cons"}  # as in the table of runs
    assert sorted(jobs["load"].unique()) == [0.5, 0.7] and sorted(jobs["shrink"].dropna().unique()) == [0.5] and jobs["shrink"].isna().any()


def test_polars_reads_the_dataset_too(sweep):
    frame = polars.read_parquet(sweep / "dataset" / "jobs", hive_partitioning=True)
    assert frame.select("policy", "load", "seed").n_unique() == RUNS
    assert set(frame["policy"].unique()) == set(pandas.read_parquet(sweep / "runs.parquet")["policy"])


# Kubernetes is not there to be asked, but its schema is, and what a completion would do can be done here.
def test_the_manifest_is_an_indexed_job_that_does_every_chunk(sweep, tmp_path):
    program = sweep.parents[1] / "backfill"

    def call(*args):
        return json.loads(subprocess.run([program, "sweep", *args, "--json"], cwd=tmp_path, check=True, capture_output=True).stdout)

    (tmp_path / "study.json").write_text(json.dumps(STUDY), "utf-8")
    call("plan", "study.json")
    options = ["--image", "registry.example/empty:1", "--claim", "shared", "--seconds", "0.001", "--chunks", "4"]
    script = call("submit", "study", "--engine", "kubernetes", *options)["script"]
    job = json.loads(pathlib.Path(script).read_text("utf-8"))
    for version in ("1.29", "1.37"):
        kubernetes_validate.validate(job, version, strict=True)
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(job | {"spec": job["spec"] | {"completion": 4}}, "1.37", strict=True)
    pod = job["spec"]["template"]["spec"]
    assert pod["containers"][0]["volumeMounts"] == [{"name": pod["volumes"][0]["name"], "mountPath": "/sweep"}]
    for index in range(job["spec"]["completions"]):
        command = [word.replace("$(JOB_COMPLETION_INDEX)", str(index)) for word in pod["containers"][0]["command"]]
        command = [str(tmp_path / "study") + word.removeprefix("/sweep") if word.startswith("/sweep") else word for word in command]
        subprocess.run(command, check=True, capture_output=True)
    assert call("collect", "study")["runs"] == RUNS
