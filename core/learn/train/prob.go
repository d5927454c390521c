package train

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

func (t *trainer) prob(ctx context.Context, r *Result) (rules.Controller, error) {
	base, err := t.o.situations()
	if err != nil {
		return nil, err
	}
	parts := base.Partitions()
	lots := rules.DrawLots(det.Stream(t.o.Seed, "train/lots"), len(base.Choice()), t.o.Draws)
	s := t.state()
	s.Values = make([]*float64, len(lots))
	if t.c.From != nil {
		copy(s.Values, t.c.From.Values)
	}
	if err := t.draw(ctx, parts, lots, s); err != nil {
		return nil, err
	}
	values := make([]float64, len(lots))
	for k, v := range s.Values {
		values[k] = *v
	}
	choice, err := lots.Best(values)
	if err != nil {
		return nil, err
	}
	r.History = []Record{{Evaluations: len(lots), Objectives: values, Best: slices.Min(values)}}
	r.Evaluations, r.Stopped = len(lots), "all draws are done"
	made, err := rules.NewRigid(parts, choice)
	if err != nil || !t.o.BestDraw {
		return made, err
	}
	value, err := t.judge(ctx, made)
	if err == nil && value > r.History[0].Best {
		made, err = rules.NewRigid(parts, lots[slices.Index(values, r.History[0].Best)])
	}
	return made, err
}

// draw judges the rule bases without a value in s.
func (t *trainer) draw(ctx context.Context, parts []rules.Partition, lots rules.Lots, s *State) error {
	var todo []int
	for k, v := range s.Values {
		if v == nil {
			todo = append(todo, k)
		}
	}
	p := Progress{Done: len(lots) - len(todo), Total: len(lots), Best: least(s.Values)}
	t.report(p)
	var mu sync.Mutex
	saved := p.Done
	return pool.Each(ctx, len(todo), t.c.Workers, func(n int) error {
		k := todo[n]
		base, err := rules.NewRigid(parts, lots[k])
		if err != nil {
			return err
		}
		value, err := t.judge(ctx, base)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		s.Values[k] = &value
		p.Done++
		if p.Best == nil || value < *p.Best {
			p.Best = &value
		}
		t.report(p)
		if t.c.Checkpoint != nil && (p.Done-saved >= rules.NumStrategies || p.Done == p.Total) {
			saved = p.Done
			now := *s
			now.Values = slices.Clone(s.Values)
			if err := t.c.Checkpoint(&now); err != nil {
				return fmt.Errorf("train: checkpoint after %d simulations: %w", p.Done, err)
			}
		}
		return nil
	})
}

func (t *trainer) report(p Progress) {
	if t.c.Progress != nil {
		t.c.Progress(p)
	}
}

// least returns the least of the known values, nil if there is none.
func least(values []*float64) (best *float64) {
	for _, v := range values {
		if v != nil && (best == nil || *v < *best) {
			best = v
		}
	}
	return best
}
