// Package truth reads the runs of a real Slurm that core/slurm/accounting/testdata/truth keeps, for tests
// that compare the twin with them.
package truth

import (
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/conf"
)

// A Run is what a scenario did on a real Slurm.
type Run struct {
	System *cluster.System
	Log    *accounting.Log // submissions and run times of its jobs are those of slurmctld's log
	Whole  []cluster.Job   // its jobs as the accounting alone has them, in whole seconds

	// Microseconds after Log.UnixStart at which slurmctld's log says that the main scheduler ran,
	// that backfill cycles began, and (a second after its start, and every period) that it
	// calculated priorities.
	Looks, Cycles []int64
	CalcUs        int64     // of the second
	Calcs         []int64   // microseconds after Log.UnixStart at which it did, as far as the log tells
	Turns         []int64   // microseconds after Log.UnixStart at which turns of gang scheduling began
	Starts        [][]int64 // of the jobs' runs
}

// Read reads a run of the scenario in a folder: data, or held-out.
func Read(folder, data string) (*Run, error) {
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	open := func(name string) (*conf.File, error) {
		f, err := find(folder, name)
		if err == nil {
			files = append(files, f)
			return &conf.File{Name: name, Data: f}, nil
		}
		return nil, err
	}
	var written conf.Files
	for name, to := range map[string]**conf.File{
		"slurm.conf": &written.SlurmConf, "gres.conf": &written.Gres, data + "/sacctmgr.txt": &written.Sacctmgr,
		data + "/outages.txt": &written.Reservations,
	} {
		f, err := open(name)
		if err != nil && !((to == &written.Gres || to == &written.Reservations) && os.IsNotExist(err)) {
			return nil, err
		}
		*to = f
	}
	base, err := open(filepath.Join("..", "..", "..", "..", "..", "..", "scripts", "slurm.d", "base.conf")) // of all scenarios
	if err != nil {
		return nil, err
	}
	written.SlurmConf.Data = io.MultiReader(base.Data, written.SlurmConf.Data)
	d, err := conf.Read(written)
	if err != nil {
		return nil, err
	}
	stats, err := open(data + "/sdiag.txt")
	if err != nil {
		return nil, err
	}
	if err := conf.ReadSdiag(stats.Name, stats.Data, &d.Scheduling); err != nil {
		return nil, err
	}
	r := &Run{}
	if r.System, err = cluster.New(d); err != nil {
		return nil, err
	}
	acct, err := open(data + "/sacct.txt")
	if err != nil {
		return nil, err
	}
	all, err := accounting.ReadAccounting(acct.Name, acct.Data, "", nil)
	if err != nil {
		return nil, err
	}
	if written, err := open(data + "/scripts.txt"); err == nil {
		scripts := accounting.Scripts{}
		if err := scripts.ReadScripts(written.Name, written.Data); err != nil {
			return nil, err
		}
		scripts.AddTo(all)
	}
	if r.Log, err = accounting.FromAccounting(all, nil, r.System); err != nil {
		return nil, err
	}
	if events, err := open(data + "/events.csv"); err == nil {
		if err := r.apply(events); err != nil {
			return nil, err
		}
	}
	log, err := open(data + "/log.txt.gz")
	if err != nil {
		return nil, err
	}
	text, err := gzip.NewReader(log.Data)
	if err != nil {
		return nil, err
	}
	return r, r.exact(text, all.Names.NodeLists)
}

// Exactly is the run under a scheduler, with the moments of slurmctld's log.
func (r *Run) Exactly(s cluster.Scheduler) cluster.Config {
	return cluster.Config{System: r.System, Jobs: r.Log.Jobs, Changes: r.Log.Changes, Scheduler: s, UnixStart: r.Log.UnixStart, Exact: true}
}

// Ran returns the jobs that ran both in Slurm and in a run, with the starts of their first runs there.
func (r *Run) Ran(e *cluster.Engine) (ran []accounting.Job) {
	for i, starts := range e.Starts() {
		if j := r.Log.Recorded[i]; j.Starts != nil && starts != nil {
			j.Twin = starts[0]
			ran = append(ran, j)
		}
	}
	return ran
}

// find opens a file of a scenario, or of the folder above, which several may share.
func find(folder, name string) (*os.File, error) {
	f, err := os.Open(filepath.Join(folder, name))
	if os.IsNotExist(err) && !strings.Contains(name, "/") {
		return os.Open(filepath.Join(folder, "..", name))
	}
	return f, err
}

// apply adds what was done to jobs.
func (r *Run) apply(events *conf.File) error {
	list, err := accounting.ReadEvents(events.Name, events.Data, nil)
	if err != nil {
		return err
	}
	return r.Log.Apply(list, r.System)
}

// Scenarios returns the names of the scenarios below a folder on which the rules were found: those that ran
// on 25.11, too.
func Scenarios(folder string) (names []string, err error) {
	all, err := fs.Glob(os.DirFS(folder), "*/25.11.7/sacct.txt")
	for _, name := range all {
		names = append(names, filepath.Dir(filepath.Dir(name)))
	}
	return names, err
}
