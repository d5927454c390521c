package shared_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// run plays cfg with everything recorded and checks the laws that every schedule
// obeys.
func run(t testing.TB, cfg shared.Config) *shared.Engine {
	t.Helper()
	cfg.Record = true
	e, err := shared.New(cfg)
	if err != nil {
		t.Fatalf("%s: %v", cfg.Algorithm, err)
	}
	if err := e.Run(context.Background(), nil); err != nil {
		t.Fatalf("%s: %v", cfg.Algorithm, err)
	}
	checkLaws(t, cfg, e)
	return e
}

// checkLaws looks at the record alone: at every instant memory and CPU of every
// node suffice; all tasks of a job are placed; a job computes exactly its run
// time, to the microsecond, and not before it is submitted; after a gap or on
// other nodes it stands still for the penalty.
func checkLaws(t testing.TB, cfg shared.Config, e *shared.Engine) {
	t.Helper()
	var changes []change
	last := make(map[int32]*shared.Stretch)
	work := make([]int64, len(cfg.Jobs))
	pauses, migrations := make([]int32, len(cfg.Jobs)), make([]int32, len(cfg.Jobs))
	ss := e.Stretches()
	for k := range ss {
		s := &ss[k]
		j := &cfg.Jobs[s.Job]
		if s.From >= s.To || s.From < j.Submit || s.Yield < 0 || s.Yield > shared.Whole {
			t.Fatalf("%s: job %d has the stretch %+v, submitted at %d", cfg.Algorithm, j.ID, *s, j.Submit)
		}
		tasks := int32(0)
		for i, p := range s.Places {
			if p.Count < 1 || i > 0 && s.Places[i-1].Node >= p.Node || p.Node < 0 || int(p.Node) >= cfg.Nodes {
				t.Fatalf("%s: job %d has the places %v", cfg.Algorithm, j.ID, s.Places)
			}
			tasks += p.Count
			m, u := int64(j.Memory)*int64(p.Count), int64(j.CPU)*int64(p.Count)*int64(s.Yield)
			changes = append(changes, change{s.From, p.Node, m, u}, change{s.To, p.Node, -m, -u})
		}
		if tasks != j.Tasks {
			t.Fatalf("%s: job %d has %d of %d tasks placed", cfg.Algorithm, j.ID, tasks, j.Tasks)
		}
		before := last[s.Job]
		switch {
		case before == nil:
			if s.From != e.Outcomes()[s.Job].Start || s.Ready > s.From {
				t.Fatalf("%s: job %d starts with %+v, said %+v", cfg.Algorithm, j.ID, *s, e.Outcomes()[s.Job])
			}
		case before.To < s.From:
			pauses[s.Job]++
			if s.Ready != s.From+cfg.Penalty {
				t.Fatalf("%s: job %d resumes with %+v", cfg.Algorithm, j.ID, *s)
			}
		case !equal(before.Places, s.Places):
			migrations[s.Job]++
			if s.Ready != s.From+cfg.Penalty {
				t.Fatalf("%s: job %d migrates with %+v", cfg.Algorithm, j.ID, *s)
			}
		case s.Ready != before.Ready:
			t.Fatalf("%s: job %d goes on from %+v with %+v", cfg.Algorithm, j.ID, *before, *s)
		}
		if length := s.To - max(s.From, s.Ready); length > 0 {
			left := j.Run*shared.Whole - work[s.Job]
			if full := int64(s.Yield) * length; full-int64(s.Yield) >= left {
				t.Fatalf("%s: job %d goes on after its work is done: %+v with %d left", cfg.Algorithm, j.ID, *s, left)
			} else {
				work[s.Job] += full
			}
		}
		last[s.Job] = s
	}
	for i, o := range e.Outcomes() {
		j := &cfg.Jobs[i]
		if work[i] < j.Run*shared.Whole || o.End == shared.None || o.Start < j.Submit || o.End < o.Start+j.Run || e.State(i) != shared.Done {
			t.Fatalf("%s: job %d ran %d of %d parts, %+v", cfg.Algorithm, j.ID, work[i], j.Run*shared.Whole, o)
		}
		if s := last[int32(i)]; s != nil && s.To != o.End || s == nil && o.End != o.Start {
			t.Fatalf("%s: job %d ends at %d, its record at %v", cfg.Algorithm, j.ID, o.End, s)
		}
		if o.Pauses != pauses[i] || o.Migrations != migrations[i] {
			t.Fatalf("%s: job %d: %+v, but the record has %d pauses and %d migrations", cfg.Algorithm, j.ID, o, pauses[i], migrations[i])
		}
	}
	checkRoom(t, cfg, changes)
}

// A change is what a node has more of in use from an instant on.
type change struct {
	at           int64
	node         int32
	memory, used int64
}

// checkRoom tells whether memory and CPU of every node suffice at every instant.
func checkRoom(t testing.TB, cfg shared.Config, changes []change) {
	t.Helper()
	slices.SortFunc(changes, func(a, b change) int {
		// What ends at an instant makes room for what begins then.
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.memory, b.memory), cmp.Compare(a.used, b.used))
	})
	memory, used := make([]int64, cfg.Nodes), make([]int64, cfg.Nodes)
	for k, c := range changes {
		memory[c.node] += c.memory
		used[c.node] += c.used
		if k+1 < len(changes) && changes[k+1].at == c.at {
			continue
		}
		for node := range memory {
			if memory[node] > shared.Whole || used[node] > shared.Whole*shared.Whole {
				t.Fatalf("%s: at %d node %d has %d of memory and %d of CPU in use", cfg.Algorithm, c.at, node, memory[node], used[node])
			}
		}
	}
}

func equal(a, b []shared.Place) bool { return slices.Equal(a, b) }

// randomJobs draws n jobs for a cluster of nodes that keep it busy with that
// load or more.
func randomJobs(seed uint64, n, nodes int, load float64) []shared.Job {
	r := rand.New(rand.NewPCG(seed, 1))
	jobs := make([]shared.Job, n)
	at := int64(0)
	for i := range jobs {
		j := shared.Job{ID: int64(i + 1), Submit: at, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole / 10}
		switch r.IntN(4) {
		case 0:
			j.CPU = shared.Whole / 4
		case 1:
			j.Tasks = 1 + r.Int32N(int32(nodes))
			j.Memory *= 1 + r.Int32N(10)
		case 2:
			j.Tasks = 1 + r.Int32N(4)
			j.Memory = r.Int32N(shared.Whole/4 + 1)
			j.CPU = 1 + r.Int32N(shared.Whole)
		}
		j.Tasks = min(j.Tasks, int32(nodes))
		j.Run = r.Int64N(3000*shared.Second + 1)
		if r.IntN(3) == 0 {
			j.Run /= 100
		}
		jobs[i] = j
		if r.IntN(5) > 0 {
			at += int64(float64(j.Run) * float64(j.Tasks) / float64(nodes) / load * 2 * r.Float64())
		}
	}
	return jobs
}

func TestEveryAlgorithmObeysTheLaws(t *testing.T) {
	slow.AsWebAssembly(t)
	for seed := range uint64(3) {
		for _, nodes := range []int{1, 5, 16} {
			jobs := randomJobs(seed, 60, nodes, 0.7)
			for _, a := range shared.All() {
				run(t, shared.Config{Nodes: nodes, Jobs: jobs, Algorithm: a, Penalty: 300 * shared.Second})
			}
		}
	}
}
