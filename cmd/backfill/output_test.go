package main

import (
	"encoding/json"
	"math"
	"testing"
)

func TestDecimal(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 0.5: "0.50000", 0.12345678: "0.12346", 12.345678: "12.346", 1234.5678: "1,234.6",
		123456.78: "123,457", 1234567: "1,234,567", -1234567.8: "-1,234,568", 99999.96: "100,000", 1e-5: "1e-05",
		1e15: "1e+15", 123456789012345: "123,456,789,012,345", math.Inf(1): "-",
	} {
		if got := decimal(x); got != want {
			t.Errorf("decimal(%v) = %q, want %q", x, got, want)
		}
	}
	if got := decimal(math.NaN()); got != "-" {
		t.Errorf("decimal(NaN) = %q", got)
	}
}

func TestDuration(t *testing.T) {
	for s, want := range map[int64]string{
		0: "0 s", 119: "119 s", 120: "2 min", 5400: "90 min", 7200: "2 h", 9000: "2.5 h", 172800: "2 d", 29363618: "340 d", 1e11: "1,157,407 d",
	} {
		if got := duration(s); got != want {
			t.Errorf("duration(%d) = %q, want %q", s, got, want)
		}
	}
}

func TestWholeAndPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", 123456789: "123,456,789"} {
		if got := whole(n); got != want {
			t.Errorf("whole(%d) = %q, want %q", n, got, want)
		}
	}
	if a, b := plural(1, "job"), plural(2000, "job"); a != "1 job" || b != "2,000 jobs" {
		t.Errorf("plural gives %q and %q", a, b)
	}
}

func TestANumberThatIsNoneIsNull(t *testing.T) {
	b, err := json.Marshal([]number{1.5, number(math.NaN()), number(math.Inf(-1))})
	if err != nil || string(b) != "[1.5,null,null]" {
		t.Errorf("%s, %v", b, err)
	}
}

func TestErrorsAreOneLine(t *testing.T) {
	if got := oneLine("a\n b\r\n\n\tc\n"); got != "a; b; c" {
		t.Errorf("oneLine gives %q", got)
	}
}

func TestFileNamesAreSafeAndDifferent(t *testing.T) {
	taken := map[string]bool{}
	for _, c := range []struct{ name, want string }{
		{"kth queue 3", "kth-queue-3"},
		{"kth queue 3", "kth-queue-3-2"},
		{"KTH queue 3", "KTH-queue-3-3"},
		{"../../etc/passwd", "_.._etc_passwd"},
		{".hidden", "hidden"},
		{"", "log"},
		{"...", "log-2"},
		{"a\x00b\nc\xff", "a_b_c_"},
		{"CON:|<>\"*?", "CON_______"},
		{"universität", "universität"},
	} {
		if got := fileName(c.name, taken); got != c.want {
			t.Errorf("fileName(%q) = %q, want %q", c.name, got, c.want)
		}
	}
	long := ""
	for range 500 {
		long += "é"
	}
	if got := fileName(long, taken); len(got) > 200 {
		t.Errorf("a file name of %d bytes", len(got))
	}
}
