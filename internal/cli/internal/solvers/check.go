package solvers

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// A Refutation is a schedule that costs less than a claimed bound allows.
type Refutation struct {
	Bound int64  `json:"bound"` // claimed
	Cost  int64  `json:"cost"`  // of the schedule, in the problem that the bound is of
	By    string `json:"by"`    // the solver or policy that found the schedule
}

func (r *Refutation) Error() string {
	return fmt.Sprintf("it claims that no schedule costs less than %d, but that of %s costs %d", r.Bound, r.By, r.Cost)
}

// A witness is the cost of a legal schedule, and whose it is.
type witness struct {
	cost int64
	by   string
}

// refutes returns why the bound is wrong, or nil.
func (w witness) refutes(bound int64) error {
	if bound <= w.cost {
		return nil
	}
	return &Refutation{Bound: bound, Cost: w.cost, By: w.by}
}

// or returns the cheaper of w and a schedule of by, if by has one.
func (w witness) or(found bool, cost int64, by string) witness {
	if found && cost < w.cost {
		return witness{cost, by}
	}
	return w
}

// policy returns the best policy's schedule, with which every solver may begin: of the
// program in slots if scaled, else in whole seconds.
func (t *Task) policy(scaled bool) witness {
	if scaled {
		slots, policy := t.Program.Start()
		return witness{t.Program.Cost(slots), policy}
	}
	_, cost, policy := t.Instance.Best()
	return witness{cost, policy}
}

// Confront holds checked answers to one task against each other: a bound above the cost
// of any legal schedule is refuted, whoever found the schedule. Answers keep their
// schedules, and refuted ones lose their bounds.
//
// Schedules in whole seconds refute Below only. Bound is of another problem if the solver
// is Scaled: durations in slots are longer, and a schedule must end with the program's
// last slot. Schedules of the same program refute that.
func Confront(t *Task, answers []*Answer) {
	best := t.policy(false)
	for _, a := range answers {
		best = best.or(a.Starts != nil, a.Cost, a.Solver)
	}
	for _, a := range answers {
		if err := best.refutes(a.Below); err != nil {
			a.deny(err)
		}
	}
	if t.Program == nil {
		return
	}
	inSlots := t.policy(true)
	for _, a := range answers {
		inSlots = inSlots.or(a.scaled && a.Starts != nil, a.Objective, a.Solver)
	}
	for _, a := range answers {
		if !a.scaled {
			continue
		}
		if err := inSlots.refutes(a.Bound); err != nil {
			a.deny(err)
		}
	}
}

// referee returns the cost of a schedule, computed from its ends, or why it is
// illegal. Running jobs hold the processors that are not free yet.
func referee(in *exact.Instance, starts []int64) (cost int64, err error) {
	if len(starts) != len(in.Jobs) {
		return 0, fmt.Errorf("it has %d starts for %d jobs", len(starts), len(in.Jobs))
	}
	p := verify.Problem{Procs: in.Procs}
	var placed []job.Placement
	add := func(submit, start, length int64, procs int) {
		// Procs fits an int32: a checked instance says so.
		p.Jobs = append(p.Jobs, job.Job{ID: int64(len(p.Jobs)), Submit: submit, Run: length, Estimate: length, Procs: int32(procs)})
		placed = append(placed, job.Placement{Start: start, End: start + length})
	}
	for i, j := range in.Jobs {
		add(in.Now, starts[i], j.Estimate, j.Procs)
		cost += (placed[i].End - j.Submit) * int64(j.Procs)
	}
	for i, s := range in.Free[1:] {
		add(in.Now, in.Now, s.At-in.Now, s.Procs-in.Free[i].Procs)
	}
	if last := in.Free[len(in.Free)-1]; last.Procs < in.Procs { // never free
		end := last.At
		for i := range in.Jobs {
			end = max(end, placed[i].End)
		}
		add(in.Now, in.Now, end-in.Now, in.Procs-last.Procs)
	}
	found := verify.Check(p, placed)
	if len(found) == 0 {
		return cost, nil
	}
	v := found[0]
	if v.Job != job.None && v.Job < int64(len(in.Jobs)) {
		return 0, fmt.Errorf("job %d: %s", in.Jobs[v.Job].ID, v.Text)
	}
	return 0, fmt.Errorf("%s", v.Text)
}
