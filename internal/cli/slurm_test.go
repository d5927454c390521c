package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// TestRealSlurm does a sweep as an array job of a real Slurm, some of whose tasks are killed and
// requeued: the digest is that of the same study done here. make test-slurm names the script that
// starts the Slurm.
func TestRealSlurm(t *testing.T) {
	start := os.Getenv("BACKFILL_SLURM")
	if start == "" {
		t.Skip("BACKFILL_SLURM does not name scripts/slurm: make test-slurm does")
	}
	t.Setenv(paper.TracesVariable, "") // the Slurm does not hand it on
	study := fmt.Sprintf(strings.Replace(manyRuns, `"jobs": 100`, `"jobs": 10000`, 1), 40)
	alone := sweepIn(t, t.TempDir(), study)
	alone("run", "study")
	want := digestOf(t, alone, "study")

	work := t.TempDir()
	call := sweepIn(t, work, study)
	program, err := exec.LookPath("backfill")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/slurm")); err != nil {
		t.Fatal(err)
	}
	paths := fmt.Sprintf("program='%s' work='%s'\n", program, work)
	if err := os.WriteFile(filepath.Join(folder, "paths.sh"), []byte(paths), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(start, folder).CombinedOutput(); err != nil {
		said, _ := os.ReadFile(filepath.Join(work, "out.txt"))
		t.Fatalf("%v\n%s\n%s", err, out, said)
	}
	tasks, err := os.ReadFile(filepath.Join(work, "tasks.txt"))
	if err != nil || !strings.Contains(string(tasks), "sweep") { // the comment that the array job was given
		t.Errorf("the tasks are\n%s%v", tasks, err)
	}
	said, _ := os.ReadFile(filepath.Join(work, "out.txt"))
	for line := range strings.Lines(string(said)) {
		if strings.HasPrefix(line, "backfill: ") {
			t.Log(strings.TrimSpace(line))
		}
	}
	for _, state := range []string{"COMPLETED", "FAILED", "REQUEUED"} {
		t.Logf("%d tasks %s", strings.Count(string(tasks), state), state)
	}
	if got := digestOf(t, call, "study"); got != want {
		t.Errorf("the digest is %s, here %s", got, want)
	}
	alone("plan", "rules/table3", "--scale", "quick", "--out", "papers")
	alone("run", "papers")
	if got, want := digestOf(t, call, "papers"), digestOf(t, alone, "papers"); got != want {
		t.Errorf("the digest of the papers' runs is %s, here %s", got, want)
	}
}
