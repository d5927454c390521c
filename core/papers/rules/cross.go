package rules

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// The paper tries a rule base only on the workload that it was trained on.

const decisions = "decisions" // for each strategy: how many

// A counter counts the decisions of a rule base.
type counter struct {
	of        rules.Controller
	decisions chart.Numbers
}

func (c *counter) Decide(x *rules.Vector) rules.Strategy {
	s := c.of.Decide(x)
	c.decisions[s]++
	return s
}

func crossLabel(set, from string, way way) string {
	return fmt.Sprintf("%s, %s trained on %s", set, way.title, from)
}

// tried runs on the set the rule base of the first training on from.
func (s *set) tried(at paper.Setting, from *set, way way) paper.Run {
	o := overrun(at.Reading)
	var params any
	if o != "" {
		params = o
	}
	return paper.Run{Label: crossLabel(s.key, from.key, way), JobSet: s.key, Task: &paper.Task{Name: "rules/tried", Version: 1,
		Params: params, After: []paper.Run{from.train(at, way, 1)},
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			base := aid.After[0].Bases[base]
			trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Overrun: rule(o),
				Options: rules.Options{Groups: rules.GroupUsers(w.Jobs.Held(), base.Bounds), Advantage: &base.Advantage}}
			c := &counter{of: base.Controller, decisions: make(chart.Numbers, rules.NumStrategies)}
			scores, err := trial.Run(ctx, c)
			if err != nil {
				return err
			}
			keep(out, scores)
			out.Series[decisions] = c.decisions
			return nil
		}}}
}

func crossExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-unseen"}
	for _, s := range allSets {
		x.Runs = append(x.Runs, s.strategies(at, 1))
	}
	for _, way := range ways {
		for _, from := range allSets {
			row := way.title + " trained on " + from.title
			for _, on := range allSets {
				run := on.tried(at, from, way)
				x.Runs = append(x.Runs, run)
				x.Add(row, on.title, "%", func(r *paper.Results) float64 { return gainOf(r, run.Label, on.key) })
			}
			x.Add(row, "mean of unseen workloads", "%", func(r *paper.Results) float64 {
				return mean(keys(from.key), func(set string) float64 { return cross(r, set, from.key, way) })
			})
		}
	}
	x.Claims = []paper.Claim{
		paper.Judged("beat-easy", beatEasyUnseen),
		paper.Judged("seen-better", seenBetter),
	}
	return x
}

// cross is the improvement over EASY by the rule base that was trained on from.
func cross(r *paper.Results, set, from string, way way) float64 {
	return gainOf(r, crossLabel(set, from, way), set)
}

func beatEasyUnseen(r *paper.Results) (bool, string) {
	return everyUnseen(func(t *paper.Cases, set, from string, way way) {
		gain := cross(r, set, from, way)
		t.Check(gain > 0, "%s from %s on %s: %.2f %%", way.title, title(from), title(set), gain)
	})
}

func seenBetter(r *paper.Results) (bool, string) {
	return everyUnseen(func(t *paper.Cases, set, from string, way way) {
		own, other := cross(r, set, set, way), cross(r, set, from, way)
		t.Check(own >= other, "%s on %s: %.2f %%, from %s %.2f %%", way.title, title(set), own, title(from), other)
	})
}

// everyUnseen checks all approaches on all pairs of different workloads.
func everyUnseen(check func(t *paper.Cases, set, from string, way way)) (bool, string) {
	var t paper.Cases
	for _, way := range ways {
		for _, from := range keys() {
			for _, set := range keys(from) {
				check(&t, set, from, way)
			}
		}
	}
	return t.All()
}

func decisionsExperiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5-decisions", Claims: []paper.Claim{paper.Judged("switch", switchStrategies)}}
	for _, s := range allSets {
		for _, way := range ways {
			run := s.tried(at, s, way)
			x.Runs = append(x.Runs, run)
			for k, name := range rules.StrategyNames {
				x.Add(s.title+" "+way.title, name, "%", func(r *paper.Results) float64 { return chosen(r, run.Label, k) })
			}
		}
	}
	return x
}

func switchStrategies(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		for _, way := range ways[1:] {
			label := crossLabel(s.key, s.key, way)
			all := r.Series(label, decisions)
			most := slices.Index(all, slices.Max(all))
			share := chosen(r, label, most)
			t.Check(share < 95, "%s on %s: %s in %.1f %%", way.title, s.title, rules.StrategyNames[most], share)
		}
	}
	return t.All()
}

// chosen is the share of a strategy in the decisions of a run, in percent.
func chosen(r *paper.Results, label string, strategy int) float64 {
	all := r.Series(label, decisions)
	sum := 0.0
	for _, n := range all {
		sum += n
	}
	return 100 * all[strategy] / sum
}
