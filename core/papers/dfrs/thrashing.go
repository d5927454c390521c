package dfrs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// Section 6.4.2 leaves out a period equal to the penalty, with which on some traces no job ever makes any progress.

// The series of a run with such a period, by instance.
const (
	stuckRun = "without progress for ever" // 1 if so
	standing = "longest time without progress"
)

// thrashingSets are the log, the unscaled traces, and those with the highest load; where virtual time runs on, and runs
// take long to get stuck, the unscaled traces alone.
func thrashingSets(vtime string) []instances {
	busiest := instances{"busiest", "Scaled synthetic traces, highest load", traces,
		func(scale paper.Scale) []float64 { return sizes(scale).loads[len(sizes(scale).loads)-1:] }}
	if vtime == virtualTime.Default() {
		return []instances{realWorld, unscaled, busiest}
	}
	return []instances{unscaled}
}

// standstill watches for how long no job makes progress, from event to event, while there are jobs. Virtual time
// that runs on in penalties counts as progress.
type standstill struct {
	since   int64 // the last event at which a job had made progress since the one before, or none was there
	work    int64 // virtual time of the active jobs then
	idle    bool  // there was none
	longest int64 // in microseconds
}

func (w *standstill) observe(e *shared.Engine, v shared.Event) {
	switch v.Kind {
	case shared.End:
		w.since = e.Now()
	case shared.Settled:
		work := int64(0)
		for _, i := range e.Active() {
			work += e.Virtual(int(i)) / shared.Whole
		}
		if work != w.work || w.idle {
			w.since, w.work = e.Now(), work
		}
		w.idle = len(e.Active()) == 0
		w.longest = max(w.longest, e.Now()-w.since)
	}
}

// thrashing is the run of the best algorithm with a period equal to the penalty.
func (s instances) thrashing(at paper.Setting, load float64) paper.Run {
	cut := s.cut(at, load)
	p := sharedRun(at, cut, period(penaltyOf(at)))
	return cut.run(thrashingLabel(s.jobSet, load, at), s.jobSet, "dfrs/thrashing", p,
		func(ctx context.Context, _ *trace.Workload, jobs []shared.Job, progress func(done, total int), out *paper.Summary) error {
			w := &standstill{}
			_, err := p.play(ctx, jobs, platform.Hooks{Progress: progress, On: []any{shared.Observer(w.observe)}})
			stuck := 0.0
			if errors.Is(err, shared.ErrStuck) {
				stuck, err = 1, nil
			}
			record(out, map[string]float64{stuckRun: stuck, standing: float64(w.longest) / shared.Second})
			return err
		})
}

func thrashingLabel(jobSet string, load float64, at paper.Setting) string {
	return label(jobSet, load, "with virtual time "+at.Reading.Of(virtualTime))
}

// withVirtualTime is a setting with a value of the choice vtime.
func withVirtualTime(at paper.Setting, value string) paper.Setting {
	at.Reading = at.Reading.With(virtualTime, value)
	return at
}

func section64Thrashing(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section6.4-thrashing", Claims: []paper.Claim{paper.Judged("no-progress", noProgress)}}
	for _, v := range virtualTime.Values {
		own := withVirtualTime(at, v.Name)
		for _, s := range thrashingSets(v.Name) {
			for _, load := range s.loads(at.Scale) {
				x.Runs = append(x.Runs, s.thrashing(own, load))
			}
			row := "virtual time " + v.Name + " in a penalty"
			x.Add(row, s.title+", instances "+stuckRun, "", func(r *paper.Results) float64 { return sum(s.standstills(r, v.Name, stuckRun)) })
			if v.Name == virtualTime.Default() {
				x.Add(row, s.title+", "+standing, "s", func(r *paper.Results) float64 { return reduce(s.standstills(r, v.Name, standing), top) })
			}
		}
	}
	return x
}

// standstills is a series of all instances of the set, by a value of the choice vtime.
func (s instances) standstills(r *paper.Results, value, name string) (all []float64) {
	for _, load := range s.loads(r.Scale) {
		all = append(all, r.Series(thrashingLabel(s.jobSet, load, withVirtualTime(r.Setting, value)), name)...)
	}
	return all
}

// noProgress judges the setting's own virtual time; the note has the other one, too.
func noProgress(r *paper.Results) (bool, string) {
	notes, own := []string{}, false
	for _, v := range virtualTime.Values {
		var t paper.Cases
		for _, s := range thrashingSets(v.Name) {
			all := s.standstills(r, v.Name, stuckRun)
			t.Check(slices.Contains(all, 1), "%s %.0f of %d instances", s.key, sum(all), len(all))
		}
		_, cases := t.Listed()
		notes = append(notes, fmt.Sprintf("virtual time %s: %s", v.Name, cases))
		if v.Name == r.Reading.Of(virtualTime) {
			own = t.Held > 0
		}
	}
	return own, strings.Join(notes, "; ")
}
