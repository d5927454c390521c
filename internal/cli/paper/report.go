package paper

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/report"
)

// archived returns the address of a log of the Parallel Workloads Archive by the SHA-256 of
// the uncompressed file, or "" if this program does not know it.
func archived(sha256 string) string {
	for _, l := range fetch.Catalogue {
		if l.SHA256 == sha256 && sha256 != "" {
			return fetch.Archive + l.Path()
		}
	}
	return ""
}

func reportCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out, beside string
	c := &cobra.Command{
		Use:   "report [ID...]",
		Short: "Write one HTML page with every table, figure and claim beside ours",
		Long: `Write one HTML page of the experiments named, or of all: for every table the
printed numbers, ours and their ratio; for every figure our picture and the
claims about it; for every experiment the workload with its hash, the seeds and
the command that repeats it. The page needs no other file and no network.

With --beside, the numbers and verdicts under another reading of the texts stand
below ours; backfill paper readings lists what they leave open.`,
		Example: `  backfill paper report --traces ~/traces -o report.html
  backfill paper report dynp --scale quick -o quick.html
  backfill paper report dynp --seeds 16 --beside list=a,place=ends --traces ~/traces`,
		ValidArgsFunction: usage.Completes(evaluation.Catalogue.IDs),
		RunE: func(_ *cobra.Command, args []string) error {
			other := f
			other.Reading = beside
			if _, err := other.Options(a); err != nil {
				return err
			}
			all, err := evaluation.Evaluate(a, &f, args)
			if err != nil {
				return err
			}
			in := report.Input{Evaluations: all, Program: buildinfo.This().String(), Log: archived,
				Repeat: func(id string) string { return f.Repeat("run", id) }}
			if beside != "" {
				if in.Beside, err = evaluation.Evaluate(a, &other, args); err != nil {
					return err
				}
			}
			if err := a.Save(out, func(w io.Writer) error { return report.Write(w, in) }); err != nil {
				return err
			}
			if out != console.Stdio {
				fmt.Fprintf(a, "%s\n%s\n", out, tally(all))
			}
			return nil
		},
	}
	f.AddTo(c.Flags())
	c.Flags().StringVar(&beside, "beside", "", "another reading, CHOICE=VALUE,..., to show below ours")
	c.Flags().StringVarP(&out, "out", "o", "report.html", "file for the page, or - for standard output")
	return c
}
