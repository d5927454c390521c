package experiment

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// TestDrawnSchedulesPassTheReferee plays drawn policies, with drawn options, on drawn workloads, on every platform.
// BACKFILL_SCHEDULES=1000000 is how many schedules the referee judges, BACKFILL_DRAW=n the one draw that is played.
func TestDrawnSchedulesPassTheReferee(t *testing.T) {
	slow.AsWebAssembly(t)
	most, err := strconv.Atoi(cmp.Or(os.Getenv("BACKFILL_SCHEDULES"), "3000"))
	if err != nil {
		t.Fatal(err)
	}
	one, drawing := os.Getenv("BACKFILL_DRAW"), uint64(0)
	if one != "" {
		if drawing, err = strconv.ParseUint(one, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	judged, jobs, stuck, of := 0, 0, 0, map[string]int{}
	for ; judged < most; drawing++ {
		spec, w := randomSpec(t, rand.New(rand.NewPCG(40, drawing)))
		outcomes, err := Execute(context.Background(), spec, w, Options{Verify: Verify})
		text, _ := json.Marshal(spec)
		if err != nil && strings.Contains(err.Error(), "pause and move jobs before their penalty") {
			stuck++
		} else if err != nil {
			t.Fatalf("BACKFILL_DRAW=%d, %s: %v", drawing, text, err)
		}
		for _, o := range outcomes {
			if err := verify.Err(o.Verified.Violations); err != nil {
				t.Errorf("BACKFILL_DRAW=%d, %s of %s: %v", drawing, o.Run, text, err)
			}
			jobs += o.Verified.Jobs
			of[spec.Platform().About().String()]++
		}
		const step = 50_000
		if before := judged; (before+len(outcomes))/step > before/step {
			t.Logf("%d schedules", before+len(outcomes))
		}
		if judged += len(outcomes); one != "" || t.Failed() {
			break
		}
	}
	t.Logf("%d schedules of %d jobs: %v; %d draws of policies that never get on", judged, jobs, of, stuck)
	for platform, n := range of {
		if judged >= most && n < most/20 {
			t.Errorf("only %d of %d schedules are of the platform %s", n, judged, platform)
		}
	}
}

// randomSpec returns a small workload and a Spec with policies of one platform.
func randomSpec(t *testing.T, r *rand.Rand) (Spec, *trace.Workload) {
	c := policytest.Random(r, 25)
	spec, w := Spec{}, &trace.Workload{Name: "random", Procs: c.Procs}
	if c.Overrun == sim.Extend {
		spec.Overrun = "extend"
	}
	users := int32(1 + r.IntN(4))
	for i := range users {
		w.Users = append(w.Users, fmt.Sprint("u", i))
	}
	for i := range c.Jobs {
		c.Jobs[i].User = r.Int32N(users)
	}
	plays := func(e *platform.Entry) bool { _, err := machine.Policy(e, w); return err == nil }
	switch r.IntN(6) {
	case 0:
		spec.Grid = drawnGrid(r, c.Procs)
		plays = func(e *platform.Entry) bool { return grid.About.Makes(e.Make) }
	case 1:
		spec.Shared, spec.Overrun = &shared.Nodes{Nodes: c.Procs, VirtualInPenalty: r.IntN(2) == 0, NewestFirst: r.IntN(2) == 0,
			PenaltyS: &[]int64{0, 3, 20}[r.IntN(3)]}, ""
		plays = shared.Shares
	case 2:
		spec.Cluster = drawnCluster(r, c.Procs)
		built := must(cluster.New(spec.Cluster))
		plays = func(e *platform.Entry) bool { _, err := onCluster.Scheduler(e, built); return err == nil }
	}
	w.Jobs = trace.Hold(c.Jobs)
	all := Builtin.List()
	for seen := map[string]bool{}; len(spec.Policies) < 6; {
		info := all[r.IntN(len(all))]
		name := info.Name
		if r.IntN(10) == 0 {
			name = fmt.Sprintf("order(%s)-%s", orders[r.IntN(len(orders))], []string{"fcfs", "list", "easy", "cons"}[r.IntN(4)])
			info = must(Builtin.Find(name)).Info
			info.Options = nil
		}
		if n := len(info.Options); n > 0 && r.IntN(2) == 0 {
			name += ":" + value(r, info.Options[r.IntN(n)])
		}
		e, err := Builtin.Find(name)
		if err != nil {
			e, err = Builtin.Find(info.Name) // bounds that contradict each other
		}
		if err != nil {
			t.Fatal(err)
		}
		if info.Name != policy.Recorded && plays(e) && !seen[e.Key] {
			seen[e.Key] = true
			spec.Policies = append(spec.Policies, e.Spelling)
		}
	}
	if spec.Grid != nil || spec.Shared != nil || spec.Cluster != nil {
		w = must(spec.Apply(w))
	}
	return spec, w
}

// orders are expressions that policies are drawn of.
var orders = []string{"estimate", "-submit", "estimate*procs - 2*wait", "if(procs > 3, wait, -sqrt(estimate))", "max(estimate, 10)/procs"}

// value draws an option's value, as it is written in a policy's name.
func value(r *rand.Rand, o policy.Option) string {
	if n := len(o.Choices); n > 0 {
		return o.Name + "=" + o.Choices[r.IntN(n)].Name
	}
	v, step := o.Least, cmp.Or(o.Step, 1)
	if r.IntN(3) > 0 {
		v = min(o.Least+float64(step*float64(r.IntN(12))), o.Most)
	}
	return o.Name + "=" + strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

func drawnGrid(r *rand.Rand, procs int) *grid.Grid {
	g := &grid.Grid{Sites: []grid.Site{{Name: "a", Procs: procs}}, Home: "user", Seed: r.Uint64N(100),
		MultiSite: grid.MultiSite{Overhead: 0.25 * float64(r.IntN(4)), Spread: []string{"fixed", "uniform", "normal"}[r.IntN(3)],
			Reading: []string{"home", "slowest"}[r.IntN(2)]}}
	for i := range r.IntN(4) {
		g.Sites = append(g.Sites, grid.Site{Name: string(rune('b' + i)), Procs: 1 + r.IntN(procs), Speed: 0.5 * float64(1+r.IntN(4))})
	}
	return g
}

func drawnCluster(r *rand.Rand, procs int) *cluster.Description {
	cores := 1 + r.IntN(4)
	nodes := (procs + cores - 1) / cores
	d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: fmt.Sprintf("n[1-%d]", nodes), Cores: cores}},
		Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL", Default: true}}}
	if nodes == 1 {
		d.Nodes[0].Names = "n1"
	}
	return d
}
