package paper

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/rules"
)

// A Summary is what is kept of a run. The maps of a Summary that a Watch or a
// Task fills are never nil.
type Summary struct {
	Metrics Numbers                  `json:"metrics,omitempty"` // by name, as metrics.All has them
	Values  Numbers                  `json:"values,omitempty"`  // by the names that statistics give them
	Series  map[string]chart.Numbers `json:"series,omitempty"`  // likewise: for curves
	Bases   map[string]*rules.Base   `json:"bases,omitempty"`   // likewise: rule bases that were trained
}

// Numbers are float64s by name. As JSON they are in order of their names, and
// what is not finite is null.
type Numbers map[string]float64

// MarshalJSON implements json.Marshaler.
func (n Numbers) MarshalJSON() ([]byte, error) {
	out := make(map[string]jsonFloat, len(n))
	for name, v := range n {
		out[name] = jsonFloat(v)
	}
	return json.Marshal(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Numbers) UnmarshalJSON(b []byte) error {
	var in map[string]jsonFloat
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*n = make(Numbers, len(in))
	for name, v := range in {
		(*n)[name] = float64(v)
	}
	return nil
}

// Results are the summaries of one experiment's runs, by label.
type Results struct {
	Scale Scale
	runs  map[string]*Summary
}

// Summary returns what the run with that label yielded. It panics if the experiment
// has no such run.
func (r *Results) Summary(label string) *Summary {
	s := r.runs[label]
	if s == nil {
		panic(fmt.Sprintf("paper: the experiment has no run %q", label))
	}
	return s
}

// Has tells whether the experiment has a run with that label.
func (r *Results) Has(label string) bool { return r.runs[label] != nil }

// Metric returns a metric of the run with that label; NaN where the schedule
// does not define it. It panics if the experiment has no such run, or if there
// is no such metric.
func (r *Results) Metric(label, name string) float64 {
	v, ok := r.Summary(label).Metrics[name]
	if !ok {
		panic(fmt.Sprintf("paper: run %q has no metric %q", label, name))
	}
	return v
}

// Value returns a number that a statistic or task of the run has kept. It
// panics if there is no such run or number.
func (r *Results) Value(label, name string) float64 {
	v, ok := r.Summary(label).Values[name]
	if !ok {
		panic(fmt.Sprintf("paper: run %q has no value %q", label, name))
	}
	return v
}

// Series returns the numbers that a statistic or task of the run has kept. It
// panics if there are none of that name. The slice is shared: do not change it.
func (r *Results) Series(label, name string) []float64 {
	v, ok := r.Summary(label).Series[name]
	if !ok {
		panic(fmt.Sprintf("paper: run %q has no series %q", label, name))
	}
	return v
}

// Metric is the value of a Cell: a metric of a run.
func Metric(label, name string) func(*Results) float64 {
	return func(r *Results) float64 { return r.Metric(label, name) }
}

// Value is the value of a Cell: a number that a statistic has kept.
func Value(label, name string) func(*Results) float64 {
	return func(r *Results) float64 { return r.Value(label, name) }
}

// Percent is 100 times a value.
func Percent(value func(*Results) float64) func(*Results) float64 {
	return func(r *Results) float64 { return 100 * value(r) }
}

// Share is part over whole in percent; NaN where the whole is 0.
func Share(part, whole func(*Results) float64) func(*Results) float64 {
	return func(r *Results) float64 {
		p, w := part(r), whole(r)
		if w == 0 {
			return math.NaN()
		}
		return 100 * p / w
	}
}

// jsonFloat is a float64 as JSON: what is not finite is null, null is NaN.
type jsonFloat float64

func (n jsonFloat) MarshalJSON() ([]byte, error) {
	if f := float64(n); !math.IsNaN(f) && !math.IsInf(f, 0) {
		return json.Marshal(f)
	}
	return []byte("null"), nil
}

func (n *jsonFloat) UnmarshalJSON(b []byte) error {
	f := math.NaN()
	if string(b) != "null" {
		if err := json.Unmarshal(b, &f); err != nil {
			return err
		}
	}
	*n = jsonFloat(f)
	return nil
}
