package clusters

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Leadership describes a machine of whole nodes in leaf switches of 128, with many users below many
// accounts, as the largest sites run them: 9,408 nodes are Frontier.
func Leadership(nodes int) *cluster.Description {
	d := &cluster.Description{Format: cluster.Format,
		Nodes: []cluster.NodeType{{Names: fmt.Sprintf("n[1-%d]", nodes), Cores: 64, MemoryMiB: 512 << 10, GPUs: map[string]int{"": 8}}},
		Partitions: []cluster.Partition{{Name: "batch", Nodes: "ALL", WholeNodes: true, MaxTimeS: 86_400},
			{Name: "extended", Nodes: fmt.Sprintf("n[1-%d]", max(nodes/4, 1)), WholeNodes: true, MaxTimeS: 86_400}},
		QOS:        []cluster.QOS{{Name: "normal", Limits: cluster.Limits{MaxJobsPerUser: ptr(20)}}, {Name: "debug", Priority: 10}},
		Scheduling: cluster.Scheduling{Topology: true, BfMaxJobTest: ptr(1000)},
		Priority: cluster.Priority{WeightAge: 10_000, WeightFair: 20_000, WeightJobSize: 30_000, WeightQOS: 5000,
			MaxAgeS: ptr(7 * 86_400)},
	}
	for first := 1; first <= nodes; first += 128 {
		list := fmt.Sprintf("n[%d-%d]", first, min(first+127, nodes))
		d.Switches = append(d.Switches, cluster.Switch{Name: fmt.Sprint("s", first/128), Nodes: list})
	}
	for a := range 100 {
		account := cluster.Account{Name: fmt.Sprint("a", a), Shares: ptr(int64(1 + a%9))}
		for u := range 10 {
			account.Users = append(account.Users, cluster.User{Name: fmt.Sprint("u", 10*a+u)})
		}
		d.Accounts = append(d.Accounts, account)
	}
	return d
}

// Campaign draws jobs for a Leadership machine: most have few nodes, the largest a third of the machine, and
// users ask for half an hour to a day, of which their jobs run a part. Up to 1,500 come in the first hour, as
// after a maintenance, and the others at a load of 0.95: so hundreds wait for weeks.
func Campaign(s *cluster.System, n int) []cluster.Job {
	r := rand.New(rand.NewPCG(9, 4))
	jobs := make([]cluster.Job, n)
	at, all := 0.0, float64(len(s.Nodes))
	for i := range jobs {
		most := 64.0
		switch x := r.IntN(100); {
		case x < 2:
			most = all / 3
		case x < 15:
			most = 1024
		}
		nodes := int32(max(min(math.Exp2(r.Float64()*math.Log2(most)), all/3), 1))
		limit := int64(1800 * (1 + r.IntN(1<<r.IntN(6))))
		run := max(int64(float64(limit)*r.Float64()), 60)
		if i < 1500 {
			at = float64(3600 * i / 1500)
		} else {
			at += r.ExpFloat64() * float64(nodes) * float64(run) / (0.95 * all)
		}
		u := r.IntN(1000)
		jobs[i] = cluster.Job{ID: int64(i + 1), Submit: int64(at), Run: run, Limit: limit, Begin: cluster.None,
			MinNodes: nodes, MaxNodes: nodes, Tasks: nodes * 8, TasksPerNode: 8, CoresPerTask: 7, GPUs: 8, GPUType: cluster.None,
			QOS: int32(r.IntN(20) / 19), Partitions: []int32{int32(r.IntN(20) / 19)},
			User: s.User(fmt.Sprint("u", u), fmt.Sprint("a", u/10), "")}
		if p := &jobs[i]; p.Partitions[0] == 1 {
			p.MinNodes = min(p.MinNodes, int32(s.Partitions[1].Nodes))
			p.MaxNodes, p.Tasks = p.MinNodes, p.MinNodes*8
		}
	}
	return jobs
}
