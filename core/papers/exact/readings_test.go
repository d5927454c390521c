package exact

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// parameters are those of the tasks of an experiment's runs, or their specs, by label.
func parameters(x paper.Experiment) map[string]any {
	all := map[string]any{}
	for _, r := range x.Runs {
		if all[r.Label] = r.Spec; r.Task != nil {
			all[r.Label] = r.Task.Params
		}
	}
	return all
}

// A choice changes the runs that it names and no others.
func TestChoicesChangeTheirRunsOnly(t *testing.T) {
	at := paper.First(paper.Quick)
	before := Paper().Experiments(at)
	for _, c := range choices {
		for _, v := range c.Values[1:] {
			at.Reading = paper.Reading{c.Key: v.Name}
			for i, x := range Paper().Experiments(at) {
				was := parameters(before[i])
				for label, now := range parameters(x) {
					change := !reflect.DeepEqual(now, was[label])
					want := x.ID != "exact/online" && x.ID != "exact/solvers" && (label != spansLabel || c == deciderChoice)
					switch c {
					case matchChoice:
						want = label == matchedLabel
					case coverChoice:
						want = strings.HasPrefix(label, "steps, ")
					}
					if want = want && label != ctcTrace; change != want {
						t.Errorf("%v, %s: %s changes: %t, want %t", at.Reading, x.ID, label, change, want)
					}
				}
			}
		}
	}
}

// A row has 10 jobs, was submitted at second 100, and has a makespan of 1,000 s, or 900 s less
// that. Of four steps the first is 5 % longer than 1,000 s, the second 0.6 % longer than
// 900 s, both with the same jobs and run time; the others are as long and have fewer jobs.
func TestMatchesByHand(t *testing.T) {
	one := []row{{title: "100", submitted: 100, Size: program.Size{Jobs: 10, Makespan: 1000, Accumulated: 5000}}}
	sizes := []program.Size{
		{Jobs: 10, Makespan: 1050, Accumulated: 5000},
		{Jobs: 10, Makespan: 905, Accumulated: 5000},
		{Jobs: 2, Makespan: 900, Accumulated: 900},
		{Jobs: 2, Makespan: 900, Accumulated: 5000}, // as near alone, but later
	}
	for m, want := range map[match]int{size: 0, "": 1, alone: 2} {
		if got, err := m.nearest(one, sizes); err != nil || got[0] != want {
			t.Errorf("%q finds %v, error %v; want %d", m, got, err, want)
		}
	}
	// Two equal rows: the second takes the next nearest.
	if got, err := alone.nearest([]row{one[0], one[0], one[0]}, sizes); err != nil || !slices.Equal(got, []int{2, 3, 1}) {
		t.Errorf("three rows find %v, error %v", got, err)
	}
}

// Jobs 1 and 2 start in the same slot, and job 3 in the next. Two processors; job 1 takes one
// for 100 s, job 2 both for 50 s, job 3 one for 10 s.
func TestTiesByHand(t *testing.T) {
	in := &exact.Instance{Procs: 2, Free: []exact.Step{{At: 0, Procs: 2}}, Jobs: []exact.Job{
		{ID: 1, Procs: 1, Estimate: 100}, {ID: 2, Procs: 2, Estimate: 50}, {ID: 3, Procs: 1, Estimate: 10}}}
	starts := []int64{60, 60, 120}
	if got := (method{}).compact(in, starts); !slices.Equal(got, []int64{0, 100, 0}) {
		t.Errorf("by submission: %v", got)
	}
	if got := (method{Ties: "shortest"}).compact(in, starts); !slices.Equal(got, []int64{50, 0, 50}) {
		t.Errorf("shortest first: %v", got)
	}
}

// A plan that costs as much as what the solver found is compacted, and no dearer one.
func TestPlansAreCompactedIfNothingIsCheaper(t *testing.T) {
	all, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	kept, beaten := 0, 0
	for k := 0; k < len(all); k += 9 {
		p, err := program.New(all[k], program.Options{Memory: program.Printed, MaxEntries: 1 << 40})
		if err != nil {
			t.Fatal(err)
		}
		m := method{Compact: "plan"}
		slots, err := exact.Solve(t.Context(), p.InSlots(), m.options(p, exact.Options{Work: 1e-3}))
		if err != nil {
			t.Fatal(err)
		}
		plan, _ := p.Start()
		first := m.first(p, slots.Starts)
		if p.Cost(first) > p.Cost(plan) || p.Cost(first) != p.Cost(slots.Starts) {
			t.Errorf("%s: %d is compacted, the plan costs %d, what is found %d", all[k].Name, p.Cost(first), p.Cost(plan), p.Cost(slots.Starts))
		}
		if slices.Equal(first, plan) {
			kept++
		} else {
			beaten++
		}
		if got := (method{}).first(p, slots.Starts); !slices.Equal(got, slots.Starts) {
			t.Errorf("%s: by default %v is compacted, found is %v", all[k].Name, got, slots.Starts)
		}
	}
	if kept == 0 || beaten == 0 {
		t.Errorf("%d plans are kept, %d are beaten", kept, beaten)
	}
}

// With the x of the text the slots are those by the text, and nothing else about a step's size
// or its policies changes.
func TestSlotsByTheText(t *testing.T) {
	all, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range all[:20] {
		tenfold, text := paper.NewSummary(), paper.NewSummary()
		for m, out := range map[method]*paper.Summary{{}: tenfold, {Slots: "text"}: text} {
			if err := m.solve(t.Context(), in, 0, 1e-4, out); err != nil {
				t.Fatal(err)
			}
		}
		if by := text.Series[textScale]; !slices.Equal(text.Series[scale], by) || !slices.Equal(text.Series[scaleLow], by) ||
			!slices.Equal(text.Series[scaleHigh], by) {
			t.Errorf("%s: slots of %v, by the text of %v", in.Name, text.Series[scale], text.Series[textScale])
		}
		for _, same := range []string{jobsRow, makespan, accumulated, bestPolicy, textScale, ends + "ljf"} {
			if !slices.Equal(text.Series[same], tenfold.Series[same]) {
				t.Errorf("%s: %s is %v, and was %v", in.Name, same, text.Series[same], tenfold.Series[same])
			}
		}
	}
}

// The simple decider's steps are other ones.
func TestDecidersTakeTheirSteps(t *testing.T) {
	w := made(t, log)
	var steps [2][]string
	for i, m := range []method{{}, {Decider: "simple"}} {
		all, err := of(t.Context(), m.policy(), w)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range all {
			steps[i] = append(steps[i], in.SHA256())
		}
	}
	if len(steps[0]) == 0 || slices.Equal(steps[0], steps[1]) {
		t.Errorf("both deciders take the same %d steps", len(steps[0]))
	}
}

// Our makespans beside printed rows are ends, unless those are read as lengths: then they are those of the steps.
func TestEndsAreShownBesideEnds(t *testing.T) {
	all, err := paper.Catalogue{Paper()}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick}, "exact/section4")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := of(t.Context(), decider, made(t, log))
	if err != nil {
		t.Fatal(err)
	}
	lengths := map[float64]bool{}
	for _, in := range steps {
		lengths[float64(program.SizeOf(in).Makespan)] = true
	}
	for _, m := range []match{"length", size, alone} {
		for i, end := range all[0].Results.Series(matchLabel(string(m)), makespan) {
			before := float64(rows()[i].submitted)
			if m == size {
				before = 0
			}
			if !lengths[end-before] {
				t.Errorf("%s, %s: no step takes %v s", m, rows()[i].title, end-before)
			}
		}
	}
}

// One loss is the printed one, one an interval around it, one above it and one below.
func TestDistancesOfLosses(t *testing.T) {
	var low, high []float64
	for _, r := range rows() {
		p := numbers().At("table1", r.title, loss)
		low, high = append(low, p), append(high, p)
	}
	for i, by := range [][2]float64{{}, {-1, 0.5}, {2, 3}, {-4, -1}} {
		low[i] += by[0]
		high[i] += by[1]
	}
	for i, want := range []span{{0, 0}, {0, 1}, {2, 3}, {1, 4}} {
		if got := offs(low, high)[i]; math.Abs(got.low-want.low) > 1e-9 || math.Abs(got.high-want.high) > 1e-9 {
			t.Errorf("%v to %v beside %s is off by %v, want %v", low[i], high[i], rows()[i].title, got, want)
		}
	}
}

// Of the submission times 10, 20, 35, two are in the log with its clock at 0, two others with
// it at 5, and all at 100.
func TestSubmissionTimesCoincide(t *testing.T) {
	times := func(all ...int64) (jobs []job.Job) {
		for _, at := range all {
			jobs = append(jobs, job.Job{Submit: at}, job.Job{Submit: at}) // twins count once
		}
		return jobs
	}
	printed := []row{{submitted: 10}, {submitted: 20}, {submitted: 35}}
	for want, jobs := range map[int][]job.Job{0: nil, 1: times(3), 2: times(10, 20, 40), 3: times(135, 120, 110, 10)} {
		if got := coincide(printed, jobs); got != want {
			t.Errorf("%v: %d, want %d", jobs, got, want)
		}
	}
}
