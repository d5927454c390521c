package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Scores are the seven simple objectives of a schedule (section 3.1). An average over
// no job with a run time is NaN.
type Scores struct {
	AWRT    float64            // average response time weighted by p*m, in seconds (2)
	ByGroup [NumGroups]float64 // the same over the jobs of each user group (3)
	U       float64            // utilisation from the first start to the last end, 0..1 (1)
}

// Score returns the scores of a schedule; placed is parallel to jobs. It leaves out jobs
// that have not ended. All sums are exact.
func Score(procs int, jobs []job.Job, placed []job.Placement, groups Groups) Scores {
	var area, response wide.Uint
	var areas, responses [NumGroups]wide.Uint
	first, last := int64(math.MaxInt64), int64(0)
	for i := range jobs {
		j, at := &jobs[i], &placed[i]
		if at.Start < 0 || at.End < 0 {
			continue
		}
		first, last = min(first, at.Start), max(last, at.End)
		a := product(int64(j.Procs), at.End-at.Start, 1)
		r := product(int64(j.Procs), at.End-at.Start, at.End-j.Submit)
		area, response = area.Add(a), response.Add(r)
		g := groups.Of(j.User) - 1
		areas[g], responses[g] = areas[g].Add(a), responses[g].Add(r)
	}
	s := Scores{AWRT: ratio(response, area, math.NaN()), U: math.NaN()}
	if first < last {
		s.U = ratio(area, product(int64(procs), last-first, 1), 0)
	}
	for g := range s.ByGroup {
		s.ByGroup[g] = ratio(responses[g], areas[g], math.NaN())
	}
	return s
}

// Objectives returns the names of the scores in an Objective: awrt, awrt1 to awrt5, u.
func Objectives() []string {
	names := []string{"awrt"}
	for g := range NumGroups {
		names = append(names, "awrt"+strconv.Itoa(g+1))
	}
	return append(names, "u")
}

// Values returns the scores in the order of Objectives.
func (s Scores) Values() []float64 { return append(append([]float64{s.AWRT}, s.ByGroup[:]...), s.U) }

// PaperObjective is the objective of the paper's evaluation (section 5).
const PaperObjective = "10*awrt1 + 4*awrt2"

// An Objective is a weighted sum of scores, to be minimised.
type Objective struct {
	text    string
	weights []float64 // parallel to Objectives
}

// String returns the text that the objective was parsed from.
func (o Objective) String() string { return o.text }

// Weights returns the weight of each score, in the order of Objectives.
func (o Objective) Weights() []float64 { return slices.Clone(o.weights) }

// Of returns the objective's value. NaN scores count as 0: a workload may lack users of
// some group.
func (o Objective) Of(s Scores) (sum float64) {
	for i, v := range s.Values() {
		if o.weights[i] != 0 && !math.IsNaN(v) {
			sum += float64(o.weights[i] * v)
		}
	}
	return sum
}

// ParseObjective reads a weighted sum such as 10*awrt1 + 4*awrt2 - 1e5*u: terms joined by
// + and -, each a name of Objectives, or a number times a name in either order. It has at
// most 1000 bytes. A larger utilisation is better, so give u a negative weight.
func ParseObjective(text string) (Objective, error) {
	o := Objective{text: text, weights: make([]float64, len(Objectives()))}
	fail := func(format string, args ...any) (Objective, error) {
		return Objective{}, fmt.Errorf("objective %.80q: %s; write a sum such as %s of %s", text,
			fmt.Sprintf(format, args...), PaperObjective, strings.Join(Objectives(), ", "))
	}
	if len(text) > 1000 {
		return fail("it has more than 1000 bytes")
	}
	tokens, bad := split(text)
	if bad >= 0 {
		return fail("%q at byte %d is not part of a sum", []rune(text[bad:])[0], bad+1)
	}
	for first := true; first || len(tokens) > 0; first = false {
		sign := 1.0
		switch {
		case len(tokens) > 0 && (tokens[0] == "+" || tokens[0] == "-"):
			if tokens[0] == "-" {
				sign = -1
			}
			tokens = tokens[1:]
		case !first:
			return fail("a + or - is missing before %q", tokens[0])
		}
		n := 0
		for n < len(tokens) && tokens[n] != "+" && tokens[n] != "-" {
			n++
		}
		at, weight, err := readTerm(tokens[:n])
		if err != nil {
			return fail("%v", err)
		}
		o.weights[at] += float64(sign * weight)
		tokens = tokens[n:]
	}
	for i, w := range o.weights {
		if !(math.Abs(w) <= 1e15) {
			return fail("the weight of %s is not between -1e15 and 1e15", Objectives()[i])
		}
	}
	if !slices.ContainsFunc(o.weights, func(w float64) bool { return w != 0 }) {
		return fail("all weights are 0")
	}
	return o, nil
}

// readTerm reads a name, number * name or name * number.
func readTerm(tokens []string) (at int, weight float64, err error) {
	if len(tokens) == 0 {
		return 0, 0, fmt.Errorf("a term is missing")
	}
	name, by := tokens[0], "1"
	switch {
	case len(tokens) == 3 && tokens[1] == "*" && isNumber(tokens[0]) && !isNumber(tokens[2]):
		name, by = tokens[2], tokens[0]
	case len(tokens) == 3 && tokens[1] == "*" && isNumber(tokens[2]) && !isNumber(tokens[0]):
		by = tokens[2]
	case len(tokens) != 1 || isNumber(name):
		return 0, 0, fmt.Errorf("%q is neither a name nor a number times a name", strings.Join(tokens, " "))
	}
	if weight, err = strconv.ParseFloat(by, 64); err != nil {
		return 0, 0, fmt.Errorf("%q is not a number", by)
	}
	if at = slices.Index(Objectives(), name); at < 0 {
		return 0, 0, fmt.Errorf("unknown score %.40q", name)
	}
	return at, weight, nil
}

func isNumber(token string) bool { return token[0] >= '0' && token[0] <= '9' || token[0] == '.' }

// split divides a text into numbers, names and operators. bad is the first byte that
// begins none of them, or -1.
func split(text string) (tokens []string, bad int) {
	for rest := text; ; {
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return tokens, -1
		}
		n := len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz0123456789"))
		switch {
		case isNumber(rest):
			for n = 1; n < len(rest) && (isNumber(rest[n:]) || rest[n] == 'e' || rest[n-1] == 'e' && strings.IndexByte("+-", rest[n]) >= 0); n++ {
			}
		case strings.IndexByte("+-*", rest[0]) >= 0:
			n = 1
		case n == 0:
			return nil, len(text) - len(rest)
		}
		tokens, rest = append(tokens, rest[:n]), rest[n:]
	}
}
