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

// minTicks is how many an axis of numbers has at least: of two nobody can read a scale. Only
// counts of less than two have fewer, since there is nothing between them.
const minTicks = 3

// atLeast returns the ticks of the first number of labels asked for, from n on, that gives
// minTicks, or those of n if none does.
func atLeast(n int, ticks func(n int) []plot.Tick) []plot.Tick {
	first := ticks(n)
	for more := n; more <= 8*n; more++ {
		if out := ticks(more); labelled(out) >= minTicks {
			return out
		}
	}
	return first
}

// labelled counts the ticks with a label.
func labelled(ticks []plot.Tick) (n int) {
	for _, k := range ticks {
		if k.Label != "" {
			n++
		}
	}
	return n
}

// NumberTicks marks a linear axis at multiples of 1, 2 or 5 times a power of ten, with
// thousands separators ("20,000") or, from a million on, M and G.
type NumberTicks struct {
	N     int  // approximate number of labels; 0 means 5
	Whole bool // no fractions, for counts
}

func (t NumberTicks) Ticks(lo, hi float64) []plot.Tick {
	return atLeast(orDefault(t.N, 5), func(n int) []plot.Tick { return t.about(n, lo, hi) })
}

func (t NumberTicks) about(n int, lo, hi float64) []plot.Tick {
	step := niceStep((hi - lo) / float64(n))
	if least := minStep(math.Max(math.Abs(lo), math.Abs(hi))); step < least {
		step = niceStep(least)
	}
	if t.Whole {
		step = max(step, 1)
	}
	return stepTicks(lo, hi, step, func(v float64) string {
		if step >= 1 && max(math.Abs(lo), math.Abs(hi)) >= 1 {
			if math.Mod(step, 1) != 0 {
				return trimZeros(strconv.FormatFloat(v, 'f', 1, 64))
			}
			return counted(v, step)
		}
		return decimals(v, step)
	})
}

// counted is count with the digits of a step.
func counted(v, step float64) string {
	a := math.Abs(v)
	if a >= 1e12 {
		return strconv.FormatFloat(v, 'g', max(3, int(math.Ceil(math.Log10(a/step)))+1), 64)
	}
	for _, u := range []struct {
		of   float64
		name string
	}{{1e9, "G"}, {1e6, "M"}} {
		if a >= u.of {
			digits := max(0, int(math.Ceil(-math.Log10(step/u.of)-1e-9)))
			return trimZeros(strconv.FormatFloat(v/u.of, 'f', digits, 64)) + u.name
		}
	}
	return count(v)
}

// decimals prints v with the digits of a step below 1.
func decimals(v, step float64) string {
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	if digits > 6 {
		before := int(math.Ceil(math.Log10(math.Max(math.Abs(v), step)))) // digits before the point, or zeros behind it
		return strconv.FormatFloat(v, 'g', max(1, digits+before), 64)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// MachineTicks are NumberTicks of processors that also mark the machine's size.
type MachineTicks struct {
	N     int
	Procs int64
}

func (t MachineTicks) Ticks(lo, hi float64) []plot.Tick {
	n, size := orDefault(t.N, 4), float64(t.Procs)
	step := max(1, niceStep((hi-lo)/float64(n)))
	out := stepTicks(lo, hi, step, func(v float64) string { return counted(v, step) })
	if size <= lo || size > hi {
		return out
	}
	apart := float64((hi-lo)/float64(n)) * 0.45 // half a label's distance
	out = slices.DeleteFunc(out, func(k plot.Tick) bool { return math.Abs(k.Value-size) < apart })
	out = append(out, plot.Tick{Value: size, Label: count(size)})
	slices.SortFunc(out, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

// niceStep returns the least 1, 2 or 5 times a power of ten that is at least x, or 1 if
// x is not positive and finite.
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
func stepTicks(lo, hi, step float64, text func(float64) string) []plot.Tick {
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
		out = append(out, plot.Tick{Value: v, Label: text(v)})
	}
	return out
}

// TimeTicks marks a linear axis of seconds at round times. Labels are numbers of Unit,
// which the axis label names (see TimeAxis).
type TimeTicks struct {
	N int // approximate number of labels; 0 means 7
}

// Unit returns the name of the labels' unit. It depends on the span, not on how late in
// a log that is.
func (t TimeTicks) Unit(lo, hi float64) string { return unitFor(hi - lo).name }

func (t TimeTicks) Ticks(lo, hi float64) []plot.Tick {
	return atLeast(orDefault(t.N, 7), func(n int) []plot.Tick { return aboutTimes(n, lo, hi) })
}

func aboutTimes(n int, lo, hi float64) []plot.Tick {
	u := unitFor(hi - lo)
	want := (hi - lo) / u.seconds / float64(n)
	step := niceStep(want)
	for _, s := range u.steps {
		if want >= 0.5 && s >= want*(1-1e-9) {
			step = s
			break
		}
	}
	step = max(step, minStep(hi)/u.seconds)
	return stepTicks(lo, hi, step*u.seconds, func(v float64) string {
		v /= u.seconds
		if step < 1 {
			return trimZeros(decimals(v, step))
		}
		return counted(v, step)
	})
}

// niceSpan returns the smallest round time of at least that many seconds.
func niceSpan(seconds float64) float64 {
	const m, h, d = 60, 3600, 86400
	if seconds <= 0.5 {
		return niceStep(seconds)
	}
	for _, s := range []float64{1, 2, 5, 10, 15, 30, m, 2 * m, 5 * m, 10 * m, 15 * m, 20 * m, 30 * m,
		h, 2 * h, 3 * h, 4 * h, 6 * h, 8 * h, 12 * h, d, 2 * d, 3 * d, 4 * d, 7 * d, 10 * d, 14 * d, 28 * d} {
		if s >= seconds {
			return s
		}
	}
	return niceStep(seconds/d) * d
}

// minStep keeps ticks of a tiny window far from zero apart: float64 has 53 bits.
func minStep(hi float64) float64 { return math.Abs(hi) * 1e-12 }

// TimeAxis makes a an axis of seconds with the unit in its label. Set a.Min and a.Max
// first.
func TimeAxis(a *plot.Axis, text string) {
	a.Tick.Marker = TimeTicks{}
	a.Label.Text = text + " (" + TimeTicks{}.Unit(a.Min, a.Max) + ")"
}

// LogTicks marks a logarithmic axis at powers of ten; with less than three, also at 2 and 5
// times them; if those are too few, like a linear axis.
type LogTicks struct{}

func (LogTicks) Ticks(lo, hi float64) []plot.Tick {
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
				more++
				if m == 1 {
					powers++
				}
			}
		}
	}
	if more < minTicks {
		return NumberTicks{}.Ticks(lo, hi)
	}
	var out []plot.Tick
	for e := from; e <= to; e++ {
		for m := 1; m < 10; m++ {
			v := float64(m) * math.Pow(10, float64(e))
			if !within(v) {
				continue
			}
			switch {
			case m == 1 && e%every == 0, powers < minTicks && (m == 2 || m == 5):
				out = append(out, plot.Tick{Value: v, Label: powerLabel(v, e)})
			case every == 1:
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
// 1 min, 10 min, 1 h, 6 h, 1 d, 7 d, 30 d, ..., or, with less than three of them, like a linear one.
type LogTimeTicks struct{}

var logTimes = []struct {
	at   float64
	name string
}{
	{0.001, "1 ms"}, {0.01, "10 ms"}, {0.1, "0.1 s"}, {1, "1 s"}, {10, "10 s"}, {60, "1 min"}, {600, "10 min"},
	{3600, "1 h"}, {6 * 3600, "6 h"}, {86400, "1 d"}, {7 * 86400, "7 d"}, {30 * 86400, "30 d"}, {365 * 86400, "1 y"},
	{3650 * 86400, "10 y"}, {36500 * 86400, "100 y"}, {365000 * 86400, "1000 y"},
}

func (LogTimeTicks) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for _, k := range logTimes {
		if k.at >= lo*(1-1e-9) && k.at <= hi*(1+1e-9) {
			out = append(out, plot.Tick{Value: k.at, Label: k.name})
		}
	}
	if len(out) >= minTicks || !(lo > 0) || !(hi > lo) {
		return out
	}
	out = TimeTicks{}.Ticks(lo, hi)
	for i := range out {
		out[i].Label += " " + TimeTicks{}.Unit(lo, hi)
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

// A silent ticker has no labels; of LogTicks it keeps the ticks that had one.
type silent struct{ plot.Ticker }

func (s silent) Ticks(lo, hi float64) (out []plot.Tick) {
	_, log := s.Ticker.(LogTicks)
	for _, k := range s.Ticker.Ticks(lo, hi) {
		if !log || k.Label != "" {
			out = append(out, plot.Tick{Value: k.Value})
		}
	}
	return out
}

// hideLabels leaves an axis its line and major marks. It does not change other packages'
// tickers.
func hideLabels(a *plot.Axis) {
	switch a.Tick.Marker.(type) {
	case NumberTicks, MachineTicks, TimeTicks, DateTicks, LogTicks, LogTimeTicks, plot.ConstantTicks:
		a.Tick.Marker = silent{a.Tick.Marker}
		a.Label.Text = ""
		a.Tick.Length *= 2 // gonum draws a tick without a label at half length
	}
}

func orDefault(n, def int) int {
	if n > 0 {
		return n
	}
	return def
}
