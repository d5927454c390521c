package solvers

import "fmt"

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
