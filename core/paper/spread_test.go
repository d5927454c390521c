package paper

import "testing"

// An interval that varies is judged at both of its ends.
func TestIntervalsOfSeeds(t *testing.T) {
	ours := []float64{1, 2, 3, 4, 5}
	most := []float64{11, 12, 13, 14, 15}
	for _, c := range []struct {
		published float64
		most      []float64
		want      Verdict
	}{{3, ours, Inside}, {3, most, Undecided}, {13, most, Undecided}, {40, most, Outside}, {8, most, Undecided}, {0.01, most, Outside}} {
		n := Number{Published: c.published, Verdict: Differs}
		n.spread(ours, c.most)
		if n.Verdict != c.want || n.Range.Low != 1.2 || n.Ours != 3 || n.Most != c.most[2] {
			t.Errorf("%v is %s of %v to %v in %v, want %s", c.published, n.Verdict, n.Ours, n.Most, n.Range, c.want)
		}
	}
	n := Number{Published: 12, Verdict: Differs}
	if n.spread([]float64{1, 1, 1, 1, 1}, most); n.Verdict != Undecided || n.Seeds == nil {
		t.Errorf("only the upper end varies: %s, seeds %v", n.Verdict, n.Seeds)
	}
}
