// Package numeral prints numbers for readers.
package numeral

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Grouped puts commas between the thousands of a decimal number: -12,345.678.
func Grouped(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	point := strings.IndexByte(s, '.')
	if point < 0 {
		point = len(s)
	}
	for i := point - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// A JSON is a float64 in JSON: null if it is not finite.
type JSON float64

// MarshalJSON implements json.Marshaler.
func (n JSON) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// IsZero reports whether there is no number, so that omitzero leaves it out.
func (n JSON) IsZero() bool { return n != n }

// Whole prints n with commas between its thousands.
func Whole[T ~int | ~int32 | ~int64](n T) string { return Grouped(strconv.FormatInt(int64(n), 10)) }

// Plural prints n of something: 1 job, 2,000 jobs.
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Whole(n) + " " + one + "s"
}

// Fixed prints a finite x with that many decimals and commas between its thousands. What
// it prints as 0 has no sign.
func Fixed(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if zero(s) {
		s = strings.TrimPrefix(s, "-")
	}
	return Grouped(s)
}

func zero(s string) bool { return strings.Trim(s, "-0.") == "" }

// Signed is Fixed with a + before what it prints as above 0.
func Signed(x float64, decimals int) string {
	s := Fixed(x, decimals)
	if x > 0 && !zero(s) {
		return "+" + s
	}
	return s
}

// Significant prints a finite x that is not 0 with that many significant digits, zeros at
// the end included, but with at most that many decimals, and with all of a longer whole
// part, its thousands apart by commas.
func Significant(x float64, digits, decimals int) string {
	_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	e, _ := strconv.Atoi(exponent) // after rounding: 9.996 with 3 digits is 10.0
	return Fixed(x, min(max(digits-1-e, 0), decimals))
}

// Short prints x with three significant digits, or as a whole number with commas between
// its thousands if it has more: 0.0123, 12.3, 1,234.
func Short(x float64) string {
	if a := math.Abs(x); a >= 999.5 && a < 1e15 {
		return Fixed(x, 0)
	}
	if x == 0 { // also -0
		return "0"
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// Duration prints seconds, 0 or more, as people say them: 45 s, 12 min, 3.5 h, 340 d.
func Duration(seconds float64) string {
	switch s := seconds; {
	case s < 120:
		return short(s) + " s"
	case s < 120*60:
		return short(s/60) + " min"
	case s < 48*3600:
		return short(s/3600) + " h"
	default:
		return short(s/86400) + " d"
	}
}

func short(x float64) string {
	if x >= 100 {
		return Fixed(x, 0)
	}
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// List joins words: a, b and c.
func List(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Second prints a time: 4,711, or with a tenth of a second if it is no whole number.
func Second(at float64) string {
	if at == math.Trunc(at) {
		return Fixed(at, 0)
	}
	return Fixed(at, 1)
}
