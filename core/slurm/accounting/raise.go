package accounting

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
)

// limit holds a job to its partition's limits of memory, and returns why it is left out. It notes the cores that the partition adds.
func (b *builder) limit(j *cluster.Job, req *sbatch.Request) string {
	p := b.part(j)
	if overNode(j, p) && (req == nil || !asksAll(req)) {
		return tooMuch
	}
	raise(j, p)
	if req != nil && (p.MaxMemPerCoreMiB > 0 || p.DefCoresPerGPU > 0 && j.HasGPUs()) {
		one := *j
		if layout(&one, req); one.Cores() < j.Cores() {
			j.Asked = one.Cores()
		}
	}
	return ""
}

// given returns a job as its command line asks for it, with the cores that its partition adds for its memory and its GPUs.
func (b *builder) given(j *cluster.Job, req *sbatch.Request) cluster.Job {
	with, p := *j, b.part(j)
	with.MemoryMiB, with.MemoryPerCore = req.MemoryMiB, req.MemoryPer == sbatch.PerCore
	graphics(&with, req, b.s)
	if req.CoresPerTask == 0 && p.DefCoresPerGPU > 0 {
		atLeast(&with, int64(p.DefCoresPerGPU)*int64(with.GPUs))
	}
	raise(&with, p)
	return with
}

// limited returns the memory of a job that limits hold for: the default for its GPUs is none.
func limited(j *cluster.Job, p *cluster.Part) (mib int64, perCore bool) {
	if j.MemoryMiB == 0 && j.GPUs > 0 && p.DefMemPerGPUMiB > 0 {
		return 0, false
	}
	return p.Asks(j)
}

// raise gives a job as many cores as its memory takes by the most that its partition allows for each core, as Slurm does when a job
// comes (MaxMemPerCPU). If the job asks for memory per core, each task gets several times its cores, with less memory for each core; else
// the job gets that number of cores on each node. Rows of an accounting have these cores; requests, and jobs in a changed partition,
// do not.
func raise(j *cluster.Job, p *cluster.Part) {
	most := p.MaxMemPerCoreMiB
	mib, perCore := limited(j, p)
	if most <= 0 || mib <= most {
		return
	}
	times := (mib + most - 1) / most
	if !perCore {
		atLeast(j, times)
		return
	}
	j.CoresPerTask *= int32(times)
	j.MemoryMiB, j.MemoryPerCore = (mib+times-1)/times, true
}

// atLeast gives a job n cores on each of its nodes, unless it has more.
func atLeast(j *cluster.Job, n int64) {
	tasks := (int64(j.Tasks) + int64(j.MinNodes) - 1) / int64(j.MinNodes)
	if tasks*int64(j.CoresPerTask) < n {
		j.Tasks, j.TasksPerNode, j.CoresPerTask = int32(n*int64(j.MinNodes)), int32(n), 1
	}
}

// overNode tells whether a job asks for more memory of a node than its partition allows (MaxMemPerNode). Slurm does not count the
// cores of a job that asks for memory per core, apart from those of a task.
func overNode(j *cluster.Job, p *cluster.Part) bool {
	mib, perCore := limited(j, p)
	if perCore {
		mib *= int64(j.CoresPerTask)
	}
	return p.MaxMemPerNodeMiB > 0 && mib > p.MaxMemPerNodeMiB
}
