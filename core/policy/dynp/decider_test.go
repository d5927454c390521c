package dynp

import "testing"

const (
	fcfs = iota
	sjf
	ljf
)

// table1 is the paper's table 1, row by row, the rows whose case depends on the
// current policy three times where the others do not.
var table1 = []struct {
	name             string
	fcfs, sjf, ljf   int // qualities
	current          int
	simple, advanced int
}{
	{"1", 5, 5, 5, fcfs, fcfs, fcfs},
	{"1", 5, 5, 5, sjf, fcfs, sjf},
	{"1", 5, 5, 5, ljf, fcfs, ljf},
	{"2", 5, 4, 6, fcfs, sjf, sjf},
	{"2", 6, 4, 5, sjf, sjf, sjf},
	{"2", 6, 4, 5, ljf, sjf, sjf},
	{"3", 4, 5, 6, fcfs, fcfs, fcfs},
	{"3", 4, 6, 5, sjf, fcfs, fcfs},
	{"3", 4, 5, 6, ljf, fcfs, fcfs},
	{"4a", 5, 6, 4, fcfs, ljf, ljf},
	{"4a", 5, 6, 4, sjf, ljf, ljf},
	{"4a", 5, 6, 4, ljf, ljf, ljf},
	{"5", 5, 5, 4, fcfs, ljf, ljf}, // and 4b
	{"5", 5, 5, 4, sjf, ljf, ljf},
	{"5", 5, 5, 4, ljf, ljf, ljf},
	{"4c", 6, 5, 4, fcfs, ljf, ljf},
	{"4c", 6, 5, 4, sjf, ljf, ljf},
	{"4c", 6, 5, 4, ljf, ljf, ljf},
	{"6a", 4, 4, 5, fcfs, fcfs, fcfs},
	{"6b", 4, 4, 5, sjf, fcfs, sjf},
	{"6c", 4, 4, 5, ljf, fcfs, fcfs},
	{"7", 5, 4, 5, fcfs, sjf, sjf},
	{"7", 5, 4, 5, sjf, sjf, sjf},
	{"7", 5, 4, 5, ljf, sjf, sjf},
	{"8a", 4, 5, 4, fcfs, fcfs, fcfs},
	{"8b", 4, 5, 4, sjf, fcfs, fcfs},
	{"8c", 4, 5, 4, ljf, fcfs, ljf},
	{"9", 4, 5, 5, fcfs, fcfs, fcfs},
	{"9", 4, 5, 5, sjf, fcfs, fcfs},
	{"9", 4, 5, 5, ljf, fcfs, fcfs},
	{"10a", 5, 4, 4, fcfs, sjf, sjf},
	{"10b", 5, 4, 4, sjf, sjf, sjf},
	{"10c", 5, 4, 4, ljf, sjf, ljf},
}

func TestDecidersAreTable1(t *testing.T) {
	for _, c := range table1 {
		q := []int{c.fcfs, c.sjf, c.ljf}
		if got := Case(c.fcfs, c.sjf, c.ljf, c.current); got != c.name {
			t.Errorf("%v with current policy %d is case %s, not %s", q, c.current, got, c.name)
		}
		if got := Simple(q, c.current); got != c.simple {
			t.Errorf("case %s: the simple decider chooses %d, not %d", c.name, got, c.simple)
		}
		if got := Advanced(q, c.current); got != c.advanced {
			t.Errorf("case %s: the advanced decider chooses %d, not %d", c.name, got, c.advanced)
		}
	}
}

// published is the simple decider as the paper prints it.
func published(fcfsQ, sjfQ, ljfQ int) int {
	if sjfQ <= ljfQ {
		if fcfsQ <= sjfQ {
			return fcfs
		}
		return sjf
	}
	if fcfsQ <= ljfQ {
		return fcfs
	}
	return ljf
}

// Every order that three numbers can stand in, with every current policy.
func TestTable1IsComplete(t *testing.T) {
	type situation struct{ ab, ac, bc, current int }
	sign := func(a, b int) int {
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	}
	of := func(a, b, c, current int) situation { return situation{sign(a, b), sign(a, c), sign(b, c), current} }
	names := map[situation]string{}
	for _, c := range table1 {
		names[of(c.fcfs, c.sjf, c.ljf, c.current)] = c.name
	}
	seen := map[string]bool{}
	for i := range 3 * 3 * 3 * 3 {
		a, b, c, current := i%3, i/3%3, i/9%3, i/27
		name := Case(a, b, c, current)
		seen[name] = true
		if want, ok := names[of(a, b, c, current)]; ok && want != name {
			t.Errorf("%d %d %d, current policy %d, is case %s, not %s", a, b, c, current, name, want)
		}
		if got, want := Simple([]int{a, b, c}, current), published(a, b, c); got != want {
			t.Errorf("%d %d %d: the simple decider chooses %d, the published code %d", a, b, c, got, want)
		}
		if got := Advanced([]int{a, b, c}, current); []int{a, b, c}[got] != min(a, b, c) {
			t.Errorf("%d %d %d: the advanced decider chooses %d, which is not the best", a, b, c, got)
		}
	}
	if len(seen) != 17 { // the table's 18 but 4b, which is 5
		t.Errorf("%d cases occur: %v", len(seen), seen)
	}
}

func TestBasicChoosesByTheAverageEstimate(t *testing.T) {
	for _, c := range []struct {
		total, n int64
		want     string
	}{
		{5, 5, "sjf"}, {5 * 7200, 5, "sjf"}, {5*7200 + 1, 5, ""}, {5 * 9000, 5, ""}, {5*9000 + 1, 5, "ljf"},
	} {
		if got := DefaultBounds.choose(c.total, c.n); got != c.want {
			t.Errorf("an average of %d/%d s chooses %q, not %q", c.total, c.n, got, c.want)
		}
	}
}
