package experiment

import (
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// setting returns what the Spec says beside its platform.
func (s *Spec) setting() *platform.Setting {
	set := &platform.Setting{Procs: s.Procs, Overrun: s.overrun(), Policies: s.Policies, Anonymize: s.Workload.Anonymize,
		Bounds: s.bounds(), Find: s.Catalogue().Find}
	if m := s.Workload.model(); m != nil && m.Name == "lublin" {
		set.Model = &platform.Model{Seed: m.Seed}
	}
	return set
}

func (s *Spec) overrun() sim.Overrun {
	if s.Overrun == "extend" {
		return sim.Extend
	}
	return sim.Cut
}

// Simple tells whether every run is one of a sim.Policy on one machine: InstanceAt takes
// only such runs, and only for them rule bases are trained.
func (s *Spec) Simple() bool { return s.Platform().About().Default }

// Describe says what the policies schedule runs of w on: "70 nodes of 2 cores, penalty 300 s" is 70, "node" and the
// rest of that.
func (s *Spec) Describe(w *trace.Workload) (size int, unit, details string) {
	size, unit = platform.SizeOf(s.Platform(), w)
	if d, ok := s.Platform().(platform.Detailed); ok {
		details = d.Details()
	}
	return size, unit, details
}

// Notes says in sentences what the Spec's runs on w leave out and assume, beside what Ignored finds.
func (s *Spec) Notes(w *trace.Workload) []string {
	if n, ok := s.Platform().(platform.Noted); ok {
		return n.Notes(s.setting(), w)
	}
	return nil
}

// Doubts lists what w may not mean as it is read, and what the Spec's platform had to decide of it.
func (s *Spec) Doubts(w *trace.Workload) []trace.Doubt {
	all := w.Doubts()
	if d, ok := s.Platform().(platform.Doubtful); ok {
		all = slices.DeleteFunc(all, func(d trace.Doubt) bool { return d.Key == trace.DoubtClusters })
		all = append(all, d.Doubts(w)...)
	}
	return all
}

// Metrics returns the metrics of the Spec's runs, without those of user groups.
func (s *Spec) Metrics() []metrics.Metric {
	if m, ok := s.Platform().(platform.Measured); ok {
		return m.Metrics()
	}
	return metrics.All
}

// Ignored lists what the log of w says that the Spec's platform does not take into account.
func (s Spec) Ignored(w *trace.Workload) []trace.Ignored {
	t, ok := s.Platform().(platform.Taker)
	if !ok {
		return w.Ignored()
	}
	taken := t.Taken(s.setting())
	return slices.DeleteFunc(w.Ignored(), func(i trace.Ignored) bool { return slices.Contains(taken, i.Key) })
}

// Reseed gives another seed to everything that the Spec draws: its workload, unless that is
// a log, and what its platform draws. It returns false if nothing is drawn.
func (s *Spec) Reseed(seed uint64) bool {
	source, drawn := s.Workload.Reseeded(seed)
	s.Workload = source
	if d, ok := s.Platform().(platform.Drawn); ok {
		s.setPlatform(d.Reseeded(seed))
		drawn = true
	}
	return drawn
}

// fit leaves out the jobs of w that cannot run on the Spec's platform.
func (s *Spec) fit(w *trace.Workload) (*trace.Workload, error) {
	if f, ok := s.Platform().(platform.Fitter); ok {
		return f.Fit(s.setting(), w)
	}
	return w, nil
}
