// Package chart describes a picture as data: which numbers stand in which panel over
// which axes. figures.DrawChart draws one; other programs can read a Chart as JSON.
package chart

import (
	"encoding/json"
	"math"
)

// A Chart is panels set side by side under one legend: of series of the same
// name in several panels the first counts.
type Chart struct {
	Title  string  `json:"title"`
	Note   string  `json:"note,omitempty"` // small print at the foot
	Cols   int     `json:"cols,omitempty"` // panels in a row; 0 is 2, or 1 where there is one panel
	Panels []Panel `json:"panels"`
}

// Kind says how the series of a panel are drawn.
type Kind string

const (
	Lines   Kind = "lines"   // curves with markers; also ""
	Scatter Kind = "scatter" // points
	Fronts  Kind = "fronts"  // points joined by stairs, in their order
	Steps   Kind = "steps"   // Y[i] on [X[i], X[i+1])
	CDF     Kind = "cdf"     // the distribution of the series' Y; X is unused
	Bars    Kind = "bars"    // Y[g] stands over Names[g]; X is unused
)

// A Panel is one plot.
type Panel struct {
	Title  string   `json:"title,omitempty"`
	Kind   Kind     `json:"kind,omitempty"`
	X      Axis     `json:"x"`
	Y      Axis     `json:"y"`
	Names  []string `json:"names,omitempty"` // of the groups of bars
	Series []Series `json:"series"`
}

// An Axis is one axis of a panel. The zero value is linear and fits the data.
type Axis struct {
	Label    string  `json:"label,omitempty"`   // with the unit, unless Seconds
	Seconds  bool    `json:"seconds,omitempty"` // values are seconds: ticks at round times
	Log      bool    `json:"log,omitempty"`
	Zero     bool    `json:"zero,omitempty"`     // begins at 0 even if the data does not
	Reversed bool    `json:"reversed,omitempty"` // the largest value on the left or at the foot
	Min      float64 `json:"min,omitempty"`      // where Min < Max, instead of the range of the data
	Max      float64 `json:"max,omitempty"`
}

// A Series is one curve or one kind of bar. A NaN is a gap.
type Series struct {
	Name string  `json:"name"`
	X    Numbers `json:"x,omitempty"`
	Y    Numbers `json:"y"`
	Low  Numbers `json:"low,omitempty"` // ends of error bars, where known; of steps, the area from Low to High
	High Numbers `json:"high,omitempty"`

	// Printed says that these are a paper's own numbers. Points are open circles that no line
	// joins, and bars are open, too.
	Printed bool `json:"printed,omitempty"`
}

// Curve returns the series of y over x.
func Curve(name string, x []float64, y func(x float64) float64) Series {
	s := Series{Name: name, X: x}
	for _, v := range x {
		s.Y = append(s.Y, y(v))
	}
	return s
}

// Numbers are float64s that travel as JSON: what is not finite is null.
type Numbers []float64

// MarshalJSON implements json.Marshaler.
func (n Numbers) MarshalJSON() ([]byte, error) {
	out := make([]*float64, len(n))
	for i := range n {
		if !math.IsNaN(n[i]) && !math.IsInf(n[i], 0) {
			out[i] = &n[i]
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Numbers) UnmarshalJSON(b []byte) error {
	var in []*float64
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*n = make(Numbers, len(in))
	for i, p := range in {
		(*n)[i] = math.NaN()
		if p != nil {
			(*n)[i] = *p
		}
	}
	return nil
}
