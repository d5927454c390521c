package backfill_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill"
)

var update = flag.Bool("update", false, "rewrite api.txt")

// covered are the types of other packages whose fields versions cover, with those of their methods that
// they cover too. The descriptions of platforms in a Spec have JSON Schemas instead (docs/schema).
var covered = map[string][]string{
	"Spec": {"JSON", "Validate"}, "Source": {}, "Model": {}, "Shake": {}, "Own": {},
	"Policy": {"Reset", "Submit", "End", "Pass"}, "Running": {}, "Waiting": {},
	"Machine": {"Now", "Procs", "Free", "Running", "Start", "Job", "WakeAt", "Fail"},
	"Job":     {}, "Placement": {}, "Table": {"Col", "Head"}, "Meta": {"Get"},
	"Schema": {"Index"}, "Column": {}, "Vector": {"GetText"}, "Pair": {},
}

// functions are those of other packages that versions cover.
var functions = map[string][]string{"/arrowio": {"OpenLog", "WriteTable"}}

const module = "github.com/backfill-lab/backfill"

// TestTheAPIChangesOnPurpose compares what versions cover with api.txt. A line that leaves or changes needs one
// minor version with a warning first: docs/versions.md says so.
func TestTheAPIChangesOnPurpose(t *testing.T) {
	read := importer.ForCompiler(token.NewFileSet(), "gc", compiled(t))
	a := &api{seen: map[*types.TypeName]bool{}, lines: map[string]bool{}}
	for path, names := range map[string][]string{"": nil, "/arrowio": functions["/arrowio"]} {
		p, err := read.Import(module + path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			if o := p.Scope().Lookup(name); o.Exported() && (names == nil || slices.Contains(names, name)) {
				a.object(o)
			}
		}
	}
	got := strings.Join(slices.Sorted(maps.Keys(a.lines)), "\n") + "\n"
	if *update {
		if err := os.WriteFile("api.txt", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	now, was := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for _, line := range was {
		if !slices.Contains(now, line) {
			t.Errorf("left or changed: %s", line)
		}
	}
	for _, line := range now {
		if !slices.Contains(was, line) {
			t.Errorf("new: %s (go test . -update adds it)", line)
		}
	}
}

// compiled finds what the compiler exports of a package.
func compiled(t *testing.T) importer.Lookup {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", ".", "./arrowio").Output()
	if err != nil {
		t.Fatal("there is no go command where this test runs: ", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// An api collects a line for each function, method and field.
type api struct {
	seen  map[*types.TypeName]bool
	lines map[string]bool
}

// words writes a package as the façade's users know it.
func words(p *types.Package) string {
	if p.Path() == module {
		return ""
	}
	return strings.TrimPrefix(p.Path(), module+"/")
}

func (a *api) add(o types.Object) {
	line := types.ObjectString(o, words)
	if before, _, is := strings.Cut(line, " struct{"); is {
		line = before // its fields have lines of their own
	}
	a.lines[line] = true
}

func (a *api) object(o types.Object) {
	a.add(o)
	switch o := o.(type) {
	case *types.TypeName:
		a.named(types.Unalias(o.Type()), o.Name())
	case *types.Func:
		a.reached(o.Type())
	}
}

// named adds the fields of a type of this module and those of its methods that are covered.
func (a *api) named(t types.Type, as string) {
	n, is := t.(*types.Named)
	if !is || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path(), module) || a.seen[n.Obj()] {
		return
	}
	o := n.Obj()
	if _, is := covered[as]; !is && o.Pkg().Path() != module {
		return
	}
	a.seen[o] = true
	for m := range n.Methods() {
		if m.Exported() && (o.Pkg().Path() == module || slices.Contains(covered[as], m.Name())) {
			a.add(m)
			a.reached(m.Type())
		}
	}
	switch u := n.Underlying().(type) {
	case *types.Interface:
		for m := range u.Methods() {
			a.add(m)
			a.reached(m.Type())
		}
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() && !f.Embedded() {
				a.lines[fmt.Sprintf("field %s.%s %s", types.TypeString(n, words), f.Name(), types.TypeString(f.Type(), words))] = true
				a.reached(f.Type())
			}
		}
	default:
		a.reached(u)
	}
}

// reached follows a type to the named ones that it is made of.
func (a *api) reached(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		a.named(t, t.Obj().Name())
	case *types.Pointer:
		a.reached(t.Elem())
	case *types.Slice:
		a.reached(t.Elem())
	case *types.Signature:
		for _, of := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range of.Variables() {
				a.reached(v.Type())
			}
		}
	}
}

func TestAProgramThatOnlySimulatesLinksNoOtherModule(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(out)))))
	if len(modules) != 1 || modules[0] != module {
		t.Errorf("package backfill is built of %v", modules)
	}
}

// A workload stays as it is however often it is played, and the Spec's changes are applied once.
func TestRunLeavesTheWorkloadAlone(t *testing.T) {
	spec := backfill.Spec{Workload: backfill.Source{Model: &backfill.Model{Name: "lublin", Jobs: 200, Procs: 64, Seed: 3}},
		Policies: []string{"easy"}, Shrink: 0.5}
	w, err := backfill.Load(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	var tables [3]bytes.Buffer
	for i, given := range []*backfill.Workload{w, nil, w} {
		r, err := backfill.Run(context.Background(), spec, given, "usual")
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := r.Table("jobs")
		if err != nil {
			t.Fatal(err)
		}
		if err := backfill.WriteCSV(&tables[i], jobs); err != nil {
			t.Fatal(err)
		}
		if got := r.Meta().Get("backfill.version"); got != backfill.Version() {
			t.Errorf("version %q", got)
		}
	}
	if tables[0].Len() < 10_000 || !bytes.Equal(tables[0].Bytes(), tables[1].Bytes()) || !bytes.Equal(tables[0].Bytes(), tables[2].Bytes()) {
		t.Error("the same Spec gives other tables")
	}
	var log, again bytes.Buffer
	if err := w.WriteSWF(&log); err != nil {
		t.Fatal(err)
	}
	read, err := backfill.ReadLog(w.Name(), bytes.NewReader(log.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := read.WriteSWF(&again); err != nil || len(read.Jobs()) != 200 || len(read.Changed()) != 0 {
		t.Errorf("%d jobs, %v, %v", len(read.Jobs()), read.Changed(), err)
	}
}

func TestMistakesAreErrors(t *testing.T) {
	_, wide := backfill.NewWorkload("wide", 4, backfill.Job{Run: 1, Procs: 5})
	_, none := backfill.NewWorkload("none", 4)
	_, file := backfill.Load(backfill.Spec{Workload: backfill.Source{File: "no.swf"}}, nil)
	_, table := backfill.Run(context.Background(), backfill.Spec{Policies: []string{"easy"}}, nil, "jubs")
	_, policy := backfill.Run(context.Background(), backfill.Spec{Policies: []string{"eazy"}}, nil)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, stopped := backfill.Run(ended, backfill.Spec{Policies: []string{"easy"}}, nil)
	for what, c := range map[string]struct {
		err  error
		said string
	}{"wide": {wide, "wide"}, "none": {none, ""}, "file": {file, "no.swf"}, "table": {table, "jubs"}, "policy": {policy, "eazy"},
		"stopped": {stopped, "canceled"}} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.said) {
			t.Errorf("%s: %v", what, c.err)
		}
	}
	r, err := backfill.Run(context.Background(), backfill.Spec{Policies: []string{"easy"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, table = r.Table("steps")
	jobs, placed := r.Schedule("cons")
	if !math.IsNaN(r.Metric("cons", "wait_mean_s")) || !math.IsNaN(r.Metric("easy", "wait")) || len(jobs)+len(placed) > 0 || table == nil {
		t.Errorf("of what was not run there are %v, %v", jobs, table)
	}
}
