package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/study/sweep"
)

// catalogue lists the papers of the command; a test replaces it.
var catalogue = papers.All

func (a *app) paperCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "paper",
		Short: "Regenerate the tables and figures of papers and compare them with the printed ones",
		Long: `Regenerate the tables and figures of papers and compare every printed number,
and every result that the text states, with ours.

An experiment is named PAPER/tableN or PAPER/figN; a paper's name alone stands
for all of its experiments. At --scale paper an experiment has the paper's own
size; at --scale quick it takes seconds and shows how it works.

Experiments run on the real logs in --traces DIR (or the environment variable
BACKFILL_TRACES), and otherwise on substitutes; the output says which. backfill
trace fetch downloads logs. A cache keeps results, so nothing is computed twice
and the same command continues an interrupted one.`,
		Example: `  backfill paper list
  backfill paper run dynp/table4 --scale quick --out results
  backfill paper verify dynp --traces ~/traces
  backfill paper verify dynp --traces ~/traces --seeds 16
  backfill paper readings dynp
  backfill paper report --traces ~/traces -o report.html`,
	}
	addGroup(c, a.paperListCommand(), a.paperRunCommand(), a.paperVerifyCommand(), a.paperReadingsCommand(),
		a.paperReportCommand(), a.paperRecordCommand(), a.paperCheckCommand())
	return c
}

func (a *app) paperListCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the experiments, one line each",
		Example: "  backfill paper list\n  backfill paper list --json",
		Args:    arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			chosen, err := catalogue.Find(paper.First(paper.Full))
			if err != nil {
				return err
			}
			type entry struct {
				ID    string     `json:"id"`
				Title string     `json:"title"`
				Kind  paper.Kind `json:"kind"`
			}
			list := []entry{}
			var rows cells
			for _, c := range chosen {
				x := c.Experiment
				list = append(list, entry{x.ID, x.Title, x.Kind})
				rows.add(x.ID, string(x.Kind), x.Title)
			}
			return a.list(list, "l", "experiment|kind|title", rows)
		},
	}
	return a.withJSON(c)
}

// paperFlags say how experiments are evaluated.
type paperFlags struct {
	scale, traces, cache, reading string
	parallel, seeds               int
	policies                      []string
	factors                       []float64
	seed                          uint64
	ownLogs                       bool // BACKFILL_TRACES does not matter: a sweep has its own copies
}

func (f *paperFlags) add(fl *pflag.FlagSet) {
	fl.SortFlags = false
	f.addSetting(fl)
	fl.StringVar(&f.cache, "cache", "",
		"folder that keeps results of runs, or a sweep's; none for none (default: backfill in the user's cache)")
	fl.IntVar(&f.parallel, "parallel", 0, "runs at once (default: one per core)")
}

// addSetting adds what an experiment's numbers depend on.
func (f *paperFlags) addSetting(fl *pflag.FlagSet) {
	fl.StringVar(&f.scale, "scale", string(paper.Full), "paper (the paper's own size) or quick (seconds)")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of all that is drawn at random")
	fl.IntVar(&f.seeds, "seeds", 1, "number of seeds: the numbers are then medians and ranges")
	fl.StringVar(&f.reading, "reading", "", "how to read what a paper leaves open: CHOICE=VALUE,..., as paper readings lists them")
	fl.StringVar(&f.traces, "traces", "", "folder with the real logs (default: $BACKFILL_TRACES)")
}

// addExtended adds what changes figures over shrinking factors.
func (f *paperFlags) addExtended(fl *pflag.FlagSet) {
	fl.Float64SliceVar(&f.factors, "factors", nil, "shrinking factors in place of the experiment's own")
	fl.StringArrayVar(&f.policies, "policy", nil, "a policy to play beside the experiment's own (may be repeated)")
}

// mostSeeds keeps an evaluation within memory.
const mostSeeds = 1000

// noCache is the --cache that keeps nothing.
const noCache = "none"

// options checks the flags.
func (f *paperFlags) options(a *app) (paper.Options, error) {
	opt := paper.Options{Scale: paper.Scale(f.scale), Parallel: f.parallel}
	if opt.Scale != paper.Quick && opt.Scale != paper.Full {
		return opt, usage("--scale %s: give %s or %s", f.scale, paper.Full, paper.Quick)
	}
	if f.seed < 1 || f.seeds < 1 || f.seeds > mostSeeds {
		return opt, usage("--seed %d, --seeds %d: give a first seed of at least 1 and 1 to %d seeds", f.seed, f.seeds, mostSeeds)
	}
	opt.Seed, opt.Seeds, opt.Factors, opt.Policies = f.seed, f.seeds, f.factors, f.policies
	var err error
	if opt.Reading, err = catalogue.ParseReading(f.reading); err != nil {
		var unknown *paper.UnknownChoiceError
		if errors.As(err, &unknown) {
			return opt, nearName("choice", unknown.Key, unknown.Choices, "backfill paper readings")
		}
		return opt, usage("--reading: %v", err)
	}
	if f.parallel < 0 {
		return opt, usage("--parallel %d: give a number of runs, at least 1", f.parallel)
	}
	if dir := f.folder(); dir != "" {
		if !isFolder(dir) {
			return opt, fmt.Errorf("%s: there is no such folder; give the folder of the logs with --traces", dir)
		}
		opt.Traces = os.DirFS(dir)
	}
	switch f.cache {
	case noCache:
	case "":
		if opt.Cache, err = paper.UserCache(); err != nil {
			fmt.Fprintln(a.err, "backfill: the user has no cache folder, so nothing is kept; name one with --cache DIR")
		}
	default:
		opt.Cache = paper.Folder(sweep.CacheIn(f.cache))
	}
	return opt, nil
}

func (f *paperFlags) folder() string {
	if f.ownLogs {
		return f.traces
	}
	return cmp.Or(f.traces, os.Getenv(paper.TracesVariable))
}

// evaluate evaluates the experiments with these ids and shows the progress.
func (a *app) evaluate(f *paperFlags, ids []string) ([]*paper.Evaluation, error) {
	opt, err := f.options(a)
	if err != nil {
		return nil, err
	}
	return a.evaluateUnder(f, opt, "computing", ids)
}

// find is catalogue.Find, whose error names what the user may have meant.
func (a *app) find(opt paper.Options, ids []string) ([]paper.Chosen, error) {
	chosen, err := catalogue.Find(opt.First(), ids...)
	return chosen, meantExperiment(err)
}

// meantExperiment adds to an error about an unknown experiment which one was probably meant.
func meantExperiment(err error) error {
	var unknown *paper.UnknownError
	if errors.As(err, &unknown) {
		return nearName("experiment or paper", unknown.ID, catalogue.IDs(), "backfill paper list")
	}
	return err
}

// evaluateUnder is evaluate with options that were checked.
func (a *app) evaluateUnder(f *paperFlags, opt paper.Options, doing string, ids []string) ([]*paper.Evaluation, error) {
	m := progress.New(a.err, "reading", "runs")
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
	all, err := catalogue.Evaluate(a.ctx, opt, ids...)
	m.Done()
	switch {
	case err == nil:
		return all, nil
	case a.ctx.Err() == nil:
		return nil, meantExperiment(err)
	case f.cache == noCache || last.Total == 0:
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

// repeat returns the command that evaluates an experiment again.
func (f *paperFlags) repeat(verb, id string) string {
	s := "backfill paper " + verb + " " + id + " --scale " + f.scale
	if f.seed != 1 {
		s += fmt.Sprint(" --seed ", f.seed)
	}
	if f.seeds != 1 {
		s += fmt.Sprint(" --seeds ", f.seeds)
	}
	if f.reading != "" {
		s += " --reading " + f.reading
	}
	if len(f.factors) > 0 {
		s += " --factors " + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.factors)), ","), "[]")
	}
	for _, p := range f.policies {
		s += " --policy " + p
	}
	if f.folder() != "" {
		s += " --traces DIR" // where it is differs between machines
	}
	return s
}
