// Package truth reads the runs of a real Slurm that core/twin/testdata/truth keeps, for tests
// that hold the twin against them.
package truth

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/backfill-lab/backfill/core/slurmconf"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/twin"
)

// A Run is what a scenario did on a real Slurm.
type Run struct {
	System *system.System
	Log    *twin.Log // SubmitUs and RunUs of its jobs are those of slurmctld's log

	// Microseconds after Log.UnixStart at which slurmctld's log says that the main scheduler ran,
	// that backfill cycles began, and (a second after its start, and every period) that it
	// calculated priorities.
	Looks, Cycles []int64
	CalcUs        int64   // of the second
	Starts        []int64 // of the jobs
}

// release is the microseconds from the line that says that a job is done until its nodes can be
// given away: in these runs jobs a millisecond later did not get them, and jobs 4 later did.
const release = 2000

// line finds what is told of a run in a line of slurmctld's log.
var line = regexp.MustCompile(`^(\S+?)\]? .*(started on cluster|Running job scheduler|attempt_backfill: beginning|` +
	`submit_batch_job: JobId=|Allocate JobId=|Started JobId=|_job_complete: JobId=)(\d*)`)

// Read reads a run of the scenario in a folder: data, or held-out.
func Read(folder, data string) (*Run, error) {
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	open := func(name string) (*slurmconf.File, error) {
		f, err := os.Open(filepath.Join(folder, name))
		if err == nil {
			files = append(files, f)
			return &slurmconf.File{Name: name, Data: f}, nil
		}
		return nil, err
	}
	var conf slurmconf.Files
	for name, to := range map[string]**slurmconf.File{
		"slurm.conf": &conf.SlurmConf, "gres.conf": &conf.Gres, data + "/sacctmgr.txt": &conf.Sacctmgr,
	} {
		f, err := open(name)
		if err != nil && !(name == "gres.conf" && os.IsNotExist(err)) {
			return nil, err
		}
		*to = f
	}
	d, err := slurmconf.Read(conf)
	if err != nil {
		return nil, err
	}
	stats, err := open(data + "/sdiag.txt")
	if err != nil {
		return nil, err
	}
	if err := slurmconf.ReadSdiag(stats.Name, stats.Data, &d.Scheduling); err != nil {
		return nil, err
	}
	r := &Run{}
	if r.System, err = system.New(d); err != nil {
		return nil, err
	}
	acct, err := open(data + "/sacct.txt")
	if err != nil {
		return nil, err
	}
	if r.Log, err = twin.ReadLog(acct.Name, acct.Data, "", nil, nil, r.System); err != nil {
		return nil, err
	}
	log, err := open(data + "/log.txt.gz")
	if err != nil {
		return nil, err
	}
	text, err := gzip.NewReader(log.Data)
	if err != nil {
		return nil, err
	}
	return r, r.clocks(text)
}

// clocks takes the moments of the log.
func (r *Run) clocks(log io.Reader) error {
	origin := r.Log.UnixStart * system.Second
	submit, start, done := map[int64]int64{}, map[int64]int64{}, map[int64]int64{}
	in := bufio.NewScanner(log)
	for in.Scan() {
		w := line.FindStringSubmatch(in.Text())
		if w == nil {
			continue
		}
		when, err := time.Parse("2006-01-02T15:04:05.000", w[1])
		if err != nil {
			return err
		}
		at := when.UnixMicro() - origin
		id, _ := strconv.ParseInt(w[3], 10, 64) // "" of lines without a job
		switch w[2][:4] {
		case "star":
			calculates := when.UnixMicro() + system.Second
			second := calculates / system.Second
			r.System.Description.Scheduling.StartedUnixS, r.CalcUs = &second, calculates%system.Second
		case "Runn":
			r.Looks = later(r.Looks, at)
		case "atte":
			r.Cycles = later(r.Cycles, at)
		case "subm":
			submit[id] = at
		case "Allo", "Star":
			start[id] = at
		case "_job":
			done[id] = at
		}
	}
	for i := range r.Log.Jobs {
		j, id := &r.Log.Jobs[i], r.Log.Recorded[i].ID
		for _, m := range []map[int64]int64{submit, start, done} {
			if _, known := m[id]; !known {
				return fmt.Errorf("the log does not tell all of job %d", id)
			}
		}
		r.Starts = append(r.Starts, start[id])
		length := done[id] - start[id] + release
		j.SubmitUs, j.Run, j.RunUs = submit[id]-j.Submit*system.Second, length/system.Second, length%system.Second
	}
	return in.Err()
}

// later adds a moment that is not before the first submission.
func later(all []int64, at int64) []int64 {
	if at < 0 {
		return all
	}
	return append(all, at)
}

// Scenarios returns the names of the scenarios below a folder that have been run.
func Scenarios(folder string) (names []string, err error) {
	all, err := fs.Glob(os.DirFS(folder), "*/data/sacct.txt")
	for _, name := range all {
		names = append(names, filepath.Dir(filepath.Dir(name)))
	}
	return names, err
}
