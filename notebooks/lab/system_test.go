package lab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/notebooks/lab"
)

func has(t *testing.T, out string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

// The twin is exact on the example, and what is left out stands beside every number.
func TestASystemFromItsFiles(t *testing.T) {
	dir := t.TempDir()
	s := lab.System{Description: filepath.Join(dir, "new", "cluster.json"), Log: filepath.Join(dir, "sacct.txt")}
	s.Example()
	has(t, stdout(t, func() { s.Check("slurm", "easy") }), "318", "3.16 h", "bytes of PNG", "Not simulated:")
	has(t, stdout(t, func() { s.Accounts("slurm", "fcfs") }), "physics", "all", "fcfs")
	page := filepath.Join(dir, "pages", "page.html")
	has(t, stdout(t, func() { s.WhatIf(page, "add=2:c1", "priority.weight_fairshare=0") }),
		"changed: add=2:c1, priority.weight_fairshare=0", "biology", "95 % of logs of", "People are taken to submit the same jobs", page)
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	has(t, string(html), "<svg", "Not simulated:", "sacct.txt")
	has(t, stdout(t, func() { s.Predict("2026-03-02 10:00", 3) }), "jobs run", "ada", "recorded starts lie between", "A range is a guess")
}
