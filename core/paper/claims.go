package paper

import (
	"fmt"
	"strings"
)

// A Source gives the number of a job set ("ctc") in a row of a table, by
// its key, and in table 4 a column. There is one for our results and one for
// what is printed, so that a claim is held against both.
type Source func(set, column, key string) float64

// Both is a claim about a table. Its note says what decided, and where the
// printed numbers contradict it.
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

// A Cases collects what a claim finds case by case.
type Cases struct {
	Held, Total int
	notes       []string // what speaks against it, or the numbers that decide
}

// check counts a case; one that speaks against the claim is noted.
func (t *Cases) Check(ok bool, format string, args ...any) {
	t.Total++
	if ok {
		t.Held++
		return
	}
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// all tells whether every case is as claimed, in words.
func (t *Cases) All() (bool, string) { return t.AtLeast(1) }

// atLeast tells whether that share of the cases is as claimed, in words.
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

func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// explain adds to the note of a claim that fails why it does.
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
