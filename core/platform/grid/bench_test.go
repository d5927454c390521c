package grid

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// paperGrid is the grid of the paper's table 3 with the speeds of its figures.
func paperGrid() *Grid {
	g := &Grid{MultiSite: MultiSite{Overhead: 2}, Seed: 1}
	for i, procs := range []int{8, 128, 128, 128, 50} {
		g.Sites = append(g.Sites, Site{Name: fmt.Sprint("site", i+1), Procs: procs, Speed: float64(2*i + 1), From: []string{fmt.Sprint(i + 1)}})
	}
	return g
}

// busy draws n jobs for paperGrid, as many as table 1 has from each queue and
// about as wide and long, that ask for load times what the grid can do. Estimates
// are half again to five times as long as runs, in round hours.
func busy(g *Grid, n int, load float64) ([]job.Job, []Nature) {
	r := rand.New(rand.NewPCG(2009, 56490))
	of := []struct {
		jobs  int
		width int
		mean  float64
	}{{4053, 8, 267}, {6795, 128, 6746}, {26067, 128, 5657}, {19398, 64, 5936}, {177, 50, 462}}
	jobs, homes := make([]job.Job, n), make([]int32, n)
	work := 0.0
	for i := range jobs {
		q, k := 0, r.IntN(56490)
		for k >= of[q].jobs {
			k -= of[q].jobs
			q++
		}
		procs := 1 << r.IntN(8)
		for procs > of[q].width || procs > 8 && r.IntN(3) > 0 {
			procs = 1 << r.IntN(8)
		}
		run := int64(min(20*of[q].mean, of[q].mean*r.ExpFloat64()))
		estimate := max(1, 3600*(1+int64(float64(run)*(1.5+3.5*r.Float64()))/3600))
		jobs[i] = policytest.Job(int64(i+1), 0, run, estimate, procs)
		homes[i] = int32(q)
		work += float64(run) * float64(procs)
	}
	capacity := 0.0
	for i := range g.Sites {
		capacity += float64(g.Sites[i].Procs) * g.SpeedOf(int32(i))
	}
	gap, now := work/capacity/load/float64(n), 0.0
	for i := range jobs {
		now += gap * r.ExpFloat64()
		jobs[i].Submit = int64(now)
	}
	return jobs, g.Natures(jobs, homes)
}

// BenchmarkRun is a run of as many jobs as the paper's log of the SDSC SP2 has.
func BenchmarkRun(b *testing.B) {
	for _, load := range []float64{0.7, 0.95} {
		g := paperGrid()
		jobs, natures := busy(g, 56490, load)
		for _, name := range []string{"grid-independent", "grid-sharing", "grid-sharing:queue=list", "grid-multisite:split=larger",
			"grid-multisite", "grid-multisite:count=each", "grid-multisite:count=list", "grid-moldable", "grid-combined",
			"grid-plan", "grid-plan:split=faster", "grid-plan:mold=halving"} {
			b.Run(fmt.Sprintf("%v/%s", load, name), func(b *testing.B) {
				p, err := All.Parse(name)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					e, err := New(Config{Grid: g, Jobs: jobs, Natures: natures}, p)
					if err == nil {
						err = e.Run(context.Background(), nil)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)*float64(len(jobs))/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}
