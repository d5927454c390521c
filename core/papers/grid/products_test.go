package grid

import (
	"fmt"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// The products are all combinations, each once, the setting's own reading first; with the default base they
// have those that a reviewer computed, at his loads.
func TestProductsAreAllCombinations(t *testing.T) {
	for _, own := range []string{"", "tie=faster,rule=one", "base=speed-1,load=4"} {
		m := under(t, own)
		seen := map[string]bool{}
		for _, r := range m.products() {
			seen[r.String()] = true
			if r.Of(base) != m.Reading.Of(base) || r.Of(load) != load.Default() {
				t.Errorf("%s: the product %s changes what is not multiplied", own, r)
			}
		}
		if len(m.products()) != 36 || len(seen) != 36 {
			t.Errorf("%s: %d products, %d different", own, len(m.products()), len(seen))
		}
		if first := m.products()[0].String(); first != m.Reading.With(load, load.Default()).String() {
			t.Errorf("the first product is %q, not %q", first, own)
		}
	}
	m := modelOf(paper.First(paper.Full))
	titles := map[string]bool{}
	for _, w := range m.underLoads(m.products(), productLoads) {
		titles[w.title()] = true
	}
	for _, c := range []string{"rule=one-best-fit,tie=faster, load 1.3", "count=each,rule=one-best-fit,tie=faster, load 1.5",
		"count=list,discipline=list,rule=one-best-fit,tie=faster, load 1.1", "count=list,rule=one,tie=faster, load 1.2"} {
		if !titles[c] {
			t.Errorf("there is no %s", c)
		}
	}
}

// By hand: figure 1 held out, the others choose the product in which most of theirs hold, although none of
// figure 1's does; held out with equals, the fewest changes and the lightest load win.
func TestFoldsChooseWithoutTheFigure(t *testing.T) {
	own, changed := paper.Reading{}, paper.Reading{"tie": "faster"}
	rows := []row{{own, 1}, {own, 2}, {changed, 1}, {changed, 2}}
	of := func(fig1, fig2, fig7, fig8 int) (holds []bool) { // how many claims of each figure hold
		left := map[string]int{"fig1": fig1, "fig2": fig2, "fig7": fig7, "fig8": fig8}
		for _, c := range sweepClaims {
			holds = append(holds, left[c.figure] > 0)
			left[c.figure]--
		}
		return holds
	}
	holds := map[string][]bool{rows[0].title(): of(1, 1, 0, 0), rows[1].title(): of(3, 1, 1, 0), rows[2].title(): of(0, 1, 2, 1),
		rows[3].title(): of(0, 1, 2, 1)}
	got := ""
	for _, f := range folds(rows, holds) {
		got += fmt.Sprintln(f.figure, f.product.title(), f.count(f.product, true), f.own.title(), f.count(f.own, true))
	}
	want := "fig1 tie=faster, load 1 0 defaults, load 2 3\n" + // 4 of the others against 2
		"fig2 defaults, load 2 1 defaults, load 2 1\n" + // 4 against 3
		"fig7 defaults, load 2 1 defaults, load 2 1\n" + // 4 against 2
		"fig8 defaults, load 2 0 defaults, load 2 0\n" // 5 against 3
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A claim holds if it does at each load and fails if it does at none; the note says where it has which verdict.
func TestAVerdictIsThatOfAllLoads(t *testing.T) {
	for _, c := range []struct {
		at      []paper.Verdict
		verdict paper.Verdict
		note    string
	}{
		{[]paper.Verdict{paper.Holds, paper.Holds, paper.Holds}, paper.Holds, "holds at load 1, 2 and 3; load 1: a; load 2: b; load 3: c"},
		{[]paper.Verdict{paper.Fails, paper.Fails}, paper.Fails, "fails at load 1 and 2; load 1: a; load 2: b"},
		{[]paper.Verdict{paper.Fails, paper.Holds, paper.Undecided}, paper.Undecided,
			"holds at load 2, fails at load 1, undecided at load 3; load 1: a; load 2: b; load 3: c"},
		{[]paper.Verdict{paper.Undecided, paper.Holds}, paper.Undecided, "holds at load 2, undecided at load 1; load 1: a; load 2: b"},
		{[]paper.Verdict{paper.Undecided}, paper.Undecided, "undecided at load 1; load 1: a"},
	} {
		v, note := acrossLoads([]float64{1, 2, 3}[:len(c.at)], func(load float64) (paper.Verdict, string) {
			return c.at[int(load)-1], []string{"a", "b", "c"}[int(load)-1]
		})
		if v != c.verdict || note != c.note {
			t.Errorf("%v: %s, %q, want %s, %q", c.at, v, note, c.verdict, c.note)
		}
	}
}

// Without a load in the reading claims are judged at the loads of its base, else at that load alone. Only at
// the load of the pictures does what is drawn depend on the seed.
func TestClaimsAreJudgedAtEachLoad(t *testing.T) {
	for reading, want := range map[string][]float64{"": {1, 1.3, 2}, "base=speed-1": {1, 2, 4}, "load=1": {1}, "base=speed-1,load=4": {4}} {
		m := under(t, reading)
		if got := m.loads(); !slices.Equal(got, want) || got[0] != m.load {
			t.Errorf("%q: loads %v, want %v; that of the pictures is %v", reading, got, want, m.load)
		}
		m.Seed = 2
		for i, l := range m.loads() {
			if of := m.at(l); of.load != l || (of.Seed == 2) != (i == 0) || m.Seed != 2 {
				t.Errorf("%q: at load %v the load is %v and the seed %d", reading, l, of.load, of.Seed)
			}
		}
	}
}
