package trace

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A Cause is what was wrong with rows to which a rule was applied: a field whose value could not be taken, and why.
type Cause struct {
	Rule  string  `json:"rule"`            // key of the rule: malformed or unusable
	Field string  `json:"field,omitempty"` // the column, or the field with its number; "" for the whole row
	Why   string  `json:"why"`
	Rows  int     `json:"rows"`
	First []Place `json:"first"` // the first of them, at most 3
}

// A Place is a value in a log, for people to look it up.
type Place struct {
	Line int    `json:"line"`           // from 1; the number of the row in files without lines, such as Parquet
	Text string `json:"text,omitempty"` // the value, shortened
}

// String returns the place and the value in quotes, which keep any value on one line.
func (p Place) String() string {
	if p.Text == "" {
		return strconv.Itoa(p.Line)
	}
	return fmt.Sprintf("%d: %q", p.Line, p.Text)
}

const (
	mostPlaces = 3
	mostCauses = 20 // of a hostile log, whose reasons differ from row to row; the last holds the rest
)

// otherCauses is why rows count in the last Cause.
const otherCauses = "other reasons"

// causes gathers the causes of a log, in order of appearance.
type causes struct {
	all   []Cause
	index map[causeKey]int
}

type causeKey struct {
	rule       rule
	field, why string
}

// add counts a row to which a rule was applied because of an error of a reader.
func (c *causes) add(r rule, err error) {
	field, at, why := placeOf(err)
	c.count(causeKey{r, field, why}, at)
}

// impossible counts a row of which a field has a value that no job has.
func (c *causes) impossible(field string, at Place) {
	c.count(causeKey{unusable, field, "no job has this value"}, at)
}

func (c *causes) count(key causeKey, at Place) {
	i, known := c.index[key]
	if !known {
		if c.index == nil {
			c.index = map[causeKey]int{}
		}
		if len(c.all) >= mostCauses && key.why != otherCauses {
			c.count(causeKey{rule: key.rule, why: otherCauses}, at)
			return
		}
		i = len(c.all)
		c.index[key] = i
		c.all = append(c.all, Cause{Rule: Rules[key.rule].Key, Field: key.field, Why: key.why})
	}
	cause := &c.all[i]
	cause.Rows++
	if len(cause.First) < mostPlaces {
		cause.First = append(cause.First, at)
	}
}

// placeOf takes an error of a reader apart.
func placeOf(err error) (field string, at Place, why string) {
	var bad *text.ParseError
	if errors.As(err, &bad) {
		return bad.Field, Place{bad.Line, bad.Text}, bad.Err.Error()
	}
	return "", Place{}, err.Error()
}

// unnamed returns the causes without the values, in which a row that is out of step may have names.
func unnamed(all []Cause) []Cause {
	all = slices.Clone(all)
	for i := range all {
		all[i].First = slices.Clone(all[i].First)
		for k := range all[i].First {
			all[i].First[k].Text = ""
		}
	}
	return all
}
