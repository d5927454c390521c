package paper

import (
	"fmt"
	"strings"
)

// A Source gives the number of a job set in a row of a table, by their keys, and a
// column where that is not the set's. There is one for our results and one for what
// is printed, so that a claim is held against both.
type Source func(set, column, key string) float64

// Both returns a claim about a table, which is held against our results and, if
// printed is not nil, against the printed numbers. Its verdict is that of ours; its
// note says what decided, and where the printed numbers contradict the claim.
func Both(id, section, text string, ours func(*Results) Source, printed Source, holds func(at Source) (bool, string)) Claim {
	return Claim{ID: id, Text: text, Section: section, Holds: func(r *Results) (bool, string) {
		ok, note := holds(ours(r))
		if printed == nil {
			return ok, note
		}
		switch printedOK, printedNote := holds(printed); {
		case printedOK:
		case ok:
			note += "; of the printed numbers it is not true: " + printedNote
		default:
			note += "; it is not true of the printed numbers either: " + printedNote
		}
		return ok, note
	}}
}

// Cases collects what a claim finds case by case. The zero value is ready.
type Cases struct {
	Held, Total int
	notes       []string // what speaks against the claim
}

// Check counts a case; one that speaks against the claim is noted.
func (t *Cases) Check(ok bool, format string, args ...any) {
	t.Total++
	if ok {
		t.Held++
		return
	}
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// All tells whether every case is as claimed, in words.
func (t *Cases) All() (bool, string) { return t.AtLeast(1) }

// AtLeast tells whether that share of the cases is as claimed, in words.
func (t *Cases) AtLeast(share float64) (bool, string) {
	note := fmt.Sprintf("%d of %d", t.Held, t.Total)
	if len(t.notes) > 0 {
		const most = 6
		shown, more := t.notes, ""
		if len(shown) > most {
			shown, more = shown[:most], fmt.Sprintf(" and %d more", len(t.notes)-most)
		}
		note += "; not " + strings.Join(shown, ", ") + more
	}
	return float64(t.Held) >= float64(share*float64(t.Total)), note
}

// Every makes a check for every value, and tells whether all are as claimed, in words.
func Every(values []string, check func(t *Cases, v string)) (bool, string) {
	var t Cases
	for _, v := range values {
		check(&t, v)
	}
	return t.All()
}

// EveryPair is Every for all pairs of two values.
func EveryPair(first, second []string, check func(t *Cases, a, b string)) (bool, string) {
	return Every(first, func(t *Cases, a string) {
		for _, b := range second {
			check(t, a, b)
		}
	})
}

// Mean is the arithmetic mean; NaN of nothing.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Explain adds to the note of a claim that fails why it does.
func Explain(x *Experiment, whys map[string]string) {
	for i := range x.Claims {
		c := &x.Claims[i]
		why, ok := whys[x.ID+"/"+c.ID]
		if !ok {
			continue
		}
		holds := c.Holds
		c.Holds = func(r *Results) (bool, string) {
			ok, note := holds(r)
			if !ok && r.Scale == Full { // a small sample fails for want of jobs
				note += "; likely because: " + why
			}
			return ok, note
		}
	}
}
