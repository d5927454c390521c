package workload

import (
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Deliver writes a log to a file or standard output and describes it.
func Deliver(a *console.App, w *trace.Workload, out string) error {
	if w.Len() == 0 {
		return errors.New("no job is left, so nothing is written")
	}
	if err := a.Save(out, w.WriteSWF); err != nil {
		return err
	}
	if a.JSON {
		return a.PrintJSON(struct {
			File string `json:"file"`
			trace.Info
		}{out, w.Info()})
	}
	load, err := w.Load()
	if err != nil {
		return err
	}
	report, to := a.Beside(out)
	fmt.Fprintf(report, "%s: %s on %s, offered load %s, to %s\n",
		w.Name, numeral.Plural(w.Len(), "job"), numeral.Plural(w.Procs, "processor"), console.Decimal(load), to)
	PrintReading(report, w)
	for _, change := range w.Changes {
		fmt.Fprintln(report, "  "+change)
	}
	PrintCounts(report, w)
	return nil
}
