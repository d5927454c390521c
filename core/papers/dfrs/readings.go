package dfrs

import (
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What the text leaves open: see readings.txt.
var (
	choices = paper.EmbeddedChoices(files)

	virtualTime   = choices.Named("vtime")
	theorem       = choices.Named("bound")
	lublinUMed    = choices.Named("umed")
	logWidth      = choices.Named("processors")
	packingTies   = choices.Named("packing")
	countedEvents = choices.Named("events")
	countedBytes  = choices.Named("bytes")
)

// chosen reports whether a setting has a value other than the default of a choice.
func chosen(at paper.Setting, c *paper.Choice) bool { return at.Reading.Of(c) != c.Default() }

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
