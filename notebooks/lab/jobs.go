package lab

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// Jobs is a workload of jobs that the cell made, for a machine of procs processors. It is kept in file, in the
// Standard Workload Format (SWF), so that later cells, the command and other programs find it:
//
//	var own = lab.Jobs("../out/own.swf", 64, lab.Job{Submit: 0, Run: 600, Procs: 32}, lab.Job{Submit: 60, Run: 60, Procs: 64})
//
// Jobs without an ID are numbered from 1 in their order, if none has one; an estimate of 0 is the run time, exact.
// A job that no machine could run, or that is wider than procs, ends the cell.
func Jobs(file string, procs int, jobs ...Job) Source {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	w := &trace.Workload{Name: name, Source: "jobs of a notebook", Procs: procs, Jobs: trace.Hold(slices.Clone(jobs)), Generated: true}
	unnumbered := !slices.ContainsFunc(jobs, func(j Job) bool { return j.ID != 0 })
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		if unnumbered {
			j.ID = int64(i + 1)
		}
		if j.Estimate == 0 {
			j.Estimate = max(j.Run, 1)
		}
		j.Wait, j.Row, j.MemoryKiB, j.RequestedMemoryKiB = job.None, job.None, job.None, job.None
		j.User, j.Group, j.Queue, j.Partition, j.App, j.Status = job.None, job.None, job.None, job.None, job.None, 1
	}
	var b bytes.Buffer
	check(w.WriteSWF(&b))
	read := must(trace.Read(filepath.Base(file), b.Bytes(), trace.Options{Strict: true}))
	if read.Len() != len(jobs) {
		check(fmt.Errorf("%s: %d of %d jobs could not be kept", file, len(jobs)-read.Len(), len(jobs)))
	}
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, b.Bytes()) {
		check(atomicfile.MakeFolder(filepath.Dir(file)))
		check(atomicfile.WriteBytes(file, b.Bytes()))
	}
	return Source{File: file}
}
