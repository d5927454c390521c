package record

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// Read returns the record in tables that Tables made: evaluations without Runs and Results, their numbers
// judged by what is printed and by the rules of today. It leaves out experiments that the catalogue does not
// have any more. Tables that are missing are empty.
func Read(c paper.Catalogue, tables result.Tables) (*Record, error) {
	t := reader{catalogue: c, tables: tables, found: map[string][]paper.Chosen{}}
	r := &Record{}
	experiments := rows(&t, experimentsSchema, experimentFields)
	numbers := groupedBy(rows(&t, numbersSchema, numberFields), func(n *number) string { return paper.ExperimentOf(n.ID) })
	samples := groupedBy(rows(&t, samplesSchema, sampleFields), func(s *sample) string { return s.ID })
	claims := groupedBy(rows(&t, claimsSchema, claimFields), func(c *claim) string { return paper.ExperimentOf(c.ID) })
	known, steps := c.IDs(), map[string]float64{}
	for i := range experiments {
		e := &experiments[i]
		if !slices.Contains(known, e.id) {
			continue
		}
		t.restore(e)
		for _, n := range numbers[e.id] {
			for _, s := range samples[n.ID] {
				n.Samples = append(n.Samples, s.Ours)
			}
			if p := e.printed(&n.Number); p != nil {
				n.Rejudge(p, e.Scale)
				steps[n.ID] = p.Step
			}
			e.Numbers = append(e.Numbers, n.Number)
		}
		for _, c := range claims[e.id] {
			e.Claims = append(e.Claims, c.ClaimResult)
		}
		r.Evaluations = append(r.Evaluations, &e.Evaluation)
	}
	r.Leagues = t.leagues()
	for _, l := range r.Leagues {
		for i := range l.Held {
			l.Held[i].Step = steps[l.Held[i].ID]
		}
	}
	if t.err != nil {
		return nil, t.err
	}
	r.sort(c)
	return r, nil
}

// A reader reads tables until the first error.
type reader struct {
	catalogue paper.Catalogue
	tables    result.Tables
	found     map[string][]paper.Chosen // by setting: most experiments have the same
	err       error
}

func (t *reader) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

// rows returns the rows of a table.
func rows[R any](t *reader, s *result.Schema, fields result.Fields[R]) []R {
	if t.tables[s] == nil {
		return nil
	}
	all, err := fields.Rows(t.tables[s])
	if err != nil {
		t.fail("table %s: %w", s.Name, err)
	}
	return all
}

func groupedBy[R any](all []R, key func(*R) string) map[string][]R {
	groups := map[string][]R{}
	for i := range all {
		k := key(&all[i])
		groups[k] = append(groups[k], all[i])
	}
	return groups
}

func (t *reader) reading(text string) paper.Reading {
	r, err := t.catalogue.ParseReading(text)
	if err != nil {
		t.fail("%w", err)
	}
	return r
}

// restore fills in the experiment, as it is now, and its paper.
func (t *reader) restore(e *evaluated) {
	e.Reading = t.reading(e.reading)
	at := fmt.Sprint(e.Scale, e.Seed, e.reading)
	if t.found[at] == nil {
		var err error
		if t.found[at], err = t.catalogue.Find(e.Setting); err != nil {
			t.fail("%s: %w", e.id, err)
			return
		}
	}
	k := slices.IndexFunc(t.found[at], func(x paper.Chosen) bool { return x.Experiment.ID == e.id })
	x := t.found[at][k]
	e.Paper, e.Experiment, e.Setting = x.Paper, x.Experiment, x.Setting
	if len(e.Seeds) == 0 {
		t.fail("%s has no seeds", e.id)
	}
}

// printed returns what is printed beside a number; nil if nothing is.
func (e *evaluated) printed(n *paper.Number) *paper.Published {
	if e.Experiment == nil {
		return nil // it could not be restored
	}
	k := slices.IndexFunc(e.Experiment.Published, func(p paper.Published) bool { return p.Row == n.Row && p.Column == n.Column })
	if k < 0 {
		return nil
	}
	return &e.Experiment.Published[k]
}

// chosenBy returns the groups whose numbers chose a value of a reading of a paper.
func (t *reader) chosenBy(key string, r paper.Reading) []string {
	k := slices.IndexFunc(t.catalogue, func(p *paper.Paper) bool { return p.Key == key })
	if k < 0 {
		return nil
	}
	return r.ChosenBy(t.catalogue[k])
}

// leagues puts the rows of trials and of numbers held out together.
func (t *reader) leagues() (all []*League) {
	var l *League
	trials := rows(t, leaguesSchema, leagueFields)
	out := groupedBy(rows(t, heldSchema, heldFields), func(h *held) string { return h.paper })
	for i := range trials {
		row := &trials[i]
		reading := t.reading(row.reading)
		if l == nil || l.Paper != row.Paper {
			l = &row.League
			l.Folds, l.Held = []Fold{}, []Held{}
			for _, h := range out[l.Paper] {
				l.Held = append(l.Held, h.Held)
			}
			all = append(all, l)
		}
		if !slices.Contains(l.Groups, row.group) {
			l.Groups = append(l.Groups, row.group)
		}
		if n := len(l.Trials); n == 0 || l.Trials[n-1].Reading.String() != reading.String() {
			l.Trials = append(l.Trials, Trial{Reading: reading, Distance: map[string]Distance{}, ChosenBy: t.chosenBy(l.Paper, reading)})
		}
		l.Trials[len(l.Trials)-1].Distance[row.group] = row.distance
		if row.start {
			l.Start = reading
		}
	}
	byPaper := groupedBy(trials, func(t *trial) string { return t.Paper })
	for _, l := range all {
		if !slices.ContainsFunc(byPaper[l.Paper], func(t trial) bool { return t.start }) {
			t.fail("table leagues: no reading of %s is the one that the search began with", l.Paper)
			return nil
		}
		for _, g := range l.Groups {
			for _, row := range byPaper[l.Paper] {
				if row.chosen && row.group == g {
					l.Hold(g, t.reading(row.reading))
				}
			}
		}
	}
	return all
}
