package dynp

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
)

// A set is one of the paper's four job sets: a log and what is drawn from it.
type set struct {
	*logs.Log
	factors []float64 // shrinking factors of the figures
	quick   []float64 // and of the quick scale
}

var jobSets = []set{
	{logs.CTC, factors(100, 65), []float64{1, 0.85, 0.7}},
	{logs.KTH, factors(100, 60), []float64{1, 0.8, 0.6}},
	{logs.PC2, factors(80, 40), []float64{0.8, 0.6, 0.4}},
	{logs.SDSC, factors(60, 30), []float64{0.6, 0.45, 0.3}},
}

// factors counts down in steps of 0.05, from and to in percent.
func factors(from, to int) (all []float64) {
	for f := from; f >= to; f -= 5 {
		all = append(all, float64(f)/100)
	}
	return all
}

func setOf(key string) *set {
	for i := range jobSets {
		if jobSets[i].Key == key {
			return &jobSets[i]
		}
	}
	panic("dynp: unknown job set " + key)
}

// at returns the shrinking factors of the figures.
func (s *set) at(at paper.Setting) []float64 {
	switch {
	case len(at.Factors) > 0:
		return at.Factors
	case at.Scale == paper.Quick:
		return s.quick
	}
	return s.factors
}

func (s *set) syn() string   { return s.Title + "_syn" }
func (s *set) exact() string { return s.Title + "_exact" }
func (s *set) log() string   { return s.Title + "_trace" }
func (s *set) other() string { return s.Title + "_other" }

const quickJobs = 1000

// otherSeeds is what the seeds of the other samples have beyond the setting's. Seeds 1 to 4 of
// CTC_syn and KTH_syn, and no other, had a part in the choice of a handling of the list.
const otherSeeds = 100

// workloads are the traces, the synthetic sets made from them, and those with perfect
// estimates.
func workloads(at paper.Setting) (sets []paper.JobSet) {
	jobs := empirical.DefaultJobs
	if at.Scale == paper.Quick {
		jobs = quickJobs
	}
	for i := range jobSets {
		s := &jobSets[i]
		traceDoc := "The log " + s.File + "; where it is not given, a reconstruction from what the paper prints of it."
		from := "an analysis of " + s.File
		if s.File == "" {
			traceDoc = "pc2-like, a reconstruction from what the paper prints: the trace was never public."
			from = "pc2-like, a reconstruction from what the paper prints"
		}
		sets = append(sets,
			paper.JobSet{Name: s.log(), Title: s.log(), Doc: traceDoc, Group: s.Key,
				Make: func(l *paper.Loader) (*trace.Workload, error) { return s.Trace(l, jobs, logOptions(l.Reading)) }},
			paper.JobSet{Name: s.syn(), Title: s.syn(), Group: s.Key, Drawn: true,
				Doc:  "Drawn from " + from + ", with the printed Weibull distribution of interarrival times.",
				Make: func(l *paper.Loader) (*trace.Workload, error) { return s.Synthetic(l, jobs, drawOptions(l)) }},
			paper.JobSet{Name: s.other(), Title: s.syn() + ", other samples", Group: s.Key, Drawn: true,
				Doc: fmt.Sprintf("As %s, from seeds greater by %d: samples that had no part in the choice of a reading.", s.syn(), otherSeeds),
				Make: func(l *paper.Loader) (*trace.Workload, error) {
					opt := logOptions(l.Reading)
					opt.Seed = l.Setting.Seed + otherSeeds
					return s.Synthetic(l, jobs, opt)
				}},
			paper.JobSet{Name: s.exact(), Title: s.syn() + " with perfect estimates", Group: s.Key, Drawn: true,
				Make: logs.From(s.syn(), logs.Perfect), Doc: s.syn() + ", where every estimate is the time that the job holds its processors."})
	}
	return sets
}
