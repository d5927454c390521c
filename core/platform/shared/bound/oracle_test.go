package bound

import (
	"context"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/shared/internal/lp"
)

// A problem is an instance in seconds and nodes, for oracles that know nothing
// of ticks and units.
type problem struct {
	nodes float64
	jobs  []window
}

type window struct{ release, basis, width, work float64 }

func (w window) deadline(stretch float64) float64 { return w.release + stretch*w.basis }

func newProblem(nodes int, jobs []shared.Job, threshold int64) problem {
	p := problem{nodes: float64(nodes)}
	for _, j := range jobs {
		if j.Run > 0 {
			width := float64(j.Tasks) * float64(j.CPU) / shared.Whole
			run := float64(j.Run) / shared.Second
			p.jobs = append(p.jobs, window{float64(j.Submit) / shared.Second, max(run, float64(threshold)/shared.Second), width, width * run})
		}
	}
	return p
}

// points are the releases and deadlines of jobs in order, each once.
func points(jobs []window, stretch float64) []float64 {
	var at []float64
	for _, w := range jobs {
		at = append(at, w.release, w.deadline(stretch))
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// byCuts returns the optimum by Hall's condition, for every set of jobs: it can
// get no more than the lesser of capacity and widths at each moment.
func (p problem) byCuts() float64 {
	best := 1.0
	for set := 1; set < 1<<len(p.jobs); set++ {
		var jobs []window
		for i, w := range p.jobs {
			if set>>i&1 == 1 {
				jobs = append(jobs, w)
			}
		}
		if p.suffices(jobs, best) {
			continue
		}
		low, high := best, best
		for !p.suffices(jobs, high) {
			high *= 2
		}
		for range 60 {
			if mid := (low + high) / 2; p.suffices(jobs, mid) {
				high = mid
			} else {
				low = mid
			}
		}
		best = high
	}
	return best
}

func (p problem) suffices(jobs []window, stretch float64) bool {
	work, offer := 0.0, 0.0
	for _, w := range jobs {
		work += w.work
	}
	at := points(jobs, stretch)
	for t := range len(at) - 1 {
		level := 0.0
		for _, w := range jobs {
			if w.release <= at[t] && w.deadline(stretch) >= at[t+1] {
				level += w.width
			}
		}
		offer += min(level, p.nodes) * (at[t+1] - at[t])
	}
	return offer >= work*(1-1e-13)
}

// bySystem1 says whether linear system (1) has a solution: the portions of the
// jobs that can be done by their deadlines add up to all of them.
func (p problem) bySystem1(stretch float64) bool {
	var prog lp.Problem
	at := points(p.jobs, stretch)
	for range p.jobs {
		prog.AddRow(1)
	}
	for t := range len(at) - 1 {
		row := prog.AddRow(p.nodes * (at[t+1] - at[t]))
		for i, w := range p.jobs {
			if w.release <= at[t] && w.deadline(stretch) >= at[t+1] {
				prog.AddColumn(1, 0, (at[t+1]-at[t])*w.width/w.work)
				prog.Add(i, 1)
				prog.Add(row, w.work)
			}
		}
	}
	return new(lp.Solver).Solve(&prog).Value > float64(len(p.jobs))-1e-7
}

// byMilestones returns the optimum as section 6 of Legrand, Su and Vivien
// (Minimizing the stretch when scheduling flows of divisible requests, Journal
// of Scheduling 11, 2008) does: between two milestones, the stretches at which a
// deadline meets a release or another deadline, the order of all of them is
// fixed, and a linear program has the stretch as a variable.
func (p problem) byMilestones() float64 {
	stones := []float64{1}
	for _, a := range p.jobs {
		for _, b := range p.jobs {
			stones = append(stones, (b.release-a.release)/a.basis)
			if a.basis != b.basis {
				stones = append(stones, (b.release-a.release)/(a.basis-b.basis))
			}
		}
	}
	slices.Sort(stones)
	stones = slices.DeleteFunc(slices.Compact(stones), func(s float64) bool { return s < 1 })
	for i, low := range stones {
		high, inside := math.Inf(1), low+1
		if i+1 < len(stones) {
			high = stones[i+1]
			inside = (low + high) / 2
		}
		if best, ok := p.between(low, high, inside); ok {
			return best
		}
	}
	return math.Inf(1)
}

// between returns the least stretch in [low, high], or false.
func (p problem) between(low, high, inside float64) (float64, bool) {
	type point struct{ at, now, later float64 } // at = now + later*stretch
	var pts []point
	for _, w := range p.jobs {
		pts = append(pts, point{w.release, w.release, 0}, point{w.deadline(inside), w.release, w.basis})
	}
	slices.SortStableFunc(pts, func(a, b point) int { return int(math.Copysign(1, a.at-b.at)) })
	pts = slices.CompactFunc(pts, func(a, b point) bool { return a.at == b.at })

	var prog lp.Problem
	type entry struct {
		row  int
		coef float64
	}
	var stretch []entry // its column comes last
	for _, w := range p.jobs {
		prog.AddRow(-w.work)
	}
	for t := range len(pts) - 1 {
		now, later := pts[t+1].now-pts[t].now, pts[t+1].later-pts[t].later
		all := prog.AddRow(p.nodes * now)
		stretch = append(stretch, entry{all, -p.nodes * later})
		for i, w := range p.jobs {
			if w.release <= pts[t].at && w.deadline(inside) >= pts[t+1].at {
				own := prog.AddRow(w.width * now)
				stretch = append(stretch, entry{own, -w.width * later})
				prog.AddColumn(0, 0, math.Inf(1))
				prog.Add(i, -1)
				prog.Add(all, 1)
				prog.Add(own, 1)
			}
		}
	}
	prog.AddColumn(-1, low, high)
	for _, e := range stretch {
		prog.Add(e.row, e.coef)
	}
	out := new(lp.Solver).Solve(&prog)
	return -out.Value, out.Status == lp.Optimal
}

// earliestDeadlineFirst says whether a schedule that at every moment serves the
// jobs by deadline, each as wide as it can, meets all deadlines.
func (p problem) earliestDeadlineFirst(stretch float64) bool {
	jobs := slices.Clone(p.jobs)
	now := 0.0
	for {
		var open []*window
		next := math.Inf(1)
		for i := range jobs {
			switch w := &jobs[i]; {
			case w.work <= 0:
			case w.release > now:
				next = min(next, w.release)
			default:
				open = append(open, w)
			}
		}
		if len(open) == 0 {
			if math.IsInf(next, 1) {
				return true
			}
			now = next
			continue
		}
		slices.SortStableFunc(open, func(a, b *window) int { return int(math.Copysign(1, a.deadline(stretch)-b.deadline(stretch))) })
		rates, room := make([]float64, len(open)), p.nodes
		for i, w := range open {
			rates[i] = min(w.width, room)
			room -= rates[i]
			if rates[i] > 0 {
				next = min(next, now+w.work/rates[i])
			}
		}
		for i, w := range open {
			if w.work -= rates[i] * (next - now); w.work < 1e-9 {
				w.work = 0
				if next > w.deadline(stretch)+1e-9 {
					return false
				}
			}
		}
		now = next
	}
}

// feasible reports whether there is a schedule in which no job has more than that stretch.
// Windows are rounded outwards as for Stretch.
func feasible(nodes int, jobs []shared.Job, threshold int64, stretch float64) (bool, error) {
	in, err := newInstance(nodes, jobs, threshold)
	if err != nil {
		return false, err
	}
	if !(stretch >= 1) {
		return len(in.jobs) == 0, nil
	}
	n := network{flow: flow{ctx: context.Background()}}
	groups, err := n.cuts(in, stretch)
	return err == nil && len(groups) == 0, err
}
