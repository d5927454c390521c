package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

type trainFlags struct {
	run        workloadFlags
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

func (a *app) trainCommand() *cobra.Command {
	var f trainFlags
	c := &cobra.Command{
		Use:   "train [WORKLOAD]",
		Short: "Learn a rule base that chooses among 13 strategies",
		Long:  trainText, Example: trainExamples,
		Args: arguments(0, 1),
		RunE: func(c *cobra.Command, args []string) error { return a.train(c.Flags(), args, &f) },
	}
	f.add(a, c)
	a.layered(c, trainGroups)
	return c
}

func (f *trainFlags) add(a *app, c *cobra.Command) {
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
	f.run.addMachine(fl)
	fl.IntVar(&f.parallel, "parallel", 0, "simulations at once (default: one per core)")
	a.withJSON(c)
}

func (f *trainFlags) options(a *app, flags *pflag.FlagSet) (train.Options, error) {
	o := f.o
	o.Overrun = f.run.spec.Overrun
	if flags.Changed("target") {
		o.Target = &f.target
	}
	if err := atLeast1(flags, "generations", "mu", "lambda", "rules", "patience", "draws"); err != nil {
		return o, err
	}
	if flags.Changed("groups") {
		if len(f.groups) != len(o.Bounds) {
			return o, usage("--groups %v: give %d percentages", f.groups, len(o.Bounds))
		}
		copy(o.Bounds[:], f.groups)
		if o.Bounds == (rules.Bounds{}) {
			return o, usage("--groups: give falling percentages")
		}
	}
	if flags.Changed("advantage") {
		if len(f.advantage) != rules.NumGroups {
			return o, usage("--advantage %v: give %d numbers of seconds", f.advantage, rules.NumGroups)
		}
		o.Advantage = (*rules.Advantage)(f.advantage)
	}
	for _, text := range f.parts {
		feature, bounds, ok := strings.Cut(text, "=")
		if !ok {
			return o, usage("--part %q: give a feature and bounds, such as um=75,85", text)
		}
		p := train.Partition{Feature: feature}
		for b := range strings.SplitSeq(bounds, ",") {
			x, err := strconv.ParseFloat(b, 64)
			if err != nil {
				return o, usage("--part %q: the bound %q is not a number", text, b)
			}
			p.Bounds = append(p.Bounds, x)
		}
		o.Partitions = append(o.Partitions, p)
	}
	if _, err := o.Filled(); err != nil {
		return o, usage("%s", strings.TrimPrefix(err.Error(), "train: "))
	}
	if err := a.jsonNeedsFile(f.out, "rule base"); err != nil {
		return o, err
	}
	switch {
	case f.resume && f.checkpoint == "":
		return o, usage("--resume needs --checkpoint FILE to continue from")
	case f.parallel < 0:
		return o, usage("--parallel %d: give a number of simulations, at least 1", f.parallel)
	}
	return o, f.run.checkMachine(flags)
}

func (a *app) trainingInput(flags *pflag.FlagSet, args []string, f *trainFlags, o *train.Options) (*trace.Workload, error) {
	in := &input{app: a, opt: f.run.read.options()}
	if err := in.name(args); err != nil {
		return nil, err
	}
	if on := in.spec.Platform(); !on.Simple() {
		return nil, usage("%s: a rule base is for one machine, and this experiment has %s", args[0], on)
	}
	f.run.applyMachine(flags, &in.spec)
	o.Overrun = in.spec.Overrun
	in.spec.Policies = []string{defaultPolicy}
	if err := in.check(); err != nil {
		return nil, err
	}
	return in.load()
}

func (a *app) train(flags *pflag.FlagSet, args []string, f *trainFlags) error {
	o, err := f.options(a, flags)
	if err != nil {
		return err
	}
	for _, name := range []string{f.out, f.checkpoint} {
		if err := writable(name); err != nil { // before hours of work
			return err
		}
	}
	w, err := a.trainingInput(flags, args, f, &o)
	if err != nil {
		return err
	}
	c := train.Control{Workers: f.parallel}
	if c.From, err = f.from(); err != nil {
		return err
	}
	kept := ""
	if f.checkpoint != "" {
		if c.From != nil {
			kept = f.checkpoint
		}
		c.Checkpoint = func(s *train.State) error {
			err := atomicfile.Write(f.checkpoint, func(to io.Writer) error { return json.NewEncoder(to).Encode(s) })
			if err == nil {
				kept = f.checkpoint
			}
			return err
		}
	}
	m := progress.New(a.err, "training", "simulations")
	c.Progress = func(p train.Progress) {
		title := "training"
		if p.Generations > 0 {
			title = fmt.Sprintf("generation %d of %d", p.Generation, p.Generations)
		}
		if p.Best != nil {
			title += ", best " + decimal(*p.Best)
		}
		m.Title(title)
		m.Set(int64(p.Done), int64(p.Total))
	}
	beside, r, err := a.trained(w, o, c)
	m.Done()
	switch {
	case err == nil:
		return a.deliverBase(w, f, r, beside)
	case a.ctx.Err() == nil:
		return errors.New(strings.TrimPrefix(err.Error(), "train: "))
	case kept != "":
		return fmt.Errorf("stopped; --resume continues from %s", kept)
	}
	return errStopped
}

// trained trains, and simulates every single strategy for the report.
func (a *app) trained(w *trace.Workload, o train.Options, c train.Control) (beside []strategyJSON, r *train.Result, err error) {
	if r, err = train.Run(a.ctx, w, o, c); err != nil {
		return nil, nil, err
	}
	scores, values, err := train.Strategies(a.ctx, w, o, c.Workers)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range rules.StrategyNames {
		beside = append(beside, strategyJSON{name, number(values[i]), scoresOf(scores[i])})
	}
	slices.SortStableFunc(beside, func(a, b strategyJSON) int { return cmp.Compare(a.Objective, b.Objective) })
	return beside, r, nil
}

// from reads the checkpoint to continue from; without one it returns nil.
func (f *trainFlags) from() (*train.State, error) {
	if f.checkpoint == "" {
		return nil, nil
	}
	text, err := os.ReadFile(f.checkpoint)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fileError(f.checkpoint, err)
	case !f.resume:
		return nil, fmt.Errorf("%s: the checkpoint exists: continue it with --resume, or remove it to begin anew", f.checkpoint)
	}
	s, err := train.ParseState(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", f.checkpoint, strings.TrimPrefix(err.Error(), "train: "))
	}
	return s, nil
}

// writable returns an error unless there is a folder for the file.
func writable(name string) error {
	if toStdout(name) {
		return nil
	}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", name)
	case err == nil:
		return nil
	}
	switch info, err := os.Stat(filepath.Dir(name)); {
	case err != nil:
		return fileError(filepath.Dir(name), err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder, so %s cannot be written", filepath.Dir(name), name)
	}
	return nil
}
