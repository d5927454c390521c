package figures

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

var values = cmpopts.IgnoreFields(Step{}, "LineStyle", "Fill", "Band")

func TestStepByHand(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes []Change
		want    Step
	}{
		{"nothing", nil, Step{}},
		{"an end and a start in one second do not touch", []Change{{5, 1}, {0, 1}, {5, -1}, {9, -1}},
			Step{X: []float64{0, 9}, Y: []float64{1}}},
		{"no length, no step", []Change{{3, 2}, {3, -2}, {4, 1}, {6, -1}}, Step{X: []float64{3, 4, 6}, Y: []float64{0, 1}}},
		{"ends where the last change is", []Change{{0, 1}, {2, -1}, {7, 1}, {7, -1}}, Step{X: []float64{0, 2, 7}, Y: []float64{1, 0}}},
		{"no time", []Change{{math.NaN(), 1}, {1, 1}, {math.Inf(1), 3}, {2, -1}}, Step{X: []float64{1, 2}, Y: []float64{1}}},
	} {
		if d := cmp.Diff(&c.want, NewStep(c.changes), values, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// naive counts every second.
func naive(changes []Change, seconds int) []float64 {
	out := make([]float64, seconds)
	for s := range out {
		for _, c := range changes {
			if c.At <= float64(s) {
				out[s] += c.By
			}
		}
	}
	return out
}

func TestStepAndBinsAreWhatCountingGives(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		var changes []Change
		for range r.IntN(20) {
			at, by := float64(r.IntN(60)), float64(1+r.IntN(5))
			changes = append(changes, Change{at, by}, Change{at + float64(r.IntN(30)), -by})
		}
		const seconds = 96
		want := naive(changes, seconds)
		s := NewStep(changes)
		for sec, y := range want {
			if got := s.Cut(float64(sec), float64(sec+1)); sum(got.Y) != y {
				t.Fatalf("seed %d: second %d has %v, counting gives %v", seed, sec, got.Y, y)
			}
		}
		for _, n := range []int{1, 8, 32, seconds} {
			b := s.Bin(0, seconds, n)
			each := seconds / n
			for k := range n {
				part := want[k*each : (k+1)*each]
				lo, hi, mean := part[0], part[0], sum(part)/float64(each)
				for _, v := range part {
					lo, hi = min(lo, v), max(hi, v)
				}
				if math.Abs(b.Y[k]-mean) > 1e-9 || b.Low[k] != lo || b.High[k] != hi {
					t.Fatalf("seed %d, bin %d of %d: %v in [%v, %v], counting gives %v in [%v, %v]",
						seed, k, n, b.Y[k], b.Low[k], b.High[k], mean, lo, hi)
				}
			}
		}
	}
}

func sum(v []float64) (total float64) {
	for _, x := range v {
		total += x
	}
	return total
}

// Thinning keeps the ends and the extremes of a line and never leaves it.
func TestThinOutKeepsTheShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var line []vg.Point
		x := vg.Length(0)
		for range rapid.IntRange(1, 200).Draw(t, "n") {
			line = append(line, vg.Point{X: x, Y: vg.Length(rapid.IntRange(0, 50).Draw(t, "y"))})
			x += vg.Length(rapid.SampledFrom([]float64{0, 0.01, 0.05, 1}).Draw(t, "dx"))
		}
		thin := thinOut(line)
		if thin[0] != line[0] || thin[len(thin)-1] != line[len(line)-1] {
			t.Fatal("the ends moved")
		}
		near := func(p vg.Point, of []vg.Point) bool { // of a segment of the line of
			for i := range of {
				a, b := of[max(i-1, 0)], of[i]
				if min(a.X, b.X)-2*blur <= p.X && p.X <= max(a.X, b.X)+2*blur && min(a.Y, b.Y) <= p.Y && p.Y <= max(a.Y, b.Y) {
					return true
				}
			}
			return false
		}
		for _, p := range thin {
			if !near(p, line) {
				t.Fatalf("%v is not on the line", p)
			}
		}
		for _, p := range line {
			if !near(p, thin) {
				t.Fatalf("%v got lost", p)
			}
		}
	})
}

func TestCDFIsTheShareOfValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Float64Range(-5, 5)).Draw(t, "values")
		for i := range values {
			values[i] = math.Round(values[i])
		}
		c := NewCDF(append([]float64{math.NaN()}, values...))
		for x := -6.0; x <= 6; x += 0.5 {
			n := 0
			for _, v := range values {
				if v <= x {
					n++
				}
			}
			want := 0.0
			if len(values) > 0 {
				want = float64(n) / float64(len(values))
			}
			if got := c.At(x); got != want {
				t.Fatalf("At(%v) = %v, want %v", x, got, want)
			}
			if p := c.At(x); p > 0 && (c.Quantile(p) > x || c.At(c.Quantile(p)) < p) {
				t.Fatalf("Quantile(%v) = %v", p, c.Quantile(p))
			}
		}
		if len(values) == 0 && !math.IsNaN(c.Quantile(0.5)) {
			t.Fatal("nothing has a median")
		}
	})
}
