package order

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// A thing is put in order by its key, then by its place among those added.
type thing struct{ key, place int }

func (a *thing) Before(b *thing) bool {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.place, b.place)) < 0
}

// runs are in memory; open counts those that are not closed. After `fails` more calls, a call is an error.
type runs struct{ open, made, fails int }

var errBroken = errors.New("broken")

func (r *runs) call() error {
	if r.fails--; r.fails == -1 {
		return errBroken
	}
	return nil
}

type run struct {
	of   *runs
	all  []thing
	done bool
}

func (r *runs) begin() Run[thing] {
	r.open++
	r.made++
	return &run{of: r}
}

func (r *run) Add(x *thing) error {
	if r.done || len(r.all) > 0 && x.Before(&r.all[len(r.all)-1]) {
		panic("a run is not written in order")
	}
	r.all = append(r.all, *x)
	return r.of.call()
}

func (r *run) Done() error { r.done = true; return r.of.call() }

func (r *run) Next(x *thing) (bool, error) {
	if !r.done {
		panic("a run is read before it is done")
	}
	if len(r.all) == 0 {
		return false, r.of.call()
	}
	*x, r.all = r.all[0], r.all[1:]
	return true, r.of.call()
}

func (r *run) Close() error { r.of.open--; return nil }

// sorted returns what a Sorter makes of things with these keys.
func sorted(of *runs, keys []int) (all []thing, merged bool, err error) {
	first := of.begin()
	s := New[thing](first.Add, of.begin)
	defer func() { err = errors.Join(err, s.Close()) }()
	for i, key := range keys {
		if err := s.Add(&thing{key, i}); err != nil {
			return nil, false, errors.Join(err, first.Close())
		}
	}
	whole, err := s.Done()
	if err = errors.Join(err, first.Done()); err != nil {
		return nil, false, errors.Join(err, first.Close())
	}
	if whole {
		return first.(*run).all, false, first.Close()
	}
	err = s.Merge(first, func(x *thing) error {
		all = append(all, *x)
		return of.call()
	})
	return all, true, err
}

// keys draws n keys that rise, but for some that are up to back below their place, and noise of the others.
func keys(r *rand.Rand, n, often, back, noise int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + r.IntN(noise+1)
		if often > 0 && r.IntN(often) == 0 {
			all[i] -= r.IntN(back + 1)
		}
	}
	return all
}

func TestASorterSorts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	falling := keys(r, 600_000, 0, 0, 0)
	slices.Reverse(falling)
	for name, c := range map[string]struct {
		keys   []int
		merged bool
		runs   int // beside the first
	}{
		"none":            {nil, false, 0},
		"rising":          {keys(r, 20_000, 0, 0, 0), false, 0},
		"nearly rising":   {keys(r, 20_000, 3, 2000, 1000), false, 0},
		"equal":           {make([]int, 20_000), false, 0},
		"some are late":   {keys(r, 20_000, 10, 15_000, 10), true, 0},
		"many are late":   {keys(r, 200_000, 2, 150_000, 10), true, 2},
		"random":          {r.Perm(100_000), true, 2},
		"falling":         {falling, true, (600_000-ahead)/late + 1}, // once, fanIn of them are merged into one
		"a late last one": {append(keys(r, 20_000, 0, 0, 0), -1), true, 0},
	} {
		of := &runs{fails: -1}
		got, merged, err := sorted(of, c.keys)
		if err != nil {
			t.Fatal(name, err)
		}
		var want []thing
		for i, key := range c.keys {
			want = append(want, thing{key, i})
		}
		slices.SortFunc(want, func(a, b thing) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.place, b.place)) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d of %d things are in another order", name, len(got), len(want))
		}
		if merged != c.merged || of.made-1 < c.runs || c.runs == 0 && of.made > 1 {
			t.Errorf("%s: merged %t, %d runs beside the first", name, merged, of.made-1)
		}
		if of.open != 0 {
			t.Errorf("%s: %d runs are open", name, of.open)
		}
	}
}

// An error anywhere ends the sorting, and no run stays open.
func TestAnErrorLeavesNoRunOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	all := r.Perm(2*late + 2*ahead)
	calls := &runs{fails: 1 << 40}
	if _, _, err := sorted(calls, all); err != nil {
		t.Fatal(err)
	}
	n := 1<<40 - calls.fails
	for k := range 40 {
		of := &runs{fails: n * k / 40}
		if _, _, err := sorted(of, all); !errors.Is(err, errBroken) || of.open != 0 {
			t.Errorf("after call %d of %d: error %v, %d runs are open", n*k/40, n, err, of.open)
		}
	}
}

func BenchmarkSorter(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	const n = 500_000
	for _, c := range []struct {
		name string
		keys []int
	}{
		{"rising", keys(r, n, 0, 0, 0)},
		{"nearly rising", keys(r, n, 3, 3000, 10)},
		{"a third is late", keys(r, n, 3, n, 10)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := sorted(&runs{fails: -1}, c.keys); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "things/s")
		})
	}
}
