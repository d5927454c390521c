package grid

import "github.com/backfill-lab/backfill/core/papers/paper"

// What the text leaves open: see readings.txt.
var (
	choices = paper.EmbeddedChoices(files)

	base       = choices.Named("base")
	load       = choices.Named("load")
	site       = choices.Named("site")
	rule       = choices.Named("rule")
	tie        = choices.Named("tie")
	counting   = choices.Named("count")
	factor     = choices.Named("p")
	limit      = choices.Named("limit")
	stretched  = choices.Named("stretched")
	slowdown   = choices.Named("slowdown")
	taken      = choices.Named("take")
	discipline = choices.Named("discipline")
)
