package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace"
)

const digests = "testdata/digests.txt"

// everyPolicy names all policies that schedule one machine, a grid or a cluster; the
// optimiser with less work than its default.
func everyPolicy(on platform.Kind) (names []string) {
	for _, info := range Builtin.List() {
		if info.Name != policy.Recorded && familyOf(policy.Fold(info.Name)).On == on {
			names = append(names, info.Name)
			if info.Name == "plan-opt" {
				names[len(names)-1] += ":work=0.001"
			}
		}
	}
	return names
}

// onEverySystem names all policies that schedule nodes with resources.
func onEverySystem() []string {
	names := everyPolicy("cluster")
	for _, info := range queue.All.List() {
		names = append(names, info.Name)
	}
	return names
}

// small is every kind of experiment, small enough for all builds in seconds.
var small = []struct {
	name string
	spec Spec
}{
	{
		"policies",
		Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 500, Procs: 64, Load: 0.9, Users: 20, Seed: 7, Estimates: "round", Factor: 2}},
			Policies: everyPolicy("machine")},
	},
	{"extend", Spec{Workload: Source{File: "tight.swf"}, Overrun: "extend", Width: "requested",
		Policies: []string{"fcfs", "list", "easy", "cons", "lxf-easy", "lxf-cons",
			"plan-fcfs", "plan-sjf", "plan-lxf", "dynp-simple", "dynp-advanced:quality=2xsldww+ms,policies=fcfs+saf+wfp3,slack=2.5,hours=1"}}},
	{"recorded", Spec{Workload: Source{File: "tight.swf"}, Policies: []string{"recorded"}}},
	{"opt", Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 250, Procs: 64, Load: 0.9, Seed: 8}}, Shrink: 0.9,
		Policies: []string{
			"plan-opt:work=0.004",
			"dynp-advanced:policies=fcfs+sjf+ljf+opt,work=0.002",
			"dynp-simple:quality=sldww,policies=sjf+opt,work=0.0005",
		}}},
	{
		"opt-extend",
		Spec{
			Workload: Source{File: "tight.swf"},
			Overrun:  "extend",
			Policies: []string{"plan-opt:work=0.0005", "dynp-advanced:policies=ljf+opt,work=0.0002"},
		},
	},
	{"default", Spec{Policies: []string{"fcfs", "easy", "cons", "sjf-easy", "plan-sjf", "dynp-advanced"}}},
	{"shrink", Spec{Shrink: 0.8, Procs: 200, Policies: []string{"easy", "unicef-cons"}}},
	{"both", Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 800, Type: "both", Seed: 3}}, Policies: []string{"f1-easy"}}},
	{
		"empirical",
		Spec{
			Workload: Source{Model: &Model{Name: "empirical", From: "tight.swf", Jobs: 600, Seed: 5, Load: 1}},
			Policies: []string{"easy", "wfp3-easy"},
		},
	},
	{
		"grid",
		Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 600, Procs: 32, Load: 1.5, Users: 30, Seed: 11, Estimates: "round", Factor: 2}},
			Policies: everyPolicy("grid"),
			Platforms: Platforms{Grid: &grid.Grid{
				Home:      "user",
				Seed:      3,
				Sites:     []grid.Site{{Name: "a", Procs: 24, Speed: 1.7}, {Name: "b", Procs: 32, Load: 0.9}, {Name: "c", Procs: 9, Speed: 3}},
				MultiSite: grid.MultiSite{Overhead: 0.7, Spread: "normal"},
			}}},
	},
	{"sites", Spec{Workload: Source{File: "tight.swf"}, Overrun: "extend",
		Policies: []string{
			"grid-independent:queue=list",
			"grid-sharing:site=random",
			"grid-multisite:split=larger",
			"grid-multisite:split=faster,site=best-fit",
			"grid-moldable:power=0.3,take=power",
			"grid-combined:first=split,site=most-power",
		},
		Platforms: Platforms{Grid: &grid.Grid{
			Seed: 5,
			Sites: []grid.Site{
				{Name: "x", Procs: 16, From: []string{"1"}, Load: 2},
				{Name: "y", Procs: 12, Speed: 0.3, From: []string{"2"}},
				{Name: "z", Procs: 5, Speed: 2, From: []string{"*"}},
			},
			MultiSite: grid.MultiSite{
				Overhead: 1.3,
				Spread:   "uniform",
				Reading:  "slowest",
			},
			Speedup: grid.Speedup{Model: "downey", Variance: 1.4, Spread: "uniform"},
		}}}},
	{"shared", Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 150, Procs: 32, Load: 1.1, Users: 9, Seed: 9, Type: "both"}},
		Policies:  append(everyPolicy("shared"), "fcfs", "easy", "plan-sjf"),
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 28}}}},
	{"tasks", Spec{Workload: Source{File: "memory.swf"}, Shrink: 0.7,
		Policies: []string{
			"dfrs:Greedy*",
			"dfrs:GreedyPM*/per/OPT=AVG/MINVT=60",
			"dfrs:GreedyP*/per/OPT=MIN/MINFT=200/PERIOD=120",
			"dfrs:MCB8*/OPT=AVG",
			"dfrs:/stretch-per/OPT=AVG",
			"easy",
		},
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 8, Cores: 2, MemoryKiB: 1000, PenaltyS: new(int64)}}}},
	{"cluster", Spec{Workload: Source{Builtin: campus.Name}, Platforms: Platforms{Cluster: campus.Description()}, Policies: onEverySystem()}},
	{"queues", Spec{Workload: Source{File: "memory.swf"}, Platforms: Platforms{Cluster: fourNodes()}, Overrun: "extend",
		Policies: []string{"slurm", "easy", "cons", "plan-sjf"}}},
	{
		"rules",
		Spec{
			Workload:   busy,
			Policies:   []string{"rules:by lot", "rules:fuzzy", "rules:two/halves"},
			Rules:      someBases(),
			UserGroups: []float64{10, 5, 2, 0.5},
		},
	},
	{
		"halves",
		Spec{
			Workload: Source{File: "tight.swf"},
			Overrun:  "extend",
			Policies: []string{"rules:two/halves", "rules:group-easy"},
			Rules:    someBases(),
		},
	},
}

// tight is a log in which every second job runs past its estimate. As memory.swf
// it says what most of the jobs used and asked for.
func tight(name string) (io.ReadCloser, error) {
	var b bytes.Buffer
	b.WriteString("; MaxProcs: 16\n")
	for i := range 400 {
		run := 1 + i*7919%500
		used, asked := -1, -1
		if name == "memory.swf" && i%7 > 0 {
			used, asked = i*53%700, i*91%600
		}
		fmt.Fprintf(&b, "%d %d %d %d %d -1 %d %d %d %d 1 %d 1 -1 %d -1 -1 -1\n",
			i+1, 60*i, i*31%50, run, 1+i*31%12, used, 1+i*31%16, max(1, run*(1+i%2)/2), asked, i%9, i%3)
	}
	return io.NopCloser(&b), nil
}

// digested are the tables that the golden file has, in its order.
var digested = []*result.Schema{result.Jobs, result.Runs, result.Steps, result.Decisions, result.Parts, result.Shares, result.Allocations}

// The results of the small experiments are, bit for bit, those of the golden
// file. The test runs on amd64, with GOAMD64=v3 and as WebAssembly (make
// digest): one file for all is how their equality is checked.
func TestDigests(t *testing.T) {
	var got strings.Builder
	for _, e := range small {
		w, err := e.spec.Load(tight, trace.Options{})
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for _, name := range e.spec.Policies {
			one := e.spec
			one.Policies = []string{name}
			set := result.Set{}
			for _, schema := range digested {
				set[schema] = result.NewDigest(schema)
			}
			if _, err := Execute(context.Background(), one, w, Options{Tables: set, Scores: true}); err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			fmt.Fprintf(&got, "%-10s %-14s", e.name, name)
			for _, schema := range digested {
				sum := set[schema].(*result.Digest).Sum()
				if schema.Rows == result.Always || sum != result.NewDigest(schema).Sum() {
					fmt.Fprintf(&got, " %s %s", schema.Name, sum)
				}
			}
			fmt.Fprintln(&got)
		}
	}
	solutions(t, &got)
	golden.Experiments(t, digests, got.String())
}

// solutions solves some self-tuning steps with enough work for the solver's tree, and one
// with enough for its kernel and its goal, of which plan-opt's millisecond for each plan sees
// nothing.
func solutions(t *testing.T, got *strings.Builder) {
	spec := Spec{Workload: busy, Policies: []string{"dynp-advanced"}}
	w, err := spec.Load(tight, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var steps []*exact.Instance
	_, err = Execute(t.Context(), spec, w, Options{Instance: func(in *platform.Instance) error {
		steps = append(steps, in.Instance)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		step int
		work float64
	}{{120, 0.4}, {150, 0.4}, {204, 0.4}, {264, 0.4}, {150, 6.4}} {
		in := steps[c.step]
		r, err := exact.Solve(t.Context(), in, exact.Options{Work: c.work})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(got, "%-10s step %d, %d jobs: cost %d bound %d nodes %d work %g starts %x\n", "exact",
			c.step, len(in.Jobs), r.Cost, r.Bound, r.Nodes, r.Work, sha256.Sum256(fmt.Append(nil, r.Starts)))
	}
}
