package lab

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A group is the runs of a sweep that differ in policy and seed alone.
type group struct {
	at   []Cell           // what else the sweep varies, in the order of its columns
	rows map[string][]int // of the sweep's table, by policy, one for each seed
}

// groups returns the sweep's table, the names of what it varies beside policies and seeds, and its groups.
func (s Sweep) groups() (t *result.Table, varied, policies []string, all []*group) {
	p := must(sweep.Open(s.Dir))
	t = s.Table()
	var columns []result.Column
	for _, c := range p.Parameters() {
		if !c.OfPolicy() && c.Name != "seed" {
			columns, varied = append(columns, c.Column), append(varied, c.Name)
		}
	}
	found := map[string]*group{}
	for i := range t.Rows {
		at := make([]Cell, len(columns))
		for k, c := range columns {
			if text := t.Format(c.Name, i); c.Type == result.Text {
				at[k] = Text(text)
			} else {
				at[k] = Cell{Text: text, Exact: text}
			}
		}
		key := fmt.Sprint(at)
		if found[key] == nil {
			found[key] = &group{at, map[string][]int{}}
			all = append(all, found[key])
		}
		name := t.Col("policy").GetText(i)
		if !slices.Contains(policies, name) {
			policies = append(policies, name)
		}
		found[key].rows[name] = append(found[key].rows[name], i)
	}
	return t, varied, policies, all
}

// of returns a metric of the runs of a policy; NaN where it is not defined.
func (g *group) of(t *result.Table, policy, metric string) []float64 {
	var values []float64
	for _, i := range g.rows[policy] {
		values = append(values, t.Col(metric).Float[i])
	}
	return values
}

// paired tells whether two policies were played with the same seeds. A run that failed is not in the table.
func (g *group) paired(t *result.Table, a, b string) bool {
	seeds := func(policy string) (all []string) {
		if t.Schema.Index("seed") < 0 {
			return nil
		}
		for _, i := range g.rows[policy] {
			all = append(all, t.Format("seed", i))
		}
		return all
	}
	return len(g.rows[a]) > 0 && len(g.rows[a]) == len(g.rows[b]) && slices.Equal(seeds(a), seeds(b))
}

// Means shows the means of metrics over the seeds, a row for each policy and whatever else the sweep varies. Behind ±
// is half of the 95 % interval of the mean (stats.Student). A mean is bold if it is better than that of each other
// policy by more than chance: each difference, paired by seed, has a 95 % interval without 0 (stats.FindBest).
func (s Sweep) Means(names ...string) {
	t, varied, policies, all := s.groups()
	header := append(slices.Clone(varied), "policy", "runs")
	for _, name := range names {
		header = append(header, metric(name).Title)
	}
	var rows [][]Cell
	for _, g := range all {
		lines := make([][]Cell, len(policies))
		for k, p := range policies {
			lines[k] = append(slices.Clone(g.at), Text(p), Whole(int64(len(g.rows[p]))))
		}
		for _, name := range names {
			best := g.best(t, policies, name)
			for k, p := range policies {
				c := mean(g.of(t, p, name), metric(name))
				c.Bold = best.Apart && slices.Contains(best.First, k)
				lines[k] = append(lines[k], c)
			}
		}
		rows = append(rows, lines...)
	}
	Rows(header, rows)
}

// best finds the best policy of a group, if all were played with the same seeds.
func (g *group) best(t *result.Table, policies []string, name string) stats.Best {
	m := metric(name)
	var sides []stats.Sums
	for _, p := range policies {
		if m.Better == metrics.Either || !g.paired(t, policies[0], p) {
			return stats.Best{}
		}
		sides = append(sides, stats.OfRuns(g.of(t, p, name)))
	}
	return stats.FindBest(sides, m.Better == metrics.Higher, stats.Level)
}

// mean is a cell of a mean and half of its interval.
func mean(values []float64, m metrics.Metric) Cell {
	v, i := stats.Student(values, stats.Level)
	if math.IsNaN(v) {
		return Text("-")
	}
	show := quantity(m)
	c := show(v)
	if half := (i.High - i.Low) / 2; i.Known() {
		if m.Unit == "s" {
			c.Text = figures.PlusMinus(v, half)
		} else {
			c.Text += " ± " + numeral.Short(half)
		}
		c.Exact += fmt.Sprintf(", 95 %% interval %s to %s, %d runs", show(i.Low).Exact, show(i.High).Exact, len(values))
	}
	return c
}

// quantity returns what makes cells of a metric.
func quantity(m metrics.Metric) func(float64) Cell {
	if m.Unit == "s" {
		return Seconds
	}
	return Number
}

// Compare shows what a metric changes by from one policy to another on the same jobs, for whatever else the sweep
// varies: the mean difference of pairs with one seed, its 95 % interval, and the probability of one as far from 0 by
// chance alone (stats.Compare), corrected for the number of rows (stats.Holm). The difference is bold where that is below 5 %.
func (s Sweep) Compare(name, before, after string) {
	t, varied, policies, all := s.groups()
	for _, p := range []string{before, after} {
		if !slices.Contains(policies, p) {
			check(fmt.Errorf("%s: unknown policy %q in the sweep: it has %v", s.Dir, p, policies))
		}
	}
	m := metric(name)
	show := quantity(m)
	var rows [][]Cell
	var chances []float64
	for _, g := range all {
		if !g.paired(t, before, after) {
			check(fmt.Errorf("%s: %s and %s were not played with the same seeds: run the sweep again", s.Dir, before, after))
		}
		c := stats.Compare(stats.OfRuns(g.of(t, before, name)), stats.OfRuns(g.of(t, after, name)), stats.Level)
		interval := Text("-")
		if c.Interval.Known() {
			interval = Text(signed(show, c.Interval.Low).Text + " to " + signed(show, c.Interval.High).Text)
		}
		chances = append(chances, c.P)
		rows = append(rows, append(slices.Clone(g.at), Whole(int64(c.Blocks)), show(c.Before), show(c.After),
			signed(show, c.Difference()), interval))
	}
	for i, p := range stats.Holm(chances) {
		cell := Text("-")
		if !math.IsNaN(p) {
			cell = Number(p)
		}
		difference := &rows[i][len(rows[i])-2]
		difference.Bold = p < 1-stats.Level
		rows[i] = append(rows[i], cell)
	}
	Rows(append(slices.Clone(varied), "pairs", m.Title+", "+before, after, "difference", "95 % interval", "by chance"), rows)
}

// signed is a cell of a difference.
func signed(show func(float64) Cell, v float64) Cell {
	switch c := show(math.Abs(v)); {
	case v > 0:
		return Cell{Text: "+" + c.Text, Exact: "+" + c.Exact}
	case v < 0:
		return Cell{Text: "-" + c.Text, Exact: "-" + c.Exact}
	default:
		return c
	}
}
