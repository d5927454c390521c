package dfrs

import (
	"errors"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// Two jobs take turns on a node that has memory for one, every 300 s, which is the penalty. Where virtual time runs on
// in a penalty neither gets on for ever; where it stands still the first waits a penalty once, and keeps the node.
func TestThrashingByHand(t *testing.T) {
	const s = shared.Second
	job := func(id, submit int64) shared.Job {
		return shared.Job{ID: id, Submit: submit * s, Run: 5000 * s, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole}
	}
	jobs := []shared.Job{job(1, 0), job(2, 10)}
	for _, running := range []bool{false, true} {
		w := &standstill{}
		p := params{Cut: cut{Nodes: 1}, Algorithm: period(300), Penalty: shared.DefaultPenalty, VirtualInPenalty: running}
		_, err := p.play(t.Context(), jobs, platform.Hooks{On: []any{shared.Observer(w.observe)}})
		if stuck := errors.Is(err, shared.ErrStuck); stuck != running || !stuck && err != nil {
			t.Errorf("virtual time running %t: %v", running, err)
		}
		if !running && (w.longest < 300*s || w.longest > 600*s) {
			t.Errorf("the longest time without progress is %d s, want a penalty and the rest of its period at most", w.longest/s)
		}
	}
}

// A period that is twice the penalty leaves progress in each, and a run without waiting has none without.
func TestNoStandstillWithoutWaiting(t *testing.T) {
	const s = shared.Second
	jobs := []shared.Job{
		{ID: 1, Submit: 0, Run: 2000 * s, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole / 2},
		{ID: 2, Submit: 5000 * s, Run: 2000 * s, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole / 2},
	}
	w := &standstill{}
	p := params{Cut: cut{Nodes: 1}, Algorithm: bestName, Penalty: shared.DefaultPenalty}
	if _, err := p.play(t.Context(), jobs, platform.Hooks{On: []any{shared.Observer(w.observe)}}); err != nil || w.longest != 0 {
		t.Errorf("%d s without progress, %v", w.longest/s, err)
	}
}
