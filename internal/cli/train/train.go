// Package train is backfill train, which learns a rule base.
package train

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/sealed"
)

type trainFlags struct {
	run        workload.Flags
	o          train.Options
	groups     []float64
	advantage  []int64
	parts      []string
	target     float64
	out        string
	checkpoint string
	resume     bool
	parallel   int
}

// Command is backfill train.
func Command(a *console.App) *cobra.Command {
	var f trainFlags
	c := usage.New("train", usage.Arguments(0, 1), func(c *cobra.Command, args []string) error { return learn(a, c.Flags(), args, &f) })
	f.add(a, c)
	usage.Layered(a, c)
	return c
}

func (f *trainFlags) add(a *console.App, c *cobra.Command) {
	fl := c.Flags()
	fl.StringVar((*string)(&f.o.Approach), "approach", "pitts", "pitts, cca or prob")
	fl.StringVar(&f.o.Objective, "objective", rules.PaperObjective, "sum to minimise, of "+strings.Join(rules.Objectives(), ", "))
	fl.Uint64Var(&f.o.Seed, "seed", 0, "seed of all random numbers of the training")
	fl.StringVarP(&f.out, "out", "o", "", "file to write (default: standard output)")
	fl.StringVar(&f.checkpoint, "checkpoint", "", "file that keeps every generation")
	fl.BoolVar(&f.resume, "resume", false, "continue from the checkpoint, if there is one")
	fl.IntVar(&f.o.Generations, "generations", 0, "pitts, cca: generations after the first (default 40)")
	fl.IntVar(&f.o.Mu, "mu", 0, "pitts, cca: parents (default 3)")
	fl.IntVar(&f.o.Lambda, "lambda", 0, "pitts, cca: offspring (default 21)")
	fl.IntVar(&f.o.Rules, "rules", 0, "pitts, cca: rules of a rule base (default 10)")
	fl.StringSliceVar(&f.o.Features, "features", nil, "pitts, cca: features that rules read (default: all)")
	fl.IntVar(&f.o.Patience, "patience", 0, "pitts, cca: generations without a better rule base before it stops (default: no limit)")
	fl.Float64Var(&f.target, "target", 0, "pitts, cca: objective at which it stops (default: none)")
	fl.Float64Var(&f.o.Step, "step", 0, "pitts, cca: first step size, as a share of each range")
	fl.StringVar((*string)(&f.o.Selection), "selection", "", "pitts, cca: plus or comma (default plus)")
	fl.StringVar((*string)(&f.o.Recombination), "recombination", "", "pitts, cca: none, discrete or intermediate (default none)")
	fl.StringVar((*string)(&f.o.Partners), "partners", "", "cca: shuffle, random or best (default shuffle)")
	fl.IntVar(&f.o.Draws, "draws", 0, "prob: draws of each strategy for each situation (default 50)")
	fl.StringArrayVar(&f.parts, "part", nil, "prob: `bounds` that divide a feature's range, such as um=75,85; repeatable")
	fl.BoolVar(&f.o.BestDraw, "best-draw", false, "prob: keep the best draw if the combined rule base is worse")
	fl.Float64SliceVar(&f.groups, "groups", nil, "`shares` in percent above which users are in group 1, 2, 3, 4 (default 8,2,1,0.1)")
	fl.Int64SliceVar(&f.advantage, "advantage", nil, "greedy's advantages of groups 1 to 5, in `seconds` of wait (default 216000,86400,0,0,0)")
	fl.Lookup("groups").DefValue, fl.Lookup("advantage").DefValue = "", ""
	f.run.AddMachine(fl)
	fl.IntVar(&f.parallel, "parallel", 0, "simulations at once (default: one per core)")
	a.WithJSON(c)
}

func (f *trainFlags) options(a *console.App, flags *pflag.FlagSet) (train.Options, error) {
	o := f.o
	o.Overrun = f.run.Spec.Overrun
	if flags.Changed("target") {
		o.Target = &f.target
	}
	if err := usage.AtLeast1(flags, "generations", "mu", "lambda", "rules", "patience", "draws"); err != nil {
		return o, err
	}
	if flags.Changed("groups") {
		if len(f.groups) != len(o.Bounds) {
			return o, usage.Errorf("--groups %v: give %d percentages", f.groups, len(o.Bounds))
		}
		copy(o.Bounds[:], f.groups)
		if o.Bounds == (rules.Bounds{}) {
			return o, usage.Errorf("--groups: give falling percentages")
		}
	}
	if flags.Changed("advantage") {
		if len(f.advantage) != rules.NumGroups {
			return o, usage.Errorf("--advantage %v: give %d numbers of seconds", f.advantage, rules.NumGroups)
		}
		o.Advantage = (*rules.Advantage)(f.advantage)
	}
	for _, text := range f.parts {
		feature, bounds, ok := strings.Cut(text, "=")
		if !ok {
			return o, usage.Errorf("--part %q: give a feature and bounds, such as um=75,85", text)
		}
		p := train.Partition{Feature: feature}
		for b := range strings.SplitSeq(bounds, ",") {
			x, err := strconv.ParseFloat(b, 64)
			if err != nil {
				return o, usage.Errorf("--part %q: the bound %q is not a number", text, b)
			}
			p.Bounds = append(p.Bounds, x)
		}
		o.Partitions = append(o.Partitions, p)
	}
	if _, err := o.Filled(); err != nil {
		return o, usage.Errorf("%s", strings.TrimPrefix(err.Error(), "train: "))
	}
	if err := usage.JSONNeedsFile(a, f.out, "rule base"); err != nil {
		return o, err
	}
	switch {
	case f.resume && f.checkpoint == "":
		return o, usage.Errorf("--resume needs --checkpoint FILE to continue from")
	case f.parallel < 0:
		return o, usage.Errorf("--parallel %d: give a number of simulations, at least 1", f.parallel)
	}
	return o, f.run.CheckNumbers(flags)
}

func trainingInput(a *console.App, flags *pflag.FlagSet, args []string, f *trainFlags, o *train.Options) (*trace.Workload, error) {
	in := &workload.Input{App: a, Opt: f.run.Read.Options()}
	if err := in.Name(args); err != nil {
		return nil, err
	}
	if !in.Spec.Simple() {
		return nil, usage.Errorf("%s: a rule base is for one machine, and this experiment has %s", args[0], in.Spec.Platform().About())
	}
	f.run.ApplyMachine(flags, &in.Spec)
	o.Overrun = in.Spec.Overrun
	in.Spec.Policies = []string{workload.DefaultPolicy}
	if err := in.Check(); err != nil {
		return nil, err
	}
	return in.Load()
}

func learn(a *console.App, flags *pflag.FlagSet, args []string, f *trainFlags) error {
	o, err := f.options(a, flags)
	if err != nil {
		return err
	}
	for _, name := range []string{f.out, f.checkpoint} {
		if err := console.Writable(name); err != nil { // before hours of work
			return err
		}
	}
	w, err := trainingInput(a, flags, args, f, &o)
	if err != nil {
		return err
	}
	c := train.Control{Workers: f.parallel}
	if c.From, err = f.from(a); err != nil {
		return err
	}
	kept := ""
	if f.checkpoint != "" {
		if c.From != nil {
			kept = f.checkpoint
		}
		c.Checkpoint = func(s *train.State) error {
			text, err := json.Marshal(s)
			if err == nil {
				err = atomicfile.WriteBytes(f.checkpoint, sealed.Seal(text))
			}
			if err == nil {
				kept = f.checkpoint
			}
			return err
		}
	}
	m := a.Meter("training", "simulations")
	c.Progress = func(p train.Progress) {
		title := "training"
		if p.Generations > 0 {
			title = fmt.Sprintf("generation %d of %d", p.Generation, p.Generations)
		}
		if p.Best != nil {
			title += ", best " + console.Decimal(*p.Best)
		}
		m.Title(title)
		m.Set(int64(p.Done), int64(p.Total))
	}
	beside, r, err := trained(a, w, o, c)
	m.Done()
	switch {
	case err == nil:
		return deliverBase(a, w, f, r, beside)
	case a.Context.Err() == nil:
		return errors.New(strings.TrimPrefix(err.Error(), "train: "))
	case kept != "":
		return fmt.Errorf("stopped; --resume continues from %s", kept)
	}
	return console.ErrStopped
}

// trained trains, and simulates every single strategy for the report.
func trained(a *console.App, w *trace.Workload, o train.Options, c train.Control) (beside []strategyJSON, r *train.Result, err error) {
	if r, err = train.Run(a.Context, w, o, c); err != nil {
		return nil, nil, err
	}
	scores, values, err := train.Strategies(a.Context, w, o, c.Workers)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range rules.StrategyNames {
		beside = append(beside, strategyJSON{name, numeral.JSON(values[i]), scoresOf(scores[i])})
	}
	slices.SortStableFunc(beside, func(a, b strategyJSON) int { return cmp.Compare(a.Objective, b.Objective) })
	return beside, r, nil
}

// from reads the checkpoint to continue from; without one it returns nil. One that is damaged is set aside, and the
// training starts over; a file that is none stays.
func (f *trainFlags) from(a *console.App) (*train.State, error) {
	if f.checkpoint == "" {
		return nil, nil
	}
	text, err := bounded.ReadFile(f.checkpoint, workload.MaxSpec)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, console.ReadError(f.checkpoint, err)
	case !f.resume:
		return nil, fmt.Errorf("%s: the checkpoint exists: continue it with --resume, or remove it to start over", f.checkpoint)
	}
	content, isSealed, err := sealed.Open(text)
	if err != nil && (isSealed || train.IsState(text)) {
		fmt.Fprintf(a.Err, "backfill: %s: the checkpoint is damaged: the training starts over\n", sealed.SetAside(f.checkpoint))
		return nil, nil
	}
	s, err := train.ParseState(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", f.checkpoint, strings.TrimPrefix(err.Error(), "train: "))
	}
	return s, nil
}

// scoresJSON are the scores of a schedule by their names in rules.Objectives.
type scoresJSON map[string]numeral.JSON

func scoresOf(s rules.Scores) scoresJSON {
	m := scoresJSON{}
	for i, v := range s.Values() {
		m[rules.Objectives()[i]] = numeral.JSON(v)
	}
	return m
}

type strategyJSON struct {
	Strategy  string       `json:"strategy"`
	Objective numeral.JSON `json:"objective"`
	Scores    scoresJSON   `json:"scores"`
}

type trainingJSON struct {
	File        string         `json:"file"`
	Name        string         `json:"name"`
	Workload    string         `json:"workload"`
	SHA256      string         `json:"workload_sha256"`
	Jobs        int            `json:"jobs"`
	Procs       int            `json:"procs"`
	Options     train.Options  `json:"options"`
	Objective   numeral.JSON   `json:"objective"`
	Start       numeral.JSON   `json:"start"` // best of the first generation; of prob, the best draw
	Scores      scoresJSON     `json:"scores"`
	Strategies  []strategyJSON `json:"strategies"` // best first
	Stopped     string         `json:"stopped"`
	Evaluations int            `json:"evaluations"`
	Simulated   int            `json:"simulated"`
	Seconds     numeral.JSON   `json:"seconds"`
	History     []train.Record `json:"history"`
}

// deliverBase writes a rule base and reports how good it is.
func deliverBase(a *console.App, w *trace.Workload, f *trainFlags, r *train.Result, beside []strategyJSON) error {
	if err := a.Save(f.out, func(to io.Writer) error { return rules.Write(to, r.Base) }); err != nil {
		return err
	}
	start := r.History[0].Best
	if a.JSON {
		return a.PrintJSON(trainingJSON{f.out, r.Base.Name, w.Name, w.SHA256(), w.Len(), w.Procs, r.Options,
			numeral.JSON(r.Objective), numeral.JSON(start), scoresOf(r.Scores), beside, r.Stopped, r.Evaluations, r.Simulated,
			numeral.JSON(r.Seconds), r.History})
	}
	report, to := a.Beside(f.out)
	fmt.Fprintf(report, "%s: a rule base to %s\n", r.Base.Name, to)
	fmt.Fprintf(report, "  %s of %s, %s: %s in %s\n", numeral.Plural(r.Simulated, "simulation"), numeral.Plural(w.Len(), "job"), r.Stopped,
		r.Options.Objective, console.Duration(int64(r.Seconds+0.5)))
	line := func(name string, value numeral.JSON, s scoresJSON) {
		fmt.Fprintf(report, "  %-22s %12s", name, console.Decimal(value))
		for _, o := range rules.Objectives() {
			fmt.Fprintf(report, " %8s", console.Decimal(s[o]))
		}
		fmt.Fprintln(report)
	}
	fmt.Fprintf(report, "  %-22s %12s", "", "objective")
	for _, o := range rules.Objectives() {
		fmt.Fprintf(report, " %8s", o)
	}
	fmt.Fprintln(report)
	line("the rule base", numeral.JSON(r.Objective), scoresOf(r.Scores))
	first := "best of the start"
	if r.Options.Approach == train.Prob {
		first = "best of the draws"
	}
	fmt.Fprintf(report, "  %-22s %12s\n", first, console.Decimal(start))
	for i, s := range beside {
		if i < 3 || s.Strategy == "submit-easy" {
			line(s.Strategy, s.Objective, s.Scores)
		}
	}
	if best := beside[0]; float64(best.Objective) < r.Objective {
		fmt.Fprintf(report, "  %s alone is better: train longer, or with other settings\n", best.Strategy)
	}
	return nil
}
