package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
)

// pages are the files whose sh blocks are run, in this order.
var pages = []string{"README.md", "docs/examples.md", "docs/tables.md"}

// elsewhere are the beginnings of lines in the pages' sh blocks that are not
// run here, and what runs them or what stands for them.
var elsewhere = map[string]string{
	"make ":                "the Makefile, by scripts/readme_test.py and .ci/run",
	"git clone ":           "the checkout is there",
	"cd ":                  "the checkout is there",
	"go ":                  "scripts/readme_test.py",
	"python":               "scripts/readme_test.py",
	"pip ":                 "scripts/readme_test.py",
	"PYTHONPATH=":          "scripts/readme_test.py",
	"backfill serve":       "signal_test.go; it does not end",
	"backfill trace fetch": "testdata/fetch.txt; it needs a network",
}

// ours are the lines that are run: calls of the command, of sacct and of a packed folder.
var ours = regexp.MustCompile(`^(\w+=\S+ )*(backfill|sacct|sh out/dynp-artefact/verify.sh) `)

// TestREADMECommandsRun runs each line of the pages' sh blocks that calls
// the command, one after the other in one folder. make demo is run as the calls
// of the command that it consists of; sacct is a stand-in (see TestMain). A line
// of any other kind must be known to be tested elsewhere.
func TestREADMECommandsRun(t *testing.T) {
	dir := t.TempDir()
	for _, name := range pages {
		ran := 0
		for _, line := range shLines(t, name) {
			call := strings.TrimPrefix(line, "bin/")
			if strings.HasPrefix(call, "make demo") {
				call = demo(t)
			} else if skipped(call) {
				continue
			}
			if !ours.MatchString(call) {
				t.Errorf("%s: %q is neither a call of backfill nor known to be tested elsewhere (see readme_test.go)", name, line)
				continue
			}
			c := exec.Command("bash", "-euo", "pipefail", "-c", strings.ReplaceAll(call, "bin/backfill", "backfill"))
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%s: %q: %v\n%s", name, line, err, out)
			}
			ran++
		}
		if ran == 0 {
			t.Errorf("%s: no call of backfill in any sh block", name)
		}
	}
}

// demo returns the calls of the command in the Makefile's target demo.
func demo(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("make", "-C", filepath.FromSlash("../.."), "--no-print-directory", "-n", "demo").Output()
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

// shLines returns the command lines of a page's blocks fenced as sh, with
// continued lines joined.
func shLines(t *testing.T, name string) []string {
	t.Helper()
	var lines []string
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllSubmatch(pageText(t, name), -1) {
		for line := range strings.Lines(strings.ReplaceAll(string(block[1]), "\\\n", "")) {
			line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "$ "))
			if line != "" && !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// generated is a part of docs/tables.md that a call of the command prints:
//
//	<!-- backfill columns jobs --markdown -->
//	| column | ...
//	<!-- end -->
var generated = regexp.MustCompile(`(?s)(<!-- backfill ([a-z -]+) -->\n)(.*?)(<!-- end -->)`)

// TestREADMEIsWhatTheCommandPrints compares the generated parts of docs/tables.md, which
// has one for each table; with the environment variable UPDATE set it writes them.
func TestREADMEIsWhatTheCommandPrints(t *testing.T) {
	text := pageText(t, "docs/tables.md")
	var calls []string
	updated := generated.ReplaceAllFunc(text, func(part []byte) []byte {
		m := generated.FindSubmatch(part)
		out, err := exec.Command("backfill", strings.Fields(string(m[2]))...).Output()
		if err != nil {
			t.Fatalf("backfill %s: %v", m[2], err)
		}
		calls = append(calls, string(m[2]))
		if !bytes.Equal(m[3], out) && os.Getenv("UPDATE") == "" {
			t.Errorf("docs/tables.md: the part after %q is not what the command prints; "+
				"UPDATE=1 go test ./internal/cli -run README writes it", bytes.TrimSpace(m[1]))
		}
		return append(append(bytes.Clone(m[1]), out...), m[4]...)
	})
	var want []string
	for _, s := range result.All {
		want = append(want, "columns "+s.Name+" --markdown")
	}
	if !slices.Equal(calls, want) {
		t.Errorf("docs/tables.md: the generated parts are %q, want one for each table, in the order of result.All: %q", calls, want)
	}
	if os.Getenv("UPDATE") != "" && !bytes.Equal(updated, text) {
		if err := os.WriteFile(filepath.FromSlash("../../docs/tables.md"), updated, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestREADMENamesEveryTable holds docs/tables.md's list of the tables against result.All.
func TestREADMENamesEveryTable(t *testing.T) {
	written := map[result.Rows]string{result.Always: "every run", result.Some: "if a run has rows", result.OnRequest: "on request"}
	var want strings.Builder
	want.WriteString("| table | rows | written |\n|---|---|---|\n")
	for _, s := range result.All {
		fmt.Fprintf(&want, "| [%s](#%s) | %s | %s |\n", s.Name, s.Name, s.Doc, written[s.Rows])
	}
	if !strings.Contains(string(pageText(t, "docs/tables.md")), want.String()+"\n") {
		t.Errorf("docs/tables.md: its list of the tables is not:\n%s", want.String())
	}
}

func pageText(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash("../../" + name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
