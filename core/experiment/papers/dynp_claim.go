package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A dynpSource gives the number of a job set ("ctc") in a row of a table, by
// its key, and in table 4 a column. There is one for our results and one for
// what is printed, so that a claim is held against both.
type dynpSource func(set, column, key string) float64

// dynpPrinted is the source of a table with a column for each set.
func dynpPrinted(rows []dynpRow) dynpSource {
	return func(set, _, key string) float64 {
		for _, r := range rows {
			if r.key == key {
				return r.values[slices.Index(dynpSets, set)]
			}
		}
		return math.NaN()
	}
}

func dynpPrinted4(set, column, key string) float64 {
	for _, r := range dynpTable4[set] {
		if r.key == key {
			return r.values[slices.Index(dynpTable4Columns, column)]
		}
	}
	return math.NaN()
}

// dynpBoth is a claim about a table. Its note says what decided, and where the
// printed numbers contradict it.
func dynpBoth(id, section, text string, ours func(*Results) dynpSource, printed dynpSource, holds func(at dynpSource) (bool, string)) Claim {
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

// A dynpTally collects what a claim finds case by case.
type dynpTally struct {
	held, total int
	notes       []string // what speaks against it, or the numbers that decide
}

// check counts a case; one that speaks against the claim is noted.
func (t *dynpTally) check(ok bool, format string, args ...any) {
	t.total++
	if ok {
		t.held++
		return
	}
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// all tells whether every case is as claimed, in words.
func (t *dynpTally) all() (bool, string) { return t.atLeast(1) }

// atLeast tells whether that share of the cases is as claimed, in words.
func (t *dynpTally) atLeast(share float64) (bool, string) {
	note := fmt.Sprintf("%d of %d", t.held, t.total)
	if len(t.notes) > 0 {
		const most = 6
		shown, more := t.notes, ""
		if len(shown) > most {
			shown, more = shown[:most], fmt.Sprintf(" and %d more", len(t.notes)-most)
		}
		note += "; not " + strings.Join(shown, ", ") + more
	}
	return float64(t.held) >= float64(share*float64(t.total)), note
}

// dynpList writes a number for each of the sets.
func dynpList(sets []string, format string, value func(set string) float64) string {
	var parts []string
	for _, s := range sets {
		parts = append(parts, fmt.Sprintf("%s "+format, strings.ToUpper(s), value(s)))
	}
	return strings.Join(parts, ", ")
}

func dynpMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func dynpSetOf(key string) *dynpSet {
	for i := range dynpJobSets {
		if dynpJobSets[i].key == key {
			return &dynpJobSets[i]
		}
	}
	panic("papers: dynp has no job set " + key)
}
