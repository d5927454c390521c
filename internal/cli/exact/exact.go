// Package exact is backfill exact, which asks solvers for the best schedule of a self-tuning step.
package exact

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

type exactFlags struct {
	from, run string // a folder of results, and one of its runs
	only      []string
	waiting   string
	sample    int

	solvers       []string
	time, horizon time.Duration
	memoryMiB     int
	workers       int
	python, scale string
	relaxed       bool

	lp, mps, start, solution, figure string
}

// Command is backfill exact.
func Command(a *console.App) *cobra.Command {
	var f exactFlags
	c := usage.New("exact", usage.Arguments(0, 1), func(c *cobra.Command, args []string) error {
		if len(args) == 0 && f.from == "" {
			if c.Flags().NFlag() == 0 {
				return c.Help()
			}
			return usage.Errorf("give a FILE of instances, or --from-run DIR; see %s --help", c.CommandPath())
		}
		return solveAll(a, args, &f)
	})
	c.AddCommand(collectCommand(a), compareCommand(a))
	f.add(a, c)
	usage.Layered(a, c, "{formats}", formatNames())
	return c
}

func (f *exactFlags) add(a *console.App, c *cobra.Command) {
	fl := c.Flags()
	f.addInstances(fl)
	f.addSolvers(fl)
	fl.StringVar(&f.lp, "lp", "", "write the integer program as an LP file")
	fl.StringVar(&f.mps, "mps", "", "write it as an MPS file")
	fl.StringVar(&f.start, "start", "", "write the best policy's solution of it, as FORMAT=FILE")
	fl.StringVar(&f.solution, "solution", "", "read another program's solution of it, as FORMAT=FILE")
	fl.StringVar(&f.figure, "figure", "", "draw the best schedule beside the best policy's: a .svg, .png, .pdf or .csv file")
	a.WithJSON(c)
}

// addInstances adds the flags that choose instances.
func (f *exactFlags) addInstances(fl *pflag.FlagSet) {
	fl.StringVar(&f.from, "from-run", "", "folder with the results of a self-tuning policy's run")
	fl.StringVar(&f.run, "run", "", "with --from-run: the run, or its policy (default: all)")
	fl.StringSliceVar(&f.only, "only", nil, "instances by name or second")
	fl.StringVar(&f.waiting, "waiting", "", "instances by number of waiting jobs: 12, or 20-24")
	fl.IntVar(&f.sample, "sample", 0, "number of instances, evenly from those left")
}

// addSolvers adds the flags that choose solvers, and how they are called.
func (f *exactFlags) addSolvers(fl *pflag.FlagSet) {
	names := console.Texts(solvers.All(), func(s *solvers.Solver) string { return s.Name })
	fl.StringSliceVar(&f.solvers, "solver", []string{"own"}, "solvers: "+strings.Join(names, ", ")+"; none solves nothing")
	fl.DurationVar(&f.time, "time", 10*time.Second, "each solver's limit for an instance")
	fl.IntVar(&f.memoryMiB, "memory", 8192, "each solver's memory in MiB; 0 is no limit")
	fl.IntVar(&f.workers, "workers", 1, "threads of each solver; cbc and scip have one")
	fl.StringVar(&f.scale, "scale", "paper", "slots of the integer program: paper, printed, or seconds")
	fl.DurationVar(&f.horizon, "horizon", 0, "least length of the integer program (default: until the latest policy's schedule ends)")
	fl.BoolVar(&f.relaxed, "relaxed", false, "also solve the integer program rounded down, for a bound on whole seconds")
	fl.StringVar(&f.python, "python", "", "Python to look for solvers in (default: BACKFILL_PYTHON, the active environment, python3 on PATH)")
}

func formatNames() string {
	return strings.Join(console.Texts(program.Formats, func(f program.Format) string { return string(f) }), ", ")
}

func solveAll(a *console.App, args []string, f *exactFlags) error {
	x, all, err := newExactRun(a, args, f)
	if err != nil {
		return err
	}
	if len(all) > 1 {
		for name, file := range map[string]string{"lp": f.lp, "mps": f.mps, "start": f.start, "solution": f.solution, "figure": f.figure} {
			if file != "" {
				return usage.Errorf("--%s is for one instance, but %d are chosen: name one with --only", name, len(all))
			}
		}
	}
	m := a.Meter("solving", "calls of solvers")
	var done []*solved
	for i, in := range all {
		m.Set(int64(i*len(x.asked)), int64(len(all)*len(x.asked)))
		s, err := x.solve(in)
		if err != nil {
			m.Done()
			return fmt.Errorf("%s: %w", nameOf(in), err)
		}
		if a.Context.Err() != nil {
			break
		}
		done = append(done, s)
	}
	m.Done()
	if a.Context.Err() != nil && len(done) == 0 {
		return console.ErrStopped
	}
	if err := x.report(done); err != nil {
		return err
	}
	if a.Context.Err() != nil {
		return fmt.Errorf("stopped after %d of %d instances", len(done), len(all))
	}
	return nil
}

// An exactRun is one call of backfill exact.
type exactRun struct {
	app      *console.App
	f        *exactFlags
	env      *solvers.Environment
	asked    []*solvers.Solver
	options  program.Options
	start    formatFile
	solution formatFile
	low, top int // of waiting jobs
}

// A formatFile is FORMAT=FILE.
type formatFile struct {
	format program.Format
	file   string
}

func parseFormatFile(flag, text string) (f formatFile, err error) {
	if text == "" {
		return f, nil
	}
	format, file, ok := strings.Cut(text, "=")
	if !ok || file == "" {
		return f, usage.Errorf("--%s %q: give FORMAT=FILE, with a format of %s", flag, text, formatNames())
	}
	if f.format, err = program.FormatNamed(format); err != nil {
		return f, usage.Errorf("--%s: %w", flag, err)
	}
	f.file = file
	return f, nil
}

// newExactRun returns a call with those flags, and its instances.
func newExactRun(a *console.App, args []string, f *exactFlags) (*exactRun, []*exact.Instance, error) {
	x := &exactRun{app: a, f: f, env: &solvers.Environment{Python: f.python}}
	if err := x.check(args); err != nil {
		return nil, nil, err
	}
	all, err := x.instances(args)
	if err != nil {
		return nil, nil, err
	}
	all, err = x.choose(all)
	return x, all, err
}

// check reads the flags before any work is done.
func (x *exactRun) check(args []string) (err error) {
	f := x.f
	switch {
	case len(args) > 0 && f.from != "":
		return usage.Errorf("both %s and --from-run are given: give one of them", args[0])
	case f.run != "" && f.from == "":
		return usage.Errorf("--run needs --from-run DIR")
	case f.time <= 0:
		return usage.Errorf("--time %s: give a positive duration such as 60s", f.time)
	case f.memoryMiB < 0:
		return usage.Errorf("--memory %d: give a number of MiB, or 0 for no limit", f.memoryMiB)
	case f.workers < 1:
		return usage.Errorf("--workers %d: give a number of threads", f.workers)
	case f.sample < 0:
		return usage.Errorf("--sample %d: give a number of instances", f.sample)
	case f.horizon < 0:
		return usage.Errorf("--horizon %s: give a positive duration such as 48h", f.horizon)
	}
	if len(f.solvers) != 1 || f.solvers[0] != "none" {
		for i, name := range f.solvers {
			s, err := solvers.Named(name)
			if err != nil {
				return usage.Errorf("%w", err)
			}
			if slices.Contains(f.solvers[:i], name) {
				return usage.Errorf("solver %s is named twice", name)
			}
			x.asked = append(x.asked, s)
		}
	}
	x.options.Horizon = int64(f.horizon / time.Second)
	switch f.scale {
	case "paper":
	case "printed":
		x.options.Memory = program.Printed
	default:
		if x.options.Scale, err = strconv.ParseInt(f.scale, 10, 64); err != nil || x.options.Scale < 1 {
			return usage.Errorf("--scale %q: give paper, printed, or a number of seconds", f.scale)
		}
	}
	if f.waiting != "" {
		low, top, several := strings.Cut(f.waiting, "-")
		if !several {
			top = low
		}
		var err1, err2 error
		x.low, err1 = strconv.Atoi(low)
		x.top, err2 = strconv.Atoi(top)
		if err1 != nil || err2 != nil || x.low < 0 || x.top < x.low {
			return usage.Errorf("--waiting %q: give a number of jobs, or a range such as 20-24", f.waiting)
		}
	}
	if x.start, err = parseFormatFile("start", f.start); err != nil {
		return err
	}
	if x.solution, err = parseFormatFile("solution", f.solution); err != nil {
		return err
	}
	if f.figure != "" {
		if err := drawing.CheckFormats([]string{strings.TrimPrefix(filepath.Ext(f.figure), ".")}); err != nil {
			return err
		}
	}
	for _, name := range []string{f.lp, f.mps, x.start.file, f.figure} {
		if err := console.Writable(name); err != nil {
			return err
		}
	}
	return nil
}

func (x *exactRun) instances(args []string) ([]*exact.Instance, error) {
	if x.f.from != "" {
		return x.ofRun()
	}
	return console.ReadInput(x.app, args[0], func(r io.Reader) ([]*exact.Instance, error) {
		all, err := exact.ReadAll(r)
		if err == nil && len(all) == 0 {
			err = errors.New("there is no instance in it")
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", args[0], err)
		}
		return all, err
	})
}

// ofRun returns the instances of a run's self-tuning steps.
func (x *exactRun) ofRun() (all []*exact.Instance, err error) {
	from := x.f.from
	r, err := results.Open(x.app, from)
	if err != nil {
		return nil, err
	}
	r.Spec.Policies = nil
	for _, run := range r.Named(x.f.run) {
		r.Spec.Policies = append(r.Spec.Policies, run.Policy)
	}
	if len(r.Spec.Policies) == 0 {
		return nil, usage.Errorf("%s: unknown run %q; there are %v", from, x.f.run, r.Policies())
	}
	w, err := r.Load(x.app)
	if err != nil {
		return nil, err
	}
	ctx := x.app.Context
	_, err = experiment.Execute(ctx, r.Spec, w, experiment.Options{Instance: func(in *platform.Instance) error {
		all = append(all, in.Instance)
		return nil
	}})
	switch {
	case ctx.Err() != nil:
		return nil, console.ErrStopped
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, fmt.Errorf("%s: %s took no self-tuning step at a submission: run a policy such as dynp-advanced",
			from, strings.Join(r.Spec.Policies, ", "))
	}
	return all, nil
}

// choose applies --only, --waiting and --sample.
func (x *exactRun) choose(all []*exact.Instance) ([]*exact.Instance, error) {
	var kept []*exact.Instance
	found := map[string]bool{}
	for _, in := range all {
		chosen := len(x.f.only) == 0
		for _, name := range x.f.only {
			if name == in.Name || name == strconv.FormatInt(in.Now, 10) {
				chosen, found[name] = true, true
			}
		}
		if n := len(in.Jobs); chosen && (x.f.waiting == "" || x.low <= n && n <= x.top) {
			kept = append(kept, in)
		}
	}
	for _, name := range x.f.only {
		if !found[name] {
			return nil, usage.Errorf("--only %s: none of %s has that name or second", name, numeral.Plural(len(all), "instance"))
		}
	}
	if len(kept) == 0 {
		return nil, usage.Errorf("--waiting %s: none of %s has as many waiting jobs", x.f.waiting, numeral.Plural(len(all), "instance"))
	}
	n := x.f.sample
	if n == 0 || n >= len(kept) {
		return kept, nil
	}
	some := make([]*exact.Instance, n)
	for i := range some {
		some[i] = kept[(2*i+1)*len(kept)/(2*n)]
	}
	return some, nil
}

func nameOf(in *exact.Instance) string {
	if in.Name != "" {
		return in.Name
	}
	return "the instance at second " + strconv.FormatInt(in.Now, 10)
}
