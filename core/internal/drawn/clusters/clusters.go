// Package clusters draws clusters and jobs at random, for tests of schedulers on them.
package clusters

import (
	"fmt"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

func ptr(n int64) *int64 { return &n }

// System draws a small cluster with resources, partitions, limits and parameters of the twin.
func System(r *rand.Rand) *cluster.Description {
	d := &cluster.Description{Format: cluster.Format}
	var names []string
	for t := range 1 + r.IntN(3) {
		list := fmt.Sprintf("%c[1-%d]", 'a'+t, 1+r.IntN(4))
		n := cluster.NodeType{Names: list, Cores: 1 + r.IntN(8), MemoryMiB: int64(1000 * (1 + r.IntN(8))), Weight: r.IntN(3)}
		if r.IntN(2) == 0 {
			n.GPUs = map[string]int{"x": 1 + r.IntN(3)}
		}
		if r.IntN(2) == 0 {
			n.Features = []string{"f", "g"}[:1+r.IntN(2)]
		}
		d.Nodes, names = append(d.Nodes, n), append(names, list)
		d.Switches = append(d.Switches, cluster.Switch{Name: fmt.Sprint("s", t), Nodes: list})
	}
	d.Partitions = []cluster.Partition{{Name: "all", Nodes: "ALL", DefMemPerCoreMiB: int64(100 * r.IntN(3))}}
	for t := range r.IntN(3) {
		d.Partitions = append(d.Partitions, cluster.Partition{Name: fmt.Sprint("p", t), Nodes: names[r.IntN(len(names))],
			PriorityTier: r.IntN(3), PriorityFactor: r.IntN(10), WholeNodes: r.IntN(3) == 0})
	}
	tree := r.IntN(2) == 0
	d.QOS = []cluster.QOS{{Name: "low"}, {Name: "high", Priority: 10, Limits: cluster.Limits{MaxJobsPerUser: ptr(int64(1 + r.IntN(3)))}}}
	d.Accounts = []cluster.Account{
		{Name: "a", Shares: ptr(int64(1 + r.IntN(9))), Users: []cluster.User{{Name: "u1"}, {Name: "u2"}}},
		{Name: "b", Users: []cluster.User{{Name: "u3"}}, Limits: cluster.Limits{GrpJobs: ptr(int64(1 + r.IntN(4)))}},
		{Name: "c", Parent: "a", Users: []cluster.User{{Name: "u4"}}},
	}
	d.Scheduling = cluster.Scheduling{Topology: r.IntN(2) == 0, Defer: r.IntN(2) == 0, QueueDepth: ptr(int64(1 + r.IntN(20))),
		BfMaxJobUser: ptr(int64(r.IntN(4))), BfMaxJobTest: ptr(int64(1 + r.IntN(20))), BfWindowS: ptr(int64(600 + r.IntN(100_000))),
		BfJobPartCount: ptr(int64(r.IntN(3))), AssocLimitStop: r.IntN(4) == 0, BfJobUs: int64(r.IntN(2000))}
	d.Priority = cluster.Priority{WeightAge: int64(r.IntN(1000)), WeightFair: int64(r.IntN(1000)), WeightJobSize: int64(r.IntN(1000)),
		WeightPart: int64(r.IntN(1000)), WeightQOS: int64(r.IntN(1000)), WeightTRES: cluster.TRES{"cpu": float64(r.IntN(100))},
		FavorSmall: r.IntN(2) == 0, FairTree: &tree}
	return d
}

// Jobs draws jobs that could run on the system.
func Jobs(r *rand.Rand, s *cluster.System) (jobs []cluster.Job) {
	empty := cluster.NewState(s)
	at := int64(0)
	for len(jobs) < 60 {
		at += int64(r.IntN(200))
		j := cluster.Job{
			ID: int64(len(jobs) + 1), Submit: at, Run: int64(r.IntN(2000)), Limit: int64(1 + r.IntN(2000)), Begin: cluster.None,
			MinNodes: 1, Tasks: int32(1 + r.IntN(10)), CoresPerTask: int32(1 + r.IntN(2)), GPUType: cluster.None,
			QOS: int32(r.IntN(2)), Partitions: []int32{int32(r.IntN(len(s.Partitions)))},
			User: s.User(fmt.Sprint("u", 1+r.IntN(4)), "", ""), WholeNodes: r.IntN(8) == 0,
		}
		switch r.IntN(6) {
		case 0:
			j.MinNodes = int32(1 + r.IntN(3))
			j.Tasks = max(j.Tasks, j.MinNodes)
		case 1:
			j.TasksPerNode = int32(1 + r.IntN(3))
		case 2:
			j.GPUs = 1
		case 3:
			j.MemoryMiB, j.MemoryPerCore = int64(1+r.IntN(2000)), r.IntN(2) == 0
		case 4:
			if len(s.Features) > 0 {
				j.Features = []uint64{1 << r.IntN(len(s.Features))}
			}
		case 5:
			j.Begin = at + int64(r.IntN(500))
		}
		if _, ok := empty.Could(&j, j.Partitions[0]); ok {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// BusySystem adds reservations, outages and preemption to a random system.
func BusySystem(r *rand.Rand) *cluster.Description {
	d := System(r)
	nodes := func() string { return d.Nodes[r.IntN(len(d.Nodes))].Names }
	for range r.IntN(3) {
		begin := int64(r.IntN(8000))
		end := begin + 1 + int64(r.IntN(3000))
		d.Outages = append(d.Outages, cluster.Outage{Nodes: nodes(), BeginS: begin, EndS: end, Drain: r.IntN(2) == 0})
	}
	for range r.IntN(3) {
		begin := int64(r.IntN(8000))
		v := cluster.Reservation{Name: "r", Nodes: nodes(), BeginS: begin, EndS: begin + 1 + int64(r.IntN(4000))}
		if r.IntN(3) == 0 {
			v.Flags = []string{"daily"}
		}
		d.Reservations = append(d.Reservations, v)
	}
	d.Preemption = cluster.Preemption{Type: []string{"", "qos", "partition_prio"}[r.IntN(3)], Mode: []string{"requeue", "cancel"}[r.IntN(2)],
		ExemptS: int64(r.IntN(2) * 100)}
	d.QOS[1].Preempt, d.QOS[0].GraceS = []string{"low"}, int64(r.IntN(2)*50)
	d.Scheduling.RequeueDelayS, d.Scheduling.BfMaxJobArrayResv = ptr(int64(50+r.IntN(200))), ptr(int64(1+r.IntN(5)))
	d.Scheduling.QueueDepth = ptr(100) // or those that are preempted start again before those that preempt
	again := r.IntN(4) > 0
	d.Scheduling.Requeue = &again
	return d
}

// BusyJobs draws jobs that depend on each other, tasks of arrays, and what people do to them.
func BusyJobs(r *rand.Rand, s *cluster.System) (jobs []cluster.Job, changes []cluster.Change) {
	jobs = Jobs(r, s)
	for i := range jobs {
		j := &jobs[i]
		j.Fails, j.NoRequeue = r.IntN(5) == 0, r.IntN(5) == 0
		at := j.Submit + int64(r.IntN(2000))
		do := func(kind cluster.ChangeKind, at int64) {
			changes = append(changes, cluster.Change{At: at, AtUs: int64(r.IntN(2) * 300_000), Kind: kind, Job: int32(i)})
		}
		switch r.IntN(8) {
		case 0:
			for range 1 + r.IntN(3) {
				if i > 0 {
					j.After = append(j.After, cluster.Dependency{Job: int32(r.IntN(i)), Kind: cluster.DependencyKind(r.IntN(4)),
						Wait: int64(r.IntN(2) * 60)})
				}
			}
			j.AnyOf = r.IntN(2) == 0
		case 1:
			if i > 0 && jobs[i-1].Array > 0 {
				j.Array, j.ArrayLimit = jobs[i-1].Array, jobs[i-1].ArrayLimit
			} else {
				j.Array, j.ArrayLimit = int32(i+1), int32(r.IntN(3))
			}
		case 2:
			j.Held = true
			do(cluster.Release, at)
		case 3:
			do(cluster.Cancel, at)
		case 4:
			do(cluster.Requeue, at)
		case 5:
			do(cluster.Hold, at)
			do(cluster.Release, at+int64(r.IntN(1000)))
		case 6:
			j.Reservation = int32(r.IntN(len(s.Description.Reservations) + 1))
		}
	}
	return jobs, changes
}

// Crowd draws jobs for nodes of 32 cores at a load of about 0.9, most of them small and short.
func Crowd(s *cluster.System, n int) []cluster.Job {
	r := rand.New(rand.NewPCG(5, 5))
	jobs := make([]cluster.Job, n)
	at := 0.0
	for i := range jobs {
		tasks := int32(1) << r.IntN(9)
		length := int64(60 * (1 << r.IntN(8)) * (1 + r.IntN(3)))
		at += float64(tasks) * float64(length) / (0.9 * float64(s.Cores))
		jobs[i] = cluster.Job{ID: int64(i + 1), Submit: int64(at), Run: max(length*int64(1+r.IntN(10))/10, 1), Limit: length, Begin: cluster.None,
			MinNodes: 1, Tasks: tasks, CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0},
			User: s.User(fmt.Sprint("u", r.IntN(50)), fmt.Sprint("a", r.IntN(10)), "")}
	}
	return jobs
}
