package experiment

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/sim"
)

// Every policy of the catalogue can say why a job waits, on every platform that it schedules. Of shared nodes the
// engine says it.
func TestNoPolicyIsMute(t *testing.T) {
	spec := Spec{Workload: crowd(20, 8)}
	c, w := spec.Catalogue(), loaded(t, spec)
	s := must(cluster.New(fourNodes()))
	asked := map[Kind]int{}
	for _, f := range Families {
		for _, info := range f.Policies() {
			e, err := c.Find(info.Name)
			if err != nil {
				t.Fatal(err)
			}
			mute := func(on Kind, tells bool) {
				if asked[on]++; !tells {
					t.Errorf("%s does not say why a job waits on %s", info.Name, on)
				}
			}
			if p, err := e.Machine(w); err == nil {
				_, tells := p.(sim.Explainer)
				mute(Machine, tells)
			}
			if p, err := e.Sites(); err == nil {
				_, tells := p.(grid.Explainer)
				mute(Grid, tells)
			}
			if p, err := e.Scheduler(s); err == nil {
				_, tells := p.(cluster.Explainer)
				mute(Cluster, tells)
			}
		}
	}
	if asked[Machine] < 30 || asked[Grid] < 5 || asked[Cluster] < 30 {
		t.Errorf("asked %v", asked)
	}
}
