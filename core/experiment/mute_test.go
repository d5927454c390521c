package experiment

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/sim"
)

// Every policy of the catalogue can say why a job waits, on every platform that it schedules. Of shared nodes the
// engine says it.
func TestNoPolicyIsMute(t *testing.T) {
	spec := Spec{Workload: crowd(20, 8)}
	c, w := spec.Catalogue(), loaded(t, spec)
	s := must(cluster.New(fourNodes()))
	asked := map[*platform.About]int{}
	for _, f := range Families {
		for _, info := range f.List {
			e, err := c.Find(info.Name)
			if err != nil {
				t.Fatal(err)
			}
			mute := func(on *platform.About, tells bool) {
				if asked[on]++; !tells {
					t.Errorf("%s does not say why a job waits on %s", info.Name, on)
				}
			}
			if p, err := machine.Policy(e, w); err == nil {
				_, tells := p.(sim.Explainer)
				mute(machine.About, tells)
			}
			if make, ok := e.Make.(func() grid.Policy); ok {
				_, tells := make().(grid.Explainer)
				mute(grid.About, tells)
			}
			if p, err := onCluster.Scheduler(e, s); err == nil {
				_, tells := p.(cluster.Explainer)
				mute(onCluster.About(), tells)
			}
		}
	}
	if asked[machine.About] < 30 || asked[grid.About] < 5 || asked[onCluster.About()] < 30 {
		t.Errorf("asked %v", asked)
	}
}
