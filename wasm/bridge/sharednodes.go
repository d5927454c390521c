package bridge

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/shared/bound"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A sharedForm has the options of a form for shared.Nodes, named like its
// fields.
type sharedForm struct {
	Options []policy.Option `json:"options"`

	// An algorithm's name is dfrs:, one choice of each part, if describe's policies have
	// that name, and options as /OPTION=VALUE.
	Parts []policy.Option `json:"parts"`

	Presets []choice `json:"presets"` // algorithms worth a look, whole names
	demo
}

var (
	sharedOptions = []policy.Option{
		{Name: "nodes", Title: "Nodes", Least: 1, Most: shared.MaxNodes, Step: 1,
			Doc: "How many nodes the cluster has, all alike; by default those of the workload's machine."},
		{Name: "cores", Title: "Cores of a node", Default: "1", Least: 1, Most: 1024, Step: 1, Doc: "Processors of a node. " +
			"A log's job of that many is one task, if its memory allows; a ready-made workload is drawn for nodes of four."},
		{Name: "memory_kib", Title: "Memory of a node", Unit: "KiB", Least: 1, Most: 1 << 40, Step: 1,
			Doc: "Jobs need as much as the log says; by default enough for each. Jobs of a log that does not say need none."},
		{Name: "penalty_s", Title: "Penalty", Unit: "s", Default: strconv.Itoa(shared.DefaultPenaltyS), Most: 1e6, Step: 1,
			Doc: "For so long a job that is resumed or moved holds its nodes without progress."},
	}
	sharedPresets = []choice{
		{Name: "dfrs:Greedy*/OPT=MIN", Title: "Greedy*", Doc: "No pauses and no migrations: fractions of the CPU alone."},
		{Name: "dfrs:GreedyP*/OPT=MIN", Title: "GreedyP*", Doc: "No packing and no migrations: jobs are paused for new ones where they must be."},
		{Name: "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", Title: "GreedyPM*/per, recommended",
			Doc: "What the paper recommends: at once, when a job ends and periodically; jobs that have just started are left alone."},
		{Name: "dfrs:MCB8*/per/OPT=MIN/MINVT=600", Title: "MCB8*/per", Doc: "All jobs are packed again whenever one arrives or ends."},
		{Name: "dfrs:/stretch-per/OPT=MAX/MINVT=600", Title: "/stretch-per", Doc: "Nothing but periodic packing for the lowest stretch."},
	}
)

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
	return sharedForm{Options: sharedOptions, Parts: shared.Parts(), Presets: sharedPresets, demo: d}, err
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
