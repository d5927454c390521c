package rules

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
)

// A way is one of the paper's three approaches.
type way struct {
	title string // the paper's
	way   train.Approach
}

var (
	prob  = way{"PROB", train.Prob}
	pitts = way{"PITTS", train.Pitts}
	cca   = way{"CCA", train.CCA}
	ways  = []way{prob, pitts, cca}
)

// What runs keep of a schedule, beside the scores by their names in objectives.
const (
	objective = "objective"
	simulated = "simulations" // that led to a rule base
	best      = "best"        // objective after each generation; for PROB after each draw
	base      = "base"        // of Summary.Bases
)

// options are the paper's, or at scale quick a little of everything.
func options(at paper.Setting, way train.Approach, seed uint64) train.Options {
	o := train.Options{Approach: way, Objective: rules.PaperObjective, Seed: seed, Overrun: overrun(at.Reading)}
	switch {
	case at.Scale == paper.Full:
	case way == train.Prob:
		o.Draws = 2
	default:
		o.Rules, o.Mu, o.Lambda, o.Generations = 4, 2, 4, 3
	}
	return o
}

func trainLabel(set, way string, k int) string { return fmt.Sprintf("%s %s training %d", set, way, k) }

// train is the k-th training on the set, from 1: on its k-th draw.
func (s *set) train(at paper.Setting, way way, k int) paper.Run {
	return trained(trainLabel(s.key, way.title, k), s.draw(k), options(at, way.way, s.seed(at, k)))
}

func trained(label, jobSet string, o train.Options) paper.Run {
	return paper.Run{Label: label, JobSet: jobSet, Task: &paper.Task{Name: "rules/train", Version: 1, Params: o,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			c := train.Control{Workers: aid.Workers,
				Progress:   func(p train.Progress) { aid.Progress(p.Done, p.Total) },
				Checkpoint: func(s *train.State) error { return save(aid, s) }}
			if data := aid.Saved(); data != nil {
				c.From, _ = train.ParseState(data) // a damaged state begins anew
			}
			r, err := train.Run(ctx, w, o, c)
			if err != nil {
				return err
			}
			keep(out, r.Scores)
			out.Values[simulated] = float64(r.Evaluations)
			out.Bases[base] = r.Base
			for _, g := range r.History {
				if o.Approach != train.Prob {
					g.Objectives = []float64{g.Best}
				}
				out.Series[best] = append(out.Series[best], g.Objectives...)
			}
			return nil
		}}}
}

// keep keeps the scores of a schedule and the paper's objective.
func keep(out *paper.Summary, s rules.Scores) {
	for i, v := range s.Values() {
		out.Values[rules.Objectives()[i]] = v
	}
	out.Values[objective] = objectiveOf(s)
}

// objectiveOf is the paper's objective.
func objectiveOf(s rules.Scores) float64 {
	o, err := rules.ParseObjective(rules.PaperObjective)
	if err != nil {
		panic(err) // it is a constant
	}
	return o.Of(s)
}

// save keeps the state of a training or a search.
func save(aid *paper.Aid, state any) error {
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return aid.Save(data)
}

// strategies returns the simulation of each of the 13 strategies by itself on the k-th draw.
func (s *set) strategies(at paper.Setting, k int) paper.Run {
	var params any = rules.StrategyNames
	o := train.Options{Objective: rules.PaperObjective, Overrun: overrun(at.Reading)}
	if o.Overrun != "" {
		params = []any{params, o.Overrun}
	}
	return paper.Run{Label: single(s.draw(k)), JobSet: s.draw(k), Task: &paper.Task{Name: "rules/strategies", Version: 1, Params: params,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			all, _, err := train.Strategies(ctx, w, o, aid.Workers)
			keepAll(out, all[:])
			return err
		}}}
}

// keepAll keeps a series of each score.
func keepAll(out *paper.Summary, all []rules.Scores) {
	for _, scores := range all {
		one := paper.NewSummary()
		keep(one, scores)
		for name, v := range one.Values {
			out.Series[name] = append(out.Series[name], v)
		}
	}
}

// single is the label of the strategies on a draw of a set.
func single(draw string) string { return draw + " strategies" }
