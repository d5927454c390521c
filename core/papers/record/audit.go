package record

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// An Audit is rows of a record, each beside what the program computes now.
type Audit struct {
	Seed uint64 // of the draw
	Of   int    // rows of the record
	Rows []Audited
}

// An Audited is a row of a record and what it is now.
type Audited struct {
	Row
	Now     Row    // Number and Claim are nil if the program has no such row any more, or it was not computed
	Outcome string // one of the three below
	Why     string // it was not computed
}

// Outcomes of an audited row.
const (
	Equal       = "equal"        // to the last bit
	Differs     = "differs"      // the record and the program do not agree
	NotComputed = "not computed" // Audited.Why says why
)

// Audit computes rows of the record again, but for those whose runs took more than that many seconds or need a
// log that is not there. The rows are in their order. done is called after each of them.
func (r *Record) Audit(ctx context.Context, again *paper.Recomputer, draw Draw, seconds float64, done func(n int)) (*Audit, error) {
	a := &Audit{Seed: draw.Seed, Of: r.Rows()}
	for i, row := range draw.Rows {
		audited, err := row.audit(ctx, again, seconds)
		if err != nil {
			return nil, err
		}
		a.Rows = append(a.Rows, audited)
		done(i + 1)
	}
	return a, nil
}

func (r Row) audit(ctx context.Context, again *paper.Recomputer, seconds float64) (Audited, error) {
	a := Audited{Row: r, Now: Row{Of: r.Of}, Outcome: NotComputed}
	if took := r.Seconds(); took > seconds {
		a.Why = fmt.Sprintf("its runs took %s, more than %s", inSeconds(took), inSeconds(seconds))
		return a, nil
	}
	var err error
	if r.Number != nil {
		a.Now.Number, err = again.Number(ctx, r.Of, r.Number)
	} else {
		a.Now.Claim, err = again.Claim(ctx, r.Of, r.Claim)
	}
	var log *paper.LogError
	switch {
	case errors.As(err, &log):
		a.Why = log.Error()
		return a, nil
	case err != nil:
		return a, err
	}
	switch n := r.Number; {
	case a.Now.outcome() != r.outcome():
		a.Outcome = Differs
	case n != nil && n.Ours != n.Ours:
		a.Why = "neither the record nor the program has a number"
	default:
		a.Outcome = Equal
	}
	return a, nil
}

// Count returns the number of rows with an outcome.
func (a *Audit) Count(outcome string) (n int) {
	for i := range a.Rows {
		if a.Rows[i].Outcome == outcome {
			n++
		}
	}
	return n
}

// Difference says in a line what the record has and what the program computes.
func (a *Audited) Difference() string {
	return fmt.Sprintf("%s: recorded %s, now %s", a.ID(), a.outcome(), a.Now.outcome())
}

// Papers returns the audited rows by paper, in their order.
func (a *Audit) Papers() (groups [][]Audited) {
	for _, row := range a.Rows {
		k := slices.IndexFunc(groups, func(g []Audited) bool { return g[0].Of.Paper == row.Of.Paper })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], row)
	}
	return groups
}

// inSeconds prints a time for a reader.
func inSeconds(s float64) string { return paper.Format(s, "s") }
