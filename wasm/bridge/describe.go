package bridge

import (
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A description has everything that a page builds its forms and tables from.
type description struct {
	Program   string            `json:"program"`
	Policies  []scheduler       `json:"policies"` // every one
	Families  []platform.Family `json:"families"` // of the policies
	Kinds     []policy.Kind     `json:"kinds"`    // a policy's name is KIND or ORDER-KIND
	Orders    []*policy.Order   `json:"orders"`   // without the order of submission
	Recorded  choice            `json:"recorded"` // the baseline, for logs that record waits
	Metrics   []metrics.Metric  `json:"metrics"`
	Tables    []*result.Schema  `json:"tables"`
	Workloads []Summary         `json:"workloads"` // the built-in ones
	Widths    []choice          `json:"widths"`
	Overruns  []choice          `json:"overruns"`
	Grid      gridForm          `json:"grid"`
	Shared    sharedForm        `json:"shared"`
	Cluster   clusterForm       `json:"cluster"`
	Rules     rulesForm         `json:"rules"`
	Generator generatorForm     `json:"generator"`
}

// A choice is one entry of a form.
type choice = policy.Choice

// A scheduler is a policy and the options that a form asks for, [] for none.
type scheduler struct {
	policy.Info
	Options []policy.Option `json:"options"`
}

// A demo is a Spec that is ready to run, and its workload.
type demo struct {
	Example  experiment.Spec `json:"example"`
	Workload Summary         `json:"example_workload"`
}

func newDemo(spec experiment.Spec, name, doc string) (demo, error) {
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		return demo{}, err
	}
	return demo{spec, summaryOf(w, name, doc)}, nil
}

var (
	widths = []choice{
		{Name: "allocated", Title: "allocated", Doc: "A job is as wide as the processors it was given, else those it asked for."},
		{Name: "requested", Title: "requested", Doc: "A job is as wide as the processors it asked for, else those it was given."},
	}
	overruns = []choice{
		{Name: "cut", Title: "cut it there", Doc: "A job that reaches its estimate is ended."},
		{Name: "extend", Title: "let it run", Doc: "A job runs as long as the log says, past its estimate too."},
	}
)

func (s *simulator) describe(*service.Call, *service.Envelope) (*description, error) {
	d := &description{Program: s.opt.Program, Widths: widths, Overruns: overruns, Kinds: policy.Kinds, Recorded: policy.Baseline.Choice(),
		Metrics: metrics.Every, Tables: result.All, Families: experiment.Families, Generator: generator}
	for _, p := range experiment.Builtin.List() {
		d.Policies = append(d.Policies, scheduler{p, append([]policy.Option{}, p.Options...)})
	}
	d.Orders = slices.DeleteFunc(slices.Clone(policy.Orders), func(o *policy.Order) bool { return o.Name == "" })
	var err error
	if d.Grid, err = newGridForm(); err != nil {
		return nil, err
	}
	if d.Shared, err = newSharedForm(); err != nil {
		return nil, err
	}
	if d.Cluster, err = newClusterForm(); err != nil {
		return nil, err
	}
	if d.Rules, err = newRulesForm(); err != nil {
		return nil, err
	}
	for _, b := range builtin.All {
		w, err := builtin.Load(b.Name)
		if err != nil {
			return nil, err
		}
		d.Workloads = append(d.Workloads, summaryOf(w, b.Name, b.Doc)) // named as in a Spec
	}
	return d, nil
}
