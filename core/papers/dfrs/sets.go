package dfrs

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

const (
	log       = "hpc2n"
	logFile   = "HPC2N-2002-2.2-cln.swf.gz"
	logNodes  = 120
	traces    = "lublin"
	synthetic = 128 // nodes of the synthetic traces
)

type size struct {
	span   int64 // seconds of an instance of the log
	weeks  int   // instances of the log at most, 0 for all
	traces int
	jobs   int // of a trace
	loads  []float64
}

func sizes(scale paper.Scale) size {
	if scale == paper.Quick {
		return size{span: trace.Day, weeks: 10, traces: 10, jobs: 100, loads: []float64{0.2, 0.5, 0.8}}
	}
	return size{span: trace.Week, traces: 100, jobs: 1000, loads: []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}}
}

func workloads(at paper.Setting) []paper.JobSet {
	size := sizes(at.Scale)
	return []paper.JobSet{
		{Name: log, Title: "Real-world trace", Doc: "The jobs of " +
			logFile + "; where it is not given, hpc2n-like, drawn from its rounded marginals.", Make: makeLog},
		{Name: traces, Title: "Synthetic traces", Doc: fmt.Sprintf("%d draws of %d jobs from the model of Lublin and Feitelson, one after "+
			"the other, each beginning with a day.", size.traces, size.jobs), Drawn: true, Make: makeTraces},
	}
}

func makeLog(l *paper.Loader) (*trace.Workload, error) {
	w, ok, err := l.Trace(logFile, trace.Options{Width: l.Reading.Of(logWidth)})
	if err != nil {
		return nil, err
	}
	if !ok {
		return like(l), nil
	}
	if size := sizes(l.Scale); size.weeks > 0 {
		w = w.Cut(0, int64(size.weeks)*size.span)
		l.Note("Scale quick takes the first %d days.", size.weeks)
	}
	return w, nil
}

// makeTraces puts all traces into one workload, their jobs numbered in sequence. Each
// begins at the first midnight after the last job of the one before.
func makeTraces(l *paper.Loader) (*trace.Workload, error) {
	size := sizes(l.Scale)
	model := modelOf(l.Setting)
	all := &trace.Workload{Name: traces, Source: "the model of Lublin and Feitelson, " + jobTypes[model.Type], Procs: synthetic}
	from, first := int64(0), before(l.Draw())
	for k := range size.traces {
		model.Seed = l.Seed(first + uint64(k) + 1)
		w, err := model.Generate()
		if err != nil {
			return nil, err
		}
		for _, j := range w.Jobs.Held() {
			j.ID = int64(all.Len() + 1)
			j.Submit += from
			all.Jobs = trace.Hold(append(all.Jobs.Held(), j))
		}
		from = (all.Jobs.Held()[all.Len()-1].Submit/trace.Day + 1) * trace.Day
	}
	return all, nil
}

// jobTypes are the types of the model's jobs, in words.
var jobTypes = map[string]string{"both": "batch and interactive jobs", "batch": "batch jobs", "untyped": "jobs of no type"}

// modelOf is the model that a setting draws the traces from, without a seed.
func modelOf(at paper.Setting) lublin.Model {
	m := lublin.Model{Jobs: sizes(at.Scale).jobs, Procs: synthetic, Type: at.Reading.Of(lublinTypes)}
	if m.Type == "none" {
		m.Type = "untyped"
	}
	if chosen(at, lublinUMed) {
		m.UMed = "program"
	}
	return m
}

// before is the draw before the first with a setting's seed: seed 1 has the draws 1 to 100,
// seed 2 those from 101 to 200. The number of a draw seeds a trace and the memory of its jobs.
func before(seed uint64) uint64 { return 100 * (seed - 1) }

// instances are a job set cut into instances, each at one or more loads; 0 is the load
// that the jobs have by themselves.
type instances struct {
	key, title string
	jobSet     string
	loads      func(paper.Scale) []float64
}

// The paper's three sets of instances, and the part of the third that table 3 is about.
var (
	realWorld = instances{"real", "Real-world trace", log, only(0)}
	unscaled  = instances{"unscaled", "Unscaled synthetic traces", traces, only(0)}
	scaled    = instances{"scaled", "Scaled synthetic traces", traces, func(scale paper.Scale) []float64 { return sizes(scale).loads }}
	allSets   = []instances{realWorld, unscaled, scaled}

	highlyLoaded = instances{jobSet: traces, loads: func(scale paper.Scale) []float64 {
		return slices.DeleteFunc(sizes(scale).loads, func(load float64) bool { return load < 0.7 })
	}}
)

func only(load float64) func(paper.Scale) []float64 {
	return func(paper.Scale) []float64 { return []float64{load} }
}

// A cut says how a job set is cut into instances. It is part of what a run depends on.
type cut struct {
	Nodes int
	First uint64  `json:",omitempty"` // of traces: the draws before the first
	Span  int64   `json:",omitempty"` // of a log: seconds of an instance, 0 for all of it
	Most  int     `json:",omitempty"` // of a log: instances at most
	Jobs  int     `json:",omitempty"` // of traces: jobs of each
	Load  float64 `json:",omitempty"` // 0 leaves the times between submissions as they are
}

func (s instances) cut(at paper.Setting, load float64) cut {
	size := sizes(at.Scale)
	if s.jobSet == log {
		return cut{Nodes: logNodes, Span: size.span, Most: size.weeks, Load: load}
	}
	return cut{Nodes: synthetic, Jobs: size.jobs, First: before(at.Seed), Load: load}
}

// instances cuts w. Every instance begins with second 0.
func (c *cut) instances(w *trace.Workload) (all [][]shared.Job, err error) {
	if c.Jobs > 0 {
		all = c.traces(w)
	} else if all, err = c.spans(w); err != nil {
		return nil, err
	}
	for i, jobs := range all {
		if c.Load > 0 {
			if all[i], err = shared.ScaleLoad(jobs, c.Nodes, c.Load); err != nil {
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
func (c *cut) traces(w *trace.Workload) (all [][]shared.Job) {
	for jobs := range slices.Chunk(w.Jobs.Held(), c.Jobs) {
		one := trace.Workload{Procs: w.Procs, Jobs: trace.Hold(slices.Clone(jobs))}
		all = append(all, shared.Synthetic(&one, c.First+uint64(len(all))+1))
	}
	return all
}

// spans returns the jobs of each span of a log in which there are any.
func (c *cut) spans(w *trace.Workload) (all [][]shared.Job, err error) {
	jobs, _, err := shared.FromLog(w, shared.HPC2N, c.Nodes)
	if err != nil || c.Span == 0 {
		return [][]shared.Job{jobs}, err
	}
	last := int64(-1)
	for _, j := range jobs {
		if span := j.Submit / (c.Span * shared.Second); span != last {
			if c.Most > 0 && len(all) == c.Most {
				break
			}
			all, last = append(all, nil), span
		}
		all[len(all)-1] = append(all[len(all)-1], j)
	}
	return all, nil
}
