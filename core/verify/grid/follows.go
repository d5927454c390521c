package grid

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// RuleSite is the rule of Follows about where a job starts; verify.RuleEarly and RuleMissed
// are about when.
const RuleSite = "site"

// Follows returns how a schedule departs from the rules, or the violations of Check if
// there are any, with molding and splitting allowed as in r. The plans of Planned do not show
// in a schedule: for these it reports the first second at which the schedule differs from
// Expect's. Otherwise it judges each second by the schedule's own past, so one mistake is one
// or a few violations:
//
//   - no job starts that has to wait: none passes another in a first-come, first-served
//     queue, and none is split or molded if r makes it wait;
//   - no job waits that could start;
//   - a job that fits on a site is not split or molded, and otherwise gets the parts that
//     r chooses, in the order in which it takes them; at random, any site that it fits on.
func Follows(g Problem, r Rules, placed []Placement) []verify.Violation {
	var found verify.Report
	if err := g.sane(); err != nil {
		found.Add(verify.RuleWidth, job.None, job.None, "%v", err)
		return found
	}
	g.Mold, g.Split = r.Mold && !r.Clusters, r.Split != "" && !r.Clusters
	if found := Check(g, placed); len(found) > 0 {
		return found
	}
	if r.Planned {
		return followsPlan(g, r, placed)
	}
	w := newWorld(&g, &r)
	for range w.Seconds(func(i int) int64 { return placed[i].Start }) {
		w.judge(&found, placed)
	}
	return found
}

// judge compares what may start now with what the schedule starts, and leaves the world in the
// schedule's state.
func (w *world) judge(found *verify.Report, placed []Placement) {
	blamed := map[int]bool{} // once a second is enough
	report := func(i int, rule, format string, args ...any) {
		if !blamed[i] {
			found.Add(rule, w.g.Jobs[i].ID, w.Now, format, args...)
		}
		blamed[i] = true
	}
	for again := true; again; {
		w.End()
		w.Arrive()
		again = w.pass(func(t *turn) []Part {
			ways, single := t.allowed()
			at := placed[t.job]
			same := func(way []Part) bool { return slices.Equal(way, at.Parts) }
			switch asked := w.g.Jobs[t.job].Procs; {
			case len(ways) == 0:
				return nil
			case at.Start != w.Now:
				report(t.job, verify.RuleMissed, "waits until %d for %d processors, expected a start at %d on %v: free are %v",
					at.Start, asked, w.Now, ways[0], t.free)
				return nil
			case slices.ContainsFunc(ways, same):
			case single && len(at.Parts) > 1:
				report(t.job, RuleSplit, "starts on %v, expected %v, one site: free are %v", at.Parts, ways[0], t.free)
			case single && at.Parts[0].Procs != int(asked):
				report(t.job, RuleMold, "starts on %v, expected all it asks for on %v: free are %v", at.Parts, ways[0], t.free)
			default:
				report(t.job, RuleSite, "asks for %d processors at home on site %d and starts on %v, expected %v: free are %v",
					asked, w.g.Jobs[t.job].Home, at.Parts, ways[0], t.free)
			}
			return at.Parts
		})
	}
	for _, queue := range w.queues() {
		for k, i := range queue {
			if placed[i].Start != w.Now {
				continue
			}
			t := turn{g: w.g, r: w.r, job: i, free: w.free()}
			why := fmt.Sprintf("free are %v", t.free)
			if ways, _ := t.allowed(); k > 0 && len(ways) > 0 {
				why = fmt.Sprintf("job %d waits before it", w.g.Jobs[queue[0]].ID)
			}
			report(i, verify.RuleEarly, "asks for %d processors and starts at %d on %v, the rules make it wait: %s",
				w.g.Jobs[i].Procs, w.Now, placed[i].Parts, why)
			w.start(i, placed[i].Parts)
		}
	}
	w.End()
}

func followsPlan(g Problem, r Rules, placed []Placement) []verify.Violation {
	var found verify.Report
	expected, err := Expect(g, r)
	if err != nil {
		found.Add(verify.RuleWidth, job.None, job.None, "%v", err)
		return found
	}
	var departures verify.Departures[int]
	for i := range placed {
		departures.Add(i, placed[i].Start, expected[i].Start, slices.Equal(placed[i].Parts, expected[i].Parts))
	}
	for _, d := range departures.All {
		found.Add(cmp.Or(d.Rule, RuleSite), g.Jobs[d.Of].ID, min(d.Got, d.Want), "starts at %d on %v, the plan starts it at %d on %v",
			d.Got, placed[d.Of].Parts, d.Want, expected[d.Of].Parts)
	}
	return found
}
