package rules

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// What the text leaves open: see readings.txt.
var (
	choices = paper.EmbeddedChoices(files)

	frontChoice    = choices.Named("front")
	scalingChoice  = choices.Named("scaling")
	machineChoice  = choices.Named("machine")
	cleaningChoice = choices.Named("cleaning")
	killChoice     = choices.Named("kill")
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
	return int(math.Round(float64(w.Len()) * factor))
}
