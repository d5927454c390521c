package bounded

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// whole are reads of whole files that need no bound, and why.
var whole = map[string]string{
	"core/internal/golden/golden.go":         "for tests",
	"core/internal/text/tar.go":              "at most tarAhead bytes",
	"core/papers/paper/printed.go":           "embedded",
	"core/trace/internal/slurmdb/slurmdb.go": "for tests",
	"internal/cli/exact/compare.go":          "the system's",
	"internal/cli/internal/page/page.go":     "embedded",
	"internal/scratch/scratch.go":            "the system's",
	"notebooks/lab/jobs.go":                  "the notebook's own",
	"notebooks/lab/own.go":                   "the notebook's own",
}

// A file of a user or a stranger is read as a stream or with a bound.
func TestNoFileIsReadWithoutABound(t *testing.T) {
	unbounded := regexp.MustCompile(`\b(os\.ReadFile|ioutil\.\w+|fs\.ReadFile|io\.ReadAll)\(`)
	found := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash("../../")))
		if d.IsDir() && (name == "scripts" || name == "wasm/build" || d.Name() == "node_modules" ||
			strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return fs.SkipDir // programs for this repository only
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if !unbounded.MatchString(line) || strings.Contains(line, "io.LimitReader") {
				continue
			}
			if found[name] = true; whole[name] == "" {
				t.Errorf("%s:%d: %s: use package bounded", name, i+1, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range whole {
		if !found[name] {
			t.Errorf("%s reads no whole file", name)
		}
	}
}
