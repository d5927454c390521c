package grid

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/trace"
)

// An account is what the jobs of a schedule got, and how well the grid was used.
type account struct {
	wait float64 // mean, s
	run  float64 // mean, s

	// The share of the grid's computing power, processors times speed, that jobs hold: from the first
	// submission to the last end, and in the seconds of these in which some job waits, 0 if none does.
	used, usedWaiting float64

	blocked float64 // the share of the jobs for which, when they are submitted, no single site has enough free processors
}

// The series of a sweep with accounts.
const (
	meanWait    = "mean wait"
	meanRun     = "mean run time"
	utilization = "utilization"
	utilWaiting = "utilization while a job waits"
	blockedJobs = "jobs that no site has room for"
)

// add adds the account to a sweep's series.
func (a account) add(out *paper.Summary) {
	for name, v := range map[string]float64{meanWait: a.wait, meanRun: a.run, utilization: a.used, utilWaiting: a.usedWaiting,
		blockedJobs: a.blocked} {
		out.Series[name] = append(out.Series[name], v)
	}
}

// A change is a moment at which a job ends, arrives or starts: in this order within a second.
type change struct {
	at   int64
	kind int // 0, 1, 2
	job  int
}

// accountOf costs O(n log n) for n jobs.
func accountOf(g *grid.Grid, w *trace.Workload, s *grid.Schedule) account {
	jobs := w.Jobs.Held()
	var a account
	var changes []change
	for i := range jobs {
		p := &s.Placed[i]
		a.wait += float64(p.Start - jobs[i].Submit)
		a.run += float64(p.End - p.Start)
		changes = append(changes, change{jobs[i].Submit, 1, i})
		if p.Start < p.End {
			changes = append(changes, change{p.End, 0, i}, change{p.Start, 2, i})
		}
	}
	slices.SortFunc(changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind), cmp.Compare(a.job, b.job))
	})
	a.replay(g, w, s, changes)
	n := float64(len(jobs))
	a.wait, a.run, a.blocked = a.wait/n, a.run/n, a.blocked/n
	return a
}

// replay counts the blocked jobs and measures the utilization.
func (a *account) replay(g *grid.Grid, w *trace.Workload, s *grid.Schedule, changes []change) {
	free := make([]int, len(g.Sites))
	total, held, area, areaWaiting := 0.0, 0.0, 0.0, 0.0
	for i := range g.Sites {
		free[i] = g.Sites[i].Procs
		total += float64(float64(g.Sites[i].Procs) * g.Sites[i].Speed)
	}
	waiting, seconds, last := 0, int64(0), changes[0].at
	for _, c := range changes {
		span := c.at - last
		area += float64(held * float64(span))
		if last = c.at; waiting > 0 {
			areaWaiting += float64(held * float64(span))
			seconds += span
		}
		j, p := &w.Jobs.Held()[c.job], &s.Placed[c.job]
		switch {
		case c.kind == 1:
			if slices.Max(free) < int(j.Procs) {
				a.blocked++
			}
			if p.Start > j.Submit && p.Start < p.End {
				waiting++
			}
			continue
		case c.kind == 2 && p.Start > j.Submit:
			waiting--
		}
		sign := 1 - c.kind // a start takes processors
		for _, part := range s.Parts(c.job) {
			free[part.Site] += sign * int(part.Procs)
			held -= float64(float64(sign*int(part.Procs)) * g.Sites[part.Site].Speed)
		}
	}
	if a.used = area / float64(total*float64(last-changes[0].at)); seconds > 0 {
		a.usedWaiting = areaWaiting / float64(total*float64(seconds))
	}
}

// addAccounts adds sweeps of lines with accounts, at each load, and what they say.
func (m *model) addAccounts(x *paper.Experiment, lines ...line) {
	for _, load := range m.loads() {
		for _, l := range lines {
			run := m.at(load).line(labelAt(load)+l.label+accounted, l, m.every(&sdsc))
			run.Task.Params.(*sweep).Accounts = true
			x.Runs = append(x.Runs, run)
			for _, c := range []struct{ series, unit string }{{meanWait, "s"}, {meanRun, "s"}, {utilization, "%"}, {utilWaiting, "%"},
				{blockedJobs, "%"}} {
				value := seriesMean(run.Label, c.series)
				if c.unit == "%" {
					value = paper.Percent(value)
				}
				x.Add(l.title, fmt.Sprintf("%s, load %v", c.series, load), c.unit, value)
			}
		}
	}
}

// accounted ends the labels of sweeps with accounts.
const accounted = ", accounts"

// seriesMean is the mean of a run's series as the value of a cell.
func seriesMean(label, series string) func(*paper.Results) float64 {
	return func(r *paper.Results) float64 { return paper.Mean(r.Series(label, series)) }
}

// trade judges section 5 on allocation: more utilization and shorter waits at the cost of longer run times.
// Utilization can be meant of the whole schedule or of the seconds in which a job waits for processors.
// By rounding run times up it may rise by a thousandth.
func trade(r *paper.Results, row string) (paper.Verdict, string) {
	of := func(l line, series string) float64 { return seriesMean(row+l.label+accounted, series)(r) }
	verdict := paper.Fails
	if of(molds, meanWait) < of(shared, meanWait) && of(molds, meanRun) > of(shared, meanRun) {
		more := func(series string) bool { return of(molds, series) > float64(1.001*of(shared, series)) }
		verdict = either(more(utilization), more(utilWaiting))
	}
	percent := func(series string) string {
		return fmt.Sprintf("%.3f %% and %.3f %%", 100*of(shared, series), 100*of(molds, series))
	}
	return verdict, fmt.Sprintf("mean wait %.0f s without and %.0f s with it, mean run time %.0f s and %.0f s, utilization %s, while a job "+
		"waits %s", of(shared, meanWait), of(molds, meanWait), of(shared, meanRun), of(molds, meanRun), percent(utilization),
		percent(utilWaiting))
}

// notUnusual judges section 4: not seldom no site has the processors that a new job asks for.
func notUnusual(r *paper.Results, row string) (bool, string) {
	share := seriesMean(row+shared.label+accounted, blockedJobs)(r)
	return share >= 0.05, fmt.Sprintf("%.2f %% of the jobs", 100*share)
}
