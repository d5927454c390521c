package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Options say how jobs are compared. The zero value compares weeks, at stats.Level, and leaves no job out.
type Options struct {
	Level   float64 // of intervals; 0 is stats.Level
	Start   int64   // Unix time of second 0, or 0 if it is not known
	Share   float64 // of the jobs to leave out at the beginning, in [0, 1)
	MSER5   bool    // leave out as many as MSER-5 says of the waits of any policy
	Batches int     // that many batches of as many jobs instead of weeks; 0 is weeks
}

// Jobs is the jobs that ended under every policy.
type Jobs struct {
	Policies []string // the base first
	N        int      // jobs that are compared
	Alone    int      // jobs that ended under some policies only, and are left out
	Cut      int      // jobs left out at the beginning
	Unsteady []string // policies in whose waits MSER-5 found no steady part, and cut nothing

	options Options
	of      [][]pairedJob // by policy, then job
	blocks  stats.Blocks
}

// A pairedJob is a job under one policy, in microseconds: on shared nodes times are no whole seconds.
type pairedJob struct {
	metrics.Ended
	run int64 // at full speed
}

// micro is a second in the unit of a pairedJob.
const micro = 1_000_000

// Pair finds the jobs of the policies in a table of result.Jobs; the first is the base. It is an error if there
// are fewer than two policies, or no job ended under all of them.
func Pair(t *result.Table, policies []string, o Options) (*Jobs, error) {
	if len(policies) < 2 {
		return nil, fmt.Errorf("a comparison needs two policies, and there is only one")
	}
	if o.Level == 0 {
		o.Level = stats.Level
	}
	p := &Jobs{Policies: policies, options: o}
	p.read(t)
	if len(p.of[0]) == 0 {
		return nil, fmt.Errorf("no job ended under every policy")
	}
	p.warm()
	p.N = len(p.of[0])
	p.divide()
	return p, nil
}

// read finds the jobs that ended under every policy, in the order of the base.
func (p *Jobs) read(t *result.Table) {
	type key struct{ job, copy int64 }
	p.of = make([][]pairedJob, len(p.Policies))
	found := make([]map[key]pairedJob, len(p.Policies))
	seen := make([]map[int64]int64, len(p.Policies))
	for k := range p.Policies {
		found[k], seen[k] = map[key]pairedJob{}, map[int64]int64{}
	}
	var order []key
	of, id, procs, killed := t.Col("policy"), t.Col("job").Int, t.Col("procs").Int, t.Col("killed").Bool
	submit, start, end, alone := t.Col("submit_s").Float, t.Col("start_s").Float, t.Col("end_s").Float, t.Col("alone_s").Float
	in := func(seconds float64) int64 { return int64(math.Round(seconds * micro)) }
	for i := range t.Rows {
		k := slices.Index(p.Policies, of.GetText(i))
		if k < 0 {
			continue
		}
		at := key{id[i], seen[k][id[i]]}
		seen[k][id[i]]++
		if !isTime(submit[i]) || !isTime(start[i]) || !isTime(end[i]) {
			continue // it never ended
		}
		if k == 0 {
			order = append(order, at)
		}
		j := pairedJob{Ended: metrics.Ended{Submit: in(submit[i]), Start: in(start[i]), End: in(end[i]), Procs: int32(procs[i])}}
		j.Killed = killed[i]
		if j.run = j.End - j.Start; isTime(alone[i]) {
			j.run = in(alone[i])
		}
		found[k][at] = j
	}
	for _, at := range order {
		if slices.ContainsFunc(found, func(m map[key]pairedJob) bool { _, is := m[at]; return !is }) {
			continue
		}
		for k := range p.Policies {
			p.of[k] = append(p.of[k], found[k][at])
		}
	}
	for k := range p.Policies {
		p.Alone = max(p.Alone, len(found[k])-len(p.of[0]))
	}
}

// isTime reports whether microseconds of x fit an int64.
func isTime(x float64) bool { return math.Abs(x) < 1e12 }

// warm leaves the first jobs out, the same ones under every policy.
func (p *Jobs) warm() {
	n := len(p.of[0])
	p.Cut = stats.FixedShare(n, p.options.Share)
	for k, jobs := range p.of {
		if !p.options.MSER5 {
			break
		}
		waits := make([]float64, n)
		for i := range jobs {
			waits[i] = float64(jobs[i].Start-jobs[i].Submit) / micro
		}
		if cut, steady := stats.MSER5(waits); steady {
			p.Cut = max(p.Cut, cut)
		} else {
			p.Unsteady = append(p.Unsteady, p.Policies[k])
		}
	}
	for k := range p.of {
		p.of[k] = p.of[k][p.Cut:]
	}
}

// divide puts the jobs into weeks or batches.
func (p *Jobs) divide() {
	jobs := p.of[0]
	if p.options.Batches == 0 {
		submit := make([]int64, len(jobs))
		for i := range jobs {
			submit[i] = jobs[i].Submit / micro
		}
		p.blocks = stats.Divide(submit, p.options.Start)
		return
	}
	if len(jobs) < p.options.Batches {
		return
	}
	p.blocks = stats.Blocks{Unit: "batch", N: p.options.Batches, Of: make([]int32, len(jobs))}
	for i := range p.blocks.Of {
		p.blocks.Of[i] = int32(i * p.options.Batches / len(jobs))
	}
}

// Size says what differences are seen in: 12 weeks; "" if the log is too short for any.
func (p *Jobs) Size() string {
	if p.blocks.N == 0 {
		return ""
	}
	return numeral.Plural(p.blocks.N, p.blocks.Unit)
}

// Compare compares a metric of metrics.Means. It is an error if it is another one.
func (p *Jobs) Compare(metric string) (c Comparison, err error) {
	if !slices.Contains(metrics.Means, metric) {
		return c, fmt.Errorf("%s has one value for a whole log, so nothing says how much it varies: compare it in a sweep, or one of %s",
			metric, strings.Join(metrics.Means, ", "))
	}
	c = Comparison{Metric: metric, Unit: p.blocks.Unit, N: p.blocks.N}
	var sides []side
	for k, policy := range p.Policies {
		s := side{policy: policy, sums: stats.NewSums(max(c.N, 1))}
		for i := range p.of[k] {
			j := &p.of[k][i]
			x, weight := metrics.OfJob(metric, &j.Ended, j.run, micro)
			block := int32(0)
			if c.N > 0 {
				block = p.blocks.Of[i]
			}
			s.values = append(s.values, x)
			s.sums.Add(block, x, weight)
		}
		sides = append(sides, s)
	}
	c.fill(metrics.Every[metrics.Index(metric)], sides, p.options.Level)
	return c, nil
}
