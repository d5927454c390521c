package numeral

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestNumbersReadWell(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Grouped("0"), "0"}, {Grouped("-999"), "-999"}, {Grouped("1000"), "1,000"}, {Grouped("-1234567.8901"), "-1,234,567.8901"},
		{Whole(0), "0"}, {Whole(int32(-1000)), "-1,000"}, {Whole(int64(math.MinInt64)), "-9,223,372,036,854,775,808"},
		{Fixed(1234.5678, 1), "1,234.6"}, {Fixed(-0.5, 2), "-0.50"},
		{Significant(3.8, 3, 3), "3.80"}, {Significant(9.996, 3, 3), "10.0"}, {Significant(-0.01234, 3, 3), "-0.012"},
		{Significant(0.0123456, 5, 8), "0.012346"}, {Significant(1234567.8, 5, 8), "1,234,568"}, {Significant(999.96, 3, 3), "1,000"},
		{Short(0), "0"}, {Short(math.Copysign(0, -1)), "0"},
		{Short(0.012345), "0.0123"}, {Short(-12.345), "-12.3"}, {Short(999.4), "999"}, {Short(999.7), "1,000"},
		{Short(-1234567), "-1,234,567"}, {Short(1e-7), "1e-07"}, {Short(2e15), "2e+15"}, {Short(math.NaN()), "NaN"}, {Short(math.Inf(1)), "+Inf"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestZeroHasNoSign(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{0, 2, "0.00"}, {0.001, 2, "0.00"}, {-0.001, 2, "0.00"}, {-0.4, 0, "0"}, {-0.006, 2, "-0.01"}, {0.006, 2, "+0.01"},
		{1234.5, 1, "+1,234.5"}, {-1234.5, 1, "-1,234.5"}, {10, 0, "+10"},
	} {
		if got := Signed(c.x, c.decimals); got != c.want {
			t.Errorf("Signed(%v, %d) = %q, want %q", c.x, c.decimals, got, c.want)
		}
		if got, want := Fixed(c.x, c.decimals), strings.TrimPrefix(c.want, "+"); got != want {
			t.Errorf("Fixed(%v, %d) = %q, want %q", c.x, c.decimals, got, want)
		}
	}
}

// No function writes a minus before a zero.
func TestNoZeroIsNegative(t *testing.T) {
	for _, x := range []float64{math.Copysign(0, -1), -1e-300, -1e-9, -0.004, -0.4} {
		for name, text := range map[string]string{
			"Short": Short(x), "Fixed": Fixed(x, 2), "Signed": Signed(x, 2), "Significant": Significant(x, 3, 3),
		} {
			if strings.HasPrefix(text, "-") && strings.Trim(text, "-0.") == "" {
				t.Errorf("%s(%g) = %q", name, x, text)
			}
		}
	}
}

func TestGroupedAddsOnlyCommas(t *testing.T) {
	for n, i := int64(1), 0; i < 18; n, i = n*10+int64(i%10), i+1 {
		s := Whole(n)
		if strings.ReplaceAll(s, ",", "") != strconv.FormatInt(n, 10) || strings.Count(s, ",") != i/3 {
			t.Errorf("%d is printed %s", n, s)
		}
	}
}

func TestListsHaveOneAnd(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := List(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
