package shared

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/event"
)

// DefaultPenalty is the paper's rescheduling penalty, in microseconds (section 5.1).
const DefaultPenalty = 300 * Second

// Config describes one run.
type Config struct {
	Nodes     int   // of the cluster, all alike, 1..MaxNodes
	Jobs      []Job // by (Submit, ID); borrowed, never changed
	Algorithm Algorithm
	Penalty   int64 // microseconds without progress after a resumption or migration, 0..MaxMicros
	Observers []Observer
	Record    bool // keep the Stretches; memory grows with every change

	// What the paper leaves open; false is what we take its words to mean.
	VirtualInPenalty bool // virtual time runs on in penalties
	NewestFirst      bool // of equal requirements MCB8 places the job submitted last first
}

// State is what a job is doing.
type State uint8

const (
	Future    State = iota // not submitted yet
	Postponed              // has never held nodes
	Running                // holds nodes; makes no progress in its penalty
	Paused                 // has run and holds nothing
	Done
)

const never = math.MaxInt64 // later than every instant

const latest = 1 << 61 // the last instant of a run, in microseconds (some 70,000 years)

// live is what changes about a job.
type live struct {
	work    int64 // done: microseconds times yield, without penalties
	virtual int64 // virtual time: work, with penalties if Config says so, at most MaxMicros times Whole
	ready   int64 // when its last penalty is or was over
	end     int64 // when its work is done if nothing changes
	since   int64 // when it began to hold its places with its yield
	yield   int32
	floor   int32 // what MCB8-stretch has granted
	item    int32 // its item in the packer, or none
	at      int32 // its place in waiting
	state   State
	was     State // state at the start of this instant, if touched
	touched bool
	forced  int32   // the new job for which it was stopped in this instant, or none; if touched
	places  []Place // in order of nodes
	old     []Place // places at the start of this instant, if touched
}

// An Engine is one run in progress. It visits only instants at which something
// happens. In each, in this order:
//
//   - the jobs whose work is done leave; then, with '*', Greedy maps what waits in
//     order of priority;
//   - the jobs that arrive are submitted, each mapped by Greedy, GreedyP or GreedyPM
//     before the next;
//   - MCB8 maps all jobs, once, if a completion, a submission or the period asks for it;
//   - every job is compared with its state before the instant: one on other nodes has
//     migrated, one back where it was has not been touched;
//   - the CPU is shared anew if anything changed.
//
// A job is done in the first microsecond at which the integral of its yield, penalties
// excluded, is its run time. An Engine is not safe for concurrent use.
type Engine struct {
	cfg     Config
	c       cluster
	live    []live
	active  []int32 // submitted and not done, in order of submission
	running []int32 // those that hold nodes, as of the last instant
	now     int64
	next    int // first job that is not submitted
	done    int
	tick    int64 // next periodic mapping
	settled bool  // a periodic mapping would change nothing
	anewAt  int64 // when all jobs were mapped last, or None
	anew    bool  // in this instant
	stuck   int   // instants in a row without progress or a submission
	dirty   bool  // running or a mapping has changed in this instant
	touched []int32
	waiting []waiter
	all     bulk // what all active jobs need

	outcomes  []Outcome
	stretches []Stretch
	lastOf    []int     // one more than the index of each job's last stretch
	spare     [][]Place // buffers of jobs that are done
	scratch   []Place
	ranks     []rank
	chosen    []rank
	held      []int32
	ended     []int32 // jobs, in this instant
	packed    []int32 // jobs being packed, in order of submission
	grant     []int32 // the new yields, parallel to running
	share     sharer
	pack      packer
	err       error
}

// New prepares a run. A value out of range, jobs out of order and one that does not fit
// into the empty cluster are errors.
func New(cfg Config) (*Engine, error) {
	if cfg.Nodes < 1 || cfg.Nodes > MaxNodes {
		return nil, fmt.Errorf("a cluster of %d nodes cannot be simulated: give it 1 to %d", cfg.Nodes, MaxNodes)
	}
	if cfg.Penalty < 0 || cfg.Penalty > MaxMicros {
		return nil, fmt.Errorf("a penalty of %d microseconds is out of range: it is 0 to %d", cfg.Penalty, int64(MaxMicros))
	}
	if err := cfg.Algorithm.check(); err != nil {
		return nil, fmt.Errorf("algorithm %q: %w", cfg.Algorithm.String(), err)
	}
	n := len(cfg.Jobs)
	e := &Engine{cfg: cfg, c: newCluster(cfg.Nodes), live: make([]live, n), anewAt: None,
		outcomes: slices.Repeat([]Outcome{{Start: None, End: None}}, n)}
	for i := range cfg.Jobs {
		if err := e.check(i); err != nil {
			return nil, err
		}
	}
	if cfg.NewestFirst {
		e.pack.turn = math.MaxUint32
	}
	if cfg.Record {
		e.stretches = []Stretch{} // not nil, which a run has that records none
		e.lastOf = make([]int, n)
	}
	if n > 0 {
		e.now = cfg.Jobs[0].Submit
		e.tick = e.now
	}
	return e, nil
}

func (e *Engine) check(i int) error {
	j := &e.cfg.Jobs[i]
	if err := j.Check(); err != nil {
		return err
	}
	switch {
	case int64(j.room(Whole))*int64(e.cfg.Nodes) < int64(j.Tasks):
		return fmt.Errorf("job %d: %d tasks with memory %d (millionths of a node) do not fit into %d nodes: "+
			"leave it out or make the cluster larger", j.ID, j.Tasks, j.Memory, e.cfg.Nodes)
	case e.cfg.Algorithm.Submission == Equal && (int(j.Tasks) != e.cfg.Nodes || j.Memory != 0):
		return fmt.Errorf("job %d: %s is for perfectly parallel jobs, with one task a node and without memory", j.ID, equipartition)
	}
	if i > 0 {
		if p := &e.cfg.Jobs[i-1]; p.Submit > j.Submit || p.Submit == j.Submit && p.ID >= j.ID {
			return fmt.Errorf("job %d: the jobs are not in order of submission and number", j.ID)
		}
	}
	return nil
}

// Step plays the next instant at which something happens and reports whether there was
// one. After false, Err tells whether the run is complete.
func (e *Engine) Step() bool {
	if e.err != nil {
		return false
	}
	at := e.nextInstant()
	if at > latest {
		if e.done < len(e.live) {
			e.err = fmt.Errorf("job %d will not end: from second %d on nothing more happens, "+
				"its share of a node is less than a millionth of what it needs", e.cfg.Jobs[e.active[0]].ID, e.now/Second)
		}
		return false
	}
	arrival := e.next < len(e.live) && e.cfg.Jobs[e.next].Submit == at
	if e.advance(at) || arrival {
		e.stuck = 0
	} else if e.stuck++; e.stuck > maxStuck {
		e.err = fmt.Errorf("%w by second %d: mappings every %d s pause and move jobs before their penalty of %d s is over; "+
			"give a longer period or a shorter penalty",
			ErrStuck, at/Second, e.cfg.Algorithm.Period, e.cfg.Penalty/Second)
		return false
	}
	e.decide()
	e.commit()
	e.tell(Settled, none, nil, nil)
	return true
}

func (e *Engine) nextInstant() int64 {
	at := int64(never)
	if e.next < len(e.live) {
		at = e.cfg.Jobs[e.next].Submit
	}
	for _, i := range e.running {
		at = min(at, e.live[i].end)
	}
	if e.period() > 0 && len(e.active) > 0 && !e.settled {
		at = min(at, e.tick)
	}
	return at
}

// period returns the time between periodic mappings in microseconds, 0 without.
func (e *Engine) period() int64 { return e.cfg.Algorithm.Period * Second }

// ErrStuck ends a run in which jobs are paused and moved for ever and none makes progress.
// The paper's periods are longer than the penalty for that reason (section 6.4.2). It needs
// Config.VirtualInPenalty: where virtual time stands still, so do priorities in the end.
var ErrStuck = errors.New("no job gets on any more")

const maxStuck = 10_000 // instants in a row without any work

// advance moves time on to the instant at and reports whether any job made progress.
func (e *Engine) advance(at int64) (worked bool) {
	for _, i := range e.running {
		l := &e.live[i]
		if span := at - max(e.now, l.ready); span > 0 && l.yield > 0 {
			l.work += span * int64(l.yield)
			worked = true
		}
		if !e.cfg.VirtualInPenalty {
			l.virtual = l.work
		} else if l.yield > 0 {
			l.virtual += min(at-e.now, (MaxMicros*Whole-l.virtual)/int64(l.yield)) * int64(l.yield)
		}
	}
	e.now = at
	return worked
}

const stride = 64 // steps between two looks at the context: milliseconds at most

// Run plays the jobs to their end. Every few instants it calls progress, unless that is
// nil, with the number of jobs done, and returns ctx's error if ctx is done; it can be
// called again.
func (e *Engine) Run(ctx context.Context, progress func(done, total int)) error {
	return event.Run(ctx, e, len(e.live), stride, progress)
}
