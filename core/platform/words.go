package platform

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// summary says in a sentence or two how long the job waited, for which causes, and what let it start.
func (a *Answer) summary() string {
	var b strings.Builder
	switch totals := a.Totals(); {
	case a.Wait() == 0:
		fmt.Fprintf(&b, "Job %s started at once", a.ID)
	case len(totals) == 1:
		fmt.Fprintf(&b, "Job %s %s: %s", a.ID, a.waited(), totals[0].Cause)
	default:
		fmt.Fprintf(&b, "Job %s %s: %s", a.ID, a.waited(), a.shares(totals))
	}
	b.WriteString(a.started())
	b.WriteByte('.')
	if text := a.later(); text != "" {
		b.WriteString(" " + text)
	}
	return b.String()
}

// waited says how long it waited, and how long it ran in earlier runs.
func (a *Answer) waited() string {
	ran, runs := 0.0, 0
	for i := range a.Spans {
		if s := &a.Spans[i]; s.Ran {
			ran, runs = ran+s.To-s.From, runs+1
		}
	}
	if runs == 0 {
		return "waited " + numeral.Duration(a.Wait())
	}
	wait := numeral.Duration(a.Wait() - ran)
	return fmt.Sprintf("waited %s and ran %s, for %s, before its last start", wait, times(runs), numeral.Duration(ran))
}

// shares lists the causes of at least a hundredth of the wait, at most three.
func (a *Answer) shares(totals []Total) string {
	var parts []string
	for _, t := range totals[:min(3, len(totals))] {
		if part := numeral.Fixed(100*t.Seconds/a.Wait(), 0); part != "0" {
			parts = append(parts, fmt.Sprintf("%s (%s %%)", t.Cause, part))
		}
	}
	return strings.Join(parts, ", ")
}

// started continues the summary: where the job started, and what made room.
func (a *Answer) started() string {
	when := ""
	if a.Wait() > 0 {
		switch {
		case a.Packed:
			when = " when all jobs were packed again"
			if len(a.Room) > 0 {
				when += " after the end of " + a.Jobs(a.Room)
			}
		case len(a.Room) > 0 && a.Late:
			when = " after " + a.Jobs(a.Room) + " ended"
		case len(a.Room) > 0:
			when = " when " + a.Jobs(a.Room) + " ended"
		}
	}
	if len(a.Forced) > 0 {
		verb := " was"
		if len(a.Forced) > 1 {
			verb = " were"
		}
		when += "; " + a.Jobs(a.Forced) + verb + " paused or moved for it"
	}
	switch {
	case a.Wait() == 0 && a.On != "":
		return " on " + a.On + when
	case a.Wait() == 0:
		return when
	case a.On != "":
		return "; it started on " + a.On + when
	case when != "":
		return "; it started" + when
	}
	return ""
}

// later says how often and how long the job was paused and moved after its start.
func (a *Answer) later() string {
	paused, moved, held := 0, 0, 0.0
	for i := range a.After {
		if a.After[i].Moved {
			moved++
		} else {
			paused, held = paused+1, held+a.After[i].To-a.After[i].From
		}
	}
	pauses := "paused " + times(paused) + ", for " + numeral.Duration(held)
	switch {
	case paused > 0 && moved > 0:
		return "Later it was " + pauses + ", and moved " + times(moved) + "."
	case paused > 0:
		return "Later it was " + pauses + "."
	case moved > 0:
		return "Later it was moved " + times(moved) + "."
	}
	return ""
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return numeral.Whole(n) + " times"
}

// Jobs names at most five jobs: job 3; jobs 3, 4 and 5.
func (a *Answer) Jobs(jobs []int64) string {
	const most = 5
	if len(jobs) == 1 {
		return "job " + a.Label(jobs[0])
	}
	var names []string
	for _, id := range jobs[:min(len(jobs), most)] {
		names = append(names, a.Label(id))
	}
	if rest := len(jobs) - most; rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	return "jobs " + numeral.List(names)
}

// Expected says which jobs are expected to end.
func (a *Answer) Expected(jobs []int64) string {
	if len(jobs) == 1 {
		return a.Jobs(jobs) + " is expected to end"
	}
	return a.Jobs(jobs) + " are expected to end"
}
