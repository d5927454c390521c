// The worker of the database: DuckDB's own, bundled in, without a way to other hosts.
import "./network";
import "duckdb-worker";
