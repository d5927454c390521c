package trace

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/trace/internal/slurmdb"
)

// recorded is what a log says of a job that ran.
type recorded struct {
	Submit, Wait, Run, Estimate int64
	Procs                       int32
	User, Account, Partition    string
}

// ranIn returns the jobs of Slurm's database that ran, by their numbers: the last run of each,
// and earlier runs. It counts by rule those that did not run.
func ranIn(t *testing.T, known []slurmdb.Run, now int64) (last, earlier map[string]recorded, left map[string]int) {
	jobs := slurmdb.Jobs(known)
	start := jobs[0].Submit
	for _, j := range known {
		start = min(start, j.Submit)
	}
	rules := map[string]string{"pending": "not-started", "dropped": "not-started", "running": "unfinished", "requeued": "partial"}
	ran := func(j *slurmdb.Run) recorded {
		run := j.Elapsed(now)
		submit := cmp.Or(slurmdb.Resized(known, j.Job), j.Submit) // Slurm gives a resized job a new one while it runs
		r := recorded{
			Submit: submit - start, Wait: j.Start - submit, Run: run, Estimate: max(run, 1), Procs: int32(j.CPUs),
			User: j.User, Account: j.Account, Partition: j.Partition,
		}
		if j.Minutes >= 0 {
			r.Estimate = j.Minutes * 60
		}
		return r
	}
	label := func(j *slurmdb.Run) string {
		switch {
		case j.Array > 0:
			return fmt.Sprintf("%d_%d", j.Array, j.Task)
		case j.Het > 0:
			return fmt.Sprintf("%d+0", j.Het)
		}
		return fmt.Sprint(j.Job)
	}
	last, earlier, left = map[string]recorded{}, map[string]recorded{}, map[string]int{}
	for _, j := range jobs {
		if j.Phase() != "ended" && !(j.Phase() == "requeued" && j.Elapsed(now) > 0) {
			left[rules[j.Phase()]]++
			continue
		}
		last[label(&j)] = ran(&j)
	}
	runs := map[int64]int{}
	for _, j := range slurmdb.Earlier(known) {
		if j.State == "RESIZING" {
			continue
		}
		if runs[j.Job]++; j.Elapsed(now) > 0 {
			earlier[fmt.Sprintf("%s#%d", label(&j), runs[j.Job])] = ran(&j)
		}
	}
	if len(earlier) < 8 {
		t.Fatalf("the run has only %d earlier runs of jobs", len(earlier))
	}
	return last, earlier, left
}

// TestARunOfSlurmIsTheJobsThatRan reads what sacct printed about a real run in every format,
// and compares the workload with Slurm's database.
func TestARunOfSlurmIsTheJobsThatRan(t *testing.T) {
	const dir = "sacct/testdata/slurm/data"
	now, _ := slurmdb.Clock(t, dir)
	last, earlier, left := ranIn(t, slurmdb.Shown(slurmdb.Runs(t, dir), now), now)
	columns, err := os.ReadFile(filepath.Join(dir, "noheader-columns.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for name, opt := range map[string]Options{
		"epoch.txt": {}, "duplicates.txt": {}, "all.txt.gz": {}, "local.txt": {}, "local-duplicates.txt": {}, "semicolon.txt": {},
		"allocations.txt": {}, "noheader.txt": {Columns: string(columns)}, "few.txt": {}, "json.txt.gz": {},
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
		want := maps.Clone(last)
		if strings.Contains(name, "duplicates") || strings.HasPrefix(name, "all.") || strings.HasPrefix(name, "json") { // all runs
			maps.Copy(want, earlier)
		}
		got := map[string]recorded{}
		for _, j := range w.Jobs.Held() {
			got[w.Label(&j)] = recorded{j.Submit, j.Wait, j.Run, j.Estimate, j.Procs, w.Users[j.User], w.Groups[j.Group], w.Partitions[j.Partition]}
		}
		if d := gocmp.Diff(want, got); d != "" || w.Len() != len(want) {
			t.Errorf("%s: %d jobs; the database (-) and the workload (+) differ:\n%s", name, w.Len(), d)
		}
		counted := map[string]int{}
		for _, c := range w.Counts {
			if left[c.Rule] > 0 {
				counted[c.Rule] = c.Rows
			}
		}
		if d := gocmp.Diff(left, counted); d != "" {
			t.Errorf("%s: jobs left out by the database (-) and by the rules (+): %s", name, d)
		}
	}
}
