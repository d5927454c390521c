package grid

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/workload"
)

const (
	jobsRow     = "number of jobs"
	runMaxRow   = "maximum execution time"
	runMeanRow  = "average execution time"
	procsMaxRow = "maximum number of processors per job"
	procsRow    = "average number of processors per job"

	total     = "Total"
	siteProcs = "Number of processors"
)

// count describes the jobs of each site.
func (g *log) count() paper.Statistic {
	return paper.Statistic{Name: "grid/queues of " + g.set, Version: 1, New: func(w *workload.Workload) paper.Watch {
		return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
			spec := experiment.Spec{Grid: g.grid(make([]float64, len(g.queues)), 1, noSplit)}
			homes := spec.Homes(w)
			for i, q := range g.queues {
				var n, runs, procs, runMax, procsMax float64
				for k, j := range jobs {
					if homes[k] != int32(i) {
						continue
					}
					n++
					runs += float64(j.Run)
					procs += float64(j.Procs)
					runMax, procsMax = max(runMax, float64(j.Run)), max(procsMax, float64(j.Procs))
				}
				for name, v := range map[string]float64{jobsRow: n, runMaxRow: runMax, runMeanRow: runs / n, procsMaxRow: procsMax,
					procsRow: procs / n} {
					out.Values[q.title+" "+name] = v
				}
			}
			out.Values[total] = float64(len(jobs))
		}}
	}}
}

func (g *log) notes() map[string]string {
	version := "cleaning has taken jobs of queues 3 and 4 from the log; queues 1, 2 and 5 agree to the job"
	if g == &lanl {
		version = "cleaning has taken jobs of groups 1 and 3 from the log; groups 2 and 4 agree but for 31 jobs"
	}
	return map[string]string{
		jobsRow: version, runMeanRow: version, procsRow: version + "; printed without decimals",
		runMaxRow: version, procsMaxRow: version,
	}
}

// jobsTable is table 1 or 2.
func (g *log) jobsTable() paper.Experiment {
	x := paper.Experiment{ID: "grid/" + g.table, Kind: paper.Table, Title: "Characteristics of the workload log on " + g.title,
		Doc:  "Ours are the jobs of the cleaned log at hand, or of a substitute drawn from this table.",
		Runs: []paper.Run{paper.Describe(g.set, g.set, g.count())}}
	notes := g.notes()
	for _, q := range g.queues {
		for _, c := range []struct{ column, unit string }{{jobsRow, "jobs"}, {runMaxRow, "s"}, {runMeanRow, "s"}, {procsMaxRow, ""},
			{procsRow, ""}} {
			x.Add(q.title, c.column, c.unit, paper.Value(g.set, q.title+" "+c.column))
		}
	}
	x.Add(total, jobsRow, "jobs", paper.Value(g.set, total))
	x.Published = numbers().Of(g.table, func(_, column string) string { return notes[column] })
	x.Claims = []paper.Claim{{ID: "one-pool", Section: "3",
		Text: fmt.Sprintf("The queues share one pool of %d processors; here: no job is wider.", g.pool),
		Holds: func(r *paper.Results) (bool, string) {
			widest := 0.0
			for _, q := range g.queues {
				widest = max(widest, r.Value(g.set, q.title+" "+procsMaxRow))
			}
			return widest <= float64(g.pool), fmt.Sprintf("the widest has %.0f", widest)
		}}}
	return x
}

// sitesTable is table 3 or 4: the sites that our grids have.
func (g *log) sitesTable() paper.Experiment {
	x := paper.Experiment{ID: "grid/" + g.sites, Kind: paper.Table, Title: "Configuration of the computational grid according to " + g.title,
		Doc:  "Ours is how many processors the widest job of each queue takes; the grids of all figures have the printed sites.",
		Runs: []paper.Run{paper.Describe(g.set, g.set, g.count())}}
	x.Published = numbers().Of(g.sites, nil)
	widest := func(q *queue) func(*paper.Results) float64 { return paper.Value(g.set, q.title+" "+procsMaxRow) }
	x.Add(siteProcs, "total", "", func(r *paper.Results) (sum float64) {
		for i := range g.queues {
			sum += widest(&g.queues[i])(r)
		}
		return sum
	})
	for i := range g.queues {
		x.Add(siteProcs, fmt.Sprintf("site %d", i+1), "", widest(&g.queues[i]))
	}
	x.Claims = []paper.Claim{
		{ID: "widest-job", Section: "3", Text: "A site has as many processors as the widest job of its queue.",
			Holds: func(r *paper.Results) (bool, string) {
				var t paper.Cases
				for i := range g.queues {
					q := &g.queues[i]
					t.Check(widest(q)(r) == q.site, "%s: %.0f of %.0f", q.title, widest(q)(r), q.site)
				}
				return t.All()
			}},
		{ID: "bound-by-home", Section: "4", Text: "No job is wider than its home site, so none needs several sites.",
			Holds: func(r *paper.Results) (bool, string) {
				most := math.Inf(-1)
				for i := range g.queues {
					most = max(most, widest(&g.queues[i])(r)/g.queues[i].site)
				}
				return most <= 1, fmt.Sprintf("the widest jobs take %.0f %% of their home sites", 100*most)
			}},
	}
	return x
}
