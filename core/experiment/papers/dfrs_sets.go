package papers

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/lublin"
)

const (
	dfrsLog       = "hpc2n"
	dfrsLogFile   = "HPC2N-2002-2.2-cln.swf.gz"
	dfrsLogNodes  = 120
	dfrsTraces    = "lublin"
	dfrsSynthetic = 128 // nodes of the synthetic traces
	dfrsDay       = 24 * 3600
)

// dfrsSize is how much there is at each scale.
type dfrsSize struct {
	span   int64 // seconds of an instance of the log
	weeks  int   // instances of the log at most, 0 for all
	traces int
	jobs   int // of a trace
	loads  []float64
}

func dfrsSizes(scale Scale) dfrsSize {
	if scale == Quick {
		return dfrsSize{span: dfrsDay, weeks: 10, traces: 10, jobs: 100, loads: []float64{0.2, 0.5, 0.8}}
	}
	return dfrsSize{span: workload.Week, traces: 100, jobs: 1000, loads: []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}}
}

func dfrsWorkloads(scale Scale) []JobSet {
	size := dfrsSizes(scale)
	return []JobSet{
		{Name: dfrsLog, Title: "Real-world trace", Doc: "The jobs of " + dfrsLogFile + "; where it is not given, hpc2n-like, drawn from its rounded marginals.", Make: dfrsMakeLog},
		{Name: dfrsTraces, Title: "Synthetic traces", Doc: fmt.Sprintf("%d draws of %d jobs from the model of Lublin and Feitelson, one after the other, each beginning with a day.", size.traces, size.jobs), Make: dfrsMakeTraces},
	}
}

func dfrsMakeLog(l *Loader) (*workload.Workload, error) {
	w, ok, err := l.Trace(dfrsLogFile, workload.Options{})
	if err != nil {
		return nil, err
	}
	if !ok {
		return dfrsLike(l), nil
	}
	if size := dfrsSizes(l.Scale); size.weeks > 0 {
		w = w.Cut(0, int64(size.weeks)*size.span)
		l.Note("Scale quick takes the first %d days.", size.weeks)
	}
	return w, nil
}

// dfrsMakeTraces puts all traces into one workload, for which the jobs of each
// are numbered on and begin at the first midnight after the last one's.
func dfrsMakeTraces(l *Loader) (*workload.Workload, error) {
	size := dfrsSizes(l.Scale)
	all := &workload.Workload{Name: dfrsTraces, Source: "the model of Lublin and Feitelson, batch and interactive jobs", Procs: dfrsSynthetic}
	from := int64(0)
	for k := range size.traces {
		w, err := (&lublin.Model{Jobs: size.jobs, Procs: dfrsSynthetic, Type: "both", Seed: l.Seed(dfrsSeed(k))}).Generate()
		if err != nil {
			return nil, err
		}
		for _, j := range w.Jobs {
			j.ID = int64(len(all.Jobs) + 1)
			j.Submit += from
			all.Jobs = append(all.Jobs, j)
		}
		from = (all.Jobs[len(all.Jobs)-1].Submit/dfrsDay + 1) * dfrsDay
	}
	return all, nil
}

// dfrsSeed is of the k-th trace and the memory of its jobs.
func dfrsSeed(k int) uint64 { return uint64(k + 1) }

// A dfrsSet is one of the paper's three sets of instances: a job set cut into
// instances, each at one or more loads.
type dfrsSet struct {
	key, title string
	jobSet     string
	scaled     bool
}

var (
	dfrsReal     = dfrsSet{key: "real", title: "Real-world trace", jobSet: dfrsLog}
	dfrsUnscaled = dfrsSet{key: "unscaled", title: "Unscaled synthetic traces", jobSet: dfrsTraces}
	dfrsScaled   = dfrsSet{key: "scaled", title: "Scaled synthetic traces", jobSet: dfrsTraces, scaled: true}
	dfrsSets     = []dfrsSet{dfrsReal, dfrsUnscaled, dfrsScaled}
)

// loads are the set's at a scale: 0 is what the jobs have by themselves.
func (s dfrsSet) loads(scale Scale) []float64 {
	if s.scaled {
		return dfrsSizes(scale).loads
	}
	return []float64{0}
}

// dfrsHigh are the loads of table 3.
func dfrsHigh(scale Scale) []float64 {
	return slices.DeleteFunc(slices.Clone(dfrsSizes(scale).loads), func(load float64) bool { return load < 0.7 })
}

// A dfrsCut says how a job set is cut into instances: part of what a run depends
// on.
type dfrsCut struct {
	Nodes int
	Span  int64   `json:",omitempty"` // of a log: seconds of an instance, 0 for all of it
	Most  int     `json:",omitempty"` // of a log: instances at most
	Jobs  int     `json:",omitempty"` // of traces: jobs of each
	Load  float64 `json:",omitempty"` // 0 leaves the times between submissions as they are
}

func (s dfrsSet) cut(scale Scale, load float64) dfrsCut {
	size := dfrsSizes(scale)
	if s.jobSet == dfrsLog {
		return dfrsCut{Nodes: dfrsLogNodes, Span: size.span, Most: size.weeks, Load: load}
	}
	return dfrsCut{Nodes: dfrsSynthetic, Jobs: size.jobs, Load: load}
}

// instances cuts w. Every instance begins with second 0.
func (c *dfrsCut) instances(w *workload.Workload) (all [][]dfrs.Job, err error) {
	if c.Jobs > 0 {
		all = c.traces(w)
	} else if all, err = c.spans(w); err != nil {
		return nil, err
	}
	for i, jobs := range all {
		if c.Load > 0 {
			if all[i], err = tasks.ScaleLoad(jobs, c.Nodes, c.Load); err != nil {
				return nil, fmt.Errorf("instance %d: %w", i+1, err)
			}
			continue
		}
		first := jobs[0].Submit
		for k := range jobs {
			jobs[k].Submit -= first
		}
	}
	return all, nil
}

// traces returns the jobs of each trace, with tasks.
func (c *dfrsCut) traces(w *workload.Workload) (all [][]dfrs.Job) {
	for jobs := range slices.Chunk(w.Jobs, c.Jobs) {
		one := workload.Workload{Procs: w.Procs, Jobs: append([]job.Job(nil), jobs...)}
		all = append(all, tasks.Synthetic(&one, dfrsSeed(len(all))))
	}
	return all
}

// spans returns the jobs of each span of a log in which there are any.
func (c *dfrsCut) spans(w *workload.Workload) (all [][]dfrs.Job, err error) {
	jobs, _, err := tasks.FromLog(w, tasks.HPC2N, c.Nodes)
	if err != nil || c.Span == 0 {
		return [][]dfrs.Job{jobs}, err
	}
	for from := 0; from < len(jobs) && (c.Most == 0 || len(all) < c.Most); {
		span := func(i int) int64 { return jobs[i].Submit / (c.Span * dfrs.Second) }
		to := from + 1
		for to < len(jobs) && span(to) == span(from) {
			to++
		}
		all = append(all, jobs[from:to:to])
		from = to
	}
	return all, nil
}
