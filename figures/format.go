package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/backfill-lab/backfill/internal/numeral"
)

type timeUnit struct {
	seconds float64
	name    string  // as in "12 h"
	floor   float64 // least span of an axis in this unit: below, ticks in the smaller one are rounder
	steps   []float64
}

// timeUnits are the units of time axes, smallest first. The steps are good distances of
// ticks, in the unit; beyond the last, 1, 2 or 5 times a power of ten.
var timeUnits = []timeUnit{
	{1, "s", 0, []float64{1, 2, 5, 10, 15, 30}},
	{60, "min", 2, []float64{1, 2, 5, 10, 15, 30}},
	{3600, "h", 3, []float64{1, 2, 3, 4, 6, 12, 24}},
	{86400, "d", 4, []float64{1, 2, 7, 14, 28, 50, 100, 200}},
	{86400 * 365.25, "years", 8, []float64{1, 2, 5}},
}

// unitFor returns the unit in which an axis of that many seconds reads best.
func unitFor(seconds float64) timeUnit {
	for _, u := range slices.Backward(timeUnits) {
		if seconds >= float64(u.floor*u.seconds) {
			return u
		}
	}
	return timeUnits[0]
}

// Duration prints seconds in the largest unit of which there is one (two years), with
// up to three digits: "0 s", "1.5 min", "6 h", "12.5 d".
func Duration(seconds float64) string {
	if math.IsNaN(seconds) {
		return "n/a"
	}
	u := unitOf(seconds)
	return significant(seconds/u.seconds) + " " + u.name
}

// PlusMinus prints a duration and half of the interval around it in the unit that Duration gives the first:
// "12.5 ± 0.8 d". A NaN in half is left out.
func PlusMinus(seconds, half float64) string {
	if math.IsNaN(seconds) || math.IsNaN(half) {
		return Duration(seconds)
	}
	u := unitOf(seconds)
	return significant(seconds/u.seconds) + " ± " + significant(half/u.seconds) + " " + u.name
}

// unitOf returns the unit of Duration.
func unitOf(seconds float64) timeUnit {
	u := timeUnits[0]
	for _, larger := range timeUnits {
		if a := math.Abs(seconds); a >= larger.seconds && (larger.name != "years" || a >= 2*larger.seconds) {
			u = larger
		}
	}
	return u
}

// significant prints x with three significant digits but at most three decimals, or all
// of the integer part, with thousands separators: "0.125", "12.5", "1,250".
func significant(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return "n/a"
	case math.IsInf(x, 0):
		return strconv.FormatFloat(x, 'g', -1, 64)
	case a >= 1e9 || a > 0 && a < 1e-3:
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return trimZeros(threeDigits(x))
}

// threeDigits is significant with zeros kept, for columns: "3.80".
func threeDigits(x float64) string {
	switch a := math.Abs(x); {
	case x == 0:
		return "0"
	case !finite(x) || a >= 1e9 || a < 1e-3:
		return significant(x)
	}
	return numeral.Significant(x, 3, 3)
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// count prints an integer: "100,000", from a million on "1.5M" or "2G".
func count(n float64) string {
	switch a := math.Abs(n); {
	case a >= 1e12:
		return strconv.FormatFloat(n, 'g', 3, 64)
	case a >= 1e9:
		return significant(n/1e9) + "G"
	case a >= 1e6:
		return significant(n/1e6) + "M"
	default:
		return numeral.Fixed(n, 0)
	}
}

// label makes a name printable: UTF-8 without control characters, which XML forbids, cut
// to limit runes.
func label(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit-1]) + "…"
	}
	return s
}
