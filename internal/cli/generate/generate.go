// Package generate is backfill generate, which draws a workload from a model.
package generate

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// Command is backfill generate.
func Command(a *console.App) *cobra.Command {
	var m experiment.Model
	var out string
	c := usage.New("generate", usage.Arguments(0, 0), func(c *cobra.Command, _ []string) error {
		switch {
		case m.Name == "":
			return usage.Errorf("--model is missing: lublin or empirical")
		case m.Name == "empirical" && m.From == "":
			return usage.Errorf("--from LOG is missing: the log that the empirical model imitates")
		case m.Name == "lublin" && m.From != "":
			return usage.Errorf("--from is for the empirical model; lublin needs no log")
		}
		if err := usage.AtLeast1(c.Flags(), "jobs", "procs"); err != nil {
			return err
		}
		if c.Flags().Changed("load") && !(m.Load > 0) {
			return usage.Errorf("--load %v: give a positive number; 1 fills the machine", m.Load)
		}
		if err := usage.JSONNeedsFile(a, out, "log"); err != nil {
			return err
		}
		spec := experiment.Spec{Workload: experiment.Source{Model: &m}, Policies: []string{workload.DefaultPolicy}}
		if err := spec.Validate(); err != nil {
			return usage.Errorf("%w", err)
		}
		in := &workload.Input{App: a}
		var w *trace.Workload
		err := trace.ErrWhole // for --json, which counts jobs in many ways
		if !a.JSON {
			console.Await(func() { w, err = m.Generate(nil, trace.Options{Scratch: &trace.Scratch{Create: workload.ScratchFile}}) })
		}
		if errors.Is(err, trace.ErrWhole) {
			console.Await(func() { w, err = m.Generate(in.Open, trace.Options{}) })
		}
		switch {
		case err == nil:
			defer w.Close()
			return workload.Deliver(a, w, out)
		case m.Name == "lublin": // which has no input but the flags
			return usage.Errorf("%w", err)
		}
		return err
	})
	fl := usage.Ordered(c)
	fl.StringVar(&m.Name, "model", "", "lublin or empirical")
	fl.StringVar(&m.From, "from", "", "empirical: the log to imitate")
	fl.IntVar(&m.Jobs, "jobs", 10_000, "number of jobs")
	fl.Uint64Var(&m.Seed, "seed", 0, "seed of all random numbers")
	fl.IntVar(&m.Procs, "procs", 0, "lublin: processors of the machine (default 128)")
	fl.Float64Var(&m.Load, "load", 0, "offered load to reach (default: the model's own)")
	fl.IntVar(&m.Users, "users", 0, "number of users that submit the jobs (default: unknown)")
	fl.StringVar(&m.Type, "type", "", "lublin: batch, interactive, both or untyped jobs (default batch)")
	fl.StringVar(&m.Estimates, "estimates", "", "lublin: exact, factor or round (default exact)")
	fl.Float64Var(&m.Factor, "factor", 0, "lublin: the factor of the estimates factor and round")
	fl.Float64Var(&m.Wide, "wide", 0, "lublin: share of parallel jobs that are wide, up to 1 (default: the model's own, 0.125 of batch jobs)")
	fl.Float64Var(&m.RunFactor, "run-factor", 0, "lublin: multiply the run times (default 1)")
	fl.StringVarP(&out, "out", "o", "", "file to write (default: standard output)")
	return a.WithJSON(c)
}
