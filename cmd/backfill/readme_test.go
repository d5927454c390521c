package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const readmePath = "../../README.md"

// elsewhere are the beginnings of lines in the README's sh blocks that are not
// run here, and what runs them or what stands for them.
var elsewhere = map[string]string{
	"make ":                "the Makefile, by .ci/readme_test.py and .ci/run",
	"git clone ":           "the checkout is there",
	"cd ":                  "the checkout is there",
	"go ":                  ".ci/readme_test.py",
	"python":               ".ci/readme_test.py",
	"pip ":                 ".ci/readme_test.py",
	"backfill serve":       "signal_test.go; it does not end",
	"backfill trace fetch": "testdata/fetch.txt; it needs a network",
}

// ours are the lines that are run: calls of the command and of sacct.
var ours = regexp.MustCompile(`^(\w+=\S+ )*(backfill|sacct) `)

// TestREADMECommandsRun runs each line of the README's sh blocks that calls
// the command, one after the other in one folder. make demo is run as the calls
// of the command that it consists of; sacct is a stand-in (see TestMain). A line
// of any other kind must be known to be tested elsewhere.
func TestREADMECommandsRun(t *testing.T) {
	dir := t.TempDir()
	ran := 0
	for _, line := range shLines(t) {
		call := strings.TrimPrefix(line, "bin/")
		if strings.HasPrefix(call, "make demo") {
			call = demo(t)
		} else if skipped(call) {
			continue
		}
		if !ours.MatchString(call) {
			t.Errorf("README.md: %q is neither a call of backfill nor known to be tested elsewhere (see readme_test.go)", line)
			continue
		}
		c := exec.Command("bash", "-euo", "pipefail", "-c", strings.ReplaceAll(call, "bin/backfill", "backfill"))
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("README.md: %q: %v\n%s", line, err, out)
		}
		ran++
	}
	if ran == 0 {
		t.Error("README.md: no call of backfill in any sh block")
	}
}

// demo returns the calls of the command in the Makefile's target demo.
func demo(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("make", "-C", filepath.Dir(filepath.FromSlash(readmePath)), "--no-print-directory", "-n", "demo").Output()
	if err != nil {
		t.Fatalf("make -n demo: %v", err)
	}
	var calls []string
	for line := range strings.Lines(string(out)) {
		if call, ok := strings.CutPrefix(strings.TrimSpace(line), "bin/backfill "); ok {
			calls = append(calls, "backfill "+call)
		}
	}
	if len(calls) == 0 {
		t.Fatalf("make demo does not call bin/backfill: %s", out)
	}
	return strings.Join(calls, " && ")
}

func skipped(call string) bool {
	for prefix := range elsewhere {
		if strings.HasPrefix(call, prefix) && !strings.HasPrefix(call, "backfill trace fetch --list") {
			return true
		}
	}
	return false
}

// shLines returns the command lines of the README's blocks fenced as sh, with
// continued lines joined.
func shLines(t *testing.T) []string {
	t.Helper()
	var lines []string
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllSubmatch(readme(t), -1) {
		for line := range strings.Lines(strings.ReplaceAll(string(block[1]), "\\\n", " ")) {
			line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "$ "))
			if line != "" && !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// generated is a part of the README that a call of the command prints:
//
//	<!-- backfill columns jobs --markdown -->
//	| column | ...
//	<!-- end -->
var generated = regexp.MustCompile(`(?s)(<!-- backfill ([a-z -]+) -->\n)(.*?)(<!-- end -->)`)

// TestREADMEIsWhatTheCommandPrints compares the generated parts of the README;
// with the environment variable UPDATE set it writes them.
func TestREADMEIsWhatTheCommandPrints(t *testing.T) {
	text := readme(t)
	tables := 0
	updated := generated.ReplaceAllFunc(text, func(part []byte) []byte {
		m := generated.FindSubmatch(part)
		out, err := exec.Command("backfill", strings.Fields(string(m[2]))...).Output()
		if err != nil {
			t.Fatalf("backfill %s: %v", m[2], err)
		}
		if strings.HasPrefix(string(m[2]), "columns") {
			tables++
		}
		if !bytes.Equal(m[3], out) && os.Getenv("UPDATE") == "" {
			t.Errorf("README.md: the part after %q is not what the command prints; UPDATE=1 go test ./cmd/backfill -run README writes it", bytes.TrimSpace(m[1]))
		}
		return append(append(bytes.Clone(m[1]), out...), m[4]...)
	})
	if tables == 0 {
		t.Error("README.md: no column table between <!-- backfill columns jobs --markdown --> and <!-- end -->")
	}
	if os.Getenv("UPDATE") != "" && !bytes.Equal(updated, text) {
		if err := os.WriteFile(filepath.FromSlash(readmePath), updated, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func readme(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(readmePath))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
