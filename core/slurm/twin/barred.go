package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// barred tells whether limits or licences keep a job from starting now, whatever nodes are free.
func (t *Twin) barred(e *cluster.Engine, n *entry) bool {
	j := &e.Jobs[n.job]
	return t.limits.before(j, n.part) || !e.Licensed(j) || t.exceeds(j, n.part, nil)
}
