package shared

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// naivePack follows section 4.3 word by word, task by task: which tasks go to
// which node, nil if not all fit.
func naivePack(nodes int, items []item) [][]Place {
	type bin struct{ cpu, mem int64 }
	bins := make([]bin, nodes)
	left := make([]int32, len(items))
	count := make([][]int32, len(items))
	var cpuList, memList []int
	for k, it := range items {
		w := it.want(int32(k))
		count[k] = make([]int32, nodes)
		switch {
		case it.out:
		case it.kept != nil:
			for _, p := range it.kept {
				bins[p.Node].cpu += w.cpu * int64(p.Count)
				bins[p.Node].mem += w.mem * int64(p.Count)
			}
		case w.cpu > w.mem:
			cpuList = append(cpuList, k)
			left[k] = it.tasks
		default:
			memList = append(memList, k)
			left[k] = it.tasks
		}
	}
	falling := func(list []int) {
		slices.SortStableFunc(list, func(a, b int) int {
			x, y := items[a].want(0), items[b].want(0)
			return min(max(int((max(y.cpu, y.mem)-max(x.cpu, x.mem))), -1), 1)
		})
	}
	falling(cpuList)
	falling(memList)
	for n := range bins {
		b := &bins[n]
		if b.cpu > full || b.mem > full {
			return nil
		}
		for {
			find := func(list []int) int {
				for _, k := range list {
					w := items[k].want(0)
					if left[k] > 0 && b.cpu+w.cpu <= full && b.mem+w.mem <= full {
						return k
					}
				}
				return -1
			}
			lists := [2][]int{cpuList, memList}
			if full-b.mem > full-b.cpu {
				lists = [2][]int{memList, cpuList}
			}
			k := find(lists[0])
			if k < 0 {
				k = find(lists[1])
			}
			if k < 0 {
				break
			}
			w := items[k].want(0)
			b.cpu, b.mem = b.cpu+w.cpu, b.mem+w.mem
			left[k]--
			count[k][n]++
		}
	}
	result := make([][]Place, len(items))
	for k := range items {
		if left[k] > 0 {
			return nil
		}
		for n, c := range count[k] {
			if c > 0 {
				result[k] = append(result[k], Place{int32(n), c})
			}
		}
	}
	return result
}

// put adds a job, with what it needs.
func (p *packer) put(j *Job, kept []Place) {
	p.all.add(j.Tasks, j.CPU, j.Memory, 1)
	p.add(j, kept)
}

// randomPack fills p with jobs, some of them pinned where Greedy puts them.
func randomPack(r *rand.Rand, p *packer, nodes int) []Job {
	p.reset(nodes, bulk{})
	jobs := make([]Job, 1+r.IntN(9))
	c := newCluster(nodes)
	pins := r.IntN(3) == 0
	for i := range jobs {
		jobs[i] = randomJob(r, nodes)
		if r.IntN(2) == 0 {
			jobs[i].Memory /= 3
		}
		if r.IntN(8) == 0 {
			jobs[i].Memory, jobs[i].Tasks = r.Int32N(Whole/20), 1+r.Int32N(60)
		}
		var kept []Place
		if pins && r.IntN(3) == 0 {
			if places, ok := c.greedy(&jobs[i], nil); ok {
				c.put(&jobs[i], places)
				kept = places
			}
		}
		p.put(&jobs[i], kept)
	}
	return jobs
}

func TestPackingIsTheSectionsTaskByTask(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var p packer
	packed := 0
	for round := range 20000 {
		nodes := 1 + r.IntN(7)
		randomPack(r, &p, nodes)
		alike := round%2 == 0
		yield := 1 + r.Int32N(Whole)
		for k := range p.items {
			if p.items[k].yield = yield; !alike {
				p.items[k].yield = 1 + r.Int32N(Whole)
			}
			if r.IntN(8) == 0 && !p.items[k].out {
				p.leaveOut(k)
			}
		}
		p.sort(alike)
		want := naivePack(nodes, p.items)
		if got := p.try(); got != (want != nil) {
			t.Fatalf("round %d: packing succeeds: %t; the oracle says %t", round, got, want != nil)
		}
		if want == nil {
			continue
		}
		packed++
		if !p.all.mayFit(nodes) {
			t.Fatal("what may not fit was packed")
		}
		p.keep()
		p.places()
		for k := range p.items {
			if !slices.Equal(p.items[k].places, want[k]) {
				t.Fatalf("round %d: item %d of %+v goes to %v; the oracle says %v", round, k, p.items, p.items[k].places, want[k])
			}
		}
	}
	if packed < 5000 {
		t.Fatalf("only %d rounds were packed", packed)
	}
}

// bestYield returns the highest yield of all mappings, in hundredths rounded
// down, or 0 if memory allows none.
func bestYield(nodes int, items []item) int {
	var tasks []int
	load, mem := make([]int64, nodes), make([]int64, nodes)
	for k, it := range items {
		for range it.tasks {
			tasks = append(tasks, k)
		}
	}
	best := 0
	var try func(n int)
	try = func(n int) {
		if n == len(tasks) {
			best = max(best, int(min(full/max(slices.Max(load), Whole), Whole)*steps/Whole))
			return
		}
		it := &items[tasks[n]]
		for b := range nodes {
			if mem[b]+int64(it.mem) <= Whole {
				mem[b], load[b] = mem[b]+int64(it.mem), load[b]+int64(it.cpu)
				try(n + 1)
				mem[b], load[b] = mem[b]-int64(it.mem), load[b]-int64(it.cpu)
				if load[b] == 0 && mem[b] == 0 {
					break // the other empty nodes are the same
				}
			}
		}
	}
	try(0)
	return best
}

func TestMCB8IsFeasibleAndNeverBetterThanTheOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var p packer
	same, solved, optimal := 0, 0, 0
	for range 3000 {
		nodes := 1 + r.IntN(3)
		p.reset(nodes, bulk{})
		for tasks := 0; tasks < 6; {
			j := randomJob(r, nodes)
			j.Memory /= 1 + r.Int32N(3)
			j.Tasks = min(j.Tasks, 3)
			p.put(&j, nil)
			tasks += int(j.Tasks)
		}
		p.sort(true)
		best := bestYield(nodes, p.items)
		may := p.all.mayFit(nodes)
		if !may && best > 0 {
			t.Fatalf("%+v cannot fit, it says, but a yield of %d %% is possible", p.items, best)
		}
		if !may || !p.highestYield() {
			if best == 0 {
				same++
			}
			continue
		}
		p.places()
		load, mem := make([]int64, nodes), make([]int64, nodes)
		for k := range p.items {
			it := &p.items[k]
			n := int32(0)
			for _, place := range it.places {
				load[place.Node] += int64(it.cpu) * int64(it.best) * int64(place.Count)
				mem[place.Node] += int64(it.mem) * int64(place.Count)
				n += place.Count
			}
			if n != it.tasks || slices.Max(load) > full || slices.Max(mem) > Whole {
				t.Fatalf("the packing of %+v fills nodes to %v and %v", p.items, load, mem)
			}
		}
		got := int(p.items[0].best) * steps / Whole
		if got > best {
			t.Fatalf("MCB8 finds a yield of %d %% for %+v; there is none above %d %%", got, p.items, best)
		}
		solved++
		if got == best {
			optimal++
		}
	}
	if solved < 1000 || optimal < solved/2 || same < 100 {
		t.Fatalf("of %d packings only %d are optimal; %d were impossible", solved, optimal, same)
	}
}

func TestTheSearchIsForHundredths(t *testing.T) {
	for _, c := range []struct {
		nodes int
		job   Job
		want  int32
	}{
		{1, Job{Tasks: 1, CPU: Whole}, 100},
		{1, Job{Tasks: 2, CPU: Whole, Memory: Whole / 2}, 50},
		{1, Job{Tasks: 3, CPU: Whole}, 33},
		{2, Job{Tasks: 3, CPU: Whole}, 50}, // not 66: two tasks share a node
		{2, Job{Tasks: 3, CPU: Whole / 4}, 100},
		{7, Job{Tasks: 350, CPU: Whole}, 2},
	} {
		var p packer
		p.reset(c.nodes, bulk{})
		p.put(&c.job, nil)
		p.sort(true)
		if !p.highestYield() || p.items[0].best != c.want*Whole/steps {
			t.Errorf("%d nodes give %+v a yield of %d parts, not %d %%", c.nodes, c.job, p.items[0].best, c.want)
		}
	}
}
