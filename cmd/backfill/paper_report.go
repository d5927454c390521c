package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/report"
)

func (a *app) paperReportCommand() *cobra.Command {
	var f paperFlags
	var out string
	c := &cobra.Command{
		Use:   "report [ID...]",
		Short: "Write one HTML page with every table, figure and claim beside ours",
		Long: `Write one HTML page of the experiments named, or of all: for every table the
printed numbers, ours and their ratio; for every figure our picture and the
claims about it; for every experiment the workload with its hash, the seeds and
the command that repeats it. The page needs no other file and no network.`,
		Example: `  backfill paper report --traces ~/traces -o report.html
  backfill paper report dynp --scale quick -o quick.html`,
		ValidArgsFunction: completes(catalogue.IDs),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := a.evaluate(&f, args)
			if err != nil {
				return err
			}
			in := report.Input{Evaluations: all, Version: version(), Repeat: func(id string) string { return f.repeat("run", id) }}
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
	c.Flags().StringVarP(&out, "out", "o", "report.html", "file for the page, or - for standard output")
	return c
}
