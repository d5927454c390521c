package grid

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/workload"
)

// The options of the main reading. The paper does not always say which site gets a job;
// here it is the one with the largest free computing power, as for adaptive allocation.
// Adaptive splitting takes the larger sites if both ways leave room for equally many jobs.
const (
	sharing     = "grid-sharing:site=most-power"
	independent = "grid-independent"
)

func split(how string) string {
	if how == "adaptive" {
		return "grid-multisite:split=adaptive,tie=larger,site=most-power"
	}
	return "grid-multisite:split=" + how + ",site=most-power"
}

func moldable(power float64) string {
	return fmt.Sprintf("grid-moldable:power=%v,site=most-power", power)
}

// overhead is the p of figure 1, the only one that the paper prints.
const overhead = 2

// permutations returns all orders of the numbers, which must differ, in lexicographic
// order of their places.
func permutations(values []float64) (all [][]float64) {
	if len(values) == 0 {
		return [][]float64{nil}
	}
	for i, v := range values {
		for _, p := range permutations(slices.Delete(slices.Clone(values), i, i+1)) {
			all = append(all, append([]float64{v}, p...))
		}
	}
	return all
}

// A sweep is one policy on the paper's grid under permutations of the speed vector, with
// a run for each. It is the Params of one Task, so one file of the cache holds all of it.
type sweep struct {
	Grid   *grid.Grid `json:"grid"` // with the first permutation's speeds
	Policy string     `json:"policy"`
	Speeds []float64  `json:"speeds"`
	Every  int        `json:"every"` // of the permutations: 1 is all
}

// vectors are the speed vectors of the sweep.
func (s *sweep) vectors() (all [][]float64) {
	for i, v := range permutations(s.Speeds) {
		if i%s.Every == 0 {
			all = append(all, v)
		}
	}
	return all
}

// every thins the permutations out at scale quick: 12 of 120 and 6 of 24.
func every(scale paper.Scale, g *log) int {
	switch {
	case scale == paper.Full:
		return 1
	case len(g.speeds) == 5:
		return 10
	}
	return 4
}

const turnaround = "turnaround" // mean over the jobs, by permutation, s

// sweep returns the run of a policy on the log's grid. Pass noSplit for a policy that
// splits no jobs, since m is part of the run's identity.
func (g *log) sweep(label, policy string, load float64, m grid.MultiSite, every int) paper.Run {
	s := &sweep{Grid: g.grid(g.speeds, load, m), Policy: policy, Speeds: g.speeds, Every: every}
	return paper.Run{Label: label, JobSet: g.set, Task: &paper.Task{Name: "grid/permutations", Version: 1, Params: s, Do: s.do}}
}

func (s *sweep) do(ctx context.Context, w *workload.Workload, aid *paper.Aid, out *paper.Summary) error {
	w, natures, err := sent(s.Grid, w)
	if err != nil {
		return err
	}
	vectors := s.vectors()
	for i, speeds := range vectors {
		g := *s.Grid
		g.Sites = slices.Clone(g.Sites)
		for k := range g.Sites {
			g.Sites[k].Speed = speeds[k]
		}
		schedule, err := play(ctx, &g, w, natures, s.Policy)
		if err != nil {
			return err
		}
		out.Series[turnaround] = append(out.Series[turnaround], meanTurnaround(w, schedule))
		aid.Progress(i+1, len(vectors))
	}
	return nil
}

// sent returns the jobs that have a home on the grid, and their natures.
func sent(g *grid.Grid, w *workload.Workload) (*workload.Workload, []grid.Nature, error) {
	spec := experiment.Spec{Grid: g}
	w, err := spec.Apply(w)
	if err != nil {
		return nil, nil, err
	}
	return w, g.Natures(w.Jobs, spec.Homes(w)), nil
}

// play plays a policy on a grid. No run is cut: nobody knows estimates.
func play(ctx context.Context, g *grid.Grid, w *workload.Workload, natures []grid.Nature, policy string) (*grid.Schedule, error) {
	problem := experiment.Problem{Spec: &experiment.Spec{Grid: g, Overrun: "extend"}, Workload: w, Natures: natures}
	played, err := experiment.Play(ctx, problem, policy, experiment.Hooks{})
	if err != nil {
		return nil, err
	}
	return played.Grid.Schedule, nil
}

// meanTurnaround is equation 1.
func meanTurnaround(w *workload.Workload, s *grid.Schedule) float64 {
	sum := 0.0
	for i := range w.Jobs {
		sum += float64(s.Placed[i].End - w.Jobs[i].Submit)
	}
	return sum / float64(len(w.Jobs))
}

// example returns the run of a line for the ascending speed vector as a simulation,
// which has rows of jobs.
func (g *log) example(l line, load float64) paper.Run {
	return paper.Run{Label: example(l), JobSet: g.set,
		Spec: experiment.Spec{Policies: []string{l.policy}, Overrun: "extend", Grid: g.grid(g.speeds, load, l.multi)}}
}

// mean is the mean over the permutations, which ranks as their sum does.
func mean(r *paper.Results, label string) float64 { return paper.Mean(r.Series(label, turnaround)) }

// meanOf is mean as the value of a cell.
func meanOf(label string) func(*paper.Results) float64 {
	return func(r *paper.Results) float64 { return mean(r, label) }
}
