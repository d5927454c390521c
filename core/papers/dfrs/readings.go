package dfrs

import (
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// What the text leaves open: see readings.txt.
var (
	choices = paper.EmbeddedChoices(files)

	virtualTime   = choices.Named("vtime")
	theorem       = choices.Named("bound")
	lublinUMed    = choices.Named("umed")
	lublinTypes   = choices.Named("jobtypes")
	laterPenalty  = choices.Named("penalty")
	logWidth      = choices.Named("processors")
	packingTies   = choices.Named("packing")
	countedEvents = choices.Named("events")
	countedBytes  = choices.Named("bytes")
)

// chosen reports whether a setting has a value other than the default of a choice.
func chosen(at paper.Setting, c *paper.Choice) bool { return at.Reading.Of(c) != c.Default() }

// earlier is a setting for everything before section 6.4.2: its penalty is five minutes.
func earlier(at paper.Setting) paper.Setting {
	at.Reading = at.Reading.With(laterPenalty, laterPenalty.Default())
	return at
}

// penaltyOf is the rescheduling penalty in seconds.
func penaltyOf(at paper.Setting) int {
	if chosen(at, laterPenalty) {
		return 600
	}
	return shared.DefaultPenaltyS
}

// counted is the factor between a measure of pauses or migrations and that of a run.
func counted(at paper.Setting, measure string) float64 {
	switch bandwidth := strings.HasSuffix(measure, " GB/s"); {
	case bandwidth && chosen(at, countedBytes):
		return 0.5
	case !bandwidth && chosen(at, countedEvents):
		return 2
	}
	return 1
}
