package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/why"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Explain plays the Spec's run of the named policy again, as far as it tells of a job, and says why the
// job did not start earlier. trace.Find says which job has a number.
func Explain(ctx context.Context, spec Spec, w *trace.Workload, name, id string) (why.Answer, error) {
	if policy.Fold(name) == policy.Recorded {
		return why.Answer{}, errors.New("a recorded schedule has no rules to explain it: choose the run of a policy")
	}
	asked, err := w.Find(id)
	if err != nil {
		return why.Answer{}, err
	}
	q := spec.Platform().question(asked.ID)
	if _, err = Play(ctx, Problem{Spec: &spec, Workload: w}, name, q.hooks()); err != nil {
		return why.Answer{}, err
	}
	answer, err := q.answer()
	if left := LeftOut(""); errors.As(err, &left) {
		err = fmt.Errorf("job %s has not run under %s: %w", w.Label(asked), name, err)
	}
	if err != nil {
		return why.Answer{}, err
	}
	answer.Name(labels(w))
	return answer, nil
}

// LeftOut is the error of Explain for a job that the run left out, or that never started: it says which.
type LeftOut string

func (l LeftOut) Error() string { return string(l) }

// A question asks one run why a job waited.
type question interface {
	hooks() Hooks // what watches the run, and ends it once the answer is known
	answer() (why.Answer, error)
}

// machineQuestion asks a policy for one machine.
type machineQuestion struct {
	why.Machine
	mute bool
}

func (machinePlatform) question(job int64) question {
	return &machineQuestion{Machine: why.Machine{Job: job}}
}

func (q *machineQuestion) hooks() Hooks {
	return Hooks{
		Observers: []sim.Observer{q},
		Around: func(p sim.Policy) sim.Policy {
			explainer, ok := p.(sim.Explainer)
			q.Policy, q.mute = explainer, !ok
			return p
		},
		Until: func() bool { return q.mute || q.Answered() },
	}
}

func (q *machineQuestion) answer() (why.Answer, error) {
	if q.mute {
		return why.Answer{}, errors.New("this policy cannot explain itself: it does not implement sim.Explainer")
	}
	return q.Answer(), nil
}

// gridQuestion asks a policy for several sites.
type gridQuestion struct{ why.Grid }

func (s gridPlatform) question(job int64) question {
	return &gridQuestion{why.Grid{Job: job, Grid: s.Grid}}
}

func (q *gridQuestion) hooks() Hooks                { return Hooks{ObserveGrid: q.Observe, Until: q.Answered} }
func (q *gridQuestion) answer() (why.Answer, error) { return q.Answer() }

// sharedQuestion asks an algorithm for shared nodes, or a policy for one machine whose processors are the nodes.
type sharedQuestion struct {
	whole  machineQuestion
	shared why.Shared
}

func (sharedPlatform) question(job int64) question {
	return &sharedQuestion{machineQuestion{Machine: why.Machine{Job: job, Unit: "node"}}, why.Shared{Job: job}}
}

func (q *sharedQuestion) hooks() Hooks {
	h := q.whole.hooks()
	whole := h.Until
	h.ObserveShared, h.Until = []shared.Observer{q.shared.See}, func() bool { return whole() || q.shared.Answered() }
	return h
}

func (q *sharedQuestion) answer() (why.Answer, error) {
	if q.shared.Answered() {
		return q.shared.Answer(), nil
	}
	a, err := q.whole.answer()
	if err == nil && !q.whole.Answered() {
		err = LeftOut("its tasks need more nodes than there are")
	}
	return a, err
}

// clusterQuestion asks a scheduler of nodes with resources.
type clusterQuestion struct{ why.Cluster }

func (clusterPlatform) question(job int64) question { return &clusterQuestion{why.Cluster{Job: job}} }

func (q *clusterQuestion) hooks() Hooks {
	return Hooks{
		Scheduler: func(s cluster.Scheduler, number func(job int32) int64) cluster.Scheduler {
			q.Number = number
			return q.Watch(s)
		},
		Until: q.Answered,
	}
}

func (q *clusterQuestion) answer() (why.Answer, error) {
	a, err := q.Answer()
	if err == nil && a.Job != q.Job {
		err = LeftOut(q.Never())
	}
	return a, err
}

// labels returns a function that names jobs of w by their numbers as users know them.
func labels(w *trace.Workload) func(int64) string {
	if w.Slurm == nil && w.Labels == nil { // users know them by their own
		return func(id int64) string { return w.Label(&job.Job{ID: id, Row: job.None}) }
	}
	jobs := make(map[int64]*job.Job, w.Len())
	for i := range w.Jobs.Held() {
		jobs[w.Jobs.Held()[i].ID] = &w.Jobs.Held()[i]
	}
	return func(id int64) string {
		if j := jobs[id]; j != nil {
			return w.Label(j)
		}
		return ""
	}
}

// InstanceAt plays the Spec's run of the named policy for one machine again, up to the first
// scheduling pass of second at, and returns the off-line problem of the jobs that wait then.
// It is an error if none waits or nothing happens at that second. progress, if not nil,
// receives now and then how many jobs have been submitted.
func InstanceAt(ctx context.Context, spec Spec, w *trace.Workload, name string, at int64,
	progress func(submitted int)) (*exact.Instance, error) {
	if on := spec.Platform(); !on.Simple() {
		return nil, fmt.Errorf("the best schedule of a step is found for one machine only, and this run is of %s", on)
	}
	if name == policy.Recorded {
		return nil, errors.New("a recorded schedule has no steps: choose the run of a policy")
	}
	s := &stopper{at: at}
	_, err := Play(ctx, Problem{Spec: &spec, Workload: w}, name, Hooks{
		Observers: []sim.Observer{&s.queue},
		Around: func(p sim.Policy) sim.Policy {
			s.Policy = p
			return s
		},
		Until: func() bool { return s.found != nil || s.queue.machine.Now() > at },
		Progress: func(int, int) {
			if progress != nil {
				progress(s.submitted)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	if s.found == nil || len(s.found.Jobs) == 0 {
		return nil, fmt.Errorf("no job waits to be scheduled at second %d under %s: choose a second at which one is submitted", at, name)
	}
	s.found.Name = fmt.Sprintf("%s/%s@%d", w.Name, name, at)
	return s.found, s.found.Check()
}

// A stopper is a policy that keeps the problem of its first pass at a second. It sees the
// queue as the policy does: after wake-ups, which observers do not see.
type stopper struct {
	sim.Policy
	at        int64
	queue     collector
	submitted int
	found     *exact.Instance
}

func (s *stopper) Reset(m *sim.Machine) {
	s.queue.machine = m
	s.Policy.Reset(m)
}

func (s *stopper) Submit(j *sim.Job) {
	s.submitted++
	s.Policy.Submit(j)
}

func (s *stopper) Pass() {
	if m := s.queue.machine; m.Now() == s.at && s.found == nil {
		s.found = plan.InstanceOf(m, s.queue.waiting)
	}
	s.Policy.Pass()
}

// Extend implements sim.Extender for a policy that does.
func (s *stopper) Extend(j *sim.Job, from, to int64) {
	if x, ok := s.Policy.(sim.Extender); ok {
		x.Extend(j, from, to)
	}
}
