package verify

import (
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// problems draws small problems in which seconds coincide, estimates are exact,
// too long or too short, and some jobs have no length or fill the machine.
func problems(extend bool) *rapid.Generator[Problem] {
	return rapid.Custom(func(t *rapid.T) Problem {
		p := Problem{Procs: rapid.IntRange(1, 8).Draw(t, "procs"), Extend: extend}
		submit := int64(0)
		for i := range rapid.IntRange(0, 14).Draw(t, "jobs") {
			submit += rapid.SampledFrom([]int64{0, 0, 1, 2, 5, 9}).Draw(t, "gap")
			run := rapid.Int64Range(0, 12).Draw(t, "run")
			estimate := max(1, run)
			switch rapid.IntRange(0, 2).Draw(t, "kind of estimate") {
			case 1:
				estimate += rapid.Int64Range(0, 20).Draw(t, "too much")
			case 2:
				estimate = rapid.Int64Range(1, 12).Draw(t, "estimate")
			}
			p.Jobs = append(p.Jobs, job.Job{
				ID: int64(i + 1), Submit: submit, Run: run, Estimate: estimate,
				Procs: int32(rapid.IntRange(1, p.Procs).Draw(t, "width")),
			})
		}
		return p
	})
}

var disciplines = []Discipline{FCFS, List, EASY, Conservative}

// policies draws a discipline and an order of the queue, by whose names it can
// be reported.
func policies() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		name := string(rapid.SampledFrom(disciplines).Draw(t, "discipline"))
		// wfp3 changes with time; the orders with logarithms add nothing but rounding.
		if order := rapid.SampledFrom([]string{"", "", "sjf", "ljf", "saf", "wide", "lxf", "wfp3"}).Draw(t, "order"); order != "" {
			name = order + "-" + name
		}
		return name
	})
}

// draw is a problem with the schedule of a policy.
func draw(t *rapid.T, extend bool) (p Problem, placed []job.Placement, d Discipline, key Key) {
	p = problems(extend).Draw(t, "problem")
	d, key, err := Parse(policies().Draw(t, "policy"), 0)
	if err != nil {
		t.Fatal(err)
	}
	placed, err = Expect(p, d, key)
	if err != nil {
		t.Fatal(err)
	}
	return p, placed, d, key
}
