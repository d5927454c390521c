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

// Spools tells whether Spool can draw the Model: only jobs of one type are drawn in the order of their submissions.
func (m Model) Spools() bool { return len(types[m.Type]) == 1 }

// Spool is Generate with spooled jobs, which the caller closes, for a Model that Spools. Its memory does not
// grow with the jobs. create makes temporary files: see trace.NewSpool.
//
// A target load depends on all jobs. They are spooled a first time then, and with their submissions, known to whole seconds
// only when the load is, a second time: drawing them twice would take longer.
func (m Model) Spool(create func() (trace.ScratchFile, error)) (*trace.Workload, error) {
	d, err := m.drawing()
	if err != nil {
		return nil, err
	}
	w, to := d.workload(), trace.NewSpool(create)
	if err := d.drawTo(to, create); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	if w.Jobs, err = to.Jobs(); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return w, nil
}

func (d *drawing) drawTo(to *trace.Spool, create func() (trace.ScratchFile, error)) (err error) {
	var j job.Job
	put := func(clock float64, stretch float64) error {
		at := arrival{clock, d.kinds[0]}
		if j.Submit, err = at.second(stretch); err != nil {
			return err
		}
		j.ID = int64(to.Len()) + 1
		return to.Add(&j, nil)
	}
	if d.Load == 0 {
		for range d.Jobs {
			if err := put(d.next(&j).clock, 1); err != nil {
				return err
			}
		}
		return nil
	}
	drawn, clocks := trace.NewSpool(create), spool.New(clockMemory, create)
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
	all, err := drawn.Jobs()
	if err = cmp.Or(err, clocks.Done()); err != nil {
		return err
	}
	stretch, jobs, times := d.stretch(), all.Read(), clocks.Read()
	for {
		if ok, err := jobs.Next(&j); err != nil || !ok {
			return err
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
