package dfrs

import (
	"context"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// Section 6.1 explains why GreedyPM is no better than GreedyP: the jobs that it migrates are often of low priority,
// and so likely to be preempted soon.

// The sums over all instances of a set.
const (
	moved      = "jobs migrated for new ones"
	lowly      = "of the lower half of priorities"
	pausedNext = "paused at the next event"
	pausedSoon = "paused within 600 s"
	held       = "running jobs at events"
	pausedAll  = "of them paused"
)

// movers are the purely greedy one and the best of the algorithms that migrate jobs on submission.
var movers = []string{purely[2], bestName}

// A migrant is a job that was migrated for a new one and has not been paused or ended since.
type migrant struct {
	at   int64 // the instant
	next bool  // the next event has passed
}

// migrants counts what becomes of jobs that GreedyPM migrates on submission. An event is any instant with a
// submission, an end or a mapping.
type migrants struct {
	sums  map[string]float64
	after map[int]migrant
	now   []int // jobs that were migrated in this instant
	holds int   // running jobs after the last event
}

func (m *migrants) observe(e *shared.Engine, v shared.Event) {
	switch v.Kind {
	case shared.Migration:
		if v.For >= 0 {
			m.now = append(m.now, v.Job)
		}
	case shared.Pause:
		m.sums[pausedAll]++
		if job, ok := m.after[v.Job]; ok {
			if !job.next {
				m.sums[pausedNext]++
			}
			if e.Now() <= job.at+shared.DefaultPeriod*shared.Second {
				m.sums[pausedSoon]++
			}
			delete(m.after, v.Job)
		}
	case shared.End:
		delete(m.after, v.Job)
	case shared.Settled:
		m.settle(e)
	}
}

// settle ends an event.
func (m *migrants) settle(e *shared.Engine) {
	m.sums[held] += float64(m.holds)
	for k, job := range m.after {
		if job.next = true; e.Now() > job.at+shared.DefaultPeriod*shared.Second {
			delete(m.after, k)
			continue
		}
		m.after[k] = job
	}
	m.holds = 0
	for _, i := range e.Active() {
		if e.State(int(i)) == shared.Running {
			m.holds++
		}
	}
	for _, k := range m.now {
		m.sums[moved]++
		m.after[k] = migrant{at: e.Now()}
		if higher := higherRanks(e, k); 2*higher > m.holds {
			m.sums[lowly]++
		}
	}
	m.now = m.now[:0]
}

// higherRanks counts the running jobs with a higher priority than job k.
func higherRanks(e *shared.Engine, k int) (n int) {
	rank := func(i int) (flow, virtual float64) {
		return float64(e.Now()-e.Job(i).Submit) / shared.Second, float64(e.Virtual(i)) / shared.Second / shared.Whole
	}
	flow, virtual := rank(k)
	for _, i := range e.Active() {
		if e.State(int(i)) != shared.Running {
			continue
		}
		f, v := rank(int(i))
		if v == 0 && virtual > 0 || float64(f*virtual)*virtual > float64(flow*v)*v {
			n++
		}
	}
	return n
}

func section61Migrated(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section6.1-migrated", Claims: []paper.Claim{paper.Judged("often-preempted", oftenPreempted)}}
	for _, a := range movers {
		for _, s := range allSets {
			for _, load := range s.loads(at.Scale) {
				x.Runs = append(x.Runs, s.migrations(at, load, a))
			}
			count := func(name string) func(*paper.Results) float64 {
				return func(r *paper.Results) float64 { return s.migrants(r, a, name) }
			}
			x.Add(a, s.title+", "+moved, "", count(moved))
			for _, name := range []string{lowly, pausedNext, pausedSoon} {
				x.Add(a, s.title+", "+name, "%", paper.Share(count(name), count(moved)))
			}
			x.Add(a, s.title+", any running job paused at an event", "%", paper.Share(count(pausedAll), count(held)))
		}
	}
	return x
}

// migrations is the run that counts what becomes of migrated jobs.
func (s instances) migrations(at paper.Setting, load float64, algorithm string) paper.Run {
	cut := s.cut(at, load)
	p := sharedRun(at, cut, algorithm)
	return cut.run(label(s.jobSet, load, algorithm), s.jobSet, "dfrs/migrated", p,
		func(ctx context.Context, _ *trace.Workload, jobs []shared.Job, progress func(done, total int), out *paper.Summary) error {
			m := &migrants{sums: map[string]float64{}, after: map[int]migrant{}}
			for _, name := range []string{moved, lowly, pausedNext, pausedSoon, held, pausedAll} {
				m.sums[name] = 0
			}
			if _, err := p.play(ctx, jobs, platform.Hooks{Progress: progress, On: []any{shared.Observer(m.observe)}}); err != nil {
				return err
			}
			record(out, m.sums)
			return nil
		})
}

// migrants is a sum over the set.
func (s instances) migrants(r *paper.Results, algorithm, name string) float64 {
	return sum(s.pool(r, algorithm, name))
}

// oftenPreempted asks for more than half of the migrated jobs, on each set.
func oftenPreempted(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		for _, a := range movers {
			share := func(name string) float64 { return 100 * s.migrants(r, a, name) / s.migrants(r, a, moved) }
			t.Check(share(lowly) > 50 && share(pausedSoon) > 50,
				"%s, %s: %.0f %% of the lower half, %.0f %% paused within 600 s, %.0f %% at the next event",
				s.key, a, share(lowly), share(pausedSoon), share(pausedNext))
		}
	}
	return t.Listed()
}
