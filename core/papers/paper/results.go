package paper

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A Summary is what is kept of a run. A Watch or a Task gets one without nil maps.
type Summary struct {
	Metrics Numbers                  `json:"metrics,omitempty"` // by their names in metrics.All
	Values  Numbers                  `json:"values,omitempty"`  // by names that the statistic or task chooses
	Series  map[string]chart.Numbers `json:"series,omitempty"`  // likewise, for curves
	Bases   map[string]*rules.Base   `json:"bases,omitempty"`   // likewise, trained rule bases
}

// Numbers are float64s by name. In JSON they are sorted by name, and null if not finite.
type Numbers map[string]float64

// MarshalJSON implements json.Marshaler.
func (n Numbers) MarshalJSON() ([]byte, error) {
	out := make(map[string]*float64, len(n))
	for name, v := range n {
		out[name] = nil
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[name] = &v
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON implements json.Unmarshaler; null is NaN.
func (n *Numbers) UnmarshalJSON(b []byte) error {
	var in map[string]*float64
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*n = make(Numbers, len(in))
	for name, v := range in {
		(*n)[name] = math.NaN()
		if v != nil {
			(*n)[name] = *v
		}
	}
	return nil
}

// Results are the summaries of one experiment's runs, by label.
type Results struct {
	Setting
	runs map[string]func() *Summary
	used map[string]bool // labels of the runs asked for, if not nil
}

// Summary returns the summary of the run with that label. It panics if there is none.
func (r *Results) Summary(label string) *Summary {
	run := r.runs[label]
	if run == nil {
		panic(fmt.Sprintf("paper: the experiment has no run %q", label))
	}
	if r.used != nil {
		r.used[label] = true
	}
	return run()
}

// Has reports whether the experiment has a run with that label.
func (r *Results) Has(label string) bool { return r.runs[label] != nil }

// Metric returns a metric of the run with that label; NaN if the schedule does not
// define it. It panics if there is no such run or metric.
func (r *Results) Metric(label, name string) float64 {
	return lookUp(r.Summary(label).Metrics, label, "metric", name)
}

// Value returns a number that a statistic or task of the run kept. It panics if there is
// none.
func (r *Results) Value(label, name string) float64 {
	return lookUp(r.Summary(label).Values, label, "value", name)
}

// Series is Value for a series. The slice is shared: do not change it.
func (r *Results) Series(label, name string) []float64 {
	return lookUp(r.Summary(label).Series, label, "series", name)
}

func lookUp[V any](of map[string]V, label, kind, name string) V {
	v, ok := of[name]
	if !ok {
		panic(fmt.Sprintf("paper: run %q has no %s %q", label, kind, name))
	}
	return v
}

// Metric is the value of a Cell: a metric of a run.
func Metric(label, name string) func(*Results) float64 {
	return func(r *Results) float64 { return r.Metric(label, name) }
}

// Value is the value of a Cell: a number that a statistic kept.
func Value(label, name string) func(*Results) float64 {
	return func(r *Results) float64 { return r.Value(label, name) }
}

// Constant is the value of a Cell that depends on no run.
func Constant(v float64) func(*Results) float64 { return func(*Results) float64 { return v } }

// Percent is 100 times a value.
func Percent(value func(*Results) float64) func(*Results) float64 {
	return func(r *Results) float64 { return 100 * value(r) }
}

// Share is part over whole in percent; NaN if the whole is 0.
func Share(part, whole func(*Results) float64) func(*Results) float64 {
	return func(r *Results) float64 {
		p, w := part(r), whole(r)
		if w == 0 {
			return math.NaN()
		}
		return 100 * p / w
	}
}
