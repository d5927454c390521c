package conf

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

func input(name, data string) *File { return &File{Name: name, Data: strings.NewReader(data)} }

// open returns a file.
func open(t testing.TB, name string) *File {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return input(filepath.Base(name), string(data))
}

// dir returns the files of a folder that are there.
func dir(t testing.TB, folder string) (files Files) {
	t.Helper()
	open := func(names ...string) *File {
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err == nil {
				return input(name, string(data))
			}
		}
		return nil
	}
	return Files{
		SlurmConf:    open("slurm.conf"),
		Gres:         open("gres.conf"),
		Topology:     open("topology.conf"),
		Sacctmgr:     open("sacctmgr.script", "sacctmgr.txt"),
		Reservations: open("scontrol.txt"),
	}
}

// lab is the cluster of the real runs that the repository keeps: the part that all have in
// common, and that of one.
func lab(t testing.TB, folder string) Files {
	t.Helper()
	files := dir(t, folder)
	var conf []byte
	for _, name := range []string{"../../../scripts/slurm.d/base.conf", filepath.Join(folder, "slurm.conf")} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		conf = append(conf, data...)
	}
	files.SlurmConf = input("slurm.conf", string(conf))
	return files
}

// TestGolden reads the folders of testdata. What is expected of each is beside it and was
// checked by hand.
func TestGolden(t *testing.T) {
	for _, folder := range []string{"university", "small"} {
		t.Run(folder, func(t *testing.T) {
			files := dir(t, filepath.Join("testdata", folder))
			var err error
			if files.Location, err = time.LoadLocation("America/New_York"); err != nil {
				t.Skip(err)
			}
			d, err := Read(files)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(d, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", folder, "want.json")
			if d := cmp.Diff(golden.Read(t, file, string(got)+"\n"), string(got)+"\n"); d != "" {
				t.Error(d)
			}
		})
	}
}

// read reads a slurm.conf, and fails if it cannot.
func read(t *testing.T, files Files) *cluster.Description {
	t.Helper()
	d, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const least = "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\nAccountingStorageEnforce=limits\n" +
	"NodeName=n[1-4] CPUs=4\nPartitionName=p Nodes=ALL Default=YES\n"

func conf(t *testing.T, lines string) *cluster.Description {
	t.Helper()
	return read(t, Files{SlurmConf: input("slurm.conf", least+lines)})
}

// The run of a real Slurm under core/trace/sacct: its configuration, and what its scenario does
// with sacctmgr.
func TestTheRealRunOfThisRepository(t *testing.T) {
	files := lab(t, "../../trace/sacct/testdata/slurm")
	files.Sacctmgr = input("accounts", `
		add cluster lab
		add qos spare preemptmode=requeue
		add qos scrap preemptmode=cancel
		add qos urgent preempt=spare,scrap priority=100
		sacctmgr -i --quiet add account science qos=normal,spare,scrap,urgent
		sacctmgr -i add account phys parent=science
		sacctmgr -i add account chem parent=science
		add account guests parent=science
		add user ann account=phys
		add user bob account=chem,phys defaultaccount=chem
		add user eve account=guests,phys defaultaccount=guests`)
	d := read(t, files)
	var nodes []string
	for _, n := range d.Nodes {
		nodes = append(nodes, n.Names)
	}
	if got := strings.Join(nodes, " "); got != "n1 n2 n3 n4 g1 g2" || d.Name != "lab" {
		t.Errorf("%s: nodes %s", d.Name, got)
	}
	if g := d.Nodes[4]; g.Cores != 4 || g.MemoryMiB != 8000 || g.GPUs["a100"] != 2 {
		t.Errorf("g1 is %+v", g)
	}
	short, long, gpu := d.Partitions[0], d.Partitions[1], d.Partitions[2]
	if !short.Default || short.DefaultTimeS != 300 || short.MaxTimeS != 600 || short.DefMemPerCoreMiB != 200 {
		t.Errorf("short is %+v", short)
	}
	if long.MaxTimeS != 0 || gpu.MaxTimeS != 86400 {
		t.Errorf("long is %+v, gpu %+v", long, gpu)
	}
	s := d.Scheduling
	if *s.BfIntervalS != 3 || *s.BfResolutionS != 1 || *s.SchedIntervalS != 5 || *s.BatchDelayS != 0 || *s.KillWaitS != 2 || !*s.Memory {
		t.Errorf("%+v", s)
	}
	if d.Preemption != (cluster.Preemption{Type: "qos", Mode: "requeue"}) {
		t.Errorf("%+v", d.Preemption)
	}
	if len(d.QOS) != 4 || d.QOS[3].Priority != 100 || strings.Join(d.QOS[3].Preempt, " ") != "spare scrap" {
		t.Errorf("%+v", d.QOS)
	}
	phys := d.Accounts[1]
	if phys.Name != "phys" || phys.Parent != "science" || len(phys.Users) != 3 || len(phys.Users[1].QOS) != 4 || phys.Users[1].Default {
		t.Errorf("%+v", phys)
	}
	if len(d.Ignored) > 0 { // CompleteWait=0 is the default
		t.Errorf("%+v", d.Ignored)
	}
}
