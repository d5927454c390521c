// Package record keeps what came out for every number and claim of the papers' tables and figures, with all
// that is needed to repeat it. A record is a folder of Parquet files, one for each table of Schemas, and
// pages to read:
//
//	experiments   a row for each table and figure: how it was computed, from which job sets, and the picture
//	numbers       a row for each number, a view of a paper.Number
//	samples       our number with each seed, where it varies
//	claims        a row for each claim, a view of a paper.ClaimResult
//	leagues       how far the numbers are from the printed ones under other readings
//	held          the numbers of a league under the reading that was chosen without them
//	RECORD.md     the page to begin with, a page for each paper, and figures: Record.Pages, Pictures
//
// An Audit computes some of a record's rows again.
//
// A League searches the readings of a paper for the one that brings our numbers nearest to the printed ones.
package record

import (
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A Record is evaluations in the order of a catalogue, and the leagues of their papers.
type Record struct {
	Evaluations []*paper.Evaluation
	Leagues     []*League
}

// Update adds the evaluations of another record, in place of those of the same experiments, and its leagues.
func (r *Record) Update(c paper.Catalogue, other *Record) {
	for _, l := range other.Leagues {
		r.SetLeague(l)
	}
	all := slices.Clone(other.Evaluations)
	for _, e := range r.Evaluations {
		if !slices.ContainsFunc(all, func(o *paper.Evaluation) bool { return o.Experiment.ID == e.Experiment.ID }) {
			all = append(all, e)
		}
	}
	r.Evaluations = all
	r.sort(c)
}

// sort puts evaluations into the catalogue's order.
func (r *Record) sort(c paper.Catalogue) {
	ids := c.IDs()
	slices.SortStableFunc(r.Evaluations, func(a, b *paper.Evaluation) int {
		return slices.Index(ids, a.Experiment.ID) - slices.Index(ids, b.Experiment.ID)
	})
}

// SetLeague adds a league, in place of that of the same paper.
func (r *Record) SetLeague(l *League) {
	r.Leagues = append(slices.DeleteFunc(r.Leagues, func(o *League) bool { return o.Paper == l.Paper }), l)
}

// Rows returns the number of numbers and claims.
func (r *Record) Rows() (n int) {
	for _, e := range r.Evaluations {
		n += len(e.Numbers) + len(e.Claims)
	}
	return n
}
