package papers

import (
	"context"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/workload"
)

// What section 5 says of single jobs and of the resources they hold needs two
// schedules side by side.

const (
	gridPair       = "side by side"
	gridSplitJobs  = "jobs on several sites"
	gridSooner     = "of these, jobs that end sooner than with adaptive allocation"
	gridFewer      = "jobs on fewer processors"
	gridWorkShared = "work held over work asked, load sharing"
	gridWorkSplit  = "work held over work asked, multi-site"
	gridWorkMold   = "work held over work asked, adaptive allocation"
)

// sideBySide plays multi-site execution and adaptive allocation, and load sharing,
// for the ascending speed vector.
func (g *gridLog) sideBySide(load float64) Run {
	all := g.grid(g.speeds, load, gridFixed)
	policies := map[string]string{gridWorkShared: gridSharing, gridWorkSplit: gridSplit("adaptive"), gridWorkMold: gridMoldable(g.power)}
	return Run{Label: gridPair, JobSet: g.set, Task: &Task{Name: "grid/side-by-side", Version: 1, Params: []any{all, policies},
		Do: func(ctx context.Context, w *workload.Workload, out *Summary, _ func(done, total int)) error {
			spec := experiment.Spec{Grid: all}
			w, err := spec.Apply(w)
			if err != nil {
				return err
			}
			natures := all.Natures(w.Jobs, spec.Homes(w))
			schedules := map[string]*grid.Schedule{}
			for name, policy := range policies {
				s, err := gridPlay(ctx, all, w, natures, policy)
				if err != nil {
					return err
				}
				schedules[name] = s
				out.Values[name] = gridWork(all, w, natures, s)
			}
			split, mold := schedules[gridWorkSplit], schedules[gridWorkMold]
			for _, name := range []string{gridSplitJobs, gridSooner, gridFewer} {
				out.Values[name] = 0
			}
			for i := range w.Jobs {
				if len(split.Parts(i)) > 1 {
					out.Values[gridSplitJobs]++
					if split.Placed[i].End < mold.Placed[i].End {
						out.Values[gridSooner]++
					}
				}
				if mold.Procs(i) < int(w.Jobs[i].Procs) {
					out.Values[gridFewer]++
				}
			}
			return nil
		}}}
}

// gridWork is what jobs hold, processors times speed times seconds, over what
// they ask for. Run times that are rounded up to whole seconds add a little.
func gridWork(g *grid.Grid, w *workload.Workload, natures []grid.Nature, s *grid.Schedule) float64 {
	held, asked := 0.0, 0.0
	for i := range w.Jobs {
		j, p := &w.Jobs[i], &s.Placed[i]
		for _, part := range s.Parts(i) {
			held += float64(float64(p.End-p.Start) * float64(part.Procs) * g.Sites[part.Site].Speed)
		}
		asked += float64(float64(j.Run) * float64(j.Procs) * g.Sites[natures[i].Home].Load)
	}
	return held / asked
}

func gridWorkCells() (cells []Cell) {
	for _, name := range []string{gridSplitJobs, gridSooner, gridFewer} {
		cells = append(cells, Cell{Row: name, Column: gridVector(gridSDSC.speeds), Unit: "jobs", Value: Value(gridPair, name)})
	}
	for _, name := range []string{gridWorkShared, gridWorkSplit, gridWorkMold} {
		cells = append(cells, Cell{Row: name, Column: gridVector(gridSDSC.speeds), Value: Value(gridPair, name)})
	}
	return cells
}
