package record

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A Row is a number or a claim of a record.
type Row struct {
	Of     *paper.Evaluation
	Number *paper.Number      // nil for a claim
	Claim  *paper.ClaimResult // nil for a number
}

// ID returns the id of the number or claim.
func (r Row) ID() string {
	if r.Number != nil {
		return r.Number.ID
	}
	return r.Claim.ID
}

// Seconds returns the processor time of the runs that the row was computed from.
func (r Row) Seconds() float64 {
	if r.Number != nil {
		return r.Number.Seconds
	}
	return r.Claim.Seconds
}

// Printed reports whether the paper prints the number or states the claim.
func (r Row) Printed() bool {
	if r.Number != nil {
		return r.Number.Published == r.Number.Published && r.Number.Class != paper.Own
	}
	return r.Claim.Section != ""
}

// Where returns the place in the paper where the number is printed or the claim is stated; "" if it is ours.
func (r Row) Where() string {
	if !r.Printed() {
		return ""
	}
	if r.Claim != nil {
		return "section " + r.Claim.Section
	}
	for _, p := range r.Of.Experiment.Published {
		if p.Row == r.Number.Row && p.Column == r.Number.Column && p.Where != "" {
			return p.Where
		}
	}
	_, place, _ := strings.Cut(r.Of.Experiment.ID, "/")
	for _, kind := range []string{"table", "fig"} {
		if number, ok := strings.CutPrefix(place, kind); ok {
			return strings.Replace(kind, "fig", "figure", 1) + " " + number
		}
	}
	return place
}

// outcome is what has to be the same when the row is computed again.
func (r Row) outcome() string {
	if r.Claim != nil {
		return r.Claim.Outcome()
	}
	return r.Number.Outcome() // "nothing" if both are nil
}

// list returns the rows of the experiments or papers with these ids, or all without ids; an experiment's numbers come
// before its claims.
func (r *Record) list(ids []string) (rows []Row) {
	for _, e := range r.Evaluations {
		if len(ids) > 0 && !slices.Contains(ids, e.Paper.Key) && !slices.Contains(ids, e.Experiment.ID) {
			continue
		}
		for i := range e.Numbers {
			rows = append(rows, Row{Of: e, Number: &e.Numbers[i]})
		}
		for i := range e.Claims {
			rows = append(rows, Row{Of: e, Claim: &e.Claims[i]})
		}
	}
	return rows
}

// A Draw is rows of a record that a seed chose, in the record's order.
type Draw struct {
	Seed uint64
	Rows []Row
}

// Draw draws that many of the numbers that papers print, from the experiments or papers with these ids, or from
// all. Each paper gets as many as the others, or all of its numbers if they are fewer. What is drawn from one
// paper does not depend on what other papers have, and a larger draw has all of a smaller one. A number that is
// compared in a second experiment is not drawn there.
func (r *Record) Draw(seed uint64, count int, ids ...string) Draw {
	d := Draw{Seed: seed}
	var papers [][]Row
	for _, row := range r.list(ids) {
		if row.Number == nil || !row.Printed() || row.Number.Class == paper.Repeat {
			continue
		}
		if n := len(papers); n == 0 || papers[n-1][0].Of.Paper != row.Of.Paper {
			papers = append(papers, nil)
		}
		papers[len(papers)-1] = append(papers[len(papers)-1], row)
	}
	for i, quota := range quotas(count, papers) {
		rows := papers[i]
		order := random(seed, rows[0].Of.Paper.Key).Perm(len(rows))[:quota]
		slices.Sort(order)
		for _, k := range order {
			d.Rows = append(d.Rows, rows[k])
		}
	}
	return d
}

// quotas divides count among papers as evenly as their numbers of rows allow; the first ones get one more.
func quotas(count int, papers [][]Row) []int {
	shares := make([]int, len(papers))
	for more := true; more; {
		more = false
		for i := range papers {
			if count > 0 && shares[i] < len(papers[i]) {
				shares[i]++
				count--
				more = true
			}
		}
	}
	return shares
}

// Share draws each number and claim of the experiments or papers with these ids, or of all, with that probability.
func (r *Record) Share(seed uint64, share float64, ids ...string) Draw {
	d, rng := Draw{Seed: seed}, random(seed, "")
	for _, row := range r.list(ids) {
		if rng.Float64() < share {
			d.Rows = append(d.Rows, row)
		}
	}
	return d
}

// random returns a generator of its own for each seed and name.
func random(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, name)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
