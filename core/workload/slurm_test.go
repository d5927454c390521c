package workload

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/internal/slurmdb"
	"github.com/backfill-lab/backfill/core/job"
)

// recorded is what a log says of a job that ran.
type recorded struct {
	Submit, Wait, Run, Estimate int64
	Procs                       int32
	User, Account, Partition    string
}

// TestARunOfSlurmIsTheJobsThatRan reads what sacct printed about a real run in every format,
// and compares the workload with Slurm's database.
func TestARunOfSlurmIsTheJobsThatRan(t *testing.T) {
	const dir = "../sacct/testdata/slurm/data"
	now, _ := slurmdb.Clock(t, dir)
	jobs := slurmdb.Jobs(slurmdb.Shown(slurmdb.Runs(t, dir), now))
	start := jobs[0].Submit
	for _, j := range jobs {
		start = min(start, j.Submit)
	}
	rules := map[string]string{"pending": "not-started", "dropped": "not-started", "running": "unfinished", "requeued": "partial"}
	want, left := map[int64]recorded{}, map[string]int{}
	for _, j := range jobs {
		if j.Phase() != "ended" {
			left[rules[j.Phase()]]++
			continue
		}
		run := j.Elapsed(now)
		r := recorded{
			Submit: j.Submit - start, Wait: j.Start - j.Submit, Run: run, Estimate: max(run, 1), Procs: int32(j.CPUs),
			User: j.User, Account: j.Account, Partition: j.Partition,
		}
		if r.Wait < 0 { // Slurm gives a resized job a new submission while it runs
			r.Wait = job.None
		}
		if j.Minutes >= 0 {
			r.Estimate = j.Minutes * 60
		}
		want[j.Job] = r
	}
	columns, err := os.ReadFile(filepath.Join(dir, "noheader-columns.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for name, opt := range map[string]Options{
		"epoch.txt": {}, "duplicates.txt": {}, "all.txt.gz": {}, "local.txt": {}, "local-duplicates.txt": {}, "semicolon.txt": {},
		"allocations.txt": {}, "noheader.txt": {Columns: string(columns)}, "readme.txt": {}, "json.txt.gz": {},
	} {
		log, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		w, err := Read(name, log, opt)
		if err != nil {
			t.Fatal(err)
		}
		checkWorkload(t, w)
		got := map[int64]recorded{}
		for _, j := range w.Jobs {
			got[j.ID] = recorded{j.Submit, j.Wait, j.Run, j.Estimate, j.Procs, w.Users[j.User], w.Groups[j.Group], w.Partitions[j.Partition]}
		}
		if d := cmp.Diff(want, got); d != "" || len(w.Jobs) != len(want) {
			t.Errorf("%s: %d jobs; the database (-) and the workload (+) differ:\n%s", name, len(w.Jobs), d)
		}
		counted := map[string]int{}
		for _, c := range w.Counts {
			if left[c.Rule] > 0 {
				counted[c.Rule] = c.Rows
			}
		}
		if d := cmp.Diff(left, counted); d != "" {
			t.Errorf("%s: jobs left out by the database (-) and by the rules (+): %s", name, d)
		}
	}
}
