package paper

import (
	"cmp"
	"context"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Options of an evaluation. The zero value is the paper's own size, on substitutes,
// without a cache, on all cores.
type Options struct {
	Scale    Scale            // "" is Full
	Seed     uint64           // the first; 0 is 1
	Seeds    int              // how many, counting up; 0 is 1
	Reading  Reading          // choices that are not the papers' concern are ignored
	Factors  []float64        // see Setting
	Policies []string         // see Setting
	Own      []experiment.Own // see Setting
	Traces   fs.FS            // the folder of logs, such as os.DirFS; nil: none
	Cache    Cache            // nil: none
	Parallel int              // runs at once; 0 is one per core
	Progress func(Progress)   // called a few times a second, never concurrently; or nil
	Version  string           // the program's, which evaluations note
}

// Progress of an evaluation.
type Progress struct {
	Done, Total int           // runs; Done includes the cached ones
	Cached      int           // runs taken from the cache
	Run         string        // the run that made progress
	Share       float64       // of all work, 0..1
	Left        time.Duration // estimated; negative if unknown
}

// Evaluate evaluates the experiments that Find finds, in that order. If ctx is done or a
// run fails, the cache keeps the finished runs, and a repetition continues from there.
func (c Catalogue) Evaluate(ctx context.Context, opt Options, ids ...string) ([]*Evaluation, error) {
	chosen, err := c.chosen(&opt, ids)
	if err != nil {
		return nil, err
	}
	w, err := newWork(chosen, opt)
	if err != nil {
		return nil, err
	}
	if err := w.do(ctx); err != nil {
		return nil, err
	}
	all := make([]*Evaluation, len(chosen)/opt.seeds())
	for i := range all {
		var seeds []*Evaluation
		for k := i; k < len(chosen); k += len(all) {
			seeds = append(seeds, w.evaluation(k))
		}
		seconds, picture := spent(seeds), pictureOf(seeds)
		if all[i], err = overSeeds(seeds); err != nil {
			return nil, err
		}
		all[i].Seconds, all[i].Chart = seconds, picture
	}
	return all, nil
}

// chosen returns the experiments with every seed.
func (c Catalogue) chosen(opt *Options, ids []string) (all []Chosen, err error) {
	opt.Scale = cmp.Or(opt.Scale, Full)
	for k := range opt.seeds() {
		one, err := c.Find(opt.setting(k), ids...)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
	}
	return all, nil
}

// spent returns the seconds that the runs of an experiment took, each run once.
func spent(seeds []*Evaluation) (seconds float64) {
	seen := map[string]bool{}
	for _, e := range seeds {
		for _, r := range e.Runs {
			seconds += r.spent(seen)
		}
	}
	return seconds
}

// spent returns the seconds that the run took and those that it comes after, but for
// runs already seen.
func (r *RunResult) spent(seen map[string]bool) (seconds float64) {
	for digest, s := range r.behind {
		if !seen[digest] {
			seconds += s
		}
		seen[digest] = true
	}
	return seconds
}

// evaluation computes the i-th experiment's numbers from its runs, which are done.
func (w *work) evaluation(i int) *Evaluation {
	c := w.chosen[i]
	x := c.Experiment
	e := &Evaluation{Paper: c.Paper, Experiment: x, Setting: c.Setting, Seeds: []uint64{c.Setting.Seed}, Version: w.opt.Version,
		Results: &Results{Setting: c.Setting, runs: map[string]func() *Summary{}}}
	e.Runs = make([]RunResult, len(x.Runs))
	for k, u := range w.units[i] {
		e.Runs[k].Run = x.Runs[k]
		if w.lazy == nil {
			e.fill(k, u, w.opt.Cache)
		}
		e.Results.runs[x.Runs[k].Label] = func() *Summary {
			if w.lazy != nil {
				w.lazy.get(u)
				e.fill(k, u, w.opt.Cache)
			}
			return u.summary
		}
	}
	e.compute()
	for _, claim := range x.Claims {
		v := ClaimResult{ID: x.ID + "/" + claim.ID, Text: claim.Text, Section: claim.Section, Of: 1}
		e.Results.used = map[string]bool{}
		if v.Verdict, v.Note = claim.verdict(e.Results); v.Verdict.holds() {
			v.Held = 1
		}
		_, v.Seconds = e.used()
		e.Claims = append(e.Claims, v)
	}
	return e
}

// fill fills in the k-th run's result.
func (e *Evaluation) fill(k int, u *unit, cache Cache) {
	e.Runs[k] = RunResult{Run: e.Runs[k].Run, Origin: u.set.origin, Digest: u.digest, Summary: u.summary, Cached: u.cached, Seconds: u.seconds,
		set: u.set.w, behind: map[string]float64{}}
	u.spent(cache, e.Runs[k].behind)
	if o := u.set.origin; !slices.ContainsFunc(e.Origins, func(p Origin) bool { return p.JobSet == o.JobSet }) {
		e.Origins = append(e.Origins, o)
	}
}

// compute fills in Numbers.
func (e *Evaluation) compute() {
	x := e.Experiment
	printed := map[At]*Published{}
	for i := range x.Published {
		printed[At{x.Published[i].Row, x.Published[i].Column}] = &x.Published[i]
	}
	for _, c := range x.Cells {
		n := newNumber(x.ID, c.Row, c.Column, c.Unit)
		e.Results.used = map[string]bool{}
		c.compute(&n, e.Results)
		n.Groups, n.Seconds = e.used()
		if p := printed[At{c.Row, c.Column}]; p != nil {
			n.compare(p, e.Scale)
			delete(printed, At{c.Row, c.Column})
		}
		e.Numbers = append(e.Numbers, n)
	}
	for i := range x.Published {
		if p := &x.Published[i]; printed[At{p.Row, p.Column}] != nil {
			n := newNumber(x.ID, p.Row, p.Column, p.Unit)
			n.compare(p, e.Scale)
			e.Numbers = append(e.Numbers, n)
		}
	}
}

// compute sets our number, which has no printed one yet.
func (c *Cell) compute(n *Number, r *Results) {
	if c.Draws != nil {
		n.draw(c.Draws(r), c.Of)
		return
	}
	n.Ours = numeral.JSON(c.Value(r))
	if c.Most != nil {
		n.setUpper(c.Most(r))
	}
}

// used returns the groups of the runs asked for since Results.used was emptied, and the
// seconds that they and the runs they come after took, and stops looking.
func (e *Evaluation) used() (groups []string, seconds float64) {
	seen := map[string]bool{}
	for i := range e.Runs {
		r := &e.Runs[i]
		if !e.Results.used[r.Label] {
			continue
		}
		seconds += r.spent(seen)
		if !slices.Contains(groups, r.Origin.Group) {
			groups = append(groups, r.Origin.Group)
		}
	}
	e.Results.used = nil
	slices.Sort(groups)
	return groups, seconds
}

// First returns the setting of the first seed.
func (o *Options) First() Setting { return o.setting(0) }

func (o *Options) seeds() int { return max(1, o.Seeds) }

// setting is that of the k-th seed.
func (o *Options) setting(k int) Setting {
	return Setting{Scale: o.Scale, Seed: max(1, o.Seed) + uint64(k), Reading: o.Reading, Factors: o.Factors, Policies: o.Policies, Own: o.Own}
}

func (o *Options) parallel() int { return cmp.Or(max(o.Parallel, 0), runtime.GOMAXPROCS(0)) }
