package grid

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
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
	return paper.Statistic{Name: "grid/queues of " + g.set, Version: 1, New: func(w *trace.Workload) paper.Watch {
		return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
			homes := g.grid(noSplit).HomesOf(w)
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

// jobsTable is table 1 or 2.
func (g *log) jobsTable() paper.Experiment {
	x := paper.Experiment{ID: "grid/" + g.table, Kind: paper.Table, Title: "Characteristics of the workload log on " + g.title,
		Doc:  "Ours are the jobs of the cleaned log at hand, or of a substitute drawn from this table.",
		Runs: []paper.Run{paper.Describe(g.set, g.set, g.count())}}
	x.Published = numbers().Of(g.table, func(_, column string) string {
		if column == procsRow {
			return g.note + "; printed without decimals"
		}
		return g.note
	})
	for _, p := range x.Published {
		name := p.Row + " " + p.Column
		if p.Row == total {
			name = total
		}
		x.Add(p.Row, p.Column, p.Unit, paper.Value(g.set, name))
	}
	x.Claims = []paper.Claim{
		section3("one-pool", fmt.Sprintf("The queues share one pool of %d processors; here: no job is wider.", g.pool), g.onePool),
	}
	return x
}

// widest returns the processors of the widest job of a queue.
func (g *log) widest(q queue) func(*paper.Results) float64 {
	return paper.Value(g.set, q.title+" "+procsMaxRow)
}

func (g *log) onePool(r *paper.Results) (bool, string) {
	most := 0.0
	for _, q := range g.queues {
		most = max(most, g.widest(q)(r))
	}
	return most <= float64(g.pool), fmt.Sprintf("the widest has %.0f", most)
}

// sitesTable is table 3 or 4: the sites that our grids have.
func (g *log) sitesTable() paper.Experiment {
	x := paper.Experiment{ID: "grid/" + g.sites, Kind: paper.Table, Title: "Configuration of the computational grid according to " + g.title,
		Doc:       "Ours are the processors of the widest job of each queue; the grids of all figures have the printed sites.",
		Runs:      []paper.Run{paper.Describe(g.set, g.set, g.count())},
		Published: numbers().Of(g.sites, nil)}
	x.Add(siteProcs, "total", "", func(r *paper.Results) (sum float64) {
		for _, q := range g.queues {
			sum += g.widest(q)(r)
		}
		return sum
	})
	for i, q := range g.queues {
		x.Add(siteProcs, fmt.Sprintf("site %d", i+1), "", g.widest(q))
	}
	x.Claims = []paper.Claim{
		section3("widest-job", "A site has as many processors as the widest job of its queue.", g.widestJob),
		section4("bound-by-home", "No job is wider than its home site, so none needs several sites.", g.boundByHome),
	}
	return x
}

func (g *log) widestJob(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, q := range g.queues {
		t.Check(g.widest(q)(r) == q.site, "%s: %.0f of %.0f", q.title, g.widest(q)(r), q.site)
	}
	return t.All()
}

func (g *log) boundByHome(r *paper.Results) (bool, string) {
	most := math.Inf(-1)
	for _, q := range g.queues {
		most = max(most, g.widest(q)(r)/q.site)
	}
	return most <= 1, fmt.Sprintf("the widest jobs take %.0f %% of their home sites", 100*most)
}
