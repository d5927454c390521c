package experiment

import (
	"cmp"
	"errors"
	"io"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// An Opener opens the log that a Spec names.
type Opener func(name string) (io.ReadCloser, error)

// Load makes the Spec's workload: it reads or generates the source and applies width, procs,
// shrink, load, grid, cluster and system. opt says how to read a log, but Width, Procs, Columns and
// TimeZone are the Spec's. With opt.Scratch the jobs of a Spec that Spools are spooled, for Execute and Spec.Meta; close the
// workload, and take trace.ErrWhole for a log whose jobs must be held.
// open may be nil if the Spec names no log.
func (s Spec) Load(open Opener, opt trace.Options) (*trace.Workload, error) {
	w, err := s.Source(open, opt)
	if err != nil {
		return nil, err
	}
	return s.Apply(w)
}

// Reading returns how the Spec's log is read: what opt says, but for what is the Spec's.
func (s Spec) Reading(opt trace.Options) trace.Options {
	opt.Anonymize, opt.Accounting = opt.Anonymize || s.Workload.Anonymize, opt.Accounting || s.Cluster != nil
	opt.Width, opt.Procs, opt.Columns, opt.TimeZone = s.Width, s.Procs, s.Workload.Columns, s.Workload.TimeZone
	opt.Map = s.Workload.Map
	return opt
}

// Apply applies the Spec's procs, arrival, shrink, load, shake, estimates, grid, cluster and system to a workload. It is an error if
// no job is left. Spooled jobs of w are closed if the result has others.
func (s Spec) Apply(w *trace.Workload) (*trace.Workload, error) {
	for _, operation := range []struct {
		asked bool
		do    func(w *trace.Workload) (*trace.Workload, error)
	}{
		{s.Procs > 0 && s.Procs != w.Procs, func(w *trace.Workload) (*trace.Workload, error) { return w.Resize(s.Procs), nil }},
		{true, nonempty},
		{s.Arrival == "eligible", (*trace.Workload).ArriveEligible},
		{s.Shrink > 0 && s.Shrink != 1, func(w *trace.Workload) (*trace.Workload, error) { return w.ScaleInterarrival(s.Shrink), nil }},
		{s.OfferedLoad > 0, func(w *trace.Workload) (*trace.Workload, error) { return w.ScaleLoad(s.OfferedLoad) }},
		{s.Shake != nil, func(w *trace.Workload) (*trace.Workload, error) { return w.Shake(s.Shake.WithinS, s.Shake.Seed), nil }},
		{s.Estimates != "", s.estimated},
	} {
		if !operation.asked {
			continue
		}
		next, err := operation.do(w)
		if err == nil {
			err = next.Jobs.Err()
		}
		if next != w {
			err = cmp.Or(err, w.Close())
		}
		if err != nil {
			return nil, err
		}
		w = next
	}
	return s.fit(w)
}

// nonempty returns w, or an error if it has no jobs.
func nonempty(w *trace.Workload) (*trace.Workload, error) {
	if w.Len() == 0 && w.Jobs.Err() == nil {
		return nil, errors.New("no job of the workload fits the machine: give it more processors")
	}
	return w, nil
}

// Source reads or generates the Spec's workload as it is, before Apply: it depends on the Spec's
// workload, width, procs and system alone.
func (s Spec) Source(open Opener, opt trace.Options) (*trace.Workload, error) {
	opt = s.Reading(opt)
	switch src := s.Workload; {
	case src.File != "":
		return read(open, src.File, opt)
	case src.Model != nil:
		return src.Model.Generate(open, trace.Options{
			Width: s.Width, Columns: src.Columns, Map: src.Map, TimeZone: src.TimeZone, Anonymize: opt.Anonymize, Scratch: opt.Scratch,
		})
	default:
		w, err := builtin.Load(cmp.Or(src.Builtin, builtin.Default))
		if err == nil && opt.Anonymize {
			w = w.Anonymize()
		}
		return w, err
	}
}

func read(open Opener, name string, opt trace.Options) (*trace.Workload, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return trace.ReadFrom(name, f, opt)
}

// Generate draws the model's workload. open and opt are for the log that the
// empirical model imitates; opt.Scratch spools the jobs, and it is trace.ErrWhole if the model cannot be drawn so.
func (m *Model) Generate(open Opener, opt trace.Options) (*trace.Workload, error) {
	switch {
	case opt.Spools() && !m.spools():
		return nil, trace.ErrWhole
	case opt.Spools():
		return m.lublin().Spool(opt.Scratch.Create)
	case m.Name == "lublin":
		return m.lublin().Generate()
	}
	log, err := read(open, m.From, opt)
	if err != nil {
		return nil, err
	}
	like, err := empirical.Analyse(log)
	if err != nil {
		return nil, err
	}
	return like.Generate(empirical.Options{Jobs: m.Jobs, Load: m.Load, Users: m.Users, Seed: m.Seed})
}

func (m *Model) lublin() lublin.Model {
	return lublin.Model{Jobs: m.Jobs, Procs: m.Procs, Load: m.Load, Users: m.Users, Seed: m.Seed, Type: m.Type,
		Wide: m.Wide, RunFactor: m.RunFactor, Estimates: lublin.Estimates{Kind: m.Estimates, Factor: m.Factor}}
}

// spools tells whether the model can be drawn onto a Spool.
func (m *Model) spools() bool { return m.Name == "lublin" && m.lublin().Spools() }

// model returns the model that the source draws jobs from, a built-in workload's too; nil
// for a log.
func (s Source) model() *Model {
	if s.File != "" || s.Model != nil {
		return s.Model
	}
	for _, b := range builtin.All {
		if m := b.Model; b.Name == cmp.Or(s.Builtin, builtin.Default) && b.Log == nil {
			return &Model{Name: "lublin", Jobs: m.Jobs, Procs: m.Procs, Load: m.Load, Users: m.Users, Seed: m.Seed,
				Type: m.Type, Wide: m.Wide, RunFactor: m.RunFactor, Estimates: m.Estimates.Kind, Factor: m.Estimates.Factor}
		}
	}
	return nil
}

// Reseeded returns s with another seed; ok is false for a log. A built-in workload becomes
// the model that it is drawn from.
func (s Source) Reseeded(seed uint64) (source Source, ok bool) {
	m := s.model()
	if m == nil {
		return s, false
	}
	seeded := *m
	seeded.Seed = seed
	return Source{Model: &seeded, Columns: s.Columns, Map: s.Map, TimeZone: s.TimeZone, Anonymize: s.Anonymize, SHA256: s.SHA256}, true
}

// Spools tells whether the Spec can be played on spooled jobs: a log or a model, on one machine, under policies that sort a queue or
// plan. Load spools them then with trace.Options.Scratch.
func (s Spec) Spools() bool {
	if !s.Simple() {
		return false
	}
	switch m := s.Workload.Model; {
	case s.Workload.Anonymize:
		return false
	case m != nil && !m.spools():
		return false
	case m == nil && s.Workload.File == "":
		return false
	}
	for _, name := range s.Policies {
		e, err := s.Catalogue().Find(name)
		if err != nil || !spools(e) {
			return false
		}
	}
	return true
}
