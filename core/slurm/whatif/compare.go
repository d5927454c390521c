package whatif

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A Difference is the mean waits of some jobs on both sides, in seconds: of those that run on both.
type Difference struct {
	Name   string  `json:"name,omitempty"`
	Jobs   int     `json:"jobs"`
	Before float64 `json:"before_s"`
	After  float64 `json:"after_s"`

	// Bounds of After - Before at 95 %, by resampled blocks of the log (stats.Resample); nil if there are too few
	// blocks. They say how much it depends on the weeks that the log happens to have, not how good the
	// simulation is.
	Low  *float64 `json:"change_low_s,omitempty"`
	High *float64 `json:"change_high_s,omitempty"`

	// Merged is how many blocks were taken together because neighbours depend on each other, 0 without bounds; Dependent says that
	// they still do, so that the bounds are too near. See stats.Change.
	Merged    int  `json:"blocks_each,omitempty"`
	Dependent bool `json:"dependent,omitempty"`
}

// Change is After - Before.
func (d *Difference) Change() float64 { return d.After - d.Before }

// Range returns the least and the greatest mean waits of the draws.
func (a *Answer) Range() (low, high Draw) {
	for k, d := range a.Draws {
		if k == 0 {
			low, high = d, d
		}
		low = Draw{min(low.Before, d.Before), min(low.After, d.After)}
		high = Draw{max(high.Before, d.Before), max(high.After, d.After)}
	}
	return low, high
}

// A Group is differences of one kind.
type Group struct {
	What string // such as partition
	List []Difference
}

// Groups returns the differences of all kinds, without All.
func (a *Answer) Groups() []Group {
	return []Group{{"partition", a.Partitions}, {"account", a.Accounts}, {"QOS", a.QOS}, {"cores", a.Cores}}
}

// A pair is a job on both sides.
type pair struct {
	accounting.Job
	cores         int64
	before, after float64 // waits
	draws         int
	block         int32
}

// averages are the waits of jobs over several draws.
type averages struct {
	order []key // of the first draw
	of    map[key]*pair
}

// add adds the jobs that ran on both sides of a draw, and returns their mean waits.
func (m *averages) add(before, after *side) (d Draw) {
	if m.of == nil {
		m.of = map[key]*pair{}
	}
	ran := map[key]accounting.Job{}
	for i, k := range keys(after.ran) {
		ran[k] = after.ran[i]
	}
	n := 0.0
	for i, k := range keys(before.ran) {
		j := before.ran[i]
		other, both := ran[k]
		if !both {
			continue
		}
		p := m.of[k]
		if p == nil {
			asked := before.jobs[k]
			p = &pair{Job: j, cores: asked.Cores()}
			m.of[k] = p
			m.order = append(m.order, k)
		}
		b, a := float64(j.Twin-j.Submit), float64(other.Twin-other.Submit)
		p.draws, p.before, p.after = p.draws+1, p.before+b, p.after+a
		n, d.Before, d.After = n+1, d.Before+b, d.After+a
	}
	if n > 0 {
		d.Before, d.After = d.Before/n, d.After/n
	}
	return d
}

// pairs returns the jobs that ran on both sides of each draw, with their mean waits.
func (m *averages) pairs(draws int) (all []pair) {
	for _, k := range m.order {
		if p := *m.of[k]; p.draws == draws {
			p.before, p.after = p.before/float64(draws), p.after/float64(draws)
			all = append(all, p)
		}
	}
	return all
}

func (a *Answer) compare(before, after *side, pairs []pair, seed uint64) {
	both := map[key]bool{}
	for _, k := range keys(before.ran) {
		both[k] = true
	}
	for _, k := range keys(after.ran) {
		if !both[k] {
			a.Freed++
		}
	}
	a.Stopped = stops(before.log.Left, after.log.Left)
	a.Added, a.Removed = after.added, after.removed
	a.divide(pairs, before.log.UnixStart)
	by := func(name func(*pair) string) []Difference { return differences(pairs, a.Blocks, seed, name) }
	if all := by(func(*pair) string { return "all" }); len(all) > 0 {
		a.All = all[0]
	}
	a.Partitions = by(func(p *pair) string { return p.Partition })
	a.Accounts = by(func(p *pair) string { return p.Account })
	a.QOS = by(func(p *pair) string { return p.QOS })
	a.Cores = by(func(p *pair) string { return width(p.cores) })
	slices.SortStableFunc(a.Cores, func(x, y Difference) int {
		return cmp.Or(cmp.Compare(len(x.Name), len(y.Name)), cmp.Compare(x.Name, y.Name))
	})
	for _, p := range pairs {
		a.before, a.after = append(a.before, p.before), append(a.after, p.after)
	}
}

// stops returns why jobs do not run after the change that did before.
func stops(before, after []accounting.Left) (all []accounting.Left) {
	for _, l := range after {
		for _, b := range before {
			if b.Why == l.Why {
				l.Jobs -= b.Jobs
			}
		}
		if l.Jobs > 0 {
			all = append(all, l)
		}
	}
	return all
}

// width names the class of a number of cores: 1, 2-3, 4-7, 8-15 and so on.
func width(cores int64) string {
	from := int64(1)
	for from*2 <= cores {
		from *= 2
	}
	if from == 1 {
		return "1"
	}
	return fmt.Sprintf("%d-%d", from, 2*from-1)
}

// divide puts each job into the block of its submission.
func (a *Answer) divide(pairs []pair, start int64) {
	submit := make([]int64, len(pairs))
	for i := range pairs {
		submit[i] = pairs[i].Submit
	}
	blocks := stats.Divide(submit, start)
	a.Block, a.Blocks = blocks.Unit, blocks.N
	for i, b := range blocks.Of {
		pairs[i].block = b
	}
}

// differences compares each group of jobs; jobs without a name are in none.
func differences(pairs []pair, blocks int, seed uint64, name func(*pair) string) (all []Difference) {
	groups := map[string][]*pair{}
	for i := range pairs {
		if n := name(&pairs[i]); n != "" {
			groups[n] = append(groups[n], &pairs[i])
		}
	}
	for n, group := range groups {
		d := Difference{Name: n, Jobs: len(group)}
		for _, p := range group {
			d.Before += p.before / float64(len(group))
			d.After += p.after / float64(len(group))
		}
		d.bound(group, blocks, seed)
		all = append(all, d)
	}
	slices.SortFunc(all, func(x, y Difference) int { return cmp.Or(cmp.Compare(y.Jobs, x.Jobs), cmp.Compare(x.Name, y.Name)) })
	return all
}

// bound finds the interval of a group that has jobs in enough blocks.
func (d *Difference) bound(group []*pair, blocks int, seed uint64) {
	if blocks == 0 {
		return
	}
	before, after := stats.NewSums(blocks), stats.NewSums(blocks)
	for _, p := range group {
		before.Add(p.block, p.before, 1)
		after.Add(p.block, p.after, 1)
	}
	if c := stats.Resample(before, after, stats.Level, seed); c.Interval.Known() {
		d.Low, d.High, d.Merged, d.Dependent = &c.Interval.Low, &c.Interval.High, c.Merged, c.Dependent
	}
}

// Chart shows each job's wait on both sides, and the change of the mean wait of groups.
func (a *Answer) Chart(title string) chart.Chart {
	most := 0.0
	for i := range a.before {
		most = max(most, a.before[i], a.after[i])
	}
	wait := func(label string) chart.Axis { return chart.Axis{Label: label, Seconds: true, Zero: true, Max: most} }
	return chart.Chart{Title: title, Panels: []chart.Panel{
		{Title: "Job by job: below the diagonal a job waits less", Kind: chart.Scatter,
			X: wait("wait as it is"), Y: wait("wait with the changes"),
			Series: []chart.Series{{Name: "a job", X: a.before, Y: a.after}}},
		{Title: "Distribution of waits", Kind: chart.CDF, X: wait("wait"), Y: chart.Axis{Label: "share of jobs"},
			Series: []chart.Series{{Name: "as it is", Y: a.before}, {Name: "with the changes", Y: a.after}}},
	}}
}
