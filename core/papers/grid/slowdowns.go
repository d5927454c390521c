package grid

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// The limits p of figures 5 and 6 are ours: the text names none.
const least, largest = 1.5, 5

var (
	spreads = []string{"uniform", "normal"}
	limits  = []float64{least, 2, 3, 4, largest}
)

func drawn(line, spread string, limit float64) string {
	return fmt.Sprintf("%s, %s up to p=%v", line, spread, limit)
}

const (
	isSplit = "multi-site"
	isMold  = "adaptive allocation"
)

// slowdowns is figure 5 or 6. It also plays load sharing, and adaptive allocation with the smallest
// and the largest limit, which should make no difference.
func (m *model) slowdowns(g *log, id string) paper.Experiment {
	title := "Multi-site execution and adaptive allocation under " + g.title + ", slowdowns drawn"
	x := m.figure(id, title, m.loads()[:1], m.slowdownClaims(), func(r *paper.Results) (panels []chart.Panel) {
		at := func(label string) float64 { return mean(r, labelAt(m.load)+label) }
		for _, spread := range spreads {
			panels = append(panels, chart.Panel{Title: spread + " distribution", X: chart.Axis{Label: "upper limit p of the " + m.Reading.Of(limit)},
				Y: chart.Axis{Label: "average turnaround [s]", Log: true}, Series: []chart.Series{
					chart.Curve(isSplit, limits, func(p float64) float64 { return at(drawn(isSplit, spread, p)) }),
					chart.Curve(isMold, limits, func(float64) float64 { return at(drawn(isMold, spread, least)) })}})
		}
		return panels
	})
	x.Doc += " Means over the permutations of the speed vector. The limits p are ours: the text names none."
	if len(m.loads()) > 1 {
		x.Doc += " At the other loads slowdowns are those of the first seed."
	}
	for _, load := range m.loads() {
		x.Runs = append(x.Runs, m.at(load).drawnSweeps(g)...)
	}
	for _, spread := range spreads {
		for _, p := range limits {
			x.Add(isSplit+", "+spread, fmt.Sprintf("p=%v", p), "s", meanOf(labelAt(m.load)+drawn(isSplit, spread, p)))
		}
		x.Add(isMold, spread, "s", meanOf(labelAt(m.load)+drawn(isMold, spread, least)))
	}
	return x
}

// drawnSweeps are the sweeps of figure 5 or 6 under the model's load.
func (m *model) drawnSweeps(g *log) (runs []paper.Run) {
	row, every := labelAt(m.load), m.every(g)
	runs = append(runs, m.sweep(g, row+shared.label, m.sharing(), noSplit, every))
	for _, spread := range spreads {
		for _, p := range limits {
			cost := m.drawn(spread, p)
			runs = append(runs, m.sweep(g, row+drawn(isSplit, spread, p), splits.policy(m), cost, every))
			if p == least || p == largest {
				runs = append(runs, m.sweep(g, row+drawn(isMold, spread, p), m.moldable(g.power), cost, every))
			}
		}
	}
	return runs
}

func (m *model) slowdownClaims() []paper.Claim {
	return []paper.Claim{
		m.claim("overhead-matters", strictly(overheadMatters)),
		m.claim("slowdown-matters", strictly(slowdownMatters)),
		m.claim("allocation-does-not-care", strictly(allocationDoesNotCare)),
		m.claim("allocation-wins", strictly(allocationWins)),
	}
}

// overheadMatters judges how much multi-site execution takes off the mean turnaround of load sharing.
func overheadMatters(r *paper.Results, row string) (bool, string) {
	ok, was := true, mean(r, row+shared.label)
	var notes []string
	for _, spread := range spreads {
		saved := func(p float64) float64 { return was - mean(r, row+drawn(isSplit, spread, p)) }
		small, large := saved(least), saved(largest)
		ok = ok && small > 0 && 2*large <= small
		notes = append(notes, fmt.Sprintf("%s %.0f s and %.0f s", spread, small, large))
	}
	return ok, fmt.Sprintf("%s of %.0f s", strings.Join(notes, ", "), was)
}

func slowdownMatters(r *paper.Results, row string) (bool, string) {
	ok := true
	var notes []string
	for _, spread := range spreads {
		a, b := mean(r, row+drawn(isSplit, spread, least)), mean(r, row+drawn(isSplit, spread, largest))
		ok = ok && b >= 2*a
		notes = append(notes, fmt.Sprintf("%s %.0f s and %.0f s", spread, a, b))
	}
	return ok, strings.Join(notes, ", ")
}

func allocationDoesNotCare(r *paper.Results, row string) (bool, string) {
	return paper.Every(spreads, func(t *paper.Cases, spread string) {
		b := r.Series(row+drawn(isMold, spread, largest), turnaround)
		for i, a := range r.Series(row+drawn(isMold, spread, least), turnaround) {
			t.Check(a == b[i], "%s, permutation %d", spread, i+1)
		}
	})
}

func allocationWins(r *paper.Results, row string) (bool, string) {
	single, all := 0, 0
	ok, note := paper.Every(spreads, func(t *paper.Cases, spread string) {
		allocation := r.Series(row+drawn(isMold, spread, least), turnaround)
		for _, p := range limits {
			multi := r.Series(row+drawn(isSplit, spread, p), turnaround)
			for i := range multi {
				if allocation[i] < multi[i] {
					single++
				}
			}
			all += len(multi)
			split, mold := paper.Mean(multi), paper.Mean(allocation)
			t.Check(mold < split, "%s up to %v: %.0f s and %.0f s", spread, p, mold, split)
		}
	})
	return ok, fmt.Sprintf("%s; in %d of %d single permutations and limits", note, single, all)
}
