package paper

import (
	"fmt"
	"slices"
	"strings"
)

// A Catalogue is papers in the order of a report.
type Catalogue []*Paper

// A Chosen is an experiment of a paper in a setting.
type Chosen struct {
	Paper      *Paper
	Setting    Setting // its reading has choices of the paper only
	Experiment *Experiment
}

// Find returns the experiments that the ids name, each once, in the order of the
// catalogue, as they are in a setting. An id is an experiment's, or the key of a paper, for all of its experiments.
// Without ids, it returns every experiment.
func (c Catalogue) Find(at Setting, ids ...string) ([]Chosen, error) {
	if at.Scale != Quick && at.Scale != Full {
		return nil, fmt.Errorf("unknown scale %q: it is %s or %s", at.Scale, Quick, Full)
	}
	if err := at.check(); err != nil {
		return nil, err
	}
	var all []Chosen
	known := make([]bool, len(ids))
	for _, p := range c {
		own := at
		own.Reading = at.Reading.Only(p)
		experiments := p.Experiments(own)
		for i := range experiments {
			x := &experiments[i]
			take := len(ids) == 0
			for k, id := range ids {
				if id == p.Key || id == x.ID {
					known[k], take = true, true
				}
			}
			if !take {
				continue
			}
			if at.extended() && !x.Extends {
				return nil, fmt.Errorf("%s takes no other factors or policies; those that do: %s", x.ID, strings.Join(c.extending(), ", "))
			}
			for k := range x.Runs {
				if len(at.Own) > 0 {
					x.Runs[k].Spec.Own = at.Own
				}
			}
			all = append(all, Chosen{p, own, x})
		}
	}
	if k := slices.Index(known, false); k >= 0 {
		unknown := &UnknownError{ID: ids[k]}
		for _, p := range c {
			unknown.Papers = append(unknown.Papers, p.Key)
		}
		return nil, unknown
	}
	return all, nil
}

// IDs returns the keys of the papers, each followed by the ids of its experiments.
func (c Catalogue) IDs() (ids []string) {
	for _, p := range c {
		ids = append(ids, p.Key)
		for _, x := range p.Experiments(First(Quick)) {
			ids = append(ids, x.ID)
		}
	}
	return ids
}

// extending returns the ids of the experiments that take other factors and policies.
func (c Catalogue) extending() (ids []string) {
	for _, p := range c {
		for _, x := range p.Experiments(First(Quick)) {
			if x.Extends {
				ids = append(ids, x.ID)
			}
		}
	}
	return ids
}

// An UnknownError is Find's error for an id that names no experiment or paper.
type UnknownError struct {
	ID     string
	Papers []string // all keys
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown experiment or paper %q; the papers are %s", e.ID, strings.Join(e.Papers, ", "))
}
