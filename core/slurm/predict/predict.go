// Package predict says when the jobs that wait on a cluster now will start.
//
// The accounting is played as it was until now, so that running jobs hold their nodes, waiting ones have
// their ages, and users have used what they have used. From now on the twin of Slurm decides. How long
// running and waiting jobs run is drawn from what each user's jobs needed of their limits so far, many
// times; a start is the median of those, and its range what 80 % of them lie in. Nobody knows what will be
// submitted: in half of the draws it is what was submitted in the week before, moved by a random time, in the
// other half nothing. That both are taken was decided after it was seen that, on the run that tests have, either
// alone holds about half of the true starts in its ranges.
package predict

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// A Question is a cluster and its accounting until now.
type Question struct {
	System func() (*cluster.System, *accounting.Log, error) // a new one for each draw, with the jobs of accounting.FromQueue
	Now    int64                                            // Unix time; 0 is the last that the accounting has
	Draws  int                                              // at least 1
	Alone  bool                                             // nobody submits anything any more
	Seed   uint64
}

// A Start is what is foreseen for a waiting job. Times are Unix times.
type Start struct {
	accounting.Job `json:"-"`
	ID             int64  `json:"id"` // as in the accounting: of an array's task, Base is the array and Task its index
	Base           int64  `json:"base"`
	Task           int64  `json:"task"`
	User           string `json:"user"`
	Account        string `json:"account,omitempty"`
	In             string `json:"partition"`
	Cores          int64  `json:"cores"`
	Reason         string `json:"reason"` // why it waits now, as squeue writes it

	Median int64   `json:"start_unix_s"`  // 0 if it starts in less than half of the draws
	Early  int64   `json:"early_unix_s"`  // 10 % of the draws are earlier
	Late   int64   `json:"late_unix_s"`   // 10 % are later; 0 if more than 10 % have no start
	Limits int64   `json:"limits_unix_s"` // if every job runs until its limit; 0 if it has no start then
	Never  float64 `json:"never"`         // share of the draws that have no start: a limit, a hold or a dependency keeps it
}

// An Answer is the starts of all waiting jobs, in the order of the queue.
type Answer struct {
	Now     int64             `json:"now_unix_s"`
	Running int               `json:"running"`
	Waiting int               `json:"waiting"`
	Missed  int               `json:"missed"` // jobs of the past that found no room where they ran: the description is not the cluster's then
	Draws   int               `json:"draws"`
	Starts  []Start           `json:"starts"`
	Left    []accounting.Left `json:"left_out,omitempty"`
	Doubts  []doubt.Doubt     `json:"doubts,omitempty"` // of the log
}

// history is which parts of their limits jobs needed.
type history struct {
	all   []float64 // ascending
	users map[string][]float64
}

// enough is how many ended jobs a user must have, to be told from all others.
const enough = 10

func historyOf(l *accounting.Log) *history {
	h := &history{users: map[string][]float64{}}
	for i := range l.Jobs {
		r := &l.Recorded[i]
		if r.Starts == nil || r.Runs {
			continue
		}
		part := min(float64(l.Jobs[i].Run)/float64(l.Jobs[i].Limit), 1)
		h.all = append(h.all, part)
		h.users[r.User] = append(h.users[r.User], part)
	}
	slices.Sort(h.all)
	for _, parts := range h.users {
		slices.Sort(parts)
	}
	return h
}

// draw returns a run time of a job of a user that has run for some time.
func (h *history) draw(r *rand.Rand, user string, limit, past int64) int64 {
	for _, parts := range [][]float64{h.users[user], h.all} {
		k, _ := slices.BinarySearch(parts, float64(past+1)/float64(limit))
		if n := len(parts) - k; len(parts) >= enough && n > 0 {
			return max(int64(parts[k+r.IntN(n)]*float64(limit)), past+1, 1)
		}
	}
	return max(limit, past+1)
}

// played is what one draw gives.
type played struct {
	log     *accounting.Log
	starts  []int64 // of each job: seconds, None without
	reasons []twin.Reason
	missed  int
}

// Ask predicts. It is an error if nothing waits.
func (q *Question) Ask(ctx context.Context) (*Answer, error) {
	_, l, err := q.System()
	if err != nil {
		return nil, err
	}
	a := &Answer{Now: q.Now, Draws: max(q.Draws, 1), Left: l.Left, Doubts: l.Doubts}
	if a.Now == 0 {
		a.Now = last(l)
	}
	asOf(l, a.Now-l.UnixStart)
	h := historyOf(l)
	var first *played
	starts := make([][]int64, len(l.Jobs))
	err = pool.Ordered(ctx, a.Draws+1, 0, func(ctx context.Context, k int) (*played, error) {
		return q.play(ctx, k, a.Now, h)
	}, func(k int, p *played) error {
		if k == 0 {
			first = p
			return nil
		}
		for i, at := range p.starts[:len(starts)] {
			starts[i] = append(starts[i], at)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.Missed = first.missed
	for i := range l.Jobs {
		if l.Recorded[i].Runs {
			a.Running++
		}
	}
	for _, why := range slices.Concat(first.soon(l, a.Now), first.reasons) {
		if r := &l.Recorded[why.Job]; r.Waits {
			j := &l.Jobs[why.Job]
			s := Start{Job: *r, ID: r.ID, Base: r.Base, Task: r.Task, User: r.User, Account: r.Account, In: r.Partition, Cores: j.Cores(),
				Reason: why.Code}
			s.sum(starts[why.Job], first.starts[why.Job], l.UnixStart)
			a.Starts = append(a.Starts, s)
		}
	}
	if a.Waiting = len(a.Starts); a.Waiting == 0 {
		return nil, errors.New("no job waits: give accounting that has waiting jobs, as sacct prints them")
	}
	return a, nil
}

// soon returns the waiting jobs that start as soon as the scheduler looks.
func (p *played) soon(l *accounting.Log, now int64) (all []twin.Reason) {
	waits := make([]bool, len(l.Jobs))
	for _, why := range p.reasons {
		waits[why.Job] = true
	}
	for i := range l.Jobs {
		if l.Recorded[i].Waits && !waits[i] {
			all = append(all, twin.Reason{Job: int32(i), Code: "None"})
		}
	}
	return all
}

// asOf makes of a log what it was at a second: jobs that came later are not there, those that started later wait,
// and those that ended later run.
func asOf(l *accounting.Log, now int64) {
	n := 0
	for n < len(l.Jobs) && l.Jobs[n].Submit <= now {
		n++
	}
	ended := map[int32]bool{} // in the queue, before now
	l.Changes = slices.DeleteFunc(slices.Clone(l.Changes), func(c cluster.Change) bool { return int(c.Job) >= n || c.At > now })
	for _, c := range l.Changes {
		ended[c.Job] = ended[c.Job] || c.Kind == cluster.Cancel
	}
	l.Jobs, l.Recorded = l.Jobs[:n], l.Recorded[:n]
	for i := range l.Jobs {
		j, r := &l.Jobs[i], &l.Recorded[i]
		j.After = slices.DeleteFunc(slices.Clone(j.After), func(d cluster.Dependency) bool { return int(d.Job) >= n })
		switch {
		case r.Starts != nil && r.Recorded > now:
			r.Starts, r.Runs, r.Waits = nil, false, true
		case r.Starts != nil && !r.Runs:
			r.Runs = r.Recorded+j.Run > now
		case r.Starts == nil:
			r.Waits = !ended[int32(i)]
		}
	}
}

// week is the longest time whose submissions come again.
const week = 7 * 86_400

// arrive lets people submit after now what they submitted in the week before, or since the log begins: each job
// as long after it as before, all moved by the same random time, around the end.
func arrive(l *accounting.Log, now int64, r *rand.Rand) {
	span := min(now, week)
	if span <= 0 {
		return
	}
	move := r.Int64N(span)
	type coming struct {
		cluster.Job
		of accounting.Job
	}
	var all []coming
	for i := range l.Jobs {
		j := l.Jobs[i]
		if j.Submit <= now-span {
			continue
		}
		j.Submit = now + 1 + (j.Submit-(now-span)+move)%span
		j.SubmitUs, j.RunUs, j.StopUs = 0, 0, nil
		j.Begin, j.After, j.Array, j.ArrayLimit, j.Held, j.Fails = cluster.None, nil, 0, 0, false, false
		all = append(all, coming{j, accounting.Job{User: l.Recorded[i].User}})
	}
	slices.SortStableFunc(all, func(a, b coming) int { return cmp.Compare(a.Submit, b.Submit) })
	for _, c := range all {
		c.ID = int64(len(l.Jobs) + 1)
		l.Jobs, l.Recorded = append(l.Jobs, c.Job), append(l.Recorded, c.of)
	}
}

// last returns the last Unix time at which something happened.
func last(l *accounting.Log) (now int64) {
	for i := range l.Jobs {
		r := &l.Recorded[i]
		now = max(now, r.Submit)
		if r.Starts != nil {
			now = max(now, r.Recorded)
			if !r.Runs {
				now = max(now, r.Recorded+l.Jobs[i].Run)
			}
		}
	}
	return l.UnixStart + now
}

// sum sums up the starts of the draws.
func (s *Start) sum(draws []int64, limits, unix int64) {
	var at []int64
	for _, t := range draws {
		if t != cluster.None {
			at = append(at, unix+t)
		}
	}
	slices.Sort(at)
	n := len(draws)
	s.Never = float64(n-len(at)) / float64(n)
	rank := func(percent int) int64 {
		if k := max((n*percent+99)/100, 1) - 1; k < len(at) {
			return at[k]
		}
		return 0
	}
	s.Early, s.Median, s.Late = rank(10), rank(50), rank(90)
	if limits != cluster.None {
		s.Limits = unix + limits
	}
}

// play plays the past and one draw of the future; draw 0 has every job run until its limit.
func (q *Question) play(ctx context.Context, draw int, unix int64, h *history) (*played, error) {
	s, l, err := q.System()
	if err != nil {
		return nil, err
	}
	now := unix - l.UnixStart
	asOf(l, now)
	r := rand.New(rand.NewPCG(q.Seed, uint64(draw)))
	if draw%2 == 1 && !q.Alone {
		arrive(l, now, r)
	}
	past := &twin.Past{Until: now, Starts: make([]int64, len(l.Jobs)), Nodes: make([]cluster.Bits, len(l.Jobs))}
	index := map[string]int{}
	for i := range s.Nodes {
		index[s.Nodes[i].Name] = i
	}
	for i := range l.Jobs {
		j, rec := &l.Jobs[i], &l.Recorded[i]
		past.Starts[i] = cluster.None
		if rec.Starts != nil && rec.Recorded <= now {
			past.Starts[i], past.Nodes[i] = rec.Recorded, nodes(rec.Nodes, index)
		}
		if rec.Starts != nil && !rec.Runs {
			continue
		}
		elapsed := int64(-1)
		if rec.Runs {
			elapsed = max(now-rec.Recorded, 0)
		}
		if j.Run = max(j.Limit, elapsed+1); draw > 0 {
			j.Run = h.draw(r, rec.User, j.Limit, elapsed)
		}
	}
	if draw > 1 { // clocks that nobody knows
		started, cycle := unix-r.Int64N(300), unix-r.Int64N(60)
		s.Description.Scheduling.StartedUnixS, s.Description.Scheduling.BfCycleUnixS = &started, &cycle
	}
	t := twin.New(s)
	t.Past = past
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: l.Jobs, Scheduler: t, Changes: l.Changes, UnixStart: l.UnixStart,
		Within: true, Context: ctx})
	if err != nil {
		return nil, err
	}
	p := &played{log: l, starts: make([]int64, len(l.Jobs))}
	for e.Step() {
		if draw == 0 && p.reasons == nil && e.Now >= now {
			p.reasons = slices.Clip(t.Reasons(e))
		}
	}
	if e.Interrupted() {
		return nil, ctx.Err()
	}
	for i, all := range e.Starts() {
		if p.starts[i] = cluster.None; len(all) > 0 {
			p.starts[i] = cmp.Or(all[0], 0)
		}
	}
	p.missed = past.Missed
	return p, nil
}

// nodes returns the set of a list of nodes, nil if one is not there.
func nodes(list string, index map[string]int) cluster.Bits {
	names, err := hostlist.Expand(list, cluster.MaxNodes)
	if err != nil || len(names) == 0 {
		return nil
	}
	set := cluster.NewBits(len(index))
	for _, name := range names {
		i, ok := index[name]
		if !ok {
			return nil
		}
		set.Add(i)
	}
	return set
}
