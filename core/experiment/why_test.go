package experiment

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// On every platform an answer is of the run that Execute plays, and covers its wait.
func TestExplainIsOfTheRunOnEveryPlatform(t *testing.T) {
	machine := Spec{Workload: Source{File: "tight.swf"}, Policies: []string{"fcfs", "easy", "cons", "plan-sjf", "dynp-simple"}}
	nodes := clusterOf()
	nodes.Policies = append(nodes.Policies, "fcfs")
	campus := Spec{Workload: Source{Builtin: campus.Name}, Platforms: Platforms{Cluster: campus.Description()}}
	campus.Policies = []string{policy.Slurm, "easy", "plan-sjf"}
	for _, spec := range []Spec{machine, twoSites(), nodes, campus} {
		w := loaded(t, spec)
		outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		waited := 0
		for _, o := range outcomes {
			for i := 0; i < len(o.Jobs); i += max(1, len(o.Jobs)/12) {
				id := w.Label(&o.Jobs[i])
				a, err := Explain(context.Background(), spec, w, o.Policy, id)
				if err != nil {
					t.Fatalf("%s, %s, job %s: %v", spec.Platform(), o.Policy, id, err)
				}
				if int64(math.Floor(a.Start)) != o.Placed[i].Start || a.ID != id || !strings.HasPrefix(a.Summary, "Job "+id+" ") || a.Needs == "" {
					t.Fatalf("%s, %s: job %s starts at %d; %+v", spec.Platform(), o.Policy, id, o.Placed[i].Start, a)
				}
				at := a.Submit
				for _, s := range a.Spans {
					if s.From != at || s.Text == "" {
						t.Fatalf("%s, %s, job %s: %+v after %v", spec.Platform(), o.Policy, id, s, at)
					}
					at = s.To
				}
				if at != a.Start {
					t.Fatalf("%s, %s, job %s: the spans end at %v, the wait at %v", spec.Platform(), o.Policy, id, at, a.Start)
				}
				waited += min(len(a.Spans), 1)
			}
		}
		if waited < 10 {
			t.Errorf("%s: only %d jobs waited", spec.Platform(), waited)
		}
	}
}

// A run that leaves a job out, a policy that cannot tell and a recorded schedule have no answer, but a line.
func TestNoAnswerIsALine(t *testing.T) {
	whole := Spec{Workload: Source{File: "memory.swf"}, Policies: []string{"easy"},
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 7, Cores: 2, MemoryKiB: 1000}}}
	w := loaded(t, whole)
	all, _, err := whole.Tasks(w)
	if err != nil {
		t.Fatal(err)
	}
	wide := strconv.FormatInt(all[slices.IndexFunc(all, func(j shared.Job) bool { return j.Tasks > 7 })].ID, 10)
	mute := twoSites()
	mute.Policies = []string{"mute"}
	mute.Own = []Own{{Name: "mute", Version: "1", Make: func() grid.Policy { return muteOnSites{grid.NewScheduler(grid.Options{})} }}}
	never := Spec{Workload: crowd(20, 8), Platforms: Platforms{Cluster: single("n[1-8]")}, Policies: []string{policy.Slurm}}
	jobs := loaded(t, never).Jobs.Held()
	longest := slices.MaxFunc(jobs, func(a, b job.Job) int { return cmp.Compare(a.Estimate, b.Estimate) })
	long := strconv.FormatInt(longest.ID, 10)
	never.Cluster.Partitions[0].MaxTimeS = longest.Estimate - 1
	for _, c := range []struct {
		spec             Spec
		policy, id, want string
	}{
		{whole, "easy", wide, "job " + wide + " has not run under easy: its tasks need more nodes than there are"},
		{mute, "mute", "1", "this policy cannot explain itself: it does not implement grid.Explainer"},
		{whole, policy.Recorded, "1", "a recorded schedule has no rules to explain it: choose the run of a policy"},
		{never, policy.Slurm, long, "job " + long + " has not run under slurm: it never started; when the run ended, it waited since second " +
			numeral.Whole(longest.Submit) + ": time limit longer than the partition's (PartitionTimeLimit)"},
		{twoSites(), "grid-sharing", "99999", "the log has no job 99999"},
	} {
		if _, err := Explain(context.Background(), c.spec, loaded(t, c.spec), c.policy, c.id); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, not %s", c.policy, err, c.want)
		}
	}
}

// muteOnSites hides every method but those of a Policy.
type muteOnSites struct{ grid.Policy }
