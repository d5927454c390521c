package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// A rule is one that Slurm changed.
type rule int

const (
	alone rule = iota
	runnable
	wholeGPU
	oneSlot
	weighs
	endsUp
	nextSlot
	bySlot
	inLine
	kept
	ownEnds
	longest
	beside
)

// A Rule is what a release of Slurm does otherwise than those before it.
type Rule struct {
	Since        string // the first release
	Then, Before string // what it does, and what older ones do
}

// Rules are the rules that Slurm changed since 22.05 and that the twin follows by slurm_version, oldest first.
var Rules = [...]Rule{
	alone: {"22.05.9", "tasks of an array that find no preferred nodes (--prefer) are tried without the preference",
		"they wait, unless another array stands between"},
	runnable: {"23.02.4", "no more tasks of an array are planned than may run at the same time", "as many as bf_max_job_array_resv"},
	wholeGPU: {"23.11", "a GPU is given whole when no job has parts of it any more (gres/shard)",
		"when any job has given back parts of it"},
	oneSlot: {"24.05.4", "a plan reserves its nodes for one bf_resolution at least", "a job shorter than that may reserve nothing"},
	weighs: {"24.05.5", "a job that goes back to the queue gets a new priority at once",
		"it keeps the old one until the next calculation"},
	endsUp:   {"24.11", "what a plan reserves ends with its limit, rounded up to bf_resolution", "rounded down"},
	nextSlot: {"24.11", "a job for which the next slots bring no other nodes is tried again after them", "it has no plan in this cycle"},
	bySlot: {"24.11", "a plan for a later slot begins with the slot, or with the end of a running job within it",
		"with what is free now, or with the end of any running job"},
	inLine: {"24.11", "as a job comes, arrays become eligible that stand before all jobs of at least its priority that want its nodes",
		"those that stand before all jobs of more priority, whatever nodes they want"},
	kept: {"24.11", "nodes that users or security labels keep for themselves (--exclusive=user and =mcs) are planned, too",
		"a job has no plan for what others keep from it now"},
	ownEnds: {"25.05.1", "a plan begins when the last job on its own nodes ends",
		"when the last of all jobs ends that were taken away for it"},
	longest: {"25.05.3", "backfilling gives a job of --time-min as much of its limit as plans leave", "the least limit"},
	beside: {"25.11.1", "a job that finds no preferred nodes (--prefer) closes its partition to nobody",
		"it closes it to all later entries, its own without the preference among them"},
}

// follows tells for each of the Rules whether the releases up to that of a description have it.
func follows(d *cluster.Description) (has [len(Rules)]bool) {
	for i := range Rules {
		has[i] = d.Since(Rules[i].Since)
	}
	return has
}
