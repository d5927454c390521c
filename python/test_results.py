"""Result files open unchanged in pandas, DuckDB, Polars and pyarrow.

Each reader answers the same questions about every column of every file: type,
nulls, sum, how often each text occurs, the last row. The answers are those of
the Go tables that were written.
"""

import json
import math

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest

PARQUETS = ["jobs", "runs", "steps", "parts", "allocations", "shares", "decisions", "instances"]


class Pandas:
    """pandas, reading with pyarrow."""

    types = {"float64": "float64", "int64": "int64", "bool": "bool", "text": "str"}

    def __init__(self, path):
        read = pandas.read_feather if path.suffix == ".arrow" else pandas.read_parquet
        self.frame = read(path)
        if path.suffix == ".arrow":
            self.types = self.types | {"text": "category"}

    def rows(self):
        return len(self.frame)

    def names(self):
        return list(self.frame.columns)

    def type(self, name):
        return str(self.frame[name].dtype)

    def nulls(self, name):
        return int(self.frame[name].isna().sum())

    def sum(self, name):
        return float(self.frame[name].sum())

    def counts(self, name):
        return {text: n for text, n in self.frame[name].value_counts().items() if n}

    def last(self, name):
        value = self.frame[name].iloc[-1]
        return None if pandas.isna(value) else value


class Polars:
    types = {"float64": "Float64", "int64": "Int64", "bool": "Boolean", "text": "String"}

    def __init__(self, path):
        if path.suffix == ".arrow":
            self.frame = polars.read_ipc(path)
            self.types = self.types | {"text": "Categorical"}
        else:
            self.frame = polars.read_parquet(path)

    def rows(self):
        return self.frame.height

    def names(self):
        return self.frame.columns

    def type(self, name):
        return str(self.frame[name].dtype.base_type())

    def nulls(self, name):
        return self.frame[name].null_count()

    def sum(self, name):
        return float(self.frame[name].sum())

    def counts(self, name):
        texts = self.frame[name].cast(polars.String).drop_nulls()
        return dict(texts.value_counts().iter_rows())

    def last(self, name):
        return self.frame[name][-1]


class DuckDB:
    types = {"float64": "DOUBLE", "int64": "BIGINT", "bool": "BOOLEAN", "text": "VARCHAR"}

    def __init__(self, path):
        self.db = duckdb.connect()
        if path.suffix == ".arrow":
            with pyarrow.memory_map(str(path)) as source:
                self.table = pyarrow.ipc.open_file(source).read_all()
            self.db.register("t", self.table)
            texts = [name for name in self.table.column_names if pyarrow.types.is_dictionary(self.table.schema.field(name).type)]
            self.enums = {name: self.describe()[name] for name in texts}
        else:
            self.db.execute(f"create view t as from '{path}'")
            self.enums = {}

    def one(self, query):
        return self.db.execute(query).fetchone()[0]

    def describe(self):
        return {name: kind for name, kind, *_ in self.db.execute("describe t").fetchall()}

    def rows(self):
        return self.one("select count(*) from t")

    def names(self):
        return list(self.describe())

    def type(self, name):
        kind = self.describe()[name]
        return "VARCHAR" if name in self.enums and kind.startswith("ENUM") else kind

    def nulls(self, name):
        return self.one(f'select count(*) - count("{name}") from t')

    def sum(self, name):
        return float(self.one(f'select sum("{name}"::double) from t') or 0)

    def counts(self, name):
        return dict(self.db.execute(f'select "{name}"::varchar, count(*) from t where "{name}" is not null group by 1').fetchall())

    def last(self, name):
        return self.one(f'select "{name}" from t offset {self.rows() - 1}')


FILES = [(reader, file) for reader in (Pandas, Polars, DuckDB)
         for file in [f"{table}.parquet" for table in PARQUETS] + ["jobs.arrow", "grown.arrow"]]


@pytest.fixture(scope="module", params=FILES, ids=lambda pair: f"{pair[0].__name__}-{pair[1]}")
def opened(request, sample):
    """A file in a reader, and the columns that it must have."""
    reader, file = request.param
    path = sample.grown if file == "grown.arrow" else sample.out / file
    table = "jobs" if file == "grown.arrow" else file.split(".")[0]
    return reader(path), sample.expected[table]


def test_rows_and_columns(opened):
    reader, expected = opened
    assert reader.rows() == expected["rows"]
    assert reader.names() == [column["name"] for column in expected["columns"]]


def test_types(opened):
    reader, expected = opened
    for column in expected["columns"]:
        assert reader.type(column["name"]) == reader.types[column["type"]], column["name"]


def test_nulls(opened):
    reader, expected = opened
    assert {c["name"]: reader.nulls(c["name"]) for c in expected["columns"]} == {c["name"]: c["nulls"] for c in expected["columns"]}


def test_sums(opened):
    reader, expected = opened
    for column in expected["columns"]:
        if column["type"] != "text":
            assert reader.sum(column["name"]) == column["sum"], column["name"]


def test_texts(opened):
    reader, expected = opened
    for column in expected["columns"]:
        if column["type"] == "text":
            assert reader.counts(column["name"]) == column["counts"], column["name"]


def test_last_row(opened):
    reader, expected = opened
    for column in expected["columns"]:
        assert reader.last(column["name"]) == column["last"], column["name"]


def columns_of(schema_text):
    return json.loads(schema_text)["columns"]


@pytest.mark.parametrize("table", PARQUETS)
def test_parquet_metadata(sample, table):
    path = sample.out / f"{table}.parquet"
    by_duckdb = {k.decode(): v.decode() for k, v in duckdb.sql(f"select key, value from parquet_kv_metadata('{path}')").fetchall()}
    by_pyarrow = {k.decode(): v.decode() for k, v in pyarrow.parquet.read_schema(path).metadata.items()}
    by_polars = polars.read_parquet_metadata(path)
    for found in (by_duckdb, by_pyarrow, by_polars):
        assert {key: found[key] for key in sample.meta} == sample.meta
        names = [column["name"] for column in columns_of(found["backfill.schema"])]
        assert names == [column["name"] for column in sample.expected[table]["columns"]]


def test_arrow_metadata(sample):
    for path in (sample.out / "jobs.arrow", sample.grown):
        found = {k.decode(): v.decode() for k, v in pyarrow.feather.read_table(path).schema.metadata.items()}
        assert {key: found[key] for key in sample.meta} == sample.meta
        units = {column["name"]: column.get("unit") for column in columns_of(found["backfill.schema"])}
        assert units["wait_s"] == "s" and units["procs"] == "processors" and units["user"] is None


def test_arrow_maps_into_memory(sample):
    """Nothing is copied: the bodies are not compressed."""
    before = pyarrow.total_allocated_bytes()
    with pyarrow.memory_map(str(sample.out / "jobs.arrow")) as source:
        table = pyarrow.ipc.open_file(source).read_all()
        assert table.num_rows == sample.expected["jobs"]["rows"]
        assert pyarrow.total_allocated_bytes() - before < 100_000 < table.nbytes
    table.validate(full=True)


def test_grown_dictionaries_pass_full_validation(sample):
    pyarrow.feather.read_table(sample.grown).validate(full=True)


def test_required_columns_are_required(sample):
    schema = pyarrow.parquet.read_schema(sample.out / "jobs.parquet")
    nullable = {field.name for field in schema if field.nullable}
    of_slurm = {"account", "qos", "state", "nodes", "node_list", "gpus", "gpu_type", "eligible_s", "eligible_wait_s"}
    of_logs = {"user", "group", "queue", "id", "partition", "job_name", "memory_kib", "line"} | of_slurm
    assert nullable == of_logs | {"site", "planned_s", "started_with", "home_site", "multisite_slowdown", "alone_s", "pauses", "migrations"}


@pytest.mark.parametrize("end", ["parquet", "arrow"])
def test_fields_say_unit_and_meaning(sample, end):
    path = sample.out / f"jobs.{end}"
    schema = pyarrow.parquet.read_schema(path) if end == "parquet" else pyarrow.ipc.open_file(path).schema
    told = json.loads(schema.metadata[b"backfill.schema"])["columns"]
    assert [field.name for field in schema] == [column["name"] for column in told]
    for field, column in zip(schema, told, strict=True):
        words = {"unit": column.get("unit"), "description": column["doc"], "formula": column.get("formula")}
        assert field.metadata == {key.encode(): text.encode() for key, text in words.items() if text}
    assert schema.field("wait_s").metadata[b"unit"] == b"s"


def test_row_groups_carry_what_pruning_needs(sample):
    path = sample.out / "jobs.parquet"
    size, rows = sample.expected["row_group_rows"], sample.expected["jobs"]["rows"]
    groups = duckdb.sql(f"""
        select row_group_num_rows, stats_min_value::double, stats_max_value::double, stats_null_count, compression
        from parquet_metadata('{path}') where path_in_schema = 'submit_s' order by row_group_id""").fetchall()
    assert [g[0] for g in groups] == [size] * (rows // size) + [rows % size]
    assert groups[0][1:] == (0, 7 * (size - 1), 0, "ZSTD")


def test_duckdb_reads_only_what_a_query_needs(sample):
    path = sample.out / "jobs.parquet"
    db = duckdb.connect()
    late = 7 * (sample.expected["jobs"]["rows"] // 2 - 3)  # two jobs of either run are later
    query = f"select count(*) from '{path}' where submit_s > {late}"
    assert db.execute(query).fetchone() == (4,)
    profile = json.loads(db.execute("explain (analyze, format json) " + query).fetchone()[1])
    assert profile["io"]["total_bytes_read"] < path.stat().st_size / 20


def test_page_index_is_there(sample):
    chunk = pyarrow.parquet.ParquetFile(sample.out / "jobs.parquet").metadata.row_group(0).column(7)
    assert chunk.path_in_schema == "submit_s"
    assert chunk.has_column_index and chunk.has_offset_index
    user = pyarrow.parquet.ParquetFile(sample.out / "jobs.parquet").metadata.row_group(0).column(3)
    assert user.has_dictionary_page and user.statistics.null_count > 0


def test_parquet_passes_checksums(sample):
    table = pyarrow.parquet.read_table(sample.out / "jobs.parquet", page_checksum_verification=True)
    assert table.num_rows == sample.expected["jobs"]["rows"]


def test_large_and_small_numbers_are_exact(sample):
    value = polars.read_parquet(sample.out / "steps.parquet")["value"].to_list()
    assert value == [1e300, None, -0.5]
    assert not any(x is not None and math.isnan(x) for x in value)
