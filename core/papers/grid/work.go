package grid

import (
	"context"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/trace"
)

// What section 5 says of single jobs and of the resources they hold needs two schedules
// side by side.
const (
	pair       = "side by side"
	splitJobs  = "jobs on several sites"
	sooner     = "of these, jobs that end sooner than with adaptive allocation"
	fewer      = "jobs on fewer processors"
	workShared = "work held over work asked, load sharing"
	workSplit  = "work held over work asked, multi-site"
	workMold   = "work held over work asked, adaptive allocation"
)

var jobCounts = []string{splitJobs, sooner, fewer}

// sideBySide plays multi-site execution and adaptive allocation, and load sharing,
// for the ascending speed vector.
func (m *model) sideBySide(g *log) paper.Run {
	all := m.grid(g, g.speeds, multis.cost(m))
	policies := map[string]string{workShared: shared.policy(m), workSplit: multis.policy(m), workMold: m.moldable(g.power)}
	label := labelAt(m.load) + pair
	return paper.Run{Label: label, JobSet: g.set, Task: &paper.Task{Name: "grid/side-by-side", Version: 1, Params: []any{all, policies},
		Do: func(ctx context.Context, w *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
			w, natures, err := sent(all, w)
			if err != nil {
				return err
			}
			schedules := map[string]*grid.Schedule{}
			for name, policy := range policies {
				s, err := play(ctx, all, w, natures, policy)
				if err != nil {
					return err
				}
				schedules[name] = s
				out.Values[name] = work(all, w, natures, s)
			}
			split, mold := schedules[workSplit], schedules[workMold]
			for _, name := range jobCounts {
				out.Values[name] = 0
			}
			for i := range w.Jobs.Held() {
				if len(split.Parts(i)) > 1 {
					out.Values[splitJobs]++
					if split.Placed[i].End < mold.Placed[i].End {
						out.Values[sooner]++
					}
				}
				if mold.Procs(i) < int(w.Jobs.Held()[i].Procs) {
					out.Values[fewer]++
				}
			}
			return nil
		}}}
}

// work is what jobs hold, processors times speed times seconds, over what they ask for.
// Rounding run times up to whole seconds adds a little.
func work(g *grid.Grid, w *trace.Workload, natures []grid.Nature, s *grid.Schedule) float64 {
	held, asked := 0.0, 0.0
	for i := range w.Jobs.Held() {
		j, p := &w.Jobs.Held()[i], &s.Placed[i]
		for _, part := range s.Parts(i) {
			held += float64(float64(p.End-p.Start) * float64(part.Procs) * g.Sites[part.Site].Speed)
		}
		asked += float64(float64(j.Run) * float64(j.Procs) * g.Sites[natures[i].Home].Load)
	}
	return held / asked
}

// workCells adds what the run with that label says.
func workCells(x *paper.Experiment, label string) {
	for _, name := range jobCounts {
		x.Add(name, vector(sdsc.speeds), "jobs", paper.Value(label, name))
	}
	for _, name := range []string{workShared, workSplit, workMold} {
		x.Add(name, vector(sdsc.speeds), "", paper.Value(label, name))
	}
}
