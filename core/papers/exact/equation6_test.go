package exact

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/program"
)

// A row of 100 s times 360 s with a time scale of 2 min: (60 k)^2 >= 36,000 c, so c is above 0.1 and at most 0.4.
// Submitted at second 60, it is 40 s long: then 0.25 and 1.
func TestConstantsOfARowByHand(t *testing.T) {
	r := row{submitted: 60, Size: program.Size{Makespan: 100, Accumulated: 360}, scale: 2}
	for m, want := range map[match]string{size: "1/10 2/5", "": "1/4 1/1"} {
		if c := r.constantsOf(m); fmt.Sprint(c.above, " ", c.most) != want {
			t.Errorf("%q: above %v, at most %v; want %s", m, c.above, c.most, want)
		}
	}
}

// Of four intervals three have something in common; an end that one excludes does not count.
func TestCommonConstantsByHand(t *testing.T) {
	of := func(above, most int64) constants { return constants{big.NewRat(above, 1), big.NewRat(most, 1), 1} }
	for _, c := range []struct {
		all         []constants
		above, most int64
		rows        int
	}{
		{[]constants{of(1, 5), of(3, 9), of(4, 7), of(8, 12)}, 4, 5, 3},
		{[]constants{of(1, 5), of(5, 9)}, 1, 5, 1},
		{[]constants{of(5, 9), of(1, 6), of(2, 6)}, 5, 6, 3},
	} {
		if got := common(c.all); got.above.Cmp(big.NewRat(c.above, 1)) != 0 || got.most.Cmp(big.NewRat(c.most, 1)) != 0 || got.rows != c.rows {
			t.Errorf("%v: above %v, at most %v in %d", c.all, got.above, got.most, got.rows)
		}
	}
}

// A constant is in a row's interval if and only if equation 6 gives the row's time scale with it.
func TestConstantsGiveTheTimeScales(t *testing.T) {
	for _, m := range []match{"", size} {
		for i, c := range constantsOfRows(m) {
			r := rows()[i]
			for millionths := int64(200); millionths <= 1500; millionths += 7 {
				seconds, err := program.Memory{EntryBytes: millionths, TotalBytes: 1_000_000_000}.Scale(r.Makespan-m.before(&r), r.Accumulated)
				if err != nil {
					t.Fatal(err)
				}
				if gives := float64(seconds) == 60*r.scale; gives != c.holds(big.NewRat(millionths, 1_000_000_000)) {
					t.Errorf("%s, %q: %d in a thousand million gives %d s, printed are %v min", r.title, m, millionths, seconds, r.scale)
				}
			}
		}
	}
}

// Ten times the constant of the text is in the interval that 11 rows leave, the text's is not. The row left out
// contradicts one that has more of both factors and a smaller time scale. With lengths, 10 rows leave another interval.
func TestWhatPrintedTimeScalesLeave(t *testing.T) {
	all, best := constantsOfRows(size), printedConstants()
	if best.rows != 11 || !best.holds(tenfold(textConstant)) || best.holds(textConstant) || best.holds(tenfold(binaryConstant)) {
		t.Errorf("%d rows leave above %v, at most %v", best.rows, best.above, best.most)
	}
	for c, want := range map[*big.Rat]int{textConstant: 0, binaryConstant: 0, tenfold(textConstant): 11, tenfold(binaryConstant): 9} {
		if got := suits(all, c); got != want {
			t.Errorf("%v suits %d rows, want %d", c, got, want)
		}
	}
	larger, out := rows()[0], rows()[3]
	if all[3].holds(best.most) || out.scale <= larger.scale || out.Accumulated >= larger.Accumulated ||
		out.Makespan*out.Accumulated >= larger.Makespan*larger.Accumulated {
		t.Errorf("%s is no contradiction to %s", out.title, larger.title)
	}
	if lengths := common(constantsOfRows("")); lengths.rows != 10 || lengths.holds(tenfold(textConstant)) {
		t.Errorf("with lengths %d rows leave above %v, at most %v", lengths.rows, lengths.above, lengths.most)
	}
}
