package core

import (
	"bytes"
	"errors"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
)

// family is a folder of core, in the order of the map, and what it is for.
type family struct{ folder, use string }

var families = []family{
	{"sim", "the kernel, where to start reading"},
	{"policy", "who starts now"},
	{"platform", "what policies schedule besides sim's one machine"},
	{"slurm", "what an administrator of a Slurm cluster needs"},
	{"trace", "where jobs come from: logs, tables and models"},
	{"experiment", "one run or several, as data"},
	{"study", "many runs, and how far their differences can be trusted"},
	{"metrics", "how good a schedule is"},
	{"result", "what a run leaves behind"},
	{"verify", "the referees, which share no code with what they judge"},
	{"optimum", "the best schedule there is"},
	{"learn", "rule bases made by evolution"},
	{"papers", "tables and figures of five papers, computed again"},
	{"internal", "small tools of core"},
}

// around are the parts of the module outside core, which architecture.md's map has too.
var around = []family{
	{"arrowio", "result tables in Arrow and Parquet"},
	{"figures", "pictures of result tables"},
	{"wasm", "the page, and the simulator in it"},
	{"docs", "the schemas of files that people write"},
	{"cmd", "the command"},
	{"internal", "what the command, figures and the page share"},
	{"notebooks", "Go in Jupyter"},
}

// Both maps are made of the packages' own first sentences; go test ./core -update writes them.
func TestTheMapsAreThePackagesOwnSentences(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the module's other folders may not be where this test runs")
	}
	inCore, outside := sentences(t, "."), sentences(t, "..")
	delete(outside, "core")
	begin, end := "// The packages, each in its own words:\n//\n", "package core\n"
	replaced(t, "doc.go", begin, end, listed(t, families, inCore, func(f family, all []string) string {
		return fmt.Sprintf("// %s: %s.\n%s//\n", f.folder, f.use, wrapped(all, "//   - ", "//     ", 100))
	})+"// core imports the standard library and itself, so that it compiles anywhere and stays small\n"+
		"// in the browser; deps_test.go holds who may import whom.\n")
	for _, part := range []struct {
		name, root string
		families   []family
		found      map[string][]string
	}{{"core", "../core/", families, inCore}, {"around", "../", around, outside}} {
		text := listed(t, part.families, part.found, func(f family, all []string) string {
			return fmt.Sprintf("\n**[%s](%s%s)**: %s.\n\n%s", f.folder, part.root, f.folder, f.use, wrapped(all, "- ", "  ", 110))
		})
		replaced(t, "../docs/architecture.md", "<!-- map of "+part.name+" -->\n", "\n<!-- end -->", text)
	}
}

// source is where a package's first sentence says who published the idea: the map leaves that out.
var source = regexp.MustCompile(`\s*\([^()]*\b(19|20)\d\d\b[^()]*\)`)

// sentences returns the first sentence of each package below root, without the word Package, by the first folder
// of its path: "sim/job is the vocabulary of the laboratory: ...".
func sentences(t *testing.T, root string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := fs.WalkDir(os.DirFS(root), ".", func(dir string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a folder that a test or a build beside this one made and took away
		}
		if err != nil || !d.IsDir() || dir == "." {
			return err
		}
		others := []string{"testdata", "node_modules", "dist", "bin", "out", "python", "scripts"}
		if name := d.Name(); name[0] == '.' || slices.Contains(others, name) ||
			root == ".." && dir == "core" {
			return fs.SkipDir
		}
		if s, err := sentence(root, dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		} else if s != "" {
			first, _, _ := strings.Cut(dir, "/")
			found[first] = append(found[first], s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// sentence returns the first sentence of the package in a folder, "" if none is there. A package without one is an error.
func sentence(root, dir string) (string, error) {
	files, err := fs.Glob(os.DirFS(root), dir+"/*.go")
	is := ""
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path.Join(root, name), nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return "", err
		}
		if is = dir; f.Doc == nil {
			continue
		}
		text, _, question := strings.Cut(source.ReplaceAllString(new(doc.Package).Synopsis(f.Doc.Text()), ""), "? ")
		if text = strings.TrimRight(text, ":."); question {
			text += "?"
		} else {
			text += "."
		}
		if rest, ok := strings.CutPrefix(text, "Package "+f.Name.Name+" "); ok {
			return dir + " " + rest, nil
		} else if f.Name.Name == "main" {
			return dir + ": " + text, nil
		}
	}
	if err == nil && is != "" {
		err = fmt.Errorf("%s: no comment begins with \"Package %s\"", dir, path.Base(dir))
	}
	return "", err
}

// listed returns the map of families, which must be those that were found.
func listed(t *testing.T, families []family, found map[string][]string, write func(family, []string) string) string {
	t.Helper()
	var text strings.Builder
	for _, f := range families {
		if len(found[f.folder]) == 0 {
			t.Errorf("the map has the folder %s, which has no packages", f.folder)
			continue
		}
		text.WriteString(write(f, found[f.folder]))
	}
	for folder := range found {
		if !slices.ContainsFunc(families, func(f family) bool { return f.folder == folder }) {
			t.Errorf("the folder %s stands in no map: add it to this test", folder)
		}
	}
	return text.String()
}

// wrapped breaks sentences into lines of at most width columns, as items of a list.
func wrapped(sentences []string, first, next string, width int) string {
	var text strings.Builder
	for _, s := range sentences {
		line := strings.TrimSuffix(first, " ")
		for _, word := range strings.Fields(s) {
			if len([]rune(line))+1+len([]rune(word)) > width {
				text.WriteString(line + "\n")
				line = strings.TrimSuffix(next, " ")
			}
			line += " " + word
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

// replaced compares what stands in a file between two marks with want; -update replaces it.
func replaced(t *testing.T, file, begin, end, want string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	from := bytes.Index(text, []byte(begin))
	to := bytes.Index(text[max(from, 0):], []byte(end))
	if from < 0 || to < 0 {
		t.Fatalf("%s has no place for the map, between %q and %q", file, begin, end)
	}
	from, to = from+len(begin), from+to
	if string(text[from:to]) == want {
		return
	}
	if !*golden.Update {
		t.Errorf("%s: the map is not what the packages say of themselves; go test ./core -update writes it", file)
		return
	}
	if err := os.WriteFile(file, slices.Concat(text[:from], []byte(want), text[to:]), 0o666); err != nil {
		t.Fatal(err)
	}
}
