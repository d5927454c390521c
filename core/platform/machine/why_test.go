package machine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Four processors. Job 1 holds two until 10, job 2 (the head) needs all four,
// job 3 fits beside job 1 but would end at 15, past the shadow time 10, and
// nothing is left over then. Job 1 ends early, at 6.
var jobs = []job.Job{
	policytest.Job(1, 0, 6, 10, 2),
	policytest.Job(2, 1, 10, 10, 4),
	policytest.Job(3, 2, 13, 13, 1),
	policytest.Job(4, 3, 1, 1, 3),
}

// explain plays cfg against p and asks about the job of that number.
func explain(t *testing.T, cfg sim.Config, p sim.Policy, id int64) platform.Answer {
	t.Helper()
	q := &question{Job: id, Policy: p.(sim.Explainer)}
	cfg.Observers = []sim.Observer{q}
	e, err := sim.New(cfg, p)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := q.Answer(); a.Job != 0 || err != nil {
		t.Fatal("the question is answered before the run")
	}
	if err := e.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	a, err := q.Answer()
	if err != nil {
		t.Fatal(err)
	}
	a.Name(func(j int64) string { return strconv.FormatInt(j, 10) })
	return a
}

func story(t *testing.T, name string, id int64) string {
	p, err := policy.All.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	a := explain(t, sim.Config{Procs: 4, Jobs: jobs}, p, id)
	var b strings.Builder
	for i := range a.Spans {
		fmt.Fprintf(&b, "%v-%v %s\n", a.Spans[i].From, a.Spans[i].To, a.Spans[i].Text)
	}
	fmt.Fprintf(&b, "starts at %v", a.Start)
	return b.String()
}

// Numbers have commas between their thousands, as in the command's tables; a job's
// number is a name and has none.
func TestSentencesGroupThousands(t *testing.T) {
	s := platform.Span{Cause: sim.TooFew, Detail: &Wait{FreeMin: 0, FreeMax: 1200, Head: 3000, Shadow: 4472705, Extra: 1024,
		For: []int64{12345}}}
	got := s.Detail.Sentence(&platform.Answer{Job: 3115, Procs: 2048, Unit: "processor"}, &s)
	want := "it needs 2,048 processors, 0 to 1,200 free; the head of the queue is job 3000, " +
		"with a reservation at 4,472,705 that leaves 1,024 processors over, when job 12345 is expected to end"
	if got != want {
		t.Errorf("Sentence gives %q, want %q", got, want)
	}
}

func TestStories(t *testing.T) {
	for _, c := range []struct {
		policy string
		job    int64
		want   string // an indented line continues the one before
	}{
		{"easy", 1, "starts at 0"},
		{"easy", 2, `
1-6 too few processors free: it needs 4 processors, 2 free;
	it is the head of the queue, with a reservation at 10, when job 1 is expected to end
starts at 6`},
		{"easy", 3, `
2-6 would delay the head's reservation: it needs 1 processor, 2 free;
	the head of the queue is job 2, with a reservation at 10 that leaves 0 processors over, when job 1 is expected to end
6-16 too few processors free: it needs 1 processor, 0 free;
	it is the head of the queue, with a reservation at 16, when job 2 is expected to end
starts at 16`},
		{"easy", 4, `
3-6 too few processors free: it needs 3 processors, 2 free;
	the head of the queue is job 2, with a reservation at 10 that leaves 0 processors over, when job 1 is expected to end
6-16 too few processors free: it needs 3 processors, 0 free;
	the head of the queue is job 3, with a reservation at 16 that leaves 3 processors over, when job 2 is expected to end
starts at 16`},
		{"fcfs", 3, `
2-6 behind the head of the queue: it needs 1 processor, 2 free;
	the head of the queue is job 2, with room by the estimates from 10 on, when job 1 is expected to end
6-16 too few processors free: it needs 1 processor, 0 free;
	it is the head of the queue, with room by the estimates from 16 on, when job 2 is expected to end
starts at 16`},
		{"list", 2, `
1-2 too few processors free: it needs 4 processors, 2 free;
	its own slot opens at 10, when job 1 is expected to end
2-15 too few processors free: it needs 4 processors, 1 to 3 free;
	its own slot opens at 15, when job 3 is expected to end
starts at 15`},
		{"cons", 3, `
2-6 planned for later: it needs 1 processor, 2 free;
	its own slot opens at 20, when job 2 is expected to end
6-16 too few processors free: it needs 1 processor, 0 free;
	its own slot opens at 16, when job 2 is expected to end
starts at 16`},
	} {
		if got := story(t, c.policy, c.job); got != strings.TrimPrefix(strings.ReplaceAll(c.want, "\n\t", " "), "\n") {
			t.Errorf("%s, job %d:\n%s\nnot\n%s", c.policy, c.job, got, c.want)
		}
	}
}

// The spans of an answer cover the wait without a gap, and there is a reason
// for every job that waits under every policy.
func TestEveryWaitIsCovered(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 60 {
		c := policytest.Random(r, 30)
		for _, info := range policy.All.List() {
			if info.Name == policy.Recorded {
				continue
			}
			p, _ := policy.All.Parse(info.Name)
			placed, err := policytest.Simulate(c, p)
			if err != nil {
				t.Fatal(err)
			}
			i := r.IntN(len(c.Jobs))
			p, _ = policy.All.Parse(info.Name)
			a := explain(t, sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun}, p, c.Jobs[i].ID)
			if a.Start != float64(placed[i].Start) {
				t.Fatalf("%s: job %d starts at %v in the answer, at %d in the run", info.Name, a.Job, a.Start, placed[i].Start)
			}
			at := a.Submit
			for k, s := range a.Spans {
				m := s.Detail.(*Wait)
				if s.From != at || s.To < s.From || s.Passes < 1 || m.FreeMin > m.FreeMax {
					t.Fatalf("%s: span %d of job %d is %+v, after second %v", info.Name, k, a.Job, s, at)
				}
				if s.Cause == sim.TooFew && a.Procs <= m.FreeMin {
					t.Fatalf("%s: job %d on %d processors: %+v", info.Name, a.Job, a.Procs, s)
				}
				if s.Cause != sim.TooFew && a.Procs > m.FreeMax {
					t.Fatalf("%s: job %d on %d processors: %+v", info.Name, a.Job, a.Procs, s)
				}
				at = s.To
			}
			if at != a.Start {
				t.Fatalf("%s: the answer for job %d ends at %v, its wait at %v", info.Name, a.Job, at, a.Start)
			}
		}
	}
}
