package rules

import (
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
	widthsChoice   = choices.Named("widths")
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
	if s.older == nil || l.Reading.Of(cleaningChoice) == "cleaned" {
		return l.Trace(s.trace, trace.Options{Procs: s.size(l.Reading)})
	}
	w, ok, err = s.older.Read(l, logs.Options{Uncleaned: true})
	if size := s.size(l.Reading); ok && err == nil && size > 0 {
		w = w.Resize(size)
	}
	return w, ok, err
}
