package grid

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// changed returns the experiments of which a reading changes a run, without the two that
// compare readings and loads.
func changed(t *testing.T, reading string) (ids []string) {
	runs := func(reading string) map[string]string {
		all := map[string]string{}
		for _, x := range experiments(under(t, reading).Setting) {
			if strings.Contains(x.ID, "section5") {
				continue
			}
			if all[x.ID] = ""; x.Chart != nil {
				all[x.ID] = x.Title // which names the load of the claims
			}
			for i := range x.Runs {
				r := &x.Runs[i]
				if all[x.ID] += fmt.Sprint(r.Spec.Policies); r.Spec.Grid != nil {
					all[x.ID] += fmt.Sprintf("%+v ", *r.Spec.Grid)
				}
				if r.Task != nil {
					all[x.ID] += fmt.Sprintf("%s ", asJSON(t, r.Task.Params))
				}
			}
		}
		return all
	}
	was, is := runs(""), runs(reading)
	for _, id := range slices.Sorted(maps.Keys(is)) {
		if was[id] != is[id] {
			ids = append(ids, strings.TrimPrefix(id, "grid/"))
		}
	}
	return ids
}

// Every value of every choice changes the figures that it is about, and no other.
func TestAChoiceChangesItsFigures(t *testing.T) {
	const (
		figures = "fig1 fig2 fig3 fig4 fig5 fig6 fig7 fig8"
		several = "fig1 fig5 fig6 fig7"
	)
	of := map[string]string{"base": figures, "load": figures, "site": figures, "rule": several, "tie": several, "count": several,
		"p": "fig1 fig7", "limit": "fig5 fig6", "stretched": several, "slowdown": "fig7",
		"take": "fig2 fig3 fig4 fig5 fig6 fig7 fig8", "discipline": figures}
	for _, c := range choices {
		for _, v := range c.Values[1:] {
			if got := strings.Join(changed(t, c.Key+"="+v.Name), " "); got != of[c.Key] {
				t.Errorf("%s=%s changes %s, want %s", c.Key, v.Name, got, of[c.Key])
			}
		}
	}
}

// A job of 100 s in the log, at home on site 3 of speed 5 under load 2, takes 200/speed seconds
// on a site if its run time is that at speed 1, and 5 times as long, at home 200 s, if it is that at home.
func TestRunTimesAreOfTheBase(t *testing.T) {
	for reading, want := range map[string][]int64{"load=2,base=speed-1": {200, 67, 40, 29, 23}, "load=2": {1000, 334, 200, 143, 112}} {
		g := under(t, reading).grid(&sdsc, sdsc.speeds, noSplit)
		for site, seconds := range want {
			n := grid.Nature{Home: 2, Slowdown: 1}
			if got := g.Length(&n, 100, 4, []grid.Part{{Site: int32(site), Procs: 4}}); got != seconds {
				t.Errorf("%s: %d s on site %d, want %d", reading, got, site+1, seconds)
			}
		}
	}
}

// On several sites, of which the slowest has speed 1, a job of 100 s at home on the site of
// speed 5 takes 100 s times the slowdown, or 500 s times that; a fifth if its run time is that at
// speed 1.
func TestSlowdownsAreAsRead(t *testing.T) {
	parts := []grid.Part{{Site: 0, Procs: 1}, {Site: 4, Procs: 3}}
	for reading, want := range map[string]int64{"": 300, "p=factor": 200, "p=percent": 102, "stretched=slowest": 1500,
		"base=speed-1": 60, "base=speed-1,p=factor": 40, "base=speed-1,stretched=slowest": 300} {
		g := under(t, reading).grid(&sdsc, sdsc.speeds, splits.cost(under(t, reading)))
		natures := g.Natures([]job.Job{{ID: 1, Procs: 4}}, []int32{2})
		if got := g.Length(&natures[0], 100, 4, parts); got != want {
			t.Errorf("%q: %d s, want %d", reading, got, want)
		}
	}
}

// Slowdowns drawn up to p fill 1 to p, or 1 to 1+p.
func TestDrawnSlowdownsKeepTheirLimit(t *testing.T) {
	jobs, homes := make([]job.Job, 4000), make([]int32, 4000)
	for i := range jobs {
		jobs[i].ID = int64(i + 1)
	}
	for reading, most := range map[string]float64{"": 3, "limit=overhead": 4} {
		for _, spread := range spreads {
			m := under(t, reading)
			least, largest := math.Inf(1), 0.0
			for _, n := range m.grid(&sdsc, sdsc.speeds, m.drawn(spread, 3)).Natures(jobs, homes) {
				least, largest = min(least, n.Slowdown), max(largest, n.Slowdown)
			}
			if least < 1 || least > 1+0.1*(most-1) || largest > most || largest < most-0.1*(most-1) {
				t.Errorf("%q, %s: slowdowns from %v to %v, want 1 to %v", reading, spread, least, largest, most)
			}
		}
	}
}

// With one rule for all three, figure 1's policies choose single sites differently; with the
// fastest site as that of its own rule, faster-first is the same either way.
func TestOneRuleReducesToTheOwn(t *testing.T) {
	w := made(t, &sdsc, Paper().Loader(paper.First(paper.Quick), nil))
	play := func(reading string, l line) []float64 {
		m := under(t, reading)
		m.load = 30
		run := m.line("", l, 60)
		s, err := run.Compute(t.Context(), w, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s.Series[turnaround]
	}
	if a, b := play("site=fastest", faster), play("rule=one", faster); !slices.Equal(a, b) {
		t.Errorf("faster-first sends jobs to the fastest site: %v and %v", a, b)
	}
	if a, b := play("site=most-free", larger), play("rule=one", larger); !slices.Equal(a, b) {
		t.Errorf("larger-first sends jobs to the site with the most free processors: %v and %v", a, b)
	}
	if a, b := play("site=best-fit", larger), play("rule=one-best-fit", larger); !slices.Equal(a, b) {
		t.Errorf("larger-first sends jobs to the best fit: %v and %v", a, b)
	}
	if a, b := play("", splits), play("rule=one", splits); slices.Equal(a, b) {
		t.Errorf("adaptive does not depend on the rule: %v", a)
	}
}

// A seed changes what is drawn, and shares all other runs.
func TestASeedChangesWhatIsDrawn(t *testing.T) {
	seeds := func(reading string, cost func(*model) grid.MultiSite) (a, b uint64) {
		m := under(t, reading)
		second := *m
		second.Seed = 2
		return m.grid(&sdsc, sdsc.speeds, cost(m)).Seed, second.grid(&sdsc, sdsc.speeds, cost(&second)).Seed
	}
	drawn := func(m *model) grid.MultiSite { return m.drawn("uniform", 2) }
	for _, c := range []struct {
		reading string
		cost    func(*model) grid.MultiSite
		differ  bool
	}{{"", (*model).fixed, false}, {"", drawn, true}, {"site=random", (*model).fixed, true}, {"slowdown=normal", (*model).seventh, true}} {
		if a, b := seeds(c.reading, c.cost); a != 1 || (a != b) != c.differ {
			t.Errorf("%q: seeds %d and %d, differ: want %t", c.reading, a, b, c.differ)
		}
	}
}

// By hand: allocation saves 10 of 100 s and multi-site execution 2, so it gains 5 times as
// much; against a loss there is no ratio.
func TestGainsAreRatiosOfWhatIsSaved(t *testing.T) {
	if g := gains(100, 98, 90); g != 5 {
		t.Errorf("10 s and 2 s: %v", g)
	}
	if g := gains(100, 100, 90) + gains(100, 110, 90); g != 0 {
		t.Errorf("no gain of multi-site execution: %v", g)
	}
	if either(true, false) != paper.Undecided || either(true, true) != paper.Holds || either(false, false) != paper.Fails {
		t.Error("a claim in two meanings is undecided if they differ")
	}
}

func asJSON(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
