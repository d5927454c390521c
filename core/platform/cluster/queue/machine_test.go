package queue

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
)

// machine returns the policy of one machine of that name.
func machine(t *testing.T, name string) sim.Policy {
	family := policy.All
	switch {
	case strings.HasPrefix(name, plan.Prefix):
		family = plan.All
	case strings.HasPrefix(name, dynp.Prefix):
		family = dynp.All
	}
	p, err := family.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// plans tells whether a policy gives nodes to jobs that wait.
func plans(name string) bool {
	kind, _, _ := strings.Cut(name, ":")
	return strings.HasPrefix(name, plan.Prefix) || strings.HasPrefix(name, dynp.Prefix) || strings.HasSuffix(kind, "cons")
}

// asMachine returns a machine of some processors as nodes of one core, or as one node.
func asMachine(t *testing.T, procs int, single bool) *cluster.System {
	n := cluster.NodeType{Names: fmt.Sprintf("n[1-%d]", procs), Cores: 1}
	if single {
		n = cluster.NodeType{Names: "n", Cores: procs}
	}
	return resolve(t, &cluster.Description{Nodes: []cluster.NodeType{n}, Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}}})
}

// On one node every policy makes the schedule that it makes on a machine, whether jobs are cut at their
// limits or not, and a job with a begin is one submitted then. So do those that plan nothing on nodes of
// one core. A plan names the nodes of each job, and may leave a hole on nodes that are not free together.
func TestOneKindOfCoreIsAMachine(t *testing.T) {
	for _, name := range append(names(), "f3-easy:since=log", "f1-cons:since=log", "f4-fcfs:since=log") {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(19, 95))
			for n := range 60 {
				c := policytest.Random(r, 30)
				want, err := policytest.Simulate(c, machine(t, name))
				if err != nil {
					t.Fatal(err)
				}
				jobs := make([]cluster.Job, len(c.Jobs))
				for i, j := range c.Jobs {
					jobs[i] = ask(j.ID, j.Submit, j.Run, j.Estimate, j.Procs)
					if r.IntN(4) == 0 {
						jobs[i].Begin = j.Submit
						if i == 0 || jobs[i-1].Submit < j.Submit {
							jobs[i].Submit = max(j.Submit-r.Int64N(3), 0)
						}
						if i > 0 {
							jobs[i].Submit = max(jobs[i].Submit, jobs[i-1].Submit)
						}
					}
				}
				for _, single := range []bool{true, false} {
					if !single && plans(name) {
						continue
					}
					got := play(t, cluster.Config{System: asMachine(t, c.Procs, single), Jobs: jobs, Cut: c.Overrun == sim.Cut}, name)
					for i := range want {
						if got.Placed[i].Start != want[i].Start || got.Placed[i].End != want[i].End {
							t.Fatalf("case %d, one node %t, cut %t, %d processors, %+v: job %d runs from %d to %d, on a machine from %d to %d",
								n, single, c.Overrun == sim.Cut, c.Procs, c.Jobs, c.Jobs[i].ID,
								got.Placed[i].Start, got.Placed[i].End, want[i].Start, want[i].End)
						}
					}
				}
			}
		})
	}
}
