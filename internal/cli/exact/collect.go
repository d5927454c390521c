package exact

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func collectCommand(a *console.App) *cobra.Command {
	var f workload.Flags
	var out string
	c := usage.New("exact collect", usage.Arguments(0, 1), func(c *cobra.Command, args []string) error {
		return collect(a, c.Flags(), args, out, &f)
	})
	fl := usage.Ordered(c)
	fl.StringSliceVarP(&f.Spec.Policies, "policy", "p", []string{"dynp-advanced"}, "dynp-advanced or dynp-simple, with their options")
	f.AddMachine(fl)
	fl.Uint64Var(&f.Seed, "seed", 0, "seed of a generated workload")
	fl.StringVarP(&out, "out", "o", "", "folder for the instances and the results")
	return a.WithJSON(c)
}

func collect(a *console.App, flags *pflag.FlagSet, args []string, out string, f *workload.Flags) error {
	if out == "" {
		return usage.Errorf("-o DIR is missing: name a folder for the instances")
	}
	if err := f.CheckPolicies(); err != nil {
		return err
	}
	if err := f.CheckMachine(flags); err != nil {
		return err
	}
	in, err := workload.New(a, flags, args, f)
	if err != nil {
		return err
	}
	for _, name := range in.Spec.Policies {
		p, err := in.Spec.Catalogue().Machine(name, nil)
		if _, ok := p.(*dynp.SelfTuning); err != nil || !ok {
			return usage.Errorf("policy %s takes no self-tuning steps: choose dynp-advanced or dynp-simple", name)
		}
	}
	w, err := in.Load()
	if err != nil {
		return err
	}
	sha256 := w.SHA256()
	dir, err := arrowio.Create(out, in.SpecFor(out).Meta(w, sha256, buildinfo.Version()),
		arrowio.Options{Tables: []*result.Schema{result.Steps, result.Instances}})
	if err != nil {
		return err
	}
	defer dir.Abort()
	var all []*platform.Instance
	m := a.Meter("simulating", "jobs")
	_, err = experiment.Execute(a.Context, in.Spec, w, experiment.Options{
		Tables: dir.Tables(), WorkloadSHA256: sha256, Progress: m.Runs(in.Spec.Policies, w.Len()),
		Instance: func(in *platform.Instance) error { all = append(all, in); return nil },
	})
	m.Done()
	if a.Context.Err() != nil {
		return console.ErrStopped
	} else if err != nil {
		return err
	}
	if err := dir.Commit(); err != nil {
		return err
	}
	lines := filepath.Join(out, "instances.jsonl")
	most, jobs := 0, 0
	if err := atomicfile.Write(lines, func(w io.Writer) error {
		for _, in := range all {
			most, jobs = max(most, len(in.Jobs)), jobs+len(in.Jobs)
			if err := in.Write(w); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if a.JSON {
		mean := numeral.JSON(float64(jobs) / float64(len(all)))
		return a.PrintJSON(map[string]any{"instances": len(all), "waiting_mean": mean, "waiting_most": most,
			"files": append(dir.Files(), lines)})
	}
	fmt.Fprintf(a, "%s in %s, with %s jobs waiting on average and %d at most\n",
		numeral.Plural(len(all), "instance"), out, console.Decimal(float64(jobs)/float64(max(1, len(all)))), most)
	return nil
}
