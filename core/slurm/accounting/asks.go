package accounting

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
)

// asks returns what few jobs ask for, of which a job has none before.
func asks(j *cluster.Job) *cluster.Asks {
	if j.Asks == nil {
		j.Asks = &cluster.Asks{}
	}
	return j.Asks
}

// lie takes the nodes that a request names, and how they lie. It returns why the job cannot be simulated, or "".
func lie(j *cluster.Job, r *sbatch.Request, s *cluster.System) string {
	if r.Exclude != "" {
		asks(j).Not = nodesOf(r.Exclude, s)
	}
	if r.NodeList != "" {
		a := asks(j)
		a.Nodes = nodesOf(r.NodeList, s)
		n := int32(a.Nodes.Count())
		if n == 0 {
			return unable
		}
		if r.MinNodes == 0 || n > j.MinNodes {
			j.MinNodes = n
			j.Tasks = max(j.Tasks, n)
		}
		if j.MaxNodes > 0 {
			j.MaxNodes = max(j.MaxNodes, n)
		}
	}
	if r.Contiguous {
		asks(j).Contiguous = true
	}
	if r.Share {
		asks(j).Share = true
	}
	if r.SocketsPerNode > 1 {
		asks(j).Sockets = int32(r.SocketsPerNode)
	}
	return ""
}

// licensed takes the licences of a request, such as matlab:2,ansys@server. It returns a name that the cluster does not have, or "|" for
// alternatives, which are not simulated.
func licensed(j *cluster.Job, text string, s *cluster.System) (unknown string) {
	j.Licenses = nil
	if strings.ContainsAny(text, "|") {
		return "|"
	}
	for _, item := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		name, number, _ := strings.Cut(item, ":")
		if cut, equals, is := strings.Cut(item, "="); is {
			name, number = cut, equals
		}
		k := slices.IndexFunc(s.Description.Licenses, func(l cluster.License) bool { return l.Name == name })
		n, err := strconv.ParseInt(cmp.Or(number, "1"), 10, 32)
		switch {
		case k < 0 || err != nil:
			unknown = cmp.Or(unknown, name)
		case n > 0:
			j.Licenses = append(j.Licenses, cluster.Needed{License: int32(k), Count: n})
		}
	}
	return unknown
}

// nodesOf returns the nodes of a list that the system has.
func nodesOf(list string, s *cluster.System) cluster.Bits {
	set := cluster.NewBits(len(s.Nodes))
	names, _ := hostlist.Expand(list, cluster.MaxNodes)
	for _, name := range names {
		if i := s.Node(name); i >= 0 {
			set.Add(i)
		}
	}
	return set
}

// graphics takes the GPUs of a request: on each node, with each task, or of the whole job.
func graphics(j *cluster.Job, r *sbatch.Request, s *cluster.System) {
	j.GPUs, j.GPUType = 0, cluster.None
	if j.Asks != nil {
		j.Asks.GPUs, j.Asks.TaskGPUs, j.Asks.GPUMiB = 0, 0, 0
	}
	take := func(list []sbatch.GPUs) int32 {
		for _, g := range list {
			if g.Type != "" {
				j.GPUType = int32(slices.Index(s.GPUTypes, g.Type))
			}
		}
		return number(list)
	}
	j.GPUs = take(r.NodeGPUs) + take(r.SocketGPUs)*int32(max(r.SocketsPerNode, 1))
	switch all, each := take(r.GPUs), take(r.TaskGPUs); {
	case j.GPUs > 0:
	case units(r) && all > 0: // layout has made a task of each GPU
		asks(j).TaskGPUs = 1
	case all > 1 && j.MinNodes == j.MaxNodes && all%j.MinNodes == 0 && j.MinNodes == 1:
		j.GPUs = all
	case all > 1:
		asks(j).GPUs = all
	case all == 1 || each > 0 && j.Tasks == 1:
		j.GPUs = all + each
	case each > 0:
		asks(j).TaskGPUs = each
	}
	mib := r.MemoryMiB
	if p := &s.Partitions[j.Partitions[0]]; r.MemoryPer == sbatch.PerNone && j.GPUs == 0 {
		mib = p.DefMemPerGPUMiB
	} else if r.MemoryPer != sbatch.PerGPU {
		mib = 0
	}
	if mib > 0 && j.AllGPUs() > 0 {
		asks(j).GPUMiB = mib
	}
}

// number returns how many GPUs of all types are asked for.
func number(list []sbatch.GPUs) (n int32) {
	for _, g := range list {
		n += int32(g.Count)
	}
	return n
}

// units tells whether a request gives cores or tasks to each GPU of the whole job, and no number of tasks.
func units(r *sbatch.Request) bool {
	return r.GPUs != nil && r.Tasks == 0 && r.TasksPerNode == 0 && (r.CoresPerGPU > 0 || r.TasksPerGPU > 0)
}

// gpuUnits lays out a job whose cores come with its GPUs: as many tasks as it has GPUs, or one on each node.
func gpuUnits(j *cluster.Job, r *sbatch.Request) {
	per := int32(max(r.CoresPerGPU, 1))
	if r.TasksPerGPU > 0 {
		per = max(per, int32(r.TasksPerGPU*max(r.CoresPerTask, 1)))
	}
	switch each := number(r.NodeGPUs); {
	case units(r):
		j.Tasks, j.CoresPerTask = max(number(r.GPUs), j.MinNodes), per
	case each > 0 && r.Tasks == 0 && (r.CoresPerGPU > 0 || r.TasksPerGPU > 0):
		j.Tasks, j.TasksPerNode, j.CoresPerTask = j.MinNodes, 1, per*each
	}
}
