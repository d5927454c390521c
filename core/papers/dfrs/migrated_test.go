package dfrs

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// Job 3 takes the node of job 1, which has run longest and moves to that of job 2; job 4 then takes all nodes.
// Between these a small job may arrive, which is an event of its own.
func TestMigrantsByHand(t *testing.T) {
	const s, third = shared.Second, 3 * shared.Whole / 10
	one := func(id, submit int64, memory int32) shared.Job {
		return shared.Job{ID: id, Submit: submit * s, Run: 5000 * s, Tasks: 1, CPU: shared.Whole / 2, Memory: memory}
	}
	for _, c := range []struct {
		name          string
		fourth, small int64 // submissions, 0 for none
		next, soon    float64
	}{
		{"the next event", 200, 0, 1, 1},
		{"an event between", 200, 150, 0, 1},
		{"later than the period", 900, 0, 1, 0},
		{"never", 0, 0, 0, 0},
	} {
		jobs := []shared.Job{one(1, 0, third), one(2, 10, third), one(3, 100, shared.Whole)}
		if c.small > 0 {
			jobs = append(jobs, one(5, c.small, third))
		}
		if c.fourth > 0 {
			jobs = append(jobs, one(4, c.fourth, shared.Whole))
			jobs[len(jobs)-1].Tasks = 2
		}
		m := &migrants{sums: map[string]float64{}, after: map[int]migrant{}}
		p := params{Cut: cut{Nodes: 2}, Algorithm: "GreedyPM*/OPT=MIN", Penalty: shared.DefaultPenalty}
		if _, err := p.play(t.Context(), jobs, platform.Hooks{On: []any{shared.Observer(m.observe)}}); err != nil {
			t.Fatal(err)
		}
		if m.sums[moved] < 1 || m.sums[lowly] < 1 || m.sums[pausedNext] != c.next || m.sums[pausedSoon] != c.soon {
			t.Errorf("%s: %v, want %v at the next event and %v soon", c.name, m.sums, c.next, c.soon)
		}
	}
}
