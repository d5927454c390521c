package metrics

import (
	"cmp"
	"math/bits"
	"slices"
)

// A stamp is a number to sort by and its processors.
type stamp struct {
	at    uint64
	procs int64
}

func byAt(a, b stamp) int { return cmp.Compare(a.at, b.at) }

const (
	digitBits  = 11
	smallCount = 512 // below this, comparing costs less than counting digits
)

// sortStamps sorts list by at and returns it and the scratch of the next call: one has
// list's memory and the other scratch's, which must not be shorter than list. It costs
// O(n) for each digit of the values' spread, three for the seconds of a year, and
// allocates nothing.
func sortStamps(list, scratch []stamp) (sorted, rest []stamp) {
	n := len(list)
	other := scratch[:n]
	if slices.IsSortedFunc(list, byAt) {
		return list, scratch
	}
	if n < smallCount {
		slices.SortFunc(list, byAt)
		return list, scratch
	}
	low, high := list[0].at, list[0].at
	for i := range list {
		low, high = min(low, list[i].at), max(high, list[i].at)
	}
	for shift := 0; shift < bits.Len64(high-low); shift += digitBits {
		var count [1 << digitBits]int
		for i := range list {
			count[(list[i].at-low)>>shift&(1<<digitBits-1)]++
		}
		place := 0
		for d := range count {
			count[d], place = place, place+count[d]
		}
		for i := range list {
			d := (list[i].at - low) >> shift & (1<<digitBits - 1)
			other[count[d]] = list[i]
			count[d]++
		}
		list, other = other, list
	}
	return list, other
}
