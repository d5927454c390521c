// Package golden compares what tests compute with files that are checked in.
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// Update is the flag -update of every test that imports the package.
var Update = flag.Bool("update", false, "rewrite the golden files; CHANGELOG then says which numbers change and why")

// Read returns the text of a golden file, which -update first replaces by got.
func Read(t testing.TB, file, got string) string {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(want)
}

// Experiments compares got with a golden file that has a line for each experiment.
func Experiments(t testing.TB, file, got string) {
	t.Helper()
	a, b := strings.Split(got, "\n"), strings.Split(Read(t, file, got), "\n")
	if len(a) != len(b) {
		t.Fatalf("there are %d experiments, not %d: run go test with -update", len(a)-1, len(b)-1)
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("got  %s\nwant %s", a[i], b[i])
		}
	}
}
