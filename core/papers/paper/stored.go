package paper

import (
	"fmt"
	"io"
	"slices"

	"github.com/backfill-lab/backfill/core/result/chart"
)

// EvaluationsFile is the name of the file in a record that has its evaluations.
const EvaluationsFile = "experiments.jsonl"

// A stored is an evaluation as a line of JSON: all but its runs and their results.
type stored struct {
	Experiment string         `json:"experiment"`
	Version    string         `json:"version"`
	Scale      Scale          `json:"scale"`
	Reading    Reading        `json:"reading,omitempty"`
	Seed       uint64         `json:"seed"`
	Seeds      []uint64       `json:"seeds"`
	Seconds    float64        `json:"seconds"`
	Origins    []Origin       `json:"origins"`
	Cells      []storedNumber `json:"cells"`
	Numbers    []storedNumber `json:"numbers"` // the printed ones
	Claims     []storedClaim  `json:"claims"`
	Chart      *chart.Chart   `json:"chart,omitempty"`
}

// A storedNumber has null for what is no number.
type storedNumber struct {
	Row     string        `json:"row"`
	Column  string        `json:"column"`
	Unit    string        `json:"unit,omitempty"`
	Values  chart.Numbers `json:"values"` // published, ours, most, ratio, and the ends of the range
	Seeds   chart.Numbers `json:"seeds,omitempty"`
	Verdict Verdict       `json:"verdict,omitempty"`
	Class   Class         `json:"class"`
	Note    string        `json:"note,omitempty"`
	Groups  []string      `json:"groups,omitempty"`
	Seconds float64       `json:"seconds"`
}

type storedClaim struct {
	Verified
	Seconds float64 `json:"seconds"`
}

// values are the numbers that a storedNumber has in one list.
func (n *Number) values() []*float64 {
	return []*float64{&n.Published, &n.Ours, &n.Most, &n.Ratio, &n.Range.Low, &n.Range.High}
}

// WriteEvaluations writes evaluations as JSON, one on each line, without their runs.
func WriteEvaluations(w io.Writer, all []*Evaluation) error {
	var lines []stored
	for _, e := range all {
		s := stored{Experiment: e.Experiment.ID, Version: e.Version, Scale: e.Scale, Reading: e.Reading, Seed: e.Seed, Seeds: e.Seeds,
			Seconds: e.Seconds, Origins: e.Origins, Cells: storeNumbers(e.Cells), Numbers: storeNumbers(e.Numbers), Chart: e.Chart}
		for _, c := range e.Claims {
			s.Claims = append(s.Claims, storedClaim{c, c.Seconds})
		}
		lines = append(lines, s)
	}
	return WriteLines(w, lines)
}

func storeNumbers(all []Number) (out []storedNumber) {
	for _, n := range all {
		s := storedNumber{Row: n.Row, Column: n.Column, Unit: n.Unit, Seeds: n.Seeds, Verdict: n.Verdict, Class: n.Class, Note: n.Note,
			Groups: n.Groups, Seconds: n.Seconds}
		for _, v := range n.values() {
			s.Values = append(s.Values, *v)
		}
		out = append(out, s)
	}
	return out
}

// ReadEvaluations reads what WriteEvaluations wrote: evaluations without Runs and Results.
// It leaves out experiments that the catalogue does not have any more, and returns the
// others in its order. An error names the line.
func (c Catalogue) ReadEvaluations(name string, in io.Reader) ([]*Evaluation, error) {
	lines, err := ReadLines[stored](name, in)
	if err != nil {
		return nil, err
	}
	var all []*Evaluation
	known := c.IDs()
	found := map[string][]Chosen{} // by setting: most lines have the same
	for i, s := range lines {
		if !slices.Contains(known, s.Experiment) {
			continue
		}
		at := Setting{Scale: s.Scale, Seed: s.Seed, Reading: s.Reading}
		key := fmt.Sprint(at.Scale, at.Seed, at.Reading)
		if found[key] == nil {
			if found[key], err = c.Find(at); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
			}
		}
		k := slices.IndexFunc(found[key], func(x Chosen) bool { return x.Experiment.ID == s.Experiment })
		e, err := s.restore(found[key][k])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		all = append(all, e)
	}
	c.sort(all)
	return all, nil
}

// Update returns the evaluations of all and, where it has none of an experiment, of older
// ones, in the catalogue's order.
func (c Catalogue) Update(older, all []*Evaluation) []*Evaluation {
	merged := slices.Clone(all)
	for _, e := range older {
		if !slices.ContainsFunc(all, func(o *Evaluation) bool { return o.Experiment.ID == e.Experiment.ID }) {
			merged = append(merged, e)
		}
	}
	c.sort(merged)
	return merged
}

// sort puts evaluations into the catalogue's order.
func (c Catalogue) sort(all []*Evaluation) {
	ids := c.IDs()
	slices.SortStableFunc(all, func(a, b *Evaluation) int {
		return slices.Index(ids, a.Experiment.ID) - slices.Index(ids, b.Experiment.ID)
	})
}

// restore returns the evaluation of the experiment, as it is now.
func (s *stored) restore(x Chosen) (e *Evaluation, err error) {
	e = &Evaluation{Paper: x.Paper, Experiment: x.Experiment, Setting: x.Setting, Seeds: s.Seeds, Version: s.Version,
		Seconds: s.Seconds, Origins: s.Origins, Chart: s.Chart}
	for _, claim := range s.Claims {
		claim.Verified.Seconds = claim.Seconds
		e.Claims = append(e.Claims, claim.Verified)
	}
	if e.Cells, err = e.restoreNumbers(s.Cells); err == nil {
		e.Numbers, err = e.restoreNumbers(s.Numbers)
	}
	return e, err
}

func (e *Evaluation) restoreNumbers(all []storedNumber) (out []Number, err error) {
	for _, s := range all {
		n := Number{ID: e.Experiment.ID + "/" + slug(s.Row, s.Column), Row: s.Row, Column: s.Column, Unit: s.Unit, Seeds: s.Seeds,
			Verdict: s.Verdict, Class: s.Class, Note: s.Note, Groups: s.Groups, Seconds: s.Seconds}
		to := n.values()
		if len(s.Values) != len(to) {
			return nil, fmt.Errorf("%s has %d values, want %d", n.ID, len(s.Values), len(to))
		}
		for k, v := range s.Values {
			*to[k] = v
		}
		out = append(out, n)
	}
	return out, nil
}
