package exact

import (
	"context"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// decider takes the steps, unless a reading has another.
const decider = "dynp-advanced"

// The series of a run, with a number for every step.
const (
	jobsRow     = "jobs"
	makespan    = "makespan" // of the policy that ends last, on the clock
	accumulated = "accumulated run time"
	bestPolicy  = "best policy"  // its place in exact.Policies
	ends        = "makespan of " // before the name of one of exact.Policies
	textScale   = "time scale by the text"
	scale       = "time scale"            // of the program in slots
	scaleLow    = "time scale, at least"  // with the constants that the printed rows leave
	scaleHigh   = "time scale, at most"   // likewise
	place       = "place among the steps" // of the steps of the averages

	// In slots, compacted.
	inSlots   = "quality"
	gap       = "gap"           // of the program, in percent
	moved     = "moved most"    // by compaction, in seconds
	mean      = "moved, mean"   // likewise
	workSlots = "work in slots" // in units of exact.Options.Work

	// To the second.
	toSecond   = "quality to the second"
	gapSecond  = "gap to the second"
	workSecond = "work to the second"
)

// A quality is known to lie in an interval, whose ends are two series: one of its name,
// with the quality of the best schedule that the bound allows, and one with that of the
// best schedule found. They are equal where the schedule is proven.
const found = ", found"

// of returns the instances of a policy's self-tuning steps at submissions.
func of(ctx context.Context, policy string, w *trace.Workload) (all []*exact.Instance, err error) {
	_, err = experiment.Execute(ctx, experiment.Spec{Policies: []string{policy}}, w, experiment.Options{Parallel: 1,
		Instance: func(in *platform.Instance) error { all = append(all, in.Instance); return nil }})
	return all, err
}

// memoryMiB limits each of the steps that are solved at once.
const memoryMiB = 64

// solve solves a step both ways, each with this work, and adds the results to the series. Its makespans are ends
// on a clock that shows second clock when the step is taken: at 0 they are lengths.
func (m method) solve(ctx context.Context, in *exact.Instance, clock int64, work float64, out *paper.Summary) error {
	o := exact.Options{Work: work, MemoryMiB: memoryMiB}
	add := func(name string, v float64) { out.Series[name] = append(out.Series[name], v) }
	size := program.SizeOf(in)
	size.Makespan += clock
	slot, err := m.addScales(size, add)
	if err != nil {
		return err
	}
	p, err := program.New(in, program.Options{Scale: slot, MaxEntries: 1 << 40}) // which nobody writes
	if err != nil {
		return err
	}
	slots, err := exact.Solve(ctx, p.InSlots(), m.options(p, o))
	if err != nil {
		return err
	}
	scaled := p.Seconds(m.first(p, slots.Starts))
	compact := m.compact(in, scaled)
	o.Start = compact // so that what is found to the second is never worse
	best, err := exact.Solve(ctx, in, o)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // the solution was cut short
	}
	add(jobsRow, float64(size.Jobs))
	add(makespan, float64(size.Makespan))
	add(accumulated, float64(size.Accumulated))
	addPolicies(in, clock, best.Policy, add)
	low, high := in.Cost(compact), in.Cost(compact)
	if !slots.Optimal {
		// No schedule is below the bound to the second; the optimum in slots is at most the
		// schedule found in slots, and compaction makes no schedule worse.
		low, high = best.Bound, in.Cost(scaled)
	}
	add(inSlots, program.Quality(low, best.PolicyCost))
	add(inSlots+found, program.Quality(high, best.PolicyCost))
	add(gap, 100*slots.Gap)
	addMoves(scaled, compact, add)
	add(workSlots, slots.Work)
	add(toSecond, program.Quality(best.Bound, best.PolicyCost))
	add(toSecond+found, program.Quality(best.Cost, best.PolicyCost))
	add(gapSecond, 100*best.Gap)
	add(workSecond, best.Work)
	return nil
}

// addScales adds time scales by equation 6, and returns that of the program, in seconds.
func (m method) addScales(size program.Size, add func(string, float64)) (slot int64, err error) {
	memories := map[string]program.Memory{textScale: {}, scale: m.memory()}
	memories[scaleLow], memories[scaleHigh] = m.memories()
	for name, memory := range memories {
		seconds, err := memory.Scale(size.Makespan, size.Accumulated)
		if err != nil {
			return 0, err
		}
		if add(name, float64(seconds)/60); name == scale {
			slot = seconds
		}
	}
	return slot, nil
}

// addPolicies adds which policy is the best, and the makespan of each.
func addPolicies(in *exact.Instance, clock int64, best string, add func(string, float64)) {
	for k, policy := range exact.Policies {
		if policy.Name == best {
			add(bestPolicy, float64(k))
		}
		end := in.Now
		for i, at := range in.List(policy.Order(in)) {
			end = max(end, at+in.Jobs[i].Estimate)
		}
		add(ends+policy.Name, float64(clock+end-in.Now))
	}
}

// addMoves adds how far compaction moves the jobs.
func addMoves(scaled, compact []int64, add func(string, float64)) {
	var most, sum int64
	for i := range scaled {
		most = max(most, scaled[i]-compact[i])
		sum += scaled[i] - compact[i]
	}
	add(moved, float64(most))
	add(mean, float64(sum)/float64(len(scaled)))
}

// A sample takes steps of a job set: of each Every steps the first two, so that some are successive; of those, the
// Part-th of Parts stretches.
type sample struct {
	Jobs               int `json:",omitempty"` // take steps of this many jobs from the start; 0 is all
	Every, Part, Parts int
	Clock              bool `json:",omitempty"` // makespans are ends on the clock of the job set
	Work               float64
	method
}

// chosen returns which of a run's steps are taken.
func (s sample) chosen(steps int) (places []int) {
	for i := range steps {
		if i%s.Every < 2 {
			places = append(places, i)
		}
	}
	n := len(places)
	return places[n*s.Part/s.Parts : n*(s.Part+1)/s.Parts]
}

func (s sample) do(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
	if s.Jobs > 0 {
		w = w.Head(s.Jobs)
	}
	all, err := of(ctx, s.policy(), w)
	if err != nil {
		return err
	}
	out.Series[jobsRow] = chart.Numbers{} // where there is no step
	places := s.chosen(len(all))
	for k, i := range places {
		clock := int64(0)
		if s.Clock {
			clock = all[i].Now
		}
		if err := s.solve(ctx, all[i], clock, s.Work, out); err != nil {
			return err
		}
		out.Series[place] = append(out.Series[place], float64(i))
		aid.Progress(k+1, len(places))
	}
	if s.Clock {
		out.Values[mostWaiting] = float64(waitingUntil(all, lastRow()))
	}
	return nil
}

// mostWaiting is how many jobs wait at most, until the last of the printed rows.
const mostWaiting = "most jobs"

// waitingUntil returns how many jobs wait at the steps until a second, at most.
func waitingUntil(all []*exact.Instance, second int64) (most int) {
	for _, in := range all {
		if in.Now <= second {
			most = max(most, len(in.Jobs))
		}
	}
	return most
}

// workOf is how much work each solution may take.
func workOf(scale paper.Scale) float64 {
	if scale == paper.Quick {
		return 0.01
	}
	return 0.3
}
