package papers

import (
	"io"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A Paper is a paper and its experiments.
type Paper struct {
	Key         string       `json:"key"`
	Title       string       `json:"title"`
	Authors     string       `json:"authors"`
	Venue       string       `json:"venue"`
	DOI         string       `json:"doi"` // "" if none is known
	Notes       []string     `json:"notes"`
	Choices     []Choice     `json:"choices"` // what the text leaves open
	Experiments []Experiment `json:"experiments"`
}

// A Choice is something that a paper's text leaves open.
type Choice struct {
	Key    string   `json:"key"`
	Asks   string   `json:"asks"`
	Text   string   `json:"text"`
	Why    string   `json:"why"`
	Values []Answer `json:"values"` // the first is the default
}

// An Answer is one way to read what is left open.
type Answer struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// An Experiment is a table or figure with what is printed, and what was recorded at the paper's own size.
type Experiment struct {
	ID      string     `json:"id"`
	Kind    paper.Kind `json:"kind"`
	Title   string     `json:"title"`
	Doc     string     `json:"doc"`
	Command string     `json:"command"` // that computes it at the paper's size
	Seeds   int        `json:"seeds"`   // that the record is of; 0 if there is no record
	Logs    []string   `json:"logs"`    // that the record was computed from
	Numbers []Recorded `json:"numbers"`
	Claims  []Claimed  `json:"claims"`
}

// A Recorded is a number at the paper's size.
type Recorded struct {
	Row     string        `json:"row"`
	Column  string        `json:"column"`
	Unit    string        `json:"unit,omitempty"`
	Printed *float64      `json:"printed"`           // null if none is printed
	Value   *float64      `json:"value"`             // the median of the seeds; null if there is none
	Most    *float64      `json:"most,omitempty"`    // the upper end, if value is the lower end of an interval
	Low     *float64      `json:"low,omitempty"`     // the 5 % quantile of the seeds, if it varies
	High    *float64      `json:"high,omitempty"`    // the 95 % quantile
	Verdict paper.Verdict `json:"verdict,omitempty"` // missing if nothing is printed
	Class   paper.Class   `json:"class"`
	Note    string        `json:"note,omitempty"`
}

// A Claimed is a result that the text states.
type Claimed struct {
	ID      string        `json:"id"`
	Text    string        `json:"text"`
	Section string        `json:"section"` // "" if the claim is ours
	Verdict paper.Verdict `json:"verdict"` // at the paper's size
	Note    string        `json:"note"`
	Held    int           `json:"held"` // with how many of the seeds
	Of      int           `json:"of"`
}

// Catalogue lists all papers with what the record (paper.EvaluationsFile) has of their experiments.
func Catalogue(name string, record io.Reader) ([]Paper, error) {
	recorded, err := papers.All.ReadEvaluations(name, record)
	if err != nil {
		return nil, err
	}
	all := []Paper{}
	for _, p := range papers.All {
		out := Paper{Key: p.Key, Title: p.Title, Authors: p.Authors, Venue: p.Venue, DOI: p.DOI, Notes: append([]string{}, p.Notes...),
			Choices: []Choice{}}
		for _, c := range p.Choices {
			choice := Choice{Key: c.Key, Asks: c.Asks, Text: c.Text, Why: c.Why}
			for _, v := range c.Values {
				choice.Values = append(choice.Values, Answer{v.Name, v.Doc})
			}
			out.Choices = append(out.Choices, choice)
		}
		for _, x := range p.Experiments(paper.First(paper.Full)) {
			e := Experiment{ID: x.ID, Kind: x.Kind, Title: x.Title, Doc: x.Doc, Command: command(x.ID, paper.Full, ""),
				Logs: []string{}, Numbers: []Recorded{}, Claims: []Claimed{}}
			if k := slices.IndexFunc(recorded, func(r *paper.Evaluation) bool { return r.Experiment.ID == x.ID }); k >= 0 {
				e.record(recorded[k])
			}
			out.Experiments = append(out.Experiments, e)
		}
		all = append(all, out)
	}
	return all, nil
}

// record fills in what an evaluation at the paper's size has.
func (x *Experiment) record(e *paper.Evaluation) {
	x.Seeds = max(1, len(e.Seeds))
	for _, o := range e.Origins {
		for _, t := range o.Traces {
			if !slices.Contains(x.Logs, t.Name) {
				x.Logs = append(x.Logs, t.Name)
			}
		}
	}
	for _, n := range e.All() {
		r := Recorded{Row: n.Row, Column: n.Column, Unit: n.Unit, Printed: finite(n.Published), Value: finite(n.Ours), Verdict: n.Verdict,
			Class: n.Class, Note: n.Note}
		if n.Interval() {
			r.Most = finite(n.Most)
		}
		if n.Seeds != nil {
			r.Low, r.High = finite(n.Range.Low), finite(n.Range.High)
		}
		x.Numbers = append(x.Numbers, r)
	}
	for _, c := range e.Claims {
		x.Claims = append(x.Claims, Claimed{ID: c.ID, Text: c.Text, Section: c.Section, Verdict: c.Verdict, Note: c.Note, Held: c.Held, Of: c.Of})
	}
}

// finite returns nil for what is no number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
