package grid

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Jobs of 3, 4 and 5 processors arrive together at 8 slow processors and 4 fast ones. If the
// first takes slow ones, both others start too: the second is the fast site, the third what
// is left of the slow one. If it takes fast ones, the second takes slow ones, and the third
// waits.
func TestSplitChoosesTheSingleSiteByTheRoomItLeaves(t *testing.T) {
	const slow, fast = 0, 1
	for policy, want := range map[string]int32{
		"grid-multisite:split=faster":                      fast,
		"grid-multisite:split=larger":                      fast, // the option site is the fastest
		"grid-multisite:split=faster,single=most-free":     fast,
		"grid-multisite:split=larger,single=most-free":     slow,
		"grid-multisite:split=larger,single=best-fit":      fast, // leaves 1 of 4
		"grid-multisite:single=most-free":                  slow, // room for 2 jobs, not 1
		"grid-multisite:single=most-free,count=each":       fast, // both others would fit either way
		"grid-multisite:single=best-fit,tie=larger":        fast, // both rules say so
		"grid-combined:single=most-free,split=adaptive":    slow,
		"grid-multisite:single=site,site=most-power":       fast, // as powerful as the slow site, and faster
		"grid-multisite:single=most-free,queue=list":       slow,
		"grid-multisite:split=larger,site=best-fit":        fast,
		"grid-multisite:split=faster,site=most-free":       slow,
		"grid-multisite:split=faster,single=best-fit":      fast,
		"grid-multisite:single=most-free,count=list":       slow,
		"grid-multisite:split=larger,single=site":          fast,
		"grid-multisite:split=faster,site=home":            slow,
		"grid-multisite:split=faster,site=home,tie=larger": slow,
	} {
		g := &Grid{Sites: []Site{{Name: "slow", Procs: 8}, {Name: "fast", Procs: 4, Speed: 2}}}
		jobs := []job.Job{policytest.Job(1, 0, 10, 10, 3), policytest.Job(2, 0, 10, 10, 4), policytest.Job(3, 0, 10, 10, 5)}
		p, err := All.Parse(policy)
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(Config{Grid: g, Jobs: jobs, Natures: plain(3)}, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if parts := e.Schedule().Parts(0); len(parts) != 1 || parts[0].Site != want {
			t.Errorf("%s: the first job holds %v, want site %d", policy, parts, want)
		}
	}
}
