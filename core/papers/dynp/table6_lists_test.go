package dynp

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// The printed counts are at no distance from themselves, and neither are they times anything.
func TestDistanceIsOfShares(t *testing.T) {
	for _, s := range sets {
		tripled := func(set, column, key string) float64 { return 3 * printedList(set, column, key) }
		if d := distanced(tripled)(s, "", ""); math.Abs(d) > 1e-9 {
			t.Errorf("%s: three times the printed counts are %g away", s, d)
		}
	}
}

// Of SDSC's 510 cases 271 are 1, 15 are 3 or 9, and none is 8c: with the first two exchanged and one case 8c more.
func TestDistanceOfChangedCounts(t *testing.T) {
	changed := map[string]float64{"1": 15, "3+9": 271, "8c": 1}
	ours := func(set, column, key string) float64 {
		if n, ok := changed[key]; ok {
			return n
		}
		return printedList(set, column, key)
	}
	of := func(n, all float64) float64 { return n/all + 0.0003 }
	want := math.Log(of(271, 510)/of(15, 511)) + math.Log(of(271, 511)/of(15, 510)) + math.Log(of(1, 511)/of(0, 510))
	for _, n := range []float64{27, 31, 1, 8, 150, 5, 1, 1} { // the cases that are not 0 and not changed
		want += math.Log(of(n, 510) / of(n, 511))
	}
	if got := distanced(ours)("sdsc", "", ""); math.Abs(got-want) > 1e-9 {
		t.Errorf("the distance is %.6f, want %.6f", got, want)
	}
}

// Of KTH's 18,840 steps 5.85 % switch to FCFS, of which 81 from LJF, and 5.8 % to SJF. SJF is better in 1,756 + 26.
func TestFCFSBetterThanSJF(t *testing.T) {
	fcfs, sjf := 1102.0-81, 1756.0+26-1093
	if got, want := fcfsBetter(printedList)("kth", "", ""), 100*fcfs/(fcfs+sjf); math.Abs(got-want) > 1e-9 {
		t.Errorf("%.3f %%, want %.3f %%", got, want)
	}
}

// An independent simulator, written for a review of these programs, has these distances on samples of its search and others.
func TestDistancesAreThoseOfTheReview(t *testing.T) {
	if testing.Short() {
		t.Skip("plays sets of 10,000 jobs")
	}
	for _, c := range []struct {
		log          *logs.Log
		seed         uint64
		sorted, near float64 // list=sorted and the nearest
	}{{logs.CTC, 4, 27.3, 4.6}, {logs.KTH, 2, 21.6, 7.9}, {logs.SDSC, 3, 26.7, 9.8}} {
		l := Paper().Loader(paper.First(paper.Full), papertest.Traces())
		w, err := c.log.Synthetic(l, empirical.DefaultJobs, logs.Options{Seed: c.seed})
		if err != nil {
			t.Fatal(err)
		}
		if l.Origin().Substitute {
			t.Skip("the logs are not given")
		}
		for h, want := range map[handling]float64{listSorted: c.sorted, listInserted: c.near} {
			out := played(t, w, program{Steps: "event", List: h, Decider: "advanced"}, 1, "")
			ours := func(_, _, key string) float64 {
				n := 0.0
				for _, k := range casesOf(key) {
					n += out.Values["case_"+k]
				}
				return n
			}
			if got := distanced(ours)(c.log.Key, "", ""); math.Abs(got-want) > 0.05 {
				t.Errorf("%s, sample %d, %q: the distance is %.2f, want %.1f", c.log.Title, c.seed, h.name(), got, want)
			}
		}
	}
}

// The handlings compared are those of the readings that name them.
func TestTheNearestListIsInserted(t *testing.T) {
	if h := handlingOf(comparedLists[nearestList]); h != listInserted {
		t.Errorf("the reading %v is %+v", comparedLists[nearestList], h)
	}
	for _, r := range comparedLists {
		parsed, err := paper.Catalogue{Paper()}.ParseReading(r.String())
		if err != nil || parsed.String() != r.String() {
			t.Errorf("%v: %v", r, err)
		}
	}
}
