package figures

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
)

// lanes draws quantities of 0 to 1, the first on top; the k-th lane from below is
// [k, k+laneHeight].
type lanes struct {
	of   []*Step
	fill color.Color
}

const laneHeight = 0.8

func (l *lanes) Plot(c draw.Canvas, p *plot.Plot) {
	n := len(l.of)
	for k, s := range l.of {
		lane := *s
		lane.Fill, lane.LineStyle, lane.Band = l.fill, draw.LineStyle{}, nil
		lane.Y = make([]float64, len(s.Y))
		base := float64(n - 1 - k)
		for i, y := range s.Y {
			lane.Y[i] = float64(laneHeight * min(max(y, 0), 1))
		}
		shifted := *p
		shifted.Y.Min, shifted.Y.Max = p.Y.Min-base, p.Y.Max-base
		lane.Plot(c, &shifted)
	}
}

// drawStrategies draws one panel per run of a rule base, with a lane for each strategy
// ever in force.
func drawStrategies(in *Input, all []*schedule, from, to float64) (*Drawing, error) {
	t := in.Tables[result.Decisions]
	if t == nil {
		return empty("no run is of a rule base"), nil
	}
	if err := checkTable(t, result.Decisions, "run", "policy", "time_s", "strategy"); err != nil {
		return nil, err
	}
	d := &Drawing{ShareX: true}
	widest := 0.0
	for _, s := range all {
		names, force := inForce(t, s, to)
		if len(names) == 0 {
			continue
		}
		p := newPlot()
		l := &lanes{fill: accent}
		ticks := make([]string, len(names))
		width := 0.0
		for _, st := range force {
			width = max(width, binWidth(st, from, to))
		}
		for k, st := range force {
			shown := st.shown(from, to, width)
			l.of = append(l.of, shown)
			ticks[len(names)-1-k] = names[k] + " " + percent(heldFor(st, from, to)/(to-from))
			d.series = append(d.series, Series{Panel: s.name, Name: names[k], X: shown.X, Y: shown.Y})
		}
		widest = max(widest, width)
		p.Add(l)
		overWindow(p, from, to, -0.2, float64(len(names)))
		lanesAxis(&p.Y, ticks)
		d.Panels = append(d.Panels, Panel{Title: s.name, Detail: decided(t, s), Plot: p, Ratio: 0.03 + 0.045*float64(len(names))})
	}
	if len(d.Panels) == 0 {
		return empty("no run is of a rule base"), nil
	}
	d.Note = "In percent: how much of the time a strategy was in force. It is from one decision to the next; none is before the first."
	if widest > 0 {
		d.Note += fmt.Sprintf(" The height of a lane shows how much of each %s.", Duration(widest))
	}
	return d, nil
}

// lanesAxis names the lanes in their middle, the lowest first, without ticks.
func lanesAxis(a *plot.Axis, names []string) {
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i) + laneHeight/2, Label: name}
	}
	a.Tick.Marker, a.Tick.Length, a.LineStyle.Width = ticks, 0, 0
	a.Padding = 4
}

// inForce returns the strategies ever in force in a run, in the order of
// rules.StrategyNames, others last, each with a Step that is 1 while it was, else 0. The
// last decision holds until end.
func inForce(t *result.Table, s *schedule, end float64) (names []string, force []*Step) {
	times, chosen := t.Col("time_s").Float, t.Col("strategy")
	changes := map[int32][]Change{} // by strategy; read in the order of known
	var known []int32
	last, since := int32(-1), 0.0
	turn := func(to int32, at float64) {
		if last >= 0 && at > since {
			changes[last] = append(changes[last], Change{since, 1}, Change{at, -1})
		}
		last, since = to, at
	}
	for i := range s.rowsOf(t) {
		c, at := chosen.Code[i], times[i]
		if c < 0 || !isTime(at) || at < since && last >= 0 {
			continue
		}
		if changes[c] == nil {
			known, changes[c] = append(known, c), []Change{}
		}
		if c != last {
			turn(c, at)
		}
	}
	turn(-1, max(since, end))
	place := func(c int32) int {
		if i := slices.Index(rules.StrategyNames, chosen.Dict.Text(c)); i >= 0 {
			return i
		}
		return rules.NumStrategies
	}
	slices.SortStableFunc(known, func(a, b int32) int { return place(a) - place(b) })
	if len(known) > maxRuns { // another program's table
		known = known[:maxRuns]
	}
	for _, c := range known {
		if len(changes[c]) > 0 {
			names, force = append(names, label(chosen.Dict.Text(c), 40)), append(force, NewStep(changes[c]))
		}
	}
	return names, force
}

// percent prints a share; one above 0 never as 0 %.
func percent(share float64) string {
	if share > 0 && share < 0.005 {
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// heldFor returns how long s was 1 in the window.
func heldFor(s *Step, from, to float64) (sum float64) {
	cut := s.Cut(from, to)
	for i, y := range cut.Y {
		sum += float64(y * (cut.X[i+1] - cut.X[i]))
	}
	return sum
}

// decided says how many decisions a run made, and how many changed the strategy.
func decided(t *result.Table, s *schedule) string {
	chosen := t.Col("strategy").Code
	decisions, changes, last := 0.0, 0.0, int32(-1)
	for i := range s.rowsOf(t) {
		c := chosen[i]
		if decisions++; c != last && last >= 0 {
			changes++
		}
		last = c
	}
	return count(decisions) + " decisions, " + count(changes) + " changes"
}
