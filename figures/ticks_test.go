package figures

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// Every ticker's law: ascending marks within the axis, few, no two alike.
func TestTicksAscendWithinTheAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e12, 1e12).Draw(t, "lo")
		hi := lo + math.Pow(10, rapid.Float64Range(-3, 12).Draw(t, "span"))
		for name, k := range map[string]plot.Ticker{
			"number": NumberTicks{}, "whole": NumberTicks{Whole: true}, "time": TimeTicks{},
			"machine": MachineTicks{Procs: int64(hi) / 2}, "log": LogTicks{}, "logtime": LogTimeTicks{},
		} {
			marks := k.Ticks(lo, hi)
			labels := map[string]bool{}
			if len(marks) > maxTicks {
				t.Fatalf("%s: %d marks", name, len(marks))
			}
			for i, m := range marks {
				slack := (hi - lo) * 1e-6
				if m.Value < lo-slack || m.Value > hi+slack || i > 0 && m.Value <= marks[i-1].Value {
					t.Fatalf("%s: %v at %d of [%v, %v]", name, m.Value, i, lo, hi)
				}
				// Far from zero and close together labels may round to the same.
				if m.Label != "" && labels[m.Label] && hi-lo > math.Abs(hi)*0.01 {
					t.Fatalf("%s: %q twice in [%v, %v]", name, m.Label, lo, hi)
				}
				labels[m.Label] = true
			}
		}
	})
}

func TestTicksByHand(t *testing.T) {
	const h, d = 3600, 86400
	for _, c := range []struct {
		ticker plot.Ticker
		lo, hi float64
		want   string
	}{
		{NumberTicks{}, 0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{NumberTicks{}, 0, 128, "0 50 100"},
		{NumberTicks{}, 0, 26000, "0 10,000 20,000"},
		{NumberTicks{}, 0, 1e9, "0 200M 400M 600M 800M 1G"},
		{NumberTicks{Whole: true}, 0, 2, "0 1 2"},
		{NumberTicks{}, -1, 1, "-1.0 -0.5 0.0 0.5 1.0"},
		{MachineTicks{Procs: 128}, 0, 128, "0 50 100 128"},
		{MachineTicks{Procs: 1000}, 0, 1000, "0 500 1,000"},
		{MachineTicks{Procs: 430}, 0, 430, "0 200 430"},
		{TimeTicks{}, 0, 100, "0 15 30 45 60 75 90"},
		{TimeTicks{}, 0, 2 * h, "0 30 60 90 120"},
		{TimeTicks{}, 0, 3 * d, "0 12 24 36 48 60 72"},
		{TimeTicks{}, 0, 11 * d, "0 2 4 6 8 10"},
		{TimeTicks{}, 0, 60 * d, "0 14 28 42 56"},
		{TimeTicks{}, 0, 20 * 365 * d, "0 5 10 15"},
		{TimeTicks{}, 100 * d, 100*d + 6*h, "2,400 2,401 2,402 2,403 2,404 2,405 2,406"},
		{LogTicks{}, 1, 1500, "1 10 100 1,000"},
		{LogTimeTicks{}, 1, 5 * d, "1 s|10 s|1 min|10 min|1 h|6 h|1 d"},
		{LogTicks{}, 0, 5, ""},
		{LogTicks{}, 5, 600, "5 10 20 50 100 200 500"},
		{LogTimeTicks{}, 300, 900, "6 min|8 min|10 min|12 min|14 min"},
		{TimeTicks{}, 1.3 * d, 16 * d, "2 4 6 8 10 12 14 16"},
		{NumberTicks{}, 5260, 5390, "5,260 5,280 5,300 5,320 5,340 5,360 5,380"},
		{LogTicks{}, 60, 700, "100 200 500"},
		{LogTicks{}, 0.015, 0.06, "0.02 0.03 0.04 0.05 0.06"},
		{LogTicks{}, 1.5e-5, 6e-5, "0.00002 0.00003 0.00004 0.00005 0.00006"},
		{LogTicks{}, 3100, 3900, "3,200 3,400 3,600 3,800"},
	} {
		sep := " "
		if strings.Contains(c.want, "|") {
			sep = "|"
		}
		var got []string
		for _, m := range c.ticker.Ticks(c.lo, c.hi) {
			if !m.IsMinor() {
				got = append(got, m.Label)
			}
		}
		if s := strings.Join(got, sep); s != c.want {
			t.Errorf("%T from %v to %v: %q, want %q", c.ticker, c.lo, c.hi, s, c.want)
		}
	}
}

// However short an axis is and wherever it begins, its scale can be read.
func TestAxesHaveThreeLabels(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lo := rapid.Float64Range(1e-6, 1e8).Draw(rt, "lo")
		hi := lo * rapid.Float64Range(1.02, 1e6).Draw(rt, "factor")
		for name, k := range map[string]plot.Ticker{"number": NumberTicks{}, "time": TimeTicks{}, "log": LogTicks{}, "logtime": LogTimeTicks{}} {
			labels := map[string]bool{}
			for _, m := range k.Ticks(lo, hi) {
				if m.Label != "" {
					labels[m.Label] = true
				}
			}
			if len(labels) < 3 {
				rt.Fatalf("%s: [%v, %v] has labels %v", name, lo, hi, labels)
			}
		}
	})
}

func TestHiddenLabelsLeaveTheMarks(t *testing.T) {
	for _, k := range []plot.Ticker{NumberTicks{}, MachineTicks{Procs: 100}, TimeTicks{}, LogTicks{}, LogTimeTicks{},
		plot.ConstantTicks{{Value: 50, Label: "x"}}} {
		a := newPlot().X
		a.Tick.Marker = k
		length := a.Tick.Length
		major := 0
		for _, m := range k.Ticks(1, 100) {
			if !m.IsMinor() {
				major++
			}
		}
		hideLabels(&a)
		hidden := a.Tick.Marker.Ticks(1, 100)
		for _, m := range hidden {
			if m.Label != "" {
				t.Errorf("%T still says %q", k, m.Label)
			}
		}
		if len(hidden) != major || a.Tick.Length != 2*length {
			t.Errorf("%T: %d marks of length %v, want %d of %v", k, len(hidden), a.Tick.Length, major, 2*length)
		}
	}
}

func TestNumbersAsPrinted(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Duration(0), "0 s"}, {Duration(59), "59 s"}, {Duration(90), "1.5 min"}, {Duration(5400), "1.5 h"}, {Duration(3 * 3600), "3 h"},
		{Duration(36 * 3600), "1.5 d"}, {Duration(86400), "1 d"}, {Duration(12.5 * 86400), "12.5 d"}, {Duration(math.NaN()), "n/a"},
		{PlusMinus(36*3600, 8640), "1.5 ± 0.1 d"}, {PlusMinus(90, math.NaN()), "1.5 min"}, {PlusMinus(math.NaN(), 1), "n/a"},
		{Duration(-7200), "-2 h"}, {Duration(400 * 86400), "400 d"},
		{Duration(100 * 365.25 * 86400), "100 years"},
		{significant(0.125), "0.125"}, {significant(12.50), "12.5"}, {significant(1250), "1,250"}, {significant(-1234567), "-1,234,567"},
		{significant(1e-5), "1e-05"}, {significant(2e12), "2e+12"}, {significant(3.8), "3.8"}, {significant(100), "100"},
		{significant(99.99), "100"},
		{threeDigits(3.8), "3.80"}, {threeDigits(0.5), "0.500"}, {threeDigits(0), "0"}, {threeDigits(9.999), "10.0"},
		{threeDigits(math.Inf(1)), "+Inf"},
		{count(999), "999"}, {count(100_000), "100,000"}, {count(1 << 30), "1.07G"}, {count(2_500_000), "2.5M"}, {count(-1500), "-1,500"},
		{label("a\nb\x00c", 10), "abc"}, {label("abcdefgh", 4), "abc…"}, {label("a\xffb", 9), "a?b"}, {label("Ωμέγα", 5), "Ωμέγα"},
		{numeral.Plural(1, "job"), "1 job"}, {numeral.Plural(0, "job"), "0 jobs"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
