package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Recomputer computes single numbers and claims of evaluations again, from the runs that each of them needs
// and no others. Rows with the same runs or job sets share them. It is not safe for concurrent use.
type Recomputer struct {
	catalogue Catalogue
	opt       Options
	sets      map[string]map[string]*jobSet // by scale and reading
}

// Recomputer returns one. opt gives the logs, and a cache; without one, runs are kept in memory.
func (c Catalogue) Recomputer(opt Options) *Recomputer {
	if opt.Cache == nil {
		opt.Cache = Memory() // numbers share runs
	}
	return &Recomputer{catalogue: c, opt: opt, sets: map[string]map[string]*jobSet{}}
}

// Number computes n, a number of e, again; nil if the experiment has no such number any more. The error is
// a LogError if n was computed from a log that is missing or was another file.
func (r *Recomputer) Number(ctx context.Context, e *Evaluation, n *Number) (*Number, error) {
	again, err := r.again(ctx, e, n.ID, n.SeedsOf(e.Seeds))
	if err != nil || len(again.Numbers) == 0 {
		return nil, err
	}
	return &again.Numbers[0], nil
}

// Claim is Number for a claim.
func (r *Recomputer) Claim(ctx context.Context, e *Evaluation, c *ClaimResult) (*ClaimResult, error) {
	again, err := r.again(ctx, e, c.ID, c.Of)
	if err != nil || len(again.Claims) == 0 {
		return nil, err
	}
	return &again.Claims[0], nil
}

// A LogError is the error of a number or claim that cannot be compared without the log that it was computed from.
type LogError struct {
	Log   string // the file's name
	Other bool   // there is a file of that name, but with something else in it
}

func (e *LogError) Error() string {
	if e.Other {
		return e.Log + " is not the log that it was computed from"
	}
	return "it needs the log " + e.Log
}

// Outcome is what has to be the same, to the last bit, when a number is computed again: the verdict, our number
// and its ranges, and the printed number. It is for a reader, too.
func (n *Number) Outcome() string {
	if n == nil {
		return "nothing"
	}
	s := string(n.Verdict)
	for _, v := range []numeral.JSON{n.Ours, n.Most, n.Low, n.High} {
		if v != v {
			s += " -"
			continue
		}
		s += fmt.Sprint(" ", v)
	}
	if n.Published == n.Published {
		s += fmt.Sprint(", printed ", n.Published)
	}
	return strings.TrimSpace(s)
}

// Outcome is what has to be the same when a claim is judged again.
func (c *ClaimResult) Outcome() string {
	if c == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s (%d of %d)", c.Verdict, c.Held, c.Of)
}

// again evaluates, with n seeds, the number or claim of e that has that id, and nothing else.
func (r *Recomputer) again(ctx context.Context, e *Evaluation, id string, n int) (*Evaluation, error) {
	again, err := r.evaluation(ctx, e, id, n)
	if err == nil {
		err = otherLog(e, again)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", id, err)
	}
	return again, nil
}

// otherLog returns a LogError if again has not read the logs of e.
func otherLog(e, again *Evaluation) error {
	logs := e.Logs()
	for _, o := range again.Origins {
		for _, name := range o.Missing {
			if slices.ContainsFunc(logs, func(t Trace) bool { return t.Name == name }) {
				return &LogError{Log: name}
			}
		}
		for _, t := range o.Traces {
			if !slices.ContainsFunc(logs, func(l Trace) bool { return l.Uncompressed == t.Uncompressed }) {
				return &LogError{Log: t.Name, Other: true}
			}
		}
	}
	return nil
}

func (r *Recomputer) evaluation(ctx context.Context, e *Evaluation, id string, n int) (*Evaluation, error) {
	opt := r.opt
	if logs := e.Logs(); opt.Traces == nil && len(logs) > 0 {
		return nil, &LogError{Log: logs[0].Name}
	}
	opt.Scale, opt.Seed, opt.Seeds, opt.Reading = e.Scale, e.Seed, n, e.Reading
	chosen, err := r.catalogue.chosen(&opt, []string{e.Experiment.ID})
	if err != nil {
		return nil, err
	}
	for i := range chosen {
		chosen[i].Experiment = chosen[i].Experiment.only(id)
	}
	under := string(e.Scale) + " " + e.Reading.String()
	if r.sets[under] == nil {
		r.sets[under] = map[string]*jobSet{}
	}
	w, err := newWorkOn(r.sets[under], chosen, opt)
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
