package whatif

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/conf"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace"
)

const (
	pairsFolder = "testdata/pairs"
	pairsPage   = "../../../docs/pairs.md"
)

// pairs are runs of the same jobs on a real Slurm, each with one setting that base has not. The group is
// one that the setting is about.
var pairs = []struct{ name, change, setting, kind, group string }{
	{"shares", "priority.weight_fairshare=0", "PriorityWeightFairshare from 10,000 to 0", "account", "theory"},
	{"nodes", "add=2:n1", "two nodes more, like n1", "partition", "work"},
	{"maxnodes", "partitions.work.max_nodes=1", "MaxNodes=1 in partition work", "partition", "work"},
	{"jobuser", "scheduling.bf_max_job_user=40", "bf_max_job_user from 4 to 40", "account", "theory"},
	{"qos", "qos.bulk.grp_tres.cpu=8", "GrpTRES of QOS bulk from 40 to 8 CPUs", "QOS", "bulk"},
	{"tier", "partitions.short.priority_tier=10", "PriorityTier=10 for partition short", "partition", "short"},
	{"interval", "scheduling.bf_interval_s=40", "bf_interval from 10 to 40 s", "partition", "work"},
	{"depth", "scheduling.default_queue_depth=2", "default_queue_depth from 20 to 2", "partition", "short"},
}

// again are more runs of base.
var again = []string{"again", "third"}

// description reads what a site has of its cluster.
func description(t *testing.T, pair, run string) *cluster.Description {
	t.Helper()
	file := func(names ...string) *conf.File {
		var text []byte
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, b...)
		}
		return &conf.File{Name: names[0], Data: bytes.NewReader(text)}
	}
	folder := filepath.Join(pairsFolder, pair)
	d, err := conf.Read(conf.Files{
		SlurmConf: file("../../../scripts/slurm.d/base.conf", filepath.Join(folder, "slurm.conf")),
		Gres:      file(filepath.Join(pairsFolder, "gres.conf")),
		Sacctmgr:  file(filepath.Join(folder, run, "sacctmgr.txt")),
	})
	if err != nil {
		t.Fatal(err)
	}
	stats := file(filepath.Join(folder, run, "sdiag.txt"))
	if err := conf.ReadSdiag(stats.Name, stats.Data, &d.Scheduling); err != nil {
		t.Fatal(err)
	}
	return d
}

// logged returns what reads the accounting of a run as a system sees it.
func logged(pair, run string) func(s *cluster.System) (*accounting.Log, error) {
	name := filepath.Join(pairsFolder, pair, run, "sacct.txt")
	return func(s *cluster.System) (*accounting.Log, error) {
		text, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer text.Close()
		return accounting.ReadLog(name, text, "", nil, nil, s)
	}
}

// waits returns the recorded waits of a run, by job, of those that started.
func waits(t *testing.T, pair, run string) (all map[int64]float64, jobs []accounting.Job) {
	t.Helper()
	s, err := cluster.New(description(t, pair, run))
	if err != nil {
		t.Fatal(err)
	}
	l, err := logged(pair, run)(s)
	if err != nil {
		t.Fatal(err)
	}
	all = map[int64]float64{}
	for _, j := range l.Recorded {
		if j.Starts != nil {
			all[j.ID] = float64(j.Starts[0] - j.Submit)
			jobs = append(jobs, j)
		}
	}
	return all, jobs
}

// real is the difference between base and another run on a real Slurm: of the jobs of a group that started in both.
func real(t *testing.T, pair, run, kind, group string) (d Difference) {
	t.Helper()
	before, jobs := waits(t, "base", "data")
	after, _ := waits(t, pair, run)
	for i := range jobs {
		j := &jobs[i]
		names := map[string]string{"partition": j.Partition, "account": j.Account, "QOS": j.QOS, "": ""}
		if w, both := after[j.ID]; both && names[kind] == group {
			d.Jobs++
			d.Before, d.After = d.Before+before[j.ID], d.After+w
		}
	}
	if d.Jobs == 0 {
		t.Fatalf("no job of %s %s started in base and in %s", kind, group, pair)
	}
	d.Before, d.After = d.Before/float64(d.Jobs), d.After/float64(d.Jobs)
	return d
}

// asked is what the twin answers with the accounting of base and a change.
func asked(t *testing.T, change string) *Answer {
	t.Helper()
	c, err := Parse(change, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	q := &Question{Description: description(t, "base", "data"), Jobs: logged("base", "data"), Policy: "slurm", Seed: 1, Changes: []Change{c},
		Draws: 40, Scheduler: func(s *cluster.System, _ string) (cluster.Scheduler, error) { return twin.New(s), nil }}
	a, err := q.Ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// told plays base with the moments of slurmctld's log, and returns the waits of a partition.
func told(t *testing.T, partition string) accounting.Waits {
	t.Helper()
	r, err := truth.Read(filepath.Join(pairsFolder, "base"), "data")
	if err != nil {
		t.Fatal(err)
	}
	tw := twin.New(r.System)
	tw.Looks, tw.Cycles, tw.CalcUs, tw.Calcs = r.Looks, r.Cycles, r.CalcUs, r.Calcs
	e, err := cluster.NewEngine(r.Exactly(tw))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, g := range accounting.Compare(r.Ran(e)).Partitions {
		if g.Name == partition {
			return g.Waits
		}
	}
	t.Fatalf("no job of partition %s ran", partition)
	return accounting.Waits{}
}

// of returns the difference of a group.
func (a *Answer) of(kind, group string) *Difference {
	for _, g := range a.Groups() {
		for i := range g.List {
			if g.What == kind && g.List[i].Name == group {
				return &g.List[i]
			}
		}
	}
	return &a.All
}

const pairsHead = `# What-if against a real Slurm

Two hundred jobs of 12 users are submitted to a real Slurm 22.05 with eight nodes, and again to one that
differs in one setting: the same jobs at the same seconds. The column of the real Slurm has the difference
of the mean waits of the jobs that started in both runs. The twin has the accounting, sdiag and the
configuration of the first run, and the change. It knows neither the other run nor when the daemon looked
at its queue: its differences are means over 40 phases of the daemon's clocks. (Over 5 they move by 1 or 2 s;
the number was raised when that was seen.)

The last column is chance: the largest difference from the first run when the real Slurm plays the same
jobs again without a change, in %d more runs. Single jobs then start %.0f s earlier or later on average,
since one start that moves by a second changes all that follow. All these runs begin a few seconds after
their daemon does, so that its clocks are alike in them: where they are not, chance is more. Played with the
moments of slurmctld's log, the twin has %.1f s in partition short of the first run, and Slurm %.1f s.
Played with 40 other phases of the clocks it has %.1f s.

%d of %d changes that are more than chance have the sign of the real one. Those of all jobs are off by
%.1f s on average, those of single groups by %.1f s.

core/slurm/whatif/testdata/pairs has the runs; ` + "`make slurm-pairs`" + ` repeats them, and a test of
core/slurm/whatif writes this page.

| change | jobs | how many | wait before | after | change on the real Slurm | change by the twin | chance |
|---|---|---:|---:|---:|---:|---:|---:|
`

// chance returns by how much the mean wait of a group, and on average that of a job, differs when nothing is changed.
func chance(t *testing.T, kind, group string) (mean, job float64) {
	for _, run := range again {
		d := real(t, "base", run, kind, group)
		mean = max(mean, math.Abs(d.Change()))
	}
	before, _ := waits(t, "base", "data")
	after, _ := waits(t, "base", again[0])
	for id, w := range after {
		job += math.Abs(w-before[id]) / float64(len(after))
	}
	return mean, job
}

// whatif says in which direction waits change on a real Slurm that plays the same jobs with one setting changed,
// and about how much, from nothing but the accounting of the first run. Changes that are less than what chance
// makes have no sign.
func TestOnPairsOfRealRuns(t *testing.T) {
	var rows strings.Builder
	signs, of := 0, 0
	var off [2]float64 // of all jobs, and of groups
	for _, p := range pairs {
		a := asked(t, p.change)
		for k, kind := range []string{"", p.kind} {
			group, says, name := "", &a.All, "all"
			if kind != "" {
				group, says, name = p.group, a.of(kind, p.group), kind+" "+p.group
			}
			r := real(t, p.name, "data", kind, group)
			noise, _ := chance(t, kind, group)
			fmt.Fprintf(&rows, "| %s | %s | %d | %.1f s | %.1f s | %+.1f s | %+.1f s | %.1f s |\n",
				p.setting, name, r.Jobs, r.Before, r.After, r.Change(), says.Change(), noise)
			t.Logf("%s, %s: %d jobs, real %.1f to %.1f s (%+.1f), twin %.1f to %.1f s (%+.1f), by chance %.1f",
				p.change, name, r.Jobs, r.Before, r.After, r.Change(), says.Before, says.After, says.Change(), noise)
			off[k] += math.Abs(says.Change()-r.Change()) / float64(len(pairs))
			if math.Abs(r.Change()) <= noise {
				continue
			}
			if of++; r.Change()*says.Change() > 0 {
				signs++
			}
		}
	}
	_, job := chance(t, "", "")
	short := told(t, "short")
	page := fmt.Sprintf(pairsHead, len(again), job, short.Twin, short.Recorded, asked(t, pairs[5].change).of("partition", "short").Before,
		signs, of, off[0], off[1]) + rows.String()
	t.Logf("%d of %d changes have the sign of the real one; those of all jobs are off by %.1f s on average", signs, of, off[0])
	if 10*signs < 9*of || off[0] > 3 {
		t.Error("want 9 of 10 signs, and 3 s")
	}
	if golden.Read(t, pairsPage, page) != page {
		t.Errorf("%s would be another one: run go test with -update", pairsPage)
	}
}
