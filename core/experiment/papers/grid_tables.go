package papers

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/workload"
)

const (
	gridJobs     = "number of jobs"
	gridRunMax   = "maximum execution time"
	gridRunMean  = "average execution time"
	gridProcsMax = "maximum number of processors per job"
	gridProcs    = "average number of processors per job"

	gridTotal     = "Total"
	gridSiteProcs = "Number of processors"
)

// count describes the jobs of each site.
func (g *gridLog) count() Statistic {
	return Statistic{Name: "grid/queues of " + g.set, Version: 1, New: func(w *workload.Workload) Watch {
		return Watch{Values: func(out *Summary, jobs []job.Job, _ []job.Placement) {
			spec := experiment.Spec{Grid: g.grid(make([]float64, len(g.queues)), 1, gridNoSplit)}
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
				for name, v := range map[string]float64{gridJobs: n, gridRunMax: runMax, gridRunMean: runs / n, gridProcsMax: procsMax, gridProcs: procs / n} {
					out.Values[q.title+" "+name] = v
				}
			}
			out.Values[gridTotal] = float64(len(jobs))
		}}
	}}
}

func (g *gridLog) notes() map[string]string {
	version := "cleaning has taken jobs of queues 3 and 4 from the log; queues 1, 2 and 5 agree to the job"
	if g == &gridLANL {
		version = "cleaning has taken jobs of groups 1 and 3 from the log; groups 2 and 4 agree but for 31 jobs"
	}
	return map[string]string{
		gridJobs: version, gridRunMean: version, gridProcs: version + "; printed without decimals",
		gridRunMax: version, gridProcsMax: version,
	}
}

// jobsTable is table 1 or 2.
func (g *gridLog) jobsTable() Experiment {
	x := Experiment{ID: "grid/" + g.table, Kind: Table, Title: "Characteristics of the workload log on " + g.title,
		Doc:  "Ours are the jobs of the cleaned log at hand, or of a substitute drawn from this table.",
		Runs: []Run{Describe(g.set, g.set, g.count())}}
	notes := g.notes()
	for _, q := range g.queues {
		for _, c := range []struct {
			column, unit string
			printed      float64
		}{
			{gridJobs, "jobs", q.jobs}, {gridRunMax, "s", q.runMax}, {gridRunMean, "s", q.runMean},
			{gridProcsMax, "", q.procsMax}, {gridProcs, "", q.procs},
		} {
			x.Cells = append(x.Cells, Cell{Row: q.title, Column: c.column, Unit: c.unit, Value: Value(g.set, q.title+" "+c.column)})
			x.Published = append(x.Published, Published{Row: q.title, Column: c.column, Unit: c.unit, Value: c.printed, Note: notes[c.column]})
		}
	}
	x.Cells = append(x.Cells, Cell{Row: gridTotal, Column: gridJobs, Unit: "jobs", Value: Value(g.set, gridTotal)})
	x.Published = append(x.Published, Published{Row: gridTotal, Column: gridJobs, Unit: "jobs", Value: g.jobs, Note: notes[gridJobs]})
	x.Claims = []Claim{{ID: "one-pool", Section: "3", Text: fmt.Sprintf("The queues share one pool of %d processors; here: no job is wider.", g.pool),
		Holds: func(r *Results) (bool, string) {
			widest := 0.0
			for _, q := range g.queues {
				widest = max(widest, r.Value(g.set, q.title+" "+gridProcsMax))
			}
			return widest <= float64(g.pool), fmt.Sprintf("the widest has %.0f", widest)
		}}}
	return x
}

// sitesTable is table 3 or 4: the sites that our grids have.
func (g *gridLog) sitesTable() Experiment {
	x := Experiment{ID: "grid/" + g.sites, Kind: Table, Title: "Configuration of the computational grid according to " + g.title,
		Doc:  "Ours is how many processors the widest job of each queue takes; the grids of all figures have the printed sites.",
		Runs: []Run{Describe(g.set, g.set, g.count())}}
	add := func(column string, printed float64, ours func(*Results) float64) {
		x.Cells = append(x.Cells, Cell{Row: gridSiteProcs, Column: column, Value: ours})
		x.Published = append(x.Published, Published{Row: gridSiteProcs, Column: column, Value: printed})
	}
	widest := func(q *gridQueue) func(*Results) float64 { return Value(g.set, q.title+" "+gridProcsMax) }
	add("total", g.procs, func(r *Results) (sum float64) {
		for i := range g.queues {
			sum += widest(&g.queues[i])(r)
		}
		return sum
	})
	for i := range g.queues {
		add(fmt.Sprintf("site %d", i+1), g.queues[i].site, widest(&g.queues[i]))
	}
	x.Claims = []Claim{
		{ID: "widest-job", Section: "3", Text: "A site has as many processors as the widest job of its queue.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			for i := range g.queues {
				q := &g.queues[i]
				t.check(widest(q)(r) == q.site, "%s: %.0f of %.0f", q.title, widest(q)(r), q.site)
			}
			return t.all()
		}},
		{ID: "bound-by-home", Section: "4", Text: "No job is wider than its home site, so none needs several sites.", Holds: func(r *Results) (bool, string) {
			most := math.Inf(-1)
			for i := range g.queues {
				most = max(most, widest(&g.queues[i])(r)/g.queues[i].site)
			}
			return most <= 1, fmt.Sprintf("the widest jobs take %.0f %% of their home sites", 100*most)
		}},
	}
	return x
}
