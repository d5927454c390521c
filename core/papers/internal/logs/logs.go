// Package logs has the logs of the papers of Streit and of Grothklags and Streit, the
// synthetic job sets drawn from them, and reconstructions for logs that are not given.
package logs

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
)

// A Log is one of the four logs.
type Log struct {
	Key   string // "ctc"
	Title string // "CTC"
	File  string // "" where it was never public
	Jobs  int    // of the paper's version

	Seed uint64 // the nearest, of sets drawn from the log
}

// Nearest stands for the seed that was chosen for its outcome. With so small a shape, the
// means of Weibull distributions, and so the load, differ by several percent between samples
// of 10,000. This is the seed from 1 to 500 whose sample is nearest to the printed numbers: it
// has the least sum of squared relative differences of the means of width, estimate, run time
// and interarrival time (table 3) and of the offered load from the printed utilization
// (table 5). No schedule of ours has a part in the choice.
const Nearest = 0

// Options choose among ways to make a job set that the paper leaves open.
type Options struct {
	Seed      uint64 // of what is drawn: 1, 2, 3, ..., or Nearest
	Uncleaned bool   // restore the jobs that the archive removed from the log
	Tail      string // of PC2's widths: "" or "outcome"; see likes
}

var (
	CTC  = &Log{Key: "ctc", Title: "CTC", File: "CTC-SP2-1996-3.1-cln.swf.gz", Jobs: 79302, Seed: 140}
	KTH  = &Log{Key: "kth", Title: "KTH", File: "KTH-SP2-1996-2.swf.gz", Jobs: 28490, Seed: 371}
	PC2  = &Log{Key: "pc2", Title: "PC2", Jobs: 35094}
	SDSC = &Log{Key: "sdsc", Title: "SDSC", File: "SDSC-SP2-1998-4.2-cln.swf.gz", Jobs: 67667, Seed: 126}
)

// Like returns what the log's reconstruction is made from. Only PC2 has a tail other than "".
func (s *Log) Like(tail string) *Like {
	if s.Key == "pc2" && tail == "outcome" {
		return outcomeLike
	}
	return likes[s.Key]
}

// Read reads the log with requested widths, as the papers do; ok is false if it is not
// given.
func (s *Log) Read(l *paper.Loader, opt Options) (w *trace.Workload, ok bool, err error) {
	w, ok, err = l.Trace(s.File, trace.Options{Width: "requested"})
	if ok && err == nil {
		l.Note("%s: %d jobs of the version of the log at hand; the paper used an older one with %d.", s.File, w.Len(), s.Jobs)
		if opt.Uncleaned {
			w = s.restore(l, w)
		}
	}
	return w, ok, err
}

// reconstruct draws jobs from the reconstruction.
func (s *Log) reconstruct(l *paper.Loader, jobs int, tail string, seed uint64) (*trace.Workload, error) {
	l.Substitute("%s-like, a reconstruction: its joint distribution of width, estimate and run time is put together from the means and "+
		"popular values that the paper prints, not from the log.", s.Key)
	m := s.Like(tail).Model()
	m.Name = s.Key
	return m.Generate(empirical.Options{Jobs: jobs, Seed: l.Seed(seed)})
}

// Trace makes the log on the paper's machine. Where it is not given, the reconstruction
// has that many jobs, or at scale Full as many as the paper's log.
func (s *Log) Trace(l *paper.Loader, jobs int, opt Options) (*trace.Workload, error) {
	w, ok, err := s.Read(l, opt)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return w.Resize(s.Like("").Procs), nil
	case l.Scale == paper.Full:
		jobs = s.Jobs
	}
	return s.reconstruct(l, jobs, opt.Tail, 0)
}

// Synthetic draws jobs from an analysis of the log, with the printed Weibull
// distribution of interarrival times.
func (s *Log) Synthetic(l *paper.Loader, jobs int, opt Options) (*trace.Workload, error) {
	w, ok, err := s.Read(l, opt)
	if err != nil {
		return nil, err
	}
	d := s.Like(opt.Tail)
	if !ok {
		return s.reconstruct(l, jobs, opt.Tail, cmp.Or(opt.Seed, d.Seed))
	}
	m, err := empirical.Analyse(w)
	if err != nil {
		return nil, err
	}
	m.Name, m.Procs, m.Alpha, m.Beta = s.Key, d.Procs, d.Alpha, d.Beta
	return m.Generate(empirical.Options{Jobs: jobs, Seed: l.Seed(cmp.Or(opt.Seed, s.Seed))})
}

// From returns how to make a job set by changing another of the same paper.
func From(name string, change func(*trace.Workload) *trace.Workload) func(*paper.Loader) (*trace.Workload, error) {
	return func(l *paper.Loader) (*trace.Workload, error) {
		w, err := l.JobSet(name)
		if err != nil {
			return nil, err
		}
		return change(w), nil
	}
}

// Perfect sets every estimate to the time for which the job holds its processors, so that
// the work stays the same: a job killed at its estimate stays as short. (The paper sets it
// to the run time.)
func Perfect(syn *trace.Workload) *trace.Workload {
	w := *syn
	w.Jobs = trace.Hold(slices.Clone(syn.Jobs.Held()))
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		j.Run = j.Length(true)
		j.Estimate = max(j.Run, 1)
	}
	w.Changes = append(slices.Clip(w.Changes), "estimates set to the run times")
	return &w
}
