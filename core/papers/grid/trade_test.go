package grid

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/trace"
)

// secondBySecond is accountOf by looking at every second of the schedule.
func secondBySecond(g *grid.Grid, w *trace.Workload, s *grid.Schedule) (a account) {
	jobs := w.Jobs.Held()
	first, last := jobs[0].Submit, int64(0)
	total := 0.0
	for _, site := range g.Sites {
		total += float64(float64(site.Procs) * site.Speed)
	}
	for i := range jobs {
		last = max(last, s.Placed[i].End)
		a.wait += float64(s.Placed[i].Start-jobs[i].Submit) / float64(len(jobs))
		a.run += float64(s.Placed[i].End-s.Placed[i].Start) / float64(len(jobs))
		free := map[int32]int{}
		for site := range g.Sites {
			free[int32(site)] = g.Sites[site].Procs
		}
		for k := range jobs {
			if p := s.Placed[k]; p.Start < jobs[i].Submit && jobs[i].Submit < p.End {
				for _, part := range s.Parts(k) {
					free[part.Site] -= int(part.Procs)
				}
			}
		}
		fits := false
		for _, n := range free {
			fits = fits || n >= int(jobs[i].Procs)
		}
		if !fits {
			a.blocked += 1 / float64(len(jobs))
		}
	}
	seconds := 0.0
	for t := first; t < last; t++ {
		held, waiting := 0.0, false
		for i := range jobs {
			p := s.Placed[i]
			waiting = waiting || jobs[i].Submit <= t && t < p.Start
			if p.Start <= t && t < p.End {
				for _, part := range s.Parts(i) {
					held += float64(float64(part.Procs) * g.Sites[part.Site].Speed)
				}
			}
		}
		a.used += held / total / float64(last-first)
		if waiting {
			a.usedWaiting += held / total
			seconds++
		}
	}
	if seconds > 0 {
		a.usedWaiting /= seconds
	}
	return a
}

// An account is what looking at every second gives, whatever the policy; wait and run time add up to the turnaround.
func TestAccountsAreThoseOfEverySecond(t *testing.T) {
	w := made(t, &sdsc, Paper().Loader(paper.First(paper.Quick), nil)).Head(60)
	jobs := w.Jobs.Held()
	for i := range jobs { // wide, short and close together, so that jobs wait and there are not too many seconds
		jobs[i].Submit, jobs[i].Run = jobs[i].Submit/200, min(jobs[i].Run/4, 200)
		jobs[i].Procs = min(int32(1+i*37%100), int32(sdsc.queues[jobs[i].Queue].site))
	}
	busy := false
	for _, load := range []float64{1, 4} {
		for _, l := range []line{shared, molds, splits} {
			m := under(t, "")
			m.load = load
			g := m.grid(&sdsc, sdsc.speeds, l.cost(m))
			sent, natures, err := sent(g, w)
			if err != nil {
				t.Fatal(err)
			}
			s, err := play(t.Context(), g, sent, natures, l.policy(m))
			if err != nil {
				t.Fatal(err)
			}
			got, want := accountOf(g, sent, s), secondBySecond(g, sent, s)
			for _, c := range [][2]float64{{got.wait, want.wait}, {got.run, want.run}, {got.used, want.used},
				{got.usedWaiting, want.usedWaiting}, {got.blocked, want.blocked}, {got.wait + got.run, meanTurnaround(sent, s)}} {
				if math.Abs(c[0]-c[1]) > 1e-9*max(1, c[1]) {
					t.Errorf("%s, load %v: %+v, second by second %+v", l.title, load, got, want)
				}
			}
			busy = busy || got.blocked > 0 && got.usedWaiting > 0
		}
	}
	if !busy {
		t.Error("no job had to wait")
	}
}
