package paper

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Finding is something that a paper's record shows, in a sentence or two, and the
// verdicts on claims of its experiments that it rests on, by their ids.
type Finding struct {
	Text    string // with numbers of the record in braces: see Say
	Rests   map[string]Verdict
	Outcome Outcome

	// Rank is the place of a Reproduced finding among those of all papers, 1 for the strongest; 0 for others.
	Rank int

	// Sure is how confident we are of what a paper's program did, and why: "low: chosen by its outcome".
	Sure string
}

// An Outcome says what a Finding is about.
type Outcome string

const (
	Reproduced    Outcome = "reproduced"     // a result of the paper, which came out
	NotReproduced Outcome = "not reproduced" // one that did not
	LeftOpen      Outcome = "undecided"      // one that ours does not decide
	Program       Outcome = "program"        // what we think that the paper's program did
	Beyond        Outcome = "beyond"         // a result of ours that the paper does not state
)

// Outcomes are all outcomes, in the order of a page.
var Outcomes = []Outcome{Reproduced, NotReproduced, LeftOpen, Program, Beyond}

// Confidences are what Sure begins with.
var Confidences = []string{"high", "medium", "low"}

// reference matches the references of Finding.Text.
var reference = regexp.MustCompile(`\{(printed )?([^{}/ ]+/[^{} ]+)(?: over ([^{} ]+))?(?: to ([0-9]))?\}`)

// Numbers returns the ids of the numbers that the text refers to.
func (f *Finding) Numbers() (ids []string) {
	for _, m := range reference.FindAllStringSubmatch(f.Text, -1) {
		ids = append(ids, m[2])
		if m[3] != "" {
			ids = append(ids, m[3])
		}
	}
	return ids
}

// Say returns the text with the record's numbers in place of references, so that none can be stale:
//
//	{rules/table3/PITTS/objective}          ours
//	{printed rules/table3/PITTS/objective}  the printed one
//	{A over B}, {printed A over B}          the first divided by the second
//	{A to 0}                                rounded to that many decimals
//
// Numbers are without their units; an interval has both ends. One of an experiment that the evaluations lack is "not computed"; one that
// an experiment does not have at the paper's own size is an error.
func (f *Finding) Say(all []*Evaluation) (text string, err error) {
	text = reference.ReplaceAllStringFunc(f.Text, func(ref string) string {
		number, wrong := resolve(all, reference.FindStringSubmatch(ref))
		err = cmp.Or(err, wrong)
		return number
	})
	if err == nil && strings.ContainsAny(text, "{}") {
		err = fmt.Errorf("a number in braces is {ID}, {printed ID} or {ID over ID}")
	}
	if err != nil {
		return "", fmt.Errorf("the finding %.40q...: %w", f.Text, err)
	}
	return text, nil
}

// resolve returns the text of what a match of reference refers to.
func resolve(all []*Evaluation, m []string) (string, error) {
	printed, decimals := m[1] != "", m[4]
	ends, err := numberOf(all, m[2], printed)
	if m[3] != "" && err == nil && ends != nil {
		var below []float64
		if below, err = numberOf(all, m[3], printed); below != nil {
			ends = []float64{ends[0] / below[len(below)-1], ends[len(ends)-1] / below[0]}
		} else {
			ends = nil
		}
	}
	if ends == nil {
		return "not computed", err
	}
	var texts []string
	for _, v := range ends {
		text := Format(v, "")
		if decimals != "" {
			text = numeral.Fixed(v, int(decimals[0]-'0'))
		}
		texts = append(texts, text)
	}
	return strings.Join(slices.Compact(texts), " to "), nil
}

// numberOf returns ours, an interval as two numbers, or the printed number with an id; nil if it was not computed.
func numberOf(all []*Evaluation, id string, printed bool) (ends []float64, err error) {
	k := slices.IndexFunc(all, func(e *Evaluation) bool { return e.Experiment.ID == ExperimentOf(id) })
	if k < 0 {
		return nil, nil
	}
	for _, n := range all[k].Numbers {
		switch {
		case n.ID != id:
		case printed && n.Verdict == "":
			return nil, fmt.Errorf("the paper does not print the number %s", id)
		case printed:
			return []float64{float64(n.Published)}, nil
		case n.Ours != n.Ours:
			return nil, nil
		default:
			return []float64{float64(n.Ours), n.upper()}, nil
		}
	}
	if all[k].Scale != Full { // smaller experiments have fewer rows
		return nil, nil
	}
	return nil, fmt.Errorf("the record lacks the number %s", id)
}
