package paper

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/figures/report"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/fetch"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// archived returns the address of a log of the Parallel Workloads Archive by the SHA-256 of
// the uncompressed file, or "" if this program does not know it.
func archived(sha256 string) string {
	for _, l := range fetch.All() {
		if l.SHA256 == sha256 && sha256 != "" && l.Folder != "" {
			return l.Address(fetch.Archive)
		}
	}
	return ""
}

func reportCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var out, beside string
	c := usage.New("paper report", nil, func(_ *cobra.Command, args []string) error {
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
	})
	c.ValidArgsFunction = usage.Completes(evaluation.Catalogue.IDs)
	f.AddTo(c.Flags())
	c.Flags().StringVar(&beside, "beside", "", "another reading, CHOICE=VALUE,..., to show below ours")
	c.Flags().StringVarP(&out, "out", "o", "report.html", "file for the page, or - for standard output")
	return c
}
