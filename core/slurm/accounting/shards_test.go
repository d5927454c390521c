package accounting_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/conf"
	"github.com/backfill-lab/backfill/core/slurm/guess"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// GPUs whole and in shards, parts of GPUs by type, MPS and counted resources, with limits on them: the starts of each run of the scenario
// within a cycle, and the least of them that the twin must reach. On data and held-out the rules were found; later was made after that and
// counted once.
func TestShards(t *testing.T) {
	for data, least := range map[string]int{"data": 86, "held-out": 89, "later": 82, "24.11.5": 78} {
		t.Run(data, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, "shards"), data)
			if err != nil {
				t.Fatal(err)
			}
			e := anHour(t, r)
			if c := count(t, r, e); c.near < least {
				t.Errorf("want %d", least)
			}
			for _, v := range referee.Check(cluster.Retold(r.Exactly(nil), e.Placed, e.Earlier...)) {
				if v.Rule == referee.RuleGres || v.Rule == referee.RuleAsked { // other rules need whole seconds
					t.Error(v)
				}
			}
			if left := r.Log.Left; len(left) != 1 || left[0].Jobs != 1 { // of the job for more shards than any GPU has
				t.Errorf("left out: %v", left)
			}
		})
	}
}

// A guess from the accounting of such a run has room for all of its jobs that ask for generic resources.
func TestAGuessHasTheGenericResourcesOfItsJobs(t *testing.T) {
	file, err := os.Open(filepath.Join(truths, "shards", "data", "sacct.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := accounting.ReadAccounting("log", file, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := guess.From(all)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(g.Description())
	if err != nil {
		t.Fatal(err)
	}
	log, err := accounting.FromAccounting(all, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for i := range log.Jobs {
		if a := log.Jobs[i].Asks; a != nil && a.Gres != nil {
			asked++
		}
	}
	if asked < 40 {
		t.Errorf("%d jobs ask for generic resources", asked)
	}
}

// Rows and command lines say what jobs ask for of generic resources on each node. Lines count where rows have the same or nothing of it.
func TestGenericResourcesOfJobs(t *testing.T) {
	d, err := conf.Read(conf.Files{SlurmConf: &conf.File{Name: "s", Data: strings.NewReader("SelectType=select/cons_tres\n" +
		"NodeName=n[1-4] CPUs=8 Gres=gpu:a100:2,shard:8,fpga:u250:2,fpga:u280:1,disk:1000\nPartitionName=p Nodes=ALL Default=YES MaxTime=60")}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		nodes, tres, line, want, doubt string
	}{
		{"1", "gres/shard=2", "", "shard 2", ""},
		{"2", "gres/shard=4", "", "shard 2", ""},
		{"2", "gres/shard=4", "-N2 --gres=shard:a100:2", "shard/a100 2", ""}, // no row has the type
		{"1", "gres/fpga=1,gres/fpga:u250=1", "", "fpga/u250 1", ""},
		{"1", "gres/fpga=2,gres/fpga:u250=1", "--gres=fpga:u250:1,fpga", "fpga/u250 1, fpga 1", ""},
		{"1", "", "--gres=disk:100", "disk 100", ""}, // which AccountingStorageTRES does not name
		{"1", "gres/disk=200", "--gres=disk:100", "disk 200", "disagree"},
		{"1", "gres/shard=1", "--gres=none", "shard 1", ""},
		{"1", "", "--gres=none", "", ""},
		{"1", "gres/qpu=1", "--gres=qpu:1", "", "--gres of qpu"},
		{"1", "", "--gres=fpga:big:1", "fpga 1", "--gres of fpga of type big"},
		{"1", "gres/gpu=2,gres/gpu:a100=2", "--gres=gpu:a100:2,fpga", "fpga 1", ""},
	} {
		text := "JobID|Submit|Start|End|State|AllocCPUS|NNodes|ReqNodes|Partition|User|Account|Timelimit|ReqTRES|SubmitLine\n" +
			"1|1000|1000|1010|COMPLETED|" + c.nodes + "|" + c.nodes + "|" + c.nodes + "|p|u|a|10:00|cpu=" + c.nodes + ",node=" + c.nodes +
			strings.TrimSuffix(","+c.tres, ",") + "|sbatch " + c.line + " x\n"
		log, err := accounting.ReadLog("log", strings.NewReader(text), "", nil, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if len(log.Jobs) > 0 && log.Jobs[0].Asks != nil {
			for _, n := range log.Jobs[0].Asks.Gres {
				k := s.Gres[n.Kind]
				got = append(got, fmt.Sprint(strings.TrimSuffix(k.Name+"/"+k.Type, "/"), " ", n.Count))
			}
		}
		if said := fmt.Sprint(log.Doubts, log.Left); strings.Join(got, ", ") != c.want || !strings.Contains(said, c.doubt) {
			t.Errorf("%s; %s: %v, %s", c.tres, c.line, got, said)
		}
	}
}
