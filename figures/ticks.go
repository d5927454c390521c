package figures

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// maxTicks bounds what any ticker returns, whatever the range.
const maxTicks = 200

// NumberTicks marks a linear axis at multiples of 1, 2 or 5 times a power of ten,
// with thousands separators ("20,000") or, from a million on, with M and G.
type NumberTicks struct {
	N      int  // approximate number of labels; 0 means 5
	Whole  bool // no fractions, for counts
	Silent bool // no labels, for inner panels of small multiples
}

// Ticks implements plot.Ticker.
func (t NumberTicks) Ticks(lo, hi float64) []plot.Tick {
	step := niceStep((hi - lo) / float64(orDefault(t.N, 5)))
	if t.Whole {
		step = max(step, 1)
	}
	return stepTicks(lo, hi, step, t.Silent, func(v float64) string {
		if step >= 1 && max(math.Abs(lo), math.Abs(hi)) >= 1 {
			if math.Mod(step, 1) != 0 {
				return trimZeros(strconv.FormatFloat(v, 'f', 1, 64))
			}
			return count(v)
		}
		return decimals(v, step)
	})
}

// decimals prints v with the digits of a step below 1.
func decimals(v, step float64) string {
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	if digits > 6 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// MachineTicks are NumberTicks for an axis of processors that also mark the
// size of the machine.
type MachineTicks struct {
	N      int
	Procs  int64
	Silent bool
}

// Ticks implements plot.Ticker.
func (t MachineTicks) Ticks(lo, hi float64) []plot.Tick {
	n, size := orDefault(t.N, 4), float64(t.Procs)
	step := max(1, niceStep((hi-lo)/float64(n)))
	out := stepTicks(lo, hi, step, t.Silent, count)
	if size <= lo || size > hi {
		return out
	}
	apart := float64((hi-lo)/float64(n)) * 0.45 // half a label's distance
	kept := out[:0]
	for _, k := range out {
		if math.Abs(k.Value-size) >= apart {
			kept = append(kept, k)
		}
	}
	kept = append(kept, plot.Tick{Value: size, Label: labelOr(count(size), t.Silent)})
	slices.SortFunc(kept, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	return kept
}

// niceStep returns the smallest 1, 2 or 5 times a power of ten that is at least x, or
// 1 if x is not positive and finite.
func niceStep(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*p >= x*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// stepTicks returns a tick at every multiple of step within [lo, hi].
func stepTicks(lo, hi, step float64, silent bool, text func(float64) string) []plot.Tick {
	first := math.Ceil(lo/step - 1e-9)
	var out []plot.Tick
	for k := 0.0; k < maxTicks; k++ {
		v := (first + k) * step
		if v > hi+float64(step*1e-9) {
			break
		}
		if v == 0 {
			v = 0 // not -0
		}
		out = append(out, plot.Tick{Value: v, Label: labelOr(text(v), silent)})
	}
	return out
}

// labelOr returns s, or "" if silent. gonum draws a tick without a label at half
// length: see hideLabels.
func labelOr(s string, silent bool) string {
	if silent {
		return ""
	}
	return s
}

// TimeTicks marks a linear axis of seconds at round seconds, minutes, hours, days or
// years. Labels are numbers of Unit, which the axis label names (see TimeAxis).
type TimeTicks struct {
	N      int  // approximate number of labels; 0 means 7
	Silent bool // no labels
}

// Unit returns the name of the unit of labels from lo to hi.
func (t TimeTicks) Unit(lo, hi float64) string { return t.unit(lo, hi).name }

// unit depends on the span: a window of two hours late in a log has labels in hours.
func (t TimeTicks) unit(lo, hi float64) timeUnit { return unitFor(hi - lo) }

// Ticks implements plot.Ticker.
func (t TimeTicks) Ticks(lo, hi float64) []plot.Tick {
	u := t.unit(lo, hi)
	want := (hi - lo) / u.seconds / float64(orDefault(t.N, 7))
	step := niceStep(want)
	for _, s := range u.steps {
		if want >= 0.5 && s >= want*(1-1e-9) {
			step = s
			break
		}
	}
	step = max(step, minStep(hi)/u.seconds)
	return stepTicks(lo, hi, step*u.seconds, t.Silent, func(v float64) string {
		v /= u.seconds
		if step < 1 {
			return trimZeros(decimals(v, step))
		}
		return count(v)
	})
}

// niceSpan returns the smallest round time of at least that many seconds.
func niceSpan(seconds float64) float64 {
	const minute, hour, day = 60, 3600, 86400
	for _, s := range [...]float64{
		1, 2, 5, 10, 15, 30,
		minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 20 * minute, 30 * minute,
		hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour, 8 * hour, 12 * hour,
		day, 2 * day, 3 * day, 4 * day, 7 * day, 10 * day, 14 * day, 28 * day,
	} {
		if s >= seconds && seconds > 0.5 {
			return s
		}
	}
	if seconds < 1 {
		return niceStep(seconds)
	}
	return niceStep(seconds/day) * day
}

// minStep keeps ticks of a tiny window far from zero apart: float64 has 53 bits.
func minStep(hi float64) float64 { return math.Abs(hi) * 1e-12 }

// TimeAxis makes a an axis of seconds, with ticks at round times and the unit in the
// label. Set a.Min and a.Max first.
func TimeAxis(a *plot.Axis, text string) {
	t := TimeTicks{}
	a.Tick.Marker = t
	a.Label.Text = text + " (" + t.Unit(a.Min, a.Max) + ")"
}

// LogTicks marks a logarithmic axis at powers of ten; if there is at most one, also
// at 2 and 5 times them; if those are too few, like a linear axis.
type LogTicks struct{ Silent bool }

// Ticks implements plot.Ticker.
func (t LogTicks) Ticks(lo, hi float64) []plot.Tick {
	if !(lo > 0) || !(hi > lo) {
		return nil
	}
	from, to := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := 1 + (to-from)/10
	within := func(v float64) bool { return v >= lo*(1-1e-9) && v <= hi*(1+1e-9) }
	powers, more := 0, 0
	for e := from; e <= to; e++ {
		for _, m := range []float64{1, 2, 5} {
			if within(m * math.Pow(10, float64(e))) {
				if m == 1 {
					powers++
				}
				more++
			}
		}
	}
	if more < 2 {
		return NumberTicks{Silent: t.Silent}.Ticks(lo, hi)
	}
	var out []plot.Tick
	for e := from; e <= to; e++ {
		for m := 1; m < 10; m++ {
			v := float64(m) * math.Pow(10, float64(e))
			if !within(v) {
				continue
			}
			switch {
			case m == 1 && e%every == 0, powers < 2 && (m == 2 || m == 5):
				out = append(out, plot.Tick{Value: v, Label: labelOr(powerLabel(v, e), t.Silent)})
			case every == 1 && !t.Silent:
				out = append(out, plot.Tick{Value: v})
			}
		}
	}
	return out
}

func powerLabel(v float64, e int) string {
	if e < -3 {
		return strconv.FormatFloat(v, 'e', 0, 64)[:1] + "e" + strconv.Itoa(e)
	}
	if e < 0 {
		return strconv.FormatFloat(v, 'f', -e, 64)
	}
	return count(v)
}

// LogTimeTicks marks a logarithmic axis of seconds at familiar times: 1 s, 10 s,
// 1 min, 10 min, 1 h, 6 h, 1 d, 7 d, 30 d, ...
type LogTimeTicks struct{ Silent bool }

var logTimes = []plot.Tick{
	{Value: 0.001, Label: "1 ms"}, {Value: 0.01, Label: "10 ms"}, {Value: 0.1, Label: "0.1 s"},
	{Value: 1, Label: "1 s"}, {Value: 10, Label: "10 s"},
	{Value: 60, Label: "1 min"}, {Value: 600, Label: "10 min"},
	{Value: 3600, Label: "1 h"}, {Value: 6 * 3600, Label: "6 h"},
	{Value: 86400, Label: "1 d"}, {Value: 7 * 86400, Label: "7 d"}, {Value: 30 * 86400, Label: "30 d"},
	{Value: 365 * 86400, Label: "1 y"}, {Value: 3650 * 86400, Label: "10 y"}, {Value: 36500 * 86400, Label: "100 y"},
	{Value: 365000 * 86400, Label: "1000 y"},
}

// Ticks implements plot.Ticker.
func (t LogTimeTicks) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for _, k := range logTimes {
		if k.Value >= lo*(1-1e-9) && k.Value <= hi*(1+1e-9) {
			out = append(out, plot.Tick{Value: k.Value, Label: labelOr(k.Label, t.Silent)})
		}
	}
	return out
}

// nameTicks puts names at the whole numbers from 0.
func nameTicks(names []string) plot.ConstantTicks {
	out := make(plot.ConstantTicks, len(names))
	for i, n := range names {
		out[i] = plot.Tick{Value: float64(i), Label: n}
	}
	return out
}

// hideLabels leaves an axis its line and major marks, for inner panels of small
// multiples.
func hideLabels(a *plot.Axis) {
	switch t := a.Tick.Marker.(type) {
	case NumberTicks:
		t.Silent = true
		a.Tick.Marker = t
	case MachineTicks:
		t.Silent = true
		a.Tick.Marker = t
	case TimeTicks:
		t.Silent = true
		a.Tick.Marker = t
	case LogTicks:
		t.Silent = true
		a.Tick.Marker = t
	case LogTimeTicks:
		t.Silent = true
		a.Tick.Marker = t
	case plot.ConstantTicks:
		silent := make(plot.ConstantTicks, len(t))
		for i := range t {
			silent[i].Value = t[i].Value
		}
		a.Tick.Marker = silent
	default:
		return
	}
	a.Label.Text = ""
	a.Tick.Length *= 2 // gonum draws half
}

func orDefault(n, def int) int {
	if n > 0 {
		return n
	}
	return def
}
