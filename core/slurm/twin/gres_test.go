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
					d.Nodes[i].Gres = []cluster.Gres{{Name: name, Count: int64(1 + i)}, {Name: name + "2", Type: "x", PerGPU: make([]int64, d.Nodes[i].GPUs["x"])}}
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
