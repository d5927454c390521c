package metrics

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFractionDoesNotLoseSmallTerms(t *testing.T) {
	var s fraction
	s.add(1e16)
	for range 1000 {
		s.add(0.1)
	}
	s.add(-1e16)
	if got := s.value(); math.Abs(got-100) > 1e-9 {
		t.Errorf("1e16 + 1000 times 0.1 - 1e16 = %v, expected 100", got)
	}
	s = fraction{}
	s.add(0.1) // small before large
	s.add(1e16)
	s.add(-1e16)
	if got := s.value(); math.Abs(got-0.1) > 1e-12 {
		t.Errorf("0.1 + 1e16 - 1e16 = %v, expected 0.1", got)
	}
}

func TestStampsAreSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Both below and above smallCount, from few digits to all of them.
		n := rapid.IntRange(0, 3*smallCount).Draw(t, "n")
		low := rapid.Uint64().Draw(t, "low")
		spread := rapid.Uint64Range(0, 1<<rapid.IntRange(0, 63).Draw(t, "bits")).Draw(t, "spread")
		seed := rapid.Uint64().Draw(t, "seed")
		list, backup, scratch := make([]stamp, n), make([]stamp, n), make([]stamp, n)
		for i := range list {
			seed = seed*6364136223846793005 + 1442695040888963407
			at := low
			if spread > 0 {
				at += min(seed%spread, math.MaxUint64-low)
			}
			list[i] = stamp{at, int64(i)}
		}
		copy(backup, list)
		sorted, rest := sortStamps(list, scratch)
		slices.SortStableFunc(backup, func(a, b stamp) int {
			if a.at < b.at {
				return -1
			} else if a.at > b.at {
				return 1
			}
			return 0
		})
		for i := range sorted {
			if sorted[i].at != backup[i].at {
				t.Fatalf("at place %d is %d, expected %d", i, sorted[i].at, backup[i].at)
			}
		}
		seen := map[int64]bool{}
		for _, s := range sorted {
			seen[s.procs] = true
		}
		if len(sorted) != n || len(seen) != n || len(rest) != n {
			t.Fatalf("%d stamps became %d, %d of them different, and room for %d", n, len(sorted), len(seen), len(rest))
		}
		if n > 0 && &sorted[0] == &rest[0] {
			t.Fatal("the sorted list and the memory left over are the same")
		}
	})
}
