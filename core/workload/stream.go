package workload

import (
	"errors"
	"io"
	"slices"

	"github.com/backfill-lab/backfill/core/columns"
	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/job"
)

// ErrWhole is the error of Stream for a log that must be read as a whole, by ReadFrom: it is none in the Standard
// Workload Format, its numbers do not rise, or a row stands lookAhead jobs or more below its place.
var ErrWhole = errors.New("the log must be read as a whole")

// lookAhead is the number of jobs by which a row may stand too low in a log that is streamed.
const lookAhead = 4096

// Stream is ReadFrom with the jobs on a Tape: its memory does not grow with them, except for the names of users, groups
// and so on. create makes the file of the Tape, which the caller closes. The workload is the one that ReadFrom returns,
// without Unstarted. Streamed logs are those in the Standard Workload Format with rising numbers.
func Stream(name string, r io.Reader, opt Options, create func() (ScratchFile, error)) (*Workload, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if t, err := tableOf(r); t != nil || err != nil {
		return nil, ErrWhole
	}
	src := text.NewSource(r)
	if head := src.Peek(); kind(head) != "swf" && (kind(head) != "rows" || columns.Separator(head) != 0) || opt != opt.plain() {
		return nil, ErrWhole
	}
	tape := NewTape(create)
	w, err := readSWF(name, src, 0, &builder{opt: opt, taping: &taping{tape: tape, ignored: new(ignoring), doubting: newDoubting(0)}})
	if err != nil {
		return nil, errors.Join(err, tape.Close())
	}
	w.TimeZone = opt.TimeZone
	if w.TimeZone == "" {
		w.TimeZone = w.Header.TimeZone()
	}
	return w, nil
}

// plain returns the options without those that need the whole log, or are for others.
func (o Options) plain() Options {
	return Options{Width: o.Width, Procs: o.Procs, TimeZone: o.TimeZone}
}

// A taping puts jobs on a Tape in their order.
type taping struct {
	tape     *Tape
	ignored  *ignoring
	doubting *doubting
	ahead    []job.Job // the next, in order: the tail of store
	store    []job.Job
	last     struct{ submit, number int64 } // of the last job on the Tape
	number   int64                          // of the last job of the log
}

// add takes the next job of the log.
func (t *taping) add(j *job.Job) error {
	if j.ID <= t.number && (t.tape.Len() > 0 || len(t.ahead) > 0) || j.ID < 0 || j.ID > maxID {
		return ErrWhole // renumbering depends on all of them
	}
	t.number = j.ID
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
		return ErrWhole
	}
	t.ahead = slices.Insert(t.ahead, i, *j)
	return nil
}

// put puts the first job that waits on the Tape.
func (t *taping) put() error {
	j := &t.ahead[0]
	t.ahead = t.ahead[1:]
	t.last.submit, t.last.number = j.Submit, j.ID
	t.ignored.add(j)
	t.doubting.add(j)
	return t.tape.Add(j)
}

func (t *taping) finish() error {
	for len(t.ahead) > 0 {
		if err := t.put(); err != nil {
			return err
		}
	}
	t.doubting.close()
	return t.tape.Done()
}
