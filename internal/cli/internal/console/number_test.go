package console

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/backfill-lab/backfill/internal/numeral"
)

func TestDecimal(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 0.5: "0.50000", 0.12345678: "0.12346", 12.345678: "12.346", 1234.5678: "1,234.6",
		123456.78: "123,457", 1234567: "1,234,567", -1234567.8: "-1,234,568", 99999.96: "100,000", 1e-5: "1e-05",
		1e15: "1e+15", 123456789012345: "123,456,789,012,345", math.Inf(1): "-",
	} {
		if got := Decimal(x); got != want {
			t.Errorf("Decimal(%v) = %q, want %q", x, got, want)
		}
	}
	if got := Decimal(math.NaN()); got != "-" {
		t.Errorf("Decimal(NaN) = %q", got)
	}
}

func TestDuration(t *testing.T) {
	for s, want := range map[int64]string{
		0: "0 s", 119: "119 s", 120: "2 min", 5400: "90 min", 7200: "2 h", 9000: "2.5 h", 172800: "2 d", 29363618: "340 d", 1e11: "1,157,407 d",
	} {
		if got := Duration(s); got != want {
			t.Errorf("Duration(%d) = %q, want %q", s, got, want)
		}
	}
}

func TestWholeAndPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", 123456789: "123,456,789"} {
		if got := numeral.Whole(n); got != want {
			t.Errorf("Whole(%d) = %q, want %q", n, got, want)
		}
	}
	if a, b := numeral.Plural(1, "job"), numeral.Plural(2000, "job"); a != "1 job" || b != "2,000 jobs" {
		t.Errorf("Plural gives %q and %q", a, b)
	}
}

func TestANumberThatIsNoneIsNull(t *testing.T) {
	b, err := json.Marshal([]numeral.JSON{1.5, numeral.JSON(math.NaN()), numeral.JSON(math.Inf(-1))})
	if err != nil || string(b) != "[1.5,null,null]" {
		t.Errorf("%s, %v", b, err)
	}
}

func TestErrorsAreOneLine(t *testing.T) {
	if got := OneLine("a\n b\r\n\n\tc\n"); got != "a; b; c" {
		t.Errorf("OneLine gives %q", got)
	}
}
