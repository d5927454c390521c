// Package evaluation evaluates experiments of papers, and writes what came out.
package evaluation

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// Catalogue returns the papers of the command; a test replaces it.
var Catalogue = papers.All

// IDs returns the names of all experiments and papers.
func IDs() []string { return Catalogue().IDs() }

// Flags say how experiments are evaluated.
type Flags struct {
	Scale, Traces, Cache, Reading string
	parallel, Seeds               int
	Policies                      []string
	Factors                       []float64
	Seed                          uint64
	OwnLogs                       bool // BACKFILL_TRACES does not matter: a sweep and a record name their own logs
}

// AddTo adds all flags but those of AddExtended to a command, whose arguments are ids of experiments.
func (f *Flags) AddTo(c *cobra.Command) {
	c.ValidArgsFunction = usage.Completes(IDs)
	fl := usage.Ordered(c)
	f.AddSetting(fl)
	fl.StringVar(&f.Cache, "cache", "",
		"folder that keeps results of runs, or a sweep's; none for none (default: backfill in the user's cache)")
	fl.IntVar(&f.parallel, "parallel", 0, "runs at once (default: one per core)")
}

// AddSetting adds what an experiment's numbers depend on.
func (f *Flags) AddSetting(fl *pflag.FlagSet) {
	fl.StringVar(&f.Scale, "scale", string(paper.Full), "paper (the paper's own size) or quick (seconds)")
	fl.Uint64Var(&f.Seed, "seed", 1, "seed of all that is drawn at random")
	fl.IntVar(&f.Seeds, "seeds", 1, "number of seeds: the numbers are then medians and ranges")
	fl.StringVar(&f.Reading, "reading", "", "how to read what a paper leaves open: CHOICE=VALUE,..., as paper readings lists them")
	fl.StringVar(&f.Traces, "traces", "", "folder with the real logs (default: $BACKFILL_TRACES)")
}

// AddExtended adds what changes figures over shrinking factors.
func (f *Flags) AddExtended(fl *pflag.FlagSet) {
	fl.Float64SliceVar(&f.Factors, "factors", nil, "shrinking factors in place of the experiment's own")
	fl.StringArrayVar(&f.Policies, "policy", nil, "a policy to play beside the experiment's own (may be repeated)")
}

// mostSeeds keeps an evaluation within memory.
const mostSeeds = 1000

// NoCache is the --cache that keeps nothing.
const NoCache = "none"

// Options checks the flags.
func (f *Flags) Options(a *console.App) (paper.Options, error) {
	opt := paper.Options{Scale: paper.Scale(f.Scale), Parallel: f.parallel}
	if opt.Scale != paper.Quick && opt.Scale != paper.Full {
		return opt, usage.Errorf("--scale %s: give %s or %s", f.Scale, paper.Full, paper.Quick)
	}
	if f.Seed < 1 || f.Seeds < 1 || f.Seeds > mostSeeds {
		return opt, usage.Errorf("--seed %d, --seeds %d: give a first seed of at least 1 and 1 to %d seeds", f.Seed, f.Seeds, mostSeeds)
	}
	opt.Seed, opt.Seeds, opt.Factors, opt.Policies = f.Seed, f.Seeds, f.Factors, f.Policies
	var err error
	if opt.Reading, err = Catalogue().ParseReading(f.Reading); err != nil {
		var unknown *paper.UnknownChoiceError
		if errors.As(err, &unknown) {
			return opt, usage.Unknown("choice", unknown.Key, unknown.Choices, "backfill paper readings")
		}
		return opt, usage.Errorf("--reading: %v", err)
	}
	if f.parallel < 0 {
		return opt, usage.Errorf("--parallel %d: give a number of runs, at least 1", f.parallel)
	}
	if dir := f.folder(); dir != "" {
		if !console.IsFolder(dir) {
			return opt, fmt.Errorf("%s: no such folder; give the folder of the logs with --traces", dir)
		}
		opt.Traces = os.DirFS(dir)
	}
	switch f.Cache {
	case NoCache:
	case "":
		if opt.Cache, err = paper.UserCache(a.Damaged); err != nil {
			fmt.Fprintln(a.Err, "backfill: the user has no cache folder, so nothing is kept; name one with --cache DIR")
		}
	default:
		opt.Cache = paper.Folder(sweep.CacheIn(f.Cache), a.Damaged)
	}
	return opt, nil
}

func (f *Flags) folder() string {
	if f.OwnLogs {
		return f.Traces
	}
	return cmp.Or(f.Traces, os.Getenv(paper.TracesVariable))
}

// Evaluate evaluates the experiments with these ids and shows the progress.
func Evaluate(a *console.App, f *Flags, ids []string) ([]*paper.Evaluation, error) {
	opt, err := f.Options(a)
	if err != nil {
		return nil, err
	}
	return EvaluateUnder(a, f, opt, "computing", ids)
}

// Find is catalogue.Find, whose error names what the user may have meant.
func Find(a *console.App, opt paper.Options, ids []string) ([]paper.Chosen, error) {
	chosen, err := Catalogue().Find(opt.First(), ids...)
	return chosen, meantExperiment(err)
}

// meantExperiment adds to an error about an unknown experiment which one was probably meant.
func meantExperiment(err error) error {
	var unknown *paper.UnknownError
	if errors.As(err, &unknown) {
		return usage.Unknown("experiment or paper", unknown.ID, Catalogue().IDs(), "backfill paper list")
	}
	return err
}

// EvaluateUnder is evaluate with options that were checked.
func EvaluateUnder(a *console.App, f *Flags, opt paper.Options, doing string, ids []string) ([]*paper.Evaluation, error) {
	m := a.Meter("reading", "runs")
	var last paper.Progress
	opt.Progress = func(p paper.Progress) {
		last = p
		title := doing
		if p.Left >= 0 {
			title += ", about " + left(p.Left) + " left"
		}
		m.Title(title)
		m.Set(int64(p.Done), int64(p.Total))
	}
	all, err := Catalogue().Evaluate(a.Context, opt, ids...)
	m.Done()
	switch {
	case err == nil:
		return all, nil
	case a.Context.Err() == nil:
		return nil, meantExperiment(err)
	case f.Cache == NoCache || last.Total == 0:
		return nil, errors.New("stopped; nothing is kept")
	}
	return nil, fmt.Errorf("stopped: %d of %d runs are kept, and the same command continues from there", last.Done, last.Total)
}

// left prints the time that work will take.
func left(d time.Duration) string {
	if s := d.Seconds(); s >= 120 {
		return fmt.Sprintf("%.0f min", s/60)
	}
	return fmt.Sprintf("%d s", max(1, int(d.Seconds())))
}

// Repeat returns the command that evaluates an experiment again.
func (f *Flags) Repeat(verb, id string) string {
	s := "backfill paper " + verb + " " + id + " --scale " + f.Scale
	if f.Seed != 1 {
		s += fmt.Sprint(" --seed ", f.Seed)
	}
	if f.Seeds != 1 {
		s += fmt.Sprint(" --seeds ", f.Seeds)
	}
	if f.Reading != "" {
		s += " --reading " + f.Reading
	}
	if len(f.Factors) > 0 {
		s += " --factors " + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.Factors)), ","), "[]")
	}
	for _, p := range f.Policies {
		s += " --policy " + p
	}
	if f.folder() != "" {
		s += " --traces DIR" // where it is differs between machines
	}
	return s
}
