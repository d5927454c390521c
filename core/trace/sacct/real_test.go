package sacct

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// realLogs are logs of real clusters beside the folder BACKFILL_TRACES. Each is read
// whole: want counts its jobs, the phases of these, and each rule.
var realLogs = []struct {
	file, columns string // columns is the file that names them
	want          string
}{
	// Slurm 21 at a university: features, names and command lines with bars, a script in
	// SubmitLine. Many rows are one job's, with more bars; the last row of the first file has
	// lost its beginning.
	{"slurm/sacct/sacct_dump2101.log", "", "12 jobs: 6 dropped, 6 ended; step 2, cancelled-waiting 6, bar 4, malformed 1"},
	{"slurm/sacct/sacct_dump2110.log", "", "1 jobs: 1 ended; step 2, bar 5, repeated 4"},
	{"slurm/sacct/sacct_simple.log", "", "4 jobs: 4 ended; bar 3"},
	{"slurm/sacct/sacct_submitline_multiline.log", "",
		"2 jobs: 2 ended; step 6, orphan-step 1, bar 5, lines 1, repeated 4"},
	// 500 jobs on 10 nodes.
	{"slurm/real-run/slurm_acct.out", "", "500 jobs: 500 ended; "},
	// A university's log without a header line, and small ones of odd rows.
	{"datasets/xdmod/phillips.sacct.noheader.txt", "datasets/xdmod/header.txt",
		"4285 jobs: 239 dropped, 4046 ended; cancelled-waiting 239"},
	{"datasets/xdmod/unit-accounting-logs-with-job-arrays.txt", "datasets/xdmod/header.txt",
		"2 jobs: 2 ended; array-rest 5, repeated 4"},
	{"datasets/xdmod/unit-accounting-logs.txt", "datasets/xdmod/header.txt", "4 jobs: 4 ended; "},
	{"datasets/xdmod/unit-non-ended-job-state.txt", "datasets/xdmod/header.txt", "2 jobs: 1 pending, 1 running; "},
	{"datasets/xdmod/unit-unknown-job-state.txt", "datasets/xdmod/header.txt", "2 jobs: 1 dropped, 1 ended; state 2"},
	{"datasets/xdmod/unit-utf8-multibyte-chars.txt", "datasets/xdmod/header.txt", "1 jobs: 1 ended; "},
}

func TestRealLogsAreReadWhole(t *testing.T) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("BACKFILL_TRACES is not set to a folder of logs")
	}
	for _, log := range realLogs {
		t.Run(filepath.Base(log.file), func(t *testing.T) {
			f, err := os.Open(filepath.Join(traces, "..", log.file))
			if errors.Is(err, os.ErrNotExist) {
				t.Skipf("%s is not beside BACKFILL_TRACES", log.file)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r := NewReader(f)
			if log.columns != "" {
				columns, err := os.ReadFile(filepath.Join(traces, "..", log.columns))
				if err != nil {
					t.Fatal(err)
				}
				r.Columns = string(columns)
			}
			all, err := r.All()
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(log.want, summary(all)); d != "" {
				t.Error(d)
			}
		})
	}
}

// summary counts the jobs, their phases, and the rules.
func summary(all *Records) string {
	phases := map[Phase]int{}
	for i := range all.Jobs {
		phases[all.Jobs[i].Phase()]++
	}
	var jobs, rules []string
	for p := Pending; p <= Requeued; p++ {
		if n := phases[p]; n > 0 {
			jobs = append(jobs, fmt.Sprintf("%d %v", n, p))
		}
	}
	for _, c := range all.Counts {
		rules = append(rules, fmt.Sprintf("%s %d", c.Rule, c.Rows))
	}
	return fmt.Sprintf("%d jobs: %s; %s", len(all.Jobs), strings.Join(jobs, ", "), strings.Join(rules, ", "))
}
