package paper

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Difference is a row of a record that comes out otherwise when it is computed again.
type Difference struct {
	ID        string
	Was, Came string // the number or the verdict
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: recorded %s, now %s", d.ID, d.Was, d.Came)
}

// Recompute computes rows of a record again and returns those that differ: a number whose
// median, range or verdict is not the same to the last bit, a claim whose verdict or number
// of seeds is not. Only the runs that a row needs are computed. opt gives traces and cache.
func (c Catalogue) Recompute(ctx context.Context, opt Options, rows *Record) (all []Difference, err error) {
	if opt.Cache == nil {
		opt.Cache = Memory() // rows share runs
	}
	sets := map[string]map[string]*jobSet{} // and job sets, of one scale and reading
	redo := func(id string, how How, was string, now func(*Record) string) error {
		e, err := c.again(ctx, opt, sets, id, how)
		if err != nil {
			return err
		}
		if came := now(NewRecord([]*Evaluation{e})); came != was {
			all = append(all, Difference{ID: id, Was: was, Came: cmp.Or(came, "nothing")})
		}
		return nil
	}
	for _, n := range rows.Numbers {
		err := redo(n.ID, n.How, n.text(), func(now *Record) string {
			if len(now.Numbers) == 0 {
				return ""
			}
			return now.Numbers[0].text()
		})
		if err != nil {
			return nil, err
		}
	}
	for _, claim := range rows.Claims {
		err := redo(claim.ID, claim.How, claim.said(), func(now *Record) string {
			if len(now.Claims) == 0 {
				return ""
			}
			return now.Claims[0].said()
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// text is what has to be the same when a number is computed again.
func (n *RecordedNumber) text() string {
	s := string(n.Verdict)
	for _, v := range []*float64{n.Ours, n.Most, n.Low, n.High} {
		if v == nil {
			s += " -"
			continue
		}
		s += fmt.Sprint(" ", *v)
	}
	return strings.TrimSpace(s)
}

// said is what has to be the same when a claim is judged again.
func (c *RecordedClaim) said() string {
	return fmt.Sprintf("%s (%d of %d)", c.Verdict, c.Held, c.Seeds)
}

// again evaluates the number or claim with that id, and nothing else, of the experiment
// that the id begins with.
func (c Catalogue) again(ctx context.Context, opt Options, sets map[string]map[string]*jobSet, id string, how How) (*Evaluation, error) {
	reading, err := c.ParseReading(how.Reading)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", id, err)
	}
	if len(how.Logs) > 0 && opt.Traces == nil {
		return nil, fmt.Errorf("%s was computed from logs: give the folder they are in", id)
	}
	parts := strings.SplitN(id, "/", 3)
	if len(parts) < 3 {
		return nil, fmt.Errorf("%q is no id of a number or claim", id)
	}
	opt.Scale, opt.Seed, opt.Seeds, opt.Reading = how.Scale, how.Seed, how.Seeds, reading
	var chosen []Chosen
	for k := range opt.seeds() {
		one, err := c.Find(opt.setting(k), parts[0]+"/"+parts[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
		}
		one[0].Experiment = one[0].Experiment.only(id)
		chosen = append(chosen, one...)
	}
	under := string(how.Scale) + " " + how.Reading
	if sets[under] == nil {
		sets[under] = map[string]*jobSet{}
	}
	w, err := newWorkOn(sets[under], chosen, opt)
	if err != nil {
		return nil, err
	}
	w.lazy = &lazy{ctx: ctx, first: map[string]*unit{}}
	var seeds []*Evaluation
	for k := range chosen {
		e, err := w.whenAsked(k)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
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

// lazy computes runs when results are asked for.
type lazy struct {
	ctx   context.Context
	first map[string]*unit // by digest
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
func (l *lazy) get(w *work, u *unit) {
	if u.summary != nil {
		return
	}
	if err := l.compute(w, u); err != nil {
		panic(lazyError{err})
	}
}

func (l *lazy) compute(w *work, u *unit) error {
	for _, a := range u.after {
		l.get(w, a)
	}
	if _, _, err := u.set.get(); err != nil {
		return err
	}
	same, err := w.joined(u, l.first)
	if err != nil {
		return err
	}
	if same.summary == nil {
		if same.summary, same.seconds, same.cached = cached(w.opt.Cache, same.key, same.digest); !same.cached {
			if err := w.compute(l.ctx, same, w.opt.parallel()); err != nil {
				return err
			}
		}
	}
	u.summary, u.seconds, u.cached = same.summary, same.seconds, same.cached
	return nil
}
