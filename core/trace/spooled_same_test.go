//go:build !page

package trace

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// spooledFrom is ReadFrom with spooled jobs.
func spooledFrom(t testing.TB, name string, r io.Reader, opt Options) *Workload {
	t.Helper()
	opt.Scratch = scratch(t)
	w, err := ReadFrom(name, r, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !w.Jobs.Spooled() {
		t.Fatal("the jobs are held")
	}
	return w
}

// spoolJobs spools jobs in order.
func spoolJobs(t testing.TB, jobs []job.Job) Jobs {
	t.Helper()
	w := newJobWriter(&Options{Scratch: scratch(t)})
	for i := range jobs {
		if err := w.spool.place(&spoolJob{Job: jobs[i]}, nil); err != nil {
			t.Fatal(err)
		}
	}
	all, _, err := w.finish()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// spooled tells whether text can be spooled. If it can, the workload is the one that ReadFrom returns, or the error is. So it is in a
// strict reading.
func spooled(t testing.TB, text string, opt Options) bool {
	t.Helper()
	opt.Strict = true
	spooledAs(t, text, opt)
	opt.Strict = false
	return spooledAs(t, text, opt)
}

func spooledAs(t testing.TB, text string, opt Options) bool {
	t.Helper()
	spools := opt
	spools.Scratch = scratch(t)
	got, err := ReadFrom("t.txt", strings.NewReader(text), spools)
	if errors.Is(err, ErrWhole) {
		return false
	}
	want, wantErr := ReadFrom("t.txt", strings.NewReader(text), opt)
	if err != nil || wantErr != nil {
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("spooled: error %v; as a whole: %v", err, wantErr)
		}
		return true
	}
	defer got.Close()
	sameWorkload(t, got, want)
	return true
}

// sameWorkload holds a workload with spooled jobs against the one that holds its jobs.
func sameWorkload(t testing.TB, got, want *Workload) {
	t.Helper()
	i := 0
	for r := got.Jobs.Read(); ; i++ {
		var j job.Job
		ok, err := r.Next(&j)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if i == want.Len() {
			t.Fatalf("more than the %d jobs of the log", i)
		}
		if w := want.Jobs.Held()[i]; j != w {
			t.Fatalf("job %d of %d is %+v, spooled %+v", i, want.Len(), want.Jobs.Held()[i], j)
		}
		if s := r.Slurm(); (s != nil) != (want.Slurm != nil) || s != nil && *s != *want.slurm(&j) {
			t.Fatalf("the accounting of job %d of %d is %+v, spooled %+v", i, want.Len(), *want.slurm(&j), s)
		}
	}
	if i != want.Len() || got.Len() != i {
		t.Fatalf("%d jobs, spooled %d (%d)", want.Len(), i, got.Len())
	}
	if d := cmp.Diff(want.Doubts(), got.Doubts()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want.Ignored(), got.Ignored()); d != "" {
		t.Error(d)
	}
	a, b := *want, *got
	for _, w := range []*Workload{&a, &b} { // compared above, or not kept
		w.Jobs, w.Unstarted, w.Slurm = Jobs{}, nil, nil
	}
	if d := cmp.Diff(a, b, cmp.AllowUnexported(Workload{}, Jobs{})); d != "" {
		t.Error(d)
	}
}
