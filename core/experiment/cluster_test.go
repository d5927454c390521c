package experiment

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace"
)

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// fourNodes is a cluster of four nodes of eight cores in two partitions that overlap.
func fourNodes() *cluster.Description {
	return &cluster.Description{Format: cluster.Format,
		Nodes:      []cluster.NodeType{{Names: "n[1-4]", Cores: 8, MemoryMiB: 16384}},
		Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL", Default: true}, {Name: "half", Nodes: "n[1-2]"}}}
}

// single is a cluster of nodes of one core in one partition: a machine.
func single(names string) *cluster.Description {
	return &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: names, Cores: 1}},
		Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL", Default: true}}}
}

// On nodes of one core, in one partition, every policy does what it does on a machine. Conservative
// backfilling and plans are the same only as far as core/platform/cluster/queue says; its tests have them.
func TestASystemOfSingleCoresIsTheMachine(t *testing.T) {
	for _, overrun := range []string{"cut", "extend"} {
		machine := Spec{Workload: crowd(200, 32), Overrun: overrun}
		for _, info := range queue.All.List() {
			if strings.HasSuffix(info.Name, "fcfs") || strings.HasSuffix(info.Name, "list") || strings.HasSuffix(info.Name, "easy") {
				machine.Policies = append(machine.Policies, info.Name)
			}
		}
		nodes := machine
		nodes.Cluster = single("n[01-32]")
		w := loaded(t, machine)
		on := must(nodes.Apply(w))
		if on.Procs != 32 || on.Len() != w.Len() {
			t.Fatalf("%d processors and %d jobs on the system, %d jobs on the machine", on.Procs, on.Len(), w.Len())
		}
		for _, name := range machine.Policies {
			if strings.HasPrefix(name, "plan-") {
				continue
			}
			a := must(Play(context.Background(), Problem{Spec: &machine, Workload: w}, name, platform.Hooks{}))
			b := must(Play(context.Background(), Problem{Spec: &nodes, Workload: on}, name, platform.Hooks{}))
			if !slices.Equal(a.Placed, b.Placed) {
				t.Errorf("%s, %s: the schedules differ", name, overrun)
			}
		}
	}
}

// A log of a cluster runs on its description: each job holds the cores that it asked for or more, in a
// partition that it named, and the referee has nothing to say.
func TestALogRunsOnItsCluster(t *testing.T) {
	s := Spec{Workload: Source{Builtin: campus.Name}, Platforms: Platforms{Cluster: campus.Description()},
		Policies: []string{policy.Slurm, "easy", "cons", "sjf-easy", "dynp-advanced", policy.Recorded}}
	w := must(s.Load(nil, trace.Options{}))
	tables := result.NewCollect(result.Allocations)
	outcomes, err := Execute(context.Background(), s, w, Options{Keep: true, Verify: Verify, Tables: result.Set{result.Allocations: tables}})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if len(o.Verified.Violations) > 0 || len(o.Jobs)+o.LeftOut < w.Len() {
			t.Errorf("%s: %v; %d jobs, %d left out of %d", o.Policy, o.Verified.Violations, len(o.Jobs), o.LeftOut, w.Len())
		}
	}
	rows := tables.Table()
	if rows.Rows < 5*len(outcomes[0].Jobs) {
		t.Errorf("%d allocations of %d jobs under five policies", rows.Rows, len(outcomes[0].Jobs))
	}
}

// What a system cannot have is an error of one line.
func TestWrongSystems(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		"the cluster: ":               func(s *Spec) { s.Cluster.Nodes[0].Names = "n[1-" },
		"so leave procs out":          func(s *Spec) { s.Procs = 8 },
		"cannot be anonymised":        func(s *Spec) { s.Workload = Source{File: "x", Anonymize: true} },
		"does not run on a cluster":   func(s *Spec) { s.Policies = []string{"plan-opt"} },
		"is for a grid of sites":      func(s *Spec) { s.Policies = []string{"grid-sharing"} },
		"leave one out":               func(s *Spec) { s.Shared = &shared.Nodes{Nodes: 4} },
		"takes no options":            func(s *Spec) { s.Policies = []string{"slurm:slack=1"} },
		"policy rules:greedy does no": func(s *Spec) { s.Policies = []string{"rules:greedy"} },
	} {
		s := Spec{Workload: crowd(20, 8), Platforms: Platforms{Cluster: fourNodes()}, Policies: []string{policy.Slurm}}
		change(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v; want %q", err, want)
		}
	}
	s := Spec{Workload: Source{File: "wide.swf"}, Platforms: Platforms{Cluster: single("n1")}, Policies: []string{policy.Slurm}}
	wide := func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("; MaxProcs: 8\n1 0 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1\n")), nil
	}
	if _, err := s.Load(wide, trace.Options{}); err == nil || !strings.Contains(err.Error(), "place on the system") {
		t.Errorf("jobs wider than the system: %v", err)
	}
}

// A Spec with a system is the same after a way through JSON.
func TestASystemSurvivesJSON(t *testing.T) {
	s := Spec{Workload: crowd(20, 8), Platforms: Platforms{Cluster: fourNodes()}, Policies: []string{policy.Slurm}}
	back, err := ParseSpec(must(json.Marshal(s)))
	if err != nil || back.Digest("") != s.Digest("") {
		t.Errorf("%v: %s is not %s", err, back.JSON(), s.JSON())
	}
	if _, err := ParseSpec([]byte(`{"cluster":{"nodez":1}}`)); err == nil {
		t.Error("an unknown field is read over")
	}
}
