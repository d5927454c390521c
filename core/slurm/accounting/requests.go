package accounting

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
)

// Requests are what jobs asked for, by the jobs' names.
type Requests map[string]*sbatch.Request

// ReadRequests reads the submissions of an events file of the Slurm simulator. It is an error
// if two jobs have the same name.
func ReadRequests(name string, src io.Reader) (Requests, error) {
	events, err := sbatch.ReadEvents(name, src)
	if err != nil {
		return nil, err
	}
	asked := Requests{}
	for i := range events {
		e := &events[i]
		if e.Cancel != 0 {
			continue
		}
		if asked[e.Name] != nil {
			return nil, fmt.Errorf("%s:%d: a second job is called %q: names must tell jobs apart", name, e.Line, e.Name)
		}
		asked[e.Name] = &e.Request
	}
	return asked, nil
}

// quality returns the QOS of that name, or None.
func quality(name string, s *cluster.System) int32 {
	return int32(slices.IndexFunc(s.QOS, func(q cluster.QOS) bool { return q.Name == name }))
}

// ask takes what a job asked for from its request, and returns why it cannot be
// simulated, or "". Of a limit that is not given it takes that of the partition.
func ask(j *cluster.Job, r *sbatch.Request, s *cluster.System) string {
	if len(r.Partitions) > 1 {
		all, why := partitions(r.Partitions, s)
		if why != "" {
			return why
		}
		j.Partitions = all
	}
	layout(j, r)
	alone(j, r, s)
	conduct(j, r)
	j.Limit = limit(r.TimeS, &s.Partitions[j.Partitions[0]])
	j.MemoryMiB, j.MemoryPerCore = r.MemoryMiB, r.MemoryPer == sbatch.PerCore
	graphics(j, r, s)
	generic(j, r.Gres, s)
	licensed(j, r.Licenses, s)
	if p := &s.Partitions[j.Partitions[0]]; r.CoresPerTask == 0 && p.DefCoresPerGPU > 0 {
		atLeast(j, int64(p.DefCoresPerGPU)*j.AllGPUs()/int64(max(j.MinNodes, 1)))
	}
	j.DefaultGPUMiB(&s.Partitions[j.Partitions[0]])
	why := cmp.Or(lie(j, r, s), constrain(j, r.Features, s))
	wish(j, r, s)
	if asksAll(r) {
		j.MemoryMiB, j.MemoryPerCore = memories(cluster.NewState(s), j).usual, false
	}
	return why
}

// conduct takes what a request says apart from its size: whether nodes are shared, its nice value, requeuing, and its begin.
func conduct(j *cluster.Job, r *sbatch.Request) {
	j.WholeNodes, j.OwnNodes, j.Apart, j.Nice, j.NoRequeue = r.Exclusive, r.Own, r.Apart, r.Nice, r.NoRequeue
	if r.BeginS > 0 {
		j.Begin = j.Submit + r.BeginS
	}
}

// layout takes the nodes, tasks and cores of a request, and what Slurm takes for those that it does not name.
func layout(j *cluster.Job, r *sbatch.Request) {
	j.MinNodes, j.MaxNodes = int32(max(r.MinNodes, 1)), int32(r.MaxNodes)
	j.TasksPerNode, j.CoresPerTask = int32(r.TasksPerNode), int32(max(r.CoresPerTask, 1))
	if j.Tasks = int32(r.Tasks); r.Tasks == 0 {
		j.Tasks = j.MinNodes * max(j.TasksPerNode, 1)
	}
	gpuUnits(j, r)
}
