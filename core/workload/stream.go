package workload

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
)

// ErrWhole is the error of Stream for a log that must be read as a whole, by ReadFrom. What wraps it says why.
var ErrWhole = errors.New("the log must be read as a whole")

var (
	errLate      = fmt.Errorf("%w: a row stands more than %d rows below its place by submission", ErrWhole, lookAhead)
	errScattered = fmt.Errorf("%w: the jobs' numbers do not rise and are spread too far to keep in mind", ErrWhole)
	errJoined    = fmt.Errorf("%w: in sacct output, rows far from each other can be one job", ErrWhole)
	errOptions   = fmt.Errorf("%w: an option of the reading needs all jobs at once", ErrWhole)
)

// lookAhead is the number of jobs by which a row may stand too low in a log that is streamed.
const lookAhead = 4096

// Stream is ReadFrom with the jobs on a Tape: its memory does not grow with them, except for the names of users, groups
// and so on, and for the JSON of Batsim. create makes the file of the Tape, which the caller closes. The workload is the
// one that ReadFrom returns, without Unstarted.
func Stream(name string, r io.Reader, opt Options, create func() (ScratchFile, error)) (*Workload, error) {
	if opt != opt.plain() {
		return nil, errOptions
	}
	tape := NewTape(create)
	w, err := readAll(name, r, &builder{opt: opt, taping: &taping{tape: tape, ignored: new(ignoring), doubting: newDoubting(0)}})
	if err != nil {
		return nil, errors.Join(err, tape.Close())
	}
	return w, nil
}

// StreamInterarrival is ScaleInterarrival of a workload on a Tape, onto another, which the caller closes; create makes its
// file. The error is ErrWhole if more than lookAhead jobs that fall into one second change places.
func (w *Workload) StreamInterarrival(f float64, create func() (ScratchFile, error)) (*Workload, error) {
	mustScale(f)
	t := &taping{tape: NewTape(create), ignored: new(ignoring), doubting: newDoubting(0)}
	s := w.with(nil, rescaled(f))
	s.Rescaled, s.Tape, s.ignored, s.doubting = rescaled(f), t.tape, t.ignored, t.doubting
	first := int64(job.None)
	for j, err := range w.All() {
		if err == nil {
			if first == job.None {
				first = j.Submit
			}
			k := *j
			if k.Submit, k.Wait = first+scale(j.Submit-first, f), job.None; k.Submit > job.MaxSeconds {
				continue
			}
			err = t.add(&k)
		}
		if err != nil {
			return nil, errors.Join(err, t.tape.Close())
		}
	}
	if err := t.finish(); err != nil {
		return nil, errors.Join(err, t.tape.Close())
	}
	s.count(outOfRange, w.Len()-s.Len())
	return s, nil
}

// plain returns the options without those that need the whole log, or are for others.
func (o Options) plain() Options {
	return Options{Width: o.Width, Procs: o.Procs, TimeZone: o.TimeZone, Columns: o.Columns, Map: o.Map}
}

// A taping puts jobs on a Tape in their order.
type taping struct {
	tape     *Tape
	ignored  *ignoring
	doubting *doubting
	busy     *busy     // nil unless it is asked for
	ahead    []job.Job // the next, in order: the tail of store
	store    []job.Job
	last     struct{ submit, number int64 } // of the last job on the Tape
	numbers  numberSet
	again    int64 // jobs that get another number

	shift bool  // to second 0
	first int64 // then: the first submission
}

// add takes the next job of the log. A job that gets another number has one above maxID until the last is known.
func (t *taping) add(j *job.Job) error {
	valid := j.ID >= 0 && j.ID <= maxID
	if valid {
		var err error
		if valid, err = t.numbers.take(j.ID); err != nil {
			return err
		}
	}
	if !valid {
		t.again++
		j.ID = maxID + t.again
	}
	if len(t.ahead) == lookAhead {
		if err := t.put(); err != nil {
			return err
		}
	}
	if len(t.ahead) == cap(t.ahead) { // back to the front
		if t.store == nil {
			t.store = make([]job.Job, 0, 2*lookAhead)
		}
		t.ahead = append(t.store[:0], t.ahead...)
	}
	i := len(t.ahead)
	for i > 0 && after(&t.ahead[i-1], j) {
		i--
	}
	if i == 0 && t.tape.Len() > 0 && (t.last.submit > j.Submit || t.last.submit == j.Submit && t.last.number > j.ID) {
		return errLate
	}
	t.ahead = slices.Insert(t.ahead, i, *j)
	return nil
}

// put puts the first job that waits on the Tape.
func (t *taping) put() error {
	j := &t.ahead[0]
	t.ahead = t.ahead[1:]
	t.last.submit, t.last.number = j.Submit, j.ID
	if t.shift {
		if t.tape.Len() == 0 {
			t.first = j.Submit
		}
		j.Submit -= t.first
	}
	t.ignored.add(j)
	t.doubting.add(j)
	if t.busy != nil {
		t.busy.add(j)
	}
	return t.tape.Add(j)
}

// beginning returns the first submission, of a log whose rows have all been added.
func (t *taping) beginning() int64 {
	switch {
	case t.tape.Len() > 0:
		return t.first
	case len(t.ahead) > 0:
		return t.ahead[0].Submit
	}
	return 0
}

func (t *taping) finish() error {
	for len(t.ahead) > 0 {
		if err := t.put(); err != nil {
			return err
		}
	}
	t.doubting.close()
	t.tape.lower = t.numbers.highest - maxID
	return t.tape.Done()
}
