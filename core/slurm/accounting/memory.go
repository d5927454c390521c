package accounting

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// memory takes the memory of the line, or the partition's default, if it comes to that of the row.
func (b *builder) memory(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	p := b.part(j)
	if r.AllMemory || asksAll(req) {
		b.allMemory(j, r)
		return
	}
	if j.Asks != nil && j.Asks.GPUMiB > 0 {
		return // gpus has taken it
	}
	line := *j
	line.MemoryMiB, line.MemoryPerCore = req.MemoryMiB, req.MemoryPer == sbatch.PerCore
	if with := b.given(j, req); line.MemoryPerCore && p.MaxMemPerCoreMiB > 0 {
		line.MemoryMiB = with.MemoryMiB
	}
	if req.MemoryPer == sbatch.PerGPU {
		line.MemoryMiB *= int64(max(j.GPUs, 1))
	}
	procs, nodes := cores(r)
	if r.ReqMemoryKiB <= 0 || procs <= 0 || !p.CountsMemory() {
		j.MemoryMiB, j.MemoryPerCore = line.MemoryMiB, line.MemoryPerCore
		return
	}
	got := inAll(r)
	mib, perCore := p.Asks(&line)
	times := []int64{nodes, r.ReqNodes}
	if perCore {
		times = []int64{procs, r.ReqProcs, j.Cores()} // nodes that are not shared come with more cores than were asked for
	}
	for _, n := range times {
		if off := got - mib*n; mib > 0 && max(off, -off) <= nodes+procs+got/100 {
			j.MemoryMiB, j.MemoryPerCore = line.MemoryMiB, line.MemoryPerCore
			return
		}
	}
	if req.MemoryPer != sbatch.PerNone {
		b.note(differs, "memory")
	}
	if n := j.Cores(); n < procs && !b.s.Whole(j, p) {
		procs = n // whole cores are given, and memory for those that were asked for
	}
	j.MemoryMiB, j.MemoryPerCore = (got+procs-1)/procs, true
}

// inAll returns the MiB that the row says the job got.
func inAll(r *sacct.Record) int64 {
	procs, _ := cores(r)
	return (r.ReqMemoryKiB*procs + 1023) / 1024
}

// asksAll tells whether a request is for all memory of each node. Slurm takes --mem-per-cpu=0 for --mem=0.
func asksAll(req *sbatch.Request) bool {
	return req.MemoryMiB == 0 && (req.MemoryPer == sbatch.PerNode || req.MemoryPer == sbatch.PerCore)
}

// allMemory gives a job all memory of its nodes: as much on each as the row has, and without a row that says it what most of the nodes
// have that it could get.
func (b *builder) allMemory(j *cluster.Job, r *sacct.Record) {
	if !b.part(j).CountsMemory() {
		return
	}
	have := memories(b.empty, j)
	if have.least < have.most {
		b.note(unlike, "")
	}
	j.MemoryMiB, j.MemoryPerCore = have.usual, false
	if procs, nodes := cores(r); r.ReqMemoryKiB > 0 && procs > 0 {
		j.MemoryMiB = min((inAll(r)+nodes-1)/nodes, have.most) // what Slurm found on a node may be more than the description says
		if j.MemoryMiB < have.least-have.least/10 {
			b.note(differs, "memory")
		}
	}
}

// amounts are the MiB of nodes: the least, the most, and what at least half of them have.
type amounts struct{ least, most, usual int64 }

// memories returns the memory of the nodes on which a job could run. What is usual is on as many as it needs.
func memories(empty *cluster.State, j *cluster.Job) (a amounts) {
	small := *j
	small.MemoryMiB, small.MemoryPerCore = 1, false
	could, _ := empty.Could(&small, j.Partitions[0])
	var all []int64
	for i := range could.All {
		all = append(all, empty.Memory[i])
	}
	if len(all) == 0 {
		return a
	}
	slices.Sort(all)
	last := len(all) - 1
	have := max(int(j.MinNodes), len(all)/2+1) // nodes that are to have what is usual
	return amounts{all[0], all[last], all[max(last-(have-1), 0)]}
}
