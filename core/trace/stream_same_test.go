package trace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// streamed tells whether text can be streamed. If it can, the workload is the one that ReadFrom returns, or the error is. So it is in a
// strict reading.
func streamed(t testing.TB, text string, opt Options) bool {
	t.Helper()
	opt.Strict = true
	streamedAs(t, text, opt)
	opt.Strict = false
	return streamedAs(t, text, opt)
}

func streamedAs(t testing.TB, text string, opt Options) bool {
	t.Helper()
	n := 0
	got, err := Stream("t.txt", strings.NewReader(text), opt, func() (ScratchFile, error) {
		n++
		return os.Create(filepath.Join(t.TempDir(), fmt.Sprint(n)))
	})
	if errors.Is(err, ErrWhole) {
		return false
	}
	want, wantErr := ReadFrom("t.txt", strings.NewReader(text), opt)
	if err != nil || wantErr != nil {
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("streamed: error %v; as a whole: %v", err, wantErr)
		}
		return true
	}
	defer got.Tape.Close()
	sameWorkload(t, got, want)
	return true
}

// sameWorkload holds a workload on a Tape against the one that was read as a whole.
func sameWorkload(t testing.TB, got, want *Workload) {
	t.Helper()
	i := 0
	for r := got.Tape.Read(); ; i++ {
		var j job.Job
		ok, err := r.Next(&j)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if i == len(want.Jobs) {
			t.Fatalf("more than the %d jobs of the log", i)
		}
		if w := want.Jobs[i]; j != w {
			t.Fatalf("job %d of %d is %+v, streamed %+v", i, len(want.Jobs), want.Jobs[i], j)
		}
		if s := r.Slurm(); (s != nil) != (want.Slurm != nil) || s != nil && *s != *want.slurm(&j) {
			t.Fatalf("the accounting of job %d of %d is %+v, streamed %+v", i, len(want.Jobs), *want.slurm(&j), s)
		}
	}
	if i != len(want.Jobs) || got.Len() != i {
		t.Fatalf("%d jobs, streamed %d (%d)", len(want.Jobs), i, got.Len())
	}
	if d := cmp.Diff(want.Doubts(), got.Doubts()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want.Ignored(), got.Ignored()); d != "" {
		t.Error(d)
	}
	a, b := *want, *got
	for _, w := range []*Workload{&a, &b} { // compared above, or not kept
		w.Jobs, w.Tape, w.Unstarted, w.Slurm, w.ignored, w.doubting = nil, nil, nil, nil, nil, nil
	}
	if d := cmp.Diff(a, b, cmp.AllowUnexported(Workload{})); d != "" {
		t.Error(d)
	}
}
