"""croissant.json is valid by MLCommons' own validator, which also opens every table with it."""

import hashlib
import json

import duckdb
import mlcroissant
import pandas
import pytest

# What only whoever publishes a folder can tell: mlcroissant recommends these, and README.md says to add them.
FOR_PUBLISHERS = {"citeAs", "datePublished", "license", "version"}


@pytest.fixture(scope="module")
def dataset(sample):
    return mlcroissant.Dataset(jsonld=str(sample.out / "croissant.json"))


def test_the_validator_finds_nothing_but_what_publishers_add(dataset):
    issues = dataset.metadata.ctx.issues
    assert not issues.errors
    missing = {text.split('"')[1].rsplit("/", 1)[1] for text in issues.warnings}
    assert missing == FOR_PUBLISHERS
    assert len(issues.warnings) == len(FOR_PUBLISHERS)


def test_every_table_opens_with_the_columns_described(dataset, sample):
    sets = {records.id: records for records in dataset.metadata.record_sets}
    assert set(sets) == {path.stem for path in sample.out.glob("*.parquet")}
    for name, records in sets.items():
        frame = pandas.read_parquet(sample.out / f"{name}.parquet")
        assert [field.name for field in records.fields] == list(frame.columns)
        first = next(iter(dataset.records(name)))
        for column in frame.columns:
            want, got = frame[column].iloc[0], first[f"{name}/{column}"]
            got = got.decode() if isinstance(got, bytes) else got
            assert got == want or (pandas.isna(got) and pandas.isna(want)), (name, column)


def test_sizes_and_checksums_are_those_of_the_files(sample):
    described = json.loads((sample.out / "croissant.json").read_text("utf-8"))["distribution"]
    files = {file["contentUrl"]: file for file in described}
    assert set(files) | {"README.md", "croissant.json"} == {path.name for path in sample.out.iterdir()}
    for name, file in files.items():
        data = (sample.out / name).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        assert file["contentSize"] == f"{len(data)} B"


def test_the_query_in_the_readme_is_answered(sample, monkeypatch):
    lines = (sample.out / "README.md").read_text("utf-8").splitlines()
    query = "\n".join(line for line in lines if line.startswith("    "))
    assert '"group"' in query
    monkeypatch.chdir(sample.out)
    got = duckdb.sql(query).fetchall()
    frame = pandas.read_parquet("jobs.parquet")
    waits = frame.groupby(["policy", "group"], dropna=False, observed=True)["wait_s"]
    want = {(policy, None if pandas.isna(group) else group): rows for (policy, group), rows in waits}
    assert len(got) == len(want) > 1
    for policy, group, jobs, wait in got:
        rows = want[policy, group]
        assert jobs == len(rows) and wait == pytest.approx(rows.mean(), nan_ok=True)


def test_a_changed_description_is_refused(sample, tmp_path):
    text = (sample.out / "croissant.json").read_text("utf-8")
    for old, new in [('"jobs.parquet"\n', '"nowhere.parquet"\n'), ('"sc:Dataset"', '"sc:Thing"')]:
        assert old in text
        path = tmp_path / "croissant.json"
        path.write_text(text.replace(old, new, 1) if "Dataset" in old else text.replace(old, new), "utf-8")
        with pytest.raises(Exception):
            mlcroissant.Dataset(jsonld=str(path))
