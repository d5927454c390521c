package papers

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/rules/train"
	"github.com/backfill-lab/backfill/core/workload"
)

// A rulesWay is one of the paper's three approaches.
type rulesWay struct {
	title string // as the paper has it
	way   train.Approach
}

var (
	rulesPROB  = rulesWay{"PROB", train.Prob}
	rulesPITTS = rulesWay{"PITTS", train.Pitts}
	rulesCCA   = rulesWay{"CCA", train.CCA}
	rulesWays  = []rulesWay{rulesPROB, rulesPITTS, rulesCCA}
)

// What runs keep of a schedule, beside the scores by their names in objectives.
const (
	rulesObjective = "objective"
	rulesSimulated = "simulations" // that led to a rule base
	rulesBest      = "best"        // objective after each generation; of PROB of each draw
	rulesBase      = "base"        // of Summary.Bases
)

// rulesOptions are the paper's, at scale quick a little of everything.
func rulesOptions(scale Scale, way train.Approach, seed uint64) train.Options {
	o := train.Options{Approach: way, Objective: rules.PaperObjective, Seed: seed}
	switch {
	case scale == Full:
	case way == train.Prob:
		o.Draws = 2
	default:
		o.Rules, o.Mu, o.Lambda, o.Generations = 4, 2, 4, 3
	}
	return o
}

func rulesTrainLabel(set string, way rulesWay, seed uint64) string {
	return fmt.Sprintf("%s %s seed %d", set, way.title, seed)
}

// train returns the training on the set.
func (s *rulesSet) train(scale Scale, way rulesWay, seed uint64) Run {
	return rulesTrain(rulesTrainLabel(s.key, way, seed), s.key, rulesOptions(scale, way.way, seed))
}

func rulesTrain(label, jobSet string, o train.Options) Run {
	return Run{Label: label, JobSet: jobSet, Task: &Task{Name: "rules/train", Version: 1, Params: o,
		Work: func(ctx context.Context, w *workload.Workload, aid *Aid, out *Summary, progress func(done, total int)) error {
			c := train.Control{Workers: aid.Workers,
				Checkpoint: func(s *train.State) error {
					data, err := json.Marshal(s)
					if err != nil {
						return err
					}
					return aid.Save(data)
				}}
			if progress != nil {
				c.Progress = func(p train.Progress) { progress(p.Done, p.Total) }
			}
			if data := aid.Saved(); data != nil {
				c.From, _ = train.ParseState(data) // what is damaged is begun anew
			}
			r, err := train.Run(ctx, w, o, c)
			if err != nil {
				return err
			}
			rulesKeep(out, r.Scores)
			out.Values[rulesSimulated] = float64(r.Evaluations)
			out.Bases[rulesBase] = r.Base
			for _, g := range r.History {
				if o.Approach == train.Prob {
					out.Series[rulesBest] = append(out.Series[rulesBest], g.Objectives...)
				} else {
					out.Series[rulesBest] = append(out.Series[rulesBest], g.Best)
				}
			}
			return nil
		}}}
}

// rulesKeep keeps the scores of a schedule and the paper's objective.
func rulesKeep(out *Summary, s rules.Scores) {
	for i, v := range s.Values() {
		out.Values[rules.Objectives()[i]] = v
	}
	o, err := rules.ParseObjective(rules.PaperObjective)
	if err != nil {
		panic(err) // it is a constant
	}
	out.Values[rulesObjective] = o.Of(s)
}

// rulesMedian returns the label of the training of which the objective is the
// median of all seeds'.
func rulesMedian(r *Results, set string, way rulesWay) string {
	var labels []string
	var all []*Summary
	for _, seed := range rulesSetOf(set).seeds(r.Scale) {
		labels = append(labels, rulesTrainLabel(set, way, seed))
		all = append(all, r.run(labels[len(labels)-1]))
	}
	return labels[rulesMedianOf(all)]
}

// rulesMedianOf returns the place of the training with the median objective: of an
// even number the lower one, of equals the first.
func rulesMedianOf(all []*Summary) int {
	places := make([]int, len(all))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Compare(all[a].Values[rulesObjective], all[b].Values[rulesObjective])
	})
	return places[(len(places)-1)/2]
}

// strategies returns the simulation of each of the 13 strategies by itself.
func (s *rulesSet) strategies() Run {
	return Run{Label: rulesSingle(s.key), JobSet: s.key, Task: &Task{Name: "rules/strategies", Version: 1, Params: rules.StrategyNames,
		Work: func(ctx context.Context, w *workload.Workload, aid *Aid, out *Summary, _ func(done, total int)) error {
			all, _, err := train.Strategies(ctx, w, train.Options{Objective: rules.PaperObjective}, aid.Workers)
			rulesKeepAll(out, all[:])
			return err
		}}}
}

// rulesKeepAll keeps a series of each score.
func rulesKeepAll(out *Summary, all []rules.Scores) {
	for _, scores := range all {
		one := newSummary()
		rulesKeep(one, scores)
		for name, v := range one.Values {
			out.Series[name] = append(out.Series[name], v)
		}
	}
}

// rulesSingle is the label of the strategies of a set.
func rulesSingle(set string) string { return set + " strategies" }
