//go:build !page

package lublin

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

func TestSpooledJobsAreThoseOfGenerate(t *testing.T) {
	for i, m := range []Model{
		{}, {Jobs: 1}, {Jobs: 700, Load: 0.7, Users: 9, Seed: 3},
		{Jobs: 20_000, Load: 1.3, Procs: 256, Estimates: Estimates{Kind: "round", Factor: 2}},
		{Jobs: 500, Type: "untyped", Load: 0.2}, {Jobs: 500, Type: "interactive", RunFactor: 3, Wide: 0.5},
	} {
		if !m.Spools() {
			t.Fatalf("model %d cannot be spooled", i)
		}
		want, err := m.Generate()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		got, err := m.Spool(func() (trace.ScratchFile, error) {
			n++
			return os.Create(filepath.Join(t.TempDir(), "jobs"))
		})
		if err != nil {
			t.Fatal(err)
		}
		var jobs []job.Job
		for j, err := range got.Jobs.All() {
			if err != nil {
				t.Fatal(err)
			}
			jobs = append(jobs, *j)
		}
		if !slices.Equal(jobs, want.Jobs.Held()) || got.Source != want.Source || got.Procs != want.Procs || !slices.Equal(got.Users, want.Users) {
			t.Errorf("model %d: another workload than that of Generate", i)
		}
		if err := got.Close(); err != nil {
			t.Error(err)
		}
	}
	if (Model{Type: "both"}).Spools() {
		t.Error("two types of jobs can be spooled")
	}
	bad := Model{Jobs: 10_000_000, Load: 1e-9}
	bad.Jobs = 1000
	_, want := bad.Generate()
	if _, err := bad.Spool(nil); want == nil || err == nil || err.Error() != want.Error() {
		t.Errorf("error %v, and of Generate %v", err, want)
	}
}
