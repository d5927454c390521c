package cli

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// packed makes a record of the demo paper and packs it, in new folders, and returns that of the pack.
func packed(t *testing.T) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	dir = t.TempDir()
	for _, args := range []string{"record --scale quick --seeds 2 --cache none -o record", "pack demo -o artefact"} {
		if said, err := ofDemo(dir, nil, "backfill", append([]string{"paper"}, strings.Fields(args)...)...); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	return filepath.Join(dir, "artefact")
}

// ofDemo runs a program in a folder, where backfill has the demo paper, and returns what it says.
func ofDemo(dir string, env []string, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(append(os.Environ(), "DEMO_PAPER=1", paper.TracesVariable+"="), env...)
	said, err := c.CombinedOutput()
	return string(said), err
}

// verify copies a pack to a new folder, changes it there, and runs its verify.sh from yet another folder.
func verify(t *testing.T, pack string, change func(t *testing.T, dir string), env []string, args ...string) (string, error) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a copy")
	if err := os.CopyFS(dir, os.DirFS(pack)); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(t, dir)
	}
	return ofDemo(t.TempDir(), env, "sh", append([]string{filepath.Join(dir, "verify.sh")}, args...)...)
}

// A pack verifies wherever it is copied to, with the arguments of an audit and without; and fails in the right step
// if a file was changed, if one is missing, if a number is wrong, or if the program is another or missing.
func TestAPackIsVerifiedByItsScript(t *testing.T) {
	t.Parallel()
	pack := packed(t)
	for _, args := range [][]string{nil, {"--draw", "2"}, {"--share", "1", "--seconds", "1000"}} {
		said, err := verify(t, pack, nil, nil, args...)
		if err != nil || strings.Count(said, "PASS: ") != 4 || strings.Contains(said, "FAIL") || strings.Contains(said, "NOTE") {
			t.Errorf("with %q: %v\n%s", args, err, said)
		}
	}
	all := []string{"--share", "1"}
	for _, c := range []struct {
		what   string
		change func(*testing.T, string)
		env    []string
		fails  []string // steps
	}{
		{"a changed file", func(t *testing.T, dir string) { appendTo(t, dir, "tables/table1.md", "1") }, nil, []string{"files"}},
		{"a missing file", func(t *testing.T, dir string) { remove(t, dir, "figures/fig1.svg") }, nil, []string{"files"}},
		{"a wrong number", wrongNumber, nil, []string{"files", "numbers"}},
		{"a wrong number and sums of it", func(t *testing.T, dir string) { wrongNumber(t, dir); sumAgain(t, dir) }, nil, []string{"numbers"}},
		{"another program's results", anotherProgram, nil, []string{"program"}},
		{"no program", nil, []string{"BACKFILL=no-such-program"}, []string{"program"}},
	} {
		said, err := verify(t, pack, c.change, c.env, all...)
		if err == nil {
			t.Errorf("%s passes:\n%s", c.what, said)
		}
		for _, step := range []string{"files", "program", "numbers"} {
			want := strings.Contains(strings.Join(c.fails, " "), step)
			if got := strings.Contains(said, "FAIL: "+step); got != want {
				t.Errorf("%s: step %s fails: %t, want %t\n%s", c.what, step, got, want, said)
			}
		}
	}
}

func appendTo(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append(data, text...), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// wrongNumber changes the last digit of one number of the pack's record.
func wrongNumber(t *testing.T, dir string) {
	t.Helper()
	tables, err := arrowio.ReadTables(filepath.Join(dir, "record"), record.Schemas...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Read(paper.Catalogue{papertest.Demo()}, tables)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Evaluations {
		for i := range e.Numbers {
			if n := &e.Numbers[i]; n.ID == "demo/table1/UTIL/easy" {
				n.Ours *= 1 + 1e-15
			}
		}
	}
	list, meta := r.Tables("v1")
	if _, err := arrowio.WriteTables(filepath.Join(dir, "record"), meta, list...); err != nil {
		t.Fatal(err)
	}
}

// sumAgain makes SHA256SUMS that of the files as they are.
func sumAgain(t *testing.T, dir string) {
	t.Helper()
	lines := ""
	for _, name := range folder(t, dir) {
		if name != "SHA256SUMS" {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			lines += fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
}

// anotherProgram makes the script expect results of another version.
func anotherProgram(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "verify.sh")
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(script, []byte(`"results": "`), []byte(`"results": "0`), 1)
	if bytes.Equal(changed, script) {
		t.Fatal("the script does not look at the version of results")
	}
	if err := os.WriteFile(path, changed, 0o666); err != nil {
		t.Fatal(err)
	}
	sumAgain(t, dir)
}

// The same record gives the same bytes in every folder, and no file has the name of one.
func TestAPackHasNothingOfTheMachine(t *testing.T) {
	t.Parallel()
	first := packed(t)
	work := filepath.Dir(first)
	if said, err := ofDemo(t.TempDir(), nil, "backfill", "paper", "pack", "demo", "--record", filepath.Join(work, "record"), "-o",
		filepath.Join(work, "deep", "er", "second")); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	second := filepath.Join(work, "deep", "er", "second")
	names := folder(t, first)
	if other := folder(t, second); strings.Join(other, " ") != strings.Join(names, " ") || len(names) < 15 {
		t.Fatalf("the files are %v and %v", names, other)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		a, err := os.ReadFile(filepath.Join(first, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(second, name)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is another in the second pack: %v", name, err)
		}
		for _, place := range []string{work, here, os.TempDir()} {
			if bytes.Contains(a, []byte(place)) {
				t.Errorf("%s has %s", name, place)
			}
		}
	}
	if left := folder(t, filepath.Dir(second)); len(left) != len(names) {
		t.Errorf("beside the pack there is %v", left)
	}
}
