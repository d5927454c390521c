package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
)

// areExperiments tells whether arguments are ids of experiments or papers. A file comes first.
func areExperiments(args []string) bool {
	known := catalogue.IDs()
	for _, id := range args {
		if exists(id) && !isFolder(id) || !slices.Contains(known, id) {
			return false
		}
	}
	return true
}

// aboutPapers tells whether a name that is no file is meant for an experiment: dynp/table99.
func aboutPapers(name string) bool {
	key, _, _ := strings.Cut(name, "/")
	return slices.ContainsFunc(catalogue, func(p *paper.Paper) bool { return p.Key == key })
}

// onlyForPapers is an error if a flag is given that a study does not have.
func onlyForPapers(fl *pflag.FlagSet) error {
	names := []string{"scale", "seed", "seeds", "reading", "traces", "factors", "policy"}
	return unchanged(fl, "is for experiments of papers: a study has that in its JSON", names...)
}

func (a *app) sweepPlanPapers(ids []string, out string, f *paperFlags) error {
	f.cache = noCache // the plan has its own
	opt, err := f.options(a)
	if err != nil {
		return err
	}
	if _, err := a.find(opt, ids); err != nil {
		return err
	}
	if out == "" {
		out = strings.ReplaceAll(ids[0], "/", "-")
	}
	fmt.Fprintf(a.err, "backfill: making the job sets\n")
	p, err := sweep.NewPaperPlan(a.ctx, out, catalogue, opt, ids)
	if err != nil {
		return err
	}
	return a.showPlan(p, nil)
}

// sweepTable opens a sweep of a study and returns its table of runs.
func (a *app) sweepTable(dir string) (p *sweep.Plan, t *result.Table, found sweep.Collected, err error) {
	p, store, err := a.openSweep(dir)
	if err == nil {
		err = noStudy(p)
	}
	if err == nil {
		t, found, err = p.Table(store)
	}
	return p, t, found, err
}

// noStudy is an error if the plan is one of experiments.
func noStudy(p *sweep.Plan) error {
	if p.Experiments == nil {
		return nil
	}
	return fmt.Errorf("%s: this is a sweep of experiments, which have figures of their own: backfill sweep collect %s draws them",
		p.Dir, word(p.Dir))
}

// collectPapers writes what backfill paper run does into a folder.
func collectPapers(a *app, p *sweep.Plan, stage string) (*collected, error) {
	e := p.Experiments
	f := &paperFlags{scale: string(e.Scale), seed: max(1, e.Seed), seeds: max(1, e.Seeds), reading: e.Reading.String(), factors: e.Factors,
		policies: e.Policies, ownLogs: true}
	if p.ReadsLogs() {
		f.traces = "DIR"
	}
	opt := p.PaperOptions()
	opt.Version = version()
	all, err := a.evaluateUnder(f, opt, "collecting", e.IDs)
	if err != nil {
		return nil, err
	}
	if _, err := a.writePapers(f, all, stage, []string{"svg", "csv"}, false); err != nil {
		return nil, err
	}
	v := &collected{Runs: p.Len(), Experiments: len(all), Backfill: version()}
	values := result.NewDigest(paper.CellsSchema)
	for _, x := range all {
		if err := values.Write(x.CellsTable()); err != nil {
			return nil, err
		}
	}
	v.Digest = values.Sum()
	return v, nil
}

// resultsOf is what collect says of its folder.
func (v *collected) resultsOf() string {
	if v.Experiments > 0 {
		return fmt.Sprintf("%s from %s, a folder for each", plural(v.Experiments, "experiment"), plural(v.Runs, "run"))
	}
	return plural(v.Runs, "run") + " in runs.parquet and dataset"
}
