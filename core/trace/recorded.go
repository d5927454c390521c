package trace

import (
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// Recorded reports why the schedule that the log records cannot stand beside schedules of
// these jobs on this machine: the log gives no waits, or not those of all jobs; the jobs,
// their times or the machine were changed. It is nil if it can.
//
// A machine that the header names must be the one here. Where it names none, as in sacct
// output, the machine must hold all jobs that ran at once.
func (w *Workload) Recorded() error {
	without := 0
	for j, err := range w.Jobs.All() {
		if err != nil {
			return err
		}
		count(&without, j.Wait < 0)
	}
	switch own, _ := machine(w.Header, Options{}); {
	case w.Rescaled != "":
		return fmt.Errorf("the waits in the log are not those of these jobs (%s): leave recorded out, or play the log unchanged", w.Rescaled)
	case without == w.Len():
		return errors.New("the workload records no waits, so there is nothing to replay: choose a scheduling policy")
	case w.requested:
		return errors.New("the log's jobs held the processors allocated to them, not those requested: leave recorded out, or --width requested")
	case without > 0:
		return fmt.Errorf("%s of %s have no recorded wait, and policies would be compared on other jobs than recorded: "+
			"leave recorded out, or these jobs (trace clean --remove 'wait<0')", numeral.Whole(without), numeral.Plural(w.Len(), "job"))
	case own > 0 && own != w.Procs:
		return fmt.Errorf("the log is of a machine of %s, not of %s: leave recorded out, or the other size",
			numeral.Plural(own, "processor"), numeral.Whole(w.Procs))
	case own == 0:
		most, err := w.busiest()
		if err != nil {
			return err
		}
		if int(most) > w.Procs {
			return fmt.Errorf("jobs of the log held %s at once, more than the %s of this machine: leave recorded out, or give the machine's size",
				numeral.Plural(int(most), "processor"), numeral.Whole(w.Procs))
		}
	}
	return nil
}
