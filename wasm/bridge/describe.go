package bridge

import (
	"context"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/workload/builtin"
)

// A description is what a page builds its forms and tables from.
type description struct {
	Program   string         `json:"program"`
	Policies  []scheduler    `json:"policies"` // every one
	Kinds     []choice       `json:"kinds"`    // of policies: a name is KIND or ORDER-KIND
	Orders    []choice       `json:"orders"`   // without the order of submission
	Recorded  choice         `json:"recorded"` // the baseline, for logs that record waits
	Metrics   []metric       `json:"metrics"`
	Tables    []tableColumns `json:"tables"`
	Workloads []Summary      `json:"workloads"` // the built-in ones
	Widths    []choice       `json:"widths"`
	Overruns  []choice       `json:"overruns"`
	Grid      gridForm       `json:"grid"`
	Cluster   clusterForm    `json:"cluster"`
	Rules     rulesForm      `json:"rules"`
}

// A choice is one entry of a form.
type choice = policy.Choice

type metric struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Unit    string `json:"unit"`
	Formula string `json:"formula"`
	Source  string `json:"source"`
	Better  int    `json:"better"` // -1 lower, 1 higher, 0 neither
}

type tableColumns struct {
	Name    string          `json:"name"`
	Doc     string          `json:"doc"`
	Columns []result.Column `json:"columns"`
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

func (s *simulator) describe(_ context.Context, c *Call) (any, [][]byte, error) {
	var p struct{ Envelope }
	if err := c.Decode(&p, 0); err != nil {
		return nil, nil, err
	}
	d := description{Program: s.opt.Program, Widths: widths, Overruns: overruns}
	for _, p := range experiment.Builtin.List() {
		d.Policies = append(d.Policies, newScheduler(p))
	}
	for _, k := range policy.Kinds {
		d.Kinds = append(d.Kinds, choice{Name: k.Name, Title: k.Title, Doc: k.Doc, Source: k.Source})
	}
	for _, o := range policy.Orders {
		if o.Name != "" {
			d.Orders = append(d.Orders, choice{Name: o.Name, Title: o.Title, Doc: o.Doc, Source: o.Source})
		}
	}
	d.Recorded = policy.Baseline.Choice()
	for _, m := range metrics.Every {
		d.Metrics = append(d.Metrics, metric{
			Name: m.Name, Title: m.Title, Unit: m.Unit, Formula: m.Formula, Source: m.Source, Better: int(m.Better)})
	}
	for _, t := range result.All {
		d.Tables = append(d.Tables, tableColumns{Name: t.Name, Doc: t.Doc, Columns: t.Columns})
	}
	var err error
	if d.Grid, err = newGridForm(); err != nil {
		return nil, nil, err
	}
	if d.Cluster, err = newClusterForm(); err != nil {
		return nil, nil, err
	}
	if d.Rules, err = newRulesForm(); err != nil {
		return nil, nil, err
	}
	for _, b := range builtin.All {
		w, err := builtin.Load(b.Name)
		if err != nil {
			return nil, nil, err
		}
		sum := summarise(w)
		sum.Name, sum.Source = b.Name, b.Doc // as a Spec knows it
		d.Workloads = append(d.Workloads, sum)
	}
	return d, nil, nil
}
