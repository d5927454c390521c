package paper

import (
	"fmt"
	"slices"
	"strings"
)

// A Class says what a printed number can show. Only measured ones are counted: schedulers
// have no part in the others, or we saw to it that they agree, or they are counted elsewhere.
//
// The class is that of a run at the paper's size on the logs. It belongs to the printed
// number and the cell beside it, and is decided by where the cell's value comes from:
//
//   - a number of a schedule, of a solver's answer or of a training is measured, whether ours
//     agrees or not, and also if we cannot compute it (seconds of another machine);
//   - a number that describes a log, or that we take from the paper (a size, a bound, a
//     weight), is an input; so is one that describes jobs which we cut from the log;
//   - a number that describes jobs which we drew is fitted if the distributions or the seed
//     were chosen by the printed numbers, else measured;
//   - a number that a schedule yields, and by which we chose a seed, a distribution or a step
//     of ours, is fitted;
//   - a count that follows from a definition, or is 0 since the scheduler cannot do such a
//     thing, is by construction;
//   - a number that the paper prints twice, or that is held against a second cell of ours, is
//     measured where it comes first in the paper's order, and a repeat elsewhere;
//   - a gain or a ratio within one sample that we compute from printed numbers is derived: it can
//     agree where levels, which vary with the sample, do not, and the other way round.
type Class string

const (
	Measured     Class = "measured"     // computed from schedules or solutions: it could come out differently
	Input        Class = "input"        // the paper gives it, and we feed it in; or it describes a log that we feed in
	Construction Class = "construction" // follows from definitions, or from how the set is made
	Fitted       Class = "fitted"       // a choice of ours was made by it, or by what it determines
	Own          Class = "ours"         // not printed
	Repeat       Class = "repeat"       // compared elsewhere, too
	Derived      Class = "derived"      // a gain or ratio that follows from printed numbers: counted apart
)

// Classes are all classes, the measured one first.
var Classes = []Class{Measured, Input, Construction, Fitted, Own, Repeat, Derived}

func (c Class) known() bool { return slices.Contains(Classes, c) }

// Title is what a reader sees.
func (c Class) Title() string {
	if c == Construction {
		return string(ByConstruction)
	}
	return string(c)
}

// Mark is a letter that stands beside a number in a table; it is empty for measured ones.
func (c Class) Mark() string {
	if c == Measured {
		return ""
	}
	return string(c[:1])
}

// Marked are the classes of the printed numbers that have a mark, in the order of Classes.
func (e *Evaluation) Marked() (marked []Class) {
	for _, c := range Classes[1:] {
		if slices.ContainsFunc(e.Numbers, func(n Number) bool { return n.Class == c && n.Verdict != "" }) {
			marked = append(marked, c)
		}
	}
	return marked
}

// legend explains the marks of a table in Markdown; it is empty if there are none.
func (e *Evaluation) legend() string {
	var all []string
	for _, c := range e.Marked() {
		all = append(all, fmt.Sprintf("*%s* %s", c.Mark(), c.Title()))
	}
	if all == nil {
		return ""
	}
	return "Not measured: " + strings.Join(all, ", ") + "."
}
