package printable

import (
	"math/rand/v2"
	"testing"
)

func TestACellIsNoFormula(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "ann": "ann", "=1+2": "'=1+2", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "@SUM(A1)": "'@SUM(A1)", "-x": "'-x", "\t=1": "'\t=1",
		"\r=1": "'\r=1", "-5": "-5", "+1e3": "+1e3", "-1-1": "'-1-1", "'=x": "''=x", "'ann": "'ann", "a=b": "a=b", "\xb1": "\xb1",
	} {
		if got := Cell(in); got != want {
			t.Errorf("Cell(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestParseCellReversesCell(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		b := make([]byte, r.IntN(6))
		for i := range b {
			b[i] = "'=+-@\t\r15e.x"[r.IntN(12)]
		}
		if got := ParseCell(Cell(string(b))); got != string(b) {
			t.Fatalf("%q became %q", b, got)
		}
	}
}
