package solverstest

import (
	"os"
	"path/filepath"
	"testing"
)

// Fake puts a shell script of that name before all others on PATH until the test ends.
func Fake(t *testing.T, name, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// FakePython puts a python3 on PATH that has OR-tools, and is run as a script when the
// solver cpsat calls it.
func FakePython(t *testing.T, script string) {
	t.Helper()
	Fake(t, "python3", `case "$2" in *importlib*) echo '{"ortools": "9.9", "bundled": {}}'; exit;; esac; `+script)
	t.Setenv("BACKFILL_PYTHON", "python3")
}
