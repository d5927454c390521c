package experiment

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sort"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Replay is a Spec's run of one policy that can be asked about any of its seconds. It plays the run once to learn
// when something happens. Then it plays it again as far as it is asked, and goes on from there; to go back it begins
// anew. It keeps one engine in memory until Close. It is not safe for concurrent use.
type Replay struct {
	spec Spec
	w    *trace.Workload
	name string
	of   func(int64) string

	Progress func(done, total int) // receives now and then how many jobs have ended, and how many there are; or nil

	instants []instant

	live   platform.Watcher // of the run that is being played, or nil
	next   func() (error, bool)
	stop   func()
	cancel context.CancelFunc
	target int // passes after which the run waits
}

// An instant is a second in which passes were made.
type instant struct {
	at       float64
	passes   int // made by its end
	started  bool
	decision bool
}

// NewReplay returns a Replay of the Spec's run of the named policy on w. progress, if not nil, becomes its Progress.
func NewReplay(ctx context.Context, spec Spec, w *trace.Workload, name string, progress func(done, total int)) (*Replay, error) {
	if policy.Fold(name) == policy.Recorded {
		return nil, errors.New("a recorded schedule has no rules to explain it: choose the run of a policy")
	}
	r := &Replay{spec: spec, w: w, name: name, of: labels(w)}
	on, err := explained(&spec)
	if err != nil {
		return nil, err
	}
	q := on.Watcher(spec.setting(), name)
	q.Seen().Heard = func(now float64, started, decided bool) {
		n := len(r.instants)
		if n == 0 || r.instants[n-1].at != now {
			r.instants = append(r.instants, instant{at: now})
			n++
		}
		last := &r.instants[n-1]
		last.passes = q.Seen().Passes()
		last.started, last.decision = last.started || started, last.decision || decided
	}
	r.Progress = progress
	if _, err := Play(ctx, Problem{Spec: &r.spec, Workload: w}, name, r.see(q)); err != nil {
		return nil, err
	}
	if len(r.instants) == 0 {
		return nil, fmt.Errorf("nothing happens under %s: no job runs", name)
	}
	return r, nil
}

// Close ends the replay and frees its engine. It can be asked again.
func (r *Replay) Close() {
	if r.live != nil {
		r.cancel()
		r.stop()
		r.live = nil
	}
}

// At tells of a second, with what the first most waiting jobs wait for, and the one called id unless that is "". Before
// the first second of the run it tells of that. It costs the replay from where the last answer was, or from the start
// of the run to go back.
func (r *Replay) At(ctx context.Context, at float64, most int, id string) (platform.Moment, error) {
	job := int64(-1)
	if id != "" {
		j, err := r.w.Find(id)
		if err != nil {
			return platform.Moment{}, err
		}
		job = j.ID
	}
	k := max(sort.Search(len(r.instants), func(i int) bool { return r.instants[i].at > at })-1, 0)
	if err := r.play(ctx, k); err != nil {
		return platform.Moment{}, err
	}
	m := r.live.Moment(most, job)
	if id != "" && m.Of(job) == nil {
		return m, fmt.Errorf("job %s does not wait at second %s under %s", id, numeral.Second(r.instants[k].at), r.name)
	}
	m.At = at
	r.around(&m, k)
	m.Name(r.of)
	return m, nil
}

// around tells of the instants before and after the k-th.
func (r *Replay) around(m *platform.Moment, k int) {
	for i := k - 1; i >= 0 && (m.LastStart < 0 || m.LastDecision < 0); i-- {
		note(&m.LastStart, &m.LastDecision, &r.instants[i])
	}
	for i := k + 1; i < len(r.instants) && (m.NextStart < 0 || m.NextDecision < 0); i++ {
		note(&m.NextStart, &m.NextDecision, &r.instants[i])
	}
}

func note(start, decision *float64, i *instant) {
	if i.started && *start < 0 {
		*start = i.at
	}
	if i.decision && *decision < 0 {
		*decision = i.at
	}
}

// play brings the live run to the end of the k-th instant.
func (r *Replay) play(ctx context.Context, k int) error {
	from := 0.0 // the last starts by then need reasons
	for i := k; i >= 0; i-- {
		if from = r.instants[i].at; r.instants[i].started {
			break
		}
	}
	want := r.instants[k].passes
	if r.live != nil {
		if w := r.live.Seen(); w.Passes() > want || w.Now() >= from && w.From > from {
			r.Close()
		}
	}
	if r.live == nil {
		r.begin()
	}
	if r.live.Seen().Passes() == want {
		return nil
	}
	r.target, r.live.Seen().From = want, from
	stop := context.AfterFunc(ctx, r.cancel)
	err, waits := r.next()
	if !stop() {
		r.Close() // which the cancel may reach only later
		return ctx.Err()
	}
	if !waits && err == nil && r.live.Seen().Passes() != want {
		err = errors.New("the run was another when it was played again, which is a fault of this program or of an author's own policy")
	}
	if err != nil {
		r.Close()
	}
	return err
}

// see returns the hooks of a run that q follows.
func (r *Replay) see(q platform.Watcher) platform.Hooks {
	h := q.Hooks()
	h.Progress = func(done, total int) {
		if r.Progress != nil {
			r.Progress(done, total)
		}
	}
	return h
}

// begin begins the run anew, up to before its first pass.
func (r *Replay) begin() {
	ctx, cancel := context.WithCancel(context.Background())
	q := r.spec.Platform().(platform.Explained).Watcher(r.spec.setting(), r.name)
	r.live, r.cancel = q, cancel
	r.next, r.stop = iter.Pull(func(yield func(error) bool) {
		closed := false
		h := r.see(q)
		h.Until = func() bool {
			for !closed && q.Seen().Passes() == r.target {
				closed = !yield(nil)
			}
			return closed
		}
		if _, err := Play(ctx, Problem{Spec: &r.spec, Workload: r.w}, r.name, h); err != nil {
			yield(err)
		}
	})
}
