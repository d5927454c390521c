package papers

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Paper is a paper and its experiments.
type Paper struct {
	Key         string          `json:"key"`
	Title       string          `json:"title"`
	Authors     string          `json:"authors"`
	Venue       string          `json:"venue"`
	DOI         string          `json:"doi"` // "" if none is known
	Notes       []string        `json:"notes"`
	Choices     []*paper.Choice `json:"choices"` // what the text leaves open
	Experiments []Experiment    `json:"experiments"`
}

// An Experiment is a table or figure with what is printed, and what was recorded at the paper's own size.
type Experiment struct {
	ID      string              `json:"id"`
	Kind    paper.Kind          `json:"kind"`
	Title   string              `json:"title"`
	Doc     string              `json:"doc"`
	Command string              `json:"command"` // that computes it at the paper's size
	Seeds   int                 `json:"seeds"`   // that the record is of; 0 if there is no record
	Logs    []string            `json:"logs"`    // that the record was computed from
	Numbers []paper.Number      `json:"numbers"`
	Claims  []paper.ClaimResult `json:"claims"`
}

// Catalogue lists all papers with what a record has of their experiments.
func Catalogue(recorded []*paper.Evaluation) []Paper {
	all := []Paper{}
	for _, p := range papers.All {
		out := Paper{Key: p.Key, Title: p.Title, Authors: p.Authors, Venue: p.Venue, DOI: p.DOI, Notes: append([]string{}, p.Notes...),
			Choices: append([]*paper.Choice{}, p.Choices...)}
		for _, x := range p.Experiments(paper.First(paper.Full)) {
			e := Experiment{ID: x.ID, Kind: x.Kind, Title: x.Title, Doc: x.Doc, Command: command(x.ID, paper.Full, ""),
				Logs: []string{}, Numbers: []paper.Number{}, Claims: []paper.ClaimResult{}}
			if k := slices.IndexFunc(recorded, func(r *paper.Evaluation) bool { return r.Experiment.ID == x.ID }); k >= 0 {
				e.record(recorded[k])
			}
			out.Experiments = append(out.Experiments, e)
		}
		all = append(all, out)
	}
	return all
}

// record fills in what an evaluation at the paper's size has.
func (x *Experiment) record(e *paper.Evaluation) {
	x.Seeds = max(1, len(e.Seeds))
	for _, t := range e.Logs() {
		x.Logs = append(x.Logs, t.Name)
	}
	x.Numbers, x.Claims = shown(e.Numbers), append(x.Claims, e.Claims...)
}

// shown returns numbers without what the page does not show: ids, and ratios, which are a fifth of a download.
func shown(all []paper.Number) []paper.Number {
	all = append([]paper.Number{}, all...)
	for i := range all {
		all[i].ID, all[i].Ratio = "", numeral.JSON(math.NaN())
	}
	return all
}
