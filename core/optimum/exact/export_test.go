package exact

// Busy and Illegal are for the tests outside the package.
var Busy, Illegal = busy, illegal

// Know tells the checker of all solutions until the next call a schedule of their jobs.
func Know(starts []int64, best bool) {
	watch = func(in *Instance, p *problem) *checker { return note(newChecker(in, p).knows(starts, best)) }
}

// Forget undoes Know.
func Forget() { watch = func(in *Instance, p *problem) *checker { return note(newChecker(in, p)) } }

var noted []*checker

func note(c *checker) *checker {
	noted = append(noted, c)
	return c
}

// Seen returns what the checkers have seen since its last call: starts excluded by prices,
// splits, parts that inherited a bound.
func Seen() (fixings, splits, inherited int) {
	var sum checker
	for _, c := range noted {
		sum.add(c)
	}
	noted = nil
	return sum.fixings, sum.splits, sum.inherited
}
