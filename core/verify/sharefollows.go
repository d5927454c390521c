package verify

import (
	"fmt"
	"math/big"
	"slices"
)

// The rules that FollowsShares applies besides those of CheckShares.
const (
	RuleMapping = "mapping" // tasks are where the algorithm maps them
	RuleShare   = "share"   // the CPU is shared out as the algorithm does
)

// FollowsShares returns where a schedule is not the one that the rules produce; at most
// one violation, since what follows a wrong decision judges nothing. Every
// mapping is worked out again as ExpectShares does. Yields are read from the
// schedule: with OPT=MIN they are the only ones, with OPT=AVG their sum is the
// optimum, less what rounding down takes; after MCB8-stretch none is below what
// that needs for the stretch it aims at. It is slow: for few jobs and nodes.
func FollowsShares(c Shares, r ShareRules, runs []ShareRun) []Violation {
	if found := CheckShares(c, runs); len(found) > 0 {
		return found
	}
	w, err := newShareWorld(&c, &r)
	if err != nil {
		return []Violation{{Rule: RuleMapping, Job: -1, At: -1, Text: err.Error()}}
	}
	for {
		t, ok := w.after()
		if !ok {
			_, err := w.runs()
			if err != nil {
				return []Violation{{Rule: RuleMapping, Job: -1, At: -1, Text: err.Error()}}
			}
			return w.counts(runs)
		}
		if v := w.compare(runs, t); v != nil {
			return []Violation{*v}
		}
		w.pass(t)
		w.decide()
		w.settle()
		for i := range w.jobs {
			w.jobs[i].yield = 0
			if h := runs[i].at(w.now); h != nil {
				w.jobs[i].yield = h.Yield
			}
		}
	}
}

// compare compares what the jobs hold until t with what they should.
func (w *shareWorld) compare(runs []ShareRun, t int64) *Violation {
	if t == w.now {
		return nil
	}
	for i := range w.jobs {
		h, want := runs[i].at(w.now), nodeTasks(w.jobs[i].tasks)
		v := Violation{Rule: RuleMapping, Job: w.c.Jobs[i].ID, At: inSecond(w.now)}
		switch {
		case h == nil && want == nil:
			continue
		case h == nil:
			v.Text = fmt.Sprintf("holds nothing from %d on, expected %v", w.now, want)
		case !slices.Equal(h.Nodes, want) || h.Ready > w.now && h.Ready != w.jobs[i].ready:
			v.Text = fmt.Sprintf("holds %v from %d on, ready at %d, expected %v at %d", h.Nodes, w.now, h.Ready, want, w.jobs[i].ready)
		case h.To < t:
			v.Text = fmt.Sprintf("something changes at %d, expected nothing between %d and %d", h.To, w.now, t)
		default:
			continue
		}
		return &v
	}
	if wrong := w.wrongShares(); wrong != "" {
		return &Violation{Rule: RuleShare, Job: -1, At: inSecond(w.now), Text: fmt.Sprintf("from %d on %s", w.now, wrong)}
	}
	return nil
}

// wrongShares says what is wrong with the yields.
func (w *shareWorld) wrongShares() string {
	var yields []int
	sum, n := int64(0), int64(0)
	for i := range w.jobs {
		yields = append(yields, w.jobs[i].yield)
		if w.jobs[i].tasks != nil {
			sum += int64(w.jobs[i].yield)
			n++
		}
	}
	if w.r.Goal == "MIN" {
		if want := w.shareOut(); !slices.Equal(yields, want) {
			return fmt.Sprintf("yields are %v, expected %v", yields, want)
		}
		return ""
	}
	for i, y := range yields {
		if w.r.Stretch && w.jobs[i].tasks != nil && y < w.jobs[i].floor {
			return fmt.Sprintf("job %d has a yield of %d, expected the %d that MCB8-stretch gave it", w.c.Jobs[i].ID, y, w.jobs[i].floor)
		}
	}
	if w.r.Goal == "AVG" && !w.r.Stretch {
		best := w.mostYield(w.leastYield())
		if best.Cmp(big.NewRat(sum+n+slack, 1)) > 0 {
			return fmt.Sprintf("yields are %v, together %d, expected %s", yields, sum, best.FloatString(1))
		}
	}
	return ""
}

// slack is how many parts of a yield a solver may be below the optimum besides
// what rounding each yield down takes.
const slack = 2

func (w *shareWorld) counts(runs []ShareRun) []Violation {
	for i := range w.jobs {
		want, got := w.jobs[i].run, runs[i]
		if got.Start != want.Start || got.End != want.End || got.Pauses != want.Pauses || got.Migrations != want.Migrations || got.Moved != want.Moved {
			got.Held, want.Held = nil, nil
			return []Violation{{Rule: RuleCount, Job: w.c.Jobs[i].ID, At: inSecond(got.End), Text: fmt.Sprintf("is said to come to %+v, expected %+v", got, want)}}
		}
	}
	return nil
}
