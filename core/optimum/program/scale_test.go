package program

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// table1 is makespan, accumulated run time and time scale in minutes as printed.
var table1 = [][3]int64{
	{189559, 1798837, 7}, {189596, 1862437, 8}, {190899, 1395637, 7}, {191509, 1395937, 8},
	{194121, 1030782, 6}, {194161, 1095582, 6},
	{259141, 715905, 6}, {256741, 723405, 6}, {256741, 728505, 6},
	{178232, 1617937, 7}, {201983, 906331, 6}, {239417, 519300, 5},
}

func TestPrintedScales(t *testing.T) {
	asPrinted, asWritten := 0, 0
	for _, row := range table1 {
		s, err := Printed.Scale(row[0], row[1])
		if err != nil {
			t.Fatal(err)
		}
		if s == 60*row[2] {
			asPrinted++
		}
		if s, _ = (Memory{}).Scale(row[0], row[1]); s == 60*row[2] {
			asWritten++
		}
	}
	if asPrinted != 11 || asWritten != 0 {
		t.Errorf("%d of 12 scales come out as printed with Printed, %d with what the text says; expected 11 and 0", asPrinted, asWritten)
	}
}

func TestScaleIsTheLeastWholeMinuteThatFits(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 2000 {
		makespan, accumulated := r.Int64N(1<<r.IntN(37)+1), r.Int64N(1<<r.IntN(40)+1)
		m := Memory{EntryBytes: 1 + r.Int64N(2000), TotalBytes: 1 + r.Int64N(1<<r.IntN(40)+1)}
		s, err := m.Scale(makespan, accumulated)
		if err != nil {
			if !strings.Contains(err.Error(), "more memory") {
				t.Fatal(err)
			}
			continue
		}
		fits := func(s int64) bool { // makespan * accumulated / s^2 * entry <= total
			left := big.NewInt(makespan)
			left.Mul(left, big.NewInt(accumulated)).Mul(left, big.NewInt(m.EntryBytes))
			right := big.NewInt(s)
			right.Mul(right, right).Mul(right, big.NewInt(m.TotalBytes))
			return left.Cmp(right) <= 0
		}
		if s%60 != 0 || s < 60 || !fits(s) || s > 60 && fits(s-60) {
			t.Fatalf("%+v.Scale(%d, %d) = %d", m, makespan, accumulated, s)
		}
	}
	if _, err := (Memory{EntryBytes: -1}).Scale(1, 1); err == nil {
		t.Error("an entry of -1 bytes is accepted")
	}
	if _, err := (Memory{EntryBytes: 1 << 60, TotalBytes: 1}).Scale(1e11, 1e11); err == nil {
		t.Error("a slot of thousands of years is accepted")
	}
}

func TestProgramsThatCannotBeAreRefused(t *testing.T) {
	in := &exact.Instance{Procs: 8, Free: []exact.Step{{Procs: 8}}, Jobs: []exact.Job{
		{ID: 1, Procs: 1, Estimate: 100_000}, {ID: 2, Procs: 8, Estimate: 100_000}}}
	for _, c := range []struct {
		in   *exact.Instance
		o    Options
		want string
	}{
		{&exact.Instance{Procs: 8, Free: in.Free}, Options{}, "without jobs"},
		{in, Options{Scale: -1}, "slot of -1 s"},
		{in, Options{Scale: 1 << 60}, "give 1 to"},
		{in, Options{Horizon: -1}, "horizon of -1 s"},
		{in, Options{Scale: 1}, "more than the 50000000 allowed"},
		{in, Options{Scale: 60, MaxEntries: 10}, "more than the 10 allowed"},
		{&exact.Instance{Procs: 1, Free: in.Free, Jobs: []exact.Job{{ID: 1, Procs: 1, Estimate: 5e10}}},
			Options{Scale: 1, Horizon: 1e11, MaxEntries: 1 << 62}, "9223372036854775807 entries"},
		{in, Options{Scale: 1e11}, ""},
		{in, Options{Scale: 1e11, Horizon: 1e11}, ""},
		{&exact.Instance{Procs: 1 << 20, Free: []exact.Step{{Procs: 1 << 20}}, Jobs: []exact.Job{{ID: 1, Procs: 1 << 20, Estimate: 1}}},
			Options{Scale: 1e11}, "could cost more"},
	} {
		_, err := New(c.in, c.o)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: New says %v; expected %q", c.o, err, c.want)
		}
	}
}

// By the definitions: the slowdowns weighted by areas, and the ratio.
func TestLossIsThatOfTheSlowdowns(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		in := random(r, 5)
		one, two := in.List(exact.Policies[0].Order(in)), in.List(exact.Policies[2].Order(in))
		sldwa := func(starts []int64) *big.Rat {
			sum, areas := new(big.Rat), int64(0)
			for i, j := range in.Jobs {
				area := j.Estimate * int64(j.Procs)
				areas += area
				sum.Add(sum, new(big.Rat).Mul(big.NewRat(starts[i]+j.Estimate-j.Submit, j.Estimate), big.NewRat(area, 1)))
			}
			return sum.Quo(sum, big.NewRat(areas, 1))
		}
		a, b := sldwa(one), sldwa(two)
		if want, _ := a.Float64(); SLDwA(in, in.Cost(one)) != want {
			t.Fatalf("SLDwA is %v, not %v", SLDwA(in, in.Cost(one)), want)
		}
		if want, _ := a.Quo(a, b).Float64(); Quality(in.Cost(one), in.Cost(two)) != want {
			t.Fatalf("the quality is %v, not %v", Quality(in.Cost(one), in.Cost(two)), want)
		}
	}
	if got := Loss(99, 100); got < 0.99 || got > 1.01 {
		t.Errorf("a quality of 99/100 is a loss of %v %%", got)
	}
	if got := SLDwA(&exact.Instance{}, 0); got != 0 {
		t.Errorf("without jobs SLDwA is %v", got)
	}
}
