// Package papers computes the experiments of papers in the page, at quick scale and on substitutes for the logs.
//
//	experiment   computes one experiment
//
// What a visitor sees before is in a file that the build makes: see Catalogue.
package papers

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/wasm/service"
)

// New returns the Service. yield lets the event loop deliver a cancel, as bridge.Options.Yield does; it may be nil.
func New(yield func()) *service.Service { return newService(yield, nil) }

// newService returns a Service that takes runs from a cache, which may be nil.
func newService(yield func(), cache paper.Cache) *service.Service {
	if yield == nil {
		yield = func() {}
	}
	do := func(c *service.Call, p *experimentRequest) (*Evaluation, error) {
		return experiment(c, p, yield, cache)
	}
	return service.NewService(map[string]service.Op{"experiment": service.NewOp(0, do).Reporting(Evaluating{})})
}

type experimentRequest struct {
	service.Envelope
	Experiment string `json:"experiment"`
	Reading    string `json:"reading"` // CHOICE=VALUE,...; "" is the default of every choice
}

// Evaluating is the progress of an experiment.
type Evaluating struct {
	Run   string  `json:"run"`   // the run that made progress
	Done  int     `json:"done"`  // runs
	Total int     `json:"total"` // runs
	Share float64 `json:"share"` // of all work, 0 to 1
}

// An Evaluation is what came out of an experiment at quick scale.
type Evaluation struct {
	Command string              `json:"command"` // that computes the same
	Digest  string              `json:"digest"`  // of its numbers, as in cells.parquet of the command
	Numbers []paper.Number      `json:"numbers"`
	Claims  []paper.ClaimResult `json:"claims"`
	Origins []paper.Origin      `json:"origins"`
	Chart   *chart.Chart        `json:"chart"` // null if the experiment has no picture
	Seconds float64             `json:"seconds"`
}

func experiment(c *service.Call, p *experimentRequest, yield func(), cache paper.Cache) (*Evaluation, error) {
	reading, err := papers.All().ParseReading(p.Reading)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(papers.All(), func(of *paper.Paper) bool { return of.Key == p.Experiment }) {
		return nil, fmt.Errorf("%s is a paper: name one of its experiments", p.Experiment)
	}
	yield()
	progress := func(at paper.Progress) {
		c.Progress(Evaluating{Run: at.Run, Done: at.Done, Total: at.Total, Share: at.Share})
		yield()
	}
	opt := paper.Options{Scale: paper.Quick, Reading: reading, Parallel: 1, Progress: progress, Cache: cache}
	all, err := papers.All().Evaluate(c, opt, p.Experiment)
	if err != nil {
		return nil, err
	}
	return evaluated(all[0])
}

// evaluated is what the page gets of an evaluation.
func evaluated(e *paper.Evaluation) (*Evaluation, error) {
	cells := result.NewDigest(paper.CellsSchema)
	if err := cells.Write(e.CellsTable()); err != nil {
		return nil, err
	}
	out := &Evaluation{Command: command(e.Experiment.ID, paper.Quick, e.Reading.String()), Digest: cells.Sum(), Numbers: shown(e.Numbers),
		Claims: append([]paper.ClaimResult{}, e.Claims...), Origins: append([]paper.Origin{}, e.Origins...), Chart: e.Chart,
		Seconds: e.Seconds}
	return out, nil
}

// command returns the command that computes an experiment.
func command(id string, scale paper.Scale, reading string) string {
	text := fmt.Sprintf("backfill paper run %s --scale %s", id, scale)
	if reading != "" {
		text += " --reading " + reading
	}
	return text
}

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
	for _, p := range papers.All() {
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
