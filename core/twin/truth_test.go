package twin_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/internal/truth"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/system/slurm"
	"github.com/backfill-lab/backfill/core/twin"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/system"
)

const truths = "testdata/truth"

// each calls f for every scenario's run.
func each(t *testing.T, data string, f func(t *testing.T, r *truth.Run)) {
	names, err := truth.Scenarios(truths)
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, name), data)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Log.Left) > 0 {
				t.Errorf("left out: %v", r.Log.Left)
			}
			f(t, r)
		})
	}
}

// The twin starts the jobs of each scenario when the real Slurm did, given the moments at which
// slurmctld's log says that it looked at the queue, and nothing else of what happened. The rules
// of the twin were found on these runs.
func TestEveryStart(t *testing.T) { starts(t, "data", 0.95) }

// And in runs of the same scenarios that were made when most of the rules stood. The README of the
// scenarios says what they came to before two more were found, and what is left.
func TestEveryStartOfHeldOutRuns(t *testing.T) { starts(t, "held-out", 0.94) }

func starts(t *testing.T, data string, least float64) {
	same, near, all := 0, 0, 0
	each(t, data, func(t *testing.T, r *truth.Run) {
		tw := slurm.New(r.System)
		tw.Looks, tw.Cycles, tw.CalcUs = r.Looks, r.Cycles, r.CalcUs
		compared := play(t, system.Config{System: r.System, Jobs: r.Log.Jobs, Scheduler: tw, UnixStart: r.Log.UnixStart, Exact: true}, r.Log)
		cycle := *r.System.Description.Scheduling.BfIntervalS
		there := 0
		for _, j := range compared {
			switch off := max(j.Twin-j.Recorded, j.Recorded-j.Twin); {
			case off > cycle:
				t.Logf("job %d of %s starts at %d, in Slurm at %d", j.ID, j.User, j.Twin, j.Recorded)
				continue
			case off == 0:
				same++
			}
			there++
		}
		near, all = near+there, all+len(compared)
		c := twin.Compare(compared)
		t.Logf("%d of %d jobs start within a cycle (%d s); mean wait %.1f s, in Slurm %.1f s; correlation %.4f",
			there, len(compared), cycle, c.Mean.Twin, c.Mean.Recorded, c.Correlation)
		if float64(there) < least*float64(len(compared)) {
			t.Errorf("want a share of %.2f", least)
		}
	})
	t.Logf("in all %d of %d jobs start within a cycle, %d in the same second", near, all, same)
}

// With nothing but the accounting and sdiag, as an administrator has them, all of a second
// happens at once. In these runs, whose jobs last seconds, that moves jobs by cycles; the waits
// stay near.
func TestTheAccountingAlone(t *testing.T) {
	each(t, "data", func(t *testing.T, r *truth.Run) {
		l := r.Log
		for i := range l.Jobs { // what the log said
			l.Jobs[i].SubmitUs, l.Jobs[i].RunUs = 0, 0
		}
		r.System.Description.Scheduling.StartedUnixS = nil
		cfg := system.Config{System: r.System, Jobs: l.Jobs, Scheduler: slurm.New(r.System), UnixStart: l.UnixStart}
		c := twin.Compare(play(t, cfg, l))
		t.Logf("mean wait %.1f s, in Slurm %.1f s; correlation %.3f; %.1f s off on average",
			c.Mean.Twin, c.Mean.Recorded, c.Correlation, c.MeanAbsDiff)
		if off := c.Mean.Twin - c.Mean.Recorded; off < -15 || off > 15 || c.Correlation < 0.7 {
			t.Errorf("mean wait off by %.0f s, correlation %.2f", off, c.Correlation)
		}
	})
}

// play runs the jobs of a log, has the schedule refereed, and returns it beside the recorded one.
func play(t *testing.T, cfg system.Config, l *twin.Log) []twin.Job {
	t.Helper()
	e, err := system.NewEngine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	compared := slices.Clone(l.Recorded)
	for i := range compared {
		compared[i].Twin = e.Placed[i].Start
		if cfg.Exact { // the referee knows whole seconds
			e.Placed[i].End = e.Placed[i].Start + cfg.Jobs[i].Run
		}
	}
	if err := verify.Err(referee.Check(retell.System(cfg, e.Placed))); err != nil {
		t.Error(err)
	}
	return compared
}
