package accounting

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/conf"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/internal/doubt"
)

const limitsOfMemory = `ClusterName=lab
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
DefMemPerCPU=500
MaxMemPerCPU=1000
NodeName=n1 CPUs=8 RealMemory=8000 CoreSpecCount=2
NodeName=n2 CPUs=8 RealMemory=8000 MemSpecLimit=3000
NodeName=n3 CPUs=8 RealMemory=8000
NodeName=g2 CPUs=8 RealMemory=8000 Gres=gpu:v100:4
PartitionName=work Nodes=n3 Default=YES MaxTime=10
PartitionName=core Nodes=n1 MaxTime=10
PartitionName=mem Nodes=n2 MaxTime=10
PartitionName=two Nodes=n[1-3] MaxTime=10
PartitionName=node Nodes=n3 MaxTime=10 MaxMemPerNode=3000
PartitionName=gpu Nodes=g2 MaxTime=10 DefCpuPerGPU=2 JobDefaults=DefMemPerGPU=700
`

// What Slurm 22.05 gave to jobs of this configuration: CPUs, MiB, and nodes; 0 CPUs if it refused them, or never started them.
func TestWhatALimitOfMemoryGives(t *testing.T) {
	d, err := conf.Read(conf.Files{SlurmConf: &conf.File{Name: "slurm.conf", Data: strings.NewReader(limitsOfMemory)}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	empty := cluster.NewState(s)
	for _, c := range []struct {
		line               string
		cores, mib, places int64
	}{
		{"-p work -n2 --mem=3500", 4, 3500, 1},
		{"-p work -n2 --mem-per-cpu=2500", 6, 5004, 1},
		{"-p work -n1 -c2 --mem-per-cpu=1500", 4, 3000, 1},
		{"-p work -n1 --mem-per-cpu=900", 1, 900, 1},
		{"-p work -n3 --mem=5500 --ntasks-per-node=3", 6, 5500, 1},
		{"-p two -N2 -n3 --mem=3500", 8, 7000, 2},
		{"-p two -N2 -n4 --mem-per-cpu=1800", 8, 7200, 2},
		{"-p work -n1 --mem=9000", 0, 0, 0},
		{"-p work -n5 --mem-per-cpu=2500", 0, 0, 0},
		{"-p node -n1 --mem=3500", 0, 0, 0},
		{"-p node -n1 --mem=2500", 1, 2500, 1},
		{"-p node -n4 --mem-per-cpu=900", 4, 3600, 1},
		{"-p node -n8", 8, 4000, 1},
		{"-p core -n6", 6, 3000, 1},
		{"-p core -n7", 0, 0, 0},
		{"-p core --exclusive -n1", 6, 3000, 1},
		{"-p mem -n1 --mem=4900", 5, 4900, 1},
		{"-p mem -n1 --mem=5100", 0, 0, 0},
		{"-p mem --exclusive --mem=0 -n1", 8, 5000, 1},
		{"-p gpu -n1 --gpus=3", 6, 2100, 1},
		{"-p gpu -n1 --gres=gpu:1 --mem=300", 2, 300, 1},
		{"-p gpu -n1 -c1 --gres=gpu:2", 1, 1400, 1},
		{"-p gpu -n4 --gres=gpu:1", 4, 700, 1},
		{"-p gpu -n1 --gpus=2 --mem-per-cpu=100", 4, 400, 1},
	} {
		r, err := sbatch.Parse(strings.Fields(c.line))
		if err != nil {
			t.Fatal(err)
		}
		part, _ := partition(r.Partitions[0], s)
		j := cluster.Job{Partitions: []int32{part}, QOS: cluster.None, GPUType: cluster.None, Begin: cluster.None}
		if why := ask(&j, &r, s); why != "" {
			t.Fatal(c.line, why)
		}
		p := &s.Partitions[part]
		var cores, mib int64
		var places int
		if !overNode(&j, p) || asksAll(&r) {
			raise(&j, p)
			if a, ok := empty.Place(&j, part, p.Bits); ok {
				places = len(a.Nodes)
				for k := range a.Nodes {
					cores, mib = cores+int64(a.Cores[k]), mib+a.Memory[k]
				}
			}
		}
		if cores != c.cores || mib != c.mib || int64(places) != c.places {
			t.Errorf("%s: %d cores, %d MiB on %d nodes; Slurm: %d, %d, %d", c.line, cores, mib, places, c.cores, c.mib, c.places)
		}
	}
}

// Of jobs to which a real Slurm gave more cores for their memory or their GPUs, command line and row say the same.
func TestCoresForMemoryAndGPUsAreNoDoubt(t *testing.T) {
	const folder = "testdata/truth/places/"
	open := func(name string) *conf.File {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return &conf.File{Name: name, Data: strings.NewReader(string(text))}
	}
	written := open(folder + "slurm.conf")
	written.Data = io.MultiReader(open("../../../scripts/slurm.d/base.conf").Data, written.Data)
	d, err := conf.Read(conf.Files{SlurmConf: written, Gres: open(folder + "gres.conf"), Sacctmgr: open(folder + "data/sacctmgr.txt")})
	if err != nil {
		t.Fatal(err)
	}
	for _, limited := range []bool{true, false} {
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		l, err := ReadLog("sacct.txt", open(folder+"data/sacct.txt").Data, "", nil, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		doubted := slices.ContainsFunc(l.Doubts, func(d doubt.Doubt) bool { return d.Key == "line-and-row" })
		if doubted == limited || len(l.Jobs) != 76 {
			t.Errorf("with the limits %t: %v", limited, l.Doubts)
		}
		for i := range d.Partitions { // without them nobody knows why the jobs got more
			d.Partitions[i].MaxMemPerCoreMiB, d.Partitions[i].DefCoresPerGPU = 0, 0
		}
	}
}
