package sim_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// j makes a job with only the numbers that the engine uses.
func j(id, submit, run, estimate int64, procs int) job.Job {
	return policytest.Job(id, submit, run, estimate, procs)
}

// A transcript observes a run and writes down what happens.
type transcript struct{ strings.Builder }

func (t *transcript) Submitted(now int64, j *sim.Job) { fmt.Fprintf(t, "%d submit %d\n", now, j.ID) }
func (t *transcript) Started(now int64, j *sim.Job)   { fmt.Fprintf(t, "%d start %d\n", now, j.ID) }
func (t *transcript) Ended(now int64, j *sim.Job, killed bool) {
	fmt.Fprintf(t, "%d end %d%s\n", now, j.ID, map[bool]string{true: " killed"}[killed])
}
func (t *transcript) Passed(now int64) { fmt.Fprintf(t, "%d pass\n", now) }

func record(t *testing.T, cfg sim.Config, p sim.Policy) string {
	var tr transcript
	cfg.Observers = append(cfg.Observers, &tr)
	e, err := sim.New(cfg, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return tr.String()
}

func TestOneSecondIsEndsThenSubmissionsThenOnePass(t *testing.T) {
	got := record(t, sim.Config{Procs: 2, Jobs: []job.Job{
		j(1, 0, 10, 10, 2), j(2, 3, 5, 5, 1), j(3, 10, 0, 5, 1), j(4, 10, 9, 4, 1),
	}}, policy.NewFCFS(policy.Orders[0]))
	want := `0 submit 1
0 start 1
0 pass
3 submit 2
3 pass
10 end 1
10 submit 3
10 submit 4
10 start 2
10 start 3
10 pass
10 end 3
10 start 4
10 pass
14 end 4 killed
14 pass
15 end 2
15 pass
`
	if got != want {
		t.Fatalf("the run went\n%s\nnot\n%s", got, want)
	}
}

func TestExtendDoublesWhatIsExpected(t *testing.T) {
	var ends []int64
	watch := &probe{machine: func(m *sim.Machine) {
		if r := m.Running(); len(r) > 0 {
			ends = append(ends, r[0].End)
		}
	}}
	got := record(t, sim.Config{Procs: 1, Overrun: sim.Extend, Jobs: []job.Job{j(1, 5, 35, 10, 1)}}, watch)
	want := "5 submit 1\n5 start 1\n5 pass\n15 pass\n25 pass\n40 end 1\n40 pass\n"
	if got != want {
		t.Fatalf("the run went\n%s\nnot\n%s", got, want)
	}
	if fmt.Sprint(ends) != "[15 25 45]" {
		t.Fatalf("the job was expected to end at %v, not [15 25 45]", ends)
	}
}

// A probe starts everything at once and then calls machine in every pass.
type probe struct {
	m       *sim.Machine
	queue   []*sim.Job
	machine func(*sim.Machine)
}

func (p *probe) Reset(m *sim.Machine) { p.m = m }
func (p *probe) Submit(j *sim.Job)    { p.queue = append(p.queue, j) }
func (p *probe) End(sim.Running)      {}
func (p *probe) Pass() {
	for _, j := range p.queue {
		p.m.Start(j)
	}
	p.queue = nil
	p.machine(p.m)
}

func TestAPoliciesMistakeEndsTheRun(t *testing.T) {
	jobs := []job.Job{j(1, 0, 10, 10, 1), j(2, 10, 10, 10, 2), j(3, 15, 1, 1, 1)}
	for _, c := range []struct {
		want   string
		policy sim.Policy
	}{
		{"only 0 are free", &probe{machine: func(*sim.Machine) {}}},
		{"not in the future", &probe{machine: func(m *sim.Machine) { m.WakeAt(m.Now()) }}},
		{"is running already", &probe{machine: func(m *sim.Machine) { m.Start(m.Job(m.Running()[0].Index)) }}},
		{"is over", &keeper{probe{machine: func(*sim.Machine) {}}}},
		{"leaves 3 jobs waiting for ever (job 1 is the first)", idle{}},
		{"woken 1000000 times", &waker{}},
	} {
		e, err := sim.New(sim.Config{Procs: 2, Jobs: jobs}, c.policy)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the run ended with %v, not with an error that says %q", err, c.want)
		}
	}
}

// keeper starts the first job that ends a second time.
type keeper struct{ probe }

func (k *keeper) End(r sim.Running) { k.m.Start(k.m.Job(r.Index)) }

type idle struct{}

func (idle) Reset(*sim.Machine) {}
func (idle) Submit(*sim.Job)    {}
func (idle) End(sim.Running)    {}
func (idle) Pass()              {}

type waker struct{ m *sim.Machine }

func (w *waker) Reset(m *sim.Machine) { w.m = m }
func (w *waker) Submit(*sim.Job)      {}
func (w *waker) End(sim.Running)      {}
func (w *waker) Pass()                { w.m.WakeAt(w.m.Now() + 1) }

func TestBadConfigurationsAreRefused(t *testing.T) {
	for _, c := range []struct {
		want string
		cfg  sim.Config
	}{
		{"machine of 0 processors", sim.Config{}},
		{"machine of 2147483648 processors", sim.Config{Procs: 1 << 31}},
		{"asks for 5 processors of a machine of 4", sim.Config{Procs: 4, Jobs: []job.Job{j(1, 0, 1, 1, 5)}}},
		{"asks for 0 processors", sim.Config{Procs: 4, Jobs: []job.Job{j(1, 0, 1, 1, 0)}}},
		{"estimate 0 is out of range", sim.Config{Procs: 4, Jobs: []job.Job{j(1, 0, 1, 0, 1)}}},
		{"run -1", sim.Config{Procs: 4, Jobs: []job.Job{j(1, 0, -1, 1, 1)}}},
		{"not in order", sim.Config{Procs: 4, Jobs: []job.Job{j(1, 9, 1, 1, 1), j(2, 8, 1, 1, 1)}}},
		{"not in order", sim.Config{Procs: 4, Jobs: []job.Job{j(1, 9, 1, 1, 1), j(1, 9, 1, 1, 1)}}},
	} {
		if _, err := sim.New(c.cfg, idle{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New says %v, not %q", err, c.want)
		}
	}
}

func TestARunCanBeCancelledAndWatched(t *testing.T) {
	jobs := make([]job.Job, 5000)
	for i := range jobs {
		jobs[i] = j(int64(i+1), int64(i), 1, 1, 1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	e, _ := sim.New(sim.Config{Procs: 1, Jobs: jobs}, policy.NewEASY(policy.Orders[0]))
	seen := 0
	err := e.Run(ctx, func(done, total int) {
		if done < seen || total != len(jobs) {
			t.Fatalf("progress went from %d to %d of %d", seen, done, total)
		}
		if seen = done; done > 1000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || seen < 1000 || seen > 2000 {
		t.Fatalf("the run ended with %v after %d jobs", err, seen)
	}
	// It resumes where it stopped.
	if err := e.Run(context.Background(), nil); err != nil || e.Done() != len(jobs) {
		t.Fatalf("the rest ended with %v after %d jobs", err, e.Done())
	}
}

func TestReplayIsWhatTheLogSays(t *testing.T) {
	a, b := j(1, 10, 100, 50, 4), j(2, 20, 5, 50, 4)
	a.Wait, b.Wait = 7, 0
	for cut, want := range map[bool][]job.Placement{
		false: {{Start: 17, End: 117}, {Start: 20, End: 25}},
		true:  {{Start: 17, End: 67, Killed: true}, {Start: 20, End: 25}},
	} {
		if placed := sim.Replay([]job.Job{a, b}, cut); !slices.Equal(placed, want) {
			t.Errorf("Replay, cut %t: %+v", cut, placed)
		}
	}
}

func TestNoAllocationPerEvent(t *testing.T) {
	for _, name := range []string{"fcfs", "list", "easy", "cons", "sjf-easy", "wfp3-easy", "lxf-cons"} {
		few, many := allocations(t, name, 2000), allocations(t, name, 20000)
		// Buffers double a few times more; anything per event would add thousands.
		if many > few+40 {
			t.Errorf("%s: %v allocations for 2,000 jobs, %v for 20,000", name, few, many)
		}
	}
}

func allocations(t *testing.T, name string, n int) float64 {
	jobs := make([]job.Job, n)
	for i := range jobs {
		run := int64(1 + i*7919%600)
		jobs[i] = j(int64(i+1), int64(i)*80, run, run+int64(i*31%900), 1+i*104729%14)
	}
	return testing.AllocsPerRun(1, func() {
		p, err := policy.All.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := sim.New(sim.Config{Procs: 32, Jobs: jobs}, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	})
}
