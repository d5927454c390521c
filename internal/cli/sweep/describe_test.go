package sweep

import (
	"testing"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
)

// DuckDB is told which folders' names are numbers, and nothing if none is.
func TestDuckDBReadsNumbersAsNumbers(t *testing.T) {
	for study, want := range map[string]string{
		`{"workload":{"model":{"name":"lublin","jobs":9,"load":[0.5,0.7]}},"policies":["easy","fcfs"]}`://
		"read_parquet('dataset/jobs/**/*.parquet', hive_types={'load': DOUBLE})",
		`{"workload":{"builtin":"holes"},"overrun":["cut","extend"],"shrink":[null,2],"policies":["dynp-simple:slack=3","easy"]}`://
		"read_parquet('dataset/jobs/**/*.parquet', hive_types={'shrink': DOUBLE, 'overrun': VARCHAR})",
		`{"policies":["easy","fcfs"]}`: "'dataset/jobs/**/*.parquet'",
	} {
		s, err := sweep.Parse([]byte(study))
		if err != nil {
			t.Fatal(err)
		}
		p, err := sweep.NewPlan(t.Context(), t.TempDir(), s, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := duckDB(p, result.Jobs); got != want {
			t.Errorf("%s: %s, want %s", study, got, want)
		}
	}
}
