package whatif

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// A Question is a cluster, its jobs, and what is to be different.
type Question struct {
	Description *cluster.Description
	Jobs        func(s *cluster.System) (*accounting.Log, error) // the log as a system sees it
	Scheduler   func(s *cluster.System, name string) (cluster.Scheduler, error)
	Policy      string // of the cluster as it is
	Changes     []Change
	Seed        uint64 // of jobs that a change adds, of intervals, and of draws

	// Draws is how often both sides are simulated; 0 is 1. The first time the daemon's clocks are those of the
	// description, then they are drawn: when it started, and when a backfill cycle began. Where nobody
	// knows them, one draw is as good as another.
	Draws int
}

// A Draw is the mean waits of one draw, in seconds.
type Draw struct {
	Before float64 `json:"before_s"`
	After  float64 `json:"after_s"`
}

// An Answer compares the simulation of the cluster as it is with that of the changed one. Waits are from
// the submission of a job to its first start, in seconds.
type Answer struct {
	Changes  []string               `json:"changes"`
	Fidelity *accounting.Comparison `json:"fidelity"` // of the cluster as it is, against the log
	Block    string                 `json:"block"`    // what was resampled for the intervals: week, day or hour; "" if the log is too short
	Blocks   int                    `json:"blocks"`

	Draws      []Draw       `json:"draws"` // what follows are means of them
	All        Difference   `json:"all"`
	Partitions []Difference `json:"partitions,omitempty"`
	Accounts   []Difference `json:"accounts,omitempty"`
	QOS        []Difference `json:"qos,omitempty"`
	Cores      []Difference `json:"cores,omitempty"` // jobs by how many they ask for

	Stopped []accounting.Left `json:"stopped,omitempty"`   // jobs that run on the cluster as it is and not on the changed one
	Freed   int               `json:"freed,omitempty"`     // jobs that run on the changed one only
	Left    []accounting.Left `json:"left_out,omitempty"`  // jobs of the log that are in neither
	Doubts  []doubt.Doubt     `json:"doubts,omitempty"`    // of the log
	Added   int               `json:"added,omitempty"`     // jobs that a change added; they are in no comparison
	Removed int               `json:"taken_out,omitempty"` // jobs that a change took out
	None    bool              `json:"none_run,omitempty"`  // no job runs with the changes: there is no difference, and All has Before only

	before, after []float64
	policies      [2]string // as it is, and changed
}

// Changed returns a description with the changes that are to it; those to jobs or the policy are passed over.
// The error is a Refused. It does not check what a value means: cluster.New does.
func Changed(d *cluster.Description, changes []Change) (*cluster.Description, error) {
	changed, err := d.Clone()
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.describe != nil {
			if err := c.describe(changed); err != nil {
				return nil, &Refused{c.Text, err}
			}
		}
	}
	return changed, nil
}

// OfCluster tells whether a change is one to the description.
func (c *Change) OfCluster() bool { return c.describe != nil }

// A side is one of the two simulations.
type side struct {
	log  *accounting.Log
	ran  []accounting.Job
	jobs map[key]cluster.Job

	added, removed int // jobs, by changes
}

// key names a job of the log on both sides. Rows that are alike are told apart by their order.
type key struct {
	id, base, task int64
	copy           int
}

// keys returns the key of each job.
func keys(jobs []accounting.Job) []key {
	seen, all := map[key]int{}, make([]key, len(jobs))
	for i := range jobs {
		k := key{id: jobs[i].ID, base: jobs[i].Base, task: jobs[i].Task}
		seen[k]++
		k.copy = seen[key{id: k.id, base: k.base, task: k.task}]
		all[i] = k
	}
	return all
}

// Refused is the error of a change that cannot be made to the cluster or the log.
type Refused struct {
	Change string
	Err    error
}

func (r *Refused) Error() string { return r.Change + ": " + r.Err.Error() }
func (r *Refused) Unwrap() error { return r.Err }

// Ask simulates both and compares them.
func (q *Question) Ask(ctx context.Context) (*Answer, error) {
	a := &Answer{}
	policy := q.Policy
	for _, c := range q.Changes {
		a.Changes = append(a.Changes, c.Text)
		if c.policy != "" {
			policy = c.policy
		}
	}
	changed, err := Changed(q.Description, q.Changes)
	if err != nil {
		return nil, err
	}
	if s, err := cluster.New(changed); err != nil {
		return nil, &Refused{strings.Join(a.Changes, ", "), err}
	} else if _, err := q.Scheduler(s, policy); err != nil {
		return nil, &Refused{"policy=" + policy, err}
	}
	if err := q.inTime(); err != nil {
		return nil, err
	}
	a.policies = [2]string{q.Policy, policy}
	var first [2]*side
	var means averages
	err = pool.Ordered(ctx, max(q.Draws, 1), 0, func(ctx context.Context, k int) (both [2]*side, err error) {
		if both[0], err = q.play(ctx, k, q.Description, q.Policy, nil); err != nil {
			return both, err
		}
		var none *accounting.NoStart
		if both[1], err = q.play(ctx, k, changed, policy, q.Changes); errors.As(err, &none) {
			both[1] = &side{log: &accounting.Log{Left: none.Left}}
		} else if err != nil {
			return both, fmt.Errorf("with the changes: %w", err)
		}
		return both, nil
	}, func(k int, both [2]*side) error {
		if k == 0 {
			first = both
		}
		a.Draws = append(a.Draws, means.add(both[0], both[1]))
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.Fidelity, a.Left, a.Doubts = accounting.Compare(first[0].ran), first[0].log.Left, first[0].log.Doubts
	a.compare(first[0], first[1], means.pairs(len(a.Draws)), q.Seed)
	if a.None = len(first[1].ran) == 0; a.None {
		a.All.Before = a.Fidelity.Mean.Twin
	}
	return a, nil
}

// inTime refuses changes of a time in which the log has no jobs: they would change nothing.
func (q *Question) inTime() error {
	var end, unix int64 // when the last job would be at its limit
	for _, c := range q.Changes {
		if c.to <= c.from {
			continue
		}
		if end == 0 {
			s, err := cluster.New(q.Description)
			if err != nil {
				return err
			}
			l, err := q.Jobs(s)
			if err != nil {
				return err
			}
			unix = l.UnixStart
			for i := range l.Jobs {
				end = max(end, l.Jobs[i].Submit+l.Jobs[i].Limit)
				for _, start := range l.Recorded[i].Starts {
					end = max(end, start+l.Jobs[i].Limit)
				}
			}
		}
		if c.to <= 0 || c.from >= end {
			clock := trace.NewClock(strconv.FormatInt(unix, 10), "")
			where := "after"
			if c.to <= 0 {
				where = "before"
			}
			return &Refused{c.Text, fmt.Errorf("this is %s the log, whose jobs are there from second 0 (%s) to second %d (%s)",
				where, clock.Date(0), end, clock.Date(end))}
		}
	}
	return nil
}

// period bounds how long before the first job the daemon started, and a backfill cycle began: Slurm calculates
// priorities every 300 s, and rounds last no longer.
const period = 300

// play simulates one side in a draw.
func (q *Question) play(ctx context.Context, draw int, d *cluster.Description, policy string, changes []Change) (*side, error) {
	d, err := d.Clone()
	if err != nil {
		return nil, err
	}
	s, err := cluster.New(d)
	if err != nil {
		return nil, err
	}
	x := &side{jobs: map[key]cluster.Job{}}
	if x.log, err = q.Jobs(s); err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.jobs == nil {
			continue
		}
		had := len(x.log.Jobs)
		if err := c.jobs(x.log, q.Seed); err != nil {
			return nil, &Refused{c.Text, err}
		}
		x.added, x.removed = x.added+max(len(x.log.Jobs)-had, 0), x.removed+max(had-len(x.log.Jobs), 0)
	}
	for i, k := range keys(x.log.Recorded) {
		if x.log.Recorded[i].Starts != nil {
			x.jobs[k] = x.log.Jobs[i]
		}
	}
	if draw > 0 {
		r := rand.New(rand.NewPCG(q.Seed, uint64(2+draw)))
		started, cycle := x.log.UnixStart-r.Int64N(period), x.log.UnixStart-r.Int64N(period)
		d.Scheduling.StartedUnixS, d.Scheduling.BfCycleUnixS = &started, &cycle
	}
	scheduler, err := q.Scheduler(s, policy) // after the jobs, whose users a system learns from them
	if err != nil {
		return nil, err
	}
	x.ran, err = x.log.Run(ctx, s, scheduler)
	return x, err
}
