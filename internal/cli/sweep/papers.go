package sweep

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// areExperiments tells whether arguments are ids of experiments or papers. A file comes first.
func areExperiments(args []string) bool {
	known := evaluation.Catalogue().IDs()
	for _, id := range args {
		if console.Exists(id) && !console.IsFolder(id) || !slices.Contains(known, id) {
			return false
		}
	}
	return true
}

// aboutPapers tells whether a name that is no file is meant for an experiment: dynp/table99.
func aboutPapers(name string) bool {
	key, _, _ := strings.Cut(name, "/")
	return slices.ContainsFunc(evaluation.Catalogue(), func(p *paper.Paper) bool { return p.Key == key })
}

// onlyForPapers is an error if a flag is given that a study does not have.
func onlyForPapers(fl *pflag.FlagSet) error {
	names := []string{"scale", "seed", "seeds", "reading", "traces", "factors", "policy"}
	return usage.Unchanged(fl, "is for experiments of papers: a study has that in its JSON", names...)
}

func planPapers(a *console.App, ids []string, out string, f *evaluation.Flags) error {
	f.Cache = evaluation.NoCache // the plan has its own
	opt, err := f.Options(a)
	if err != nil {
		return err
	}
	if _, err := evaluation.Find(a, opt, ids); err != nil {
		return err
	}
	if out == "" {
		out = strings.ReplaceAll(ids[0], "/", "-")
	}
	fmt.Fprintf(a.Err, "backfill: making the job sets\n")
	p, err := sweep.NewPaperPlan(a.Context, out, evaluation.Catalogue(), opt, ids)
	if err != nil {
		return err
	}
	return showPlan(a, p, nil, nil)
}

// collectPapers writes what backfill paper run does into a folder.
func collectPapers(a *console.App, p *sweep.Plan, stage string) (*collected, error) {
	e := p.Experiments
	f := &evaluation.Flags{Scale: string(e.Scale), Seed: max(1, e.Seed), Seeds: max(1, e.Seeds), Reading: e.Reading.String(),
		Factors:  e.Factors,
		Policies: e.Policies, OwnLogs: true}
	if p.ReadsLogs() {
		f.Traces = "DIR"
	}
	opt := p.PaperOptions()
	opt.Version = buildinfo.Version()
	all, err := evaluation.EvaluateUnder(a, f, opt, "collecting", e.IDs)
	if err != nil {
		return nil, err
	}
	if _, err := evaluation.Write(a, f, all, stage, []string{"svg", "csv"}, false); err != nil {
		return nil, err
	}
	v := &collected{Runs: p.Len(), Experiments: len(all), Backfill: buildinfo.Version(), SchemaVersion: result.SchemaVersion}
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
		return fmt.Sprintf("%s from %s, a folder for each", numeral.Plural(v.Experiments, "experiment"), numeral.Plural(v.Runs, "run"))
	}
	return numeral.Plural(v.Runs, "run") + " in runs.parquet and dataset"
}
