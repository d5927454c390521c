package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/core/verify"
)

func defaultWorkload(t testing.TB) *trace.Workload {
	t.Helper()
	w, err := builtin.Load(builtin.Default)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// digestsOf executes the Spec and returns the digests of its two tables.
func digestsOf(t *testing.T, spec Spec, w *trace.Workload, parallel int) [2]string {
	t.Helper()
	jobs, runs := result.NewDigest(result.Jobs), result.NewDigest(result.Runs)
	opt := Options{Tables: result.Set{result.Jobs: jobs, result.Runs: runs}, Parallel: parallel}
	if _, err := Execute(context.Background(), spec, w, opt); err != nil {
		t.Fatal(err)
	}
	return [2]string{jobs.Sum(), runs.Sum()}
}

func TestResultsDoNotDependOnHowManyRunsGoAtOnce(t *testing.T) {
	w := defaultWorkload(t)
	spec := Spec{Policies: []string{"cons", "fcfs", "easy", "lxf-easy", "f4-list"}}
	one := digestsOf(t, spec, w, 1)
	if four := digestsOf(t, spec, w, 4); one != four {
		t.Fatalf("one run at a time gives %v, four %v", one, four)
	}
}

func TestEveryScheduleOfAnExperimentIsLegal(t *testing.T) {
	w := defaultWorkload(t)
	for _, overrun := range []string{"cut", "extend"} {
		spec := Spec{Policies: []string{"fcfs", "list", "easy", "cons", "wfp3-cons"}, Overrun: overrun}
		outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if found := verify.Check(machine.Retold(sim.Config{Procs: w.Procs, Jobs: o.Jobs, Overrun: spec.overrun()}), o.Placed); len(found) > 0 {
				t.Errorf("%s: %v", o.Run, verify.Err(found))
			}
		}
	}
}

func TestRowsAreInTheOrderOfThePolicies(t *testing.T) {
	w := defaultWorkload(t)
	w.Jobs = trace.Hold(w.Jobs.Held()[:300])
	var jobs, runs result.Collect
	spec := Spec{Policies: []string{"sjf-cons", "fcfs", "easy"}}
	if _, err := Execute(context.Background(), spec, w, Options{Tables: result.Set{result.Jobs: &jobs, result.Runs: &runs}}); err != nil {
		t.Fatal(err)
	}
	if n := jobs.Table().Rows; n != 900 {
		t.Fatalf("the jobs table has %d rows, not 900", n)
	}
	for i, name := range spec.Policies {
		if got := runs.Table().Col("policy").GetText(i); got != name {
			t.Errorf("row %d of the runs is of %s, not %s", i, got, name)
		}
		if got := jobs.Table().Col("run").GetText(300 * i); got != "default/"+name {
			t.Errorf("row %d of the jobs is of %s, not of default/%s", 300*i, got, name)
		}
	}
}

func TestACancelledExperimentKeepsWhatIsDone(t *testing.T) {
	w := defaultWorkload(t)
	ctx, cancel := context.WithCancel(context.Background())
	var jobs result.Collect
	spec := Spec{Policies: []string{"fcfs", "easy", "cons"}}
	outcomes, err := Execute(ctx, spec, w, Options{Tables: result.Set{result.Jobs: &jobs}, Parallel: 1, Progress: func(p Progress) {
		if p.Policy == "easy" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the experiment ended with %v", err)
	}
	if len(outcomes) == 0 || outcomes[0].Policy != "fcfs" || jobs.Table().Rows != len(outcomes)*w.Len() {
		t.Fatalf("%d runs and %d rows are kept", len(outcomes), jobs.Table().Rows)
	}
}

// A policy of one's own is run by name, and its mistakes end its run only.
func TestAPolicyOfOnesOwn(t *testing.T) {
	w := defaultWorkload(t)
	own := []Own{
		{Name: "mine", Version: "1", Make: func() sim.Policy { return policy.NewEASY(policy.OrderNamed("sjf")) }},
		{Name: "lazy", Version: "1", Make: func() sim.Policy { return lazy{} }},
	}
	outcomes, err := Execute(context.Background(), Spec{Policies: []string{"mine", "sjf-easy"}, Own: own}, w, Options{})
	if err != nil || fmt.Sprint(outcomes[0].Metrics) != fmt.Sprint(outcomes[1].Metrics) {
		t.Fatalf("%+v, %v", outcomes, err)
	}
	_, err = Execute(context.Background(), Spec{Policies: []string{"lazy"}, Own: own}, w, Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "run default/lazy: the policy leaves 5000 jobs waiting") {
		t.Fatalf("a policy that starts nothing ends with %v", err)
	}
}

type lazy struct{}

func (lazy) Reset(*sim.Machine) {}
func (lazy) Submit(*sim.Job)    {}
func (lazy) End(sim.Running)    {}
func (lazy) Pass()              {}

func TestRecordedReplaysTheLog(t *testing.T) {
	w := defaultWorkload(t)
	if _, err := Execute(context.Background(), Spec{Policies: []string{"recorded"}}, w, Options{}); err == nil {
		t.Fatal("a generated workload records no waits and yet was replayed")
	}
	w.Jobs = trace.Hold(append([]job.Job(nil), w.Jobs.Held()[:10]...))
	for i := range w.Jobs.Held() {
		w.Jobs.Held()[i].Wait = int64(i)
	}
	outcomes, err := Execute(context.Background(), Spec{Policies: []string{"recorded"}}, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range outcomes[0].Placed {
		if p.Start-w.Jobs.Held()[i].Submit != int64(i) {
			t.Fatalf("job %d waits %d s", i, p.Start-w.Jobs.Held()[i].Submit)
		}
	}
}

func TestExplainIsOfTheSameRun(t *testing.T) {
	w := defaultWorkload(t)
	spec := Spec{Policies: []string{"easy"}}
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Explain(context.Background(), spec, w, "easy", "400")
	if err != nil || a.Start != float64(outcomes[0].Placed[399].Start) {
		t.Fatalf("Explain = %+v, %v; the job starts at %d", a, err, outcomes[0].Placed[399].Start)
	}
	if _, err := Explain(context.Background(), spec, w, "recorded", "400"); err == nil {
		t.Fatal("a recorded schedule was explained")
	}
}
