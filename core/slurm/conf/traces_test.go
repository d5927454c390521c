package conf

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// published returns the files of a folder beside that of the traces.
func published(t *testing.T, folder string) Files {
	t.Helper()
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("BACKFILL_TRACES is not set: it names the folder of the traces, and ../slurm beside it has the clusters of this test")
	}
	path := filepath.Join(traces, "..", "slurm", folder)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no folder slurm beside that of the traces: ", err)
	}
	return dir(t, path)
}

func totals(t *testing.T, d *cluster.Description) (nodes, cores, gpus int) {
	t.Helper()
	for _, n := range d.Nodes {
		names, err := hostlist.Expand(n.Names, 1000)
		if err != nil {
			t.Fatal(err)
		}
		nodes += len(names)
		cores += n.Cores * len(names)
		for _, g := range n.GPUs {
			gpus += g * len(names)
		}
	}
	return nodes, cores, gpus
}

func report(t *testing.T, d *cluster.Description) {
	nodes, cores, gpus := totals(t, d)
	users := 0
	for _, a := range d.Accounts {
		users += len(a.Users)
	}
	t.Logf("%s: %d nodes, %d cores, %d GPUs, %d accounts, %d users, %d QOS, %d ignored", d.Name, nodes, cores, gpus,
		len(d.Accounts), users, len(d.QOS), len(d.Ignored))
	for _, i := range d.Ignored {
		t.Logf("ignored %s:%d: %s (%s)", i.File, i.Line, i.Text, i.Why)
	}
	for _, a := range d.Assumed {
		t.Log(a)
	}
}

// The micro cluster, as its files say by hand; real-run has its scheduler's parameters.
func TestTheMicroCluster(t *testing.T) {
	files := published(t, "micro")
	files.SlurmConf = published(t, "real-run").SlurmConf
	d := read(t, files)
	report(t, d)
	nodes, cores, gpus := totals(t, d)
	if nodes != 10 || cores != 120 || gpus != 2 || len(d.Nodes) != 4 {
		t.Errorf("%d nodes, %d cores, %d GPUs, %d types", nodes, cores, gpus, len(d.Nodes))
	}
	g1, b1 := d.Nodes[2], d.Nodes[3]
	if g1.Names != "g1" || g1.GPUs[""] != 2 || g1.MemoryMiB != 48000 || b1.Names != "b1" || b1.MemoryMiB != 512000 {
		t.Errorf("%+v, %+v", g1, b1)
	}
	if len(d.Partitions) != 2 || d.Partitions[0].Name != "normal" || !d.Partitions[0].Default || d.Partitions[1].Name != "debug" ||
		d.Partitions[0].DefMemPerCoreMiB != 2800 || d.Partitions[0].MaxTimeS != 0 {
		t.Errorf("%+v", d.Partitions)
	}
	if len(d.Accounts) != 3 {
		t.Fatalf("%+v", d.Accounts)
	}
	users := 0
	for _, a := range d.Accounts {
		if *a.Shares != 100 || a.Parent != "" {
			t.Errorf("%+v", a)
		}
		for _, u := range a.Users {
			if *u.MaxSubmitJobs != 1000 || len(u.QOS) != 2 || !u.Default {
				t.Errorf("%+v", u)
			}
			if u.Name != "admin" {
				users++
			}
		}
	}
	if users != 5 || len(d.QOS) != 2 || d.QOS[1].Priority != 100 {
		t.Errorf("%d users, %+v", users, d.QOS)
	}
	s, p := d.Scheduling, d.Priority
	if *s.BfMaxJobUser != 20 || *s.BfWindowS != 259200 || *s.BfIntervalS != 30 || *s.BfMaxJobTest != 1200 || *s.QueueDepth != 1200 ||
		!s.BfContinue || !*s.Backfill || !*s.Memory || !s.Topology || *s.Requeue || *s.KillWaitS != 30 {
		t.Errorf("%+v", s)
	}
	if *p.HalfLifeS != 14400 || *p.MaxAgeS != 18000 || p.WeightAge != 50000 || p.WeightFair != 50000 || p.WeightPart != 1000000 ||
		p.WeightJobSize != 200000 || p.WeightQOS != 20000 || *p.DampeningFact != 5 || p.Type != "multifactor" {
		t.Errorf("%+v", p)
	}
	if len(d.Switches) != 4 || d.Switches[3].Switches != "IBN,IBM,IBG" {
		t.Errorf("%+v", d.Switches)
	}
}

func TestTheMicroClusterAsItsSimulatorHasIt(t *testing.T) {
	d := read(t, published(t, "micro"))
	report(t, d)
	if s := d.Scheduling; *s.BfMaxJobUser != 200 || *s.BfWindowS != 86400 || *s.BfMaxTimeS != 30 || *s.SchedIntervalS != 60 {
		t.Errorf("%+v", s)
	}
}

// The cluster of a university: 217 nodes, 61 accounts of users.
func TestTheMediumCluster(t *testing.T) {
	d := read(t, published(t, "medium"))
	report(t, d)
	nodes, cores, gpus := totals(t, d)
	if nodes != 217 || cores != 87*32+2*32+(8+96+24)*40 || gpus != 20 {
		t.Errorf("%d nodes, %d cores, %d GPUs", nodes, cores, gpus)
	}
	if v := d.Nodes[2]; v.Names != "g[001-008]" || v.GPUs["tesla_v100-pcie-32gb"] != 2 || v.Weight != 190 || v.Cores != 40 {
		t.Errorf("%+v", v)
	}
	general, debug := d.Partitions[0], d.Partitions[1]
	if general.PriorityTier != 100 || general.PriorityFactor != 100 || general.DefaultTimeS != 86400 || general.MaxTimeS != 259200 ||
		len(general.AllowQOS) != 4 || general.QOS != "general-compute" || debug.PriorityTier != 700 || debug.MaxTimeS != 3600 {
		t.Errorf("%+v, %+v", general, debug)
	}
	if len(d.QOS) != 5 || d.QOS[3].Priority != 400 || *d.QOS[0].MaxSubmitPerUser != 10000 {
		t.Errorf("%+v", d.QOS)
	}
	users, byName := 0, map[string]cluster.User{}
	for _, a := range d.Accounts {
		users += len(a.Users)
		for _, u := range a.Users {
			byName[u.Name] = u
		}
	}
	// Nine users have another default account than the one they are added to.
	if len(d.Accounts) != 62 || users != 96+9 || len(byName) != 96 {
		t.Errorf("%d accounts, %d associations of %d users", len(d.Accounts), users, len(byName))
	}
	if u := byName["user006"]; *u.Shares != -1 || len(u.QOS) != 3 {
		t.Errorf("%+v", u)
	}
	if w := d.Priority.WeightTRES; w["mem"] != 0.03 || w["gres/gpu"] != 30000 || d.Priority.NoNormal[0] != "tres" {
		t.Errorf("%+v", d.Priority)
	}
	if d.Preemption.Type != "partition_prio" || d.Preemption.Mode != "requeue" {
		t.Errorf("%+v", d.Preemption)
	}
}
