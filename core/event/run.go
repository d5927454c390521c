package event

import "context"

// Steppable is a simulation that plays one instant at a time.
type Steppable interface {
	Step() bool // plays the next instant, or returns false if there is none
	Done() int  // jobs that have ended
	Err() error // what ended the simulation early, or nil
}

// Run plays e to its end. After every stride steps it looks whether ctx is done,
// which ends the run with ctx's error (it can be called again), and calls
// progress, if that is not nil, with the jobs that have ended and their total; so
// it does at the end.
func Run(ctx context.Context, e Steppable, total, stride int, progress func(done, total int)) error {
	for i := 1; e.Step(); i++ {
		if i%stride != 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if progress != nil {
			progress(e.Done(), total)
		}
	}
	if progress != nil {
		progress(e.Done(), total)
	}
	return e.Err()
}
