package accounting

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// settle takes what a job asked for from its row, which j is made of, and its command line. The row says how much: options in the
// script, defaults and later changes are in it. The line says what no row can: how that is laid out over nodes and tasks, whether
// nodes are shared, when the job may start. Where both speak and disagree the row counts, and the disagreement is noted.
func (b *builder) settle(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	b.places(j, r, req)
	conduct(j, req)
	if r.Limit == sacct.None && !r.Unlimited && req.TimeS != 0 {
		j.Limit = limit(req.TimeS, b.part(j))
	}
	b.lengthen(j, r, req)
	b.size(j, r, req)
	b.gpus(j, r, req)
	if j.AllGPUs() > 0 {
		b.retype(r, req)
	}
	if j.GPUs > 1 && j.GPUType == cluster.None && b.severalTypes(j.Partitions[0]) {
		b.note(oneType, "")
	}
	b.gres(j, r, req)
	j.DefaultGPUMiB(b.part(j))
	b.memory(j, r, req)
	if name := licensed(j, req.Licenses, b.s); name != "" {
		b.note(beyond, "--licenses of "+name)
	}
	b.roundUp(j, r)
	b.unasked(req)
	for _, word := range req.Unknown {
		if name := sbatch.Beyond(word); name != "" {
			b.note(beyond, name)
		}
	}
}

// unasked notes what a request has that no simulation takes into account.
func (b *builder) unasked(req *sbatch.Request) {
	for _, o := range [...]struct {
		is   bool
		name string
	}{{req.Apart && b.s.Description.Scheduling.MCS == "", "--exclusive=mcs (the description has no MCSPlugin)"},
		{req.CoresPerSocket > 0, "--cores-per-socket"}, {req.TasksPerCore > 1, "--ntasks-per-core"},
		{req.ThreadsPerCore > 1, "--threads-per-core"}} {
		if o.is {
			b.note(beyond, o.name)
		}
	}
}

// part returns the first of a job's partitions.
func (b *builder) part(j *cluster.Job) *cluster.Part { return &b.s.Partitions[j.Partitions[0]] }

// places takes the partitions of the line, unless the job is in another.
func (b *builder) places(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	if len(req.Partitions) == 0 {
		return
	}
	asked, why := partitions(req.Partitions, b.s)
	switch {
	case why != "" || !slices.Contains(asked, j.Partitions[0]):
		b.note(differs, "--partition")
	case len(asked) > 1:
		j.Partitions = asked
	}
}

// cores returns the cores that the row says the job got, or asks for while it waits, on how many nodes.
func cores(r *sacct.Record) (procs, nodes int64) {
	procs, nodes = r.Procs, r.Nodes
	if p := r.Phase(); p == sacct.Dropped || p == sacct.Pending {
		procs, nodes = r.ReqProcs, r.ReqNodes
	}
	return procs, max(nodes, 1)
}

// size takes the nodes, tasks and cores of the line if they come to what the row has, and else what of them fits it.
func (b *builder) size(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	procs, nodes := cores(r)
	p := b.part(j)
	whole := b.s.Whole(j, p)
	sized := req.Sized()
	row := *j
	req = b.spread(r, req)
	layout(j, req)
	if with := b.given(j, req); j.Cores() != procs && with.Cores() == procs {
		j.Tasks, j.TasksPerNode, j.CoresPerTask = with.Tasks, with.TasksPerNode, with.CoresPerTask
		return
	}
	asked := j.Cores()
	alone(j, req, b.s)
	switch {
	case procs <= 0, j.Cores() == procs, r.Procs <= 0 && asked == procs: // of a job that waits, the row has what it asked for
		return
	case !whole && sized && threadsOf(b.s, j.Partitions[0]) == 1 &&
		b.threads[r.Partition] > 1 && multiple(j.Cores(), b.threads[r.Partition]) == procs:
		wholeCores(j, b.threads[r.Partition])
		return
	case whole && j.Cores() < procs && int64(j.MinNodes) <= nodes && (sized || nodes == 1): // it got the rest with its nodes
		if nodes > int64(j.MinNodes) && nodes > b.mostNodes(j) {
			b.note(differs, "the number of nodes")
			j.MinNodes, j.Tasks = int32(nodes), max(j.Tasks, int32(nodes))
		}
		return
	case !sized:
		b.note(sizeless, "")
		if *j = row; whole && r.ReqProcs > 0 && r.ReqProcs < procs {
			j.MinNodes, j.Tasks, j.TasksPerNode = int32(nodes), int32(max(r.ReqProcs, nodes)), 0
		}
		return
	}
	if a, ok := b.empty.Place(j, j.Partitions[0], p.Bits); ok && total(a.Cores) == procs {
		return // cores are given whole, as the description says
	}
	b.note(differs, "the number of cores")
	with := *j
	*j = row
	if int64(req.MinNodes) <= nodes && (req.MaxNodes == 0 || nodes <= int64(req.MaxNodes)) {
		j.MinNodes, j.MaxNodes = int32(max(req.MinNodes, 1)), int32(req.MaxNodes)
	}
	tasks := int64(req.Tasks)
	if tasks == 0 {
		tasks = nodes * int64(req.TasksPerNode)
	}
	if per := int64(req.CoresPerTask); tasks == 0 && per > 0 {
		tasks = procs / per
	}
	if tasks >= max(int64(j.MinNodes), 1) && procs%tasks == 0 {
		j.Tasks, j.CoresPerTask, j.TasksPerNode = int32(tasks), int32(procs/tasks), with.TasksPerNode
	}
	j.Tasks = max(j.Tasks, j.MinNodes)
	if _, ok := b.empty.Could(j, j.Partitions[0]); !ok {
		*j = row
	}
}

// spread returns a request with as many nodes as the row has: of a range, Slurm gives as many as are free.
func (b *builder) spread(r *sacct.Record, req *sbatch.Request) *sbatch.Request {
	_, nodes := cores(r)
	least := req.MinNodes
	if req.Tasks > 0 {
		least = min(least, req.Tasks) // of -N 4 -n 2 Slurm makes 2 nodes
	}
	if n := int(nodes); req.MinNodes > 0 && n != req.MinNodes && r.Nodes > 0 {
		as := *req
		if as.MinNodes = n; n < least || n > req.MaxNodes {
			b.note(differs, "the number of nodes")
			as.MaxNodes = n
		}
		if as.Tasks > 0 {
			as.Tasks = max(as.Tasks, n)
		}
		return &as
	}
	return req
}

// mostNodes returns on how many nodes of its own a job may be, at most.
func (b *builder) mostNodes(j *cluster.Job) int64 {
	least := int64(j.Cores())
	for i := range b.part(j).Bits.All {
		least = min(least, int64(b.s.Nodes[i].Cores/j.CoresPerTask))
	}
	if least = max(least, 1); j.TasksPerNode > 0 {
		least = min(least, int64(j.TasksPerNode))
	}
	return max((int64(j.Tasks)+least-1)/least, int64(j.MinNodes))
}

// graphicsOf returns the GPUs that the row says a job asked for, or else those that it had, and their type.
func graphicsOf(r *sacct.Record) (n int64, kind int32) {
	if r.ReqGPUs != sacct.None {
		return r.ReqGPUs, r.ReqGPUType
	}
	return r.GPUs, r.GPUType
}

// retype remarks that the GPUs of a job are simulated as GPUs of another type than it had or asked for.
func (b *builder) retype(r *sacct.Record, req *sbatch.Request) {
	var kinds []string
	_, kind := graphicsOf(r)
	for _, i := range [...]int32{kind, r.GPUType} {
		kinds = append(kinds, named(b.names.GPUTypes, i))
	}
	for _, list := range [...][]sbatch.GPUs{req.NodeGPUs, req.GPUs, req.TaskGPUs} {
		for _, g := range list {
			kinds = append(kinds, g.Type)
		}
	}
	unknown := func(kind string) bool { return kind != "" && !slices.Contains(b.s.GPUTypes, kind) }
	switch i := slices.IndexFunc(kinds, unknown); {
	case slices.Contains(b.s.GPUTypes, ""): // GPUs of any type, as far as the description says
	case i >= 0:
		b.note(retyped, kinds[i])
	case r.GPUMix || several(kinds):
		b.note(retyped, "several types")
	}
}

// severalTypes tells whether a node of a partition has GPUs of several types.
func (b *builder) severalTypes(part int32) bool {
	if b.mixed == nil {
		b.mixed = make([]bool, len(b.s.Partitions))
		for p := range b.mixed {
			for i := range b.s.Partitions[p].Bits.All {
				types := 0
				for _, n := range b.s.Nodes[i].GPUs {
					types += int(min(n, 1))
				}
				b.mixed[p] = b.mixed[p] || types > 1
			}
		}
	}
	return b.mixed[part]
}

// several tells whether a list has more than one word.
func several(words []string) bool {
	first := ""
	for _, w := range words {
		if first = cmp.Or(first, w); w != "" && w != first {
			return true
		}
	}
	return false
}

func total(list []int32) (sum int64) {
	for _, n := range list {
		sum += int64(n)
	}
	return sum
}

// gpus takes the GPUs of the line if they come to those of the row, or if the row has none: Slurm counts GPUs only where
// AccountingStorageTRES names them.
func (b *builder) gpus(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	if req.GPUs == nil && req.NodeGPUs == nil && req.TaskGPUs == nil && req.SocketGPUs == nil {
		return
	}
	line := *j
	if j.Asks != nil {
		copied := *j.Asks
		line.Asks = &copied
	}
	graphics(&line, req, b.s)
	_, nodes := cores(r)
	switch n, _ := graphicsOf(r); {
	case n > 0 && line.AllGPUs() != n && int64(line.GPUs) != (n+nodes-1)/nodes:
		b.note(differs, "GPUs")
		return
	case n <= 0 && line.AllGPUs() > 0:
		b.note(uncounted, "")
	}
	j.GPUs, j.GPUType, j.Asks = line.GPUs, line.GPUType, line.Asks
}
