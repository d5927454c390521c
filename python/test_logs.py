"""Tables of jobs that pandas, DuckDB, Polars and pyarrow write are the same workload.

The same jobs go into CSV, Parquet and Arrow files in many ways, and `backfill trace info`
says the workload's SHA-256.
"""

import datetime
import json
import pathlib
import random
import subprocess

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest

BACKFILL = pathlib.Path(__file__).resolve().parents[1] / "bin" / "backfill"
JOBS = 500


def info(path, *flags, **options):
    run = subprocess.run([BACKFILL, "trace", "info", path, "--json", *flags], capture_output=True, text=True, **options)
    assert run.returncode == 0, f"{path}: {run.stderr}"
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def frame():
    """Jobs with dates, words, and missing users and starts."""
    draw = random.Random(1)
    begin = datetime.datetime(2026, 6, 1, 8)
    at, rows = begin, []
    for job in range(JOBS):
        at += datetime.timedelta(seconds=draw.randrange(90))
        start = at + datetime.timedelta(seconds=draw.randrange(900))
        run = draw.randrange(3600)
        rows.append({
            "job_id": 1000 + job, "submit_time": at, "start_time": start, "end_time": start + datetime.timedelta(seconds=run),
            "time_limit": 60 * draw.randrange(1, 90), "cpus": 1 << draw.randrange(7), "user": draw.choice(["ann", "ben", None]),
            "account": draw.choice([7, 8]), "state": draw.choice(["COMPLETED", "FAILED", "CANCELLED"]),
        })
    return pandas.DataFrame(rows)


@pytest.fixture(scope="module")
def want(frame, tmp_path_factory):
    """The workload of a CSV file, whose jobs are as many as in the frame."""
    path = tmp_path_factory.mktemp("want") / "jobs.csv"
    frame.to_csv(path, index=False)
    got = info(path)
    assert got["jobs"] == JOBS and got["recorded_waits"] == JOBS and got["reading"]["guessed"]
    assert got["unix_start"] == int(frame.submit_time.min().timestamp())
    return got


def parquets(frame):
    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    write = pyarrow.parquet.write_table
    for codec in ["none", "snappy", "gzip", "zstd", "lz4"]:
        yield f"pyarrow {codec}", lambda path, codec=codec: write(table, path, compression=codec)
    yield "pyarrow v2", lambda path: write(table, path, data_page_version="2.0", row_group_size=77)
    yield "pyarrow plain", lambda path: write(table, path, use_dictionary=False)
    yield "pyarrow int96", lambda path: write(table, path, use_deprecated_int96_timestamps=True)
    yield "pyarrow encodings", lambda path: write(table, path, use_dictionary=False, column_encoding={
        "job_id": "DELTA_BINARY_PACKED", "user": "DELTA_BYTE_ARRAY", "state": "DELTA_LENGTH_BYTE_ARRAY", "cpus": "BYTE_STREAM_SPLIT"})
    yield "pandas", lambda path: frame.to_parquet(path)
    for unit in ["s", "ms", "us", "ns"]:  # whole numbers in Parquet, which tells the unit in its metadata
        spans = frame.assign(time_limit=pandas.to_timedelta(frame.time_limit, unit="s").astype(f"timedelta64[{unit}]"))
        named = pyarrow.Table.from_pandas(spans, preserve_index=False)
        yield f"pandas {unit}", lambda path, spans=spans: spans.to_parquet(path)
        yield f"pyarrow {unit}", lambda path, named=named: write(named.replace_schema_metadata(None), path)
    yield "polars durations", lambda path: polars.from_pandas(spans).write_parquet(path)
    yield "polars", lambda path: polars.from_pandas(frame).write_parquet(path)
    duck = duckdb.connect().register("frame", frame)
    yield "duckdb", lambda path: duck.execute(f"copy frame to '{path}' (format parquet)")
    yield "duckdb v2", lambda path: duck.execute(f"copy frame to '{path}' (format parquet, parquet_version v2)")


def arrows(frame):
    table = pyarrow.Table.from_pandas(frame, preserve_index=False)

    def batches(new, path):
        with new(str(path), table.schema) as file:
            for batch in table.to_batches(max_chunksize=99):
                file.write_batch(batch)

    spans = frame.assign(user=frame.user.astype("category"), time_limit=pandas.to_timedelta(frame.time_limit, unit="s"))
    yield "pyarrow file", lambda path: batches(pyarrow.ipc.new_file, path)
    yield "pyarrow stream", lambda path: batches(pyarrow.ipc.new_stream, path)
    yield "feather", lambda path: pyarrow.feather.write_feather(frame, path)
    yield "feather zstd", lambda path: pyarrow.feather.write_feather(frame, path, compression="zstd")
    yield "durations and categories", lambda path: pyarrow.feather.write_feather(spans, path)
    yield "polars file", lambda path: polars.from_pandas(frame).write_ipc(path)
    yield "polars stream", lambda path: polars.from_pandas(frame).write_ipc_stream(path)
    yield "polars categories", lambda path: polars.from_pandas(frame).with_columns(
        polars.col("user").cast(polars.Categorical)).write_ipc(path)


def texts(frame):
    yield "polars", lambda path: polars.from_pandas(frame).write_csv(path)
    duck = duckdb.connect().register("frame", frame)
    yield "duckdb", lambda path: duck.execute(f"copy frame to '{path}' (format csv, header)")
    yield "semicolons", lambda path: frame.to_csv(path, index=False, sep=";")
    yield "tabs", lambda path: frame.to_csv(path, index=False, sep="\t")
    yield "gzip", lambda path: frame.to_csv(path, index=False, compression="gzip")


@pytest.mark.parametrize("kind", [parquets, arrows, texts], ids=lambda kind: kind.__name__)
def test_the_same_jobs_are_the_same_workload(kind, frame, want, tmp_path):
    for name, write in kind(frame):
        path = tmp_path / "jobs.table"
        write(path)
        got = info(path)
        assert got["sha256"] == want["sha256"], name
        assert [s["column"] for s in got["reading"]["sources"]] == [s["column"] for s in want["reading"]["sources"]], name


def test_a_stream_comes_through_a_pipe(frame, want):
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    with pyarrow.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    run = subprocess.run([BACKFILL, "trace", "info", "-", "--json"], input=sink.getvalue().to_pybytes(), capture_output=True, check=True)
    assert json.loads(run.stdout)["sha256"] == want["sha256"]


def test_zones_are_kept(frame, want, tmp_path):
    """A date in Berlin is two hours before the same one in UTC."""
    path = tmp_path / "jobs.parquet"
    zoned = frame.assign(**{c: frame[c].dt.tz_localize("Europe/Berlin") for c in ["submit_time", "start_time", "end_time"]})
    zoned.to_parquet(path)
    got = info(path)
    assert got["sha256"] == want["sha256"] and got["unix_start"] == want["unix_start"] - 7200
    frame.to_parquet(path)
    assert info(path, "--timezone", "Europe/Berlin")["unix_start"] == want["unix_start"] - 7200
