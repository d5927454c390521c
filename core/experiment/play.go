package experiment

import (
	"context"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Problem is what a policy is played on: a Spec and the workload that its Load or Apply
// made.
type Problem struct {
	Spec     *Spec
	Workload *trace.Workload // may be nil if Given has jobs
	Given    any             // see platform.Problem
}

// of returns the Problem as a platform takes it.
func (p *Problem) of(groups rules.Groups) *platform.Problem {
	return &platform.Problem{Setting: p.Spec.setting(), Workload: p.Workload, Given: p.Given, Groups: groups}
}

// Play plays a policy on a Problem to its end. All runs outside tests and rule training go
// through it.
func Play(ctx context.Context, p Problem, policy string, hooks platform.Hooks) (*platform.Played, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	on, err := p.Spec.Platform().Prepare(p.of(nil))
	if err != nil {
		return nil, err
	}
	return play(ctx, p.Spec, on, policy, hooks)
}

func play(ctx context.Context, spec *Spec, on platform.Player, policy string, hooks platform.Hooks) (played *platform.Played, err error) {
	e, err := spec.Catalogue().Find(policy)
	if err != nil {
		return nil, err
	}
	defer panicked(e, &err)
	r := platform.NewRun(e, hooks)
	if err := on.Play(ctx, r); err != nil {
		return nil, err
	}
	return &r.Played, nil
}
