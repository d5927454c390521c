package event

import "context"

// Steppable is a simulation that plays one instant at a time.
type Steppable interface {
	Step() bool // plays the next instant, or returns false if there is none
	Done() int  // jobs that have ended
	Err() error // what ended the simulation early, or nil
}

// Run plays e to its end. Every stride steps it returns ctx's error if ctx is done
// (calling Run again resumes) and otherwise calls progress, unless nil, with the number
// of jobs that have ended and total; also at the end.
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
