package paper

import (
	"math"
	"testing"
)

func TestNumbersForReaders(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{0, "s", "0 s"}, {1, "", "1"}, {12, "1", "12"}, {999, "", "999"}, {1000, "s", "1,000 s"}, {-1234567, "", "-1,234,567"},
		{-123, "", "-123"},
		{1234.6, "s", "1,235 s"}, {471211.967, "s", "471,212 s"}, {145.2, "s", "145.2 s"}, {75.704, "%", "75.70 %"}, {0.12650, "", "0.12650"},
		{0.00001, "", "1e-05"}, {2e15, "", "2e+15"}, {math.NaN(), "s", "–"}, {math.Inf(1), "", "+Inf"},
	} {
		if got := Format(c.v, c.unit); got != c.want {
			t.Errorf("Format(%v, %q) = %q, want %q", c.v, c.unit, got, c.want)
		}
	}
	for r, want := range map[float64]string{1: "1.000", 0.99949: "0.999", 999.9: "999.900", 471211.967: "471,212", 0: "0.000",
		math.NaN(): "–"} {
		if got := FormatRatio(r); got != want {
			t.Errorf("FormatRatio(%v) = %q, want %q", r, got, want)
		}
	}
}
