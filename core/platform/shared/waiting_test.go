package shared

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestWhatTheNodesHaveRoomFor(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 1))
	for range 200 {
		c := newCluster(1 + r.IntN(5))
		for range 20 {
			j := Job{Tasks: 1, CPU: 1, Memory: r.Int32N(Whole / 2)}
			if places, ok := c.greedy(&j, nil); ok && r.IntN(2) == 0 {
				c.put(&j, places)
			}
			memory := 1 + j.Memory/2
			n := int32(0)
			for _, free := range c.free {
				n += free / memory
			}
			for range 4 { // what is remembered of one answer is true of the next
				tasks := 1 + r.Int32N(2*n+2)
				if got := c.holds(tasks, memory); got != (tasks <= n) {
					t.Fatalf("there is room for %d tasks with memory %d in %v; for %d it says %t", n, memory, c.free, tasks, got)
				}
			}
		}
	}
}

// Jobs wait, run and end at random; what is kept of them from instant to instant
// is what the states say.
func TestThoseThatWaitAndThoseThatHold(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	for _, name := range []string{"Greedy*/OPT=MIN", "GreedyPM*/per/OPT=MIN/MINVT=600", "MCB8*/OPT=MIN", "/stretch-per/OPT=MAX"} {
		a, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		jobs := make([]Job, 150)
		for i := range jobs {
			jobs[i] = randomJob(r, 4)
			jobs[i].Memory = max(jobs[i].Memory, Whole/10)
			jobs[i].Tasks = 1
			jobs[i].ID, jobs[i].Submit, jobs[i].Run = int64(i), int64(i)*60*Second, r.Int64N(2000)*Second
		}
		e, err := New(Config{Nodes: 4, Jobs: jobs, Algorithm: a, Penalty: DefaultPenalty})
		if err != nil {
			t.Fatal(err)
		}
		for e.Step() {
			var active, running, waiting, kept []int32
			var all bulk
			for i := range e.live {
				switch s := e.live[i].state; s {
				case Running:
					running = append(running, int32(i))
				case Postponed, Paused:
					waiting = append(waiting, int32(i))
				}
				if s := e.live[i].state; s != Future && s != Done {
					active = append(active, int32(i))
					all.add(jobs[i].Tasks, jobs[i].CPU, jobs[i].Memory, 1)
				}
			}
			for k, w := range e.waiting {
				kept = append(kept, w.job)
				if l := &e.live[w.job]; int(l.at) != k || w.rank(e.now) != e.rank(w.job) {
					t.Fatalf("%s, second %d: %+v is not job %d", name, e.now/Second, w, w.job)
				}
			}
			slices.Sort(kept)
			if !slices.Equal(e.active, active) || !slices.Equal(e.running, running) || !slices.Equal(kept, waiting) || e.all != all {
				t.Fatalf("%s, second %d: active %v, running %v, waiting %v, in all %v; the states say %v, %v, %v, %v",
					name, e.now/Second, e.active, e.running, kept, e.all, active, running, waiting, all)
			}
			checkForemost(t, e)
		}
		if e.Err() != nil {
			t.Fatal(e.Err())
		}
	}
}

// checkForemost: the foremost are the longest beginning of the order of priority
// that may fit.
func checkForemost(t *testing.T, e *Engine) {
	var all []rank
	for _, i := range e.active {
		all = append(all, e.rank(i))
	}
	slices.SortFunc(all, compareRanks)
	ranks, need := e.foremost()
	n := len(ranks)
	if !slices.Equal(ranks, all[:n]) || !need.mayFit(e.cfg.Nodes) {
		t.Fatalf("second %d: the foremost of %v are %v", e.now/Second, all, ranks)
	}
	if n < len(all) {
		j := &e.cfg.Jobs[all[n].job]
		if need.add(j.Tasks, j.CPU, j.Memory, 1); need.mayFit(e.cfg.Nodes) {
			t.Fatalf("second %d: one more than %v may fit, too", e.now/Second, ranks)
		}
	}
}
