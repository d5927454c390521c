package paper

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Difference is a number or claim of a record that comes out otherwise when it is computed again.
type Difference struct {
	ID   string `json:"id"`
	Was  string `json:"was"` // the number or the verdict
	Came string `json:"came"`
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: recorded %s, now %s", d.ID, d.Was, d.Came)
}

// Recompute computes the numbers and claims of evaluations again and returns those that differ: a number
// whose median, range or verdict is not the same to the last bit, a claim whose verdict or number
// of seeds is not. Only the runs that they need are computed. opt gives traces and cache.
func (c Catalogue) Recompute(ctx context.Context, opt Options, all []*Evaluation) (differ []Difference, err error) {
	if opt.Cache == nil {
		opt.Cache = Memory() // numbers share runs
	}
	sets := map[string]map[string]*jobSet{} // and job sets, of one scale and reading
	redo := func(e *Evaluation, id string, seeds int, was string, now func(*Evaluation) string) error {
		again, err := c.again(ctx, opt, sets, e, id, seeds)
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if came := now(again); came != was {
			differ = append(differ, Difference{ID: id, Was: was, Came: came})
		}
		return nil
	}
	for _, e := range all {
		for i := range e.Numbers {
			n := &e.Numbers[i]
			if err := redo(e, n.ID, n.SeedsOf(e.Seeds), n.outcome(), firstNumber); err != nil {
				return nil, err
			}
		}
		for i := range e.Claims {
			claim := &e.Claims[i]
			if err := redo(e, claim.ID, claim.Of, claim.outcome(), firstClaim); err != nil {
				return nil, err
			}
		}
	}
	return differ, nil
}

func firstNumber(e *Evaluation) string {
	if len(e.Numbers) == 0 {
		return "nothing"
	}
	return e.Numbers[0].outcome()
}

func firstClaim(e *Evaluation) string {
	if len(e.Claims) == 0 {
		return "nothing"
	}
	return e.Claims[0].outcome()
}

// outcome is what has to be the same when a number is computed again.
func (n *Number) outcome() string {
	s := string(n.Verdict)
	for _, v := range []numeral.JSON{n.Ours, n.Most, n.Low, n.High} {
		if v != v {
			s += " -"
			continue
		}
		s += fmt.Sprint(" ", v)
	}
	return strings.TrimSpace(s)
}

// outcome is what has to be the same when a claim is judged again.
func (c *ClaimResult) outcome() string {
	return fmt.Sprintf("%s (%d of %d)", c.Verdict, c.Held, c.Of)
}

// again evaluates, with n seeds, the number or claim of e that has that id, and nothing else.
func (c Catalogue) again(ctx context.Context, opt Options, sets map[string]map[string]*jobSet, e *Evaluation, id string, n int) (
	*Evaluation, error) {
	if opt.Traces == nil && e.FromLogs() {
		return nil, errors.New("it was computed from logs: give the folder they are in")
	}
	opt.Scale, opt.Seed, opt.Seeds, opt.Reading = e.Scale, e.Seed, n, e.Reading
	chosen, err := c.chosen(&opt, []string{e.Experiment.ID})
	if err != nil {
		return nil, err
	}
	for i := range chosen {
		chosen[i].Experiment = chosen[i].Experiment.only(id)
	}
	under := string(e.Scale) + " " + e.Reading.String()
	if sets[under] == nil {
		sets[under] = map[string]*jobSet{}
	}
	w, err := newWorkOn(sets[under], chosen, opt)
	if err != nil {
		return nil, err
	}
	w.lazy = &lazy{ctx, newBatch(w)}
	var seeds []*Evaluation
	for k := range chosen {
		e, err := w.whenAsked(k)
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, e)
	}
	if len(seeds) == 1 {
		return seeds[0], nil
	}
	return merged(seeds)
}

// only returns the experiment with nothing but the number or claim of that id.
func (x *Experiment) only(id string) *Experiment {
	one := *x
	other := func(row, column string) bool { return x.ID+"/"+slug(row, column) != id }
	one.Cells = slices.DeleteFunc(slices.Clone(x.Cells), func(c Cell) bool { return other(c.Row, c.Column) })
	one.Published = slices.DeleteFunc(slices.Clone(x.Published), func(p Published) bool { return other(p.Row, p.Column) })
	one.Claims = slices.DeleteFunc(slices.Clone(x.Claims), func(c Claim) bool { return x.ID+"/"+c.ID != id })
	return &one
}

// lazy computes runs when results are asked for; equal ones meet in the cache.
type lazy struct {
	ctx   context.Context
	batch *Batch
}

// A lazyError is the panic of a run that failed when it was asked for.
type lazyError struct{ error }

// whenAsked is evaluation with only the runs that it asks for.
func (w *work) whenAsked(i int) (e *Evaluation, err error) {
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case lazyError:
			err = failed.error
		default:
			panic(failed)
		}
	}()
	return w.evaluation(i), nil
}

// get computes a unit, after those before it, or takes it from the cache. It panics with a
// lazyError.
func (l *lazy) get(u *unit) {
	if u.summary != nil {
		return
	}
	done, err := l.batch.compute(l.ctx, u, "", l.batch.w.opt.parallel())
	if err != nil {
		panic(lazyError{err})
	}
	*u = *done
}
