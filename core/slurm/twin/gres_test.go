package twin

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Every schedule of jobs that ask for generic resources is legal, and every job runs.
func TestEveryScheduleWithGenericResourcesIsLegal(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 61))
		d := clusters.System(r)
		clusters.Generic(r, d)
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		jobs := clusters.Jobs(r, s)
		clusters.AskGeneric(r, s, jobs)
		legal(t, seed, cluster.Config{System: s, Jobs: jobs, Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))})
	}
}

// starts returns when the jobs of a drawn system start, which change has changed.
func starts(t *testing.T, seed uint64, change func(*cluster.Description), asks func(*cluster.System, *cluster.Job)) (all []int64) {
	r := rand.New(rand.NewPCG(seed, 67))
	d := clusters.System(r)
	for i := range d.Nodes {
		d.Nodes[i].GPUs = map[string]int{"x": 1 + r.IntN(3)}
	}
	change(d)
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	jobs := clusters.Jobs(r, s)
	for i := range jobs {
		asks(s, &jobs[i])
	}
	for _, p := range run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s)}).Placed {
		all = append(all, p.Start)
	}
	return all
}

// A resource that no job asks for changes nothing, nor does its name.
func TestNamesAndUnaskedResourcesChangeNothing(t *testing.T) {
	none := func(*cluster.System, *cluster.Job) {}
	for seed := range uint64(40) {
		with := func(name string) func(*cluster.Description) {
			return func(d *cluster.Description) {
				for i := range d.Nodes {
					n := &d.Nodes[i]
					n.Gres = []cluster.Gres{{Name: name, Count: int64(1 + i)}, {Name: name + "2", Type: "x", PerGPU: make([]int64, n.GPUs["x"])}}
				}
			}
		}
		ask := func(name string) func(*cluster.System, *cluster.Job) {
			return func(s *cluster.System, j *cluster.Job) {
				if j.ID%3 == 0 {
					j.Asks = &cluster.Asks{Gres: []cluster.GresNeed{{Kind: s.GresKind(name, ""), Count: 1}}}
				}
			}
		}
		if want, got := starts(t, seed, func(*cluster.Description) {}, none), starts(t, seed, with("fpga"), none); !slices.Equal(want, got) {
			t.Fatalf("seed %d: a resource that nobody asks for changes starts: %v, without %v", seed, got, want)
		}
		if want, got := starts(t, seed, with("fpga"), ask("fpga")), starts(t, seed, with("aaa"), ask("aaa")); !slices.Equal(want, got) {
			t.Fatalf("seed %d: a name changes starts: %v and %v", seed, want, got)
		}
	}
}

// Where each node has a GPU of one part, jobs that ask for the part start as if they asked for the GPU.
func TestOneShardIsAGPU(t *testing.T) {
	shards := func(d *cluster.Description) {
		d.Scheduling.Topology = false
		for i := range d.Nodes {
			g := cluster.Gres{Name: "shard", Type: "x", PerGPU: []int64{1}}
			d.Nodes[i].Gres, d.Nodes[i].GPUs, d.Nodes[i].Cores = []cluster.Gres{g}, map[string]int{"x": 1}, 8
		}
		for i := range d.Partitions {
			d.Partitions[i].WholeNodes = false
		}
	}
	one := func(j *cluster.Job) {
		j.MinNodes, j.MaxNodes, j.Tasks, j.TasksPerNode, j.CoresPerTask, j.GPUs, j.WholeNodes = 1, 1, 1, 0, 1, 0, false
	}
	for seed := range uint64(40) {
		whole := starts(t, seed, shards, func(s *cluster.System, j *cluster.Job) {
			if one(j); j.ID%2 == 0 {
				j.GPUs = 1
			}
		})
		parts := starts(t, seed, shards, func(s *cluster.System, j *cluster.Job) {
			if one(j); j.ID%2 == 0 {
				j.Asks = &cluster.Asks{Gres: []cluster.GresNeed{{Kind: s.GresKind("shard", ""), Count: 1}}}
			}
		})
		if !slices.Equal(whole, parts) {
			t.Fatalf("seed %d: jobs of a part start at %v, of a GPU at %v", seed, parts, whole)
		}
	}
}

func TestGenericResourcesByHand(t *testing.T) {
	asks := func(run, count int64, kind int32) cluster.Job {
		return handmade(0, run, 60, 1, func(j *cluster.Job) { j.Asks = &cluster.Asks{Gres: []cluster.GresNeed{{Kind: kind, Count: count}}} })
	}
	part := func(run, count int64) cluster.Job { return asks(run, count, 0) } // of the first kind, of any type
	gpu := func(run int64) cluster.Job { return handmade(0, run, 60, 1, func(j *cluster.Job) { j.GPUs = 1 }) }
	alone := func(run int64) cluster.Job {
		return handmade(0, run, 60, 1, func(j *cluster.Job) { j.WholeNodes, j.MaxNodes = true, 1 })
	}
	with := func(version string, gres ...cluster.Gres) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.SlurmVersion = version
			d.Nodes = []cluster.NodeType{{Names: "n1", Cores: 16, GPUs: map[string]int{"x": 2}, Gres: gres}}
		}
	}
	and := func(first, then func(*cluster.Description)) func(*cluster.Description) {
		return func(d *cluster.Description) { first(d); then(d) }
	}
	limit := func(name string, most float64) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Accounts = []cluster.Account{{Name: "x", Limits: cluster.Limits{GrpTRES: cluster.TRES{name: most}}}}
		}
	}
	four := cluster.Gres{Name: "shard", Type: "x", PerGPU: []int64{4, 4}}
	mps := cluster.Gres{Name: "mps", Type: "x", PerGPU: []int64{100, 100}, OneGPU: true}
	sharing := mps
	sharing.OneGPU = false
	fpga := cluster.Gres{Name: "fpga", Count: 1}
	two, other := cluster.Gres{Name: "fpga", Type: "u", Count: 2}, cluster.Gres{Name: "fpga", Type: "v", Count: 1}
	first := cluster.Gres{Name: "shard", Type: "x", PerGPU: []int64{4, 0}}
	whole := part(1, 1)
	whole.WholeNodes = true
	several := func(d *cluster.Description) { d.Scheduling.SeveralGPUs = true }
	least := func(d *cluster.Description) { d.Scheduling.LeastLoadedGPU = true }
	for _, c := range []busyDay{
		{"3 shards of each GPU are held: 2 of one GPU are free at 10, and a whole GPU when these are given back", with("24.11", four),
			[]cluster.Job{part(10, 3), part(20, 3), part(5, 2), gpu(1)}, nil, "0 0 10 15"},
		{"5 shards of a GPU with 4 are free only of several", and(with("24.11", four), several),
			[]cluster.Job{part(10, 3), part(1, 6), part(1, 5)}, nil, "0 10 13"},
		{"a GPU has shards of a job until 30", with("24.11", four),
			[]cluster.Job{part(10, 1), part(30, 1), part(40, 4), gpu(1)}, nil, "0 0 0 30"},
		{"before 23.11 it counts as free at 10", with("22.05", four),
			[]cluster.Job{part(10, 1), part(30, 1), part(40, 4), gpu(1)}, nil, "0 0 0 10"},
		{"a whole GPU has no shards to give: 4 of the other are free at 0, 4 more at 10", with("", four),
			[]cluster.Job{gpu(10), part(20, 4), part(1, 4)}, nil, "0 0 10"},
		{"two jobs of a shard leave a GPU", with("24.11", four), []cluster.Job{part(10, 1), part(20, 1), gpu(1)}, nil, "0 0 0"},
		{"of the least loaded GPU they leave none", and(with("24.11", four), least),
			[]cluster.Job{part(10, 1), part(20, 1), gpu(1)}, nil, "0 0 10"},
		{"alone on a node a job needs all shards, and those of one GPU", with("24.11", first), []cluster.Job{part(10, 2), whole}, nil, "0 10"},
		{"MPS of one GPU at a time", with("", mps), []cluster.Job{part(20, 60), part(5, 60)}, nil, "0 20"},
		{"or of all", with("", sharing), []cluster.Job{part(20, 60), part(5, 60)}, nil, "0 0"},
		{"2 of any type are of one type", with("", two, other),
			[]cluster.Job{asks(10, 1, 1), part(1, 2)}, nil, "0 10"},
		{"nothing is held of what is not consumed", with("", cluster.Gres{Name: "net", Count: 4, NoConsume: true}),
			[]cluster.Job{part(10, 3), part(10, 4)}, nil, "0 0"},
		{"a limit on shards", and(with("", four), limit("gres/shard", 4)), []cluster.Job{part(10, 3), part(1, 3)}, nil, "0 10"},
		{"a limit on a type of them counts those that are of it", and(with("", four), limit("gres/shard:x", 4)),
			[]cluster.Job{part(10, 3), asks(1, 3, 1)}, nil, "0 10"},
		{"what comes with nodes that a job has alone counts", and(and(with("", fpga), limit("gres/fpga", 1)), func(d *cluster.Description) {
			d.Nodes[0].Names = "n[1-2]"
		}), []cluster.Job{part(10, 1), alone(1)}, nil, "0 10"},
	} {
		c.check(t)
	}
}
