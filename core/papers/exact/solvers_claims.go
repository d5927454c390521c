package exact

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/measured"
)

// claims are what a reader would ask of the comparison. The paper has none of them.
func (m *comparison) claims() []paper.Claim {
	ours := func(id string, judge func() (paper.Verdict, string)) paper.Claim {
		return paper.Open(id, func(*paper.Results) (paper.Verdict, string) { return judge() })
	}
	return []paper.Claim{
		ours("consistent", m.consistent),
		paper.Open("again", m.agrees),
		ours("proves-all", m.provesAll),
		ours("cheapest", m.cheapest),
		ours("highest", m.highest),
		ours("small", m.provesSmall),
		ours("middle", m.nearMiddle),
		ours("large", m.nearLarge),
		ours("finer-slots", m.finerSlots),
	}
}

func (m *comparison) consistent() (paper.Verdict, string) {
	var t paper.Cases
	wrong := measured.Contradictions(m.calls)
	for _, w := range wrong {
		t.Check(false, "%s", w)
	}
	for range len(m.best) - len(wrong) {
		t.Check(true, "")
	}
	return t.Every()
}

// agrees holds what was found today against what is stored.
func (m *comparison) agrees(r *paper.Results) (paper.Verdict, string) {
	var t paper.Cases
	costs, bounds := r.Series(againLabel, costToday), r.Series(againLabel, boundToday)
	for i, s := range m.steps() {
		if k := m.best[s.SHA256]; !math.IsNaN(costs[i]) {
			t.Check(costs[i] >= float64(k.Bound) && bounds[i] <= float64(k.Cost), "second %d: %.0f to %.0f today, %d to %d stored", s.Now,
				bounds[i], costs[i], k.Bound, k.Cost)
		}
	}
	return some(&t)
}

// some is Every of cases of which there may be none.
func some(t *paper.Cases) (paper.Verdict, string) {
	if t.Total == 0 {
		return paper.Undecided, noCase
	}
	return t.Every()
}

const noCase = "no step and no call decides it"

// against judges ours and every call of another solver on the same step.
func (m *comparison) against(judge func(t *paper.Cases, ours, other *measured.Call)) (paper.Verdict, string) {
	var t paper.Cases
	for i := range m.calls {
		ours := &m.calls[i]
		if !own(ours) {
			continue
		}
		for k := range m.calls {
			if other := &m.calls[k]; other.SHA256 == ours.SHA256 && other.Solver != measured.Own {
				judge(&t, ours, other)
			}
		}
	}
	return some(&t)
}

// own reports whether c is a call of our solver on one core.
func own(c *measured.Call) bool { return c.Solver == measured.Own && c.Workers == 1 }

func (m *comparison) provesAll() (paper.Verdict, string) {
	return m.against(func(t *paper.Cases, ours, other *measured.Call) {
		if other.Proven() {
			t.Check(ours.Proven(), "second %d: %v", ours.Now, other.Setup)
		}
	})
}

func (m *comparison) cheapest() (paper.Verdict, string) {
	return m.against(func(t *paper.Cases, ours, other *measured.Call) {
		if other.Cost > 0 {
			t.Check(ours.Cost > 0 && ours.Cost <= other.Cost, "second %d: %v by %.3f %%", ours.Now, other.Setup,
				100*float64(ours.Cost-other.Cost)/float64(other.Cost))
		}
	})
}

func (m *comparison) highest() (paper.Verdict, string) {
	return m.against(func(t *paper.Cases, ours, other *measured.Call) {
		if other.Bound > 0 {
			t.Check(ours.Bound >= other.Bound, "second %d: %v by %.3f %%", ours.Now, other.Setup,
				100*float64(other.Bound-ours.Bound)/float64(other.Bound))
		}
	})
}

func (m *comparison) provesSmall() (paper.Verdict, string) {
	var t paper.Cases
	for _, c := range m.of(small) {
		if own(&c) {
			t.Check(c.Proven(), "second %d", c.Now)
		}
	}
	return some(&t)
}

func (m *comparison) nearMiddle() (paper.Verdict, string) {
	var t paper.Cases
	for _, c := range m.of(middle) {
		if own(&c) {
			gap, ok := c.Gap()
			t.Check(ok && gap <= 0.5, "second %d: %.2f %%", c.Now, gap)
		}
	}
	v, note := some(&t)
	if v == paper.Fails {
		v = paper.Rule(t.Held == t.Total-1)
	}
	return v, note
}

func (m *comparison) nearLarge() (paper.Verdict, string) {
	for _, s := range measured.Summarise(m.of(large), m.best) {
		if s.Solver == measured.Own && s.Workers == 1 {
			return paper.Rule(s.Schedules == s.Calls && s.Gap <= 1.5 && s.GapMost <= 3),
				fmt.Sprintf("%.2f %% on average, %.2f %% at most", s.Gap, s.GapMost)
		}
	}
	return paper.Undecided, noCase
}

// finerSlots compares where both have a schedule.
func (m *comparison) finerSlots() (paper.Verdict, string) {
	costs := map[string]map[string]int64{"paper": {}, "60": {}}
	for _, c := range m.calls {
		if of := costs[c.Scale]; of != nil && c.Solver == "highs" && c.Workers == 1 && c.Cost > 0 {
			of[c.SHA256] = c.Cost
		}
	}
	var ratios []float64
	cheaper, dearer := 0, 0
	for _, s := range m.steps() {
		fine, coarse := costs["60"][s.SHA256], costs["paper"][s.SHA256]
		if fine == 0 || coarse == 0 {
			continue
		}
		ratios = append(ratios, float64(fine)/float64(coarse))
		switch {
		case fine < coarse:
			cheaper++
		case fine > coarse:
			dearer++
		}
	}
	if len(ratios) == 0 {
		return paper.Undecided, noCase
	}
	mean := paper.Mean(ratios)
	return paper.Rule(mean < 1), fmt.Sprintf("%.4f of the cost; on %d steps with both, cheaper on %d, dearer on %d", mean, len(ratios),
		cheaper, dearer)
}
