package rules

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/rules/pareto"
	"github.com/backfill-lab/backfill/core/workload"
)

// Rows beside the paper's: what on-line priorities reach, and what nothing can.
const (
	online = "on-line front"
	floor  = "no-wait floor"
)

func floorLabel(set string) string { return set + " floor" }

// floor describes the set as if no job waited.
func (s *set) floor() paper.Run {
	values := func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		keep(out, rules.Floor(jobs, rules.GroupUsers(jobs, rules.DefaultBounds), true))
	}
	return paper.Describe(floorLabel(s.key), s.key, paper.Statistic{Name: "rules/floor", Version: 1,
		New: func(*workload.Workload) paper.Watch { return paper.Watch{Values: values} }})
}

// priorities is what a search for on-line priorities depends on, beside its job set.
type priorities struct {
	Seed  uint64
	Tries int // of Greedy
}

// A greed is a Greedy to be tried.
type greed struct {
	advantage rules.Advantage
	algorithm rules.Algorithm // FCFS, EASY or CONS
}

// onlineDoc says what is searched.
func onlineDoc(at paper.Setting) string {
	n := ctc.priorities(at).Tries
	return fmt.Sprintf("The on-line front is the best of the 13 strategies and of %d Greedys: in each, the five user groups have other "+
		"advantages over another's wait, and FCFS, EASY or CONS starts the jobs in that order. The first %d are drawn, with advantages of "+
		"up to 20 days for group 1, 10 for group 2 and 3 for the others; the rest are changes of the best so far.", n, min(widely, n/4))
}

func (s *set) priorities(at paper.Setting) priorities {
	p := priorities{Seed: max(1, at.Seed), Tries: 250}
	if at.Scale == paper.Quick {
		p.Tries = 12
	}
	return p
}

func onlineLabel(set string) string { return set + " on line" }

// online returns the search for on-line priorities. It keeps the scores of all strategies, then
// those of every Greedy that it tried.
func (s *set) online(at paper.Setting) paper.Run {
	p := s.priorities(at)
	return paper.Run{Label: onlineLabel(s.key), JobSet: s.key, Task: &paper.Task{Name: "rules/online", Version: 1, Params: p,
		After: []paper.Run{s.strategies()},
		Do: func(ctx context.Context, w *workload.Workload, aid *paper.Aid, out *paper.Summary) error {
			strategies := aid.After[0]
			tried, err := p.search(ctx, w, aid, strategies.Series[objective][rules.GreedyStrategy])
			if err != nil {
				return err
			}
			keepAll(out, tried)
			for name, all := range out.Series {
				out.Series[name] = slices.Concat(strategies.Series[name], all)
			}
			return nil
		}}}
}

const (
	widely = 60 // tries that are drawn without regard to others; at most a quarter of all
	batch  = 8  // later tries that change the same advantage, so that they can be judged side by side
)

// search returns the scores of each Greedy tried, in the order of trying. It starts from the
// paper's with the default advantage, whose objective is least.
func (p priorities) search(ctx context.Context, w *workload.Workload, aid *paper.Aid, least float64) (all []rules.Scores, err error) {
	r, best := det.Stream(p.Seed, "rules priorities"), greed{advantage: rules.DefaultAdvantage}
	trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs, Options: rules.Options{Groups: rules.GroupUsers(w.Jobs, rules.DefaultBounds)}}
	for next := []greed(nil); len(all) < p.Tries; next = nil {
		if len(all) == 0 {
			for i := range max(1, min(widely, p.Tries/4)) {
				next = append(next, greed{drawAdvantage(r.Int64N), rules.Algorithm(i % int(rules.Greedy))})
			}
		} else {
			for range min(batch, p.Tries-len(all)) {
				next = append(next, best.change(r.Int64N))
			}
		}
		scores := make([]rules.Scores, len(next))
		if err := pool.Each(ctx, len(next), aid.Workers, func(i int) (err error) {
			of := trial
			of.Options.Advantage, of.Options.Greedy = &next[i].advantage, next[i].algorithm
			scores[i], err = of.Run(ctx, rules.Only(rules.GreedyStrategy))
			return err
		}); err != nil {
			return nil, err
		}
		for i, s := range scores {
			if v := objectiveOf(s); v < least {
				least, best = v, next[i]
			}
		}
		all = append(all, scores...)
		aid.Progress(len(all), p.Tries)
	}
	return all, nil
}

// drawAdvantage draws each group's advantage evenly.
func drawAdvantage(below func(int64) int64) (a rules.Advantage) {
	for g, days := range [rules.NumGroups]int64{20, 10, 3, 3, 3} {
		a[g] = below(days * workload.Day)
	}
	return a
}

// change multiplies each group's advantage with a chance of a half by 0.6 to 1.5, and adds up to
// an hour or takes it away. With a chance of a quarter it draws the algorithm anew.
func (g greed) change(below func(int64) int64) greed {
	const most = 100 * workload.Day
	for i, a := range g.advantage {
		if below(2) == 0 {
			g.advantage[i] = min(max(0, a*(600+below(901))/1000+below(7201)-3600), most)
		}
	}
	if below(4) == 0 {
		g.algorithm = rules.Algorithm(below(int64(rules.Greedy)))
	}
	return g
}

// ofOnline is a measure of the on-line schedule with the lowest objective.
func ofOnline(r *paper.Results, set, measure string) float64 {
	return r.Series(onlineLabel(set), measure)[lowest(r.Series(onlineLabel(set), objective))]
}

// undominated returns the points of a run's schedules that no other dominates in AWRT1 and
// AWRT2 alone.
func undominated(r *paper.Results, label string) (x, y []float64) {
	one, two := r.Series(label, "awrt1"), r.Series(label, "awrt2")
	var points [][]float64
	for i := range one {
		points = append(points, []float64{one[i], two[i]})
	}
	for _, i := range pareto.Front(points) {
		x, y = append(x, one[i]), append(y, two[i])
	}
	return x, y
}

// removed is the share of the removable waiting that an objective has lost, in percent: the
// objective falls from EASY's to the floor's if no job waits.
func removed(easy, floor, objective float64) float64 {
	if !(easy > floor) {
		return math.NaN()
	}
	return 100 * (easy - objective) / (easy - floor)
}

const removedColumn = "removed waiting"

// removalOf is the source of that share for our rows; the measure does not matter.
func removalOf(r *paper.Results) paper.Source { return removal(r, median) }

// removal is removalOf with other trainings.
func removal(r *paper.Results, by pick) paper.Source {
	at := scoresBy(r, by)
	return func(set, row, _ string) float64 {
		return removed(at(set, easy, objective), at(set, floor, objective), at(set, row, objective))
	}
}
