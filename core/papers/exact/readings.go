package exact

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What the text leaves open. The first values are what its words say, if they say anything.
var (
	matchChoice = &paper.Choice{Key: "match", Asks: "Which of our steps stands beside a printed row?",
		Text: `"the best solution is to use the maximum makespan of the three schedules" (section 3.1, of T, the length of a schedule); ` +
			`71,271 and 71,285 have the same makespan (table 1)`,
		Why: "By the text a makespan is a length, and equation 6 gives the printed time scales from the printed makespans, not from those less " +
			"the submission times. But two schedules with the same end have lengths that differ by the time between their steps, so the column " +
			"may hold ends.",
		Values: []paper.Answer{
			{Name: "size", Doc: "The step nearest in jobs, makespan and accumulated run time."},
			{Name: "length", Doc: "The step nearest in jobs, makespan less submission time and accumulated run time."},
			{Name: "alone", Doc: "The step nearest in makespan less submission time alone."}}}

	compactChoice = &paper.Choice{Key: "compact", Asks: "Which schedule is compacted, if several in slots cost the same?",
		Text: `"according to the starting order of the schedule computed by CPLEX" (section 3.2); "approaches are thinkable, where the ` +
			`scheduling policy is used to generate an initial schedule" (section 4)`,
		Why: "The text has CPLEX compute the schedule, and names an initial one only as an idea.",
		Values: []paper.Answer{
			{Name: "found", Doc: "The schedule that our solver finds in slots."},
			{Name: "plan", Doc: "The best policy's plan in slots, unless the solver, which begins with it, finds a cheaper schedule."}}}

	tiesChoice = &paper.Choice{Key: "ties", Asks: "In which order are jobs compacted that start in the same slot?",
		Text: `"each job is inserted in the schedule according to the starting order" (section 3.2)`,
		Why:  "It is the order in which the scheduler has the jobs.",
		Values: []paper.Answer{
			{Name: "submission", Doc: "The job that was submitted first goes first."},
			{Name: "shortest", Doc: "The job with the shortest estimate goes first."}}}

	slotsChoice = &paper.Choice{Key: "slots", Asks: "How much memory does equation 6 give to an entry of the matrix?",
		Text: `"good values for x are 0.1 kB or 0.0001 MB" (section 3.2), and 12 time scales (table 1)`,
		Why:  "The time scales of table 1 went into the program; its x gives 11 of them, that of the text none.",
		Values: []paper.Answer{
			{Name: "printed", Doc: "0.001 MB."},
			{Name: "text", Doc: "0.0001 MB: slots are about a third as long."}}}

	deciderChoice = &paper.Choice{Key: "decider", Asks: "Which decider takes the steps?",
		Text: `"simple decider"; "this is implemented in the advanced decider" (section 2)`,
		Why:  "The text says that the simple one decides wrongly in four cases, and the advanced one correctly.",
		Values: []paper.Answer{
			{Name: "advanced", Doc: "The advanced decider, in table1, section4 and fig1."},
			{Name: "simple", Doc: "The simple decider, in the same."}}}

	choices = []*paper.Choice{matchChoice, compactChoice, tiesChoice, slotsChoice, deciderChoice}
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

// memory is that of equation 6.
func (m method) memory() program.Memory {
	if m.Slots == "text" {
		return program.Memory{}
	}
	return program.Printed
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
