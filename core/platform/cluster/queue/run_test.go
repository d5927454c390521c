package queue

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// play plays a run under a policy to its end, and asks the referee about it.
func play(t testing.TB, c cluster.Config, name string) *cluster.Engine {
	t.Helper()
	var err error
	if c.Scheduler, err = New(c.System, name); err != nil {
		t.Fatal(err)
	}
	e, err := cluster.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background()); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := verify.Err(referee.Check(cluster.Retold(c, e.Placed, e.Earlier...))); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return e
}

func resolve(t testing.TB, d *cluster.Description) *cluster.System {
	t.Helper()
	d.Format = cluster.Format
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask returns a job that asks for some tasks of one core each in the first partition.
func ask(id, submit, run, limit int64, tasks int32) cluster.Job {
	return cluster.Job{ID: id, Submit: submit, Run: run, Limit: limit, Begin: cluster.None, MinNodes: 1, Tasks: tasks, CoresPerTask: 1,
		GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}}
}

// names returns every policy of this package.
func names() (all []string) {
	for _, info := range All.List() {
		all = append(all, info.Name)
	}
	return all
}
