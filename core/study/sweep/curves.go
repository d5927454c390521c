package sweep

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/nearest"
)

// Curves returns the chart of a column of a sweep's table over another, such as wait_mean_s over
// load: a curve for each policy, the mean of the runs that share a value, and a bar. If they differ in their seeds alone, it
// is the 95 % interval of the mean (stats.Student), else it reaches from the least to the most of them.
func Curves(t *result.Table, x, y string) (c chart.Chart, err error) {
	for _, name := range []string{x, y} {
		if err := plottable(t.Schema, name); err != nil {
			return c, err
		}
	}
	across, up, policy := numbersOf(t, x), numbersOf(t, y), t.Col("policy")
	all := map[string]map[float64][]float64{} // the values by policy and x
	for i := range t.Rows {
		name := policy.GetText(i)
		if all[name] == nil {
			all[name] = map[float64][]float64{}
		}
		if !math.IsNaN(across[i]) && !math.IsNaN(up[i]) {
			all[name][across[i]] = append(all[name][across[i]], up[i])
		}
	}
	p := chart.Panel{X: axis(t.Schema, x), Y: axis(t.Schema, y)}
	if p.Y.Seconds { // which can be compared with no time at all
		p.Y.Zero = true
	}
	fewest, runs, seeds := math.MaxInt, 0, seedsOnly(t, x)
	for _, name := range policy.Dict.Texts() { // in the order of the study
		s := chart.Series{Name: name}
		for _, at := range slices.Sorted(maps.Keys(all[name])) {
			values := all[name][at]
			fewest, runs = min(fewest, len(values)), max(runs, len(values))
			mean, interval := stats.Student(values, stats.Level)
			low, high := slices.Min(values), slices.Max(values)
			if seeds && interval.Known() {
				low, high = interval.Low, interval.High
			}
			s.X, s.Y = append(s.X, at), append(s.Y, mean)
			s.Low, s.High = append(s.Low, low), append(s.High, high)
		}
		if len(s.X) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	if len(p.Series) == 0 {
		return c, fmt.Errorf("no run has both %s and %s", x, y)
	}
	c = chart.Chart{Title: p.Y.Label + " over " + x, Panels: []chart.Panel{p}}
	c.Note = curvesNote(fewest, runs, seeds)
	return c, nil
}

// curvesNote says of how many runs a point is the mean, and what its bar shows.
func curvesNote(fewest, most int, seeds bool) string {
	number := strconv.Itoa(most)
	if fewest < most {
		number = fmt.Sprintf("%d to %d", fewest, most)
	}
	switch {
	case most < 2:
		return ""
	case seeds:
		return fmt.Sprintf("The mean of %s runs with different seeds, with its 95 %% interval.", number)
	}
	return fmt.Sprintf("The mean of %s runs; bars from the least to the most of them.", number)
}

// seedsOnly tells whether the runs of a policy that share their x differ in their seeds alone.
func seedsOnly(t *result.Table, x string) bool {
	for k := len(result.Runs.Columns); k < len(t.Cols); k++ {
		if name := t.Schema.Columns[k].Name; name == x || name == "seed" {
			continue
		}
		first := map[string]string{} // by policy: options may differ between policies
		for i := range t.Rows {
			policy, value := t.Col("policy").GetText(i), t.Format(t.Schema.Columns[k].Name, i)
			if was, seen := first[policy]; seen && was != value {
				return false
			}
			first[policy] = value
		}
	}
	return true
}

// plottable is an error if the table has no column of numbers of that name.
func plottable(s *result.Schema, name string) error {
	var known []string
	for _, c := range s.Columns {
		if c.Type == result.Float || c.Type == result.Int {
			known = append(known, c.Name)
		}
	}
	if slices.Contains(known, name) {
		return nil
	}
	parameters := known[len(known)-min(len(known), len(s.Columns)-len(result.Runs.Columns)):]
	return fmt.Errorf("the sweep's table has no column of numbers %q: %s", name,
		cmp.Or(nearest.Meant(name, known), "its parameters are "+strings.Join(parameters, ", ")))
}

// numbersOf returns a column of numbers.
func numbersOf(t *result.Table, name string) []float64 {
	v := t.Col(name)
	if v.Float != nil || t.Rows == 0 {
		return v.Float
	}
	values := make([]float64, t.Rows)
	for i, x := range v.Int {
		values[i] = float64(x)
	}
	return values
}

func axis(s *result.Schema, name string) chart.Axis {
	c := s.Columns[s.Index(name)]
	a := chart.Axis{Label: name, Seconds: c.Unit == "s"}
	if i := slices.IndexFunc(metrics.Every, func(m metrics.Metric) bool { return m.Name == name }); i >= 0 {
		a.Label = metrics.Every[i].Title
	}
	if unit := cmp.Or(c.Unit, "1"); unit != "1" && !a.Seconds {
		a.Label += " [" + unit + "]"
	}
	return a
}

// Table collects the sweep's table in memory. The runs that failed or are missing are not in
// it, which c says.
func (p *Plan) Table(store *Store) (t *result.Table, c Collected, err error) {
	all := result.NewCollect(p.Schema())
	c, err = Collect(p, store, all.Table().Schema, all, nil)
	return all.Table(), c, err
}
