package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
)

const releases = "testdata/releases"

// made are the files and folders of a fixture that its make.txt makes.
var made = []string{"log.swf", "run", "sweep"}

// TestReleasesAreRead reads the files of each release, as its read.txt says. UPDATE=1 makes those of
// the newest release again.
func TestReleasesAreRead(t *testing.T) {
	all, err := filepath.Glob(releases + "/*")
	if err != nil || len(all) == 0 {
		t.Fatal(err, "no releases")
	}
	if os.Getenv("UPDATE") != "" {
		makeRelease(t, all[len(all)-1])
	}
	for _, folder := range all {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			size := int64(0)
			filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
				if info, err := d.Info(); err == nil && !d.IsDir() {
					size += info.Size()
				}
				return err
			})
			if size > 300_000 {
				t.Errorf("%d bytes", size)
			}
			script(t, folder, "read.txt", nil)
		})
	}
}

// makeRelease makes a release's fixture with this program.
func makeRelease(t *testing.T, folder string) {
	script(t, folder, "make.txt", func(work string) {
		for _, name := range made {
			to := filepath.Join(folder, name)
			if err := os.RemoveAll(to); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("cp", "-r", filepath.Join(work, name), to).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, described := range []string{"README.md", "croissant.json"} { // no program reads them back
				os.Remove(filepath.Join(to, described))
			}
		}
	})
}

// script runs a script of the folder in a copy of it, and done with the copy.
func script(t *testing.T, folder, name string, done func(work string)) {
	t.Run(name, func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Files: []string{filepath.Join(folder, name)},
			Cmds:  map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "json": jsonHas, "newer": newer, "mean": mean},
			Setup: func(env *testscript.Env) error {
				if done != nil {
					env.Defer(func() { done(env.WorkDir) })
				}
				return os.CopyFS(env.WorkDir, os.DirFS(folder))
			},
		})
	})
}

// newer raises the schema version in a Parquet file.
func newer(ts *testscript.TestScript, _ bool, args []string) {
	const key = result.MetaSchemaVersion + "\x18\x01" // Thrift's second field, one byte long
	file := ts.MkAbs(args[0])
	data, err := os.ReadFile(file)
	ts.Check(err)
	at := bytes.Index(data, []byte(key))
	if at < 0 || strings.Count(string(data), key) != 1 {
		ts.Fatalf("%s has no schema version", args[0])
	}
	data[at+len(key)] = '9'
	ts.Check(os.WriteFile(file, data, 0o666))
}

// mean compares the mean of a column of a table in a Parquet file.
func mean(ts *testscript.TestScript, _ bool, args []string) {
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	table, _, err := parquet.Read(bytes.NewReader(data), int64(len(data)))
	ts.Check(err)
	sum := 0.0
	for _, x := range table.Col(args[1]).Float {
		sum += x
	}
	if got := fmt.Sprint(sum / float64(table.Rows)); got != args[2] {
		ts.Fatalf("the mean of %s in %s is %s, not %s", args[1], args[0], got, args[2])
	}
}
