package lublin

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Streams tells whether Stream can draw the Model: only jobs of one type are drawn in the order of their submissions.
func (m Model) Streams() bool { return len(types[m.Type]) == 1 }

// Stream is Generate with the jobs on a Tape, which the caller closes, for a Model that Streams. Its memory does not
// grow with the jobs. create makes temporary files: see trace.NewTape.
//
// A target load depends on all jobs. They are drawn onto a first Tape then, and their submissions, known to whole seconds
// only when the load is, onto a second: drawing them twice would take longer.
func (m Model) Stream(create func() (trace.ScratchFile, error)) (*trace.Workload, error) {
	d, err := m.drawing()
	if err != nil {
		return nil, err
	}
	w := d.workload()
	w.Tape = trace.NewTape(create)
	if err := d.onto(w.Tape, create); err != nil {
		return nil, errors.Join(err, w.Tape.Close())
	}
	return w, nil
}

func (d *drawing) onto(tape *trace.Tape, create func() (trace.ScratchFile, error)) (err error) {
	var j job.Job
	put := func(clock float64, stretch float64) error {
		at := arrival{clock, d.kinds[0]}
		if j.Submit, err = at.second(stretch); err != nil {
			return err
		}
		j.ID = int64(tape.Len()) + 1
		return tape.Add(&j, nil)
	}
	if d.Load == 0 {
		for range d.Jobs {
			if err := put(d.next(&j).clock, 1); err != nil {
				return err
			}
		}
		return tape.Done()
	}
	drawn, clocks := trace.NewTape(create), spool.New(clockMemory, create)
	defer drawn.Close()
	defer clocks.Close()
	last := uint64(0) // clocks rise, and so do the bits of a float
	for i := range d.Jobs {
		at := d.next(&j)
		j.ID = int64(i) + 1
		b, fresh := clocks.Begin()
		if fresh {
			last = 0
		}
		now := math.Float64bits(at.clock)
		if err := cmp.Or(drawn.Add(&j, nil), clocks.End(binary.AppendUvarint(b, now-last))); err != nil {
			return err
		}
		last = now
	}
	if err := cmp.Or(drawn.Done(), clocks.Done()); err != nil {
		return err
	}
	stretch, jobs, times := d.stretch(), drawn.Read(), clocks.Read()
	for {
		ok, err := jobs.Next(&j)
		if err != nil {
			return err
		}
		if !ok {
			return tape.Done()
		}
		fresh, _, err := times.Next()
		if fresh {
			last = 0
		}
		last += times.Uint()
		if err := cmp.Or(err, times.Err(), put(math.Float64frombits(last), stretch)); err != nil {
			return err
		}
	}
}

// clockMemory is the number of bytes of arrivals that stay in memory.
const clockMemory = 16 << 20
