package scratch

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestMain is the other process of the tests below if SCRATCH_IN names a folder.
func TestMain(m *testing.M) {
	dir := os.Getenv("SCRATCH_IN")
	if dir == "" {
		os.Exit(m.Run())
	}
	folder, err := Mkdir(dir, "results")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "jobs.parquet"), nil, 0o666)
	}
	if err == nil {
		_, err = Create(dir, "figure.svg")
	}
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString("made\n")
	bufio.NewReader(os.Stdin).ReadString('\n') // until it is killed
}

// other starts a process that makes a folder and a file in dir and waits.
func other(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a program in Node cannot start another")
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "SCRATCH_IN="+dir)
	if _, err := c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "made\n" {
		t.Fatalf("the other process says %q (%v)", line, err)
	}
	return c
}

func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWhatAKilledProcessLeftIsRemoved(t *testing.T) {
	dir := t.TempDir()
	c := other(t, dir)
	if got := names(t, dir); len(got) != 2 {
		t.Fatalf("the other process made %q, want a file and a folder", got)
	}
	c.Process.Kill()
	c.Wait()
	made, err := Mkdir(dir, "mine")
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 1 || got[0] != filepath.Base(made) {
		t.Errorf("the folder holds %q, want only %s", got, filepath.Base(made))
	}
}

func TestWhatALivingProcessUsesStays(t *testing.T) {
	dir := t.TempDir()
	other(t, dir)
	Sweep(dir)
	if got := names(t, dir); len(got) != 2 {
		t.Errorf("of the other process %q are left, want a file and a folder", got)
	}
}

// Names that only look like ours, and those of other hosts, stay.
func TestFilesOfOthersStay(t *testing.T) {
	dir := t.TempDir()
	const noProcess = 1<<31 - 2
	pid := strconv.Itoa(noProcess)
	ours := ".a.svg.backfill-" + place() + "-" + pid + "-0"
	others := []string{
		".a.svg.backfill-00000000-" + pid + "-0", // another host's
		"a.svg.backfill-" + place() + "-" + pid + "-0",
		".a.svg.backfill-" + place() + "-" + pid,
		".a.svg.backfill-" + place() + "-x-0",
		".a.svg.tmp",
		"backfill",
	}
	for _, name := range append(others, ours) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(dir)
	want := len(others)
	if runtime.GOOS == "js" {
		want++ // processes cannot be looked up: in doubt it lives
	}
	if got := names(t, dir); len(got) != want {
		t.Errorf("left are %q, want all but %s", got, ours)
	}
}

func TestNamesAreUnused(t *testing.T) {
	dir := t.TempDir()
	seen := map[string]bool{}
	for range 3 {
		f, err := Create(dir, "log.swf")
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		folder, err := Mkdir(dir, "log.swf")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{f.Name(), folder} {
			if seen[path] || !strings.HasPrefix(filepath.Base(path), ".log.swf.backfill-") {
				t.Errorf("the name %s is used twice or is not recognised", path)
			}
			seen[path] = true
		}
	}
}

func TestAFolderThatIsNotThereIsAnError(t *testing.T) {
	if path, err := Mkdir(filepath.Join(t.TempDir(), "none"), "x"); !os.IsNotExist(err) {
		t.Errorf("Mkdir gives %q and error %v, want one that says that the folder is missing", path, err)
	}
}
