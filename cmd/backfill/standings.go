package main

import "github.com/backfill-lab/backfill/core/metrics"

// blocksOf says what differences were seen in: 48 weeks.
func blocksOf(p *metrics.Paired) string { return plural(p.Blocks, p.Unit) }

// whyPerhaps says what keeps a first value from being surely the best.
func whyPerhaps(p *metrics.Paired) string {
	if p == nil {
		return "the log is too short to say how much it varies"
	}
	return "the difference to another one is within what the " + blocksOf(p) +
		" vary, or is of one value for the whole log (percentiles, largest values, use of the machine)"
}
