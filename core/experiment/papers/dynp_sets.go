package papers

import (
	"slices"

	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/empirical"
)

// A dynpSet is one of the paper's four job sets.
type dynpSet struct {
	key   string // "ctc"
	title string // "CTC"
	trace string // file of the log; "" where it was never public
	jobs  int    // of the paper's trace

	// Weibull distributions with so small a shape have means that differ by
	// several percent between samples of 10,000, and the load with them. So the
	// seed is the one from 1 to 500 whose sample is nearest to what is printed of
	// the paper's: with the least sum of squared relative differences of the
	// means of width, estimate, run time and interarrival time (table 3) and of
	// the offered load from the utilization (table 5). No scheduler has a part in
	// the choice.
	seed     uint64
	likeSeed uint64 // the same for the reconstruction

	factors []float64 // shrinking factors of the figures
	quick   []float64 // and of the quick scale
}

var dynpJobSets = []dynpSet{
	{key: "ctc", title: "CTC", trace: "CTC-SP2-1996-3.1-cln.swf.gz", jobs: 79302, seed: 140, likeSeed: 160,
		factors: dynpFactors(100, 65), quick: []float64{1, 0.85, 0.7}},
	{key: "kth", title: "KTH", trace: "KTH-SP2-1996-2.swf.gz", jobs: 28490, seed: 371, likeSeed: 189,
		factors: dynpFactors(100, 60), quick: []float64{1, 0.8, 0.6}},
	{key: "pc2", title: "PC2", jobs: 35094, likeSeed: 20,
		factors: dynpFactors(80, 40), quick: []float64{0.8, 0.6, 0.4}},
	{key: "sdsc", title: "SDSC", trace: "SDSC-SP2-1998-4.2-cln.swf.gz", jobs: 67667, seed: 126, likeSeed: 314,
		factors: dynpFactors(60, 30), quick: []float64{0.6, 0.45, 0.3}},
}

// dynpFactors counts down in steps of 0.05, from and to in percent.
func dynpFactors(from, to int) (all []float64) {
	for f := from; f >= to; f -= 5 {
		all = append(all, float64(f)/100)
	}
	return all
}

func (s *dynpSet) at(scale Scale) []float64 {
	if scale == Quick {
		return s.quick
	}
	return s.factors
}

func (s *dynpSet) syn() string   { return s.title + "_syn" }
func (s *dynpSet) exact() string { return s.title + "_exact" }
func (s *dynpSet) log() string   { return s.title + "_trace" }

const dynpQuickJobs = 1000

// dynpWorkloads are the traces, the synthetic sets made from them, and those
// with perfect estimates.
func dynpWorkloads(scale Scale) (sets []JobSet) {
	jobs := empirical.DefaultJobs
	if scale == Quick {
		jobs = dynpQuickJobs
	}
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		traceDoc := "The log " + s.trace + "; where it is not given, a reconstruction from what the paper prints of it."
		synDoc := "Drawn from an analysis of " + s.trace + ", with the printed Weibull distribution of interarrival times."
		if s.trace == "" {
			traceDoc = "pc2-like, a reconstruction from what the paper prints: the trace was never public."
			synDoc = "Drawn from pc2-like, a reconstruction from what the paper prints, with the printed Weibull distribution of interarrival times."
		}
		sets = append(sets,
			JobSet{Name: s.log(), Title: s.log(), Doc: traceDoc, Make: func(l *Loader) (*workload.Workload, error) { return s.makeTrace(l, jobs) }},
			JobSet{Name: s.syn(), Title: s.syn(), Doc: synDoc, Make: func(l *Loader) (*workload.Workload, error) { return s.makeSyn(l, jobs) }},
			JobSet{Name: s.exact(), Title: s.syn() + " with perfect estimates",
				Doc:  s.syn() + ", where every estimate is the time that the job holds its processors.",
				Make: func(l *Loader) (*workload.Workload, error) { return s.makeExact(l) }})
	}
	return sets
}

// read reads the log, as the paper does: widths are requested.
func (s *dynpSet) read(l *Loader) (w *workload.Workload, ok bool, err error) {
	if s.trace == "" {
		return nil, false, nil
	}
	w, ok, err = l.Trace(s.trace, workload.Options{Width: "requested"})
	if ok && err == nil {
		l.Note("%s: %d jobs of the version of the log at hand; the paper used an older one with %d.", s.trace, len(w.Jobs), s.jobs)
	}
	return w, ok, err
}

// like is the reconstruction.
func (s *dynpSet) like(l *Loader, jobs int, seed uint64) (*workload.Workload, error) {
	d := dynpLikes[s.key]
	l.Substitute("%s-like, a reconstruction: its joint distribution of width, estimate and run time is put together from the means and popular values that the paper prints, not from the log.", s.key)
	m := d.model()
	m.Name = s.key
	return m.Generate(empirical.Options{Jobs: jobs, Seed: l.Seed(seed)})
}

func (s *dynpSet) makeTrace(l *Loader, jobs int) (*workload.Workload, error) {
	w, ok, err := s.read(l)
	if err != nil {
		return nil, err
	}
	d := dynpLikes[s.key]
	if !ok {
		if l.Scale == Full {
			jobs = s.jobs
		}
		return s.like(l, jobs, 0)
	}
	return w.Resize(d.procs), nil
}

func (s *dynpSet) makeSyn(l *Loader, jobs int) (*workload.Workload, error) {
	w, ok, err := s.read(l)
	if err != nil {
		return nil, err
	}
	if !ok {
		return s.like(l, jobs, s.likeSeed)
	}
	m, err := empirical.Analyse(w)
	if err != nil {
		return nil, err
	}
	d := dynpLikes[s.key]
	m.Name, m.Procs, m.Alpha, m.Beta = s.key, d.procs, d.alpha, d.beta
	return m.Generate(empirical.Options{Jobs: jobs, Seed: l.Seed(s.seed)})
}

// makeExact sets every estimate to the time for which the job holds its
// processors, so that only the estimates differ and not the work: a job that is
// killed at its estimate is as short here. (The paper sets it to the run time.)
func (s *dynpSet) makeExact(l *Loader) (*workload.Workload, error) {
	syn, err := l.JobSet(s.syn())
	if err != nil {
		return nil, err
	}
	return dynpExact(syn), nil
}

func dynpExact(syn *workload.Workload) *workload.Workload {
	w := *syn
	w.Jobs = slices.Clone(syn.Jobs)
	for i := range w.Jobs {
		j := &w.Jobs[i]
		j.Run = j.Length(true)
		j.Estimate = max(j.Run, 1)
	}
	w.Changes = append(slices.Clip(w.Changes), "estimates set to the run times")
	return &w
}
