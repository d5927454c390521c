package shared

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// naive is a cluster that follows section 4.2 word by word.
type naive struct {
	memory, load []int64
}

func newNaive(nodes int) *naive {
	return &naive{memory: make([]int64, nodes), load: make([]int64, nodes)}
}

func (n *naive) put(j *Job, places []Place, sign int64) {
	for _, p := range places {
		n.memory[p.Node] += sign * int64(j.Memory) * int64(p.Count)
		n.load[p.Node] += sign * int64(j.CPU) * int64(p.Count)
	}
}

func (n *naive) greedy(j *Job) (places []Place, ok bool) {
	memory, load := slices.Clone(n.memory), slices.Clone(n.load)
	count := make([]int32, len(memory))
	for range j.Tasks {
		best := -1
		for node := range memory {
			if memory[node]+int64(j.Memory) <= Whole && (best < 0 || load[node] < load[best]) {
				best = node
			}
		}
		if best < 0 {
			return nil, false
		}
		memory[best] += int64(j.Memory)
		load[best] += int64(j.CPU)
		count[best]++
	}
	for node, c := range count {
		if c > 0 {
			places = append(places, Place{int32(node), c})
		}
	}
	return places, true
}

func randomJob(r *rand.Rand, nodes int) Job {
	j := Job{Tasks: 1 + r.Int32N(6), CPU: 1 + r.Int32N(Whole), Memory: r.Int32N(Whole + 1)}
	if r.IntN(2) == 0 {
		j.CPU = Whole / 4 * (1 + r.Int32N(4))
	}
	if r.IntN(2) == 0 {
		j.Memory = Whole / 10 * r.Int32N(6)
	}
	for int64(j.room(Whole))*int64(nodes) < int64(j.Tasks) {
		j.Tasks--
	}
	return j
}

func TestGreedyIsOneTaskAfterTheOtherOnTheLeastLoadedNode(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		nodes := 1 + r.IntN(8)
		c, n := newCluster(nodes), newNaive(nodes)
		type placed struct {
			j      Job
			places []Place
		}
		var there []placed
		for range 40 {
			if len(there) > 0 && r.IntN(3) == 0 {
				k := r.IntN(len(there))
				c.take(&there[k].j, there[k].places)
				n.put(&there[k].j, there[k].places, -1)
				there = slices.Delete(there, k, k+1)
			}
			j := randomJob(r, nodes)
			got, ok := c.greedy(&j, nil)
			want, wantOK := n.greedy(&j)
			if ok != wantOK || !slices.Equal(got, want) || c.fits(&j) != wantOK {
				t.Fatalf("%+v goes to %v, %t; the oracle says %v, %t", j, got, ok, want, wantOK)
			}
			if ok {
				c.put(&j, got)
				n.put(&j, got, 1)
				there = append(there, placed{j, got})
			}
		}
	}
}

// naiveRoom follows what section 4.2 says of GreedyP and GreedyPM: it returns
// the places of all jobs afterwards, nil for what is paused.
func naiveRoom(jobs []Job, ranks []rank, places [][]Place, nodes, new int, move bool) [][]Place {
	places = slices.Clone(places)
	startable := func(stopped map[int]bool) ([]Place, bool) {
		n := newNaive(nodes)
		for i, p := range places {
			if !stopped[i] {
				n.put(&jobs[i], p, 1)
			}
		}
		return n.greedy(&jobs[new])
	}
	rising := slices.SortedFunc(slices.Values(ranks), func(a, b rank) int { return exact(b, a) })
	marked := make(map[int]bool)
	var order []int
	for _, r := range rising {
		if _, ok := startable(marked); ok {
			break
		}
		marked[int(r.job)] = true
		order = append(order, int(r.job))
	}
	slices.Reverse(order)
	for _, i := range order {
		delete(marked, i)
		if _, ok := startable(marked); !ok {
			marked[i] = true
		}
	}
	where, _ := startable(marked)
	for i := range marked {
		places[i] = nil
	}
	places[new] = where
	if move {
		for _, i := range order {
			if marked[i] {
				n := newNaive(nodes)
				for k, p := range places {
					n.put(&jobs[k], p, 1)
				}
				places[i], _ = n.greedy(&jobs[i])
			}
		}
	}
	return places
}

func TestGreedyPStopsWhatTheSectionSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	paused, moved := 0, 0
	for round := range 600 {
		mapper := []Mapper{GreedyP, GreedyPM}[round%2]
		nodes := 1 + r.IntN(6)
		jobs := make([]Job, 12)
		for i := range jobs {
			jobs[i] = randomJob(r, nodes)
			jobs[i].ID, jobs[i].Run = int64(i), MaxMicros
		}
		e, err := New(Config{Nodes: nodes, Jobs: jobs, Algorithm: Algorithm{Submission: mapper, Opportunistic: true}})
		if err != nil {
			t.Fatal(err)
		}
		e.now = 1000 * Second
		for i := range jobs {
			var ranks []rank
			places := make([][]Place, len(jobs))
			for k := range i {
				if e.live[k].state == Running {
					ranks = append(ranks, e.rank(int32(k)))
					places[k] = slices.Clone(e.live[k].places)
				}
			}
			_, fits := e.c.greedy(&jobs[i], nil)
			want := naiveRoom(jobs, ranks, places, nodes, i, mapper == GreedyPM)
			e.submit(int32(i))
			for k := range i + 1 {
				var got []Place
				if e.live[k].state == Running {
					got = e.live[k].places
				}
				if !slices.Equal(got, want[k]) {
					t.Fatalf("after job %d, job %d is on %v; the oracle says %v", i, k, got, want[k])
				}
				if places[k] != nil && got == nil {
					paused++
				} else if places[k] != nil && !slices.Equal(got, places[k]) {
					moved++
				}
				if fits && k < i && !slices.Equal(got, places[k]) {
					t.Fatalf("job %d fits, and yet job %d was touched", i, k)
				}
			}
			e.live[i].virtual = r.Int64N(1e4) * r.Int64N(2) * Whole * Second
		}
	}
	if paused < 1000 || moved < 100 {
		t.Fatalf("only %d jobs were paused and %d moved", paused, moved)
	}
}
