package exact

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What the text leaves open: see readings.txt.
var (
	choices = paper.EmbeddedChoices(files)

	matchChoice   = choices.Named("match")
	compactChoice = choices.Named("compact")
	tiesChoice    = choices.Named("ties")
	slotsChoice   = choices.Named("slots")
	deciderChoice = choices.Named("decider")
	coverChoice   = choices.Named("averages")
)

// A method is how steps are collected and solved under a reading. Fields are empty where
// the reading has the default.
type method struct {
	Compact string `json:",omitempty"`
	Ties    string `json:",omitempty"`
	Slots   string `json:",omitempty"`
	Decider string `json:",omitempty"`
}

func methodOf(r paper.Reading) method {
	return method{changed(r, compactChoice), changed(r, tiesChoice), changed(r, slotsChoice), changed(r, deciderChoice)}
}

// changed returns the value of a choice, "" if it is the default.
func changed(r paper.Reading, c *paper.Choice) string {
	if v := r.Of(c); v != c.Default() {
		return v
	}
	return ""
}

// policy takes the steps.
func (m method) policy() string {
	if m.Decider != "" {
		return "dynp-" + m.Decider
	}
	return decider
}

// memory is that of equation 6 which makes the slots.
func (m method) memory() program.Memory {
	if m.Slots == "text" {
		return program.Memory{}
	}
	return program.Printed
}

// memories are those between which equation 6's may be.
func (m method) memories() (low, high program.Memory) {
	if m.Slots == "text" {
		return m.memory(), m.memory()
	}
	c := printedConstants()
	return c.memories()
}

// options are those of the solver on a program in slots.
func (m method) options(p *program.Program, o exact.Options) exact.Options {
	if m.Compact == "plan" {
		o.Start, _ = p.Start()
	}
	return o
}

// first returns the starts in slots that compaction begins with.
func (m method) first(p *program.Program, found []int64) []int64 {
	if plan, _ := p.Start(); m.Compact == "plan" && p.Cost(plan) <= p.Cost(found) {
		return plan
	}
	return found
}

// compact moves every job forward, in the order of starts in seconds.
func (m method) compact(in *exact.Instance, starts []int64) []int64 {
	if m.Ties != "shortest" {
		return program.Compact(in, starts)
	}
	order := make([]int, len(starts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(starts[a], starts[b]), cmp.Compare(in.Jobs[a].Estimate, in.Jobs[b].Estimate))
	})
	return in.List(order)
}
