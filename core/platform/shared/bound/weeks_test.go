package bound

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// weeks returns the 182 weeks of HPC2N as jobs of tasks.
func weeks(t testing.TB) (all [][]shared.Job) {
	name := filepath.Join(os.Getenv("BACKFILL_TRACES"), "HPC2N-2002-2.2-cln.swf.gz")
	f, err := os.Open(name)
	if err != nil {
		t.Skip("BACKFILL_TRACES does not name a folder with " + filepath.Base(name))
	}
	defer f.Close()
	w, err := trace.ReadFrom(filepath.Base(name), f, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, week := range w.SplitWeek() {
		jobs, _, err := shared.FromLog(week, shared.HPC2N, 120)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(jobs) - 1; i >= 0; i-- {
			jobs[i].Submit -= jobs[0].Submit // the log is longer than package shared counts
		}
		all = append(all, jobs)
	}
	return all
}

func TestTheBoundIsTightInEveryWeekOfHPC2N(t *testing.T) {
	slow.Law(t)
	var slowest time.Duration
	var most int
	for i, week := range weeks(t) {
		from := time.Now()
		s, err := Stretch(context.Background(), 120, week, 10*shared.Second)
		if err != nil {
			t.Fatal(err)
		}
		if d := time.Since(from); d > slowest {
			slowest, most = d, len(week)
		}
		if ok, err := feasible(120, week, 10*shared.Second, s*(1+1e-8)); err != nil || !ok {
			t.Errorf("week %d: just above the bound %v there is no schedule: %v", i, s, err)
		}
		if ok, err := feasible(120, week, 10*shared.Second, s); err != nil || ok != (s == 1) {
			t.Errorf("week %d: the bound %v is not the infeasible end: %v", i, s, err)
		}
	}
	t.Logf("the slowest week has %d jobs and took %v", most, slowest)
}
