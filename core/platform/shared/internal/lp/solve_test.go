package lp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// dense makes a problem from rows of coefficients, with all columns in [0, ∞).
func dense(gain []float64, rows [][]float64, bound []float64) *Problem {
	p := new(Problem)
	for _, b := range bound {
		p.AddRow(b)
	}
	for j, g := range gain {
		p.AddColumn(g, 0, math.Inf(1))
		for i := range rows {
			if rows[i][j] != 0 {
				p.Add(i, rows[i][j])
			}
		}
	}
	return p
}

var classics = []struct {
	name  string
	p     *Problem
	value float64
}{
	{"nothing at all", new(Problem), 0},
	{"Dantzig's products", dense([]float64{3, 5}, [][]float64{{1, 0}, {0, 2}, {3, 2}}, []float64{4, 12, 18}), 36},
	{"Beale 1955, on which the largest gain alone cycles",
		dense([]float64{0.75, -150, 0.02, -6}, [][]float64{{0.25, -60, -0.04, 9}, {0.5, -90, -0.02, 3}, {0, 0, 1, 0}}, []float64{0, 0, 1}), 0.05},
	{"Chvátal 1983, which cycles too",
		dense([]float64{10, -57, -9, -24}, [][]float64{{0.5, -5.5, -2.5, 9}, {0.5, -1.5, -0.5, 1}, {1, 0, 0, 0}}, []float64{0, 0, 1}), 1},
	{"Klee and Minty 1972, three columns",
		dense([]float64{100, 10, 1}, [][]float64{{1, 0, 0}, {20, 1, 0}, {200, 20, 1}}, []float64{1, 100, 10000}), 10000},
	{"an equality as two rows, found by phase 1",
		dense([]float64{-1, -2}, [][]float64{{1, 1}, {-1, -1}}, []float64{3, -3}), -3},
	{"three nodes that meet in one point", // degenerate
		dense([]float64{1, 1}, [][]float64{{1, 1}, {1, 0}, {0, 1}, {2, 1}}, []float64{2, 1, 1, 3}), 2},
}

func TestClassics(t *testing.T) {
	for _, c := range classics {
		t.Run(c.name, func(t *testing.T) {
			var s Solver
			out := s.Solve(c.p)
			checkOptimal(t, c.p, out)
			if math.Abs(out.Value-c.value) > 1e-9*(1+math.Abs(c.value)) {
				t.Errorf("the value is %v, not %v", out.Value, c.value)
			}
		})
	}
}

func TestWhatHasNoOptimum(t *testing.T) {
	inf := math.Inf(1)
	crossed := new(Problem)
	crossed.AddColumn(1, 2, 1)
	empty := new(Problem)
	empty.AddRow(-1) // 0 <= -1
	free := new(Problem)
	free.AddColumn(-1, -inf, inf)
	for _, c := range []struct {
		name string
		p    *Problem
		want Status
	}{
		{"no row stops it", dense([]float64{1, 1}, [][]float64{{1, -1}}, []float64{1}), Unbounded},
		{"a free column", free, Unbounded},
		{"two rows contradict", dense([]float64{1}, [][]float64{{1}, {-1}}, []float64{1, -2}), Infeasible},
		{"a row without entries", empty, Infeasible},
		{"bounds that cross", crossed, Infeasible},
	} {
		if got := new(Solver).Solve(c.p).Status; got != c.want {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
	if got := (&Solver{Limit: 1}).Solve(classics[1].p).Status; got != PivotLimit {
		t.Errorf("with one step allowed: %v", got)
	}
}

func TestFreeColumnsMayEnterEitherWay(t *testing.T) {
	inf := math.Inf(1)
	p := new(Problem)
	p.AddRow(4)
	p.AddRow(-1)
	p.AddColumn(-1, -inf, inf)
	p.Add(0, 1)
	p.Add(1, -1) // x - y >= 1
	p.AddColumn(2, -inf, 2)
	p.Add(0, 1)
	p.Add(1, 1)
	out := new(Solver).Solve(p)
	checkOptimal(t, p, out)
	if out.Value != 0.5 {
		t.Errorf("the value is %v, not 0.5 (x=2.5, y=1.5)", out.Value)
	}
}

// shares draws a problem like (2) of the paper: jobs of alike tasks on nodes,
// no yield below what the fullest node allows to all.
func shares(r *rand.Rand, nodes, jobs int) *Problem {
	return shareIn(new(Problem), r, nodes, jobs)
}

// shareIn makes p that problem.
func shareIn(p *Problem, r *rand.Rand, nodes, jobs int) *Problem {
	p.Reset()
	type job struct {
		at   []int
		need float64
	}
	load := make([]float64, nodes)
	all := make([]job, jobs)
	for j := range all {
		tasks := 1 << r.IntN(6)
		need := 1.0
		if tasks == 1 {
			need = 0.25
		}
		from := r.IntN(nodes)
		for k := range tasks {
			i := (from + k) % nodes
			all[j].at = append(all[j].at, i)
			load[i] += need
		}
		all[j].need = need
	}
	least := 1 / max(1, slices.Max(load))
	for range nodes {
		p.AddRow(1)
	}
	for _, j := range all {
		p.AddColumn(1, least, 1)
		for _, i := range j.at {
			p.Add(i, j.need)
		}
	}
	return p
}

func TestPricesProveTheOptimumOfLargeProblems(t *testing.T) {
	var s Solver
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := shares(r, 1+r.IntN(200), 1+r.IntN(200))
		checkOptimal(t, p, s.Solve(p))
	}
}

func TestSolverAndProblemForgetWhatWasBefore(t *testing.T) {
	var used Solver
	var again Problem
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		nodes, jobs := 1+r.IntN(60), 1+r.IntN(60)
		a := used.Solve(shareIn(&again, rand.New(rand.NewPCG(seed+100, 4)), nodes, jobs))
		b := new(Solver).Solve(shares(rand.New(rand.NewPCG(seed+100, 4)), nodes, jobs))
		if a.Value != b.Value || a.Steps != b.Steps || !slices.Equal(a.Y, b.Y) || !slices.Equal(a.Price, b.Price) {
			t.Fatalf("seed %d: a used solver finds %v in %d steps, a new one %v in %d", seed, a.Value, a.Steps, b.Value, b.Steps)
		}
	}
}

// The builds for GOAMD64=v3 and WebAssembly have to pass this too.
func TestSolutionsAreTheSameBitsOnEveryBuild(t *testing.T) {
	const want = "b0f73e7c6952b80c"
	var s Solver
	sum := sha256.New()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 8))
		out := s.Solve(shares(r, 1+r.IntN(100), 1+r.IntN(100)))
		for _, x := range append(out.Y, out.Value) {
			binary.Write(sum, binary.LittleEndian, x)
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != want {
		t.Errorf("the solutions have the digest %s, not %s", got, want)
	}
}

// Rows that repeat another, or that nothing can fill, change no bit.
func TestRowsThatBindNothingAreAsIfAbsent(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := shares(r, 20, 30)
		q := new(Problem)
		for range 60 {
			q.AddRow(1)
		}
		for range 5 {
			q.AddRow(100)
		}
		for j := range p.Columns() {
			q.AddColumn(p.gain[j], p.lo[j], p.hi[j])
			at, coefs := p.entries(j)
			for k, i := range at {
				q.Add(int(i), coefs[k])
				q.Add(int(i)+20, coefs[k])
				q.Add(int(i)+40, coefs[k])
				q.Add(60+int(i)%5, 0.1)
			}
		}
		a, b := new(Solver).Solve(p), new(Solver).Solve(q)
		if a.Value != b.Value || !slices.Equal(a.Y, b.Y) {
			t.Fatalf("seed %d: %v, and %v with rows that bind nothing", seed, a.Value, b.Value)
		}
		checkOptimal(t, q, b)
	}
}

// A problem whose pivots are shrunk by rounding has to be worked out again.
func TestRefreshKeepsTheBasis(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	var s Solver
	p := shares(r, 80, 60)
	out := s.Solve(p)
	y := slices.Clone(out.Y)
	s.refresh(p)
	if d := s.drift(p); d > Tolerance {
		t.Errorf("after refresh the slacks are off by %v", d)
	}
	for j := range y {
		if math.Abs(y[j]-s.t.x[j]) > 1e-9 {
			t.Errorf("column %d was %v, is %v", j, y[j], s.t.x[j])
		}
	}
	if s.entering(s.t.d, false) >= 0 || s.infeasible() {
		t.Error("the refreshed basis is not optimal")
	}
}

func TestCallersBugsPanic(t *testing.T) {
	nan := math.NaN()
	for name, f := range map[string]func(*Problem){
		"bound":     func(p *Problem) { p.AddRow(math.Inf(1)) },
		"gain":      func(p *Problem) { p.AddColumn(nan, 0, 1) },
		"lo":        func(p *Problem) { p.AddColumn(1, nan, 1) },
		"hi":        func(p *Problem) { p.AddColumn(1, 0, math.Inf(-1)) },
		"no column": func(p *Problem) { p.AddRow(1); p.Add(0, 1) },
		"no row":    func(p *Problem) { p.AddColumn(1, 0, 1); p.Add(0, 1) },
		"coef":      func(p *Problem) { p.AddRow(1); p.AddColumn(1, 0, 1); p.Add(0, nan) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f(new(Problem))
		}()
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, size := range []struct {
		name        string
		nodes, jobs int
	}{{"128nodes30jobs", 128, 30}, {"128nodes100jobs", 128, 100}, {"200nodes200jobs", 200, 200}} {
		b.Run(size.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			problems := make([]*Problem, 16)
			for i := range problems {
				problems[i] = shares(r, size.nodes, size.jobs)
			}
			var s Solver
			b.ReportAllocs()
			i, steps := 0, 0
			for b.Loop() {
				steps += s.Solve(problems[i%len(problems)]).Steps
				i++
			}
			b.ReportMetric(float64(steps)/float64(i), "steps/op")
		})
	}
}
