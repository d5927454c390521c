package paper

import (
	"cmp"
	"context"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result/chart"
	"github.com/backfill-lab/backfill/core/trace"
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

// An Evaluation is an experiment with its results. The same experiment on the same
// job sets gives the same, except Seconds, and Cached of its Runs.
//
// With several seeds, Cells, Numbers, Claims and, as far as it can be, Chart are of all of
// them; Results, Runs and Origins are of the first.
type Evaluation struct {
	Paper      *Paper
	Experiment *Experiment
	Setting             // with the first seed
	Seeds      []uint64 // that the numbers are of: one if none depends on it
	Version    string   // the program's, from Options
	Seconds    float64  // of processor time that the runs of all seeds took, whenever that was
	Results    *Results
	Runs       []RunResult
	Origins    []Origin // of the job sets, in the order of first use
	Cells      []Number
	Numbers    []Number // one per published number
	Claims     []Verified
	Chart      *chart.Chart // nil if the experiment has none
}

// A RunResult is a run and its result.
type RunResult struct {
	Run
	Origin  Origin // of its job set
	Digest  string
	Summary *Summary
	Cached  bool
	Seconds float64 // of computing, whenever that was

	set    *trace.Workload
	behind map[string]float64 // seconds of this run and of those it comes after, by digest
}

// Workload returns what was simulated: the job set after the Spec's changes.
func (r *RunResult) Workload() *trace.Workload {
	w, _ := r.Spec.Apply(r.set) // it succeeded when the run was computed
	return w
}

// A Number is one of ours beside the published one; NaN stands for a missing number.
type Number struct {
	ID        string // the experiment's, the row and the column
	Row       string
	Column    string
	Unit      string
	Published float64
	Ours      float64   // the median of the seeds
	Most      float64   // the upper end, if Ours is the lower end of an interval; else Ours
	Seeds     []float64 // ours with each seed; nil if they are all equal
	Range     Range     // that of the seeds
	Ratio     float64   // ours over published; NaN for an interval
	Verdict   Verdict   // "" if nothing was published
	Class     Class     // Own if nothing was published
	Note      string
	Groups    []string // of the job sets whose runs ours is computed from, sorted
	Seconds   float64  // that these runs took, with all seeds
}

// Verified is a claim and the verdict on it.
type Verified struct {
	ID      string  `json:"id"` // the experiment's and the claim's
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Verdict Verdict `json:"verdict"` // one of those on claims
	Note    string  `json:"note"`    // of the first seed
	Held    int     `json:"held"`    // with how many seeds it holds
	Of      int     `json:"of"`      // of how many; 1 if nothing depends on the seed
	Seconds float64 `json:"-"`       // that the runs took which decided it, with all seeds
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
				w.lazy.get(w, u)
				e.fill(k, u, w.opt.Cache)
			}
			return u.summary
		}
	}
	e.judge()
	for _, claim := range x.Claims {
		v := Verified{ID: x.ID + "/" + claim.ID, Text: claim.Text, Section: claim.Section, Of: 1}
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

// judge fills in Cells and Numbers.
func (e *Evaluation) judge() {
	number := func(row, column, unit string) Number {
		return Number{ID: e.Experiment.ID + "/" + slug(row, column), Row: row, Column: column, Unit: unit, Class: Own,
			Published: math.NaN(), Ours: math.NaN(), Most: math.NaN(), Ratio: math.NaN()}
	}
	place := map[At]int{}
	for _, c := range e.Experiment.Cells {
		place[At{c.Row, c.Column}] = len(e.Cells)
		n := number(c.Row, c.Column, c.Unit)
		e.Results.used = map[string]bool{}
		n.Ours = c.Value(e.Results)
		n.Most = n.Ours
		if c.Most != nil {
			n.Most = c.Most(e.Results)
		}
		n.Groups, n.Seconds = e.used()
		e.Cells = append(e.Cells, n)
	}
	for _, p := range e.Experiment.Published {
		n := number(p.Row, p.Column, p.Unit)
		n.Published, n.Note, n.Class = p.Value, p.Note, p.Class
		k, ok := place[At{p.Row, p.Column}]
		if ok {
			c := &e.Cells[k]
			n.Ours, n.Most, n.Groups, n.Seconds = c.Ours, c.Most, c.Groups, c.Seconds
		}
		n.Ratio, n.Verdict = JudgeInterval(n.Published, n.Ours, n.Most)
		if n.Verdict == Same || e.Scale != Full && !math.IsNaN(n.Ours) { // a note is about the paper's own size
			n.Note = ""
		}
		e.Numbers = append(e.Numbers, n)
		if ok {
			e.Cells[k] = n
		}
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

// slug makes an id of a row and a column.
func slug(parts ...string) string {
	for i, p := range parts {
		parts[i] = strings.Trim(strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
				return r
			}
			return '-'
		}, p), "-")
	}
	return strings.Join(parts, "/")
}

// First returns the setting of the first seed.
func (o *Options) First() Setting { return o.setting(0) }

func (o *Options) seeds() int { return max(1, o.Seeds) }

// setting is that of the k-th seed.
func (o *Options) setting(k int) Setting {
	return Setting{Scale: o.Scale, Seed: max(1, o.Seed) + uint64(k), Reading: o.Reading, Factors: o.Factors, Policies: o.Policies, Own: o.Own}
}

func (o *Options) parallel() int { return cmp.Or(max(o.Parallel, 0), runtime.GOMAXPROCS(0)) }
