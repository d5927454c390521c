package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// rules are what releases of Slurm do in different ways. Each says from which release on it holds; that of older ones is what the
// code does without it.
type rules struct {
	runnable bool // 23.02.4: no more tasks of an array are planned than may run at the same time
	anew     bool // 24.05.5: a job that goes back to the queue is weighed anew at once, not in the next calculation
	oneSlot  bool // 24.05.4: a plan reserves one bf_resolution at least
	endsUp   bool // 24.11: the end of what a plan reserves is rounded up to bf_resolution, not down
	nextSlot bool // 24.11: a job for which no slot brings other nodes is tried again after the next slot
	bySlot   bool // 24.11: a plan for a later slot begins with the slot, without what is free now, or with the end of a job in the slot
	ownEnds  bool // 25.05.1: a plan starts with the last end on its own nodes, not with the last end of those taken away
}

func rulesOf(d *cluster.Description) rules {
	return rules{
		runnable: d.Since("23.02.4"),
		anew:     d.Since("24.05.5"),
		oneSlot:  d.Since("24.05.4"),
		endsUp:   d.Since("24.11"),
		nextSlot: d.Since("24.11"),
		bySlot:   d.Since("24.11"),
		ownEnds:  d.Since("25.05.1"),
	}
}
