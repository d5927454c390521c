package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/docs/schema"
	"github.com/backfill-lab/backfill/internal/bounds"
)

// compiled returns what judges a kind of files by its schema.
func compiled(t *testing.T, kind string) *jsonschema.Schema {
	t.Helper()
	text, ok := schema.Of(kind)
	if !ok {
		t.Fatalf("there is no schema of %s", kind)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(kind, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(kind)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// accepts tells whether a schema accepts a text.
func accepts(s *jsonschema.Schema, text []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = s.Validate(doc)
	}
	return err
}

// read reads a text as backfill reads files of a kind.
func read(kind string, text []byte) error {
	var err error
	switch kind {
	case "cluster":
		var d *cluster.Description
		if d, err = cluster.Read("cluster.json", bytes.NewReader(text)); err == nil {
			_, err = cluster.New(d)
		}
	case "spec":
		_, err = experiment.ParseSpec(text)
	case "rules":
		_, err = rules.Read(bytes.NewReader(text))
	case "study":
		var s *sweep.Study
		if s, err = sweep.Parse(text); err == nil {
			for i := range min(s.Len(), 100) {
				if _, err = s.At(i); err != nil {
					break
				}
			}
		}
	}
	return err
}

// bases are files into which numbers are put.
func bases(t *testing.T) map[string]string {
	files := map[string]string{"spec": `{"policies": ["easy"]}`, "study": `{"policies": ["easy"]}`}
	for kind, name := range map[string]string{
		"cluster": "../../core/slurm/campus/campus.json", "rules": "../../wasm/bridge/bases/fuzzy.json",
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[kind] = string(text)
	}
	return files
}

// A leaf is a number of a kind of files: the names on the way to it, of which "[]" is the first of a list, and "{}" one of a map.
type leaf struct {
	path []string
	r    *bounds.Range
}

// leaves returns all numbers of a type.
func leaves(t reflect.Type, r *bounds.Range, path []string) (all []leaf) {
	path = path[:len(path):len(path)]
	switch {
	case t == reflect.TypeFor[rules.Base]():
	case t.Kind() == reflect.Pointer:
		return leaves(t.Elem(), r, path)
	case t.Kind() == reflect.Slice:
		return leaves(t.Elem(), r, append(path, "[]"))
	case t.Kind() == reflect.Map:
		return leaves(t.Elem(), r, append(path, "{}"))
	case t.Kind() == reflect.Struct:
		for _, f := range bounds.Fields(t) {
			to := path
			if f.Name != "" {
				to = append(path, f.Name)
			}
			all = append(all, leaves(f.Go.Type, f.Range, to)...)
		}
	case bounds.IsNumber(t.Kind()):
		return []leaf{{path: path, r: r}}
	}
	return all
}

// put returns a document with a number at a path. What is on the way and is not there is made, with the numbers that it must have.
func put(doc any, t reflect.Type, path []string, number string) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if len(path) == 0 {
		return json.Number(number)
	}
	switch name := path[0]; name {
	case "[]":
		list, _ := doc.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		list[0] = put(list[0], t.Elem(), path[1:], number)
		return list
	case "{}":
		return map[string]any{"cpu": put(nil, t.Elem(), path[1:], number)}
	default:
		to, _ := doc.(map[string]any)
		if to == nil {
			to = map[string]any{}
		}
		for _, f := range all(t) {
			switch r := f.Range; {
			case f.Name == name:
				to[name] = put(to[name], f.Go.Type, path[1:], number)
			case r != nil && !f.Omit && f.Go.Type.Kind() <= reflect.Float64 && r.Least == "1" && to[f.Name] == nil:
				to[f.Name] = 1
			}
		}
		return to
	}
}

// all returns the fields of a struct with those of embedded ones.
func all(t reflect.Type) (fields []bounds.Field) {
	for _, f := range bounds.Fields(t) {
		if f.Name == "" {
			fields = append(fields, all(f.Go.Type)...)
		} else {
			fields = append(fields, f)
		}
	}
	return fields
}

// Readers and schemas have the same ranges: numbers at the bounds pass both, those just outside neither.
func TestReadersAndSchemasKeepTheSameRanges(t *testing.T) {
	base := bases(t)
	for kind, k := range kinds {
		s, numbers := compiled(t, kind), leaves(k.of, nil, nil)
		if len(numbers) < 5 {
			t.Errorf("%s has only %d numbers", kind, len(numbers))
		}
		for _, l := range numbers {
			text := func(number string) []byte {
				d := json.NewDecoder(strings.NewReader(base[kind]))
				d.UseNumber()
				var doc any
				if err := d.Decode(&doc); err != nil {
					t.Fatal(err)
				}
				out, err := json.Marshal(put(doc, k.of, l.path, number))
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			inside, outside := l.r.Near()
			for _, number := range inside {
				if err := read(kind, text(number)); err != nil && strings.Contains(err.Error(), ": give "+l.r.String()) {
					t.Errorf("%s: %v = %s is a bound, and the reader says: %v", kind, l.path, number, err)
				}
				if err := accepts(s, text(number)); err != nil {
					t.Errorf("%s: %v = %s is a bound, and the schema says: %v", kind, l.path, number, err)
				}
			}
			field := l.path[len(l.path)-1]
			if field == "[]" || field == "{}" {
				field = l.path[len(l.path)-2]
			}
			for _, number := range outside {
				err := read(kind, text(number))
				if err == nil || !strings.Contains(err.Error(), field) || strings.Contains(err.Error(), "\n") ||
					!strings.Contains(err.Error(), ": give "+l.r.String()) && field != "backfill_cluster" { // which says who writes such files
					t.Errorf("%s: %v = %s is outside %v, and the reader says: %v", kind, l.path, number, l.r, err)
				}
				if accepts(s, text(number)) == nil {
					t.Errorf("%s: %v = %s is outside %v, and the schema accepts it", kind, l.path, number, l.r)
				}
			}
		}
	}
}

// What readers refuse by its form, schemas refuse, too.
func TestSchemasRefuseWhatReadersRefuse(t *testing.T) {
	base := bases(t)
	campus := func(old, replace string) string {
		text := strings.Replace(base["cluster"], old, replace, 1)
		if text == base["cluster"] {
			t.Fatalf("the description has no %s", old)
		}
		return text
	}
	for text, kind := range map[string]string{
		campus(`"cores": 16`, `"cores": 4611686018427387904`):                           "cluster",
		campus(`"cores": 16`, `"cores": 9223372036854775807`):                           "cluster",
		campus(`"cores": 16`, `"cores": 0`):                                             "cluster",
		campus(`"cores": 16`, `"cores": 1e30`):                                          "cluster",
		campus(`"cores": 16`, `"cores": 1.5`):                                           "cluster",
		campus(`"cores": 16`, `"cores": "16"`):                                          "cluster",
		campus(`"cores": 16`, `"memory": 16`):                                           "cluster",
		campus(`"a100": 4`, `"a100": -1`):                                               "cluster",
		campus(`"max_time_s": 86400`, `"max_time_s": -1`):                               "cluster",
		campus(`"default_time_s": 3600`, `"default_time_s": -1`):                        "cluster",
		campus(`"max_time_s": 86400`, `"max_nodes": 4294967295`):                        "cluster",
		campus(`"bf_interval_s": 30`, `"bf_interval_s": 9223372036854775807`):           "cluster",
		campus(`"bf_window_s": 86400`, `"bf_resolution_s": -1`):                         "cluster",
		campus(`"bf_max_job_test": 100`, `"bf_max_job_test": -1`):                       "cluster",
		campus(`"backfill_cluster": 1`, `"backfill_cluster": 2`):                        "cluster",
		`{"backfill_cluster": 1, "nodes": 3}`:                                           "cluster",
		`{"policies": ["easy"], "procs": -1}`:                                           "spec",
		`{"policies": ["easy"], "procs": "8"}`:                                          "spec",
		`{"policies": ["easy"], "prcs": 8}`:                                             "spec",
		`{"policies": ["easy"], "shake": {}}`:                                           "spec",
		`{"policies": ["easy"], "shared": {}}`:                                          "spec",
		`{"policies": ["easy"], "grid": {"sites": [{"name": "a", "procs": 0}]}}`:        "spec",
		`{"policies": ["easy"], "grid": {"sites": [{"name": "a"}]}}`:                    "spec",
		`{"policies": ["easy"], "workload": {"model": {"name": "lublin", "load": -1}}}`: "spec",
		`{"policies": ["easy"], "shrink": [1, -1]}`:                                     "study",
		`{"policies": ["easy"], "shrink": {"from": 1}}`:                                 "study",
		`{"policies": ["easy"], "shrink": []}`:                                          "study",
		`{"policies": "easy"}`:                                                          "study",
		`{"policies": ["easy"], "user_groups": [[8, 2, 1, 0.1], [101, 2, 1, 0.1]]}`:     "study",
		`{"format": "backfill rule base 1", "greedy_advantage_s": [0.5]}`:               "rules",
		`{"format": "backfill rule base 1", "rigid": []}`:                               "rules",
		`{"format": "backfill rule base 1", "rgid": {}}`:                                "rules",
	} {
		short := text[:min(len(text), 120)]
		switch err := read(kind, []byte(text)); {
		case err == nil:
			t.Errorf("a %s is read: %s", kind, short)
		case strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: the error has several lines: %v", short, err)
		}
		if accepts(compiled(t, kind), []byte(text)) == nil {
			t.Errorf("the schema of %s accepts %s", kind, short)
		}
	}
}

// Slurm's ways to write "unlimited" that are no numbers here are refused with words that say how to write it.
func TestUnlimitedIsWrittenByLeavingOut(t *testing.T) {
	base := bases(t)["cluster"]
	for _, number := range []string{"-1", "18446744073709551615"} {
		err := read("cluster", []byte(strings.Replace(base, `"max_time_s": 86400`, `"max_time_s": `+number, 1)))
		want := fmt.Sprintf("max_time_s is %s: give a whole number from 0 to 100000000000, or leave it out for no limit", number)
		if err == nil || !strings.Contains(err.Error(), "partitions") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", number, err)
		}
	}
}

var (
	inScripts = regexp.MustCompile(`(?ms)^-- [^\n]*\.json --\n(.*?)(?:^-- |\z)`)
	inDocs    = regexp.MustCompile(`'(\{.*\})'`)
)

// Every file of a kind in tests and documentation that is read is valid by its schema, also with a $schema.
func TestExamplesAreValid(t *testing.T) {
	var texts [][]byte
	for pattern, of := range map[string]*regexp.Regexp{"../../internal/cli/testdata/*.txt": inScripts, "../*.md": inDocs,
		"../../core/slurm/c*/*.json": nil, "../../core/slurm/conf/testdata/*/want.json": nil, "../../wasm/bridge/bases/*.json": nil} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Errorf("%s: %v, %d files", pattern, err, len(names))
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if of == nil {
				texts = append(texts, text)
				continue
			}
			for _, found := range of.FindAllSubmatch(text, -1) {
				texts = append(texts, found[1])
			}
		}
	}
	for kind := range kinds {
		s, n := compiled(t, kind), 0
		for _, text := range texts {
			if read(kind, text) != nil {
				continue
			}
			n++
			with := append([]byte(`{"$schema": "x.json", `), bytes.TrimPrefix(bytes.TrimSpace(text), []byte("{"))...)
			if err := read(kind, with); err != nil {
				t.Errorf("with a $schema: %v", err)
			}
			for _, text := range [][]byte{text, with} {
				if err := accepts(s, text); err != nil {
					t.Errorf("the schema of %s refuses %.200s: %v", kind, text, err)
				}
			}
		}
		if t.Logf("%d of %s", n, kind); n < 2 {
			t.Errorf("there are %d examples of %s", n, kind)
		}
	}
}
