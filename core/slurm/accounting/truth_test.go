package accounting_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
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
func TestEveryStart(t *testing.T) { starts(t, "data", 0.95, 1) }

// And in runs of the same scenarios that were made when most of the rules stood. The README of the
// scenarios says what they came to before more were found, and why the rest is off.
func TestEveryStartOfHeldOutRuns(t *testing.T) { starts(t, "held-out", 1, 1) }

// And in runs that were made after all rules stood. No rule was changed on their account.
func TestEveryStartOfLaterRuns(t *testing.T) { starts(t, "later", 1, 1) }

// And on newer releases. Of 26.05, whose rules are taken to be those of 25.11, not all is known: its README says what.
func TestEveryStartOn2411(t *testing.T) { starts(t, "24.11.5", 0.88, 0.98) }
func TestEveryStartOn2511(t *testing.T) { starts(t, "25.11.7", 1, 1) }
func TestEveryStartOn2605(t *testing.T) { starts(t, "26.05.3", 0.4, 0.9) }

// Three runs of nodes that come and go were made after the rules for dead nodes.
func TestOutagesAfterTheirRules(t *testing.T) {
	for _, data := range []string{"last", "last2", "last3"} {
		t.Run(data, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, "outages"), data)
			if err != nil {
				t.Fatal(err)
			}
			if c := count(t, r, exactly(t, r)); c.near < c.all {
				t.Error("want all")
			}
		})
	}
}

// starts wants a share of the starts within a cycle of each scenario, and of all together.
func starts(t *testing.T, data string, least, of float64) {
	same, near, all := 0, 0, 0
	each(t, data, func(t *testing.T, r *truth.Run) {
		c := count(t, r, exactly(t, r))
		same, near, all = same+c.same, near+c.near, all+c.all
		if float64(c.near) < least*float64(c.all) {
			t.Errorf("want a share of %.2f", least)
		}
	})
	t.Logf("in all %d of %d starts are within a cycle, %d in the same second", near, all, same)
	if float64(near) < of*float64(all) {
		t.Errorf("want a share of %.2f of all", of)
	}
}

// counts are starts: of both schedules, within a cycle of each other, and in the same second.
type counts struct{ all, near, same int }

// count compares the starts of a played run with those of Slurm.
func count(t *testing.T, r *truth.Run, e *cluster.Engine) (c counts) {
	cycle := *r.System.Description.Scheduling.BfIntervalS
	for i, twins := range e.Starts() {
		j := &r.Log.Recorded[i]
		for k := range max(len(twins), len(j.Starts)) {
			c.all++
			if k >= len(twins) || k >= len(j.Starts) {
				t.Logf("job %d of %s starts at %v, in Slurm at %v", j.ID, j.User, twins, j.Starts)
				continue
			}
			switch off := max(twins[k]-j.Starts[k], j.Starts[k]-twins[k]); {
			case off > cycle:
				t.Logf("job %d of %s starts at %d, in Slurm at %d", j.ID, j.User, twins[k], j.Starts[k])
				continue
			case off == 0:
				c.same++
			}
			c.near++
		}
	}
	t.Logf("%d of %d starts are within a cycle (%d s), %d in the same second", c.near, c.all, cycle, c.same)
	return c
}

// exactly plays a run with the moments of its log.
func exactly(t *testing.T, r *truth.Run) *cluster.Engine {
	tw := twin.New(r.System)
	tw.Looks, tw.Cycles, tw.CalcUs, tw.Calcs, tw.Turns = r.Looks, r.Cycles, r.CalcUs, r.Calcs, r.Turns
	return play(t, r.Exactly(tw))
}

// Twelve users with 364 jobs under limits: one start that is a second off changes all that follow, so that
// waits are compared. With the moments of the log they are nearly Slurm's. From the accounting alone their mean is, and those of accounts
// are what other phases of the daemon's clocks make of them.
func TestHeavyLoad(t *testing.T) {
	r, err := truth.Read(filepath.Join(truths, "load"), "data")
	if err != nil {
		t.Fatal(err)
	}
	ran := r.Ran(exactly(t, r))
	c := accounting.Compare(ran)
	t.Logf("with the log's moments: mean wait %.1f s, in Slurm %.1f s; correlation %.3f", c.Mean.Twin, c.Mean.Recorded, c.Correlation)
	if off := c.Mean.Twin/c.Mean.Recorded - 1; len(ran) != 364 || math.Abs(off) > 0.02 || c.Correlation < 0.95 {
		t.Errorf("%d jobs, mean off by %.1f %%, correlation %.3f; want 364, 2 %% and 0.95", len(ran), 100*off, c.Correlation)
	}
	r.Log.Jobs = r.Whole
	var means []float64
	accounts, recorded := map[string][]float64{}, map[string]float64{}
	draws(t, r, func(c *accounting.Comparison) {
		means = append(means, c.Mean.Twin/c.Mean.Recorded-1)
		for _, g := range c.Accounts {
			accounts[g.Name], recorded[g.Name] = append(accounts[g.Name], g.Twin), g.Recorded
		}
	})
	off := 100 * stats.Mean(means)
	t.Logf("from the accounting alone, over %d phases of the daemon's clocks: mean wait %+.1f %% (%+.1f to %+.1f)", clocks, off,
		100*slices.Min(means), 100*slices.Max(means))
	if math.Abs(off) > 5 {
		t.Errorf("mean off by %.1f %%, want 5 %%", off)
	}
	for name, twins := range accounts { // chance moves them by half of it
		t.Logf("account %s: %.0f s (%.0f to %.0f), in Slurm %.0f s", name, stats.Mean(twins), slices.Min(twins), slices.Max(twins),
			recorded[name])
		if recorded[name] < slices.Min(twins) || recorded[name] > slices.Max(twins) {
			t.Errorf("account %s waits %.0f s, which no phase of the clocks comes near", name, recorded[name])
		}
	}
}

// clocks are the phases of a daemon's clocks that are tried where nobody knows them.
const clocks = 15

// draws plays a run with other phases of the daemon's clocks.
func draws(t *testing.T, r *truth.Run, see func(*accounting.Comparison)) {
	s := &r.System.Description.Scheduling
	for k := range int64(clocks) {
		started, cycle := r.Log.UnixStart+37*k, r.Log.UnixStart+7*k
		s.StartedUnixS, s.BfCycleUnixS = &started, &cycle
		c, err := r.Log.Play(t.Context(), r.System, twin.New(r.System))
		if err != nil {
			t.Fatal(err)
		}
		see(c)
	}
}

// Where an epilog keeps nodes for 8 seconds after each job, the log's own gaps say so, and waits are Slurm's within 5 %. Without
// those seconds they would be half of that.
func TestAnEpilogShowsInTheLog(t *testing.T) {
	folder := filepath.Join(truths, "epilog")
	r, err := truth.Read(folder, "data")
	if err != nil {
		t.Fatal(err)
	}
	r.System.Description.Scheduling.StartedUnixS = nil
	mean := func(less int64) float64 {
		f, err := os.Open(filepath.Join(folder, "data", "sacct.txt"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		l, err := accounting.ReadLog("sacct.txt", f, "", nil, nil, r.System)
		if err != nil {
			t.Fatal(err)
		}
		if l.Given.BusyS != 8 {
			t.Errorf("nodes are busy for %d s after a job, want 8", l.Given.BusyS)
		}
		for i := range l.Jobs {
			l.Jobs[i].Run -= less
		}
		c, err := l.Play(t.Context(), r.System, twin.New(r.System))
		if err != nil {
			t.Fatal(err)
		}
		return c.Mean.Twin / c.Mean.Recorded
	}
	with, without := mean(0), mean(8)
	t.Logf("the mean wait is %.3f of the recorded one, and %.3f without the epilogs", with, without)
	if math.Abs(with-1) > 0.05 || without > 0.6 {
		t.Errorf("the mean wait is %.3f of the recorded one, and %.3f without the epilogs", with, without)
	}
}

// With nothing but the accounting and sdiag, as an administrator has them, all of a second
// happens at once. In these runs, whose jobs last seconds, that moves jobs by cycles; the waits
// stay near. What the twin says of its worth is what these come to.
func TestTheAccountingAlone(t *testing.T) {
	var offs, groups, correlations []float64
	for _, data := range []string{"data", "held-out", "later", "24.11.5", "25.11.7"} {
		each(t, data, func(t *testing.T, r *truth.Run) {
			l := r.Log
			l.Jobs = r.Whole
			for i := range l.Changes { // as the accounting has them
				l.Changes[i].AtUs = 0
			}
			r.System.Description.Scheduling.StartedUnixS = nil
			play(t, cluster.Config{System: r.System, Jobs: l.Jobs, Changes: l.Changes, Scheduler: twin.New(r.System), UnixStart: l.UnixStart,
				Within: true})
			c, err := l.Play(t.Context(), r.System, twin.New(r.System))
			if err != nil {
				t.Fatal(err)
			}
			off := 100 * (c.Mean.Twin/c.Mean.Recorded - 1)
			t.Logf("%s: mean wait %.1f s, in Slurm %.1f s (%+.1f %%); correlation %.3f; %.1f s off on average",
				data, c.Mean.Twin, c.Mean.Recorded, off, c.Correlation, c.MeanAbsDiff)
			offs, correlations = append(offs, off), append(correlations, c.Correlation)
			for _, g := range c.Users {
				if g.Jobs >= 10 {
					groups = append(groups, math.Abs(100*(g.Twin/g.Recorded-1)))
				}
			}
		})
	}
	slices.Sort(offs)
	slices.Sort(correlations)
	slices.Sort(groups)
	got := fmt.Sprintf("%d %.0f %+.0f %+.0f %.2f %.0f %.0f", len(offs), offs[0], offs[len(offs)-1], offs[len(offs)/2], correlations[0],
		groups[len(groups)/2], groups[len(groups)*9/10])
	if want := accounting.Measured; got != want {
		t.Errorf("%s, and the twin says %s", got, want)
	}
}

// play runs the jobs and has the schedule refereed.
func play(t *testing.T, cfg cluster.Config) *cluster.Engine {
	t.Helper()
	e, err := cluster.NewEngine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if cfg.Exact { // the referee knows whole seconds
		return e
	}
	if err := verify.Err(referee.Check(cluster.Retold(cfg, e.Placed, e.Earlier...))); err != nil {
		t.Error(err)
	}
	return e
}
