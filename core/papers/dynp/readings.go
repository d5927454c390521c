package dynp

import (
	"strings"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What the text leaves open: see readings.txt.
var (
	choices = paper.EmbeddedChoices(files)

	stepsChoice     = choices.Named("steps")
	listChoice      = choices.Named("list")
	insertionChoice = choices.Named("insertion")
	equalsChoice    = choices.Named("equals")
	orderChoice     = choices.Named("order")
	thresholdChoice = choices.Named("threshold")
	placeChoice     = choices.Named("place")
	logChoice       = choices.Named("log")
	overrunChoice   = choices.Named("overrun")
	tailChoice      = choices.Named("tail")
	sampleChoice    = choices.Named("sample")
)

// logOptions are those of job sets under a reading.
func logOptions(r paper.Reading) logs.Options {
	opt := logs.Options{Uncleaned: r.Of(logChoice) == "uncleaned"}
	if t := r.Of(tailChoice); t != tailChoice.Default() {
		opt.Tail = t
	}
	return opt
}

// drawOptions are those of a set that is drawn.
func drawOptions(l *paper.Loader) logs.Options {
	opt := logOptions(l.Reading)
	if opt.Seed = logs.Nearest; l.Reading.Of(sampleChoice) == "drawn" {
		opt.Seed = l.Draw()
	}
	return opt
}

// play returns the run of a policy of the figures, or of a column of table 4: "sjf", "basic",
// "artww-simple". Self-tuning ones keep their steps in every experiment, so that the
// experiments share the runs.
func play(label, jobSet, key string, factor float64, at paper.Setting) paper.Run {
	quality, decider, tuned := strings.Cut(key, "-")
	run := paper.Simulate(label, jobSet, policy(key), factor)
	if p := programOf(at.Reading); p != (program{}) && key != "basic" {
		if p.Decider = key; tuned {
			p.Quality, p.Decider = quality, decider
		}
		run = playProgram(label, jobSet, p, factor)
	} else if tuned {
		run.Statistics = []paper.Statistic{steps}
	}
	if o := at.Reading.Of(overrunChoice); o != overrunChoice.Default() {
		run.Spec.Overrun = o
	}
	return run
}

// programOf returns the reading's program without quality and decider. It is the zero value
// if core/policy/dynp does the same.
func programOf(r paper.Reading) (p program) {
	if v := r.Of(stepsChoice); v != stepsChoice.Default() {
		p.Steps = v
	}
	if v := r.Of(placeChoice); v != placeChoice.Default() {
		p.Place = v
	}
	if r.Of(thresholdChoice) != thresholdChoice.Default() {
		p.Threshold = 1
	}
	p.List = handlingOf(r)
	return p
}

// handlingOf returns the reading's handling of the list.
func handlingOf(r paper.Reading) handling {
	h := handlings[r.Of(listChoice)]
	if h == listSorted {
		return h
	}
	switch r.Of(insertionChoice) {
	case "before":
		h.InsertSJF, h.InsertLJF = "before", "after"
	case "after":
		h.InsertSJF, h.InsertLJF = "after", "after"
	}
	if v := r.Of(equalsChoice); v != equalsChoice.Default() {
		h.Equals = v
	}
	switch r.Of(orderChoice) {
	case "starts":
		h.LeaveFCFS = "starts"
		fallthrough
	case "sjf-starts":
		h.LeaveSJF = "starts"
	}
	return h
}
