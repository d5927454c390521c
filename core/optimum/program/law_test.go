package program

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// random is an instance of n jobs, small enough to try all of its schedules.
func random(r *rand.Rand, n int) *exact.Instance {
	in := &exact.Instance{Procs: 2 + r.IntN(4), Now: r.Int64N(50)}
	in.Free = []exact.Step{{At: in.Now, Procs: r.IntN(in.Procs)}}
	for at, procs := in.Now, in.Free[0].Procs; procs < in.Procs; {
		at += 1 + r.Int64N(5)
		procs += 1 + r.IntN(in.Procs-procs)
		in.Free = append(in.Free, exact.Step{At: at, Procs: procs})
	}
	for i := range n {
		in.Jobs = append(in.Jobs, exact.Job{
			ID: int64(i + 1), Procs: 1 + r.IntN(in.Procs), Estimate: 1 + r.Int64N(7), Submit: r.Int64N(in.Now + 1)})
	}
	if err := in.Check(); err != nil {
		panic(err)
	}
	return in
}

// legal counts the processors held in every second.
func legal(in *exact.Instance, starts []int64) bool {
	last := end(in, starts)
	for t := in.Now; t < last; t++ {
		held := 0
		for i, j := range in.Jobs {
			if starts[i] <= t && t < starts[i]+j.Estimate {
				held += j.Procs
			}
		}
		free := 0
		for _, s := range in.Free {
			if s.At <= t {
				free = s.Procs
			}
		}
		if held > free {
			return false
		}
	}
	return slices.Min(starts) >= in.Now
}

// optimum is the cost of the best schedule whose starts are multiples of scale
// seconds from now on, each job as long as so many whole slots, all over by the last.
func optimum(in *exact.Instance, scale, slots int64) int64 {
	wide := *in
	wide.Jobs = slices.Clone(in.Jobs)
	wide.Free = slices.Clone(in.Free)
	for i := range wide.Jobs {
		wide.Jobs[i].Estimate = (in.Jobs[i].Estimate + scale - 1) / scale * scale
	}
	starts, best := make([]int64, len(in.Jobs)), int64(-1)
	var try func(i int)
	try = func(i int) {
		if i == len(starts) {
			if c := in.Cost(starts); (best < 0 || c < best) && legal(&wide, starts) {
				best = c
			}
			return
		}
		for t := int64(0); t*scale+wide.Jobs[i].Estimate <= slots*scale; t++ {
			starts[i] = in.Now + t*scale
			try(i + 1)
		}
	}
	try(0)
	return best
}

// orders calls each with every order of n jobs.
func orders(n int, each func([]int)) {
	order := make([]int, 0, n)
	var place func()
	place = func() {
		if len(order) == n {
			each(order)
		}
		for i := range n {
			if !slices.Contains(order, i) {
				order = append(order, i)
				place()
				order = order[:len(order)-1]
			}
		}
	}
	place()
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// readBoth reads both files, which have to say the same but for what is 0.
func readBoth(t *testing.T, p *Program) *matrix {
	t.Helper()
	m, err := readLP(written(t, p.WriteLP))
	if err != nil {
		t.Fatal(err)
	}
	for _, has := range m.row { // the LP file's empty sums
		maps.DeleteFunc(has, func(_ string, c int64) bool { return c == 0 })
	}
	maps.DeleteFunc(m.row, func(_ string, has map[string]int64) bool { return len(has) == 0 })
	other, err := readMPS(written(t, p.WriteMPS))
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(m) != fmt.Sprint(other) {
		t.Fatalf("the LP file says\n%v\nthe MPS file\n%v", m, other)
	}
	return m
}

// checkFiles holds both files against each other, and the vectors of 0 and 1 that
// they allow against the schedules that are legal, one by one.
func checkFiles(t *testing.T, in *exact.Instance, p *Program) {
	m := readBoth(t, p)
	entries := int64(0)
	for row, has := range m.row {
		if row[0] == 't' {
			entries += int64(len(has))
		}
	}
	if int64(len(m.cost)) != p.Variables() || entries != p.Entries() {
		t.Fatalf("%d variables and %d entries; the program says %d and %d", len(m.cost), entries, p.Variables(), p.Entries())
	}
	best, slots := int64(-1), make([]int64, len(in.Jobs))
	ones := make([]string, len(in.Jobs))
	var try func(i int)
	try = func(i int) {
		if i < len(slots) {
			for slots[i] = p.first[i]; slots[i] <= p.last(i); slots[i]++ {
				ones[i] = name(i, slots[i])
				try(i + 1)
			}
			return
		}
		cost := int64(0)
		for _, x := range ones {
			cost += m.cost[x]
		}
		if cost != p.Cost(slots) || cost != in.Cost(p.Seconds(slots)) {
			t.Fatalf("slots %v cost %d in the file, %d by the program, %d by the instance", slots, cost, p.Cost(slots), in.Cost(p.Seconds(slots)))
		}
		if m.holds(ones) {
			if !legal(in, p.Seconds(slots)) {
				t.Fatalf("the program allows the slots %v, which are no schedule", slots)
			}
			if best < 0 || cost < best {
				best = cost
			}
		}
	}
	try(0)
	if want := optimum(in, p.scale, p.slots); best != want {
		t.Fatalf("the program's optimum is %d, not %d, with %d slots of %d s for %+v", best, want, p.slots, p.scale, in)
	}
	begin, _ := p.Start()
	for i, s := range begin {
		ones[i] = name(i, s)
	}
	if !m.holds(ones) || p.Cost(begin) < best {
		t.Fatalf("the start %v is no solution", begin)
	}
}

func TestFilesAllowExactlyTheSchedulesInSlots(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 1))
	for n := range 400 {
		in := random(r, 1+n%3)
		p, err := New(in, Options{Scale: 1 + r.Int64N(5), Horizon: r.Int64N(8)})
		if err != nil {
			t.Fatal(err)
		}
		checkFiles(t, in, p)
	}
}

// longest is a horizon by which some optimal schedule is over: all jobs one after
// the other once all processors that ever are free are.
func longest(in *exact.Instance) int64 {
	sum := in.Free[len(in.Free)-1].At - in.Now
	for _, j := range in.Jobs {
		sum += j.Estimate
	}
	return sum
}

func TestCompactedOptimaInSlotsAreNeverBelowTheOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 2))
	above := 0
	for n := range 300 {
		in := random(r, 1+n%4)
		truth := int64(-1)
		orders(len(in.Jobs), func(order []int) {
			if c := in.Cost(in.List(order)); truth < 0 || c < truth {
				truth = c
			}
		})
		scale := 1 + int64(n)%4
		p, err := New(in, Options{Scale: scale, Horizon: longest(in)})
		if err != nil {
			t.Fatal(err)
		}
		cost, starts := best(p)
		if scale == 1 && cost != truth {
			t.Fatalf("in slots of 1 s the optimum is %d, not %d: %+v", cost, truth, in)
		}
		if r, err := exact.Solve(t.Context(), p.InSlots(), exact.Options{}); err != nil || !r.Optimal || p.Cost(r.Starts) != cost {
			t.Fatalf("the optimum in slots of %d s is %d; the instance in slots gives %+v, error %v: %+v", scale, cost, r, err, in)
		}
		tight := Compact(in, starts)
		if !legal(in, tight) {
			t.Fatalf("compacting %v gives %v, which is no schedule of %+v", starts, tight, in)
		}
		for i := range starts {
			if tight[i] > starts[i] {
				t.Fatalf("compacting %v gives %v: job %d starts later", starts, tight, i)
			}
		}
		if c := in.Cost(tight); c < truth || c > cost {
			t.Fatalf("slots of %d s: %d, compacted %d, optimum %d: %+v", scale, cost, c, truth, in)
		} else if c > truth {
			above++
		}
	}
	if above == 0 {
		t.Error("time-scaling never cost anything: the instances are too easy")
	}
}

// best tries all starts in slots.
func best(p *Program) (cost int64, starts []int64) {
	wide := p.InSlots()
	slots := make([]int64, len(p.length))
	cost = -1
	var try func(i int)
	try = func(i int) {
		if i == len(slots) {
			if c := p.Cost(slots); (cost < 0 || c < cost) && legal(wide, slots) {
				cost, starts = c, p.Seconds(slots)
			}
			return
		}
		for slots[i] = p.first[i]; slots[i] <= p.last(i) && slots[i] < p.first[i]+9; slots[i]++ {
			try(i + 1)
		}
	}
	try(0)
	return cost, starts
}

// The program knows time from the present second on, and jobs by place.
func TestShiftedInstancesHaveTheSameProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 3))
	for range 50 {
		in := random(r, 4)
		later := *in
		later.Jobs, later.Free = slices.Clone(in.Jobs), slices.Clone(in.Free)
		later.Now += 1000
		for i := range later.Jobs {
			later.Jobs[i].Submit += 1000
		}
		for i := range later.Free {
			later.Free[i].At += 1000
		}
		p, err1 := New(in, Options{Scale: 3})
		q, err2 := New(&later, Options{Scale: 3})
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if _, one, _ := strings.Cut(written(t, p.WriteLP), "\n"); !strings.HasSuffix(written(t, q.WriteLP), one) {
			t.Fatalf("1000 s later the program of %+v is another", in)
		}
	}
}
