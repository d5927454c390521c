package accounting_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// The scenarios that came after the first eight, each with the share of starts within a cycle that the twin must reach on 22.05
// and on 24.11, given the moments of the log. Where it is far from one, the twin lacks a rule; one that it learns raises the share.
func TestNewerScenarios(t *testing.T) {
	for _, s := range []struct {
		name       string
		old, newer float64
	}{
		{"tiers", 1, 1}, {"unsafe", 1, 1}, {"safe", 1, 1}, {"factors", 1, 0.9}, {"script", 1, 0.78}, {"quotas", 1, 0.75}, {"places", 0.82, 0.77},
		{"caps", 1, 0.51}, {"het", 0.45, 0.18}, {"updates", 0.56, 0.44}, {"licences", 1, 1}, {"planned", 1, 0.15}, {"load", 0.9, 1},
		{"wishes", 1, 1},
	} {
		for data, least := range map[string]float64{"data": s.old, "24.11.5": s.newer} {
			t.Run(s.name+" "+data, func(t *testing.T) {
				r, err := truth.Read(filepath.Join(truths, s.name), data)
				if err != nil {
					t.Fatal(err)
				}
				if c := count(t, r, anHour(t, r)); float64(c.near) < least*float64(c.all) {
					t.Errorf("want a share of %.2f", least)
				}
			})
		}
	}
}

// anHour plays an hour of a run with the moments of its log: some jobs wait for ever, in Slurm, too.
func anHour(t *testing.T, r *truth.Run) *cluster.Engine {
	tw := twin.New(r.System)
	tw.Looks, tw.Cycles, tw.CalcUs, tw.Calcs, tw.Turns = r.Looks, r.Cycles, r.CalcUs, r.Calcs, r.Turns
	e, err := cluster.NewEngine(r.Exactly(tw))
	if err != nil {
		t.Fatal(err)
	}
	for e.Now < 3600 && e.Step() {
	}
	return e
}

// A queue of a thousand jobs and more for an hour, to which a job comes each second, from the accounting alone: as a site has it.
func TestAThousandWait(t *testing.T) {
	r, err := truth.Read(filepath.Join(truths, "queue"), "data")
	if err != nil {
		t.Fatal(err)
	}
	r.Log.Jobs = r.Whole
	r.System.Description.Scheduling.StartedUnixS = nil
	c, err := r.Log.Play(t.Context(), r.System, twin.New(r.System))
	if err != nil {
		t.Fatal(err)
	}
	off := 100 * (c.Mean.Twin/c.Mean.Recorded - 1)
	t.Logf("%d jobs, mean wait %.0f s, in Slurm %.0f s (%+.1f %%); correlation %.3f", c.Jobs, c.Mean.Twin, c.Mean.Recorded, off, c.Correlation)
	for _, g := range c.Accounts {
		t.Logf("account %s: %.0f s, in Slurm %.0f s", g.Name, g.Twin, g.Recorded)
	}
	if c.Jobs < 2600 || math.Abs(off) > 5 || c.Correlation < 0.9 {
		t.Error("want 2,600 jobs, 5 % and 0.9")
	}
}

// Each job with wishes gets the limit that Slurm gave it, and those that their deadlines took out of the queue are the same.
func TestWishesOfARealRun(t *testing.T) {
	r, err := truth.Read(filepath.Join(truths, "wishes"), "data")
	if err != nil {
		t.Fatal(err)
	}
	e := anHour(t, r)
	short, expired := 0, 0
	for i := range e.Jobs {
		row, p := r.Log.Recorded[i].Row, &e.Placed[i]
		if gone := row.State == sacct.StateDeadline; gone != (p.How == cluster.Expired) {
			t.Errorf("job %d: %v, in Slurm gone by its deadline: %t", row.Job, p.How, gone)
		} else if gone {
			expired++
		} else if p.Limit > 0 && p.Limit != row.Limit {
			t.Errorf("job %d has a limit of %d s, in Slurm %d", row.Job, p.Limit, row.Limit)
		}
		if p.Limit > 0 && p.Limit < r.Log.Jobs[i].Limit {
			short++
		}
	}
	if short < 8 || expired < 3 {
		t.Errorf("%d limits were shortened and %d jobs left by their deadlines, want 8 and 3", short, expired)
	}
}
