package figures

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkAssign is the law of Assign: every job has as many processors as it
// asked for, no processor has two jobs at a time, and nothing stands above the
// machine while there is room in it.
func checkAssign(t *testing.T, start, end []float64, width []int64, procs int64) []Piece {
	t.Helper()
	pieces, top := Assign(start, end, width, procs)
	got := make([]int64, len(start))
	for _, p := range pieces {
		if p.Low < 0 || p.High <= p.Low || p.High > top {
			t.Fatalf("piece %+v is empty or beyond the top %d", p, top)
		}
		got[p.Job] += p.High - p.Low
	}
	for i := range got {
		if got[i] != width[i] {
			t.Fatalf("job %d has %d processors instead of %d", i, got[i], width[i])
		}
	}
	for i, a := range pieces {
		var inUse int64
		for k, b := range pieces {
			if start[b.Job] <= start[a.Job] && start[a.Job] < end[b.Job] {
				inUse += b.High - b.Low
			}
			overlap := k > i && a.Low < b.High && b.Low < a.High
			if overlap && start[a.Job] < end[b.Job] && start[b.Job] < end[a.Job] &&
				start[a.Job] < end[a.Job] && start[b.Job] < end[b.Job] {
				t.Fatalf("jobs %d and %d share processors: %+v %+v", a.Job, b.Job, a, b)
			}
		}
		if a.High > procs && start[a.Job] < end[a.Job] && inUse <= procs {
			t.Fatalf("%+v is above the machine of %d, where only %d are in use", a, procs, inUse)
		}
	}
	return pieces
}

func TestAssignGivesEveryJobItsProcessors(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, procs := 1+r.IntN(60), int64(1+r.IntN(40))
		start, end, width := make([]float64, n), make([]float64, n), make([]int64, n)
		for i := range n {
			start[i] = float64(r.IntN(50))
			end[i] = start[i] + float64(r.IntN(12)) // some of no length
			width[i] = 1 + r.Int64N(procs)          // exceeds the machine together
			if r.IntN(20) == 0 {
				width[i] += procs
			}
		}
		checkAssign(t, start, end, width, procs)
	}
}

func TestAssignByHand(t *testing.T) {
	for _, c := range []struct {
		name       string
		start, end []float64
		width      []int64
		procs      int64
		want       []Piece
	}{
		{"wider first, then index", []float64{0, 0, 0}, []float64{9, 9, 9}, []int64{1, 2, 1}, 4,
			[]Piece{{1, 0, 2}, {0, 2, 3}, {2, 3, 4}}},
		{"an end makes room for a start in the same second", []float64{0, 5}, []float64{5, 9}, []int64{4, 4}, 4,
			[]Piece{{0, 0, 4}, {1, 0, 4}}},
		{"the smallest hole that fits", []float64{0, 0, 0, 0, 2, 3}, []float64{9, 1, 9, 1, 9, 9}, []int64{3, 2, 2, 1, 1, 2}, 8,
			[]Piece{{0, 0, 3}, {1, 3, 5}, {2, 5, 7}, {3, 7, 8}, {4, 7, 8}, {5, 3, 5}}},
		{"pieces where no hole fits", []float64{0, 0, 0, 2}, []float64{2, 9, 2, 9}, []int64{1, 1, 1, 2}, 3,
			[]Piece{{0, 0, 1}, {1, 1, 2}, {2, 2, 3}, {3, 0, 1}, {3, 2, 3}}},
		{"above a machine that is exceeded", []float64{0, 1}, []float64{9, 9}, []int64{3, 3}, 4,
			[]Piece{{0, 0, 3}, {1, 3, 4}, {1, 4, 6}}},
		{"no length holds nothing", []float64{0, 0}, []float64{0, 9}, []int64{4, 4}, 4,
			[]Piece{{0, 0, 4}, {1, 0, 4}}},
		{"a billion processors", []float64{0, 1}, []float64{9, 9}, []int64{999_999_999, 2}, 1_000_000_000,
			[]Piece{{0, 0, 999_999_999}, {1, 999_999_999, 1_000_000_000}, {1, 1_000_000_000, 1_000_000_001}}},
	} {
		got := checkAssign(t, c.start, c.end, c.width, c.procs)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// BenchmarkAssignFragmented is the worst case: half of the jobs end in random
// order while all others run, so that there are 25,000 holes.
func BenchmarkAssignFragmented(b *testing.B) {
	const n = 100_000
	r := rand.New(rand.NewPCG(1, 1))
	start, end, width := make([]float64, n), make([]float64, n), make([]int64, n)
	for i := range n {
		start[i], width[i] = float64(i), 1
		end[i] = float64(n/2 + r.IntN(2*n))
		if i > n/2 {
			width[i] = 2 // fits into no single hole
		}
	}
	for b.Loop() {
		Assign(start, end, width, 1_000_000)
	}
}
