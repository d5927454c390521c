package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/fetch"
	"github.com/backfill-lab/backfill/figures/report"
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

func (a *app) paperReportCommand() *cobra.Command {
	var f paperFlags
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
		ValidArgsFunction: completes(catalogue.IDs),
		RunE: func(_ *cobra.Command, args []string) error {
			other := f
			other.reading = beside
			if _, err := other.options(a); err != nil {
				return err
			}
			all, err := a.evaluate(&f, args)
			if err != nil {
				return err
			}
			in := report.Input{Evaluations: all, Program: thisBuild().String(), Log: archived,
				Repeat: func(id string) string { return f.repeat("run", id) }}
			if beside != "" {
				if in.Beside, err = a.evaluate(&other, args); err != nil {
					return err
				}
			}
			if err := a.save(out, func(w io.Writer) error { return report.Write(w, in) }); err != nil {
				return err
			}
			if out != stdio {
				fmt.Fprintf(a, "%s\n%s\n", out, tally(all))
			}
			return nil
		},
	}
	f.add(c.Flags())
	c.Flags().StringVar(&beside, "beside", "", "another reading, CHOICE=VALUE,..., to show below ours")
	c.Flags().StringVarP(&out, "out", "o", "report.html", "file for the page, or - for standard output")
	return c
}
