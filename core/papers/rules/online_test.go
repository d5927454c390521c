package rules

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

// No schedule is below the floor, and the on-line front is not above EASY or any other
// strategy, all of which are among those searched. It does not depend on the workers.
func TestOnlineFrontIsBetweenTheFloorAndEveryStrategy(t *testing.T) {
	at := paper.First(paper.Quick)
	for _, s := range allSets {
		w := made(t, s.key, Paper().Loader(at, nil))
		strategies := do(t, s.strategies(at, 1), w, &paper.Aid{Workers: 1})
		low := do(t, s.floor(at), w, &paper.Aid{Workers: 1}).Values
		one := do(t, s.online(at), w, &paper.Aid{Workers: 1, After: []*paper.Summary{strategies}})
		two := do(t, s.online(at), w, &paper.Aid{Workers: 3, After: []*paper.Summary{strategies}})
		a, _ := json.Marshal(one)
		b, _ := json.Marshal(two)
		if string(a) != string(b) {
			t.Errorf("%s: the search differs with three workers", s.title)
		}
		all := one.Series[objective]
		if want := rules.NumStrategies + 3*s.priorities(at).Tries; len(all) != want {
			t.Errorf("%s: %d schedules, want %d", s.title, len(all), want)
		}
		for _, m := range []string{objective, "awrt", "awrt1", "awrt2", "awrt3", "awrt4", "awrt5"} {
			if best := slices.Min(one.Series[m]); best < low[m] {
				t.Errorf("%s: %s is %v on line, the floor %v", s.title, m, best, low[m])
			}
		}
		if best := slices.Min(all); best > slices.Min(strategies.Series[objective]) || best > strategies.Series[objective][easyStrategy] {
			t.Errorf("%s: the on-line front has %v, strategies have %v", s.title, best, strategies.Series[objective])
		}
	}
}

// However often an advantage is changed, and by however much, Greedy can take it.
func TestAdvantagesStayInRange(t *testing.T) {
	highest := func(n int64) int64 { return n - 1 }
	a := drawAdvantage(highest)
	for range 100 {
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		a = changeAdvantage(func(n int64) int64 { return (n - 1) * min(1, n-2) }, a) // always a change, by the most
	}
	if err := changeAdvantage(func(int64) int64 { return 0 }, rules.Advantage{}).Check(); err != nil {
		t.Error(err)
	}
}

func TestRemovedIsTheWayToTheFloor(t *testing.T) {
	for _, c := range []struct{ easy, floor, objective, want float64 }{
		{900, 500, 900, 0}, {900, 500, 500, 100}, {900, 500, 600, 75}, {900, 500, 1000, -25}} {
		if got := removed(c.easy, c.floor, c.objective); got != c.want {
			t.Errorf("%+v: %v %%", c, got)
		}
	}
	// On the paper's own numbers for CTC, with the floor of the log at hand.
	for row, want := range map[string]float64{pf: 63.8, pitts.title: 63.1, cca.title: 63.3, prob.title: 38.4} {
		got := removed(printed3("", easy, objective), 645_254, printed3("", row, objective))
		if math.Abs(got-want) > 0.05 {
			t.Errorf("%s: %.2f %%, want %v", row, got, want)
		}
	}
	if v := removed(500, 500, 500); !math.IsNaN(v) {
		t.Errorf("where EASY is at the floor, nothing can be removed, not %v %%", v)
	}
}
