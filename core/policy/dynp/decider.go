package dynp

import "slices"

// A Decider chooses the policy for the next pass, one of the best: quality[i] ranks policy i,
// less is better; current is the policy in force. Both deciders are pure functions.
type Decider func(quality []int, current int) int

// Simple is the paper's simple decider: the first of the best policies. With FCFS, SJF, LJF
// it is the published code.
func Simple(quality []int, _ int) int {
	return slices.Index(quality, slices.Min(quality))
}

// Advanced is the paper's advanced decider: it keeps the current policy while none is better,
// else takes the first of the best, which are the paper's choices in the cases 6c, 8b and
// 10a.
func Advanced(quality []int, current int) int {
	best := slices.Min(quality)
	if quality[current] == best {
		return current
	}
	return slices.Index(quality, best)
}

// Case returns the case of the paper's table 1 for the qualities of FCFS, SJF and LJF, less
// being better, and the current policy 0, 1 or 2 in this order. Of two cases that apply it
// returns the one that says more: 5, not 4b (the same), 7, not 2, and 9, not 3.
func Case(fcfs, sjf, ljf, current int) string {
	letter := func(n string) string { return n + string("abc"[current]) }
	switch {
	case fcfs == sjf && sjf == ljf:
		return "1"
	case fcfs == sjf && ljf < fcfs:
		return "5"
	case fcfs == sjf:
		return letter("6")
	case fcfs == ljf && sjf < fcfs:
		return "7"
	case fcfs == ljf:
		return letter("8")
	case sjf == ljf && fcfs < sjf:
		return "9"
	case sjf == ljf:
		return letter("10")
	case sjf < fcfs && sjf < ljf:
		return "2"
	case fcfs < sjf && fcfs < ljf:
		return "3"
	case fcfs < sjf:
		return "4a"
	default:
		return "4c"
	}
}
