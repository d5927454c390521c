package compare

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Study is the runs of a study.
type Study struct {
	Table    *result.Table // a row for each run
	Policies []string      // the base first
	Varied   []string      // columns of what the study varies besides policies: runs that agree in them are one observation
	By       string        // one of Varied that divides the runs; "" for none
	Level    float64       // of intervals; 0 is stats.Level
}

// Compare compares a metric of metrics.Every, once for each value of By. Values with which a policy has no run, or no
// number, are left out; there is no Comparison if all are. Nothing is Sure if the runs differ in what was Chosen.
func (s *Study) Compare(metric string) (all []Comparison) {
	level := s.Level
	if level == 0 {
		level = stats.Level
	}
	m := metrics.Every[metrics.Index(metric)]
	for _, part := range s.parts(metric) {
		c := Comparison{Metric: metric, Where: part.where, Unit: "run", N: len(part.runs)}
		sides := make([]side, len(s.Policies))
		for k, policy := range s.Policies {
			for _, values := range part.runs {
				sides[k].values = append(sides[k].values, values[k])
			}
			sides[k].policy, sides[k].sums = policy, stats.OfRuns(sides[k].values)
		}
		c.fill(m, sides, level)
		c.Sure = c.Sure && len(s.Chosen()) == 0
		if len(s.Policies) > 2 && len(part.runs) > 1 {
			ranks := stats.Friedman(part.runs)
			c.Ranks, c.Apart = &ranks, ranks.CriticalDifference(level)
		}
		all = append(all, c)
	}
	return all
}

// Chosen returns the columns besides By and seeds in which the runs of a comparison differ, such as load. Intervals take
// their values for a random sample, which values that somebody chose are not. A seed's column ends with "seed".
func (s *Study) Chosen() (names []string) {
	for _, name := range s.Varied {
		if name != s.By && !strings.HasSuffix(name, "seed") {
			names = append(names, name)
		}
	}
	return names
}

// A part is the runs of one value of By: runs[i][k] is of policy k, with the same seed, load and so on for all k.
type part struct {
	where string
	runs  [][]float64
}

func (s *Study) parts(metric string) (parts []part) {
	value := s.Table.Col(metric)
	number := func(i int) float64 {
		if value.Float != nil {
			return value.Float[i]
		}
		return float64(value.Int[i])
	}
	var order []string // observations, in the order of the table
	rows, where, has := map[string][]float64{}, map[string]string{}, map[string]int{}
	for i := range s.Table.Rows {
		var key []string
		for _, column := range s.Varied {
			key = append(key, s.text(column, i))
		}
		at := strings.Join(key, "\x00")
		if rows[at] == nil {
			order, rows[at] = append(order, at), make([]float64, len(s.Policies))
			if s.By != "" {
				where[at] = s.By + " " + s.text(s.By, i)
			}
		}
		if k := slices.Index(s.Policies, s.Table.Col("policy").GetText(i)); k >= 0 && number(i) == number(i) {
			rows[at][k] = number(i)
			has[at]++
		}
	}
	for _, at := range order {
		if has[at] < len(s.Policies) {
			continue
		}
		k := slices.IndexFunc(parts, func(p part) bool { return p.where == where[at] })
		if k < 0 {
			k, parts = len(parts), append(parts, part{where: where[at]})
		}
		parts[k].runs = append(parts[k].runs, rows[at])
	}
	return parts
}

// text returns a value as people write it.
func (s *Study) text(column string, i int) string {
	if c := s.Table.Col(column); c.Float != nil {
		return numeral.Fixed(c.Float[i], -1)
	}
	return s.Table.Format(column, i)
}
