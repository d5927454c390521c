package machine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// Spools tells whether a policy needs no more of a workload than the jobs that were submitted.
func Spools(e *platform.Entry) bool {
	return e.On == About && (e.Name == policy.Recorded || slices.Contains([]string{"queue", "plan", "dynp", "rules"}, e.Family))
}

// waitsMemory is the number of bytes of the waits of a run that stay in memory: several million jobs.
const waitsMemory = 16 << 20

// spooledBook returns the book of a run of pol, or of nil, on spooled jobs.
func spooledBook(p *platform.Problem, r *platform.Run, pol sim.Policy) (*ledger, error) {
	if !Spools(r.Entry) {
		return nil, fmt.Errorf("policy %s needs all jobs of the log at once: load it", r.Policy)
	}
	planner, _ := pol.(sim.Planner)
	switcher, _ := pol.(sim.Switcher)
	return &ledger{run: r, planner: planner, switcher: switcher, spooledSchedule: &spooledSchedule{
		log: &p.Workload.Jobs, cut: p.Overrun == sim.Cut, ended: r.Verify, planned: planner != nil, switched: switcher != nil,
		waits: spool.New(waitsMemory, r.Scratch),
	}, tally: metrics.NewTally(p.Workload.Procs, p.Groups, p.Workload.UnixStart)}, nil
}

// until ends the run because of an error, or because its hooks have seen enough.
func (l *ledger) until() func() bool {
	return func() bool { return l.err != nil || l.run.Err() != nil || l.run.Until != nil && l.run.Until() }
}

// done leaves to the run what l has seen of it. The run ended with err.
func (l *ledger) done(_ *sim.Engine, err error) error {
	if err = errors.Join(err, l.err, l.run.Err(), l.waits.Done()); err != nil {
		return errors.Join(err, l.Close())
	}
	l.metrics, l.blocks = l.tally.Measured()
	l.run.Schedule = l.spooledSchedule
	return nil
}

// A spooledSchedule is the schedule of spooled jobs: what each of them waited.
type spooledSchedule struct {
	log     *trace.Jobs
	cut     bool // jobs are cut at their estimates
	ended   bool // waits has ends, too, which otherwise follow from the job
	planned bool // and planned starts

	switched bool     // and the orders in force at the starts
	orders   []string // their names by number

	waits   *spool.Spool
	metrics metrics.Values
	blocks  *metrics.Blocks
}

// Close gives back the temporary file.
func (s *spooledSchedule) Close() error { return s.waits.Close() }

func (s *spooledSchedule) Jobs() int { return s.log.Len() }

// Measure returns what the ledger has measured, in the groups of the Problem.
func (s *spooledSchedule) Measure() (metrics.Values, *metrics.Blocks) {
	return s.metrics, s.blocks
}

// A scheduleReader reads a spooledSchedule job by job.
type scheduleReader struct {
	*spooledSchedule
	log   *trace.JobReader
	waits *spool.Reader

	job     job.Job
	at      job.Placement
	planned int64 // if it has planned starts
	order   int   // if it has orders
}

func (s *spooledSchedule) read() *scheduleReader {
	return &scheduleReader{spooledSchedule: s, log: s.log.Read(), waits: s.waits.Read()}
}

// next reads the next job; after the last one ok is false.
func (r *scheduleReader) next() (ok bool, err error) {
	if ok, err = r.log.Next(&r.job); !ok || err != nil {
		return false, err
	}
	if _, _, err := r.waits.Next(); err != nil {
		return false, err
	}
	j := &r.job
	start := j.Submit + int64(r.waits.Uint())
	r.at = job.Placement{Start: start, End: start + j.Length(r.cut), Killed: r.cut && j.Run > j.Estimate}
	if r.ended {
		r.at.End, r.at.Killed = start+r.waits.Int(), r.waits.Uint() == 1
	}
	if r.spooledSchedule.planned {
		r.planned = j.Submit + r.waits.Int()
	}
	if r.switched {
		r.order = int(r.waits.Uint())
	}
	return true, r.waits.Err()
}

// Feed is for the referee, which reads the schedule several times; an error ends it and goes to *failed.
func (s *spooledSchedule) Feed(failed *error) verify.Feed {
	r := s.read()
	return func() (*job.Job, job.Placement, bool) {
		ok, err := r.next()
		if err != nil {
			*failed = err
		}
		return &r.job, r.at, ok
	}
}

// partRows is the number of rows that Write makes at a time.
const partRows = 4096

// Write writes the rows of the jobs.
func (s *spooledSchedule) Write(sink result.Sink, run, policy string, rows *result.JobRows, notes result.Notes) error {
	jobs, placed := make([]job.Job, 0, partRows), make([]job.Placement, 0, partRows)
	notes.Planned, notes.StartedWith, notes.Slurm = nil, nil, nil
	r := s.read()
	for more := true; more; {
		jobs, placed, notes.Planned, notes.StartedWith = jobs[:0], placed[:0], notes.Planned[:0], notes.StartedWith[:0]
		notes.Slurm = notes.Slurm[:0]
		for len(jobs) < partRows {
			var err error
			if more, err = r.next(); err != nil {
				return err
			}
			if !more {
				break
			}
			if of := r.log.Slurm(); of != nil {
				notes.Slurm = append(notes.Slurm, *of)
			}
			jobs, placed = append(jobs, r.job), append(placed, r.at)
			if s.planned {
				notes.Planned = append(notes.Planned, r.planned)
			}
			if s.switched {
				notes.StartedWith = append(notes.StartedWith, s.orders[r.order])
			}
		}
		if err := rows.Add(sink, run, policy, jobs, placed, notes); err != nil {
			return err
		}
	}
	return rows.Flush(sink)
}

// A ledger is the book of a run on spooled jobs. It holds the jobs from the first that has not ended to the last that
// was submitted: what is known of a job is written in the order of jobs.
type ledger struct {
	*spooledSchedule
	run     *platform.Run
	tally   *metrics.Tally
	planner sim.Planner

	switcher sim.Switcher // or nil

	open    []entry // by index, from first
	first   int32
	arrived []*sim.Job // in this second
	err     error
}

// An entry is a job that has been submitted.
type entry struct {
	metrics.Ended       // Start and End are job.None until it has one
	planned       int64 // second, or job.None
	order         int   // in force at its start
}

func (l *ledger) observer() sim.Observer { return l }

func (l *ledger) at(j *sim.Job) *entry { return &l.open[j.Index-l.first] }

func (l *ledger) Submitted(now int64, j *sim.Job) {
	l.tally.Submitted(now, j.Procs)
	l.open = append(l.open, entry{metrics.Ended{Submit: j.Submit, Start: job.None, End: job.None, Procs: j.Procs, User: j.User}, job.None, 0})
	if l.planner != nil {
		l.arrived = append(l.arrived, j)
	}
}

func (l *ledger) Started(now int64, j *sim.Job) {
	l.tally.Started(now, j.Procs)
	e := l.at(j)
	if e.Start = now; now == j.Submit && e.planned == job.None {
		e.planned = now
	}
	if l.switcher != nil {
		e.order = l.order(l.switcher.InForce())
	}
}

// order returns the number of an order.
func (l *ledger) order(name string) int {
	k := slices.Index(l.orders, name)
	if k < 0 {
		k = len(l.orders)
		l.orders = append(l.orders, name)
	}
	return k
}

func (l *ledger) Passed(int64) {
	for _, j := range l.arrived {
		if at, ok := l.planner.Planned(j); ok {
			l.at(j).planned = at
		}
	}
	l.arrived = l.arrived[:0]
}

func (l *ledger) Ended(now int64, j *sim.Job, killed bool) {
	l.tally.Ended(now, j.Procs)
	e := l.at(j)
	e.End, e.Killed = now, killed
	if j.Index != l.first {
		return
	}
	n := 0
	for ; n < len(l.open) && l.open[n].End != job.None; n++ {
		l.close(&l.open[n])
	}
	l.open, l.first = l.open[n:], l.first+int32(n) // append moves what is left to the front of another array
}

// close writes down a job that has ended.
func (l *ledger) close(e *entry) {
	l.tally.Add(&e.Ended)
	b, _ := l.waits.Begin()
	b = binary.AppendUvarint(b, uint64(e.Start-e.Submit))
	if l.ended {
		b = binary.AppendVarint(b, e.End-e.Start)
		b = append(b, 0)
		if e.Killed {
			b[len(b)-1] = 1
		}
	}
	if l.planned {
		b = binary.AppendVarint(b, e.planned-e.Submit)
	}
	if l.switched {
		b = binary.AppendUvarint(b, uint64(e.order))
	}
	if err := l.waits.End(b); err != nil && l.err == nil {
		l.err = err
	}
}
