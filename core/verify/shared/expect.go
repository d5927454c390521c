package shared

import "fmt"

// Expect works out the schedule of an algorithm with OPT=MIN. It is an oracle: slow, written
// from the paper, and remembers nothing between instants but what has happened. A microsecond
// has its ends, then its submissions, each mapped before the next; then MCB8 maps all jobs once
// if anything asks for it; then the CPU is shared out. A job of no length ends in the microsecond
// it starts, which repeats all that. Data out of range are an error, and so is a job that would
// wait for ever.
func Expect(c Problem, r Rules) ([]Run, error) {
	if r.Goal != "MIN" {
		return nil, fmt.Errorf("with OPT=%s yields are not known to the last millionth: see Follows", r.Goal)
	}
	w, err := newWorld(&c, &r)
	if err != nil {
		return nil, err
	}
	for {
		t, ok := w.after()
		if !ok {
			return w.runs()
		}
		w.hold(t)
		w.pass(t)
		w.decide()
		w.settle()
		for i, y := range w.shareOut() {
			w.jobs[i].yield = y
		}
	}
}

// runs returns the schedule, or an error if a job still waits.
func (w *world) runs() (runs []Run, err error) {
	for i := range w.jobs {
		if w.jobs[i].active {
			return nil, fmt.Errorf("job %d waits for ever", w.c.Jobs[i].ID)
		}
		runs = append(runs, w.jobs[i].run)
	}
	return runs, nil
}
