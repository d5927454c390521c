package program

import (
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// relaxedOptimum tries all vectors that the LP file of a relaxed program allows.
func relaxedOptimum(t *testing.T, in *exact.Instance, p *Program) int64 {
	m, err := readLP(written(t, p.WriteLP))
	if err != nil {
		t.Fatal(err)
	}
	least := int64(-1)
	slots, ones := make([]int64, len(in.Jobs)), make([]string, len(in.Jobs))
	var try func(i int)
	try = func(i int) {
		if i == len(slots) {
			if cost := p.Cost(slots); (least < 0 || cost < least) && m.holds(ones) {
				least = cost
			}
			return
		}
		for slots[i] = p.first[i]; slots[i] <= p.last(i); slots[i]++ {
			ones[i] = name(i, slots[i])
			try(i + 1)
		}
	}
	try(0)
	return least
}

// No schedule is below the optimum of the relaxed program, whatever its slots, and
// with slots of a second and enough of them the two are the same.
func TestRelaxedProgramsBoundTheOptimum(t *testing.T) {
	slow.Law(t)
	r := rand.New(rand.NewPCG(2004, 9))
	below, tight := 0, 0
	for range 300 {
		in := random(r, 1+r.IntN(4))
		truth := optimum(in, 1, longest(in))
		for scale := int64(1); scale <= 4; scale++ {
			p, err := New(in, Options{Scale: scale, Relaxed: true})
			if err != nil {
				t.Fatal(err)
			}
			got := relaxedOptimum(t, in, p)
			if got > truth {
				t.Fatalf("slots of %d s: the relaxed program's optimum is %d, a schedule costs %d, in %+v", scale, got, truth, in)
			}
			if start, _ := p.Start(); p.Cost(start) < got {
				t.Fatalf("slots of %d s: the start %v costs %d, the optimum %d, in %+v", scale, start, p.Cost(start), got, in)
			}
			switch {
			case got < truth:
				below++
			case scale > 1:
				tight++
			}
		}
		p, err := New(in, Options{Scale: 1, Horizon: longest(in), Relaxed: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := relaxedOptimum(t, in, p); got != truth {
			t.Fatalf("slots of a second: the relaxed program's optimum is %d, the instance's %d, in %+v", got, truth, in)
		}
	}
	if below == 0 || tight == 0 {
		t.Errorf("%d optima below the instance's, %d that are the same in longer slots: the instances are too much alike", below, tight)
	}
}

// A relaxed program's LP and MPS files are the same matrix, and the start that is
// written for it is one of its solutions.
func TestRelaxedFilesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 10))
	for range 100 {
		in := random(r, 1+r.IntN(6))
		p, err := New(in, Options{Scale: 1 + r.Int64N(4), Relaxed: true})
		if err != nil {
			t.Fatal(err)
		}
		m := readBoth(t, p)
		var ones []string
		start, _ := p.Start()
		for i, at := range start {
			ones = append(ones, name(i, at))
		}
		if !m.holds(ones) || int64(len(m.cost)) != p.Variables() {
			t.Fatalf("the start %v is no solution of %+v in slots of %d s, or variables are missing", start, in, p.Scale())
		}
	}
}
