package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/stats"
)

// pairedJobs are the jobs that ended under every policy, in the order of the first.
type pairedJobs struct {
	policies []string
	of       [][]pairedJob // by policy, then job
	alone    int           // jobs that did not end under all
	cut      int           // jobs left out at the beginning
	unsteady []string      // policies under which MSER-5 found no steady part
}

// A pairedJob is a job under one policy, in microseconds: on shared nodes times are no whole seconds.
type pairedJob struct {
	metrics.Ended
	run int64 // at full speed
}

// micro is a second in the unit of a pairedJob.
const micro = 1_000_000

// compareRuns compares the runs of one experiment job by job.
func (a *app) compareRuns(dir string, f *compareFlags) error {
	for _, name := range f.metrics {
		if !slices.Contains(metrics.Means, name) {
			return usage("%s has one value for a whole log, so nothing says how much it varies: compare it in a sweep, or one of %v",
				name, metrics.Means)
		}
	}
	r, err := openResults(dir, result.Jobs)
	if err != nil {
		return err
	}
	policies, err := f.baseFirst(dir, slices.DeleteFunc(r.policies(), func(p string) bool { return p == policy.Recorded }))
	if err != nil {
		return err
	}
	jobs := pair(r.Tables[result.Jobs], policies)
	if len(jobs.of[0]) == 0 {
		return fmt.Errorf("%s: no job ended under every policy", dir)
	}
	f.warm(jobs)
	start, _ := strconv.ParseInt(r.Meta.Get(result.MetaStart), 10, 64) // 0 if it is not known
	blocks := f.blocks(jobs.of[0], start)
	var all []comparison
	for _, name := range f.metrics {
		c := comparison{Metric: name, Unit: blocks.Unit, N: blocks.N}
		var sides []side
		for k, p := range jobs.policies {
			s := side{policy: p, sums: stats.NewSums(max(blocks.N, 1))}
			for i := range jobs.of[k] {
				x, w := metrics.OfJob(name, &jobs.of[k][i].Ended, jobs.of[k][i].run, micro)
				b := int32(0)
				if blocks.N > 0 {
					b = blocks.Of[i]
				}
				s.values = append(s.values, x)
				s.sums.Add(b, x, w)
			}
			sides = append(sides, s)
		}
		c.compareSides(metrics.All[slices.IndexFunc(metrics.All, func(m metrics.Metric) bool { return m.Name == name })], sides, f.level)
		all = append(all, c)
	}
	return a.showComparisons(all, f, jobs)
}

// pair finds the jobs of every policy in a table of jobs.
func pair(t *result.Table, policies []string) *pairedJobs {
	type key struct{ job, copy int64 }
	p := &pairedJobs{policies: policies, of: make([][]pairedJob, len(policies))}
	found := make([]map[key]pairedJob, len(policies))
	seen := make([]map[int64]int64, len(policies))
	for k := range policies {
		found[k], seen[k] = map[key]pairedJob{}, map[int64]int64{}
	}
	var order []key
	of, id, procs, killed := t.Col("policy"), t.Col("job").Int, t.Col("procs").Int, t.Col("killed").Bool
	submit, start, end, alone := t.Col("submit_s").Float, t.Col("start_s").Float, t.Col("end_s").Float, t.Col("alone_s").Float
	in := func(seconds float64) int64 { return int64(math.Round(seconds * micro)) }
	for i := range t.Rows {
		k := slices.Index(policies, of.GetText(i))
		if k < 0 {
			continue
		}
		at := key{id[i], seen[k][id[i]]}
		seen[k][id[i]]++
		if end[i] != end[i] {
			continue // it never ended
		}
		if k == 0 {
			order = append(order, at)
		}
		j := pairedJob{Ended: metrics.Ended{Submit: in(submit[i]), Start: in(start[i]), End: in(end[i]), Procs: int32(procs[i]), Killed: killed[i]}}
		if j.run = j.End - j.Start; alone[i] == alone[i] {
			j.run = in(alone[i])
		}
		found[k][at] = j
	}
	most := 0
	for _, at := range order {
		everywhere := !slices.ContainsFunc(found, func(m map[key]pairedJob) bool { _, is := m[at]; return !is })
		for k := range policies {
			if everywhere {
				p.of[k] = append(p.of[k], found[k][at])
			}
		}
	}
	for k := range policies {
		most = max(most, len(found[k]))
	}
	p.alone = most - len(p.of[0])
	return p
}

// warm leaves the first jobs out, the same ones under every policy.
func (f *compareFlags) warm(p *pairedJobs) {
	n := len(p.of[0])
	share, _ := f.share()
	p.cut = stats.FixedShare(n, share)
	if f.warmup == "mser5" {
		for k, jobs := range p.of {
			waits := make([]float64, n)
			for i := range jobs {
				waits[i] = float64(jobs[i].Start - jobs[i].Submit)
			}
			cut, steady := stats.MSER5(waits)
			if !steady {
				p.unsteady = append(p.unsteady, p.policies[k])
				continue
			}
			p.cut = max(p.cut, cut)
		}
	}
	for k := range p.of {
		p.of[k] = p.of[k][p.cut:]
	}
}

// blocks divides the jobs into weeks or batches.
func (f *compareFlags) blocks(jobs []pairedJob, start int64) stats.Blocks {
	if f.batches == 0 {
		submit := make([]int64, len(jobs))
		for i := range jobs {
			submit[i] = jobs[i].Submit / micro
		}
		return stats.Divide(submit, start)
	}
	b := stats.Blocks{Unit: "batch", N: f.batches, Of: make([]int32, len(jobs))}
	if len(jobs) < f.batches {
		return stats.Blocks{}
	}
	for i := range b.Of {
		b.Of[i] = int32(i * f.batches / len(jobs))
	}
	return b
}
