package accounting

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// fewRounded is how many jobs of a partition must have got more CPUs than they asked for, to tell that it gives whole cores.
const fewRounded = 3

// threads returns the CPUs of a core in each partition of a log, where they are more than 1. Slurm gives whole cores, so that CPUs of
// jobs are multiples of that, also where those asked for are not.
func threads(all *sacct.Records) map[int32]int64 {
	found := map[int32]int64{}
	for _, per := range [...]int64{8, 4, 2} { // the least that explains it stays
		as, not := map[int32]int{}, map[int32]int{}
		for i := range all.Jobs {
			switch r := &all.Jobs[i]; {
			case r.Phase() != sacct.Ended || r.Procs <= 0 || r.ReqProcs <= 0 || r.Nodes > 1:
			case r.Procs%per != 0:
				not[r.Partition] += len(all.Jobs) // a core does not have that number of CPUs
			case r.ReqProcs%per != 0 && r.Procs == multiple(r.ReqProcs, per):
				as[r.Partition]++
			case r.ReqProcs%per != 0:
				not[r.Partition]++ // as where a job has a whole node
			}
		}
		for partition, n := range as {
			if n >= fewRounded && n > not[partition] {
				found[partition] = per
			}
		}
	}
	return found
}

// threadsOf returns the CPUs of a core in a partition, if all its nodes have the same and jobs get whole cores; else 1.
func threadsOf(s *cluster.System, part int32) int32 {
	per := int32(0)
	for i := range s.Partitions[part].Bits.All {
		if n := max(s.Nodes[i].Threads, 1); per != 0 && n != per {
			return 1
		} else {
			per = n
		}
	}
	return max(per, 1)
}

// alone gives each task cores without another task or CPU of its own on them, if its request or the cluster says so.
func alone(j *cluster.Job, r *sbatch.Request, s *cluster.System) {
	switch per := threadsOf(s, j.Partitions[0]); {
	case r.OneThread || r.ThreadsPerCore == 1:
		j.CoresPerTask *= per
	case r.TasksPerCore == 1, r.TasksPerCore == 0 && s.Description.Scheduling.OneTaskPerCore:
		j.CoresPerTask = int32(multiple(int64(j.CoresPerTask), int64(per)))
	}
}

// multiple returns the least multiple of per that is at least n.
func multiple(n, per int64) int64 { return (n + per - 1) / per * per }

// wholeCores lets a job ask for whole cores of per CPUs: tasks of one CPU share one.
func wholeCores(j *cluster.Job, per int64) {
	if j.CoresPerTask > 1 {
		j.CoresPerTask = int32(multiple(int64(j.CoresPerTask), per))
		return
	}
	j.Tasks = max(int32(multiple(int64(j.Tasks), per)/per), j.MinNodes)
	j.TasksPerNode = int32(multiple(int64(j.TasksPerNode), per) / per)
	j.CoresPerTask = int32(per)
}

// roundUp lets a job that waits ask for whole cores, as the jobs of its partition got that have ended.
func (b *builder) roundUp(j *cluster.Job, r *sacct.Record) {
	per := b.threads[r.Partition]
	if threadsOf(b.s, j.Partitions[0]) > 1 {
		return // the description says so
	}
	if r.Procs > 0 || per <= 1 || j.Cores()%per == 0 && (j.CoresPerTask == 1 || int64(j.CoresPerTask)%per == 0) || b.s.Whole(j, b.part(j)) {
		return
	}
	asked := *j
	wholeCores(j, per)
	if _, ok := b.empty.Could(j, j.Partitions[0]); !ok {
		*j = asked
		return
	}
	b.note(rounded, "")
}
