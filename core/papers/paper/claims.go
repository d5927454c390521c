package paper

import (
	"fmt"
	"strings"
)

// A Source gives the number of a job set in a row of a table, by their keys; column is
// empty where a set has only one. A claim can be checked against two sources: our
// results and the printed numbers.
type Source func(set, column, key string) float64

// From is the value of a Cell: a number of our source.
func From(ours func(*Results) Source, set, column, key string) func(*Results) float64 {
	return func(r *Results) float64 { return ours(r)(set, column, key) }
}

// Of returns the numbers of one column and key, by set.
func (at Source) Of(column, key string) func(set string) float64 {
	return func(set string) float64 { return at(set, column, key) }
}

// Judged returns a claim that our results decide. Its words are in the paper's file: see Paper.Described.
func Judged(id string, holds func(*Results) (bool, string)) Claim {
	return Claim{ID: id, Judge: decided(holds)}
}

// Open returns a claim that our results may leave undecided.
func Open(id string, judge func(*Results) (Verdict, string)) Claim {
	return Claim{ID: id, Judge: judge}
}

// Untested returns a claim that nothing here can decide; the paper's file says what is missing.
func Untested(id string) Claim { return Claim{ID: id} }

// verdict judges the claim, and separates what holds by construction.
func (c *Claim) verdict(r *Results) (Verdict, string) {
	v, note := c.Judge(r)
	if v == Holds && c.Certain != "" {
		return ByConstruction, note + "; " + c.Certain
	}
	return v, note
}

func decided(holds func(*Results) (bool, string)) func(*Results) (Verdict, string) {
	return func(r *Results) (Verdict, string) {
		ok, note := holds(r)
		return Rule(ok), note
	}
}

// Compared returns a constructor of claims about a table. They are checked against our
// results, which give the verdict, and unless printed is nil against the printed numbers.
// The note says what decided, and whether the printed numbers contradict the claim.
func Compared(ours func(*Results) Source, printed Source) func(id string, holds func(Source) (bool, string)) Claim {
	return func(id string, holds func(Source) (bool, string)) Claim {
		return Judged(id, func(r *Results) (bool, string) {
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
		})
	}
}

// Cases counts the cases of a claim. The zero value is ready.
type Cases struct {
	Held, Total        int
	all, against, open []string // notes of the cases, of the counterexamples, and of the undecided ones
}

// Check counts and notes a case.
func (t *Cases) Check(ok bool, format string, args ...any) { t.Judge(Rule(ok), format, args...) }

// Judge counts and notes a case that may be undecided.
func (t *Cases) Judge(v Verdict, format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	t.Total++
	t.all = append(t.all, note)
	switch v {
	case Holds:
		t.Held++
	case Undecided:
		t.open = append(t.open, note)
	default:
		t.against = append(t.against, note)
	}
}

// Every is the verdict on the claim that all cases hold: one counterexample decides. The
// note has a few counterexamples and undecided cases.
func (t *Cases) Every() (Verdict, string) {
	note := fmt.Sprintf("%d of %d", t.Held, t.Total) + few("not", t.against) + few("undecided", t.open)
	switch {
	case len(t.against) > 0:
		return Fails, note
	case len(t.open) > 0:
		return Undecided, note
	}
	return Holds, note
}

// Any is the verdict on the claim that some case holds, with the notes of all.
func (t *Cases) Any() (Verdict, string) {
	note := strings.Join(t.all, ", ")
	switch {
	case t.Held > 0:
		return Holds, note
	case len(t.open) > 0:
		return Undecided, note
	}
	return Fails, note
}

// few is the end of a note: what some cases are, and the first of them.
func few(are string, notes []string) string {
	const most = 6
	if len(notes) == 0 {
		return ""
	}
	note := "; " + are + " " + strings.Join(notes[:min(len(notes), most)], ", ")
	if n := len(notes); n > most {
		note += fmt.Sprintf(" and %d more", n-most)
	}
	return note
}

// Listed reports whether the claim holds in every case, with the notes of all.
func (t *Cases) Listed() (bool, string) { return t.Held == t.Total, strings.Join(t.all, ", ") }

// All is Listed with only a few counterexamples in the note.
func (t *Cases) All() (bool, string) { return t.AtLeast(1) }

// AtLeast is All for a share of the cases.
func (t *Cases) AtLeast(share float64) (bool, string) {
	note := fmt.Sprintf("%d of %d", t.Held, t.Total) + few("not", t.against)
	return float64(t.Held) >= float64(share*float64(t.Total)), note
}

// Most is All for more than half of the cases.
func (t *Cases) Most() (bool, string) {
	_, note := t.All()
	return 2*t.Held > t.Total, note
}

// Every checks every value, and returns All of the cases.
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
