package grid

import (
	"context"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/trace"
)

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
	Every  int        `json:"every"`          // of the permutations: 1 is all
	Load   float64    `json:"load"`           // see tune
	Home   bool       `json:"home,omitempty"` // see tune

	Accounts bool `json:"accounts,omitempty"` // also keep account's series
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

const (
	turnaround = "turnaround"   // mean over the jobs, by permutation, s
	longest    = "longest wait" // of a job, by permutation, s
)

func (s *sweep) do(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
	w, natures, err := sent(s.Grid, w)
	if err != nil {
		return err
	}
	vectors := s.vectors()
	for i, speeds := range vectors {
		g := *s.Grid
		g.Sites = slices.Clone(g.Sites)
		tune(g.Sites, speeds, s.Load, s.Home)
		schedule, err := play(ctx, &g, w, natures, s.Policy)
		if err != nil {
			return err
		}
		out.Series[turnaround] = append(out.Series[turnaround], meanTurnaround(w, schedule))
		out.Series[longest] = append(out.Series[longest], longestWait(w, schedule))
		if s.Accounts {
			accountOf(&g, w, schedule).add(out)
		}
		aid.Progress(i+1, len(vectors))
	}
	return nil
}

// sent returns the jobs that have a home on the grid, and their natures.
func sent(g *grid.Grid, w *trace.Workload) (*trace.Workload, []grid.Nature, error) {
	spec := experiment.Spec{Platforms: experiment.Platforms{Grid: g}}
	w, err := spec.Apply(w)
	if err != nil {
		return nil, nil, err
	}
	return w, g.Natures(w.Jobs.Held(), g.HomesOf(w)), nil
}

// play plays a policy on a grid. No run is cut: nobody knows estimates.
func play(ctx context.Context, g *grid.Grid, w *trace.Workload, natures []grid.Nature, policy string) (*grid.Schedule, error) {
	spec := &experiment.Spec{Platforms: experiment.Platforms{Grid: g}, Overrun: "extend"}
	played, err := experiment.Play(ctx, experiment.Problem{Spec: spec, Workload: w, Given: natures}, policy, platform.Hooks{})
	if err != nil {
		return nil, err
	}
	return played.Detail.(*grid.Run).Schedule, nil
}

// meanTurnaround is equation 1.
func meanTurnaround(w *trace.Workload, s *grid.Schedule) float64 {
	sum := 0.0
	for i := range w.Jobs.Held() {
		sum += float64(s.Placed[i].End - w.Jobs.Held()[i].Submit)
	}
	return sum / float64(w.Len())
}

func longestWait(w *trace.Workload, s *grid.Schedule) (most float64) {
	for i := range w.Jobs.Held() {
		most = max(most, float64(s.Placed[i].Start-w.Jobs.Held()[i].Submit))
	}
	return most
}

// overloads counts the permutations in which a sweep overloads the grid: some job waits for a
// week or more. Without overload the longest wait is a day or two.
func overloads(r *paper.Results, label string) (n int) {
	for _, wait := range r.Series(label, longest) {
		if wait >= 7*86400 {
			n++
		}
	}
	return n
}

// mean is the mean over the permutations, which ranks as their sum does.
func mean(r *paper.Results, label string) float64 { return paper.Mean(r.Series(label, turnaround)) }

// meanOf is mean as the value of a cell.
func meanOf(label string) func(*paper.Results) float64 {
	return func(r *paper.Results) float64 { return mean(r, label) }
}
