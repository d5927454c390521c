package rules

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Rows beside the paper's: what on-line priorities reach, and what nothing can.
const (
	online = "on-line front"
	floor  = "no-wait floor"
)

func floorLabel(set string) string { return set + " floor" }

// floor describes the set as if no job waited.
func (s *set) floor(at paper.Setting) paper.Run {
	name, o := "rules/floor", overrun(at.Reading)
	if o != "" {
		name += " " + o
	}
	values := func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		keep(out, rules.Floor(jobs, rules.GroupUsers(jobs, rules.DefaultBounds), rule(o) == sim.Cut))
	}
	return paper.Describe(floorLabel(s.key), s.key, paper.Statistic{Name: name, Version: 1,
		New: func(*trace.Workload) paper.Watch { return paper.Watch{Values: values} }})
}

// priorities is what a search for on-line priorities depends on, beside its job set.
type priorities struct {
	Seed  uint64
	Tries int // advantages of Greedy, with each of FCFS, EASY and CONS

	Overrun string `json:",omitempty"`
}

// onlineDoc says what is searched.
func onlineDoc(at paper.Setting) string {
	n := ctc.priorities(at).Tries
	return fmt.Sprintf("The on-line front is the best of the 13 strategies and of %d Greedys: FCFS, EASY and CONS each start the jobs in %d "+
		"orders, in which the five user groups have other advantages over another's wait. Of these the first is our Greedy's, and the next %d "+
		"are drawn, up to 20 days for group 1, 10 for group 2 and 3 for the others; the rest are changes of the best so far.",
		3*n, n, widely(n))
}

func (s *set) priorities(at paper.Setting) priorities {
	p := priorities{Seed: max(1, at.Seed), Tries: 250, Overrun: overrun(at.Reading)} // three times that is a little less than a training
	if at.Scale == paper.Quick {
		p.Tries = 6
	}
	return p
}

func onlineLabel(set string) string { return set + " on line" }

// online returns the search for on-line priorities. It keeps the scores of all strategies, then
// those of every Greedy that it tried.
func (s *set) online(at paper.Setting) paper.Run {
	p := s.priorities(at)
	return paper.Run{Label: onlineLabel(s.key), JobSet: s.key, Task: &paper.Task{Name: "rules/online", Version: 1, Params: p,
		After: []paper.Run{s.strategies(at, 1)},
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			strategies := aid.After[0]
			var tried []rules.Scores
			for _, a := range []rules.Algorithm{rules.FCFS, rules.EASY, rules.CONS} {
				some, err := p.search(ctx, w, a, aid, len(tried))
				if err != nil {
					return err
				}
				tried = append(tried, some...)
			}
			keepAll(out, tried)
			for name, all := range out.Series {
				out.Series[name] = slices.Concat(strategies.Series[name], all)
			}
			return nil
		}}}
}

// widely is how many of so many tries are drawn without regard to others.
func widely(tries int) int { return min(60, tries/4) }

// batch is how many of the later tries change the same advantage, and so can be judged side by
// side.
const batch = 8

// search returns the scores of Greedy's orders with the algorithm, in the order of trying; done is
// how many were tried with others.
func (p priorities) search(ctx context.Context, w *trace.Workload, a rules.Algorithm, aid *paper.Aid, done int) (
	all []rules.Scores, err error) {
	trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Overrun: rule(p.Overrun),
		Options: rules.Options{Groups: rules.GroupUsers(w.Jobs.Held(), rules.DefaultBounds), Greedy: a}}
	r := det.Stream(p.Seed, "rules priorities "+rules.AlgorithmNames[a])
	best, least := rules.DefaultAdvantage, math.Inf(1)
	next := []rules.Advantage{best}
	for range widely(p.Tries) {
		next = append(next, drawAdvantage(r.Int64N))
	}
	for len(next) > 0 {
		scores := make([]rules.Scores, len(next))
		if err := pool.Each(ctx, len(next), aid.Workers, func(i int) (err error) {
			of := trial
			of.Options.Advantage = &next[i]
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
		all, next = append(all, scores...), nil
		aid.Progress(done+len(all), 3*p.Tries)
		for range min(batch, p.Tries-len(all)) {
			next = append(next, changeAdvantage(r.Int64N, best))
		}
	}
	return all, nil
}

// drawAdvantage draws each group's advantage evenly.
func drawAdvantage(below func(int64) int64) (a rules.Advantage) {
	for g, days := range [rules.NumGroups]int64{20, 10, 3, 3, 3} {
		a[g] = below(days * trace.Day)
	}
	return a
}

// changeAdvantage multiplies each group's advantage with a chance of a half by 0.6 to 1.5, and
// adds up to an hour or takes it away.
func changeAdvantage(below func(int64) int64, a rules.Advantage) rules.Advantage {
	const most = 100 * trace.Day
	for g := range a {
		if below(2) == 0 {
			a[g] = min(max(0, a[g]*(600+below(901))/1000+below(7201)-3600), most)
		}
	}
	return a
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

// removal is the source of that share for our rows on the first draw; the measure does not matter.
func removal(r *paper.Results) paper.Source {
	at := scoresBy(r, 1)
	return func(set, row, _ string) float64 {
		return removed(at(set, easy, objective), at(set, floor, objective), at(set, row, objective))
	}
}
