package lab

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill"
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
	w := must(backfill.NewWorkload(filepath.Base(file), procs, jobs...))
	var b bytes.Buffer
	check(w.WriteSWF(&b))
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, b.Bytes()) {
		check(atomicfile.MakeFolder(filepath.Dir(file)))
		check(atomicfile.WriteBytes(file, b.Bytes()))
	}
	return Source{File: file}
}
