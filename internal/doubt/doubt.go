// Package doubt is what every reader and every answer says of data that may not mean what it seems to.
package doubt

import "strings"

// A Doubt is one thing about a log that may not mean what it seems to, or that the log leaves open and a program had to decide.
type Doubt struct {
	Key     string `json:"key"`               // the kind of doubt, such as "limit-unit"
	What    string `json:"what"`              // what was found and how it is taken: words without a full stop
	Jobs    int    `json:"jobs,omitempty"`    // jobs, or rows, that it is about; 0 if it is about the log as a whole
	Of      int    `json:"of,omitempty"`      // of how many jobs or rows
	Example string `json:"example,omitempty"` // one of them
	Fix     string `json:"fix,omitempty"`     // what to type or to look at, to follow a colon
	// Grave says that numbers of a simulation could change by more than a tenth.
	Grave bool `json:"grave,omitempty"`
}

// String returns the doubt and what to do, in words without a full stop.
func (d Doubt) String() string {
	s := d.What
	if d.Example != "" {
		s += ", such as " + d.Example
	}
	if d.Fix != "" {
		s += ": " + d.Fix
	}
	return s
}

// Share tells whether a doubt about that many jobs is grave: if they are more than a tenth of all.
func Share(jobs, of int) bool { return 10*jobs > of }

// Sentences returns the doubts as sentences.
func Sentences(all []Doubt) []string {
	list := make([]string, len(all))
	for i, d := range all {
		s := d.String()
		list[i] = strings.ToUpper(s[:1]) + s[1:] + "."
	}
	return list
}

// Warning is what stands above grave doubts, beside an answer.
const Warning = "could change these numbers by more than a tenth:"

// Split returns the grave doubts, which belong beside an answer, and the others.
func Split(all []Doubt) (grave, others []Doubt) {
	for _, d := range all {
		if d.Grave {
			grave = append(grave, d)
		} else {
			others = append(others, d)
		}
	}
	return grave, others
}
