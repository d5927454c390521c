package cluster

import (
	"context"
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// Who shares a node of four cores, by hand: jobs of one core and ten seconds, all at second 0, of u in x, u in y and v in x, the last two
// of whom ask to be apart.
func TestLabelsByHand(t *testing.T) {
	for _, c := range []struct{ mcs, jobs, want string }{
		{"", "", "0 0 0 0"},
		{"account", "", "0 10 20 0"}, // y and x are kept apart, and both from those who did not ask
		{"account", "all", "0 10 0 0"},
		{"user", "all", "0 0 10 0"},
		{"user", "", "0 10 20 0"},
		{"user", "none", "0 0 0 0"},
	} {
		d := &Description{Format: Format, Nodes: []NodeType{{Names: "n", Cores: 4, MemoryMiB: 1}},
			Partitions: []Partition{{Name: "p", Nodes: "ALL"}},
			Accounts:   []Account{{Name: "x", Users: []User{{Name: "u"}, {Name: "v"}}}, {Name: "y", Users: []User{{Name: "u"}}}},
			Scheduling: Scheduling{MCS: c.mcs, MCSJobs: c.jobs}}
		s, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		cfg := Config{System: s, Scheduler: &greedy{}}
		for i, of := range []struct {
			user, account string
			apart         bool
		}{{"u", "x", false}, {"u", "y", true}, {"v", "x", true}, {"u", "x", false}} {
			cfg.Jobs = append(cfg.Jobs, Job{ID: int64(i + 1), Run: 10, Limit: 60, Begin: None, MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: None,
				QOS: None, Partitions: []int32{0}, User: s.User(of.user, of.account, ""), Apart: of.apart})
		}
		e, err := NewEngine(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := verify.Err(referee.Check(Retold(cfg, e.Placed))); err != nil {
			t.Error(err)
		}
		got := ""
		for i := range e.Placed {
			got += fmt.Sprint(" ", e.Placed[i].Start)
		}
		if got[1:] != c.want {
			t.Errorf("%q %q: starts %s, want %s", c.mcs, c.jobs, got, c.want)
		}
	}
}
