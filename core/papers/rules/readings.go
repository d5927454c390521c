package rules

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// What the text leaves open.
var (
	frontChoice = &paper.Choice{Key: "front", Asks: "What does the search for the off-line front begin with?",
		Text: `"only an approximation as it is derived by heuristics" (section 5)`,
		Why:  "It is the lowest front that we can find, and no approach can be below it.",
		Values: []paper.Answer{
			{Name: "trained", Doc: "With the orders in which the 13 strategies and the trained rule bases start the jobs."},
			{Name: "strategies", Doc: "With those of the 13 strategies alone."}}}

	scalingChoice = &paper.Choice{Key: "scaling", Asks: "How is a log scaled to 1,024 processors?",
		Text: `"scaled to a standard machine configuration with 1024 processors as described by Ernemann et al." (section 5)`,
		Why:  "It gives the printed numbers of jobs, which neither of the others does.",
		Values: []paper.Answer{
			{Name: "mixed", Doc: "Some jobs become wider and the others are copied, up to the number of jobs in table 2."},
			{Name: "wider", Doc: "Every job becomes wider; none is copied."},
			{Name: "copies", Doc: "Every job keeps its width and is copied."}}}

	machineChoice = &paper.Choice{Key: "machine", Asks: "How many processors had CTC's machine?",
		Text: "1024 after the scaling (table 2); the number before is not printed",
		Why:  "The other papers here that use the log take 430.",
		Values: []paper.Answer{
			{Name: "430", Doc: "430."},
			{Name: "338", Doc: "338, the batch partition in the log's header."},
			{Name: "512", Doc: "512, the whole machine in the log's header."}}}

	cleaningChoice = &paper.Choice{Key: "cleaning", Asks: "Does CTC's log have the jobs that the archive removed later?",
		Text: "136,471 jobs after the scaling (table 2)",
		Why:  "The jobs that were removed are known by number and means only.",
		Values: []paper.Answer{
			{Name: "cleaned", Doc: "No: the log at hand."},
			{Name: "uncleaned", Doc: "Yes: its 2,080 removed jobs, restored from what headers and other papers' means say."}}}

	killChoice = &paper.Choice{Key: "kill", Asks: "Does a job end at its estimate?",
		Text: `"estimates are mainly used to determine faulty jobs whose processing time exceeds the estimate" (section 1, shortened)`,
		Why: "Estimates are limits in the other papers here. The other value was tried after seeing results: on CTC it gives EASY an objective " +
			"of 856,449 s, the default 826,059 s; printed is 856,717 s.",
		Values: []paper.Answer{
			{Name: "cut", Doc: "Yes."},
			{Name: "uncut", Doc: "No: it runs for the logged time, and is planned to end at any moment."}}}

	choices = []*paper.Choice{frontChoice, scalingChoice, machineChoice, cleaningChoice, killChoice}
)

// seeded reports whether the off-line fronts begin with the trained rule bases.
func seeded(at paper.Setting) bool { return at.Reading.Of(frontChoice) == frontChoice.Default() }

// overrun returns what becomes of jobs at their estimates, as options name it, or "" by default.
func overrun(r paper.Reading) string {
	if r.Of(killChoice) == killChoice.Default() {
		return ""
	}
	return "extend"
}

// rule is the rule that overrun names.
func rule(overrun string) sim.Overrun {
	if overrun == "" {
		return sim.Cut
	}
	return sim.Extend
}

// size returns the processors that the set's log is read with; 0 is the header's number.
func (s *set) size(r paper.Reading) int {
	if s.key != "ctc" {
		return 0
	}
	n, err := strconv.Atoi(r.Of(machineChoice))
	if err != nil {
		panic(err) // the values are numbers
	}
	return n
}

// read reads the set's log; ok is false if it is not given.
func (s *set) read(l *paper.Loader) (w *trace.Workload, ok bool, err error) {
	if s.key != "ctc" || l.Reading.Of(cleaningChoice) == cleaningChoice.Default() {
		return l.Trace(s.trace, trace.Options{Procs: s.size(l.Reading)})
	}
	if w, ok, err = logs.CTC.Read(l, logs.Options{Uncleaned: true}); ok && err == nil {
		w = w.Resize(s.size(l.Reading))
	}
	return w, ok, err
}

// scaled returns the number of jobs after scaling w, which is all of the log or its beginning.
func (s *set) scaled(r paper.Reading, w *trace.Workload, all int) int {
	factor := 1.0
	switch r.Of(scalingChoice) {
	case "mixed":
		factor = float64(s.jobs()) / float64(all)
	case "copies":
		factor = float64(procs) / float64(w.Procs)
	}
	return int(math.Round(float64(len(w.Jobs)) * factor))
}
