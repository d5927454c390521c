package bridge

import (
	"math"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/shared/bound"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A sharedForm is the form of shared nodes.
type sharedForm struct {
	shared.Form
	demo
}

// sharedExample is a cluster on which each policy can be followed job by job. With this
// seed jobs are paused and moved, though they are few.
var sharedExample = experiment.Spec{
	Workload:  experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 20, Procs: 5, Load: 1, Users: 4, Seed: 28}},
	Policies:  []string{"easy", "dfrs:Greedy*/OPT=MIN", "dfrs:GreedyP*/OPT=MIN", "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600"},
	Platforms: experiment.Platforms{Shared: &shared.Nodes{Nodes: 5}},
}

const sharedExampleDoc = "20 jobs by the model of Lublin and Feitelson, whose tasks need a part of a node's memory each. " +
	"EASY gives each task a node of its own; " +
	"the others let jobs share nodes, and some pause or move them, at a penalty of five minutes."

func newSharedForm() (sharedForm, error) {
	d, err := newDemo(sharedExample, "five-nodes", sharedExampleDoc)
	return sharedForm{shared.NewForm(), d}, err
}

// sharedMachine describes a run's cluster, and its jobs as tasks.
type sharedMachine struct {
	Nodes   int     `json:"nodes"`
	Penalty int64   `json:"penalty_s"`
	Load    float64 `json:"load"` // shared.Load

	// Bound is the least maximum stretch that any schedule can have (theorem 1), null if
	// the jobs are too many to work it out while somebody waits.
	Bound *float64 `json:"bound"`

	Tasks taskSet `json:"tasks"`
}

// A taskSet has the jobs of a cluster, in columns.
type taskSet struct {
	Job    []int64   `json:"job"`
	Tasks  []int32   `json:"tasks"`
	CPU    []float64 `json:"cpu"`    // that each task can use, in nodes
	Memory []float64 `json:"memory"` // that each task needs, in nodes
}

const (
	maxBound = 10_000 // jobs for which the bound is worked out
	// maxShared bounds the jobs, over all runs, whose shares are sent: on a busy cluster
	// each has some hundred rows.
	maxShared = 20_000
)

// newSharedNodes describes the Spec's cluster, nil if it has none.
func newSharedMachine(c *service.Call, spec experiment.Spec, w *trace.Workload) (*sharedMachine, error) {
	if spec.Shared == nil {
		return nil, nil
	}
	jobs, _, err := spec.Tasks(w)
	if err != nil {
		return nil, err
	}
	a := &sharedMachine{Nodes: spec.Shared.Nodes, Penalty: spec.Shared.Penalty(), Load: shared.Load(jobs, spec.Shared.Nodes)}
	t := &a.Tasks
	for _, j := range jobs {
		t.Job, t.Tasks = append(t.Job, j.ID), append(t.Tasks, j.Tasks)
		t.CPU, t.Memory = append(t.CPU, float64(j.CPU)/shared.Whole), append(t.Memory, float64(j.Memory)/shared.Whole)
	}
	if len(jobs) <= maxBound {
		// Short jobs count as 10 s long, as in shared.BoundedStretch.
		s, err := bound.Stretch(c, spec.Shared.Nodes, jobs, 10*shared.Second)
		if err != nil {
			return nil, err
		}
		if !math.IsInf(s, 0) && !math.IsNaN(s) {
			a.Bound = &s
		}
	}
	return a, nil
}

// tooManyShares reports whether the shares of the Spec's runs are left out.
func tooManyShares(spec experiment.Spec, w *trace.Workload) bool {
	return begin(spec.Policies, shared.Prefix)*w.Len() > maxShared
}
