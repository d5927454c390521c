package dynp

import (
	"fmt"
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// drawn returns a synthetic set of the paper's size, or skips the test without the logs.
func drawn(t *testing.T, log *logs.Log) *trace.Workload {
	t.Helper()
	l := Paper().Loader(paper.First(paper.Full), papertest.Traces())
	w, err := log.Synthetic(l, empirical.DefaultJobs, logs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() || l.Origin().Substitute {
		t.Skip("plays sets of 10,000 jobs drawn from the logs")
	}
	return w
}

// played returns what a program's run keeps.
func played(t testing.TB, w *trace.Workload, p program, factor float64, overrun string) *paper.Summary {
	t.Helper()
	run := playProgram(p.name(), "", p, factor)
	run.Spec.Overrun = overrun
	out, err := run.Compute(t.Context(), w, &paper.Aid{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// An independent event loop, written to audit these programs, gave these ARTwW of KTH_syn
// with the simple and the advanced decider.
func TestProgramsAreThoseOfTheAudit(t *testing.T) {
	w := drawn(t, logs.KTH)
	for _, c := range []struct {
		program
		simple, advanced float64
	}{
		{program{Quality: "artww", List: listSorted}, 24728, 24373},
		{program{Quality: "art", List: listSorted}, 28947, 28851},
		{program{Quality: "ms", List: listSorted}, 35030, 51001},
		{program{Quality: "artww", Steps: "event", List: listA}, 48003, 29571},
		{program{Quality: "art", Steps: "event", List: listA}, 49161, 30381},
		{program{Quality: "ms", Steps: "event", List: listA}, 50663, 51696},
	} {
		for decider, want := range map[string]float64{"simple": c.simple, "advanced": c.advanced} {
			c.Decider = decider
			if got := math.Round(played(t, w, c.program, 1, "").Metrics["artww_s"]); got != want {
				t.Errorf("%s: ARTwW %.0f s, want %.0f s", c.name(), got, want)
			}
		}
	}
}

// Jobs submitted in the same second count as waiting if there is one step per second.
func TestTriesDependOnWhenAStepIsTaken(t *testing.T) {
	for _, c := range []struct {
		log   *logs.Log
		steps string
		want  float64
	}{{logs.CTC, "second", 11919}, {logs.CTC, "event", 12709}, {logs.SDSC, "second", 1106}, {logs.SDSC, "event", 474}} {
		p := program{Steps: c.steps, Decider: "advanced"}
		if got := played(t, drawn(t, c.log), p, 1, "").Values["tries"]; got != c.want {
			t.Errorf("%s: %.0f tries with a step per %s, want %.0f", c.log.Title, got, c.steps, c.want)
		}
	}
}

// Without killing, mean response minus mean wait is the mean of the run times, as printed.
func TestUncutRunsGiveThePrintedIdentity(t *testing.T) {
	w, err := logs.KTH.Synthetic(Paper().Loader(paper.First(paper.Quick), nil), quickJobs, logs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for i := range w.Jobs.Held() {
		mean += float64(w.Jobs.Held()[i].Run) / float64(w.Len())
	}
	for _, p := range []program{
		{Decider: "advanced"}, {Decider: "advanced", Steps: "event", List: listA}, {Decider: "sjf", Place: "standing"},
	} {
		for overrun, same := range map[string]bool{"": false, "extend": true} {
			m := played(t, w, p, 1, overrun).Metrics
			if held := m["art_s"] - m["wait_mean_s"]; (math.Abs(held-mean) < 1e-6) != same {
				t.Errorf("%s, overrun %q: jobs hold their processors for %.3f s on average, and run for %.3f s", p.name(), overrun, held, mean)
			}
		}
	}
}

func BenchmarkProgram(b *testing.B) {
	for _, c := range []struct {
		log    *logs.Log
		factor float64
	}{{logs.KTH, 1}, {logs.CTC, 0.8}, {logs.KTH, 0.6}} {
		w, err := c.log.Synthetic(Paper().Loader(paper.First(paper.Full), nil), empirical.DefaultJobs, logs.Options{Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range []program{{}, {List: listKept}, {List: listA, Steps: "event"}, {List: listA, Place: "standing"}} {
			p.Decider = "advanced"
			b.Run(fmt.Sprintf("%s/%.2f/%s", c.log.Key, c.factor, p.name()), func(b *testing.B) {
				b.ReportAllocs()
				backlog, runs := 0.0, 0
				for b.Loop() {
					backlog = played(b, w, p, c.factor, "").Values["backlog"]
					runs++
				}
				b.ReportMetric(float64(runs*w.Len())/b.Elapsed().Seconds(), "jobs/s")
				b.ReportMetric(backlog, "waiting")
			})
		}
	}
}
